#include "cli/keys_command.h"

#include <string>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "keys/presets.h"

namespace basalt::cli {

void AddKeysCommand(CLI::App& app, Work& work) {
  CLI::App* keys = app.add_subcommand(
      "keys",
      "Work with row keys of a key schema: encode, decode, explain, plan, split, check.\n"
      "Example of a key schema:  hash(user, 4) user:text desc(ts:millis)");
  keys->require_subcommand(1);
  AddKeysEncode(*keys, work);
  AddKeysDecode(*keys, work);
  AddKeysExplain(*keys, work);
  AddKeysPlan(*keys, work);
  AddKeysSplits(*keys, work);
  AddKeysCheck(*keys, work);
  // Set after the subcommands were added, as these would inherit it.
  std::string presets = "Presets:\n";
  for (const keys::Preset& preset : keys::Presets()) {
    presets +=
        fmt::format("  @{:<10} {}\n  {:<11} {}\n", preset.name, preset.schema, "", preset.about);
  }
  keys->footer(presets);
}

}  // namespace basalt::cli
