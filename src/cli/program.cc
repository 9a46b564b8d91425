#include "cli/program.h"

#include <exception>
#include <optional>

#include <CLI/CLI.hpp>

#include "basalt/status.h"
#include "basalt/version.h"
#include "cli/command.h"

namespace basalt::cli {
namespace {

std::string VersionText() {
  std::string text = "basalt ";
  text.append(kVersion).append(" (").append(EngineVersion()).append(")");
  return text;
}

int Fail(const Environment& env, std::string_view message) {
  env.err << env.err_style.Error("basalt:") << ' ' << message << '\n';
  return kExitFailure;
}

}  // namespace

int RunProgram(int argc, const char* const* argv, const Environment& env) {
  CLI::App app("Basalt: HBase's data model in one native program.", "basalt");
  app.set_version_flag("--version", VersionText, "Print the versions of Basalt and its engine");
  app.require_subcommand(1);
  app.failure_message([](const CLI::App* failed, const CLI::Error& error) {
    return std::string("basalt: ") + error.what() + "\nTry '" + failed->get_display_name() +
           " --help'.\n";
  });

  Work work;
  AddBackupCommand(app, work);
  AddBenchCommand(app, work);
  AddCheckCommand(app, work);
  AddCopyCommand(app, work);
  AddKeysCommand(app, work);
  AddLoadCommand(app, work);
  AddRepairCommand(app, work);
  AddScrubCommand(app, work);
  AddServerCommand(app, work);
  AddShellCommand(app, work);
  AddSnapshotCommand(app, work);
  AddTourCommand(app, work);
  AddUnloadCommand(app, work);

  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error, env.out, env.err) == 0 ? kExitOk : kExitUsage;
  }
  // File and stream calls of the standard library may throw; the user gets an error message all the
  // same.
  try {
    std::optional<int> exit_code;
    Environment asking = env;
    asking.exit_code = &exit_code;
    const Status status = work(asking);
    if (!status.ok()) return Fail(env, status.message());
    return exit_code.value_or(kExitOk);
  } catch (const std::exception& error) {
    return Fail(env, error.what());
  }
}

}  // namespace basalt::cli
