#include "filter/filter_arguments.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "filter/comparator.h"

namespace basalt::filter {
namespace {

using Arguments = std::vector<FilterArgument>;

Result<Bytes> Quoted(const FilterArgument& argument) {
  const std::string& text = argument.text;
  if (text.size() < 2 || text.front() != '\'' || text.back() != '\'') {
    return LanguageError("removeQuotesFromByteArray needs a quoted byte array", argument.position);
  }
  return text.substr(1, text.size() - 2);
}

Result<int64_t> Long(const FilterArgument& argument) {
  std::string_view digits = argument.text;
  const bool negative = digits.starts_with('-');
  if (negative) digits.remove_prefix(1);
  int64_t value = 0;
  for (const char c : digits) {
    if (c < '0' || c > '9') {
      return LanguageError("Byte Array should only contain digits", argument.position);
    }
    if (value > (std::numeric_limits<int64_t>::max() - (c - '0')) / 10) {
      return LanguageError("Long Argument too large", argument.position);
    }
    value = value * 10 + (c - '0');
  }
  return negative ? -value : value;
}

Result<int32_t> Int(const FilterArgument& argument) {
  BASALT_ASSIGN_OR_RETURN(const int64_t value, Long(argument));
  if (value > std::numeric_limits<int32_t>::max()) {
    return LanguageError("Integer Argument too large", argument.position);
  }
  if (value < std::numeric_limits<int32_t>::min()) {
    return LanguageError("Integer Argument too small", argument.position);
  }
  return static_cast<int32_t>(value);
}

Result<bool> Bool(const FilterArgument& argument) {
  std::string lower = argument.text;
  for (char& c : lower) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + ('a' - 'A'));
  }
  if (lower == "true") return true;
  if (lower == "false") return false;
  return LanguageError("Incorrect Boolean Expression", argument.position);
}

Result<CompareOperator> Operator(const FilterArgument& argument) {
  static constexpr std::pair<std::string_view, CompareOperator> kOperators[] = {
      {"<", CompareOperator::kLess},    {"<=", CompareOperator::kLessOrEqual},
      {">", CompareOperator::kGreater}, {">=", CompareOperator::kGreaterOrEqual},
      {"=", CompareOperator::kEqual},   {"!=", CompareOperator::kNotEqual},
  };
  for (const auto& [text, op] : kOperators) {
    if (argument.text == text) return op;
  }
  return LanguageError("Invalid compare operator", argument.position);
}

// 'type:value'.
Result<ComparatorPtr> ParseComparator(const FilterArgument& argument) {
  BASALT_ASSIGN_OR_RETURN(const Bytes text, Quoted(argument));
  const size_t colon = text.find(':');
  if (colon == Bytes::npos) return LanguageError("Incorrect comparator", argument.position);
  const std::string_view type = std::string_view(text).substr(0, colon);
  Bytes value = text.substr(colon + 1);
  ComparatorSpec spec;
  if (type == "binary") {
    spec = BinarySpec{std::move(value)};
  } else if (type == "binaryprefix") {
    spec = BinaryPrefixSpec{std::move(value)};
  } else if (type == "regexstring") {
    spec = RegexSpec{std::move(value)};
  } else if (type == "regexstringnocase") {
    spec = RegexSpec{std::move(value), regex_flags::kCaseInsensitive | regex_flags::kDotAll};
  } else if (type == "substring") {
    spec = SubstringSpec{std::move(value)};
  } else {
    return LanguageError("Incorrect comparatorType", argument.position);
  }
  auto made = MakeComparator(std::move(spec));
  if (!made.ok()) return LanguageError(made.status().message(), argument.position);
  return ComparatorPtr(std::move(made).value());
}

struct Comparison {
  CompareOperator op;
  ComparatorPtr comparator;
};
// `any_operator`: no check of the operator, as DependentColumnFilter has none.
Result<Comparison> ParseComparison(const FilterArgument& op, const FilterArgument& comparator,
                                   bool any_operator = false) {
  Comparison comparison{};
  BASALT_ASSIGN_OR_RETURN(comparison.op, Operator(op));
  BASALT_ASSIGN_OR_RETURN(comparison.comparator, ParseComparator(comparator));
  const ComparatorSpec spec = comparison.comparator->Describe();
  const bool finds =
      std::holds_alternative<RegexSpec>(spec) || std::holds_alternative<SubstringSpec>(spec);
  if (finds && !any_operator && comparison.op != CompareOperator::kEqual &&
      comparison.op != CompareOperator::kNotEqual) {
    return LanguageError(
        "A regexstring comparator and substring comparator can only be used with EQUAL and "
        "NOT_EQUAL",
        op.position);
  }
  return comparison;
}

