#include "shell/parser.h"

#include <string>

#include <gtest/gtest.h>

namespace basalt::shell {
namespace {

// The expression with explicit brackets, which show its structure.
std::string Show(const Expression& expression) {
  const auto list = [](const std::vector<Expression>& items) {
    std::string text;
    for (const Expression& item : items) text += (text.empty() ? "" : ", ") + Show(item);
    return text;
  };
  switch (expression.kind) {
    case Expression::Kind::kLiteral: return Inspect(expression.literal);
    case Expression::Kind::kConstant: return expression.name;
    case Expression::Kind::kArray: return "[" + list(expression.items) + "]";
    case Expression::Kind::kHash: {
      std::string text;
      for (const auto& [key, value] : expression.pairs) {
        text += (text.empty() ? "" : ", ") + Show(key) + "=>" + Show(value);
      }
      return "{" + text + "}";
    }
    case Expression::Kind::kCall: break;
  }
  std::string text;
  if (!expression.receiver.empty()) text = Show(expression.receiver.front()) + ".";
  return text + expression.name + "(" + list(expression.items) + ")";
}

std::string ShowAll(std::string_view text) {
  const auto parsed = Parse(text);
  if (const auto* error = std::get_if<SyntaxError>(&parsed)) {
    return (error->incomplete ? "incomplete: " : "error: ") + error->message + " at " +
           std::to_string(error->position.line) + ":" + std::to_string(error->position.column);
  }
  std::string shown;
  for (const Statement& statement : std::get<std::vector<Statement>>(parsed)) {
    if (!shown.empty()) shown += "; ";
    if (!statement.variable.empty()) shown += statement.variable + " = ";
    shown += Show(statement.expression);
  }
  return shown;
}

TEST(ParserTest, CallsWithAndWithoutParentheses) {
  EXPECT_EQ(ShowAll("list"), "list()");
  EXPECT_EQ(ShowAll("put 't', 'r', 'f:q', 5"), R"(put("t", "r", "f:q", 5))");
  EXPECT_EQ(ShowAll("put('t', 'r', 'f:q', -5)"), R"(put("t", "r", "f:q", -5))");
  EXPECT_EQ(ShowAll("get 't', ['a', 'b']"), R"(get("t", ["a", "b"]))");
}

TEST(ParserTest, PairsAtTheEndAreOneHash) {
  EXPECT_EQ(ShowAll("alter 't', NAME => 'f', VERSIONS => 3"),
            R"(alter("t", {NAME=>"f", VERSIONS=>3}))");
  EXPECT_EQ(ShowAll("create 't', {NAME=>'f'}, 'g', SPLITS => ['1','2']"),
            R"(create("t", {NAME=>"f"}, "g", {SPLITS=>["1", "2"]}))");
  EXPECT_EQ(ShowAll("x {'a' => {B => nil, 'c' => [true, 1.5]},}"),
            R"(x({"a"=>{B=>nil, "c"=>[true, 1.5]}}))");
}

TEST(ParserTest, VariablesAndMethods) {
  EXPECT_EQ(ShowAll("t = get_table 't'; t.put 'r', 'f:q', 'v'"),
            R"(t = get_table("t"); t().put("r", "f:q", "v"))");
  EXPECT_EQ(ShowAll("merge_region locate_region('m', 'a').getRegion.getEncodedName, 'b'"),
            R"(merge_region(locate_region("m", "a").getRegion().getEncodedName(), "b"))");
  EXPECT_EQ(ShowAll("x = 0x10"), "x = 16");
  EXPECT_EQ(ShowAll("scan 't', {FILTER => org.apache.Page.new(1_000)}"),
            R"(scan("t", {FILTER=>org().apache().Page().new(1000)}))");
}

TEST(ParserTest, LinesAndComments) {
  EXPECT_EQ(ShowAll("list # all\n# nothing\n\nversion;"), "list(); version()");
  EXPECT_EQ(ShowAll("create 't',\n  'f'"), R"(create("t", "f"))");
  EXPECT_EQ(ShowAll("create 't', {NAME => 'f',\n VERSIONS =>\n 3}"),
            R"(create("t", {NAME=>"f", VERSIONS=>3}))");
  EXPECT_EQ(ShowAll("scan \\\n 't'"), R"(scan("t"))");
  EXPECT_EQ(ShowAll("put 't', 'two\nlines'"), R"(put("t", "two\nlines"))");
}

TEST(ParserTest, WhatIsNotCompleteIsNotAnErrorYet) {
  EXPECT_EQ(ShowAll("create 't',"), "incomplete: the command ends too early at 1:12");
  EXPECT_EQ(ShowAll("create 't', {NAME => 'f'"), "incomplete: '{' is not closed at 1:13");
  EXPECT_EQ(ShowAll("put 't', 'abc"), "incomplete: the string is not closed at 1:10");
}

TEST(ParserTest, ErrorsHavePlaces) {
  EXPECT_EQ(ShowAll("create 't' 'f'"), "error: a string was not expected here at 1:12");
  EXPECT_EQ(ShowAll("scan 't', {LIMIT 1}"), "error: => was expected, not the number 1 at 1:18");
  EXPECT_EQ(ShowAll("scan 't', {LIMIT => }"), "error: '}' was not expected here at 1:21");
  EXPECT_EQ(ShowAll("scan 't')"), "error: ')' closes nothing at 1:9");
  EXPECT_EQ(ShowAll("scan ['t')"), "error: ')' cannot close '[' at 1:10");
  EXPECT_EQ(ShowAll("list\nscan 't', $x"), "error: '$' has no meaning here at 2:11");
  EXPECT_EQ(ShowAll("put 't', \"\\xzz\""),
            "error: \\x needs one or two hexadecimal digits at 1:11");
  EXPECT_EQ(ShowAll("put 't', 1 + 2"), "error: '+' has no meaning here at 1:12");
  EXPECT_EQ(ShowAll("alter 't', NAME => 'f', 'g'"),
            "error: an argument cannot follow pairs at 1:25");
  EXPECT_EQ(ShowAll("x = 99999999999999999999"), "error: the number is too large at 1:5");
}

TEST(ParserTest, RubyIsRefusedByName) {
  EXPECT_EQ(ShowAll("if true"), "error: 'if' is Ruby that this shell does not run at 1:1");
  EXPECT_EQ(ShowAll("list.each do |t|"), "error: '|' has no meaning here at 1:14");
  EXPECT_EQ(ShowAll("put 't', \"#{x}\""),
            "error: #{...} in a string is Ruby that this shell does not run at 1:11");
}

TEST(ParserTest, DeepBracketsDoNotOverflowTheStack) {
  EXPECT_EQ(ShowAll(std::string(100000, '[') + std::string(100000, ']')).substr(0, 40),
            "error: too many brackets in one another ");
}

TEST(ParserTest, TheCaretStandsUnderThePlace) {
  const std::string text = "list\nscan '\xC3\xA4', $";
  const auto parsed = Parse(text);
  EXPECT_EQ(Render(std::get<SyntaxError>(parsed), text),
            "SyntaxError (line 2, column 11): '$' has no meaning here\n"
            "  scan '\xC3\xA4', $\n"
            "            ^\n"
            "The shell reads HBase's commands, not all of Ruby; help shows what there is.");
}

}  // namespace
}  // namespace basalt::shell
