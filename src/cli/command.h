// Subcommands: each file <name>_command.cc defines the function that adds it to the parser. Used by
// one thread, while the command line is parsed.
#pragma once

#include <functional>

#include "basalt/status.h"
#include "cli/environment.h"

namespace CLI {
class App;
}

namespace basalt::cli {

// The selected subcommand, set by the parser.
using Work = std::function<Status(const Environment&)>;

// `work` must outlive the parser, which sets it if the command line selects this subcommand.
void AddBackupCommand(CLI::App& app, Work& work);
void AddBenchCommand(CLI::App& app, Work& work);
void AddCheckCommand(CLI::App& app, Work& work);
void AddCopyCommand(CLI::App& app, Work& work);
void AddKeysCommand(CLI::App& app, Work& work);
void AddLoadCommand(CLI::App& app, Work& work);
void AddRepairCommand(CLI::App& app, Work& work);
void AddScrubCommand(CLI::App& app, Work& work);
void AddServerCommand(CLI::App& app, Work& work);
void AddShellCommand(CLI::App& app, Work& work);
void AddSnapshotCommand(CLI::App& app, Work& work);
void AddTourCommand(CLI::App& app, Work& work);
void AddUnloadCommand(CLI::App& app, Work& work);

}  // namespace basalt::cli
