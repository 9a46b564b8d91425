#include "shell/ruby/parser.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "shell/ruby/grammar.h"
#include "shell/ruby/lexer.h"

namespace basalt::shell::ruby {

Parsed<std::vector<Node>> Parse(std::string_view text, const std::vector<std::string>& variables) {
  auto tokens = Tokenize(text);
  if (auto* error = std::get_if<SyntaxError>(&tokens)) return std::move(*error);
  Grammar grammar(std::move(std::get<std::vector<Token>>(tokens)), variables);
  std::vector<Node> statements;
  if (!grammar.ReadProgram(statements)) return std::move(grammar.error());
  return statements;
}

std::string Describe(const Token& token) {
  switch (token.kind) {
    case TokenKind::kString: return "a string";
    case TokenKind::kInteger:
    case TokenKind::kFloat: return fmt::format("the number {}", token.text);
    case TokenKind::kLineEnd:
    case TokenKind::kEnd: return "the end of the command";
    case TokenKind::kLabel: return fmt::format("'{}:'", token.text);
    case TokenKind::kSymbol: return fmt::format("':{}'", token.text);
    default: return fmt::format("'{}'", token.text);
  }
}

Grammar::Grammar(std::vector<Token> tokens, const std::vector<std::string>& variables)
    : tokens_(std::move(tokens)) {
  scopes_.emplace_back(variables.begin(), variables.end());
}

bool Grammar::ReadProgram(std::vector<Node>& statements) {
  while (true) {
    SkipLineEnds();
    if (Peek().kind == TokenKind::kEnd) return true;
    if (!ReadStatement(statements.emplace_back())) return false;
    if (!AtStatementEnd()) return FailUnexpected();
  }
}

const Token& Grammar::Peek(size_t ahead) const {
  return tokens_[std::min(at_ + ahead, tokens_.size() - 1)];
}

Token Grammar::Take() {
  const Token token = Peek();
  if (at_ < tokens_.size()) ++at_;
  return token;
}

bool Grammar::Expect(std::string_view sign) {
  if (!Peek().Is(sign)) {
    return Fail(Peek(), fmt::format("'{}' was expected, not {}", sign, Describe(Peek())),
                "A comma may be missing before it.");
  }
  ++at_;
  return true;
}

bool Grammar::ExpectWord(std::string_view word, const Token& opening) {
  if (Peek().IsWord(word)) {
    ++at_;
    return true;
  }
  if (Peek().kind == TokenKind::kEnd) {
    return Fail(Peek(), fmt::format("'{}' is not closed", opening.text),
                fmt::format("Its '{}' is missing.", word));
  }
  return Fail(Peek(), fmt::format("'{}' was expected, not {}", word, Describe(Peek())));
}

void Grammar::SkipLineEnds() {
  while (Peek().kind == TokenKind::kLineEnd) ++at_;
}

void Grammar::SkipNewlines() {
  while (Peek().kind == TokenKind::kLineEnd && Peek().newline) ++at_;
}

bool Grammar::AtStatementEnd() const {
  return Peek().kind == TokenKind::kLineEnd || Peek().kind == TokenKind::kEnd;
}

bool Grammar::IsVariable(const std::string& name) const { return scopes_.back().contains(name); }

bool Grammar::FailUnexpected() {
  const Token& next = Peek();
  if (next.Is("=>")) {
    return Fail(next, "a pair cannot stand here", "Pairs follow a comma: scan 't', LIMIT => 1.");
  }
  if (next.IsWord("end") || next.IsWord("else") || next.IsWord("elsif") || next.IsWord("when")) {
    return Fail(next, fmt::format("'{}' belongs to nothing", next.text));
  }
  return Fail(next, fmt::format("{} was not expected here", Describe(next)),
              "A comma may be missing before it.");
}

bool Grammar::Fail(const Token& token, std::string message, std::string hint) {
  FailAt(token.position, std::move(message), std::move(hint));
  error_.incomplete = token.kind == TokenKind::kEnd;
  return false;
}

bool Grammar::FailAt(const Position& position, std::string message, std::string hint) {
  error_ = {position, std::move(message), std::move(hint), false, "SyntaxError"};
  return false;
}

}  // namespace basalt::shell::ruby
