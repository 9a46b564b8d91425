#include "shell/parser.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "shell/lexer.h"

namespace basalt::shell {
namespace {

// Keywords of Ruby that this shell does not support.
bool IsRuby(std::string_view word) {
  static constexpr std::string_view kWords[] = {
      "if",    "unless", "while", "until", "for",    "do",   "end",    "def",     "class", "module",
      "begin", "rescue", "then",  "else",  "return", "case", "lambda", "require", "puts",  "print"};
  for (const std::string_view ruby : kWords) {
    if (word == ruby) return true;
  }
  return false;
}

constexpr int kMaxDepth = 100;

class Parser {
 public:
  explicit Parser(std::vector<Token> tokens) : tokens_(std::move(tokens)) {}

  Parsed<std::vector<Statement>> Run() {
    std::vector<Statement> statements;
    while (true) {
      while (Peek().kind == TokenKind::kLineEnd) ++at_;
      if (Peek().kind == TokenKind::kEnd) return statements;
      Statement statement;
      if (!ReadStatement(statement)) return std::move(error_);
      statements.push_back(std::move(statement));
    }
  }

 private:
  bool ReadStatement(Statement& statement) {
    if (Peek().kind == TokenKind::kName && Peek(1).Is("=")) {
      statement.variable = Take().text;
      ++at_;
    }
    if (!ReadExpression(statement.expression, /*bare_arguments=*/true)) return false;
    const Token& next = Peek();
    if (next.kind == TokenKind::kLineEnd || next.kind == TokenKind::kEnd) return true;
    if (next.kind == TokenKind::kName && IsRuby(next.text)) return FailRuby(next);
    if (next.Is("=>")) {
      return Fail(next, "a pair cannot stand here", "Pairs follow a comma: scan 't', LIMIT => 1.");
    }
    return Fail(next, fmt::format("{} was not expected here", Describe(next)),
                "A comma may be missing before it.");
  }

  bool ReadExpression(Expression& expression, bool bare_arguments) {
    if (++depth_ > kMaxDepth) return Fail(Peek(), "too many brackets in one another", "");
    bool ok = ReadPrimary(expression, bare_arguments);
    while (ok && Peek().Is(".")) {
      ++at_;
      const Token& name = Peek();
      if (name.kind != TokenKind::kName && name.kind != TokenKind::kConstant) {
        ok = Fail(name, "a name must follow the dot", "");
        break;
      }
      Expression call;
      call.kind = Expression::Kind::kCall;
      call.position = name.position;
      call.name = Take().text;
      call.receiver.push_back(std::move(expression));
      ok = ReadArguments(call, bare_arguments);
      expression = std::move(call);
    }
    --depth_;
    return ok;
  }

  bool ReadPrimary(Expression& expression, bool bare_arguments) {
    const Token& token = Peek();
    expression.position = token.position;
    switch (token.kind) {
      case TokenKind::kString:
      case TokenKind::kSymbol: expression.literal = Take().text; return true;
      case TokenKind::kInteger: expression.literal = Take().integer; return true;
      case TokenKind::kFloat: expression.literal = Take().real; return true;
      case TokenKind::kConstant:
        expression.kind = Expression::Kind::kConstant;
        expression.name = Take().text;
        return true;
      case TokenKind::kName: return ReadName(expression, bare_arguments);
      case TokenKind::kSign: return ReadSign(expression);
      case TokenKind::kLineEnd:
      case TokenKind::kEnd: break;
    }
    return Fail(token, "the command ends too early", "");
  }

  bool ReadName(Expression& expression, bool bare_arguments) {
    const Token& token = Peek();
    if (token.text == "true" || token.text == "false") {
      expression.literal = Take().text == "true";
      return true;
    }
    if (token.text == "nil") {
      ++at_;
      return true;
    }
    if (IsRuby(token.text)) return FailRuby(token);
    expression.kind = Expression::Kind::kCall;
    expression.name = Take().text;
    return ReadArguments(expression, bare_arguments);
  }

  bool ReadSign(Expression& expression) {
    const Token& token = Peek();
    if (token.Is("-")) {
      const Token& number = Peek(1);
      if (number.kind != TokenKind::kInteger && number.kind != TokenKind::kFloat) {
        return Fail(token, "a number must follow '-'", "The shell does not calculate.");
      }
      at_ += 2;
      if (number.kind == TokenKind::kInteger) {
        expression.literal = -number.integer;
      } else {
        expression.literal = -number.real;
      }
      return true;
    }
    if (token.Is("(")) {
      ++at_;
      return ReadExpression(expression, /*bare_arguments=*/true) && Expect(")");
    }
    if (token.Is("[")) {
      ++at_;
      expression.kind = Expression::Kind::kArray;
      return ReadList(expression.items, "]");
    }
    if (token.Is("{")) return ReadHash(expression);
    return Fail(token, fmt::format("{} was not expected here", Describe(token)),
                token.Is("=>") ? "A key must stand before it: LIMIT => 1." : "");
  }

