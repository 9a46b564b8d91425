// Session: the shell itself, without a terminal. Takes lines, runs the commands in them, and prints
// what a user would see. One thread, but Cancel may be called by another or by a signal handler.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "basalt/cancellation.h"
#include "basalt/connection.h"
#include "shell/command.h"
#include "shell/directory_cluster.h"
#include "shell/evaluator.h"
#include "shell/printer.h"

namespace basalt::shell {

struct SessionOptions {
  Format format = Format::kShell;
  // Column at which lines are broken; 0: never.
  int width = 0;
  // Align columns where lines are not broken.
  bool aligned = true;
  // Interactive output: values after "=>", and errors with usage in the output.
  bool interactive = false;
  // Print prompts and the lines given to Feed: a transcript.
  bool echo = false;
  // "Took 0.0123 seconds" after each command.
  bool timing = false;
  // How long the output has waited for the user since the session began: not part of "Took".
  std::function<std::chrono::nanoseconds()> waited;
  // The address that the connection was opened with.
  std::string target;
  // Reads the next line of input, for commands that ask.
  std::function<std::optional<std::string>()> read_answer;
  // Renders keys by their schemas; must outlive the session. nullptr: keys are bytes.
  KeyFormat* keys = nullptr;
  // What a statement may use.
  ruby::Limits limits;
};

class Session {
 public:
  // All must outlive the session.
  Session(Connection& connection, std::ostream& out, std::ostream& err, SessionOptions options);

  enum class Fed : uint8_t {
    kDone,   // the line was executed
    kMore,   // the command continues on the next line
    kError,  // a syntax error or a failed command; already printed
    kExit,   // exit or quit
  };
  // One line, without its end.
  Fed Feed(std::string_view line);
  // Call at the end of the input: reports an incomplete command.
  Fed Finish();
  // Discards an incomplete command.
  void Forget();
  // The lines of the incomplete command; empty if there is none.
  const std::string& pending() const { return pending_; }

  // "hbase:001:0> ", or "hbase:001:1* " inside of a command.
  std::string Prompt() const;
  // The line (from 1) in which the last command began.
  int line() const { return command_line_; }
  std::optional<int> exit_code() const { return context_.exit_code; }
  // Ctrl-C: the command under way, or the next one, ends soon. May be called by a signal handler.
  void Cancel() noexcept { cancellation_.Cancel(); }
  bool cancelled() const { return cancellation_.cancelled(); }
  // For those who wait beside the session, as for a key.
  CancellationToken cancellation() const { return cancellation_.token(); }
  // Before a new line is read: what was cancelled is over.
  void Resume() { cancellation_.Reset(); }

  // Candidates for the last word of `text`, the line up to the cursor.
  std::vector<std::string> Complete(std::string_view text);

 private:
  Fed RunText(const std::string& text);
  std::chrono::nanoseconds Waited() const;
  bool Show(const Outcome& outcome, const std::string& text);
  void ShowValue(const ruby::Value& value);

  SessionOptions options_;
  std::ostream& out_;
  std::ostream& err_;
  CancellationSource cancellation_;
  Printer printer_;
  // What a directory has instead of servers; nullptr on a cluster.
  std::unique_ptr<DirectoryCluster> directory_;
  Context context_;
  Evaluator evaluator_;
  // The lines of an incomplete command.
  std::string pending_;
  int lines_ = 0;
  int command_line_ = 0;
  int number_ = 1;
};

}  // namespace basalt::shell
