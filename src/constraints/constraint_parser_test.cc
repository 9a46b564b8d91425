#include "constraints/constraint_parser.h"

#include <limits>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace basalt::constraints {
namespace {

using ::testing::ElementsAre;

TEST(ConstraintParserTest, R18_MistakesAreShownWhereTheyAre) {
  const std::string rules = "long, decimal, length, in or references";
  const std::string whole = "a whole number that fits into 8 bytes";
  struct Case {
    std::string text;
    size_t position;
    std::string expected;
  };
  const std::vector<Case> cases = {
      {"  ", 3, "a column family"},
      {":age long 1..", 1, "a column family"},
      {"age long 1..10", 4, "':' and a qualifier"},
      {"f: long 1..10", 3, "a qualifier or *"},
      {"f", 2, "':' and a qualifier"},
      {"f:age", 6, rules},
      {"f:age lng 1..10", 7, rules},
      {"f:age LONG 1..10", 7, rules},
      {"f:age long1..10", 7, rules},
      {"f:a* long 1..", 4, "a space"},
      {"f:*a long 1..", 4, "a space"},
      {"f:'a'b long 1..", 6, "a space"},
      {"f:'age long 1..", 16, "a closing quote"},
      {"f:'\\x0g' long 1..", 6, "two hex digits"},
      {"f:'\\x0", 6, "two hex digits"},
      {"f:age long", 11, whole + " or '..'"},
      {"f:age long x", 12, whole + " or '..'"},
      {"f:age long ..", 14, whole},
      {"f:age long 1", 13, "'..'"},
      {"f:age long 1.10", 16, "'..'"},
      {"f:age long 1..x", 15, whole},
      {"f:age long 1...5", 15, whole},
      {"f:age long 1..10 please", 18, "the end"},
      {"f:age long 1..10x", 17, "the end"},
      {"f:age long 1.5..10", 12, whole},
      {"f:age long ..9223372036854775808", 14, whole},
      {"f:age long 10..1", 16, "a number that is not below 10"},
      {"f:age decimal 0.1..-0.1", 20, "a number that is not below 0.1"},
      {"f:age decimal 1e5..", 16, "'..'"},
      {"f:age length -1..", 14, "a length in bytes"},
      {"f:age length ..2.5", 16, "a length in bytes"},
      {"f:age in", 9, "a value in single quotes"},
      {"f:age in open", 10, "a value in single quotes"},
      {"f:age in'open'", 9, "a space"},
      {"f:age in 'open','closed", 24, "a closing quote"},
      {"f:age in 'open',", 17, "a value in single quotes"},
      {"f:age in 'open' 'closed'", 17, "',' or the end"},
      {"f:age references", 17, "a table"},
      {"f:age references a b", 20, "the end"},
      {"f:age long 1..\n", 15, whole},
  };
  for (const Case& c : cases) {
    const auto parsed = ParseConstraint("age", c.text);
    ASSERT_FALSE(parsed.ok()) << c.text;
    EXPECT_EQ(parsed.status().code(), StatusCode::kFailedSanityCheck) << c.text;
    EXPECT_EQ(parsed.status().message(),
              fmt::format("constraint 'age': at position {} of \"{}\": expected {}", c.position,
                          c.text, c.expected));
  }
}

TEST(ConstraintParserTest, R18_IllegalTableNamesAreExplained) {
  const auto parsed = ParseConstraint("c", "f:c references a:b:c");
  ASSERT_FALSE(parsed.ok());
  EXPECT_THAT(parsed.status().message(),
              ::testing::StartsWith("constraint 'c': at position 16 of \"f:c references a:b:c\": "
                                    "expected a table ("));
}

TEST(ConstraintParserTest, R18_Columns) {
  struct Case {
    std::string text;
    Bytes family;
    std::optional<Bytes> qualifier;
  };
  const std::vector<Case> cases = {
      {"f:age length 1..", "f", "age"},
      {" \tf:age\t length  1.. ", "f", "age"},
      {"f:* length 1..", "f", std::nullopt},
      {"f:'*' length 1..", "f", "*"},
      {"f:'' length 1..", "f", ""},
      {"f:a:b length 1..", "f", "a:b"},
      {"'my family':'first name' length 1..", "my family", "first name"},
      {"f:'it''s' length 1..", "f", "it's"},
      {"f:'\\x00\\xfF\\n' length 1..", "f", Bytes(BytesOf("\0\xff\\n"))},
  };
  for (const Case& c : cases) {
    const auto parsed = ParseConstraint("n", c.text);
    ASSERT_TRUE(parsed.ok()) << parsed.status().ToString();
    EXPECT_EQ(parsed->name, "n");
    EXPECT_EQ(parsed->text, c.text);
    EXPECT_EQ(parsed->family, c.family) << c.text;
    EXPECT_EQ(parsed->qualifier, c.qualifier) << c.text;
  }
}

template <typename T>
T ParseRule(std::string_view rule) {
  auto parsed = ParseConstraint("n", "f:q " + std::string(rule));
  EXPECT_TRUE(parsed.ok()) << parsed.status().ToString();
  EXPECT_TRUE(std::holds_alternative<T>(parsed->rule)) << rule;
  return std::get<T>(parsed->rule);
}

TEST(ConstraintParserTest, R18_Ranges) {
  const auto both = ParseRule<LongRule>("long -9223372036854775808..9223372036854775807").range;
  EXPECT_EQ(both.low, std::numeric_limits<int64_t>::min());
  EXPECT_EQ(both.high, std::numeric_limits<int64_t>::max());
  const auto from = ParseRule<LongRule>("long 1..").range;
  EXPECT_EQ(from.low, 1);
  EXPECT_EQ(from.high, std::nullopt);
  const auto to = ParseRule<LengthRule>("length ..10").range;
  EXPECT_EQ(to.low, std::nullopt);
  EXPECT_EQ(to.high, 10U);
  const auto decimal = ParseRule<DecimalRule>("decimal 1.5..2.50").range;
  EXPECT_EQ(decimal.low, "1.5");
  EXPECT_EQ(decimal.high, "2.50");
  EXPECT_EQ(ParseRule<LongRule>("long 3..3").range.high, 3);
}

TEST(ConstraintParserTest, R18_ListsAndReferences) {
  EXPECT_THAT(ParseRule<OneOfRule>("in 'open' , 'closed',''").values,
              ElementsAre("", "closed", "open"));
  EXPECT_EQ(ParseRule<ReferenceRule>("references customers").table.ToString(), "customers");
  EXPECT_EQ(ParseRule<ReferenceRule>("references crm:customers").table.ns(), "crm");
}

TEST(ConstraintTest, R18_Breaches) {
  const auto breach = [](const auto& rule, BytesView value) {
    return rule.Breach(value).value_or("none");
  };
  const auto age = ParseRule<LongRule>("long 1..10");
  EXPECT_EQ(breach(age, EncodeLong(1)), "none");
  EXPECT_EQ(breach(age, EncodeLong(10)), "none");
  EXPECT_EQ(breach(age, EncodeLong(0)), "0 is not in 1..10");
  EXPECT_EQ(breach(age, EncodeLong(-5)), "-5 is not in 1..10");
  EXPECT_EQ(breach(age, ""), "its length is 0 and a long has 8 bytes");
  EXPECT_EQ(breach(ParseRule<LongRule>("long 1.."), EncodeLong(0)), "0 is not in 1..");

  const auto price = ParseRule<DecimalRule>("decimal 0.5..10");
  EXPECT_EQ(breach(price, "0.50"), "none");
  EXPECT_EQ(breach(price, "10.000"), "none");
  EXPECT_EQ(breach(price, "0.49"), "it is not in 0.5..10");
  EXPECT_EQ(breach(price, "9 "), "it is not a decimal number");

  EXPECT_EQ(breach(ParseRule<LengthRule>("length 1..2"), ""), "its length 0 is not in 1..2");
  EXPECT_EQ(breach(ParseRule<LengthRule>("length 1..2"), "ab"), "none");
  EXPECT_EQ(breach(ParseRule<OneOfRule>("in 'b','a'"), "a"), "none");
  EXPECT_EQ(breach(ParseRule<OneOfRule>("in 'b','a'"), "A"), "it is not one of the values listed");
}

}  // namespace
}  // namespace basalt::constraints
