#include "keys/value_set.h"

#include <algorithm>

#include <fmt/format.h>

#include "basalt/query.h"
#include "keys/time_values.h"

namespace basalt::keys {
namespace {

constexpr size_t kMaxAlternatives = 1024;

using Op = KeyCondition::Op;

Bytes After(BytesView bytes) { return Bytes(bytes) + '\0'; }

// The numbers whose decimal digits begin with `prefix`.
Result<ValueSet> DigitsPrefix(const FieldType& type, BytesView prefix) {
  if (prefix.size() > type.width || prefix.find_first_not_of("0123456789") != BytesView::npos) {
    return Status(StatusCode::kInvalidArgument,
                  fmt::format("'{}' does not begin a value of type {}", prefix, type.ToString()));
  }
  Bytes low(prefix);
  Bytes high(prefix);
  low.resize(type.width, '0');
  high.resize(type.width, '9');
  BASALT_ASSIGN_OR_RETURN(const uint64_t from, type.ReadOrdinal(low));
  BASALT_ASSIGN_OR_RETURN(const uint64_t to, type.ReadOrdinal(high));
  return ValueSet{{{from, to}}, {}};
}

Result<ValueSet> OrdinalSet(const FieldType& type, const KeyCondition& condition) {
  if (condition.op == Op::kPrefix) {
    const auto* prefix = std::get_if<Bytes>(&condition.values[0]);
    if (type.kind != TypeKind::kDigits || prefix == nullptr) {
      return Status(StatusCode::kInvalidArgument,
                    fmt::format("values of type {} have no prefix; give a range", type.ToString()));
    }
    return DigitsPrefix(type, *prefix);
  }
  const uint64_t max = type.max_ordinal();
  std::vector<uint64_t> values;
  for (const KeyValue& value : condition.values) {
    BASALT_ASSIGN_OR_RETURN(const uint64_t ordinal, type.OrdinalOf(value));
    values.push_back(ordinal);
  }
  const uint64_t first = values[0];
  ValueSet set;
  const auto add = [&](uint64_t low, uint64_t high) {
    if (low <= high) set.ordinals.push_back({low, high});
  };
  switch (condition.op) {
    case Op::kEqual: add(first, first); break;
    case Op::kNotEqual:
      if (first > 0) add(0, first - 1);
      if (first < max) add(first + 1, max);
      break;
    case Op::kLess:
      if (first > 0) add(0, first - 1);
      break;
    case Op::kLessOrEqual: add(0, first); break;
    case Op::kGreater:
      if (first < max) add(first + 1, max);
      break;
    case Op::kGreaterOrEqual: add(first, max); break;
    case Op::kBetween: add(first, values[1]); break;
    default:
      std::sort(values.begin(), values.end());
      values.erase(std::unique(values.begin(), values.end()), values.end());
      for (const uint64_t value : values) add(value, value);
      break;
  }
  return set;
}

Result<ValueSet> BytesSet(const FieldType& type, const KeyCondition& condition) {
  std::vector<Bytes> values;
  for (const KeyValue& value : condition.values) {
    Bytes scratch;
    if (condition.op == Op::kPrefix && std::holds_alternative<Bytes>(value)) {
      if (type.kind == TypeKind::kUuid) {
        return Status(StatusCode::kInvalidArgument, "uuids have no prefix; give a range");
      }
      values.push_back(std::get<Bytes>(value));
      if (type.kind == TypeKind::kHex) LowerHex(values.back());
      continue;
    }
    BASALT_ASSIGN_OR_RETURN(const BytesView bytes, type.BytesOf(value, scratch));
    values.emplace_back(bytes);
  }
  const Bytes& first = values[0];
  ValueSet set;
  switch (condition.op) {
    case Op::kEqual: set.bytes.push_back({first, After(first)}); break;
    case Op::kNotEqual:
      if (!first.empty()) set.bytes.push_back({"", first});
      set.bytes.push_back({After(first), std::nullopt});
      break;
    case Op::kLess:
      if (!first.empty()) set.bytes.push_back({"", first});
      break;
    case Op::kLessOrEqual: set.bytes.push_back({"", After(first)}); break;
    case Op::kGreater: set.bytes.push_back({After(first), std::nullopt}); break;
    case Op::kGreaterOrEqual: set.bytes.push_back({first, std::nullopt}); break;
    case Op::kBetween:
      if (first <= values[1]) set.bytes.push_back({first, After(values[1])});
      break;
    case Op::kPrefix: {
      const Bytes stop = PrefixStop(first);
      set.bytes.push_back({first, stop.empty() ? std::nullopt : std::optional(stop)});
      break;
    }
    default:
      std::sort(values.begin(), values.end());
      values.erase(std::unique(values.begin(), values.end()), values.end());
      for (const Bytes& value : values) set.bytes.push_back({value, After(value)});
      break;
  }
  return set;
}

Result<std::vector<Conjunct>> And(const std::vector<Conjunct>& a, const std::vector<Conjunct>& b) {
  if (a.size() * b.size() > kMaxAlternatives) {
    return Status(StatusCode::kInvalidArgument,
                  fmt::format("the condition has more than {} alternatives", kMaxAlternatives));
  }
  std::vector<Conjunct> all;
  for (const Conjunct& left : a) {
    for (const Conjunct& right : b) {
      Conjunct both = left;
      bool possible = true;
      for (const auto& [field, set] : right.sets) {
        const auto [found, fresh] = both.sets.emplace(field, set);
        if (!fresh) found->second = Intersect(found->second, set);
        possible = possible && !found->second.empty();
      }
      if (possible) all.push_back(std::move(both));
    }
  }
  return all;
}

}  // namespace

ValueSet Intersect(const ValueSet& a, const ValueSet& b) {
  ValueSet both;
  for (const OrdinalInterval& x : a.ordinals) {
    for (const OrdinalInterval& y : b.ordinals) {
      const OrdinalInterval common{std::max(x.low, y.low), std::min(x.high, y.high)};
      if (common.low <= common.high) both.ordinals.push_back(common);
    }
  }
  for (const BytesInterval& x : a.bytes) {
    for (const BytesInterval& y : b.bytes) {
      BytesInterval common{std::max(x.low, y.low), x.high};
      if (!common.high || (y.high && *y.high < *common.high)) common.high = y.high;
      if (!common.high || common.low < *common.high) both.bytes.push_back(std::move(common));
    }
  }
  return both;
}

bool Contains(const FieldType& type, const ValueSet& set, const KeyValue& value) {
  if (type.ordinal()) {
    const auto ordinal = type.OrdinalOf(value);
    return ordinal.ok() && std::any_of(set.ordinals.begin(), set.ordinals.end(),
                                       [&](const OrdinalInterval& interval) {
                                         return interval.low <= *ordinal &&
                                                *ordinal <= interval.high;
                                       });
  }
  Bytes scratch;
  const auto bytes = type.BytesOf(value, scratch);
  return bytes.ok() &&
         std::any_of(set.bytes.begin(), set.bytes.end(), [&](const BytesInterval& interval) {
           return interval.low <= *bytes && (!interval.high || *bytes < *interval.high);
         });
}

std::optional<std::vector<KeyValue>> ValuesOf(const FieldType& type, const ValueSet& set,
                                              uint64_t most, bool single) {
  std::vector<KeyValue> values;
  for (const OrdinalInterval& interval : set.ordinals) {
    // A year has 10,000 numbers of the form yyyyMMdd, and 365 days.
    const bool date = type.kind == TypeKind::kDate;
    if ((interval.high - interval.low) / (date ? 30 : 1) >= most) return std::nullopt;
    if (single && interval.low != interval.high) return std::nullopt;
    for (uint64_t ordinal = interval.low; ordinal <= interval.high;) {
      if (!date || IsDate(static_cast<uint32_t>(ordinal))) {
        if (values.size() == most) return std::nullopt;
        values.push_back(type.FromOrdinal(ordinal));
      }
      if (ordinal == interval.high) break;
      ordinal = type.NextOrdinal(ordinal);
    }
  }
  for (const BytesInterval& interval : set.bytes) {
    if (!interval.IsPoint() || values.size() == most) return std::nullopt;
    values.push_back(type.FromBytes(interval.low));
  }
  return values;
}

void AppendBounds(const Part& part, const OrdinalInterval& interval, Bytes& first, Bytes& last) {
  const uint64_t max = part.type.max_ordinal();
  part.type.AppendOrdinal(part.descending ? max - interval.high : interval.low, first);
  part.type.AppendOrdinal(part.descending ? max - interval.low : interval.high, last);
}

Result<std::vector<Conjunct>> Alternatives(const Layout& layout, const KeyCondition& condition) {
  if (condition.op == Op::kAnd) {
    std::vector<Conjunct> all = {Conjunct{}};
    for (const KeyCondition& child : condition.children) {
      BASALT_ASSIGN_OR_RETURN(const auto others, Alternatives(layout, child));
      BASALT_ASSIGN_OR_RETURN(all, And(all, others));
    }
    return all;
  }
  if (condition.op == Op::kOr) {
    std::vector<Conjunct> all;
    for (const KeyCondition& child : condition.children) {
      BASALT_ASSIGN_OR_RETURN(auto others, Alternatives(layout, child));
      all.insert(all.end(), others.begin(), others.end());
    }
    if (all.size() > kMaxAlternatives) {
      return Status(StatusCode::kInvalidArgument,
                    fmt::format("the condition has more than {} alternatives", kMaxAlternatives));
    }
    return all;
  }
  const size_t needed = condition.op == Op::kBetween ? 2 : 1;
  if (condition.field >= layout.fields.size() || condition.values.size() < needed) {
    return Status(StatusCode::kInvalidArgument, "a condition without its field or value");
  }
  const LayoutField& field = layout.fields[condition.field];
  auto set =
      field.type.ordinal() ? OrdinalSet(field.type, condition) : BytesSet(field.type, condition);
  if (!set.ok()) return set.status().WithContext("field " + field.name);
  std::vector<Conjunct> all;
  if (!set->empty()) {
    all.emplace_back();
    all.back().sets.emplace(condition.field, std::move(*set));
  }
  return all;
}

}  // namespace basalt::keys