// One per filter; the number of arguments has been checked.
Result<FilterSpec> KeyOnly(const Arguments& arguments) {
  KeyOnlySpec spec;
  if (!arguments.empty()) {
    BASALT_ASSIGN_OR_RETURN(spec.length_as_value, Bool(arguments[0]));
  }
  return FilterSpec(spec);
}
Result<FilterSpec> FirstKeyOnly(const Arguments& /*arguments*/) {
  return FilterSpec(FirstKeyOnlySpec{});
}
Result<FilterSpec> Prefix(const Arguments& arguments) {
  BASALT_ASSIGN_OR_RETURN(Bytes prefix, Quoted(arguments[0]));
  return FilterSpec(PrefixSpec{std::move(prefix)});
}
Result<FilterSpec> ColumnPrefix(const Arguments& arguments) {
  BASALT_ASSIGN_OR_RETURN(Bytes prefix, Quoted(arguments[0]));
  return FilterSpec(ColumnPrefixSpec{std::move(prefix)});
}
Result<FilterSpec> MultipleColumnPrefix(const Arguments& arguments) {
  MultipleColumnPrefixSpec spec;
  for (const FilterArgument& argument : arguments) {
    BASALT_ASSIGN_OR_RETURN(Bytes prefix, Quoted(argument));
    spec.prefixes.push_back(std::move(prefix));
  }
  return FilterSpec(std::move(spec));
}
Result<FilterSpec> ColumnCountGet(const Arguments& arguments) {
  BASALT_ASSIGN_OR_RETURN(const int32_t limit, Int(arguments[0]));
  return FilterSpec(ColumnCountGetSpec{limit});
}
Result<FilterSpec> Page(const Arguments& arguments) {
  BASALT_ASSIGN_OR_RETURN(const int64_t rows, Long(arguments[0]));
  return FilterSpec(PageSpec{rows});
}
Result<FilterSpec> ColumnPagination(const Arguments& arguments) {
  BASALT_ASSIGN_OR_RETURN(const int32_t limit, Int(arguments[0]));
  BASALT_ASSIGN_OR_RETURN(const int32_t offset, Int(arguments[1]));
  return FilterSpec(ColumnPaginationSpec{limit, offset, std::nullopt});
}
Result<FilterSpec> InclusiveStop(const Arguments& arguments) {
  BASALT_ASSIGN_OR_RETURN(Bytes stop_row, Quoted(arguments[0]));
  return FilterSpec(InclusiveStopSpec{std::move(stop_row)});
}
Result<FilterSpec> Timestamps(const Arguments& arguments) {
  TimestampsSpec spec;
  for (const FilterArgument& argument : arguments) {
    BASALT_ASSIGN_OR_RETURN(const int64_t timestamp, Long(argument));
    spec.timestamps.push_back(timestamp);
  }
  return FilterSpec(std::move(spec));
}
template <CompareSpec::Part part>
Result<FilterSpec> Compare(const Arguments& arguments) {
  BASALT_ASSIGN_OR_RETURN(Comparison comparison, ParseComparison(arguments[0], arguments[1]));
  return FilterSpec(CompareSpec{part, comparison.op, std::move(comparison.comparator)});
}
Result<FilterSpec> ColumnRange(const Arguments& arguments) {
  ColumnRangeSpec spec;
  BASALT_ASSIGN_OR_RETURN(Bytes min, Quoted(arguments[0]));
  BASALT_ASSIGN_OR_RETURN(spec.include_min, Bool(arguments[1]));
  BASALT_ASSIGN_OR_RETURN(Bytes max, Quoted(arguments[2]));
  BASALT_ASSIGN_OR_RETURN(spec.include_max, Bool(arguments[3]));
  if (!min.empty()) spec.min = std::move(min);
  if (!max.empty()) spec.max = std::move(max);
  return FilterSpec(std::move(spec));
}
template <bool exclude>
Result<FilterSpec> SingleColumnValue(const Arguments& arguments) {
  SingleColumnValueSpec spec;
  spec.exclude = exclude;
  BASALT_ASSIGN_OR_RETURN(spec.condition.family, Quoted(arguments[0]));
  BASALT_ASSIGN_OR_RETURN(spec.condition.qualifier, Quoted(arguments[1]));
  BASALT_ASSIGN_OR_RETURN(Comparison comparison, ParseComparison(arguments[2], arguments[3]));
  spec.condition.op = comparison.op;
  spec.condition.comparator = std::move(comparison.comparator);
  if (arguments.size() == 6) {
    BASALT_ASSIGN_OR_RETURN(spec.condition.filter_if_missing, Bool(arguments[4]));
    BASALT_ASSIGN_OR_RETURN(spec.condition.latest_version_only, Bool(arguments[5]));
  }
  return FilterSpec(std::move(spec));
}
Result<FilterSpec> ColumnValue(const Arguments& arguments) {
  ColumnValueSpec spec;
  BASALT_ASSIGN_OR_RETURN(spec.family, Quoted(arguments[0]));
  BASALT_ASSIGN_OR_RETURN(spec.qualifier, Quoted(arguments[1]));
  BASALT_ASSIGN_OR_RETURN(Comparison comparison, ParseComparison(arguments[2], arguments[3]));
  spec.op = comparison.op;
  spec.comparator = std::move(comparison.comparator);
  return FilterSpec(std::move(spec));
}
Result<FilterSpec> DependentColumn(const Arguments& arguments) {
  DependentColumnSpec spec;
  BASALT_ASSIGN_OR_RETURN(spec.family, Quoted(arguments[0]));
  BASALT_ASSIGN_OR_RETURN(spec.qualifier, Quoted(arguments[1]));
  if (arguments.size() > 2) {
    BASALT_ASSIGN_OR_RETURN(spec.drop, Bool(arguments[2]));
  }
  if (arguments.size() > 3) {
    BASALT_ASSIGN_OR_RETURN(Comparison comparison,
                            ParseComparison(arguments[3], arguments[4], /*any_operator=*/true));
    spec.op = comparison.op;
    spec.comparator = std::move(comparison.comparator);
  }
  return FilterSpec(std::move(spec));
}

