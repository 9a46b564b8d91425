#include "catalog/split_policy.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <numeric>
#include <optional>

#include <fmt/format.h>

#include "model/attributes.h"

namespace basalt::catalog {
namespace {

using model::SplitPolicy;

constexpr std::string_view kRestriction = "hbase.regionserver.region.split_restriction.";

// HBase's arithmetic is that of longs; ours does not wrap.
int64_t Times(int64_t a, int64_t b) {
  if (a > 0 && b > std::numeric_limits<int64_t>::max() / a) {
    return std::numeric_limits<int64_t>::max();
  }
  return a * b;
}

Bytes Cut(Bytes row, size_t length, const Bytes& delimiter) {
  if (length > 0) row.resize(std::min(length, row.size()));
  if (!delimiter.empty()) {
    const size_t at = row.find(delimiter);
    if (at != Bytes::npos) row.resize(at);
  }
  return row;
}

SplitDecision DecideBySize(const SplitRules& rules, const SplitCandidate& facts) {
  const auto limit = static_cast<uint64_t>(SizeLimit(rules, facts.table_regions, facts.position));
  const auto& bytes = facts.family_bytes;
  if (bytes.empty()) return {};
  const uint64_t size = rules.whole_region
                            ? std::accumulate(bytes.begin(), bytes.end(), uint64_t{0})
                            : *std::max_element(bytes.begin(), bytes.end());
  if (size <= limit) return {};
  return {SplitReason::kSize,
          fmt::format("{} bytes in {}, more than the {} that {} allows one of {} regions", size,
                      rules.whole_region ? "all families" : "a family", limit,
                      model::NameOf(rules.policy), facts.table_regions)};
}

}  // namespace

SplitRules SplitRulesOf(const TableDescriptor& table, const SplitSettings& settings) {
  SplitRules rules;
  const model::DescriptorSettings own(table);
  // A positive number, or 0.
  const auto number = [&](const std::string& name) { return own.Number(name, 1).value_or(0); };
  const auto named = model::ParseSplitPolicy(own.Text("SPLIT_POLICY").value_or(""));
  rules.policy = named.value_or(settings.policy);
  rules.max_file_bytes = own.Number("MAX_FILESIZE", 1).value_or(settings.max_file_bytes);
  rules.initial_bytes = settings.initial_bytes > 0
                            ? settings.initial_bytes
                            : Times(std::max<int64_t>(0, table.memstore_flush_size()), 2);
  rules.jitter = settings.jitter_percent / 100.0;
  rules.whole_region = settings.whole_region;
  const int64_t heat = number("HeatSplitPolicy.requests_per_second");
  rules.heat_requests_per_second =
      heat > 0 ? static_cast<double>(heat) : settings.heat_requests_per_second;
  const int64_t age_s = number("HeatSplitPolicy.min_age_seconds");
  rules.heat_min_age_ms = Times(age_s > 0 ? age_s : settings.heat_min_age_s, 1000);
  if (rules.policy == SplitPolicy::kKeyPrefix) {
    int64_t length = number("KeyPrefixRegionSplitPolicy.prefix_length");
    if (length == 0) length = number("prefix_split_key_policy.prefix_length");
    rules.prefix_length = static_cast<size_t>(length);
  } else if (rules.policy == SplitPolicy::kDelimitedKeyPrefix) {
    rules.delimiter = own.Text("DelimitedKeyPrefixRegionSplitPolicy.delimiter").value_or("");
  }
  const std::string restriction(kRestriction);
  const Bytes type = own.Text(restriction + "type").value_or("");
  if (type == "KeyPrefix") {
    rules.restricted_length = static_cast<size_t>(number(restriction + "prefix_length"));
  } else if (type == "DelimitedKeyPrefix") {
    rules.restricted_delimiter = own.Text(restriction + "delimiter").value_or("");
  }
  return rules;
}

int64_t SizeLimit(const SplitRules& rules, size_t table_regions, double position) {
  const auto most = static_cast<double>(rules.max_file_bytes);
  const double with_jitter = most + most * (position - 0.5) * rules.jitter;
  const int64_t limit = with_jitter >= static_cast<double>(std::numeric_limits<int64_t>::max())
                            ? std::numeric_limits<int64_t>::max()
                            : static_cast<int64_t>(with_jitter);
  const auto regions = static_cast<int64_t>(table_regions);
  switch (rules.policy) {
    case SplitPolicy::kConstantSize:
    case SplitPolicy::kDisabled: return limit;
    case SplitPolicy::kStepping:
    case SplitPolicy::kHeat: return regions == 1 ? rules.initial_bytes : limit;
    case SplitPolicy::kIncreasingToUpperBound:
    case SplitPolicy::kBusy:
    case SplitPolicy::kKeyPrefix:
    case SplitPolicy::kDelimitedKeyPrefix: break;
  }
  if (regions == 0 || regions > 100) return limit;
  return std::min(limit, Times(rules.initial_bytes, regions * regions * regions));
}

SplitDecision DecideSplit(const SplitRules& rules, const SplitCandidate& facts) {
  if (!rules.CanSplit()) return {};
  SplitDecision decision = DecideBySize(rules, facts);
  if (decision.reason != SplitReason::kNone || !rules.ByHeat()) return decision;
  if (facts.age_ms < rules.heat_min_age_ms) return {};
  if (facts.requests_per_second <= rules.heat_requests_per_second) return {};
  return {SplitReason::kHeat,
          fmt::format("{:.0f} requests per second, more than {:.0f}", facts.requests_per_second,
                      rules.heat_requests_per_second)};
}

double JitterPosition(std::string_view encoded_name) {
  // Encoded names are digits of a hash: the first of them are as good as dice.
  const std::string digits(encoded_name.substr(0, 8));
  return static_cast<double>(std::strtoul(digits.c_str(), nullptr, 16)) / 4294967296.0;
}

Bytes AdjustSplitRow(const SplitRules& rules, Bytes row) {
  row = Cut(std::move(row), rules.prefix_length, rules.delimiter);
  return Cut(std::move(row), rules.restricted_length, rules.restricted_delimiter);
}

}  // namespace basalt::catalog
