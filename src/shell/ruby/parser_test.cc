#include "shell/ruby/parser.h"

#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "shell/string_literal.h"

namespace basalt::shell::ruby {
namespace {

std::string Show(const Node& node);

std::string ShowAll(const std::vector<Node>& nodes, std::string_view between) {
  std::string text;
  for (const Node& node : nodes) {
    if (!text.empty()) text += between;
    text += Show(node);
  }
  return text;
}

std::string ShowLiteral(const Node& node) {
  if (const bool* flag = std::get_if<bool>(&node.literal)) return *flag ? "true" : "false";
  if (const int64_t* number = std::get_if<int64_t>(&node.literal)) return fmt::to_string(*number);
  if (const double* real = std::get_if<double>(&node.literal)) return fmt::format("{}", *real);
  if (const Bytes* text = std::get_if<Bytes>(&node.literal)) return Inspect(BytesView(*text));
  return "nil";
}

std::string ShowBlock(const Function& function) {
  std::string text = "{";
  for (const Parameter& parameter : function.parameters) text += parameter.name + "|";
  return text + Show(function.body) + "}";
}

std::string ShowCall(const Node& node) {
  std::string text;
  if (!node.receiver.empty()) text = Show(node.receiver.front()) + ".";
  text += node.name + "(" + ShowAll(node.items, ", ");
  if (!node.block_argument.empty()) text += "&" + Show(node.block_argument.front());
  return text + ")" + (node.function == nullptr ? "" : ShowBlock(*node.function));
}

// The tree with explicit brackets, which show its structure.
std::string Show(const Node& node) {
  switch (node.kind) {
    case Node::Kind::kLiteral: return ShowLiteral(node);
    case Node::Kind::kSymbol: return ":" + ShowLiteral(node);
    case Node::Kind::kConstant: return node.name;
    case Node::Kind::kVariable: return node.name + "()";
    case Node::Kind::kArray: return "[" + ShowAll(node.items, ", ") + "]";
    case Node::Kind::kHash: {
      std::string text;
      for (size_t i = 0; i < node.items.size(); i += 2) {
        text += (text.empty() ? "" : ", ") + Show(node.items[i]) + "=>" + Show(node.items[i + 1]);
      }
      return "{" + text + "}";
    }
    case Node::Kind::kCall: return ShowCall(node);
    case Node::Kind::kAssign: return node.items[0].name + " = " + Show(node.items[1]);
    case Node::Kind::kUpdate:
      return Show(node.items[0]) + " " + node.name + "= " + Show(node.items[1]);
    case Node::Kind::kInterpolation: return "\"" + ShowAll(node.items, "+") + "\"";
    case Node::Kind::kSequence: return ShowAll(node.items, "; ");
    case Node::Kind::kIf: return "if(" + ShowAll(node.items, ", ") + ")";
    case Node::Kind::kWhile: return "while(" + ShowAll(node.items, ", ") + ")";
    case Node::Kind::kNot: return "!" + Show(node.items[0]);
    case Node::Kind::kAnd: return "(" + ShowAll(node.items, " && ") + ")";
    case Node::Kind::kOr: return "(" + ShowAll(node.items, " || ") + ")";
    case Node::Kind::kRange: return "(" + ShowAll(node.items, node.flag ? "..." : "..") + ")";
    case Node::Kind::kBegin: return Show(node.items[0]);
    case Node::Kind::kSplat: return "*" + Show(node.items[0]);
    case Node::Kind::kDef: return "def " + node.name + ShowBlock(*node.function);
    case Node::Kind::kFor: return "for(" + ShowAll(node.items, ", ") + ")";
    case Node::Kind::kMultiAssign: return "all(" + ShowAll(node.items, ", ") + ")";
    default: return "?";
  }
}

std::string ShowAll(std::string_view text) {
  const auto parsed = Parse(text);
  if (const auto* error = std::get_if<SyntaxError>(&parsed)) {
    return (error->incomplete ? "incomplete: " : "error: ") + error->message + " at " +
           std::to_string(error->position.line) + ":" + std::to_string(error->position.column);
  }
  return ShowAll(std::get<std::vector<Node>>(parsed), "; ");
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
  EXPECT_EQ(ShowAll("put 't', 1 + "), "incomplete: the command ends too early at 1:14");
  EXPECT_EQ(ShowAll("alter 't', NAME => 'f', 'g'"),
            "error: an argument cannot follow pairs at 1:25");
  EXPECT_EQ(ShowAll("x = 99999999999999999999"), "error: the number is too large at 1:5");
}

TEST(ParserTest, OperatorsBindAsInRuby) {
  EXPECT_EQ(ShowAll("1 + 2 * 3"), "1.+(2.*(3))");
  EXPECT_EQ(ShowAll("x = 1 << 2 | 3"), "x = 1.<<(2).|(3)");
  EXPECT_EQ(ShowAll("-2 ** 2"), "2.**(2).-@()");
  EXPECT_EQ(ShowAll("-5.abs"), "-5.abs()");
  EXPECT_EQ(ShowAll("!a && b || c"), "((!a() && b()) || c())");
  EXPECT_EQ(ShowAll("a = 1; a -1; f -1"), "a = 1; a().-(1); f(-1)");
  EXPECT_EQ(ShowAll("a = 1; a [0]; f [0]"), "a = 1; a().[](0); f([0])");
  EXPECT_EQ(ShowAll("1..n - 1"), "(1..n().-(1))");
  EXPECT_EQ(ShowAll("x == 1 ? 'a' : :b"), R"(if(x().==(1), "a", :"b"))");
  EXPECT_EQ(ShowAll("x += 1 if y unless z"), "if(!z(), if(y(), x() += 1, nil), nil)");
}

TEST(ParserTest, StatementsOnOneLine) {
  EXPECT_EQ(ShowAll("if a then b else c end"), "if(a(), b(), c())");
  EXPECT_EQ(ShowAll("ROWS = 5"), "ROWS = 5");
  EXPECT_EQ(ShowAll("a[1..]"), "a().[]((1..nil))");
  EXPECT_EQ(ShowAll("while a do b end"), "while(a(), b())");
  EXPECT_EQ(ShowAll("for i in 1..2 do p i end"), "for(all(i()), (1..2), p(i()))");
  EXPECT_EQ(ShowAll("a, *b = 1, 2"), "all(a(), *b(), [1, 2])");
}

TEST(ParserTest, BlocksAndHashesAfterNames) {
  EXPECT_EQ(ShowAll("list.each do |t| p t end"), "list().each(){t|p(t())}");
  EXPECT_EQ(ShowAll("3.times { |i| put 't', i }"), R"(3.times(){i|put("t", i())})");
  EXPECT_EQ(ShowAll("t = 1; t.scan {LIMIT => 1}"), "t = 1; t().scan({LIMIT=>1})");
  EXPECT_EQ(ShowAll("puts [1].map { |x| x }"), "puts([1].map(){x|x()})");
  EXPECT_EQ(ShowAll("f [1].map do |x| x end"), "f([1].map()){x|x()}");
  EXPECT_EQ(ShowAll("a.map(&:size)"), R"(a().map(&:"size"))");
  EXPECT_EQ(ShowAll("scan 't', limit: 1"), R"(scan("t", {:"limit"=>1}))");
  EXPECT_EQ(ShowAll("puts format '%d', 1"), R"(puts(format("%d", 1)))");
}

TEST(ParserTest, CodeInStrings) {
  EXPECT_EQ(ShowAll(R"(put 't', "r#{1 + 2}x")"), R"(put("t", ""r"+1.+(2)+"x""))");
  EXPECT_EQ(ShowAll(R"("a#{"b#{c}"}")"), R"x(""a"+""b"+c()"")x");
  EXPECT_EQ(ShowAll(R"("#{h['k']}}")"), R"x("h().[]("k")+"}"")x");
  EXPECT_EQ(ShowAll(R"('#{x}')"), R"("#{x}")");
  EXPECT_EQ(ShowAll("\"#{x"), "incomplete: the command ends too early at 1:5");
  EXPECT_EQ(ShowAll("\"#{)}\""), "error: ')' closes nothing at 1:4");
}

TEST(ParserTest, OpenBlocksAskForMoreLines) {
  EXPECT_EQ(ShowAll("list.each do |t|"), "incomplete: the command ends too early at 1:17");
  EXPECT_EQ(ShowAll("list.each do |t|\n p t"), "incomplete: 'do' is not closed at 2:5");
  EXPECT_EQ(ShowAll("if true"), "incomplete: 'if' is not closed at 1:8");
  EXPECT_EQ(ShowAll("if a\nb\nelse"), "incomplete: 'if' is not closed at 3:5");
  EXPECT_EQ(ShowAll("3.times {"), "incomplete: '{' is not closed at 1:9");
  EXPECT_EQ(ShowAll("def f(a)"), "incomplete: 'def' is not closed at 1:9");
  EXPECT_EQ(ShowAll("for i in 0..9"), "incomplete: 'for' is not closed at 1:14");
  EXPECT_EQ(ShowAll("x = [1,\n2].map do |v|\n v\nend"), "x = [1, 2].map(){v|v()}");
}

TEST(ParserTest, WhatOfRubyIsRefused) {
  EXPECT_EQ(ShowAll("class A"), "error: 'class' is Ruby that this shell does not run at 1:1");
  EXPECT_EQ(ShowAll("x = /a/"),
            "error: regular expressions are Ruby that this shell does not run at 1:5");
  EXPECT_EQ(ShowAll("`ls`"), "error: programs of the system are not run here at 1:1");
  EXPECT_EQ(ShowAll("end"), "error: 'end' belongs to nothing at 1:1");
  EXPECT_EQ(ShowAll("def f(a:)"),
            "error: keyword parameters are Ruby that this shell does not run at 1:7");
}

TEST(ParserTest, LongChainsDoNotOverflowTheStack) {
  std::string sum = "1";
  std::string calls = "x";
  for (int i = 0; i < 100000; ++i) {
    sum += "+1";
    calls += ".y";
  }
  EXPECT_EQ(ShowAll(sum).substr(0, 33), "error: the expression is too long");
  EXPECT_EQ(ShowAll(calls).substr(0, 33), "error: the expression is too long");
  EXPECT_EQ(ShowAll(std::string(100000, '!') + "x").substr(0, 31),
            "error: too many brackets in one");
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
}  // namespace basalt::shell::ruby
