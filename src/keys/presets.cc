#include "keys/presets.h"

#include <array>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "keys/tokens.h"

namespace basalt::keys {
namespace {

constexpr std::array kPresets = {
    Preset{"hashed", "hash(id, 4, hex) '_' id:text",
           "eight hexadecimal digits of the MD5, then the id: a1b2c3d4_user1"},
    Preset{"metric",
           "hash(host, 4, hex) '_' host:text '_' window(ts, 15m, digits(10)) '_' metric:text",
           "a host's metrics by quarters of an hour"},
    Preset{"inbox", "receiver:text '_' desc(ts:millis(19)) '_' sender:text",
           "messages of a receiver, the newest first"},
    Preset{"region", "hash(region, 2, hex) '_' region:text '_' ts:millis(13)",
           "four hexadecimal digits of the region's MD5, the region, a time of 13 digits"},
    Preset{"opentsdb", "id(metric, 3) window(ts:seconds, 1h, start) id(tagk, 3) id(tagv, 3)",
           "OpenTSDB's rows with one tag: an hour of a metric, ids of three bytes"},
    Preset{"phoenix", "salt(8, phoenix) key:bytes",
           "a Phoenix table with SALT_BUCKETS=8: the salt is computed from the key"},
};

}  // namespace

std::span<const Preset> Presets() { return kPresets; }

Result<std::string_view> PresetSchema(std::string_view name) {
  std::vector<std::string> names;
  for (const Preset& preset : kPresets) {
    if (preset.name == name) return preset.schema;
    names.emplace_back(preset.name);
  }
  return Status(StatusCode::kInvalidArgument,
                fmt::format("there is no preset '@{}'{}; they are {}", name,
                            DidYouMean(name, names), fmt::join(names, ", ")));
}

}  // namespace basalt::keys
