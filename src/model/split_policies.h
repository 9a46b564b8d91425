// The split policies a table can name in SPLIT_POLICY: HBase's classes and one of our own. Constant
// data and pure functions.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace basalt::model {

enum class SplitPolicy : uint8_t {
  kConstantSize,
  kIncreasingToUpperBound,
  kStepping,
  kBusy,
  kDisabled,
  kKeyPrefix,
  kDelimitedKeyPrefix,
  kHeat,  // Basalt's own
};

// By the name of the class, with or without its package. Nothing for other classes.
std::optional<SplitPolicy> ParseSplitPolicy(std::string_view class_name);
// The class without its package.
std::string_view NameOf(SplitPolicy policy);

}  // namespace basalt::model
