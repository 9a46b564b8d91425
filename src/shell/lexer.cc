#include "shell/lexer.h"

#include <cctype>
#include <charconv>
#include <utility>

#include <fmt/format.h>

#include "shell/string_literal.h"

namespace basalt::shell {
namespace {

bool IsDigit(char c) { return c >= '0' && c <= '9'; }
bool IsUpper(char c) { return c >= 'A' && c <= 'Z'; }
bool IsLetter(char c) { return IsUpper(c) || (c >= 'a' && c <= 'z') || c == '_'; }

constexpr std::string_view kSigns = "(){}[],.=-";

class Lexer {
 public:
  explicit Lexer(std::string_view text) : text_(text) {}

  Parsed<std::vector<Token>> Run() {
    while (SkipBlanks()) {
      if (!ReadToken()) return std::move(error_);
    }
    start_ = position_;
    if (!open_.empty()) {
      const Token& bracket = open_.back();
      return SyntaxError{bracket.position, fmt::format("'{}' is not closed", bracket.text), "",
                         true};
    }
    if (continues_) {
      return SyntaxError{position_, "the command ends too early", "More is expected here.", true};
    }
    Push(TokenKind::kEnd, 0);
    return std::move(tokens_);
  }

 private:
  // False at the end of the text.
  bool SkipBlanks() {
    space_ = false;
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '#') {
        while (at_ < text_.size() && text_[at_] != '\n') Advance(1);
      } else if (c == '\\' && (Rest().starts_with("\\\n") || Rest().starts_with("\\\r\n"))) {
        Advance(Rest().find('\n') + 1);
      } else if (c == ' ' || c == '\t' || c == '\r' || Rest().starts_with("\xC2\xA0")) {
        Advance(c == '\xC2' ? 2 : 1);
      } else {
        return true;
      }
      space_ = true;
    }
    return false;
  }

  bool ReadToken() {
    start_ = position_;
    const char c = text_[at_];
    if (c == '\n' || c == ';') return ReadLineEnd();
    if (const size_t quote = QuoteLength(Rest()); quote > 0) return ReadString();
    if (IsDigit(c)) return ReadNumber();
    if (IsLetter(c)) return ReadName(IsUpper(c) ? TokenKind::kConstant : TokenKind::kName);
    if (c == ':' && at_ + 1 < text_.size() && IsLetter(text_[at_ + 1])) {
      Advance(1);
      return ReadName(TokenKind::kSymbol);
    }
    if (Rest().starts_with("=>")) return ReadSign(2);
    if (kSigns.find(c) != std::string_view::npos) return ReadSign(1);
    return Fail(fmt::format("'{}' has no meaning here", Character()),
                "The shell reads HBase's commands, not all of Ruby; help shows what there is.");
  }

  bool ReadLineEnd() {
    const bool semicolon = text_[at_] == ';';
    if (semicolon && (!open_.empty() || continues_)) {
      return Fail("a command ends here, but more is expected", "");
    }
    const bool matters = open_.empty() && !continues_;
    if (matters) Push(TokenKind::kLineEnd, 1);
    Advance(1);
    return true;
  }

  bool ReadString() {
    const Literal literal = ReadLiteral(Rest());
    if (literal.open) {
      error_ = {start_, "the string is not closed", "Its closing quote is missing.", true};
      return false;
    }
    if (!literal.error.empty()) {
      Advance(literal.error_at);
      start_ = position_;
      return Fail(literal.error, "");
    }
    Push(TokenKind::kString, literal.length).text = literal.value;
    Advance(literal.length);
    return true;
  }

