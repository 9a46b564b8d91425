#include "shell/ruby/lexer.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <utility>

#include <fmt/format.h>

#include "shell/string_literal.h"

namespace basalt::shell::ruby {
namespace {

bool IsDigit(char c) { return c >= '0' && c <= '9'; }
bool IsUpper(char c) { return c >= 'A' && c <= 'Z'; }
bool IsLetter(char c) { return IsUpper(c) || (c >= 'a' && c <= 'z') || c == '_'; }
bool IsSpace(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

constexpr auto kKeywords = std::to_array<std::string_view>(
    {"and",    "begin",  "break", "case",   "def",    "do",    "else",  "elsif",  "end",
     "ensure", "false",  "for",   "if",     "in",     "next",  "nil",   "not",    "or",
     "redo",   "rescue", "retry", "return", "self",   "then",  "true",  "unless", "until",
     "when",   "while",  "yield", "class",  "module", "alias", "undef", "super"});

// Keywords that end a value, as names do.
constexpr auto kValueWords =
    std::to_array<std::string_view>({"end", "self", "true", "false", "nil"});

// Longer ones first.
constexpr auto kOperators = std::to_array<std::string_view>(
    {"**=", "<=>", "===", "...", "<<=", ">>=", "&&=", "||=", "&.", "**", "==", "!=", ">=", "<=",
     "&&",  "||",  "<<",  ">>",  "+=",  "-=",  "*=",  "/=",  "%=", "|=", "&=", "^=", "=~", "!~",
     "..",  "::",  "->",  "=>",  "(",   ")",   "{",   "}",   "[",  "]",  ",",  ".",  "=",  "-",
     "+",   "*",   "/",   "%",   "<",   ">",   "!",   "&",   "|",  "^",  "~",  "?",  ":"});

// What may follow the colon of a symbol that is an operator: inject(:+).
constexpr auto kSymbolOperators = std::to_array<std::string_view>(
    {"<=>", "===", "**", "==", "!=", ">=", "<=", "<<", ">>", "[]", "+",
     "-",   "*",   "/",  "%",  "<",  ">",  "&",  "|",  "^",  "!"});

constexpr int kMaxStringDepth = 10;

char Closing(char open) {
  switch (open) {
    case '(': return ')';
    case '[': return ']';
    case '{': return '}';
    case '<': return '>';
    default: return open;
  }
}

class Lexer {
 public:
  // `depth`: how many strings the text is inside of.
  Lexer(std::string_view text, Position position, int depth)
      : text_(text), position_(position), depth_(depth) {}

  Parsed<std::vector<Token>> Run() {
    while (SkipBlanks()) {
      if (depth_ > 0 && open_.empty() && text_[at_] == '}') break;
      if (!ReadToken()) return std::move(error_);
    }
    start_ = position_;
    if (!open_.empty()) {
      const Token& bracket = open_.back();
      return SyntaxError{bracket.position, fmt::format("'{}' is not closed", bracket.text), "",
                         true};
    }
    if (continues_ || (depth_ > 0 && at_ >= text_.size())) {
      return SyntaxError{position_, "the command ends too early", "More is expected here.", true};
    }
    Push(TokenKind::kEnd, 0);
    return std::move(tokens_);
  }

  // Where Run stopped.
  size_t at() const { return at_; }
  Position position() const { return position_; }

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
        break;
      }
      space_ = true;
    }
    if (space_ && !tokens_.empty()) tokens_.back().space_after = true;
    return at_ < text_.size();
  }

