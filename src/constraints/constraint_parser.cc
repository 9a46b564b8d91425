#include "constraints/constraint_parser.h"

#include <algorithm>
#include <charconv>
#include <compare>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "constraints/decimal_text.h"

namespace basalt::constraints {
namespace {

constexpr std::string_view kRules = "long, decimal, length, in or references";
constexpr std::string_view kLongNumber = "a whole number that fits into 8 bytes";
constexpr std::string_view kDecimalNumber = "a decimal number";
constexpr std::string_view kLengthNumber = "a length in bytes";

bool IsSpace(char c) { return c == ' ' || c == '\t'; }

bool IsBare(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte > ' ' && byte != 0x7f && std::string_view("',*\\").find(c) == std::string_view::npos;
}

// The limits of a range as they are written; empty: open.
struct Limits {
  std::string_view low;
  std::string_view high;
  size_t low_at = 0;
  size_t high_at = 0;
};

class Parser {
 public:
  Parser(std::string_view name, std::string_view text) : name_(name), text_(text) {}

  Result<Constraint> Parse() {
    SkipSpaces();
    BASALT_ASSIGN_OR_RETURN(Bytes family, Word("a column family", ":"));
    if (!Take(":")) return Expected("':' and a qualifier");
    std::optional<Bytes> qualifier;
    if (!Take("*")) {
      BASALT_ASSIGN_OR_RETURN(qualifier, Word("a qualifier or *", ""));
    }
    BASALT_RETURN_IF_ERROR(EndWord());
    BASALT_ASSIGN_OR_RETURN(Rule rule, ParseRule());
    SkipSpaces();
    if (at_ < text_.size()) return Expected("the end");
    return Constraint{std::string(name_), std::string(text_), std::move(family),
                      std::move(qualifier), std::move(rule)};
  }

 private:
  Status ExpectedAt(size_t at, std::string_view what) const {
    return {StatusCode::kFailedSanityCheck,
            fmt::format("constraint '{}': at position {} of \"{}\": expected {}", name_, at + 1,
                        text_, what)};
  }
  Status Expected(std::string_view what) const { return ExpectedAt(at_, what); }

  std::string_view Rest() const { return text_.substr(at_); }
  bool Take(std::string_view token) {
    if (!Rest().starts_with(token)) return false;
    at_ += token.size();
    return true;
  }
  void SkipSpaces() {
    while (at_ < text_.size() && IsSpace(text_[at_])) ++at_;
  }
  // After a word: spaces, or the end, where the next expected token reports the error.
  Status EndWord() {
    if (at_ < text_.size() && !IsSpace(text_[at_])) return Expected("a space");
    SkipSpaces();
    return {};
  }

  std::string_view BareWord(std::string_view not_in_it) {
    const size_t start = at_;
    while (at_ < text_.size() && IsBare(text_[at_]) &&
           not_in_it.find(text_[at_]) == std::string_view::npos) {
      ++at_;
    }
    return text_.substr(start, at_ - start);
  }

  Result<Bytes> Word(std::string_view what, std::string_view not_in_bare) {
    if (Rest().starts_with('\'')) return Quoted();
    const std::string_view word = BareWord(not_in_bare);
    if (word.empty()) return Expected(what);
    return Bytes(word);
  }

  Result<Bytes> Quoted() {
    if (!Take("'")) return Expected("a value in single quotes");
    Bytes value;
    while (at_ < text_.size()) {
      if (Take("''")) {
        value.push_back('\'');
      } else if (Take("'")) {
        return value;
      } else if (Take("\\x")) {
        const std::string_view digits = Rest().substr(0, 2);
        unsigned byte = 0;
        const char* const digits_end = digits.data() + digits.size();
        const auto [stop, error] = std::from_chars(digits.data(), digits_end, byte, 16);
        if (error != std::errc() || stop != digits_end || digits.size() != 2) {
          return Expected("two hex digits");
        }
        value.push_back(static_cast<char>(byte));
        at_ += 2;
      } else {
        value.push_back(text_[at_++]);
      }
    }
    return Expected("a closing quote");
  }

