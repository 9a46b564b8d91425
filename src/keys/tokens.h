// Tokens of key schemas and queries with their offsets, and errors that point at an offset.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "basalt/bytes.h"
#include "basalt/status.h"

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

}  // namespace basalt::keys