  bool ReadToken() {
    start_ = position_;
    const char c = text_[at_];
    if (c == '\n' || c == ';') return ReadLineEnd();
    if (QuoteLength(Rest()) > 0) return ReadString(TokenKind::kString);
    if (IsDigit(c)) return ReadNumber();
    if (IsLetter(c)) return ReadName(IsUpper(c) ? TokenKind::kConstant : TokenKind::kName);
    if (c == '@' && at_ + 1 < text_.size() && IsLetter(text_[at_ + 1])) {
      return ReadName(TokenKind::kInstance);
    }
    if (c == ':' && at_ + 1 < text_.size() && !AfterValue() &&
        (ternaries_ == 0 || !EndsValue(tokens_.back()))) {
      if (IsLetter(text_[at_ + 1]) || text_[at_ + 1] == '"' || text_[at_ + 1] == '\'') {
        return ReadSymbol();
      }
      if (ReadOperatorSymbol()) return true;
    }
    if (c == '?' && !AfterValue() && Rest().size() > 1 && !IsSpace(Rest()[1]) &&
        (Rest().size() == 2 || (!IsLetter(Rest()[2]) && !IsDigit(Rest()[2])))) {
      Push(TokenKind::kString, 2).text = Rest().substr(1, 1);
      Advance(2);
      return true;
    }
    if (c == '%' && StartsPercentLiteral()) return ReadPercentLiteral();
    if (c == '/' && (tokens_.empty() || !EndsValue(tokens_.back()))) {
      return Fail("regular expressions are Ruby that this shell does not run",
                  "sub, gsub, split and index take plain strings.");
    }
    if (c == '`') {
      return Fail("programs of the system are not run here",
                  "Scripts of this shell reach no files and no processes.");
    }
    for (const std::string_view sign : kOperators) {
      if (Rest().starts_with(sign)) return ReadSign(sign.size());
    }
    return Fail(fmt::format("'{}' has no meaning here", Character()),
                "The shell reads HBase's commands, not all of Ruby; help shows what there is.");
  }

  // An operator may follow. After a name and a space, what has no space behind it begins an
  // argument: puts %w[a b].
  bool AfterValue() const {
    if (tokens_.empty() || !EndsValue(tokens_.back())) return false;
    if (tokens_.back().kind != TokenKind::kName || IsKeyword(tokens_.back().text)) return true;
    return !space_ || (at_ + 1 < text_.size() && IsSpace(text_[at_ + 1]));
  }

  static bool EndsValue(const Token& last) {
    switch (last.kind) {
      case TokenKind::kName:
        return !IsKeyword(last.text) || std::ranges::count(kValueWords, last.text) > 0;
      case TokenKind::kLabel:
      case TokenKind::kLineEnd:
      case TokenKind::kEnd: return false;
      case TokenKind::kSign: return last.Is(")") || last.Is("]") || last.Is("}");
      default: return true;
    }
  }

  bool ReadLineEnd() {
    const bool semicolon = text_[at_] == ';';
    if (semicolon && continues_) return Fail("a command ends here, but more is expected", "");
    if (!continues_ && !(!semicolon && NextLineBeginsWithDot())) {
      Push(TokenKind::kLineEnd, 1).newline = !semicolon;
    }
    Advance(1);
    return true;
  }

  // `.map` on a line of its own goes on with the line before.
  bool NextLineBeginsWithDot() const {
    size_t next = at_;
    while (next < text_.size() && IsSpace(text_[next])) ++next;
    const std::string_view rest = text_.substr(next);
    return rest.starts_with('.') && !rest.starts_with("..");
  }

  bool ReadString(TokenKind kind) {
    const std::string_view whole = Rest();
    Token token;
    size_t at = 0;
    while (true) {
      const Literal literal = ReadLiteral(whole, at);
      if (literal.open) {
        error_ = {start_, "the string is not closed", "Its closing quote is missing.", true};
        return false;
      }
      if (!literal.error.empty()) {
        Advance(literal.error_at - at);
        start_ = position_;
        return Fail(literal.error, "");
      }
      Advance(literal.length - at);
      at = literal.length;
      token.text += literal.value;
      if (!literal.interpolates && token.parts.empty()) break;
      if (!literal.value.empty()) token.parts.push_back({literal.value, {}});
      if (!literal.interpolates) break;
      if (!ReadCode(token)) return false;
      at = whole.size() - Rest().size();
    }
    Token& pushed = Push(kind, 0);
    pushed.text = std::move(token.text);
    pushed.parts = std::move(token.parts);
    return true;
  }

  // The code after #{, up to and with its }.
  bool ReadCode(Token& token) {
    if (depth_ >= kMaxStringDepth) return Fail("too many strings in one another", "");
    Lexer inner(Rest(), position_, depth_ + 1);
    auto code = inner.Run();
    if (auto* error = std::get_if<SyntaxError>(&code)) {
      error_ = std::move(*error);
      return false;
    }
    token.parts.push_back({"", std::move(std::get<std::vector<Token>>(code))});
    at_ += inner.at();
    position_ = inner.position();
    Advance(1);
    return true;
  }

  bool ReadSymbol() {
    Advance(1);
    if (QuoteLength(Rest()) > 0) return ReadString(TokenKind::kSymbol);
    return ReadName(TokenKind::kSymbol);
  }

