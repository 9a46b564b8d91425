#include "filter/filter_language.h"

#include <iterator>
#include <random>
#include <string>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

#include "filter/comparator.h"
#include "filter/filter_fixture.h"
#include "filter/make.h"

namespace basalt::filter {
namespace {

// The tree as text: lists as "all(..)" and "one(..)", prefixes as themselves, others by their kind.
std::string Tree(const Filter& filter) {
  const FilterSpec spec = *Describe(filter);
  if (const auto* list = std::get_if<ListSpec>(&spec)) {
    std::string text = list->op == ListSpec::Operator::kMustPassAll ? "all(" : "one(";
    for (const FilterPtr& child : list->filters) text += Tree(*child) + " ";
    text.back() = ')';
    return text;
  }
  if (const auto* skip = std::get_if<SkipSpec>(&spec)) return "skip " + Tree(*skip->wrapped);
  if (const auto* until = std::get_if<WhileMatchSpec>(&spec)) {
    return "while " + Tree(*until->wrapped);
  }
  if (const auto* prefix = std::get_if<PrefixSpec>(&spec)) return *prefix->prefix;
  return "kind" + std::to_string(spec.index());
}

std::string Parse(std::string_view text) {
  const auto filter = ParseFilterString(text);
  return filter.ok() ? Tree(**filter) : filter.status().message();
}

template <typename Spec>
Spec ParseAs(std::string_view text) {
  const auto filter = ParseFilterString(text);
  EXPECT_TRUE(filter.ok()) << text << ": " << filter.status().ToString();
  return filter.ok() ? std::get<Spec>(*Describe(**filter)) : Spec();
}

TEST(FilterLanguageTest, OperatorsBindAsInHBase) {
  EXPECT_EQ(Parse("PrefixFilter('a')"), "a");
  EXPECT_EQ(Parse("  PrefixFilter ( 'a' )\t"), "a");
  EXPECT_EQ(Parse("(PrefixFilter('a'))"), "a");
  EXPECT_EQ(Parse("PrefixFilter('a') AND PrefixFilter('b') AND PrefixFilter('c')"), "all(a b c)");
  EXPECT_EQ(Parse("PrefixFilter('a') OR PrefixFilter('b') AND PrefixFilter('c') OR "
                  "PrefixFilter('d')"),
            "one(a all(b c) d)");
  EXPECT_EQ(Parse("(PrefixFilter('a')OR PrefixFilter('b'))AND(PrefixFilter('c'))"),
            "all(one(a b) c)");
  EXPECT_EQ(Parse("SKIP PrefixFilter('a') AND WHILE PrefixFilter('b')"), "all(skip a while b)");
  EXPECT_EQ(Parse("SKIP (PrefixFilter('a') AND WHILE(PrefixFilter('b')))"), "skip all(a while b)");
  EXPECT_EQ(Parse("WHILE SKIP PrefixFilter('a')"), "while skip a");
  // The end closes open parentheses.
  EXPECT_EQ(Parse("(PrefixFilter('a') AND (PrefixFilter('b') OR PrefixFilter('c'))"),
            "all(a one(b c))");
}

TEST(FilterLanguageTest, QuotesHoldAnything) {
  EXPECT_EQ(Parse("PrefixFilter('it''s')"), "it's");
  EXPECT_EQ(Parse("PrefixFilter('a) AND (b, ')"), "a) AND (b, ");
  EXPECT_EQ(Parse("PrefixFilter('')"), "");
  EXPECT_EQ(Parse("PrefixFilter('''')"), "'");
}

TEST(FilterLanguageTest, EveryFilterHasItsArguments) {
  EXPECT_FALSE(ParseAs<KeyOnlySpec>("KeyOnlyFilter()").length_as_value);
  EXPECT_TRUE(ParseAs<KeyOnlySpec>("KeyOnlyFilter(TRUE)").length_as_value);
  ParseAs<FirstKeyOnlySpec>("FirstKeyOnlyFilter()");
  EXPECT_EQ(ParseAs<ColumnPrefixSpec>("ColumnPrefixFilter('q')").prefix, "q");
  EXPECT_EQ(ParseAs<MultipleColumnPrefixSpec>("MultipleColumnPrefixFilter('b', 'a')").prefixes,
            (std::vector<Bytes>{"a", "b"}));
  EXPECT_EQ(ParseAs<ColumnCountGetSpec>("ColumnCountGetFilter(4)").limit, 4);
  EXPECT_EQ(ParseAs<PageSpec>("PageFilter(9000000000)").rows, 9'000'000'000);
  const auto page = ParseAs<ColumnPaginationSpec>("ColumnPaginationFilter(3, 5)");
  EXPECT_EQ(page.limit, 3);
  EXPECT_EQ(page.offset, 5);
  EXPECT_EQ(ParseAs<InclusiveStopSpec>("InclusiveStopFilter('z')").stop_row, "z");
  EXPECT_EQ(ParseAs<TimestampsSpec>("TimestampsFilter(5, 10)").timestamps,
            (std::vector<int64_t>{5, 10}));
  const auto range = ParseAs<ColumnRangeSpec>("ColumnRangeFilter('', true, 'm', false)");
  EXPECT_EQ(range.min, std::nullopt);
  EXPECT_TRUE(range.include_min);
  EXPECT_EQ(range.max, "m");
  const auto single = ParseAs<SingleColumnValueSpec>(
      "SingleColumnValueExcludeFilter('f', 'q', <=, 'binary:v', true, false)");
  EXPECT_TRUE(single.exclude);
  EXPECT_EQ(single.condition.family, "f");
  EXPECT_EQ(single.condition.op, CompareOperator::kLessOrEqual);
  EXPECT_TRUE(single.condition.filter_if_missing);
  EXPECT_FALSE(single.condition.latest_version_only);
  EXPECT_TRUE(ParseAs<SingleColumnValueSpec>("SingleColumnValueFilter('f', 'q', =, 'binary:v')")
                  .condition.latest_version_only);
  EXPECT_EQ(ParseAs<ColumnValueSpec>("ColumnValueFilter('f', 'q', !=, 'binary:v')").op,
            CompareOperator::kNotEqual);
  EXPECT_EQ(ParseAs<DependentColumnSpec>("DependentColumnFilter('f', 'q')").comparator, nullptr);
  EXPECT_TRUE(ParseAs<DependentColumnSpec>("DependentColumnFilter('f', 'q', true)").drop);
  EXPECT_EQ(
      ParseAs<DependentColumnSpec>("DependentColumnFilter('f', 'q', false, >, 'substring:v')").op,
      CompareOperator::kGreater);
}

TEST(FilterLanguageTest, ComparatorsHaveTypes) {
  const auto comparator = [](std::string_view text) {
    const auto spec = ParseAs<CompareSpec>("ValueFilter(=, '" + std::string(text) + "')");
    return spec.comparator == nullptr ? ComparatorSpec() : spec.comparator->Describe();
  };
  EXPECT_EQ(std::get<BinarySpec>(comparator("binary:a:b")).value, "a:b");
  EXPECT_EQ(std::get<BinaryPrefixSpec>(comparator("binaryprefix:p")).value, "p");
  EXPECT_EQ(std::get<SubstringSpec>(comparator("substring:Sub")).text, "sub");
  EXPECT_EQ(std::get<RegexSpec>(comparator("regexstring:a.*")).flags, regex_flags::kDotAll);
  EXPECT_EQ(std::get<RegexSpec>(comparator("regexstringnocase:a.*")).flags,
            regex_flags::kDotAll | regex_flags::kCaseInsensitive);
}

TEST(FilterLanguageTest, ErrorsAreHBasesAndSayWhere) {
  EXPECT_EQ(Parse(""), "Incorrect Filter String\n\nat position 0");
  EXPECT_EQ(Parse("()"), "Incorrect Filter String\n\nat position 0");
  EXPECT_EQ(Parse("PrefixFilter('a'"), "Incorrect Filter String\n\nat position 0");
  EXPECT_EQ(Parse("PrefixFilter('a) AND"), "Incorrect Filter String\n\nat position 0");
  EXPECT_EQ(Parse("PrefixFilter('a') AND"), "Incorrect Filter String\n\nat position 18");
  EXPECT_EQ(Parse("PrefixFilter('a') PrefixFilter('b')"),
            "Incorrect Filter String\n\nat position 18");
  EXPECT_EQ(Parse("PrefixFilter('a'))"), "Mismatched parenthesis\n\nat position 17");
  EXPECT_EQ(Parse("(PrefixFilter('a') AND )"),
            "Incorrect input string - an AND needs two filters\n\nat position 23");
  EXPECT_EQ(Parse("(SKIP )"), "Incorrect input string - a SKIP wraps a filter\n\nat position 6");
  EXPECT_EQ(Parse("NoFilter()"), "Filter Name NoFilter not supported\n\nat position 0");
  EXPECT_EQ(Parse("AND PrefixFilter('a')"), "Filter Name AND not supported\n\nat position 0");
  EXPECT_EQ(Parse("PrefixFilter('a') XOR PrefixFilter('b')"),
            "Filter Name XOR not supported\n\nat position 18");
  EXPECT_EQ(Parse("Prefix)"), "Incorrect Filter Name\n\nat position 0");
  EXPECT_EQ(Parse("Prefix x)"), "Incorrect argument list\n\nat position 0");
  const auto wrong = [](std::string_view text) {
    const std::string message = Parse(text);
    const std::string start = "Incorrect filter string " + std::string(text) + "\n\n";
    return message.starts_with(start) ? message.substr(start.size()) : message;
  };
  EXPECT_EQ(wrong("PageFilter()"), "Expected 1 but got: 0 at position 0");
  EXPECT_EQ(wrong("PageFilter(-1)"), "must be positive -1 at position 0");
  EXPECT_EQ(wrong("PageFilter(1x)"), "Byte Array should only contain digits at position 11");
  EXPECT_EQ(wrong("PageFilter(9999999999999999999)"), "Long Argument too large at position 11");
  EXPECT_EQ(wrong("ColumnCountGetFilter(3000000000)"), "Integer Argument too large at position 21");
  EXPECT_EQ(wrong("PrefixFilter(a)"),
            "removeQuotesFromByteArray needs a quoted byte array at position 13");
  EXPECT_EQ(wrong("ValueFilter(==, 'binary:a')"), "Invalid compare operator at position 12");
  EXPECT_EQ(wrong("ValueFilter(=, 'a')"), "Incorrect comparator at position 15");
  EXPECT_EQ(wrong("ValueFilter(=, 'x:a')"), "Incorrect comparatorType at position 15");
  EXPECT_EQ(wrong("ValueFilter(<, 'substring:a')"),
            "A regexstring comparator and substring comparator can only be used with EQUAL and "
            "NOT_EQUAL at position 12");
  EXPECT_EQ(wrong("KeyOnlyFilter(yes)"), "Incorrect Boolean Expression at position 14");
}

TEST(FilterLanguageTest, NestingIsBounded) {
  std::string lists;
  std::string skips;
  for (int i = 0; i < 10'000; ++i) {
    lists += i % 2 == 0 ? "PageFilter(1) AND (" : "PageFilter(1) OR (";
    skips += "SKIP ";
  }
  const std::string filter = "PageFilter(1)";
  EXPECT_TRUE(Parse(lists + filter).starts_with("Filters are nested too deep"));
  EXPECT_TRUE(Parse(skips + filter).starts_with("Filters are nested too deep"));
}

TEST(FilterLanguageTest, RandomTextsDoNoHarm) {
  constexpr std::string_view kPieces[] = {"(",          ")",
                                          "'",          "''",
                                          ",",          " ",
                                          "AND",        " OR ",
                                          "SKIP ",      "WHILE ",
                                          "'a'",        "PrefixFilter",
                                          "PageFilter", "(3)",
                                          "('a')",      "true",
                                          ">=",         "'binary:a'",
                                          "-1",         "ValueFilter(",
                                          "RowFilter",  "(=, 'substring:x')"};
  std::mt19937 random(12);
  int parsed = 0;
  for (int i = 0; i < 50'000; ++i) {
    std::string text;
    for (auto pieces = random() % 9; pieces > 0; --pieces) {
      text += kPieces[random() % std::size(kPieces)];
    }
    if (ParseFilterString(text).ok()) ++parsed;
  }
  EXPECT_GT(parsed, 20);
}

class FilterLanguageScanTest : public FilterFixture {};

TEST_F(FilterLanguageScanTest, ParsedFiltersWork) {
  for (const char* row : {"a1", "a2", "b1"}) Put(row, "f", "q", 1, row);
  const auto rows = [this](std::string_view text) {
    return Rows(FilterPtr(ParseFilterString(text).value()));
  };
  EXPECT_EQ(rows("PrefixFilter('a') AND ValueFilter(=, 'regexstring:.2')"), "a2");
  EXPECT_EQ(rows("PrefixFilter('b') OR ValueFilter(=, 'binary:a1')"), "a1 b1");
}

}  // namespace
}  // namespace basalt::filter
