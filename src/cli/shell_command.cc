#include <signal.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iostream>
#include <map>
#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "basalt/connection.h"
#include "basalt/version.h"
#include "cli/command.h"
#include "cli/line_editor.h"
#include "cli/pager.h"
#include "shell/completion.h"
#include "shell/schema_key_format.h"
#include "shell/session.h"

namespace basalt::cli {
namespace {

struct ShellOptions {
  std::string target = "basalt-data";
  std::string script;
  std::vector<std::string> commands;
  std::string format = "shell";
  int width = -1;
  bool echo = false;
  bool keep_going = false;
  bool timing = false;
  bool no_pager = false;
  uint64_t max_steps = shell::ruby::Limits().steps;
  size_t max_memory_mb = shell::ruby::Limits().memory_bytes >> 20;
  // The flags of `hbase shell`.
  bool noninteractive = false;
  bool debug = false;
  bool return_values = false;
  bool top_level_definitions = false;
  std::vector<std::string> settings;
};

// What `hbase shell` takes: a script instead of a target, and where ZooKeeper is as settings.
void ApplyHBaseArguments(ShellOptions& options, bool target_given) {
  std::error_code ignored;
  if (target_given && options.commands.empty() &&
      std::filesystem::is_regular_file(options.target, ignored)) {
    // A target is never a file. What follows are the script's own arguments.
    options.script = options.target;
    const char* url = std::getenv("BASALT_URL");
    options.target = url != nullptr ? url : ShellOptions().target;
    target_given = false;
  }
  std::map<std::string, std::string> settings;
  for (const std::string& setting : options.settings) {
    const size_t equals = setting.find('=');
    settings[setting.substr(0, equals)] =
        equals == std::string::npos ? "" : setting.substr(equals + 1);
  }
  const auto quorum = settings.find("hbase.zookeeper.quorum");
  if (target_given || quorum == settings.end()) return;
  const std::string port = settings["hbase.zookeeper.property.clientPort"];
  const std::string root = settings["zookeeper.znode.parent"];
  const bool has_port = quorum->second.find(':') != std::string::npos;
  options.target = fmt::format("zk://{}{}{}", quorum->second,
                               has_port ? "" : ":" + (port.empty() ? "2181" : port),
                               root.empty() ? "/hbase" : root);
}

// The session that Ctrl-C cancels.
std::atomic<shell::Session*> current_session{nullptr};

// While it exists, Ctrl-C ends the command and not the process.
class InterruptGuard {
 public:
  explicit InterruptGuard(shell::Session& session) {
    current_session = &session;
    struct sigaction action {};
    action.sa_handler = [](int) {
      if (shell::Session* running = current_session.load()) running->Cancel();
      LineEditor::Interrupt();
    };
    // No SA_RESTART: a read of an answer must end, too.
    sigaction(SIGINT, &action, &before_);
  }
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;
  ~InterruptGuard() {
    sigaction(SIGINT, &before_, nullptr);
    current_session = nullptr;
  }