  bool ReadOperatorSymbol() {
    for (const std::string_view name : kSymbolOperators) {
      if (!Rest().substr(1).starts_with(name)) continue;
      Push(TokenKind::kSymbol, 1 + name.size()).text = Bytes(name);
      Advance(1 + name.size());
      return true;
    }
    return false;
  }

  bool StartsPercentLiteral() const {
    if (AfterValue() || Rest().size() < 3) return false;
    const char kind = Rest()[1];
    const char open = Rest()[2];
    return (kind == 'w' || kind == 'i' || kind == 'q') && !IsLetter(open) && !IsDigit(open) &&
           !IsSpace(open);
  }

  // %w[a b], %i[a b], %q(text).
  bool ReadPercentLiteral() {
    const char kind = Rest()[1];
    const char open = Rest()[2];
    const char close = Closing(open);
    size_t end = 3;
    int nested = 0;
    while (end < Rest().size() && (nested > 0 || Rest()[end] != close)) {
      if (close != open && Rest()[end] == open) ++nested;
      if (close != open && Rest()[end] == close) --nested;
      ++end;
    }
    if (end >= Rest().size()) {
      error_ = {start_, "the string is not closed", fmt::format("{} is missing.", close), true};
      return false;
    }
    const std::string_view content = Rest().substr(3, end - 3);
    Token& token = Push(kind == 'q' ? TokenKind::kString : TokenKind::kWords, end + 1);
    token.symbols = kind == 'i';
    if (kind == 'q') token.text = Bytes(content);
    for (size_t at = 0; kind != 'q' && at < content.size();) {
      size_t length = 0;
      while (at + length < content.size() && !IsSpace(content[at + length])) ++length;
      if (length > 0) token.parts.push_back({Bytes(content.substr(at, length)), {}});
      at += length + 1;
    }
    Advance(end + 1);
    return true;
  }

  bool ReadNumber() {
    const auto more = [&](size_t i) { return i < Rest().size() ? Rest()[i] : '\0'; };
    const char prefix = static_cast<char>(std::tolower(static_cast<unsigned char>(more(1))));
    int base = 10;
    if (text_[at_] == '0' && prefix == 'x') base = 16;
    if (text_[at_] == '0' && prefix == 'b') base = 2;
    if (text_[at_] == '0' && prefix == 'o') base = 8;
    const size_t begin = base == 10 ? 0 : 2;
    size_t length = std::max<size_t>(1, begin);
    bool real = false;
    while (IsDigit(more(length)) || (more(length) == '_' && IsDigit(more(length + 1))) ||
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
    for (const char c : Rest().substr(begin, length - begin)) {
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
    const auto next = [&](size_t i) { return i < Rest().size() ? Rest()[i] : '\0'; };
    // x!=y and x ?y:z have operators.
    const bool mark = (next(length) == '?' || next(length) == '!') &&
                      (next(length + 1) != '=' || next(length + 2) == '=');
    if (mark && (kind == TokenKind::kName || kind == TokenKind::kSymbol)) ++length;
    const bool label = (kind == TokenKind::kName || kind == TokenKind::kConstant) &&
                       next(length) == ':' && next(length + 1) != ':' &&
                       (tokens_.empty() || (!tokens_.back().Is("?") && !tokens_.back().Is(".")));
    Push(label ? TokenKind::kLabel : kind, length);
    Advance(length + (label ? 1 : 0));
    continues_ = label;
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
    } else {
      continues_ = true;
      if (token.Is("?")) ++ternaries_;
      if (token.Is(":") && ternaries_ > 0) --ternaries_;
    }
    Advance(length);
    return true;
  }

  Token& Push(TokenKind kind, size_t length) {
    Token token;
    token.kind = kind;
    token.text = Bytes(Rest().substr(0, length));
    token.position = start_;
    token.space_before = space_ || tokens_.empty();
    continues_ = false;
    if (kind == TokenKind::kLineEnd && !tokens_.empty()) tokens_.back().space_after = true;
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
  int depth_;
  bool space_ = false;
  // The last token must be continued, on the next line if necessary.
  bool continues_ = false;
  // "?" whose ":" has not come yet.
  int ternaries_ = 0;
  std::vector<Token> open_;
  std::vector<Token> tokens_;
  SyntaxError error_;
};

}  // namespace

bool IsKeyword(std::string_view word) { return std::ranges::count(kKeywords, word) > 0; }

Parsed<std::vector<Token>> Tokenize(std::string_view text) { return Lexer(text, {}, 0).Run(); }

}  // namespace basalt::shell::ruby
