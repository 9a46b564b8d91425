// TokenReader: a cursor over the tokens of a text, with errors that point at the position. For
// parsers.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "keys/time_values.h"
#include "keys/tokens.h"

namespace basalt::keys {

class TokenReader {
 public:
  // `what` and `text` as for Tokenize; both must outlive the reader.
  TokenReader(std::string_view what, std::string_view text, std::vector<Token> tokens)
      : what_(what), text_(text), tokens_(std::move(tokens)) {}

  std::string_view text() const { return text_; }
  const Token& token() const { return tokens_[next_]; }
  // The token after the current one. REQUIRES: not at the end.
  const Token& next_token() const { return tokens_[next_ + 1]; }
  const Token& Take() { return tokens_[next_++]; }
  // The end offset of the last consumed token.
  size_t last_end() const { return tokens_[next_ - 1].end; }

  Status Error(std::string message) const { return ErrorAt(token().offset, std::move(message)); }
  Status ErrorAt(size_t offset, std::string message) const {
    return keys::ErrorAt(what_, text_, offset, std::move(message));
  }
  Status Expect(std::string_view symbol) {
    if (!token().Is(symbol)) return Error(fmt::format("'{}' is missing", symbol));
    ++next_;
    return Status::Ok();
  }
  bool TakeIf(std::string_view symbol) {
    if (!token().Is(symbol)) return false;
    ++next_;
    return true;
  }
  Result<uint64_t> TakeNumber(std::string_view what, uint64_t least, uint64_t most) {
    const auto number =
        token().kind == TokenKind::kNumber ? ParseUnsigned(token().text) : std::nullopt;
    if (!number || *number < least || *number > most) {
      return Error(fmt::format("{} must be a number from {} to {}", what, least, most));
    }
    ++next_;
    return *number;
  }

 private:
  std::string_view what_;
  std::string_view text_;
  std::vector<Token> tokens_;
  size_t next_ = 0;
};

}  // namespace basalt::keys