 private:
  struct sigaction before_ {};
};

winsize TerminalSize() {
  winsize size{};
  return ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 ? size : winsize{};
}
int TerminalWidth() { return TerminalSize().ws_col; }

std::string HistoryFile() {
  if (const char* file = std::getenv("BASALT_HISTORY")) return file;
  const char* home = std::getenv("HOME");
  return home == nullptr ? "" : std::string(home) + "/.basalt_history";
}

Result<shell::Format> ParseFormat(const std::string& name) {
  if (name == "shell") return shell::Format::kShell;
  if (name == "table") return shell::Format::kTable;
  if (name == "csv") return shell::Format::kCsv;
  return shell::Format::kJson;
}

// The script name and line, for messages.
std::string Place(const std::string& name, const shell::Session& session) {
  return fmt::format("{}:{}", name, session.line());
}

// Runs all lines; stops at the first error unless --keep-going is set.
Status RunLines(shell::Session& session, std::istream& lines, const std::string& name,
                const ShellOptions& options, std::optional<int>& exit_code) {
  using Fed = shell::Session::Fed;
  std::string first_error;
  const auto note = [&] {
    if (first_error.empty()) first_error = Place(name, session);
  };
  for (std::string line; std::getline(lines, line);) {
    const Fed fed = session.Feed(line);
    if (fed == Fed::kExit) {
      exit_code = session.exit_code();
      return {};
    }
    if (fed == Fed::kError) {
      note();
      if (!options.keep_going || session.cancelled()) break;
    }
  }
  if (session.Finish() == Fed::kError) note();
  if (first_error.empty()) return {};
  return {StatusCode::kInvalidArgument,
          options.keep_going ? fmt::format("{}: the first error was here", first_error)
                             : fmt::format("{}: stopped at this error", first_error)};
}

// `new_page` is called before each line is executed.
Status RunInteractive(shell::Session& session, const Environment& env, const std::string& target,
                      const std::function<void()>& new_page, std::optional<int>& exit_code) {
  env.out << fmt::format("Basalt {} on {}. Type help for the commands, exit to leave.\n", kVersion,
                         target)
          << std::flush;
  LineEditor editor(
      HistoryFile(),
      [&](std::string_view text) -> std::optional<std::vector<std::string>> {
        auto words = session.Complete(text);
        if (session.cancelled()) return std::nullopt;
        return words;
      },
      shell::LastWord);
  const InterruptGuard guard(session);
  std::string line;
  while (true) {
    session.Resume();
    switch (editor.ReadLine(session.Prompt(), line)) {
      case LineEditor::Read::kEnd: return {};
      case LineEditor::Read::kInterrupted:
        editor.Remember(session.pending());
        session.Forget();
        continue;
      case LineEditor::Read::kLine: break;
    }
    new_page();
    // A command of several lines is one entry of the history.
    const std::string command = session.pending().empty() ? line : session.pending() + "\n" + line;
    const shell::Session::Fed fed = session.Feed(line);
    if (fed != shell::Session::Fed::kMore) editor.Remember(command);
    if (fed == shell::Session::Fed::kExit) {
      exit_code = session.exit_code();
      return {};
    }
  }
}

Status RunShell(const ShellOptions& options, const Environment& env) {
  BASALT_ASSIGN_OR_RETURN(const auto connection, Connection::Open(options.target));
  const bool script = !options.commands.empty() || !options.script.empty();
  if (options.debug) env.out << "Setting DEBUG log level...\n";
  if (options.return_values) {
    env.err << "[INFO] the -r | --return-values option is ignored. we always behave as though it "
               "was given.\n";
  }
  const bool interactive = !script && !options.noninteractive && env.out_is_terminal &&
                           isatty(STDIN_FILENO) == 1 && options.format == "shell";

  shell::SchemaKeyFormat keys(*connection);
  shell::SessionOptions session_options;
  session_options.keys = &keys;
  BASALT_ASSIGN_OR_RETURN(session_options.format, ParseFormat(options.format));
  session_options.width = options.width >= 0    ? options.width
                          : env.out_is_terminal ? TerminalWidth()
                                                : 0;
  // HBase aligns columns on a terminal only. A transcript looks like a terminal's.
  session_options.aligned = env.out_is_terminal || options.echo;
  session_options.interactive = interactive || options.echo;
  session_options.echo = options.echo && !interactive;
  session_options.timing = interactive || options.timing;
  session_options.target = options.target;
  session_options.limits = {options.max_steps, options.max_memory_mb << 20};
  session_options.read_answer = []() -> std::optional<std::string> {
    std::string answer;
    if (std::getline(std::cin, answer)) return answer;
    // Ctrl-C is not an answer; clear the state for the next question.
    std::cin.clear();
    return std::nullopt;
  };
  Pager pager(env.out, {.rows = [] { return static_cast<int>(TerminalSize().ws_row); },
                        .columns = TerminalWidth,
                        .ask =
                            [&env] {
                              const shell::Session* running = current_session.load();
                              return AskForMore(env.out, running != nullptr
                                                             ? running->cancellation()
                                                             : CancellationToken());
                            },
                        .quit =
                            [] {
                              if (shell::Session* running = current_session.load())
                                running->Cancel();
                            }});
  std::ostream paged(&pager);
  const bool pages = interactive && !options.no_pager;
  session_options.waited = [&pager] { return pager.waited(); };
  shell::Session session(*connection, pages ? paged : env.out, env.err, session_options);
  std::optional<int> exit_code;
  Status status;
  if (interactive) {
    status = RunInteractive(
        session, env, options.target, [&] { pager.NewPage(); }, exit_code);
  } else if (!options.commands.empty()) {
    const InterruptGuard guard(session);
    std::string text;
    for (const std::string& command : options.commands) text += command + "\n";
    std::istringstream lines(text);
    status = RunLines(session, lines, "-e", options, exit_code);
  } else if (!options.script.empty()) {
    std::ifstream lines(options.script);
    if (!lines) return {StatusCode::kIoError, fmt::format("cannot read {}", options.script)};
    const InterruptGuard guard(session);
    status = RunLines(session, lines, options.script, options, exit_code);
  } else {
    status = RunLines(session, std::cin, "standard input", options, exit_code);
  }
  env.out.flush();
  if (env.exit_code != nullptr) *env.exit_code = exit_code;
  return status;
}

}  // namespace

void AddShellCommand(CLI::App& app, Work& work) {
  auto options = std::make_shared<ShellOptions>();
  CLI::App* command = app.add_subcommand(
      "shell",
      "HBase's shell, with its commands: create, put, get, scan ...\n"
      "Interactive on a terminal; otherwise it runs a script and stops at the first error.");
  CLI::Option* url =
      command
          ->add_option("url", options->target,
                       "Target: a directory, hbase://host:port or zk://host:port/hbase; or a file "
                       "with commands to run")
          ->envname("BASALT_URL")
          ->capture_default_str();
  command->add_option("file", options->script, "File with commands to run");
  command->add_flag("-n,--noninteractive", options->noninteractive,
                    "Read commands from standard input without prompts; stop at the first error");
  command->add_flag("-d,--debug", options->debug, "Accepted, as by HBase's shell");
  command->add_flag("-r,--return-values", options->return_values,
                    "Accepted, as by HBase's shell, and without effect");
  command->add_flag("--top-level-defs,--top-level-cmds", options->top_level_definitions,
                    "Accepted, as by HBase's shell: commands are always at the top level");
  command
      ->add_option("-D", options->settings,
                   "A setting, key=value; hbase.zookeeper.quorum and its port name the target")
      ->allow_extra_args(false);
  command->add_option("-e", options->commands, "A command to run; may be given several times")
      ->allow_extra_args(false);
  command->add_option("--format", options->format, "Output format")
      ->check(CLI::IsMember({"shell", "table", "csv", "json"}))
      ->capture_default_str();
  command->add_option("--width", options->width,
                      "Column at which lines are broken; 0: never (default: the terminal's width)");
  command->add_flag("--echo", options->echo,
                    "Print a transcript: prompts, commands, and values after =>");
  command->add_flag("--keep-going", options->keep_going, "Do not stop at the first error");
  command->add_flag("--timing", options->timing, "Print the duration of each command");
  command->add_flag("--no-pager", options->no_pager, "Do not page long results");
  command
      ->add_option("--max-steps", options->max_steps,
                   "Steps of Ruby that a statement may take; 0: no limit")
      ->envname("BASALT_SHELL_MAX_STEPS")
      ->capture_default_str();
  command
      ->add_option("--max-memory-mb", options->max_memory_mb,
                   "Memory that Ruby's strings, arrays and hashes may take")
      ->envname("BASALT_SHELL_MAX_MEMORY_MB")
      ->check(CLI::Range(1, 1'000'000))
      ->capture_default_str();
  command->callback([options, url, &work] {
    ApplyHBaseArguments(*options, url->count() > 0);
    work = [options](const Environment& env) { return RunShell(*options, env); };
  });
}

}  // namespace basalt::cli
