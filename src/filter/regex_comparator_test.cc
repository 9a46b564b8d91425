#include "filter/regex_comparator.h"

#include <chrono>
#include <random>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "base/call_budget.h"
#include "filter/java_regex.h"
#include "filter/make.h"

namespace basalt::filter {
namespace {

using namespace regex_flags;  // NOLINT(google-build-using-namespace)

bool Finds(const std::string& pattern, BytesView text, int32_t flags = kDotAll,
           const std::string& charset = "UTF-8") {
  const auto comparator = comparators::Regex(pattern, flags, charset);
  EXPECT_TRUE(comparator.ok()) << comparator.status().ToString();
  if (!comparator.ok()) return false;
  const auto own = (*comparator)->Clone();
  const int order = own->Compare(text);
  EXPECT_TRUE(own->error().ok()) << own->error().ToString();
  return order == 0;
}

std::string Error(const std::string& pattern, int32_t flags = kDotAll) {
  const auto comparator = comparators::Regex(pattern, flags);
  return comparator.ok() ? "" : comparator.status().message();
}

TEST(RegexComparatorTest, FindsThePatternAnywhere) {
  EXPECT_TRUE(Finds("b+c", "aabbcc"));
  EXPECT_FALSE(Finds("^b", "ab"));
  EXPECT_TRUE(Finds("", ""));
  EXPECT_TRUE(Finds("(\\d{3})-\\1", "x123-123"));
}

TEST(RegexComparatorTest, FlagsAreJavas) {
  EXPECT_TRUE(Finds("a.b", "a\nb"));
  EXPECT_FALSE(Finds("a.b", "a\nb", 0));
  EXPECT_FALSE(Finds("ABC", "abc"));
  EXPECT_TRUE(Finds("ABC", "xabcx", kCaseInsensitive));
  EXPECT_TRUE(Finds("ÄRGER", "ärger", kCaseInsensitive | kUnicodeCase));
  EXPECT_FALSE(Finds("^b$", "a\nb\nc"));
  EXPECT_TRUE(Finds("^b$", "a\nb\nc", kMultiline));
  EXPECT_TRUE(Finds("^b$", "a\rb\rc", kMultiline));
  EXPECT_FALSE(Finds("^b$", "a\rb\rc", kMultiline | kUnixLines));
  EXPECT_TRUE(Finds("a b # c", "ab", kComments));
  EXPECT_TRUE(Finds("[a b]x", "bx", kComments));
  EXPECT_FALSE(Finds("[a b]x", " x", kComments));
  EXPECT_TRUE(Finds("a.[b", "xa.[by", kLiteral));
  EXPECT_FALSE(Finds("a.b", "axb", kLiteral));
  EXPECT_TRUE(Finds("(?i)ab(?-i)c", "ABc"));
  EXPECT_FALSE(Finds("(?i)ab(?-i)c", "ABC"));
  EXPECT_TRUE(Finds("(?u)(?i:ab)c", "ABc"));
  EXPECT_TRUE(Finds("a$", "a\n"));
}

TEST(RegexComparatorTest, TextIsDecodedFirst) {
  EXPECT_TRUE(Finds("^.$", "ä"));
  EXPECT_FALSE(Finds("^.$", "ä", kDotAll, "ISO-8859-1"));
  EXPECT_TRUE(Finds("^ä$", "\xE4", kDotAll, "ISO-8859-1"));
  EXPECT_TRUE(Finds("^.\uFFFD.$", "a\xE4z"));
  EXPECT_TRUE(Finds("^\uFFFD$", "\xE4", kDotAll, "US-ASCII"));
  EXPECT_TRUE(Finds("^\\x{1F600}$", "\U0001F600"));
  EXPECT_FALSE(comparators::Regex("a", kDotAll, "EBCDIC").ok());
}

TEST(RegexComparatorTest, JavasSyntaxWorks) {
  // Classes: unions, intersections, complements.
  EXPECT_TRUE(Finds("^[a-d[m-p]]+$", "abmp"));
  EXPECT_FALSE(Finds("^[a-d[m-p]]+$", "abx"));
  EXPECT_TRUE(Finds("^[a-z&&[^aeiou]]+$", "xyz"));
  EXPECT_FALSE(Finds("^[a-z&&[^aeiou]]+$", "xay"));
  EXPECT_TRUE(Finds("^[^a-z&&[^aeiou]]+$", "AaE9"));
  EXPECT_TRUE(Finds("^[]a]+$", "]a"));
  EXPECT_TRUE(Finds("^[\\[\\]&-]+$", "[]&-"));
  EXPECT_TRUE(Finds("^[\\Q]^\\E]+$", "]^"));
  EXPECT_TRUE(Finds("^[\\x41-\\u0043ä-ü]+$", "ABCö"));
  EXPECT_TRUE(Finds("^[[:a]]+$", ":a"));
  // Characters.
  EXPECT_TRUE(Finds("^\\u0041\\x42\\x{43}\\0104\\cA\\t$", "ABCD\x01\t"));
  EXPECT_TRUE(Finds("^\\uD83D\\uDE00$", "\U0001F600"));
  EXPECT_TRUE(Finds("^\\Qa.b\\E.$", "a.bc"));
  EXPECT_TRUE(Finds("^\\.\\-\\ä$", ".-ä"));
  // Properties.
  EXPECT_TRUE(Finds("^\\p{Alpha}\\P{Alpha}\\p{Lu}\\pL\\p{IsGreek}$", "a1ÄäΩ"));
  EXPECT_FALSE(Finds("^\\p{Alpha}$", "ä"));
  EXPECT_TRUE(Finds("^[\\p{Digit}\\P{ASCII}]+$", "1ä2"));
  EXPECT_TRUE(Finds("^\\p{IsAlphabetic}\\p{script=Latin}\\p{javaLowerCase}$", "aäö"));
  EXPECT_TRUE(Finds("^\\w\\s\\h\\d$", "a\t 1"));
  EXPECT_FALSE(Finds("\\w", "ä"));
  EXPECT_TRUE(Finds("\\w", "ä", kUnicodeCharacterClass));
  // Groups.
  EXPECT_TRUE(Finds("^(?<year>\\d{4})-\\k<year>$", "2020-2020"));
  EXPECT_TRUE(Finds("^(?:a|b)(?=c)(?!d)(?>c+)(?<=c)(?<!d)$", "acc"));
  EXPECT_TRUE(Finds("^(a)\\11$", "aa1"));
  EXPECT_TRUE(Finds("a++b*+c?+d{2,}+", "aabbcddd"));
}

TEST(RegexComparatorTest, BadPatternsAreErrors) {
  for (const char* pattern :
       {"(",           "a)",        "[a",       "*a",  "a\\",   "(?R)",          "(?1)",
        "(?C)",        "(*ACCEPT)", "\\C",      "\\y", "[\\y]", "\\p{Nonsense}", "\\p{InGreek}",
        "\\x{110000}", "\\uD83D",   "(?<1a>b)", "\\k", "\\u12", "a{3,2}",        "(?Z)"}) {
    EXPECT_NE(Error(pattern), "") << pattern;
  }
  EXPECT_TRUE(Error("[a").starts_with("java.util.regex.PatternSyntaxException: ")) << Error("[a");
  EXPECT_NE(Error(std::string(100'000, 'a')), "");
  EXPECT_NE(Error("a", 0x80), "");
  std::string deep;
  for (int i = 0; i < 5000; ++i) deep += '[';
  EXPECT_NE(Error(deep), "");
}

TEST(RegexComparatorTest, AMatchThatTakesTooLongIsAnError) {
  const auto slow = (*comparators::Regex("^(a|aa)+$"))->Clone();
  EXPECT_EQ(slow->Compare("aaa"), 0);
  EXPECT_NE(slow->Compare(std::string(60, 'a') + "b"), 0);
  EXPECT_EQ(slow->error().code(), StatusCode::kDoNotRetry) << slow->error().ToString();
  // No further match is tried.
  EXPECT_NE(slow->Compare("a"), 0);
}

// Takes more steps for every letter; returns a subject whose match is counted, but not too long.
std::string ExpensiveSubject() {
  for (size_t letters = 5; letters < 40; ++letters) {
    const auto slow = (*comparators::Regex("^(a+)+$"))->Clone();
    base::CallBudget budget;
    slow->UseBudget(&budget);
    const std::string subject = std::string(letters, 'a') + "b";
    EXPECT_NE(slow->Compare(subject), 0);
    if (!budget.TakeMatchSteps(base::CallBudget::kMatchSteps)) return subject;
  }
  return "";
}

TEST(RegexComparatorTest, ExpensiveMatchesCountForTheWholeCall) {
  const std::string subject = ExpensiveSubject();
  ASSERT_NE(subject, "");
  base::CallBudget budget;
  const auto slow = (*comparators::Regex("^(a+)+$"))->Clone();
  EXPECT_TRUE(slow->UseBudget(&budget));
  int matches = 0;
  while (slow->error().ok() && matches < 2000) {
    slow->Compare(subject);
    ++matches;
  }
  EXPECT_GT(matches, 10) << "one is not too many";
  EXPECT_LT(matches, 2000);
  EXPECT_EQ(slow->error().code(), StatusCode::kDoNotRetry) << slow->error().ToString();
  // What is left for another expression of the same call: ordinary matches.
  const auto other = slow->Clone();
  other->UseBudget(&budget);
  EXPECT_EQ(other->Compare("aaa"), 0);
  EXPECT_TRUE(other->error().ok());
  other->Compare(subject);
  EXPECT_FALSE(other->error().ok());
}

TEST(RegexComparatorTest, OrdinaryMatchesAreNotCounted) {
  base::CallBudget budget;
  const auto ordinary = (*comparators::Regex("^.*user=[a-z]+;.*$"))->Clone();
  ordinary->UseBudget(&budget);
  for (int i = 0; i < 3000; ++i) {
    ASSERT_EQ(ordinary->Compare("id=" + std::string(1000, '7') + ";user=ada;rest"), 0);
  }
  EXPECT_TRUE(budget.TakeMatchSteps(base::CallBudget::kMatchSteps));
}

TEST(RegexComparatorTest, AnExpensiveMatchEndsWithItsCall) {
  base::CallBudget late{base::CallLimits(std::chrono::steady_clock::now())};
  const auto slow = (*comparators::Regex("^(a+)+$"))->Clone();
  slow->UseBudget(&late);
  slow->Compare(std::string(60, 'a') + "b");
  EXPECT_EQ(slow->error().code(), StatusCode::kTimedOut) << slow->error().ToString();
}

// The parts of a filter that compare by expressions are found wherever they are.
TEST(RegexComparatorTest, TheBudgetReachesAllPartsOfAFilter) {
  const auto regex = *comparators::Regex("a");
  const auto value = filters::Value(CompareOperator::kEqual, regex);
  base::CallBudget budget;
  for (const auto& prototype :
       {value, filters::Skip(value), filters::WhileMatch(filters::Skip(value)),
        filters::One({filters::KeyOnly(), filters::All({value})}),
        filters::Row(CompareOperator::kEqual, regex)}) {
    EXPECT_TRUE(SetBudget(*prototype->Clone(), &budget));
  }
  EXPECT_FALSE(SetBudget(*filters::KeyOnly()->Clone(), &budget));
}

TEST(RegexComparatorTest, RandomPatternsDoNoHarm) {
  constexpr std::string_view kPieces = "()[]{}^$.|*+?\\\\\\-&&!:<>=abpPQELkxuU0127,# idmsx\xC3\xA4";
  std::mt19937 random(11);
  int compiled = 0;
  for (int i = 0; i < 20'000; ++i) {
    std::string pattern;
    for (auto length = random() % 14; length > 0; --length) {
      pattern.push_back(kPieces[random() % kPieces.size()]);
    }
    const auto comparator = comparators::Regex(pattern, static_cast<int32_t>(random() % 0x200));
    if (!comparator.ok()) continue;
    ++compiled;
    (*comparator)->Clone()->Compare("abab pQ[0]{\xC3\xA4}\n\xFF");
  }
  EXPECT_GT(compiled, 1000);
}

TEST(JavaRegexTest, CopiesWhatIsCommon) {
  for (const char* same : {"a.b*c+?", "^(a|b){2,3}$", "(?:x)(?=y)", "\\d\\W\\bä", "(?<n>a)"}) {
    EXPECT_EQ(*TranslateJavaRegex(same, false), same);
  }
  EXPECT_EQ(*TranslateJavaRegex("a#[\nb", true), "a#[\nb");
}

}  // namespace
}  // namespace basalt::filter
