#include "design/queries/workload_query.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "keys/layout.h"
#include "keys/query_parser.h"
#include "keys/time_values.h"
#include "keys/value_set.h"

namespace basalt::design {
namespace {

using Op = KeyCondition::Op;
using keys::FieldType;
using keys::TypeKind;

// Values far apart: a period between the first two is a year, or half of the type's range, so that
// no plan enumerates it.
KeyValue TypicalOrdinal(const FieldType& type, size_t n) {
  constexpr uint64_t kSecondsOf2024 = 1'704'067'200;
  constexpr uint64_t kSecondsOfYear = uint64_t{366} * 86'400;
  const uint64_t max = type.max_ordinal();
  switch (type.kind) {
    case TypeKind::kBool:
    case TypeKind::kEnum: return type.FromOrdinal(n % (max + 1));
    case TypeKind::kMillis:
      return type.FromOrdinal(std::min(max, (kSecondsOf2024 + n * kSecondsOfYear) * 1000));
    case TypeKind::kSeconds:
      return type.FromOrdinal(std::min(max, kSecondsOf2024 + n * kSecondsOfYear));
    case TypeKind::kDate: return type.FromOrdinal(20'240'101 + n % 1000 * 10'000);
    default: break;
  }
  if (n < 2) return type.FromOrdinal(max / 4 + n * (max / 2));
  return type.FromOrdinal(max / 2 + n % (max / 4 + 1));
}

KeyValue TypicalBytes(const FieldType& type, size_t n) {
  if (type.kind == TypeKind::kHex || type.kind == TypeKind::kUuid) {
    const char digit = n == 0 ? '4' : n == 1 ? 'b' : '8';
    std::string tail = n < 2 ? "" : fmt::format("{:04x}", n % 65536);
    const size_t width = type.kind == TypeKind::kUuid ? 32 : type.variable() ? 4 : type.width;
    if (tail.size() > width) tail.resize(width);
    Bytes digits(width - tail.size(), digit);
    digits += tail;
    if (type.kind == TypeKind::kUuid) {
      for (const size_t dash : {8, 13, 18, 23}) digits.insert(dash, 1, '-');
    }
    return digits;
  }
  Bytes text = n == 0 ? "g" : n == 1 ? "t" : fmt::format("m{}", n);
  if (!type.variable()) text.resize(type.width, 'x');
  return text;
}

KeyValue TypicalValue(const FieldType& type, size_t n) {
  return type.ordinal() ? TypicalOrdinal(type, n) : TypicalBytes(type, n);
}

bool Below(const FieldType& type, const KeyValue& a, const KeyValue& b) {
  if (type.ordinal()) {
    const auto first = type.OrdinalOf(a);
    const auto second = type.OrdinalOf(b);
    return first.ok() && second.ok() && *first < *second;
  }
  Bytes first_scratch;
  Bytes second_scratch;
  const auto first = type.BytesOf(a, first_scratch);
  const auto second = type.BytesOf(b, second_scratch);
  return first.ok() && second.ok() && *first < *second;
}

bool IsOpen(const KeyCondition& condition) {
  return std::any_of(condition.children.begin(), condition.children.end(), IsOpen) ||
         std::any_of(condition.values.begin(), condition.values.end(), [](const KeyValue& value) {
           return std::holds_alternative<std::monostate>(value);
         });
}

class Filler {
 public:
  Filler(const KeySchema& schema, const ValueSource& source) : schema_(schema), source_(source) {}

  void Fill(KeyCondition& condition) {
    for (KeyCondition& child : condition.children) Fill(child);
    if (condition.op == Op::kAnd) TurnBounds(condition.children);
    const bool open = IsOpen(condition);
    for (KeyValue& value : condition.values) {
      if (!std::holds_alternative<std::monostate>(value)) continue;
      value = source_(condition.field, given_[condition.field]++);
      auto* bytes = std::get_if<Bytes>(&value);
      if (condition.op == Op::kPrefix && bytes != nullptr) bytes->resize((bytes->size() + 1) / 2);
    }
    if (open && condition.op == Op::kBetween &&
        Below(type(condition.field), condition.values[1], condition.values[0])) {
      std::swap(condition.values[0], condition.values[1]);
    }
    if (open && condition.children.empty()) filled_.push_back(&condition);
  }

 private:
  const FieldType& type(size_t field) const { return keys::LayoutOf(schema_).fields[field].type; }

  // Orders the bounds of ts >= ? and ts < ?.
  void TurnBounds(std::vector<KeyCondition>& terms) const {
    const auto filled = [&](const KeyCondition& term) {
      return std::find(filled_.begin(), filled_.end(), &term) != filled_.end();
    };
    for (KeyCondition& low : terms) {
      if ((low.op != Op::kGreater && low.op != Op::kGreaterOrEqual) || !filled(low)) continue;
      for (KeyCondition& high : terms) {
        if ((high.op != Op::kLess && high.op != Op::kLessOrEqual) || !filled(high)) continue;
        if (low.field == high.field && Below(type(low.field), high.values[0], low.values[0])) {
          std::swap(low.values[0], high.values[0]);
        }
      }
    }
  }

  const KeySchema& schema_;
  const ValueSource& source_;
  std::map<size_t, size_t> given_;  // number of values given per field
  std::vector<const KeyCondition*> filled_;
};

// Consumes a leading "50x:".
Result<uint64_t> TakeWeight(std::string_view& text) {
  const auto trim = [&] {
    text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
  };
  trim();
  const size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
  size_t colon = digits + 1;
  while (colon < text.size() && (text[colon] == ' ' || text[colon] == '\t')) ++colon;
  if (digits == 0 || digits >= text.size() || text[digits] != 'x' || colon >= text.size() ||
      text[colon] != ':') {
    return uint64_t{1};
  }
  const auto weight = keys::ParseUnsigned(text.substr(0, digits));
  if (!weight || *weight == 0 || *weight > kMaxQueryWeight) {
    return Status(StatusCode::kInvalidArgument,
                  fmt::format("the weight '{}' is not a number from 1 to {}",
                              text.substr(0, digits), kMaxQueryWeight));
  }
  text.remove_prefix(colon + 1);
  trim();
  return *weight;
}

}  // namespace

KeyQuery WithValues(const KeySchema& schema, const KeyQuery& shape, const ValueSource& source) {
  KeyQuery query = shape;
  Filler(schema, source).Fill(query.where);
  return query;
}

Result<WorkloadQuery> ParseWorkloadQuery(const KeySchema& schema, std::string_view text,
                                         std::string place) {
  WorkloadQuery query;
  query.place = std::move(place);
  auto weight = TakeWeight(text);
  if (!weight.ok()) return weight.status().WithContext(query.place);
  query.weight = *weight;
  query.text = std::string(text.substr(0, text.find_last_not_of(" \t\r\n") + 1));
  auto shape = keys::ParseQueryShape(schema, query.text);
  if (!shape.ok()) return shape.status().WithContext(query.place);
  query.shape = std::move(*shape);
  query.open = IsOpen(query.shape.where);
  query.typical = WithValues(schema, query.shape, [&](size_t field, size_t n) {
    return TypicalValue(keys::LayoutOf(schema).fields[field].type, n);
  });
  // Conditions that the field's type does not have.
  const auto alternatives = keys::Alternatives(keys::LayoutOf(schema), query.typical.where);
  if (!alternatives.ok()) return alternatives.status().WithContext(query.place);
  return query;
}

Status CheckQueryCount(size_t count, std::string_view place) {
  if (count <= kMaxQueries) return {};
  return {StatusCode::kInvalidArgument,
          fmt::format("{}: more than {} queries; give those that weigh most", place, kMaxQueries)};
}

Status ReadWorkloadQueries(const KeySchema& schema, std::istream& in, const std::string& name,
                           std::vector<WorkloadQuery>& queries) {
  size_t number = 0;
  for (std::string line; std::getline(in, line);) {
    ++number;
    if (!line.empty() && line.back() == '\r') line.pop_back();
    const size_t first = line.find_first_not_of(" \t");
    if (first == std::string::npos || line[first] == '#') continue;
    const std::string place = fmt::format("{}, line {}", name, number);
    BASALT_RETURN_IF_ERROR(CheckQueryCount(queries.size() + 1, place));
    BASALT_ASSIGN_OR_RETURN(WorkloadQuery query, ParseWorkloadQuery(schema, line, place));
    queries.push_back(std::move(query));
  }
  return {};
}

}  // namespace basalt::design
