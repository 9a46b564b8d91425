// Tokens of the shell's language, a subset of Ruby. Plain values.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "basalt/bytes.h"
#include "shell/syntax_error.h"

namespace basalt::shell::ruby {

enum class TokenKind : uint8_t {
  kString,
  kSymbol,  // :name
  kWords,   // %w[a b], or %i[a b] as symbols
  kInteger,
  kFloat,
  kName,      // create, get_table, toInt, if
  kInstance,  // @name
  kLabel,     // name: before a value
  kConstant,  // VERSIONS, Bytes
  kSign,      // brackets and operators
  kLineEnd,   // a line's end or a semicolon
  kEnd,
};

struct Token;

// A part of a string: text, or the tokens between #{ and }.
struct StringPart {
  Bytes text;
  // With a kEnd at the end; empty: the part is text.
  std::vector<Token> code;
};

struct Token {
  TokenKind kind = TokenKind::kEnd;
  // A string's text with escapes resolved, the name of a symbol, label or variable; else the source
  // text.
  Bytes text;
  Position position;
  bool space_before = false;
  bool space_after = false;
  // Of kLineEnd: a line's end, not a semicolon.
  bool newline = false;
  // Of kWords: symbols, not strings.
  bool symbols = false;
  int64_t integer = 0;
  double real = 0;
  // Of a string with #{}: its parts. Of kWords: the words.
  std::vector<StringPart> parts;

  bool Is(std::string_view sign) const { return kind == TokenKind::kSign && text == sign; }
  bool IsWord(std::string_view word) const { return kind == TokenKind::kName && text == word; }
};

// Words that have a meaning of their own in Ruby and cannot be names of variables or methods.
bool IsKeyword(std::string_view word);

}  // namespace basalt::shell::ruby
