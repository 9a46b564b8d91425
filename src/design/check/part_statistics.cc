#include "design/check/part_statistics.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

#include "keys/layout.h"
#include "keys/leading_part.h"

namespace basalt::design {
namespace {

using keys::Ending;
using keys::Layout;
using keys::Part;
using keys::PartKind;
using keys::TypeKind;

bool IsHex(char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); }

bool IsUuid(BytesView text) {
  if (text.size() != 36) return false;
  for (size_t i = 0; i < text.size(); ++i) {
    const bool dash = i == 8 || i == 13 || i == 18 || i == 23;
    if (dash ? text[i] != '-' : !IsHex(text[i])) return false;
  }
  return true;
}

// A decimal number that eight bytes can represent without loss.
bool IsPlainNumber(BytesView text) {
  if (text.empty() || (text.size() > 1 && text[0] == '0')) return false;
  uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size();
}

// "saves 1.1 GB in 10000000 rows".
std::string Saves(double bytes, uint64_t rows) {
  return fmt::format("{:.3g} bytes less in each key, {} in {} rows", bytes,
                     PrintSize(bytes * static_cast<double>(rows)), rows);
}

}  // namespace

std::string PrintSize(double bytes) {
  constexpr const char* kUnits[] = {"bytes", "kB", "MB", "GB", "TB", "PB"};
  size_t unit = 0;
  while (bytes >= 999.5 && unit + 1 < std::size(kUnits)) {
    bytes /= 1000;
    ++unit;
  }
  return fmt::format("{:.3g} {}", bytes, kUnits[unit]);
}

PartStatistics::PartStatistics(const KeySchema& schema) : schema_(schema) {
  const Layout& layout = keys::LayoutOf(schema_);
  for (size_t i = 0; i < layout.parts.size(); ++i) {
    const Part& part = layout.parts[i];
    if (part.kind == PartKind::kMod) {
      buckets_.emplace_back();
      buckets_.back().part = i;
      buckets_.back().counts.resize(part.count);
    } else if (part.kind == PartKind::kField && part.type.kind == TypeKind::kText) {
      texts_.emplace_back();
      texts_.back().part = i;
    }
  }
}

void PartStatistics::Add(const KeyRecord& record) {
  const Layout& layout = keys::LayoutOf(schema_);
  for (Buckets& buckets : buckets_) {
    const size_t field = layout.parts[buckets.part].fields[0];
    const auto ordinal = layout.fields[field].type.OrdinalOf(record[field]);
    if (!ordinal.ok()) continue;
    if (buckets.values++ == 0) buckets.first = *ordinal;
    const uint64_t distance =
        *ordinal > buckets.first ? *ordinal - buckets.first : buckets.first - *ordinal;
    buckets.common = std::gcd(buckets.common, distance);
    ++buckets.counts[*ordinal % buckets.counts.size()];
  }
  for (Texts& texts : texts_) {
    const Part& part = layout.parts[texts.part];
    const auto* value = std::get_if<Bytes>(&record[part.fields[0]]);
    if (value == nullptr) continue;
    ++texts.values;
    texts.bytes += value->size();
    texts.all_decimal = texts.all_decimal && IsPlainNumber(*value);
    texts.all_hex = texts.all_hex && value->size() % 2 == 0 && value->size() >= 8 &&
                    std::all_of(value->begin(), value->end(), IsHex);
    texts.all_uuid = texts.all_uuid && IsUuid(*value);
    if (part.ending != Ending::kSeparator) continue;
    if (value->find(part.separator) != Bytes::npos) {
      if (texts.with_separator++ == 0) texts.example = *value;
    } else if (std::any_of(value->begin(), value->end(), [&](char c) {
                 return static_cast<unsigned char>(c) <
                        static_cast<unsigned char>(part.separator[0]);
               })) {
      ++texts.below_separator;
    }
  }
}

void PartStatistics::Report(uint64_t rows, std::vector<Finding>& findings) const {
  ReportLeadingTime(findings);
  for (const Buckets& buckets : buckets_) ReportBuckets(buckets, findings);
  for (const Texts& texts : texts_) {
    ReportSeparator(texts, findings);
    ReportPattern(texts, rows, findings);
  }
  ReportDecimalParts(rows, findings);
}

void PartStatistics::ReportLeadingTime(std::vector<Finding>& findings) const {
  if (!keys::LeadsWithTime(keys::LayoutOf(schema_))) return;
  const Part* first = keys::LeadingPart(keys::LayoutOf(schema_));
  const bool window = first->kind == PartKind::kWindow;
  findings.push_back(
      {Severity::kWarning, "leading_time",
       fmt::format("the key begins with {}: {} are adjacent, and one region takes all writes",
                   first->text, window ? "all rows of a window" : "rows of the same time"),
       "put salt(n) before it, or a field that queries give, or hash(...) of one"});
}