  Result<Rule> ParseRule() {
    const size_t start = at_;
    const std::string_view keyword = BareWord("");
    if (keyword == "long") return ParseLong();
    if (keyword == "decimal") return ParseDecimalRule();
    if (keyword == "length") return ParseLength();
    if (keyword == "in") return ParseOneOf();
    if (keyword == "references") return ParseReference();
    return ExpectedAt(start, kRules);
  }

  Result<Rule> ParseLong() {
    LongRule rule;
    BASALT_ASSIGN_OR_RETURN(rule.range, ParseWholeRange<int64_t>(kLongNumber));
    return Rule(rule);
  }

  Result<Rule> ParseLength() {
    LengthRule rule;
    BASALT_ASSIGN_OR_RETURN(rule.range, ParseWholeRange<uint64_t>(kLengthNumber));
    return Rule(rule);
  }

  Result<Rule> ParseDecimalRule() {
    BASALT_ASSIGN_OR_RETURN(const Limits limits, ParseLimits(kDecimalNumber));
    DecimalRule rule;
    if (!limits.low.empty()) rule.range.low = limits.low;
    if (!limits.high.empty()) rule.range.high = limits.high;
    return Rule(std::move(rule));
  }

  Result<Rule> ParseOneOf() {
    BASALT_RETURN_IF_ERROR(EndWord());
    OneOfRule rule;
    do {
      SkipSpaces();
      BASALT_ASSIGN_OR_RETURN(Bytes value, Quoted());
      rule.values.push_back(std::move(value));
      SkipSpaces();
    } while (Take(","));
    if (at_ < text_.size()) return Expected("',' or the end");
    std::sort(rule.values.begin(), rule.values.end());
    return Rule(std::move(rule));
  }

  Result<Rule> ParseReference() {
    BASALT_RETURN_IF_ERROR(EndWord());
    const size_t start = at_;
    const std::string_view word = BareWord("");
    if (word.empty()) return ExpectedAt(start, "a table");
    auto table = TableName::Parse(word);
    if (!table.ok()) {
      return ExpectedAt(start, fmt::format("a table ({})", table.status().message()));
    }
    return Rule(ReferenceRule{*std::move(table)});
  }

  std::string_view TakeNumber() {
    const std::string_view number = Rest().substr(0, DecimalLength(Rest()));
    at_ += number.size();
    return number;
  }

  Result<Limits> ParseLimits(std::string_view number) {
    BASALT_RETURN_IF_ERROR(EndWord());
    Limits limits;
    limits.low_at = at_;
    limits.low = TakeNumber();
    if (!Take("..")) {
      return Expected(limits.low.empty() ? fmt::format("{} or '..'", number) : "'..'");
    }
    limits.high_at = at_;
    limits.high = TakeNumber();
    if (limits.high.empty() && (limits.low.empty() || !EndOrSpace())) return Expected(number);
    if (!limits.low.empty() && !limits.high.empty() &&
        std::is_gt(CompareDecimals(*ParseDecimal(limits.low), *ParseDecimal(limits.high)))) {
      return ExpectedAt(limits.high_at, fmt::format("a number that is not below {}", limits.low));
    }
    return limits;
  }

  template <typename T>
  Result<Range<T>> ParseWholeRange(std::string_view number) {
    BASALT_ASSIGN_OR_RETURN(const Limits limits, ParseLimits(number));
    Range<T> range;
    BASALT_ASSIGN_OR_RETURN(range.low, ParseWhole<T>(limits.low, limits.low_at, number));
    BASALT_ASSIGN_OR_RETURN(range.high, ParseWhole<T>(limits.high, limits.high_at, number));
    return range;
  }

  template <typename T>
  Result<std::optional<T>> ParseWhole(std::string_view digits, size_t at,
                                      std::string_view number) const {
    if (digits.empty()) return std::optional<T>();
    T value = 0;
    const char* const end = digits.data() + digits.size();
    const auto [stop, error] = std::from_chars(digits.data(), end, value);
    if (error != std::errc() || stop != end) return ExpectedAt(at, number);
    return std::optional<T>(value);
  }

  bool EndOrSpace() const { return at_ == text_.size() || IsSpace(text_[at_]); }

  const std::string_view name_;
  const std::string_view text_;
  size_t at_ = 0;
};

}  // namespace

Result<Constraint> ParseConstraint(std::string_view name, std::string_view text) {
  return Parser(name, text).Parse();
}

}  // namespace basalt::constraints
