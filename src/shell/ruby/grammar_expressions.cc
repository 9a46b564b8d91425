#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "shell/ruby/grammar.h"

namespace basalt::shell::ruby {
namespace {

struct Operator {
  std::string_view sign;
  int precedence;
};

// A larger precedence binds tighter. ** and the unary operators are read elsewhere.
constexpr auto kBinary = std::to_array<Operator>({
    {"..", 1}, {"...", 1}, {"||", 2}, {"&&", 3}, {"<=>", 4}, {"==", 4}, {"===", 4}, {"!=", 4},
    {"=~", 4}, {"!~", 4},  {"<", 5},  {"<=", 5}, {">", 5},   {">=", 5}, {"|", 6},   {"^", 6},
    {"&", 7},  {"<<", 8},  {">>", 8}, {"+", 9},  {"-", 9},   {"*", 10}, {"/", 10},  {"%", 10},
});

// x += 1 and the like, without the "=".
std::string_view UpdateOperator(const Token& token) {
  static constexpr auto kUpdates = std::to_array<std::string_view>(
      {"**=", "<<=", ">>=", "&&=", "||=", "+=", "-=", "*=", "/=", "%=", "|=", "&=", "^="});
  if (token.kind != TokenKind::kSign) return {};
  const auto* found = std::ranges::find(kUpdates, std::string_view(token.text));
  return found == kUpdates.end() ? std::string_view() : found->substr(0, found->size() - 1);
}

const Operator* FindBinary(const Token& token) {
  if (token.kind != TokenKind::kSign) return nullptr;
  const auto* found = std::ranges::find(kBinary, std::string_view(token.text), &Operator::sign);
  return found == kBinary.end() ? nullptr : found;
}

Node MakeCall(Position position, std::string name, Node receiver, Node argument) {
  Node call;
  call.kind = Node::Kind::kCall;
  call.position = position;
  call.name = std::move(name);
  call.flag = true;
  call.receiver.push_back(std::move(receiver));
  call.items.push_back(std::move(argument));
  return call;
}

Node MakeBinary(const Token& sign, Node left, Node right) {
  Node node;
  node.position = sign.position;
  if (sign.Is("&&") || sign.Is("||") || sign.Is("..") || sign.Is("...")) {
    node.kind = sign.Is("&&")   ? Node::Kind::kAnd
                : sign.Is("||") ? Node::Kind::kOr
                                : Node::Kind::kRange;
    node.flag = sign.Is("...");
    node.items.push_back(std::move(left));
    node.items.push_back(std::move(right));
    return node;
  }
  if (!sign.Is("!=") && !sign.Is("!~")) {
    return MakeCall(sign.position, sign.text, std::move(left), std::move(right));
  }
  node.kind = Node::Kind::kNot;
  node.items.push_back(
      MakeCall(sign.position, sign.Is("!=") ? "==" : "=~", std::move(left), std::move(right)));
  return node;
}

}  // namespace

bool Grammar::ReadExpression(Node& node, bool bare_arguments) {
  if (++depth_ > kMaxDepth) return Fail(Peek(), "too many brackets in one another");
  const bool ok = ReadAssignment(node, bare_arguments);
  --depth_;
  return ok;
}

bool Grammar::ReadAssignment(Node& node, bool bare_arguments) {
  // The variable is known in its own value, and a name before "=" is not a call.
  const bool simple = Peek().kind == TokenKind::kName && !IsKeyword(Peek().text) &&
                      (Peek(1).Is("=") || !UpdateOperator(Peek(1)).empty());
  if (simple) {
    node.kind = Node::Kind::kVariable;
    node.position = Peek().position;
    node.name = Take().text;
    Declare(node.name);
  } else if (!ReadTernary(node, bare_arguments)) {
    return false;
  }
  const Token sign = Peek();
  const std::string_view update = UpdateOperator(sign);
  if (!sign.Is("=") && update.empty()) return true;
  const bool assignable =
      node.kind == Node::Kind::kVariable || node.kind == Node::Kind::kInstance ||
      (node.kind == Node::Kind::kConstant && bare_arguments) ||
      (node.kind == Node::Kind::kCall && node.name == "[]" && !node.receiver.empty());
  // What the caller expects instead is more to the point: {LIMIT = 1}.
  if (!assignable) return true;
  ++at_;
  SkipNewlines();
  Node value;
  if (Peek().Is("*")) {
    // a = *1..3
    value.kind = Node::Kind::kArray;
    value.position = Peek().position;
    if (!ReadList(value, "")) return false;
  } else if (!ReadExpression(value, bare_arguments)) {
    return false;
  }
  Node assign;
  assign.kind = update.empty() ? Node::Kind::kAssign : Node::Kind::kUpdate;
  assign.position = sign.position;
  assign.name = update;
  assign.items.push_back(std::move(node));
  assign.items.push_back(std::move(value));
  node = std::move(assign);
  return true;
}

bool Grammar::ReadTernary(Node& node, bool bare_arguments) {
  if (!ReadBinary(node, 1, bare_arguments)) return false;
  if (!Peek().Is("?")) return true;
  Node choice;
  choice.kind = Node::Kind::kIf;
  choice.position = Take().position;
  choice.items.resize(3);
  choice.items[0] = std::move(node);
  if (!ReadExpression(choice.items[1], false)) return false;
  SkipNewlines();
  // `x ? a:` was read as a label when there was no space.
  if (!Expect(":")) return false;
  if (!ReadExpression(choice.items[2], false)) return false;
  node = std::move(choice);
  return true;
}

bool Grammar::ReadBinary(Node& node, int minimum, bool bare_arguments) {
  if (!ReadUnary(node, bare_arguments)) return false;
  for (int chain = 0;; ++chain) {
    const Operator* found = FindBinary(Peek());
    if (found == nullptr || found->precedence < minimum) return true;
    if (chain > kMaxChain) return Fail(Peek(), "the expression is too long");
    const Token sign = Take();
    Node right;
    // 1.. has no end.
    const bool endless = found->precedence == 1 && (Peek().Is("]") || Peek().Is(")"));
    if (!endless && !ReadBinary(right, found->precedence + 1, /*bare_arguments=*/false))
      return false;
    node = MakeBinary(sign, std::move(node), std::move(right));
  }
}

bool Grammar::ReadUnary(Node& node, bool bare_arguments) {
  const Token sign = Peek();
  const bool unary = sign.Is("!") || sign.Is("-") || sign.Is("+") || sign.Is("~");
  if (unary) {
    if (++depth_ > kMaxDepth) return Fail(sign, "too many brackets in one another");
    ++at_;
    const bool number = (Peek().kind == TokenKind::kInteger || Peek().kind == TokenKind::kFloat) &&
                        !Peek(1).Is("**");
    if (sign.Is("-") && number) {
      if (!ReadNumber(node, true) || !ReadPostfix(node, bare_arguments)) return false;
    } else {
      Node operand;
      if (!ReadUnary(operand, bare_arguments)) return false;
      node.position = sign.position;
      if (sign.Is("!")) {
        node.kind = Node::Kind::kNot;
        node.items.push_back(std::move(operand));
      } else {
        node.kind = Node::Kind::kCall;
        node.name = sign.Is("~") ? "~" : sign.text + "@";
        node.flag = true;
        node.receiver.push_back(std::move(operand));
      }
    }
    --depth_;
  } else if (!ReadPrimary(node, bare_arguments) || !ReadPostfix(node, bare_arguments)) {
    return false;
  }
  if (!Peek().Is("**")) return true;
  // Binds to the right, and tighter than a minus before it.
  const Token power = Take();
  if (++depth_ > kMaxDepth) return Fail(power, "too many brackets in one another");
  Node exponent;
  if (!ReadUnary(exponent, /*bare_arguments=*/false)) return false;
  --depth_;
  if (unary && !sign.Is("!") && node.kind == Node::Kind::kCall && !node.receiver.empty() &&
      node.name == "-@") {
    node.receiver[0] =
        MakeCall(power.position, "**", std::move(node.receiver[0]), std::move(exponent));
  } else {
    node = MakeCall(power.position, "**", std::move(node), std::move(exponent));
  }
  return true;
}

bool Grammar::ReadNumber(Node& node, bool negative) {
  const Token token = Take();
  node.position = token.position;
  if (token.kind == TokenKind::kInteger) {
    node.literal = negative ? -token.integer : token.integer;
  } else {
    node.literal = negative ? -token.real : token.real;
  }
  return true;
}

bool Grammar::ReadPrimary(Node& node, bool bare_arguments) {
  const Token& token = Peek();
  node.position = token.position;
  switch (token.kind) {
    case TokenKind::kString:
    case TokenKind::kSymbol: return ReadString(node);
    case TokenKind::kWords: return ReadWords(node);
    case TokenKind::kInteger:
    case TokenKind::kFloat: return ReadNumber(node, false);
    case TokenKind::kInstance:
      node.kind = Node::Kind::kInstance;
      node.name = Take().text;
      return true;
    case TokenKind::kConstant:
      node.kind = Node::Kind::kConstant;
      node.name = Take().text;
      if (Peek().Is("(") && !Peek().space_before) {
        node.kind = Node::Kind::kCall;
        return ReadArguments(node, false);
      }
      return true;
    case TokenKind::kName:
      return IsKeyword(token.text) ? ReadKeyword(node) : ReadName(node, bare_arguments);
    case TokenKind::kSign:
      if (token.Is("(")) return ReadParentheses(node);
      if (token.Is("{")) return ReadHash(node);
      if (token.Is("->")) return ReadLambda(node);
      if (token.Is("[")) {
        ++at_;
        node.kind = Node::Kind::kArray;
        return ReadList(node, "]");
      }
      break;
    case TokenKind::kLineEnd:
    case TokenKind::kEnd: return Fail(token, "the command ends too early");
    case TokenKind::kLabel: break;
  }
  return Fail(token, fmt::format("{} was not expected here", Describe(token)),
              token.Is("=>") ? "A key must stand before it: LIMIT => 1." : "");
}

bool Grammar::ReadKeyword(Node& node) {
  const Token& token = Peek();
  const std::string& word = token.text;
  if (word == "true" || word == "false") {
    node.literal = Take().text == "true";
    return true;
  }
  if (word == "nil" || word == "self") {
    if (word == "self") node.kind = Node::Kind::kSelf;
    ++at_;
    return true;
  }
  if (word == "if" || word == "unless") return ReadIf(node);
  if (word == "while" || word == "until") return ReadWhile(node);
  if (word == "for") return ReadFor(node);
  if (word == "case") return ReadCase(node);
  if (word == "begin") return ReadBegin(node);
  if (word == "def") return ReadDef(node);
  if (word == "return") return ReadJump(node, Node::Kind::kReturn);
  if (word == "break") return ReadJump(node, Node::Kind::kBreak);
  if (word == "next") return ReadJump(node, Node::Kind::kNext);
  if (word == "yield") {
    ++at_;
    node.kind = Node::Kind::kYield;
    return ReadArguments(node, /*bare_arguments=*/true);
  }
  if (word == "not") return ReadNegation(node);
  if (word == "class" || word == "module" || word == "alias" || word == "undef" ||
      word == "super" || word == "redo" || word == "retry") {
    return Fail(token, fmt::format("'{}' is Ruby that this shell does not run", word),
                "There are methods (def), but no classes.");
  }
  return FailUnexpected();
}

bool Grammar::ReadString(Node& node) {
  Token token = Take();
  node.kind = token.kind == TokenKind::kSymbol ? Node::Kind::kSymbol : Node::Kind::kLiteral;
  if (token.parts.empty()) {
    node.literal = token.text;
    return true;
  }
  // :"a#{x}" is a symbol made of an interpolation.
  Node whole;
  whole.kind = Node::Kind::kInterpolation;
  whole.position = token.position;
  for (StringPart& part : token.parts) {
    Node& item = whole.items.emplace_back();
    item.position = token.position;
    if (part.code.empty()) {
      item.literal = std::move(part.text);
      continue;
    }
    Grammar inner(std::move(part.code), {});
    inner.scopes_ = scopes_;
    inner.depth_ = depth_ + 1;
    item.kind = Node::Kind::kSequence;
    if (!inner.ReadProgram(item.items)) {
      error_ = std::move(inner.error_);
      // The string has been read to its end.
      error_.incomplete = false;
      return false;
    }
    scopes_ = std::move(inner.scopes_);
  }
  if (node.kind == Node::Kind::kSymbol) {
    node.items.push_back(std::move(whole));
  } else {
    node = std::move(whole);
  }
  return true;
}

bool Grammar::ReadWords(Node& node) {
  Token token = Take();
  node.kind = Node::Kind::kArray;
  for (StringPart& word : token.parts) {
    Node& item = node.items.emplace_back();
    item.position = token.position;
    item.kind = token.symbols ? Node::Kind::kSymbol : Node::Kind::kLiteral;
    item.literal = std::move(word.text);
  }
  return true;
}

bool Grammar::ReadParentheses(Node& node) {
  const Token opening = Take();
  const Restore restore(allow_do_, true);
  Node body;
  if (!ReadBody(body, {")"}, opening)) return false;
  ++at_;
  if (body.items.size() == 1) {
    node = Node(std::move(body.items[0]));
  } else {
    node = std::move(body);
  }
  return true;
}

bool Grammar::ReadHash(Node& node) {
  ++at_;
  const Restore restore(allow_do_, true);
  node.kind = Node::Kind::kHash;
  SkipNewlines();
  while (!Peek().Is("}")) {
    if (!ReadPair(node)) return false;
    SkipNewlines();
    if (!Peek().Is(",")) break;
    ++at_;
    SkipNewlines();
  }
  return Expect("}");
}

// A key and its value, added to the hash.
bool Grammar::ReadPair(Node& hash) {
  Node key;
  Node value;
  key.position = Peek().position;
  if (Peek().Is("**")) {
    ++at_;
    key.kind = Node::Kind::kDoubleSplat;
    if (!ReadExpression(key.items.emplace_back(), false)) return false;
  } else if (Peek().kind == TokenKind::kLabel) {
    key.kind = Node::Kind::kSymbol;
    key.literal = Take().text;
    SkipNewlines();
    if (!ReadExpression(value, false)) return false;
  } else {
    if (!ReadExpression(key, false)) return false;
    if (!Peek().Is("=>")) {
      return Fail(Peek(), fmt::format("=> was expected, not {}", Describe(Peek())),
                  "A hash has pairs: {NAME => 'f', VERSIONS => 3}.");
    }
    ++at_;
    SkipNewlines();
    if (!ReadExpression(value, false)) return false;
  }
  hash.items.push_back(std::move(key));
  hash.items.push_back(std::move(value));
  return true;
}

}  // namespace basalt::shell::ruby
