// Where to cut a table that is made with many regions: HBase's algorithms, and keys from a file.
// Pure functions.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "basalt/bytes.h"
#include "basalt/export.h"
#include "basalt/status.h"

namespace basalt {
inline namespace v1 {

// The names are those of HBase's classes.
enum class SplitAlgorithm : uint8_t {
  kHexString,      // HexStringSplit: keys are hexadecimal digits, 00000000 to ffffffff
  kDecimalString,  // DecimalStringSplit: 00000000 to 99999999
  kUniform,        // UniformSplit: keys are any bytes
};

// By the name of the class: "HexStringSplit".
BASALT_EXPORT std::optional<SplitAlgorithm> ParseSplitAlgorithm(std::string_view class_name);

// The keys at which the second and all later of so many regions begin; two regions at least.
BASALT_EXPORT Result<std::vector<Bytes>> SplitKeys(SplitAlgorithm algorithm, int regions);

// Keys that part the rows between `first` and `last` evenly, as HBase's createTable with a first
// and a last key has it: the first region ends at `first`, the last begins at `last`. Three regions
// at least.
BASALT_EXPORT Result<std::vector<Bytes>> SplitKeysBetween(BytesView first, BytesView last,
                                                          int regions);

// One key in each line, as the shell's SPLITS_FILE has it: bytes that are not text are \xHH.
BASALT_EXPORT Result<std::vector<Bytes>> ReadSplitKeys(const std::string& path);

}  // namespace v1
}  // namespace basalt
