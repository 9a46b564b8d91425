#include <chrono>
#include <filesystem>
#include <memory>
#include <string>
#include <thread>

#include <CLI/CLI.hpp>

#include "cli/command.h"
#include "cli/temporary_directory.h"
#include "cli/tour.h"

namespace basalt::cli {
namespace {

// Time to read a chapter; eleven chapters take about a minute.
constexpr auto kPause = std::chrono::milliseconds(4500);

struct TourOptions {
  std::string directory;
  bool fast = false;
};

Status CheckFresh(const std::string& directory) {
  if (!std::filesystem::exists(directory) || std::filesystem::is_empty(directory)) return {};
  return {StatusCode::kInvalidArgument,
          directory + " is not empty; the tour needs an empty directory"};
}

Status Tour(const TourOptions& options, const Environment& env) {
  const auto pause = [&] {
    if (env.out_is_terminal && !options.fast) std::this_thread::sleep_for(kPause);
  };
  if (!options.directory.empty()) {
    BASALT_RETURN_IF_ERROR(CheckFresh(options.directory));
    return RunTour(env, options.directory, pause);
  }
  BASALT_ASSIGN_OR_RETURN(const TemporaryDirectory scratch,
                          TemporaryDirectory::Create("basalt-tour"));
  return RunTour(env, scratch.path(), pause);
}

}  // namespace

void AddTourCommand(CLI::App& app, Work& work) {
  auto options = std::make_shared<TourOptions>();
  CLI::App* command = app.add_subcommand("tour", "Show what a table can do, in about a minute");
  command->add_option("--dir", options->directory,
                      "Data directory; must be empty or not exist, and is kept afterwards\n"
                      "(default: a temporary directory that is removed)");
  command->add_flag("--fast", options->fast, "Do not pause between chapters");
  command->callback([options, &work] {
    work = [options](const Environment& env) { return Tour(*options, env); };
  });
}

}  // namespace basalt::cli
