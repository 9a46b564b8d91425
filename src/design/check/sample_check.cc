#include "design/check/sample_check.h"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "design/sample/deterministic_draw.h"

namespace basalt::design {
namespace {

constexpr uint64_t kEnoughKeys = 100;
constexpr double kAdvisedWidth = 16;

}  // namespace

uint64_t CheckResult::errors() const { return CountErrors(findings); }

void CheckResult::AddQueries(QueryFit fit) {
  findings.insert(findings.end(), fit.findings.begin(), fit.findings.end());
  SortBySeverity(findings);
  queries = std::move(fit);
}

SampleCheck::SampleCheck(const KeySchema& schema, const CheckOptions& options)
    : schema_(schema),
      collisions_(options.max_keys, options.max_text_bytes, options.shown),
      parts_(schema) {
  result_.schema = schema.text();
  result_.options = options;
  result_.min_width = std::numeric_limits<size_t>::max();
  const auto salts = RandomSaltCount(schema_);
  random_salt_ = salts.has_value();
  salts_ = salts.value_or(1);
}

void SampleCheck::Add(const SampleRecord& record) {
  ++result_.records;
  const Status status = AddRecord(record);
  if (status.ok()) return;
  ++result_.broken;
  if (result_.first_broken.size() < result_.options.shown) {
    result_.first_broken.push_back({record.line, status.message()});
  }
}

Status SampleCheck::AddRecord(const SampleRecord& record) {
  BASALT_RETURN_IF_ERROR(record.broken);
  KeyRecord values(record.values.size());
  for (size_t i = 0; i < values.size(); ++i) {
    if (!record.values[i]) continue;  // Encode() reports the missing field
    BASALT_ASSIGN_OR_RETURN(values[i], schema_.ParseValue(i, *record.values[i]));
  }
  parts_.Add(values);
  KeyContext context{.dictionary = &dictionary_, .salt = 0};
  BASALT_RETURN_IF_ERROR(schema_.Encode(values, context, key_));
  // Compared without the random salt: records that differ only by the salt have the same logical
  // key.
  collisions_.Add(key_, record.line, record.text);
  if (random_salt_) {
    context.salt = SaltOfLine(record.line, salts_);
    BASALT_RETURN_IF_ERROR(schema_.Encode(values, context, key_));
  }
  flow_.Add(key_);
  result_.min_width = std::min(result_.min_width, key_.size());
  result_.max_width = std::max(result_.max_width, key_.size());
  width_sum_ += key_.size();
  return Status::Ok();
}

CheckResult SampleCheck::Finish() {
  result_.collisions = collisions_.collisions();
  result_.duplicates = collisions_.duplicates();
  result_.collisions_exact = collisions_.exact();
  result_.first_collisions = collisions_.examples();
  ReportRecords();
  if (flow_.keys() > 0) {
    result_.mean_width = static_cast<double>(width_sum_) / static_cast<double>(flow_.keys());
    ReportFlow();
    ReportWidth();
  } else {
    result_.min_width = 0;
  }
  if (result_.records > 0) parts_.Report(result_.options.rows, result_.findings);
  SortBySeverity(result_.findings);
  return std::move(result_);
}

void SampleCheck::ReportRecords() {
  if (result_.records == 0) {
    result_.findings.push_back({Severity::kError, "empty", "the sample has no records",
                                "give a CSV file with a header line, or JSON lines"});
  }
  if (result_.broken > 0) {
    result_.findings.push_back({Severity::kError, "broken",
                                fmt::format("{} of {} records are broken or do not fit the schema",
                                            result_.broken, result_.records),
                                "correct the records, or the types of the schema"});
  }
  if (result_.collisions > 0) {
    const CollisionFinder::Collision& first = result_.first_collisions[0];
    result_.findings.push_back(
        {Severity::kError, "collision",
         fmt::format("{} of {} records have the key of a different one and would overwrite it, as "
                     "line {} does line {}",
                     result_.collisions, result_.records, first.second.line, first.first.line),
         "add a field to the key in which they differ"});
  }
  if (result_.duplicates > 0) {
    result_.findings.push_back(
        {Severity::kNote, "duplicate",
         fmt::format("{} of {} records are identical to an earlier one", result_.duplicates,
                     result_.records),
         random_salt_ ? "a random salt makes two rows of them; hash(...) would make one"
                      : "nothing: they are one row"});
  }
}

void SampleCheck::ReportFlow() {
  result_.ascending = flow_.ascending();
  result_.descending = flow_.descending();
  const uint64_t keys = flow_.keys();
  result_.heat = flow_.TakeHeat(schema_, result_.options.regions);
  if (keys < kEnoughKeys) return;
  const bool ascending = result_.ascending > KeyFlow::kMonotonic;
  if (ascending || result_.descending > KeyFlow::kMonotonic) {
    result_.findings.push_back(
        {Severity::kWarning, "monotonic",
         fmt::format("{:.0f} % of the keys are {}: the {} region takes their writes",
                     100 * std::max(result_.ascending, result_.descending),
                     ascending ? "ascending" : "descending", ascending ? "last" : "first"),
         "put salt(n) before the keys, or hash(...), mod(...) or reverse(...) of a field that "
         "queries "
         "give"});
  }
  const RegionHeat& heat = result_.heat;
  const auto regions = static_cast<double>(heat.regions);
  if (heat.regions > 1 && heat.hottest_at_a_time * regions > RegionHeat::kHot) {
    result_.findings.push_back(
        {Severity::kWarning, "hot_region",
         fmt::format("at any time, one of {} regions gets {:.0f} % of the writes on average; its "
                     "share would be {:.0f} %",
                     heat.regions, 100 * heat.hottest_at_a_time, 100 / regions),
         "begin the key with salt(n), or with hash(...) of a field with many values"});
  }
}

void SampleCheck::ReportWidth() {
  const auto rows = static_cast<double>(result_.options.rows);
  if (result_.mean_width > kAdvisedWidth) {
    result_.findings.push_back(
        {Severity::kNote, "width",
         fmt::format("keys have {:.1f} bytes on average, {} for {} rows; with 16 it would be {}",
                     result_.mean_width, PrintSize(result_.mean_width * rows), result_.options.rows,
                     PrintSize(kAdvisedWidth * rows)),
         "write numbers in binary, names as id(...) or a short hash; every cell has its key"});
  }
  if (result_.min_width == result_.max_width && result_.max_width % 8 != 0) {
    result_.findings.push_back(
        {Severity::kNote, "alignment",
         fmt::format("keys have {} bytes, not a multiple of 8", result_.max_width),
         "add or drop a few bytes, if that costs nothing else"});
  }
  if (result_.min_width != result_.max_width) {
    result_.findings.push_back(
        {Severity::kNote, "varying_width",
         fmt::format("keys have {} to {} bytes", result_.min_width, result_.max_width),
         "fields of a fixed width make keys easier to split and to read, where values allow it"});
  }
}

}  // namespace basalt::design
