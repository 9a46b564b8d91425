#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "shell/ruby/grammar.h"

namespace basalt::shell::ruby {
namespace {

Node Wrap(Node::Kind kind, Position position, std::vector<Node> items) {
  Node node;
  node.kind = kind;
  node.position = position;
  node.items = std::move(items);
  return node;
}

template <typename... Nodes>
std::vector<Node> ListOf(Nodes&&... nodes) {
  std::vector<Node> list;
  (list.push_back(std::forward<Nodes>(nodes)), ...);
  return list;
}

bool IsTargetName(const Token& token) {
  return (token.kind == TokenKind::kName && !IsKeyword(token.text)) ||
         token.kind == TokenKind::kInstance;
}

}  // namespace

bool Grammar::ReadStatement(Node& node) {
  if (++depth_ > kMaxDepth) return Fail(Peek(), "too many brackets in one another");
  bool ok = ReadSimpleStatement(node);
  for (int chain = 0; ok && Peek().kind == TokenKind::kName; ++chain) {
    const std::string word = Peek().text;
    if (word != "if" && word != "unless" && word != "while" && word != "until" &&
        word != "rescue") {
      break;
    }
    if (chain > kMaxDepth) return Fail(Peek(), "the statement is too long");
    ok = ReadModifier(node);
  }
  --depth_;
  return ok;
}

bool Grammar::ReadSimpleStatement(Node& node) {
  return StartsMultiAssign() ? ReadMultiAssign(node) : ReadLogic(node);
}

// `body if condition`
bool Grammar::ReadModifier(Node& node) {
  const Token word = Take();
  Node other;
  if (!ReadLogic(other)) return false;
  if (word.text == "rescue") {
    Node rescue = Wrap(Node::Kind::kRescue, word.position, ListOf(std::move(other)));
    node = Wrap(Node::Kind::kBegin, word.position,
                ListOf(std::move(node), std::move(rescue), Node(), Node()));
    return true;
  }
  if (word.text == "unless" || word.text == "until") {
    other = Wrap(Node::Kind::kNot, word.position, ListOf(std::move(other)));
  }
  if (word.text == "if" || word.text == "unless") {
    node = Wrap(Node::Kind::kIf, word.position, ListOf(std::move(other), std::move(node), Node()));
    return true;
  }
  const bool body_first = node.kind == Node::Kind::kBegin;
  node = Wrap(Node::Kind::kWhile, word.position, ListOf(std::move(other), std::move(node)));
  node.flag = body_first;
  return true;
}

// Expressions with `and` and `or`.
bool Grammar::ReadLogic(Node& node) {
  if (!ReadNegation(node)) return false;
  for (int chain = 0; Peek().IsWord("and") || Peek().IsWord("or"); ++chain) {
    if (chain > kMaxChain) return Fail(Peek(), "the expression is too long");
    const Token word = Take();
    SkipNewlines();
    Node right;
    if (!ReadNegation(right)) return false;
    node = Wrap(word.text == "and" ? Node::Kind::kAnd : Node::Kind::kOr, word.position,
                ListOf(std::move(node), std::move(right)));
  }
  return true;
}

bool Grammar::ReadNegation(Node& node) {
  if (!Peek().IsWord("not")) return ReadExpression(node, /*bare_arguments=*/true);
  if (++depth_ > kMaxDepth) return Fail(Peek(), "too many brackets in one another");
  const Token word = Take();
  Node inner;
  if (!ReadNegation(inner)) return false;
  --depth_;
  node = Wrap(Node::Kind::kNot, word.position, ListOf(std::move(inner)));
  return true;
}

bool Grammar::ReadBody(Node& body, std::initializer_list<std::string_view> ends,
                       const Token& opening) {
  const Restore restore(allow_do_, true);
  body.kind = Node::Kind::kSequence;
  body.position = Peek().position;
  while (true) {
    SkipLineEnds();
    const Token& next = Peek();
    const bool word = next.kind == TokenKind::kName || next.Is("}") || next.Is(")");
    if (word && std::ranges::count(ends, std::string_view(next.text)) > 0) return true;
    if (next.kind == TokenKind::kEnd) {
      return Fail(next, fmt::format("'{}' is not closed", opening.text),
                  fmt::format("Its '{}' is missing.", *(ends.end() - 1)));
    }
    if (!ReadStatement(body.items.emplace_back())) return false;
    const Token& after = Peek();
    const bool closed = (after.kind == TokenKind::kName || after.Is("}") || after.Is(")")) &&
                        std::ranges::count(ends, std::string_view(after.text)) > 0;
    if (!closed && !AtStatementEnd()) return FailUnexpected();
  }
}

// `if` and `unless`, up to and with `end`.
bool Grammar::ReadIf(Node& node) {
  const Token opening = Take();
  if (!ReadIfRest(node, opening)) return false;
  if (opening.text == "unless") {
    node.items[0] = Wrap(Node::Kind::kNot, opening.position, ListOf(std::move(node.items[0])));
  }
  return true;
}

bool Grammar::ReadIfRest(Node& node, const Token& opening) {
  if (++depth_ > kMaxDepth) return Fail(Peek(), "too many branches");
  node = Wrap(Node::Kind::kIf, opening.position, ListOf(Node(), Node(), Node()));
  if (!ReadStatement(node.items[0])) return false;
  if (!AtStatementEnd() && !Peek().IsWord("then")) return FailUnexpected();
  SkipLineEnds();
  if (Peek().IsWord("then")) ++at_;
  if (!ReadBody(node.items[1], {"elsif", "else", "end"}, opening)) return false;
  --depth_;
  const Token next = Take();
  if (next.text == "end") return true;
  if (next.text == "elsif") return ReadIfRest(node.items[2], next);
  return ReadBody(node.items[2], {"end"}, opening) && ExpectWord("end", opening);
}

bool Grammar::ReadWhile(Node& node) {
  const Token opening = Take();
  node = Wrap(Node::Kind::kWhile, opening.position, ListOf(Node(), Node()));
  {
    const Restore restore(allow_do_, false);
    if (!ReadStatement(node.items[0])) return false;
  }
  if (opening.text == "until") {
    node.items[0] = Wrap(Node::Kind::kNot, opening.position, ListOf(std::move(node.items[0])));
  }
  if (!AtStatementEnd() && !Peek().IsWord("do")) return FailUnexpected();
  SkipLineEnds();
  if (Peek().IsWord("do")) ++at_;
  return ReadBody(node.items[1], {"end"}, opening) && ExpectWord("end", opening);
}

bool Grammar::ReadFor(Node& node) {
  const Token opening = Take();
  node = Wrap(Node::Kind::kFor, opening.position, ListOf(Node(), Node(), Node()));
  if (!IsTargetName(Peek())) return Fail(Peek(), "a variable must follow 'for'");
  if (!ReadTargets(node.items[0])) return false;
  if (!ExpectWord("in", opening)) return false;
  {
    const Restore restore(allow_do_, false);
    if (!ReadStatement(node.items[1])) return false;
  }
  if (!AtStatementEnd() && !Peek().IsWord("do")) return FailUnexpected();
  SkipLineEnds();
  if (Peek().IsWord("do")) ++at_;
  return ReadBody(node.items[2], {"end"}, opening) && ExpectWord("end", opening);
}

bool Grammar::ReadCase(Node& node) {
  const Token opening = Take();
  node = Wrap(Node::Kind::kCase, opening.position, ListOf(Node()));
  node.flag = AtStatementEnd() || Peek().IsWord("when");
  if (!node.flag && !ReadStatement(node.items[0])) return false;
  SkipLineEnds();
  while (Peek().IsWord("when")) {
    Node when = Wrap(Node::Kind::kWhen, Take().position, {});
    while (true) {
      if (!ReadExpression(when.items.emplace_back(), /*bare_arguments=*/false)) return false;
      if (!Peek().Is(",")) break;
      ++at_;
    }
    if (!AtStatementEnd() && !Peek().IsWord("then")) return FailUnexpected();
    SkipLineEnds();
    if (Peek().IsWord("then")) ++at_;
    if (!ReadBody(when.items.emplace_back(), {"when", "else", "end"}, opening)) return false;
    node.items.push_back(std::move(when));
  }
  Node other;
  if (Peek().IsWord("else")) {
    ++at_;
    if (!ReadBody(other, {"end"}, opening)) return false;
  }
  node.items.push_back(std::move(other));
  return ExpectWord("end", opening);
}

bool Grammar::ReadBegin(Node& node) {
  const Token opening = Take();
  return ReadGuardedBody(node, opening);
}

bool Grammar::ReadGuardedBody(Node& body, const Token& opening) {
  body = Wrap(Node::Kind::kBegin, opening.position, ListOf(Node()));
  if (!ReadBody(body.items[0], {"rescue", "else", "ensure", "end"}, opening)) return false;
  while (Peek().IsWord("rescue")) {
    if (!ReadRescue(body.items.emplace_back(), opening)) return false;
  }
  Node other;
  if (Peek().IsWord("else")) {
    ++at_;
    if (!ReadBody(other, {"ensure", "end"}, opening)) return false;
  }
  Node ensure;
  if (Peek().IsWord("ensure")) {
    ++at_;
    if (!ReadBody(ensure, {"end"}, opening)) return false;
  }
  body.items.push_back(std::move(other));
  body.items.push_back(std::move(ensure));
  return ExpectWord("end", opening);
}

bool Grammar::ReadRescue(Node& node, const Token& opening) {
  node.kind = Node::Kind::kRescue;
  node.position = Take().position;
  while (!AtStatementEnd() && !Peek().Is("=>") && !Peek().IsWord("then")) {
    if (!ReadExpression(node.items.emplace_back(), /*bare_arguments=*/false)) return false;
    if (!Peek().Is(",")) break;
    ++at_;
  }
  if (Peek().Is("=>")) {
    ++at_;
    if (!IsTargetName(Peek())) return Fail(Peek(), "a variable must follow =>");
    node.name = Take().text;
    Declare(node.name);
  }
  SkipLineEnds();
  if (Peek().IsWord("then")) ++at_;
  return ReadBody(node.items.emplace_back(), {"rescue", "else", "ensure", "end"}, opening);
}

bool Grammar::ReadDef(Node& node) {
  const Token opening = Take();
  node.kind = Node::Kind::kDef;
  const Token& name = Peek();
  if (name.kind != TokenKind::kName || IsKeyword(name.text)) {
    return Fail(name, "the name of a method must follow 'def'",
                "Methods begin with a small letter.");
  }
  node.name = Take().text;
  if (Peek().Is(".") || Peek().Is("="))
    return Fail(Peek(), "only plain methods can be defined here");
  auto function = std::make_shared<Function>();
  function->strict = true;
  // A method does not see the variables around it.
  scopes_.emplace_back();
  bool ok = true;
  if (Peek().Is("(")) {
    ++at_;
    ok = ReadParameters(function->parameters, ")");
  } else if (!AtStatementEnd()) {
    ok = ReadParameters(function->parameters, "");
  }
  ok = ok && ReadGuardedBody(function->body, opening);
  scopes_.pop_back();
  node.function = std::move(function);
  return ok;
}

bool Grammar::ReadJump(Node& node, Node::Kind kind) {
  node.kind = kind;
  ++at_;
  const Token& next = Peek();
  const bool ends = AtStatementEnd() || next.Is("}") || next.Is(")") ||
                    (next.kind == TokenKind::kName && IsKeyword(next.text) && !next.IsWord("nil") &&
                     !next.IsWord("true") && !next.IsWord("false") && !next.IsWord("not") &&
                     !next.IsWord("self"));
  if (ends) return true;
  if (!ReadExpression(node.items.emplace_back(), /*bare_arguments=*/true)) return false;
  if (!Peek().Is(",")) return true;
  // return 1, 2
  ++at_;
  Node all = Wrap(Node::Kind::kArray, node.position, std::move(node.items));
  if (!ReadList(all, "")) return false;
  node.items = ListOf(std::move(all));
  return true;
}

// a, b = ... or a, *b = ...
bool Grammar::StartsMultiAssign() const {
  size_t ahead = 0;
  bool several = false;
  while (true) {
    if (Peek(ahead).Is("*")) {
      several = true;
      ++ahead;
    }
    if (!IsTargetName(Peek(ahead))) return false;
    ++ahead;
    if (Peek(ahead).Is("=")) return several;
    if (!Peek(ahead).Is(",")) return false;
    several = true;
    ++ahead;
  }
}

bool Grammar::ReadTargets(Node& node) {
  node.kind = Node::Kind::kMultiAssign;
  node.position = Peek().position;
  while (true) {
    Node target;
    target.position = Peek().position;
    const bool rest = Peek().Is("*");
    if (rest) ++at_;
    if (!IsTargetName(Peek())) return Fail(Peek(), "a variable was expected here");
    const Token name = Take();
    target.kind = name.kind == TokenKind::kInstance ? Node::Kind::kInstance : Node::Kind::kVariable;
    target.name = name.text;
    Declare(name.text);
    if (rest) target = Wrap(Node::Kind::kSplat, target.position, ListOf(std::move(target)));
    node.items.push_back(std::move(target));
    if (!Peek().Is(",")) return true;
    ++at_;
  }
}

bool Grammar::ReadMultiAssign(Node& node) {
  if (!ReadTargets(node) || !Expect("=")) return false;
  Node values;
  values.kind = Node::Kind::kArray;
  values.position = Peek().position;
  if (!ReadList(values, "")) return false;
  // A single value is taken apart if it is an array.
  const bool single = values.items.size() == 1 && values.items[0].kind != Node::Kind::kSplat;
  node.items.push_back(single ? Node(std::move(values.items[0])) : std::move(values));
  return true;
}

}  // namespace basalt::shell::ruby
