#include "constraints/decimal_text.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace basalt::constraints {
namespace {

TEST(DecimalTextTest, R18_TakesTheNumberAtTheBeginning) {
  struct Case {
    std::string_view text;
    size_t length;
  };
  for (const Case& c : std::vector<Case>{{"", 0},
                                         {"-", 0},
                                         {".5", 0},
                                         {"+1", 0},
                                         {"x1", 0},
                                         {"7", 1},
                                         {"-7", 2},
                                         {"1..10", 1},
                                         {"1.5..", 3},
                                         {"1.", 1},
                                         {"007.10x", 6},
                                         {"1e5", 1}}) {
    EXPECT_EQ(DecimalLength(c.text), c.length) << c.text;
  }
}

TEST(DecimalTextTest, R18_OnlyWholeTextsAreNumbers) {
  for (const std::string_view text :
       {"", "-", "1.", ".1", "1e5", " 1", "1 ", "--1", "1.2.3", "+1"}) {
    EXPECT_FALSE(ParseDecimal(text)) << text;
  }
  EXPECT_FALSE(ParseDecimal(std::string_view("1\0", 2)));
}

TEST(DecimalTextTest, R18_ComparesByValue) {
  // Each is greater than the one before it; the texts of one entry are equal.
  const std::vector<std::vector<std::string>> ascending = {
      {"-100000000000000000000000000001"},
      {"-100000000000000000000000000000", "-100000000000000000000000000000.0"},
      {"-10"},
      {"-9.5", "-09.50"},
      {"-9"},
      {"-0.01"},
      {"0", "-0", "0.00", "-0.0", "000"},
      {"0.009"},
      {"0.01", "00.010"},
      {"0.1"},
      {"1", "1.0", "01"},
      {"1.05"},
      {"1.5"},
      {"10"},
      {"9223372036854775807.5"},
      {"9223372036854775808"},
  };
  for (size_t i = 0; i < ascending.size(); ++i) {
    for (size_t j = 0; j < ascending.size(); ++j) {
      for (const std::string& a : ascending[i]) {
        for (const std::string& b : ascending[j]) {
          EXPECT_EQ(CompareDecimals(*ParseDecimal(a), *ParseDecimal(b)), i <=> j) << a << " " << b;
        }
      }
    }
  }
}

}  // namespace
}  // namespace basalt::constraints