  bool ReadHash(Expression& expression) {
    ++at_;
    expression.kind = Expression::Kind::kHash;
    while (!Peek().Is("}")) {
      auto& [key, value] = expression.pairs.emplace_back();
      if (!ReadExpression(key, false)) return false;
      if (!Peek().Is("=>")) {
        return Fail(Peek(), fmt::format("=> was expected, not {}", Describe(Peek())),
                    "A hash has pairs: {NAME => 'f', VERSIONS => 3}.");
      }
      ++at_;
      if (!ReadExpression(value, false)) return false;
      if (!Peek().Is(",")) break;
      ++at_;
    }
    return Expect("}");
  }

  // Items up to the closing sign; trailing pairs become one hash.
  bool ReadList(std::vector<Expression>& items, std::string_view closing) {
    bool in_pairs = false;
    while (closing.empty() || !Peek().Is(closing)) {
      Expression item;
      if (!ReadExpression(item, false)) return false;
      if (Peek().Is("=>")) {
        ++at_;
        Expression value;
        if (!ReadExpression(value, false)) return false;
        if (!in_pairs) {
          Expression hash;
          hash.kind = Expression::Kind::kHash;
          hash.position = item.position;
          items.push_back(std::move(hash));
        }
        in_pairs = true;
        items.back().pairs.emplace_back(std::move(item), std::move(value));
      } else if (in_pairs) {
        return Fail(item.position, "an argument cannot follow pairs",
                    "Put braces around the pairs: {NAME => 'f'}, 'g'.");
      } else {
        items.push_back(std::move(item));
      }
      if (!Peek().Is(",")) break;
      ++at_;
    }
    return closing.empty() || Expect(closing);
  }

  bool ReadArguments(Expression& call, bool bare) {
    if (Peek().Is("(") && !Peek().space_before) {
      ++at_;
      return ReadList(call.items, ")");
    }
    return !bare || !StartsArgument(Peek()) || ReadList(call.items, "");
  }

  static bool StartsArgument(const Token& token) {
    switch (token.kind) {
      case TokenKind::kLineEnd:
      case TokenKind::kEnd: return false;
      case TokenKind::kSign:
        return token.Is("[") || token.Is("{") || token.Is("(") || token.Is("-");
      default: return true;
    }
  }

  const Token& Peek(size_t ahead = 0) const {
    return tokens_[std::min(at_ + ahead, tokens_.size() - 1)];
  }
  Token Take() { return tokens_[at_++]; }

  bool Expect(std::string_view sign) {
    if (!Peek().Is(sign)) {
      return Fail(Peek(), fmt::format("'{}' was expected, not {}", sign, Describe(Peek())),
                  "A comma may be missing before it.");
    }
    ++at_;
    return true;
  }

  static std::string Describe(const Token& token) {
    switch (token.kind) {
      case TokenKind::kString: return "a string";
      case TokenKind::kInteger:
      case TokenKind::kFloat: return fmt::format("the number {}", token.text);
      case TokenKind::kLineEnd:
      case TokenKind::kEnd: return "the end of the command";
      default: return fmt::format("'{}'", token.text);
    }
  }

  bool FailRuby(const Token& token) {
    return Fail(token, fmt::format("'{}' is Ruby that this shell does not run", token.text),
                "It reads HBase's commands with their arguments, and variables; not loops or "
                "conditions.");
  }

  bool Fail(const Token& token, std::string message, std::string hint) {
    return Fail(token.position, std::move(message), std::move(hint));
  }
  bool Fail(const Position& position, std::string message, std::string hint) {
    error_ = {position, std::move(message), std::move(hint), false, "SyntaxError"};
    return false;
  }

  std::vector<Token> tokens_;
  size_t at_ = 0;
  int depth_ = 0;
  SyntaxError error_;
};

}  // namespace

Parsed<std::vector<Statement>> Parse(std::string_view text) {
  auto tokens = Tokenize(text);
  if (auto* error = std::get_if<SyntaxError>(&tokens)) return std::move(*error);
  return Parser(std::move(std::get<std::vector<Token>>(tokens))).Run();
}

}  // namespace basalt::shell