using Part = CompareSpec::Part;
constexpr uint32_t kAnyNumber = ~0U;
constexpr uint32_t Count(int n) { return 1U << n; }

struct LanguageFilter {
  std::string_view name;
  // A bit mask of the allowed numbers of arguments, and HBase's message for others.
  uint32_t counts;
  std::string_view expected;
  Result<FilterSpec> (*make)(const Arguments&);
};
constexpr LanguageFilter kFilters[] = {
    {"KeyOnlyFilter", Count(0) | Count(1), "Expected: 0 or 1", KeyOnly},
    {"FirstKeyOnlyFilter", Count(0), "Expected 0", FirstKeyOnly},
    {"PrefixFilter", Count(1), "Expected 1", Prefix},
    {"ColumnPrefixFilter", Count(1), "Expected 1", ColumnPrefix},
    {"MultipleColumnPrefixFilter", kAnyNumber, "", MultipleColumnPrefix},
    {"ColumnCountGetFilter", Count(1), "Expected 1", ColumnCountGet},
    {"PageFilter", Count(1), "Expected 1", Page},
    {"ColumnPaginationFilter", Count(2), "Expected 2", ColumnPagination},
    {"InclusiveStopFilter", Count(1), "Expected 1", InclusiveStop},
    {"TimestampsFilter", kAnyNumber, "", Timestamps},
    {"RowFilter", Count(2), "Expected 2", Compare<Part::kRow>},
    {"FamilyFilter", Count(2), "Expected 2", Compare<Part::kFamily>},
    {"QualifierFilter", Count(2), "Expected 2", Compare<Part::kQualifier>},
    {"ValueFilter", Count(2), "Expected 2", Compare<Part::kValue>},
    {"ColumnRangeFilter", Count(4), "Expected 4", ColumnRange},
    {"SingleColumnValueFilter", Count(4) | Count(6), "Expected 4 or 6", SingleColumnValue<false>},
    {"SingleColumnValueExcludeFilter", Count(4) | Count(6), "Expected 4 or 6",
     SingleColumnValue<true>},
    {"DependentColumnFilter", Count(2) | Count(3) | Count(5), "Expected 2, 3 or 5",
     DependentColumn},
    {"ColumnValueFilter", Count(4), "Expected 4", ColumnValue},
};

}  // namespace

Status LanguageError(std::string_view what, size_t position) {
  return {StatusCode::kInvalidArgument, fmt::format("{}\n\nat position {}", what, position)};
}

Status ExpressionError(std::string_view expression, const Status& cause) {
  std::string detail = cause.message();
  if (const size_t gap = detail.rfind("\n\n"); gap != std::string::npos) {
    detail.replace(gap, 2, " ");
  }
  return {StatusCode::kInvalidArgument,
          fmt::format("Incorrect filter string {}\n\n{}", expression, detail)};
}

bool IsLanguageFilter(std::string_view name) {
  return std::ranges::find(kFilters, name, &LanguageFilter::name) != std::end(kFilters);
}

Result<FilterSpec> SpecFromArguments(std::string_view name, size_t position,
                                     const std::vector<FilterArgument>& arguments) {
  const LanguageFilter& known = *std::ranges::find(kFilters, name, &LanguageFilter::name);
  const bool fits = known.counts == kAnyNumber ||
                    (arguments.size() < 32 && (known.counts >> arguments.size() & 1) != 0);
  if (!fits) {
    return LanguageError(fmt::format("{} but got: {}", known.expected, arguments.size()), position);
  }
  return known.make(arguments);
}

}  // namespace basalt::filter
