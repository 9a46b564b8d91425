#include "model/split_policies.h"

#include <algorithm>
#include <array>

namespace basalt::model {
namespace {

constexpr std::string_view kPackage = "org.apache.hadoop.hbase.regionserver.";

// In the order of the enum.
constexpr std::array<std::string_view, 8> kNames = {
    "ConstantSizeRegionSplitPolicy",
    "IncreasingToUpperBoundRegionSplitPolicy",
    "SteppingSplitPolicy",
    "BusyRegionSplitPolicy",
    "DisabledRegionSplitPolicy",
    "KeyPrefixRegionSplitPolicy",
    "DelimitedKeyPrefixRegionSplitPolicy",
    "HeatSplitPolicy",
};

}  // namespace

std::optional<SplitPolicy> ParseSplitPolicy(std::string_view class_name) {
  if (class_name.starts_with(kPackage)) class_name.remove_prefix(kPackage.size());
  const auto* const found = std::find(kNames.begin(), kNames.end(), class_name);
  if (found == kNames.end()) return std::nullopt;
  return static_cast<SplitPolicy>(found - kNames.begin());
}

std::string_view NameOf(SplitPolicy policy) { return kNames.at(static_cast<size_t>(policy)); }

}  // namespace basalt::model
