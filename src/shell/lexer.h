// Tokens of the shell's language, a subset of Ruby: strings, numbers, names, signs. Pure function.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "basalt/bytes.h"
#include "shell/syntax_error.h"

namespace basalt::shell {

enum class TokenKind : uint8_t {
  kString,
  kSymbol,  // :name
  kInteger,
  kFloat,
  kName,      // create, get_table, toInt
  kConstant,  // VERSIONS, Bytes
  kSign,      // ( ) { } [ ] , . = => -
  kLineEnd,   // a line's end or a semicolon
  kEnd,
};

struct Token {
  TokenKind kind = TokenKind::kEnd;
  // A string's content with escapes resolved; else the source text.
  Bytes text;
  Position position;
  bool space_before = false;
  int64_t integer = 0;
  double real = 0;

  bool Is(std::string_view sign) const { return kind == TokenKind::kSign && text == sign; }
};

// The last token is kEnd. Line ends inside of brackets and after a comma or => are left out.
Parsed<std::vector<Token>> Tokenize(std::string_view text);

}  // namespace basalt::shell