  bool ReadNumber() {
    size_t length = 1;
    const auto more = [&](size_t i) { return i < Rest().size() ? Rest()[i] : '\0'; };
    bool real = false;
    int base = 10;
    if (text_[at_] == '0' && (more(1) == 'x' || more(1) == 'X')) {
      base = 16;
      length = 2;
    }
    while (IsDigit(more(length)) || more(length) == '_' ||
           (base == 16 && std::isxdigit(static_cast<unsigned char>(more(length))) != 0)) {
      ++length;
    }
    if (base == 10 && more(length) == '.' && IsDigit(more(length + 1))) {
      real = true;
      do ++length;
      while (IsDigit(more(length)));
    }
    if (base == 10 && (more(length) == 'e' || more(length) == 'E')) {
      real = true;
      ++length;
      if (more(length) == '-' || more(length) == '+') ++length;
      while (IsDigit(more(length))) ++length;
    }
    if (IsLetter(more(length))) {
      return Fail("a number is followed by a letter", "Text stands in quotes.");
    }
    std::string digits;
    for (const char c : Rest().substr(base == 16 ? 2 : 0, length - (base == 16 ? 2 : 0))) {
      if (c != '_') digits.push_back(c);
    }
    Token& token = Push(real ? TokenKind::kFloat : TokenKind::kInteger, length);
    const char* end = digits.data() + digits.size();
    const auto result = real ? std::from_chars(digits.data(), end, token.real)
                             : std::from_chars(digits.data(), end, token.integer, base);
    if (result.ec != std::errc() || result.ptr != end) {
      return Fail("the number is too large", "Numbers go up to 9223372036854775807.");
    }
    Advance(length);
    return true;
  }

  bool ReadName(TokenKind kind) {
    size_t length = 1;
    while (length < Rest().size() && (IsLetter(Rest()[length]) || IsDigit(Rest()[length]))) {
      ++length;
    }
    if (kind == TokenKind::kName && length < Rest().size() &&
        (Rest()[length] == '?' || Rest()[length] == '!')) {
      ++length;
    }
    Push(kind, length);
    Advance(length);
    return true;
  }

  bool ReadSign(size_t length) {
    const Token& token = Push(TokenKind::kSign, length);
    if (token.Is("(") || token.Is("[") || token.Is("{")) {
      open_.push_back(token);
    } else if (token.Is(")") || token.Is("]") || token.Is("}")) {
      const std::string_view opening = token.Is(")") ? "(" : token.Is("]") ? "[" : "{";
      if (open_.empty()) {
        return Fail(fmt::format("'{}' closes nothing", token.text), "");
      }
      if (!open_.back().Is(opening)) {
        return Fail(fmt::format("'{}' cannot close '{}'", token.text, open_.back().text), "");
      }
      open_.pop_back();
    }
    continues_ = token.Is(",") || token.Is("=>") || token.Is("=") || token.Is(".");
    Advance(length);
    return true;
  }

  Token& Push(TokenKind kind, size_t length) {
    Token token;
    token.kind = kind;
    token.text = Bytes(Rest().substr(0, length));
    token.position = start_;
    token.space_before = space_;
    continues_ = false;
    return tokens_.emplace_back(std::move(token));
  }

  bool Fail(std::string message, std::string hint) {
    error_ = {start_, std::move(message), std::move(hint), false, "SyntaxError"};
    return false;
  }

  std::string Character() const {
    size_t length = 1;
    while (length < Rest().size() && (static_cast<unsigned char>(Rest()[length]) & 0xC0) == 0x80) {
      ++length;
    }
    return std::string(Rest().substr(0, length));
  }

  std::string_view Rest() const { return text_.substr(at_); }

  void Advance(size_t bytes) {
    for (; bytes > 0 && at_ < text_.size(); --bytes) {
      if (text_[at_++] == '\n') {
        ++position_.line;
        position_.column = 1;
      } else {
        ++position_.column;
      }
    }
  }

  std::string_view text_;
  size_t at_ = 0;
  Position position_;
  Position start_;
  bool space_ = false;
  // The last token must be continued, on the next line if necessary.
  bool continues_ = false;
  std::vector<Token> open_;
  std::vector<Token> tokens_;
  SyntaxError error_;
};

}  // namespace

Parsed<std::vector<Token>> Tokenize(std::string_view text) { return Lexer(text).Run(); }

}  // namespace basalt::shell
