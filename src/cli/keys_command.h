// The subcommands of `basalt keys`, one per file. See cli/command.h.
#pragma once

#include "cli/command.h"

namespace basalt::cli {

void AddKeysEncode(CLI::App& keys, Work& work);
void AddKeysDecode(CLI::App& keys, Work& work);
void AddKeysExplain(CLI::App& keys, Work& work);
void AddKeysPlan(CLI::App& keys, Work& work);
void AddKeysSplits(CLI::App& keys, Work& work);
void AddKeysCheck(CLI::App& keys, Work& work);

}  // namespace basalt::cli
