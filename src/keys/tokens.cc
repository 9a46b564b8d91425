#include "keys/tokens.h"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

namespace basalt::keys {
namespace {

bool IsLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool IsDigit(char c) { return c >= '0' && c <= '9'; }

size_t EditDistance(std::string_view a, std::string_view b) {
  std::vector<size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), size_t{0});
  for (size_t i = 1; i <= a.size(); ++i) {
    size_t diagonal = row[0];
    row[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      const size_t above = row[j];
      row[j] = std::min({above + 1, row[j - 1] + 1, diagonal + (a[i - 1] == b[j - 1] ? 0 : 1)});
      diagonal = above;
    }
  }
  return row[b.size()];
}

}  // namespace

Status ErrorAt(std::string_view what, std::string_view text, size_t offset, std::string message) {
  return {StatusCode::kInvalidArgument, fmt::format("{}, column {}: {}\n  {}\n  {:>{}}", what,
                                                    offset + 1, message, text, "^", offset + 1)};
}

std::string DidYouMean(std::string_view word, const std::vector<std::string>& choices) {
  size_t best = word.size() / 2 + 1;
  const std::string* nearest = nullptr;
  for (const std::string& choice : choices) {
    const size_t distance = EditDistance(word, choice);
    if (distance < best) {
      best = distance;
      nearest = &choice;
    }
  }
  return nearest == nullptr ? "" : fmt::format(" (did you mean {}?)", *nearest);
}

Result<std::vector<Token>> Tokenize(std::string_view what, std::string_view text) {
  std::vector<Token> tokens;
  size_t i = 0;
  while (true) {
    while (i < text.size() && (text[i] == ' ' || text[i] == '\t' || text[i] == '\n')) ++i;
    Token token;
    token.offset = i;
    if (i == text.size()) {
      token.end = i;
      tokens.push_back(token);
      return tokens;
    }
    const char c = text[i];
    const bool number = IsDigit(c) || (c == '-' && i + 1 < text.size() && IsDigit(text[i + 1]));
    if (IsLetter(c)) {
      token.kind = TokenKind::kWord;
      while (i < text.size() && (IsLetter(text[i]) || IsDigit(text[i]))) ++i;
      token.text = text.substr(token.offset, i - token.offset);
    } else if (number) {
      token.kind = TokenKind::kNumber;
      ++i;
      const std::string_view inside = "-:.";
      while (i < text.size() && (IsLetter(text[i]) || IsDigit(text[i]) ||
                                 inside.find(text[i]) != std::string_view::npos)) {
        ++i;
      }
      token.text = text.substr(token.offset, i - token.offset);
    } else if (c == '\'' || c == '"') {
      token.kind = TokenKind::kString;
      const size_t close = text.find(c, i + 1);
      if (close == std::string_view::npos) {
        return ErrorAt(what, text, i, "the text that begins here has no closing quote");
      }
      token.text = FromStringBinary(text.substr(i + 1, close - i - 1));
      i = close + 1;
    } else {
      token.kind = TokenKind::kSymbol;
      for (const std::string_view symbol :
           {"!=", "<=", ">=", "(", ")", ",", ":", "=", "<", ">", "?"}) {
        if (!text.substr(i).starts_with(symbol)) continue;
        token.text = symbol;
        break;
      }
      if (token.text.empty()) {
        return ErrorAt(what, text, i, fmt::format("'{}' means nothing here", c));
      }
      i += token.text.size();
    }
    token.end = i;
    tokens.push_back(std::move(token));
  }
}

}  // namespace basalt::keys
