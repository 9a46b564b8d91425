#include <utility>

#include <fmt/format.h>

#include "shell/ruby/grammar.h"

namespace basalt::shell::ruby {

// A variable, a command or a method.
bool Grammar::ReadName(Node& node, bool bare_arguments) {
  const Token name = Take();
  node.name = name.text;
  const bool called = Peek().Is("(") && !Peek().space_before;
  if (!called && IsVariable(name.text)) {
    node.kind = Node::Kind::kVariable;
    return true;
  }
  if (name.text == "defined?") {
    node.kind = Node::Kind::kDefined;
    return ReadUnary(node.items.emplace_back(), false);
  }
  node.kind = Node::Kind::kCall;
  return ReadArguments(node, bare_arguments);
}

// What follows a value: .method, ::NAME, [index].
bool Grammar::ReadPostfix(Node& node, bool bare_arguments) {
  for (int chain = 0;; ++chain) {
    if (chain > kMaxChain) return Fail(Peek(), "the expression is too long");
    const Token& token = Peek();
    if (token.Is(".") || token.Is("&.") || token.Is("::")) {
      if (!ReadMethod(node, bare_arguments)) return false;
    } else if (token.Is("[") && (!token.space_before || node.kind == Node::Kind::kVariable)) {
      Node call;
      call.kind = Node::Kind::kCall;
      call.position = Take().position;
      call.name = "[]";
      call.flag = true;
      call.receiver.push_back(std::move(node));
      if (!ReadList(call, "]")) return false;
      node = std::move(call);
    } else {
      return true;
    }
  }
}

bool Grammar::ReadMethod(Node& node, bool bare_arguments) {
  const Token dot = Take();
  SkipNewlines();
  const Token name = Peek();
  Node call;
  call.kind = Node::Kind::kCall;
  call.position = name.position;
  call.safe = dot.Is("&.");
  call.receiver.push_back(std::move(node));
  if (name.Is("(") && dot.Is(".")) {
    call.name = "call";
  } else if (name.kind == TokenKind::kSign && Peek(1).Is("(")) {
    // 1.+(2)
    if (std::string_view("+-*/%<>&|^=").find(name.text[0]) == std::string_view::npos) {
      return Fail(name, "a name must follow the dot");
    }
    call.name = Take().text;
  } else if (name.kind == TokenKind::kName || name.kind == TokenKind::kConstant) {
    call.name = Take().text;
    const bool constant = name.kind == TokenKind::kConstant && dot.Is("::");
    if (constant && !(Peek().Is("(") && !Peek().space_before)) call.kind = Node::Kind::kScope;
  } else {
    return Fail(name, "a name must follow the dot");
  }
  if (call.kind == Node::Kind::kCall && !ReadArguments(call, bare_arguments)) return false;
  node = std::move(call);
  return true;
}

bool Grammar::ReadArguments(Node& call, bool bare_arguments) {
  if (Peek().Is("(") && !Peek().space_before) {
    ++at_;
    call.flag = true;
    const Restore restore(allow_do_, true);
    if (!ReadList(call, ")")) return false;
  } else if (StartsArgument(Peek(), bare_arguments, !call.receiver.empty())) {
    const Restore restore(allow_do_, false);
    if (!ReadList(call, "")) return false;
  }
  return ReadBlock(call);
}

bool Grammar::ReadList(Node& call, std::string_view closing) {
  const Restore restore(allow_do_, !closing.empty() || allow_do_);
  bool in_pairs = false;
  if (!closing.empty()) SkipNewlines();
  while (closing.empty() || !Peek().Is(closing)) {
    if (!ReadItem(call, in_pairs)) return false;
    if (!closing.empty()) SkipNewlines();
    if (!Peek().Is(",")) break;
    ++at_;
    if (!closing.empty()) SkipNewlines();
  }
  return closing.empty() || Expect(closing);
}

bool Grammar::ReadItem(Node& call, bool& in_pairs) {
  const Position position = Peek().position;
  if (Peek().Is("&") && call.kind == Node::Kind::kCall) {
    ++at_;
    call.block_argument.resize(1);
    return ReadExpression(call.block_argument[0], false);
  }
  Node item;
  item.position = position;
  const bool pair = Peek().kind == TokenKind::kLabel || Peek().Is("**");
  if (Peek().Is("*")) {
    ++at_;
    item.kind = Node::Kind::kSplat;
    if (!ReadExpression(item.items.emplace_back(), false)) return false;
  } else if (!pair && !ReadExpression(item, false)) {
    return false;
  }
  if (!pair && !Peek().Is("=>")) {
    if (in_pairs) {
      return FailAt(position, "an argument cannot follow pairs",
                    "Put braces around the pairs: {NAME => 'f'}, 'g'.");
    }
    call.items.push_back(std::move(item));
    return true;
  }
  if (!in_pairs) {
    Node& hash = call.items.emplace_back();
    hash.kind = Node::Kind::kHash;
    hash.position = position;
  }
  in_pairs = true;
  if (pair) return ReadPair(call.items.back());
  ++at_;
  SkipNewlines();
  Node value;
  if (!ReadExpression(value, false)) return false;
  call.items.back().items.push_back(std::move(item));
  call.items.back().items.push_back(std::move(value));
  return true;
}

bool Grammar::ReadBlock(Node& call) {
  if (Peek().Is("{") && !LooksLikeHash()) return ReadBlockBody(call, /*braces=*/true);
  if (Peek().IsWord("do") && allow_do_) return ReadBlockBody(call, /*braces=*/false);
  return true;
}

bool Grammar::ReadBlockBody(Node& call, bool braces) {
  const Token opening = Take();
  const Restore restore(allow_do_, true);
  auto function = std::make_shared<Function>();
  auto outer = scopes_.back();
  scopes_.push_back(std::move(outer));
  SkipNewlines();
  bool ok = true;
  if (Peek().Is("||")) {
    ++at_;
  } else if (Peek().Is("|")) {
    ++at_;
    ok = ReadParameters(function->parameters, "|");
  }
  if (ok && braces) {
    ok = ReadBody(function->body, {"}"}, opening);
    if (ok) ++at_;
  } else if (ok) {
    ok = ReadGuardedBody(function->body, opening);
  }
  scopes_.pop_back();
  call.function = std::move(function);
  return ok;
}

// ->(a, b) { ... }
bool Grammar::ReadLambda(Node& node) {
  ++at_;
  auto outer = scopes_.back();
  scopes_.push_back(std::move(outer));
  std::vector<Parameter> parameters;
  bool ok = true;
  if (Peek().Is("(")) {
    ++at_;
    ok = ReadParameters(parameters, ")");
  } else if (Peek().kind == TokenKind::kName && !IsKeyword(Peek().text)) {
    ok = ReadParameters(parameters, "");
  }
  const bool braces = Peek().Is("{");
  if (ok && !braces && !Peek().IsWord("do")) ok = FailUnexpected();
  ok = ok && ReadBlockBody(node, braces);
  scopes_.pop_back();
  if (!ok) return false;
  auto function = std::make_shared<Function>(*node.function);
  function->parameters = std::move(parameters);
  function->strict = true;
  node.kind = Node::Kind::kLambda;
  node.function = std::move(function);
  return true;
}

// `closing`: what ends the list and is taken; empty: what cannot be a parameter ends it.
bool Grammar::ReadParameters(std::vector<Parameter>& parameters, std::string_view closing) {
  if (++depth_ > kMaxDepth) return Fail(Peek(), "too many brackets in one another");
  if (!closing.empty()) SkipNewlines();
  while (closing.empty() || !Peek().Is(closing)) {
    Parameter parameter;
    if (Peek().Is("(")) {
      ++at_;
      parameter.kind = Parameter::Kind::kGroup;
      if (!ReadParameters(parameter.group, ")")) return false;
    } else {
      if (Peek().Is("*") || Peek().Is("&")) {
        parameter.kind = Peek().Is("*") ? Parameter::Kind::kRest : Parameter::Kind::kBlock;
        ++at_;
      }
      if (Peek().kind == TokenKind::kLabel || Peek().Is("**")) {
        return Fail(Peek(), "keyword parameters are Ruby that this shell does not run",
                    "Take a hash: def f(options).");
      }
      if (Peek().kind != TokenKind::kName || IsKeyword(Peek().text)) {
        return Fail(Peek(), "the name of a parameter was expected here");
      }
      parameter.name = Take().text;
      Declare(parameter.name);
      if (Peek().Is("=") && parameter.kind == Parameter::Kind::kRequired) {
        ++at_;
        parameter.kind = Parameter::Kind::kOptional;
        // In |a = 1| the bar ends the value.
        Node& value = parameter.default_value.emplace_back();
        if (closing == "|" ? !ReadUnary(value, false) : !ReadExpression(value, false)) return false;
      }
    }
    parameters.push_back(std::move(parameter));
    if (!closing.empty()) SkipNewlines();
    if (!Peek().Is(",")) break;
    ++at_;
    if (!closing.empty()) SkipNewlines();
  }
  --depth_;
  return closing.empty() || Expect(closing);
}

bool Grammar::StartsArgument(const Token& token, bool bare_arguments, bool after_dot) const {
  switch (token.kind) {
    case TokenKind::kLineEnd:
    case TokenKind::kEnd: return false;
    case TokenKind::kName:
      if (IsKeyword(token.text) && !token.IsWord("nil") && !token.IsWord("true") &&
          !token.IsWord("false") && !token.IsWord("self") && !token.IsWord("not")) {
        return bare_arguments && (token.IsWord("case") || token.IsWord("begin"));
      }
      return true;
    case TokenKind::kLabel: return bare_arguments;
    case TokenKind::kSign: break;
    default: return true;
  }
  if (!bare_arguments) return false;
  if (token.Is("[") || token.Is("(")) return token.space_before;
  if (token.Is("{")) return LooksLikeHash();
  if (token.Is("!") || token.Is("->") || token.Is("~")) return true;
  // `name -1` has an argument, `name - 1` and `x.size -1` are calculations.
  const bool prefix = token.space_before && !token.space_after;
  if (token.Is("-")) return prefix && !after_dot;
  return (token.Is("*") || token.Is("&") || token.Is("**")) && prefix;
}

// After a name, { begins a hash if a pair follows, and a block otherwise.
bool Grammar::LooksLikeHash() const {
  size_t ahead = 1;
  while (Peek(ahead).kind == TokenKind::kLineEnd && Peek(ahead).newline) ++ahead;
  if (Peek(ahead).kind == TokenKind::kLabel) return true;
  return Peek(ahead).kind != TokenKind::kSign && Peek(ahead + 1).Is("=>");
}

}  // namespace basalt::shell::ruby