void PartStatistics::ReportBuckets(const Buckets& buckets, std::vector<Finding>& findings) const {
  const Part& part = keys::LayoutOf(schema_).parts[buckets.part];
  const auto count = static_cast<double>(buckets.counts.size());
  const auto values = static_cast<double>(buckets.values);
  const auto used = buckets.counts.size() - static_cast<size_t>(std::count(
                                                buckets.counts.begin(), buckets.counts.end(), 0U));
  // The expected number of used buckets for random values.
  const double expected = count * (1 - std::pow(1 - 1 / count, values));
  if (buckets.values < 10 || static_cast<double>(used) > expected / 2) return;
  std::string why;
  const uint64_t shared = std::gcd(buckets.common, uint64_t{buckets.counts.size()});
  const bool regular = buckets.common != 0 && shared > 1;
  if (regular) {
    why = fmt::format(": the values are {} apart, or multiples of it", buckets.common);
  } else if (buckets.common == 0) {
    why = ": the values are all the same";
  }
  uint64_t better = buckets.counts.size();
  while (better > 2 && std::gcd(better, buckets.common) != 1) --better;
  const auto& name = keys::LayoutOf(schema_).fields[part.fields[0]].name;
  findings.push_back(
      {Severity::kWarning, "weak_buckets",
       fmt::format("{} uses {} of its {} buckets{}", part.text, used, buckets.counts.size(), why),
       regular && better > 2
           ? fmt::format("take {} buckets, which has no divisor in common with {}; or hash({}, 1)",
                         better, buckets.common, name)
           : fmt::format("spread by another field, or by salt({})", buckets.counts.size())});
}

void PartStatistics::ReportSeparator(const Texts& texts, std::vector<Finding>& findings) const {
  const Part& part = keys::LayoutOf(schema_).parts[texts.part];
  if (part.ending != Ending::kSeparator) return;
  const std::string separator = ToStringBinary(part.separator);
  if (texts.with_separator > 0) {
    findings.push_back(
        {Severity::kError, "separator",
         fmt::format(
             "{} of the values of {} contain the separator '{}', as '{}' does: such keys could "
             "be read in two ways, and are refused",
             texts.with_separator, part.text, separator, ToStringBinary(texts.example)),
         fmt::format("leave '{}' out after {}: it ends itself then, whatever it contains",
                     separator, part.text)});
  }
  if (texts.below_separator > 0) {
    findings.push_back(
        {Severity::kNote, "order",
         fmt::format(
             "{} of the values of {} have bytes below the separator '{}': a longer one sorts "
             "before its own beginning, not after it",
             texts.below_separator, part.text, separator),
         fmt::format("leave '{}' out if the order of {} matters", separator, part.text)});
  }
}

void PartStatistics::ReportPattern(const Texts& texts, uint64_t rows,
                                   std::vector<Finding>& findings) const {
  if (texts.values == 0) return;
  const Part& part = keys::LayoutOf(schema_).parts[texts.part];
  const std::string& name = keys::LayoutOf(schema_).fields[part.fields[0]].name;
  const double length = part.type.variable()
                            ? static_cast<double>(texts.bytes) / static_cast<double>(texts.values)
                            : static_cast<double>(part.type.width);
  std::string type;
  double width = 0;
  std::string what;
  if (texts.all_uuid) {
    type = "uuid", width = 16, what = "uuids";
  } else if (texts.all_decimal) {
    type = "u64", width = 8, what = "decimal numbers";
  } else if (texts.all_hex) {
    type = part.type.variable() ? "bytes" : fmt::format("bytes({})", part.type.width / 2);
    width = length / 2, what = "hexadecimal digits";
  }
  if (type.empty() || width >= length) return;
  findings.push_back({Severity::kNote, "text_pattern",
                      fmt::format("the values of {} are all {}", part.text, what),
                      fmt::format("{}:{} takes {}", name, type, Saves(length - width, rows))});
}

void PartStatistics::ReportDecimalParts(uint64_t rows, std::vector<Finding>& findings) const {
  const Layout& layout = keys::LayoutOf(schema_);
  for (const Part& part : layout.parts) {
    std::string type;
    size_t width = 0;
    const bool field = part.kind == PartKind::kField && part.type.ordinal() && part.type.decimal;
    // Reversed digits are in the key for their order.
    if (part.reversed) continue;
    if (field && part.type.is_time() && part.type.kind != TypeKind::kDate) {
      width = part.type.kind == TypeKind::kMillis ? 8 : 4;
      type = part.type.kind == TypeKind::kMillis ? "millis" : "seconds";
    } else if (field && part.type.kind == TypeKind::kDigits) {
      width = keys::NumberWidth(part.type.max_ordinal(), false);
      type = fmt::format("u{}", 8 * width);
    } else if (part.kind == PartKind::kHash && part.hash_hex) {
      width = part.hash_width;
      type = "the hash without hex";
    } else if (part.kind == PartKind::kField && part.type.kind == TypeKind::kHex &&
               !part.type.variable() && part.type.width % 2 == 0) {
      width = part.type.width / 2;
      type = fmt::format("bytes({})", width);
    }
    if (type.empty() || width >= part.width()) continue;
    findings.push_back({Severity::kNote, "text_pattern",
                        fmt::format("{} is {} characters of text", part.text, part.width()),
                        fmt::format("{} takes {}; keys print readably from their schema", type,
                                    Saves(static_cast<double>(part.width() - width), rows))});
  }
}

}  // namespace basalt::design
