// Tokens of key schemas and queries with their offsets, and errors that point at an offset.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "basalt/bytes.h"
#include "basalt/status.h"
#include "base/check.h"
#include "keys/time_values.h"

namespace basalt::keys {

enum class TokenKind : uint8_t {
  kWord,    // letters, digits and _, with a letter or _ first
  kNumber,  // everything that begins with a digit: 16, 15m, 2024-01-31T10:00:00Z, 1.5; or -5
  kString,  // in single or double quotes; \xHH stands for a byte
  kSymbol,  // one of ( ) , : = != < <= > >= ?
  kEnd,
};

struct Token {
  TokenKind kind = TokenKind::kEnd;
  Bytes text;  // a string's without the quotes
  size_t offset = 0;
  size_t end = 0;

  bool Is(std::string_view symbol) const { return kind == TokenKind::kSymbol && text == symbol; }
  bool IsWord(std::string_view word) const { return kind == TokenKind::kWord && text == word; }
};

// `what` names the text in errors: "key schema", "condition". The last token is kEnd.
Result<std::vector<Token>> Tokenize(std::string_view what, std::string_view text);

// "key schema, column 7: message", the text, and a caret below the column.
Status ErrorAt(std::string_view what, std::string_view text, size_t offset, std::string message);

// The choice nearest to a misspelled word, as " (did you mean ...?)"; or empty.
std::string DidYouMean(std::string_view word, const std::vector<std::string>& choices);

// Walks over the words of a text, with errors that point at the place. For parsers.
class TokenReader {
 public:
  // `what` and `text` as for Tokenize; both must outlive it.
  TokenReader(std::string_view what, std::string_view text, std::vector<Token> tokens)
      : what_(what), text_(text), tokens_(std::move(tokens)) {}

  std::string_view text() const { return text_; }
  const Token& token() const { return tokens_[next_]; }
  // The one after it. REQUIRES: not at the end.
  const Token& next_token() const {
    BASALT_DCHECK(next_ + 1 < tokens_.size(), "The last token has none after it.");
    return tokens_[next_ + 1];
  }
  const Token& Take() { return tokens_[next_++]; }
  // Where the last token that was taken ends.
  size_t last_end() const { return tokens_[next_ - 1].end; }

  Status Error(std::string message) const { return ErrorAt(token().offset, std::move(message)); }
  Status ErrorAt(size_t offset, std::string message) const {
    return keys::ErrorAt(what_, text_, offset, std::move(message));
  }
  Status Expect(std::string_view symbol) {
    if (!token().Is(symbol)) return Error(fmt::format("'{}' is missing here", symbol));
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
