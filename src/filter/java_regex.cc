#include "filter/java_regex.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "filter/java_property.h"

namespace basalt::filter {
namespace {

constexpr int kMaxClassDepth = 50;

bool IsDigit(char c) { return c >= '0' && c <= '9'; }
bool IsLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool IsSpace(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

std::optional<uint32_t> HexValue(std::string_view digits) {
  uint32_t value = 0;
  for (const char c : digits) {
    const char lower = static_cast<char>(c | 0x20);
    if (IsDigit(c)) {
      value = value * 16 + static_cast<uint32_t>(c - '0');
    } else if (lower >= 'a' && lower <= 'f') {
      value = value * 16 + static_cast<uint32_t>(lower - 'a' + 10);
    } else {
      return std::nullopt;
    }
  }
  return value;
}

class Translator {
 public:
  Translator(std::string_view pattern, bool comments) : in_(pattern), comments_{comments} {}

  Result<std::string> Run() {
    while (!AtEnd()) BASALT_RETURN_IF_ERROR(Next());
    return std::move(out_);
  }

 private:
  bool AtEnd() const { return at_ >= in_.size(); }
  char Peek(size_t ahead = 0) const { return at_ + ahead < in_.size() ? in_[at_ + ahead] : '\0'; }
  bool LooksAt(std::string_view text) const { return in_.substr(at_).starts_with(text); }

  Status Error(std::string_view what) const {
    return {StatusCode::kInvalidArgument, fmt::format("{} near index {}", what, at_)};
  }

  Status Next() {
    const char c = Peek();
    if (c == '\\') return Escape();
    if (c == '[') {
      ++at_;
      BASALT_ASSIGN_OR_RETURN(const std::string text, Class(0));
      out_ += text;
      return {};
    }
    if (c == '(') return Group();
    if (c == ')') {
      if (comments_.size() > 1) comments_.pop_back();
    } else if (c == '#' && comments_.back()) {
      const size_t end = in_.find('\n', at_);
      out_ += in_.substr(at_, end == std::string_view::npos ? std::string_view::npos : end - at_);
      at_ = end == std::string_view::npos ? in_.size() : end;
      return {};
    }
    out_.push_back(c);
    ++at_;
    return {};
  }

  // At a '('.
  Status Group() {
    ++at_;
    if (Peek() == '*') return Error("Dangling meta character '*'");
    if (Peek() != '?') {
      out_.push_back('(');
      ++groups_;
      comments_.push_back(comments_.back());
      return {};
    }
    ++at_;
    for (const std::string_view plain : {":", "=", "!", ">", "<=", "<!"}) {
      if (!LooksAt(plain)) continue;
      out_.append("(?").append(plain);
      at_ += plain.size();
      comments_.push_back(comments_.back());
      return {};
    }
    if (Peek() == '<') return NamedGroup();
    return InlineFlags();
  }

  Status NamedGroup() {
    const size_t end = in_.find('>', at_);
    const std::string_view name =
        in_.substr(at_ + 1, end == std::string_view::npos ? 0 : end - at_ - 1);
    if (name.empty() || !IsLetter(name[0]) ||
        !std::all_of(name.begin(), name.end(), [](char c) { return IsLetter(c) || IsDigit(c); })) {
      return Error("named capturing group is missing trailing '>'");
    }
    out_.append("(?<").append(name).push_back('>');
    at_ = end + 1;
    ++groups_;
    comments_.push_back(comments_.back());
    return {};
  }

  // After "(?": the flags i, m, s and x are PCRE2's too; d, u and U change nothing here.
  Status InlineFlags() {
    std::string flags;
    bool on = true;
    bool comments = comments_.back();
    for (;; ++at_) {
      const char c = Peek();
      if (c == ')' || c == ':') break;
      if (c == '-' && on) {
        on = false;
        flags.push_back('-');
      } else if (c == 'i' || c == 'm' || c == 's' || c == 'x') {
        flags.push_back(c);
        if (c == 'x') comments = on;
      } else if (c != 'd' && c != 'u' && c != 'U') {
        return Error("Unknown inline modifier");
      }
    }
    if (flags == "-") flags.clear();
    if (Peek() == ':') {
      out_.append("(?").append(flags).push_back(':');
      comments_.push_back(comments);
    } else {
      if (!flags.empty()) out_.append("(?").append(flags).push_back(')');
      comments_.back() = comments;
    }
    ++at_;
    return {};
  }

  // At a backslash outside of classes.
  Status Escape() {
    const char c = Peek(1);
    if (c == '\0' && at_ + 1 >= in_.size()) return Error("Unexpected internal error");
    if (c == 'Q') {
      const size_t end = in_.find("\\E", at_);
      out_ +=
          in_.substr(at_, end == std::string_view::npos ? std::string_view::npos : end + 2 - at_);
      at_ = end == std::string_view::npos ? in_.size() : end + 2;
      return {};
    }
    if (c >= '1' && c <= '9') {
      BackReference();
      return {};
    }
    if (c == 'p' || c == 'P') {
      BASALT_ASSIGN_OR_RETURN(const std::string text, Property());
      out_ += text.front() == '[' ? "[" + text + "]" : text;
      return {};
    }
    if (c == 'k') {
      const size_t end = in_.find('>', at_);
      if (Peek(2) != '<' || end == std::string_view::npos)
        return Error("\\k is not followed by '<' for named capturing group");
      out_ += in_.substr(at_, end + 1 - at_);
      at_ = end + 1;
      return {};
    }
    if (std::string_view("AbBDdGHhRSsVvWwXZz").find(c) != std::string_view::npos) {
      out_ += in_.substr(at_, 2);
      at_ += 2;
      return {};
    }
    BASALT_ASSIGN_OR_RETURN(const std::string text, Character());
    out_ += text;
    return {};
  }

  // The reference takes as many digits as make the number of an existing group.
  void BackReference() {
    ++at_;
    int number = Peek() - '0';
    for (++at_; IsDigit(Peek()); ++at_) {
      const int longer = number * 10 + (Peek() - '0');
      if (longer > groups_) break;
      number = longer;
    }
    out_ += fmt::format("\\g{{{}}}", number);
  }

  // At the backslash of an escape for one character; its form for PCRE2, in and out of classes.
  Result<std::string> Character() {
    const char c = Peek(1);
    at_ += 2;
    switch (c) {
      case 't':
      case 'n':
      case 'r':
      case 'f':
      case 'a':
      case 'e': return std::string{'\\', c};
      case 'c': {
        if (AtEnd()) return Error("Illegal control escape sequence");
        const auto control = static_cast<uint32_t>(static_cast<unsigned char>(in_[at_++]) ^ 64);
        return CodePoint(control);
      }
      case '0': return Octal();
      case 'u': return Utf16();
      case 'x': return Hexadecimal();
      default: break;
    }
    if (IsLetter(c) || IsDigit(c)) {
      --at_;
      return Error("Illegal/unsupported escape sequence");
    }
    // The bytes of a character beyond ASCII need no backslash; the rest is copied as is.
    if ((c & 0x80) != 0) return std::string(1, c);
    return std::string{'\\', c};
  }

  static std::string CodePoint(uint32_t code) { return fmt::format("\\x{{{:X}}}", code); }

  Result<std::string> Octal() {
    uint32_t value = 0;
    size_t digits = 0;
    while (digits < 3 && Peek() >= '0' && Peek() <= '7') {
      if (digits == 2 && value > 037) break;
      value = value * 8 + static_cast<uint32_t>(Peek() - '0');
      ++at_;
      ++digits;
    }
    if (digits == 0) return Error("Illegal octal escape sequence");
    return CodePoint(value);
  }

  Result<std::string> Hexadecimal() {
    if (Peek() == '{') {
      const size_t end = in_.find('}', at_);
      if (end == std::string_view::npos || end - at_ > 9)
        return Error("Unclosed hexadecimal escape sequence");
      const auto value = HexValue(in_.substr(at_ + 1, end - at_ - 1));
      if (!value || *value > 0x10FFFF) return Error("Illegal hexadecimal escape sequence");
      at_ = end + 1;
      return CodePoint(*value);
    }
    const auto value = HexValue(in_.substr(at_, 2));
    if (!value || in_.size() - at_ < 2) return Error("Illegal hexadecimal escape sequence");
    at_ += 2;
    return CodePoint(*value);
  }

  std::optional<uint32_t> Utf16Unit() {
    if (in_.size() - at_ < 4) return std::nullopt;
    const auto unit = HexValue(in_.substr(at_, 4));
    if (unit) at_ += 4;
    return unit;
  }

  Result<std::string> Utf16() {
    const auto unit = Utf16Unit();
    if (!unit) return Error("Illegal Unicode escape sequence");
    if (*unit < 0xD800 || *unit > 0xDFFF) return CodePoint(*unit);
    // Half of a surrogate pair; valid UTF-8 has whole pairs only.
    if (*unit < 0xDC00 && LooksAt("\\u")) {
      at_ += 2;
      const auto low = Utf16Unit();
      if (low && *low >= 0xDC00 && *low <= 0xDFFF) {
        return CodePoint(0x10000 + ((*unit - 0xD800) << 10) + (*low - 0xDC00));
      }
    }
    return Error("Illegal Unicode escape sequence");
  }

  // At the backslash of \p or \P; a POSIX class "[:name:]", for use inside of a class, or \p{..}.
  Result<std::string> Property() {
    const bool negated = Peek(1) == 'P';
    at_ += 2;
    std::string_view name;
    if (Peek() == '{') {
      const size_t end = in_.find('}', at_);
      if (end == std::string_view::npos) return Error("Unclosed character family");
      name = in_.substr(at_ + 1, end - at_ - 1);
      at_ = end + 1;
    } else {
      name = in_.substr(at_, 1);
      ++at_;
    }
    const auto text = PropertyForPcre2(name, negated);
    if (!text) return Error(fmt::format("Unknown character property name {{{}}}", name));
    return *text;
  }

  // One side of an intersection: what a class lists itself, and the classes nested in it.
  struct Union {
    std::string items;
    std::vector<std::string> nested;

    bool empty() const { return items.empty() && nested.empty(); }
    // As an expression for one character.
    std::string Text() const {
      if (nested.empty()) return "[" + items + "]";
      std::string text = "(?:";
      if (!items.empty()) text += "[" + items + "]|";
      for (const std::string& one : nested) text += one + "|";
      text.back() = ')';
      return text;
    }
  };

  // After a '['; up to and with its ']'.
  Result<std::string> Class(int depth) {
    if (depth > kMaxClassDepth) return Error("Character classes are nested too deep");
    const bool negated = Peek() == '^';
    if (negated) ++at_;
    std::vector<Union> sides(1);
    bool first = true;
    while (true) {
      if (AtEnd()) return Error("Unclosed character class");
      const char c = Peek();
      if (c == ']' && !first) {
        ++at_;
        break;
      }
      if (comments_.back() && IsSpace(c)) {
        ++at_;
        continue;
      }
      first = false;
      if (c == '[') {
        ++at_;
        BASALT_ASSIGN_OR_RETURN(std::string nested, Class(depth + 1));
        sides.back().nested.push_back(std::move(nested));
      } else if (LooksAt("&&")) {
        at_ += 2;
        if (!sides.back().empty()) sides.emplace_back();
      } else {
        BASALT_RETURN_IF_ERROR(ClassItem(sides.back().items));
      }
    }
    if (sides.back().empty()) sides.pop_back();
    if (sides.empty()) return Error("Bad class syntax");
    if (sides.size() == 1 && sides[0].nested.empty()) {
      return (negated ? "[^" : "[") + sides[0].items + "]";
    }
    std::string text;
    for (size_t i = 0; i + 1 < sides.size(); ++i) text += "(?=" + sides[i].Text() + ")";
    text += sides.back().Text();
    return negated ? "(?:(?!" + text + ")(?s:.))" : "(?:" + text + ")";
  }

  // A character, a range, or an escape that stands for several characters.
  Status ClassItem(std::string& items) {
    if (Peek() == '\\') {
      const char c = Peek(1);
      if (c == 'p' || c == 'P') {
        BASALT_ASSIGN_OR_RETURN(const std::string text, Property());
        items += text;
        return {};
      }
      if (std::string_view("DdHhSsVvWw").find(c) != std::string_view::npos && c != '\0') {
        items += in_.substr(at_, 2);
        at_ += 2;
        return {};
      }
      if (c == 'Q') {
        const size_t end = std::min(in_.find("\\E", at_), in_.size());
        for (at_ += 2; at_ < end;) items += Literal();
        at_ = std::min(end + 2, in_.size());
        return {};
      }
    }
    BASALT_ASSIGN_OR_RETURN(const std::string from, ClassCharacter());
    items += from;
    if (Peek() != '-' || Peek(1) == ']' || Peek(1) == '[' || at_ + 1 >= in_.size()) return {};
    ++at_;
    BASALT_ASSIGN_OR_RETURN(const std::string to, ClassCharacter());
    items += "-" + to;
    return {};
  }

  Result<std::string> ClassCharacter() {
    if (Peek() != '\\') return Literal();
    if (at_ + 1 >= in_.size()) return Error("Unclosed character class");
    BASALT_ASSIGN_OR_RETURN(std::string text, Character());
    // Take the rest of a character beyond ASCII.
    if ((text[0] & 0x80) != 0) {
      while (!AtEnd() && (Peek() & 0xC0) == 0x80) text.push_back(in_[at_++]);
    }
    return text;
  }

  // One character that stands for itself, escaped for a class.
  std::string Literal() {
    const char c = in_[at_++];
    if ((c & 0x80) == 0) {
      return IsLetter(c) || IsDigit(c) || IsSpace(c) ? std::string(1, c) : std::string{'\\', c};
    }
    std::string text(1, c);
    while (!AtEnd() && (Peek() & 0xC0) == 0x80) text.push_back(in_[at_++]);
    return text;
  }

  const std::string_view in_;
  size_t at_ = 0;
  std::string out_;
  // Capturing groups opened so far.
  int groups_ = 0;
  // Whether comments are on, per open group.
  std::vector<bool> comments_;
};

}  // namespace

Result<std::string> TranslateJavaRegex(std::string_view pattern, bool comments) {
  return Translator(pattern, comments).Run();
}

}  // namespace basalt::filter
