#include "model/units.h"

#include <charconv>
#include <limits>
#include <span>

#include <fmt/format.h>

namespace basalt::model {
namespace {

constexpr int64_t kMaxLong = std::numeric_limits<int64_t>::max();
constexpr int64_t kForever = std::numeric_limits<int32_t>::max();

struct UnitWord {
  // HBase's word without the last letter, and that letter, which may be left out.
  std::string_view stem;
  char optional_letter;
  int64_t factor;
};

// Largest first: the order in which they must be written.
constexpr UnitWord kTimeWords[] = {
    {"DAY", 'S', 86400}, {"HOUR", 'S', 3600}, {"MINUTE", 'S', 60}, {"SECOND", 'S', 1}};
constexpr UnitWord kSizeWords[] = {{"T", 'B', int64_t{1} << 40},
                                   {"G", 'B', int64_t{1} << 30},
                                   {"M", 'B', int64_t{1} << 20},
                                   {"K", 'B', int64_t{1} << 10},
                                   {"", 'B', 1}};

std::span<const UnitWord> WordsOf(Unit unit) {
  if (unit == Unit::kSeconds) return kTimeWords;
  return kSizeWords;
}

char ToUpper(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; }

// A cursor over the text. Each Take… consumes what it names, or returns false and does not move.
class Cursor {
 public:
  explicit Cursor(std::string_view text) : rest_(text) {}

  void SkipSpace() {
    while (!rest_.empty() &&
           std::string_view(" \t\n\v\f\r").find(rest_.front()) != std::string_view::npos) {
      rest_.remove_prefix(1);
    }
  }
  bool TakeChar(char c) {
    if (rest_.empty() || ToUpper(rest_.front()) != c) return false;
    rest_.remove_prefix(1);
    return true;
  }
  bool TakeWord(const UnitWord& word) {
    if (!EqualsIgnoringCase(rest_.substr(0, word.stem.size()), word.stem)) return false;
    rest_.remove_prefix(word.stem.size());
    TakeChar(word.optional_letter);
    return true;
  }
  std::optional<int64_t> TakeNumber() {
    size_t length = 0;
    while (length < rest_.size() && rest_[length] >= '0' && rest_[length] <= '9') ++length;
    const auto number = ParseInteger(rest_.substr(0, length), 0, kMaxLong);
    if (number) rest_.remove_prefix(length);
    return number;
  }
  // "number word", where the word is the given one.
  std::optional<int64_t> TakeAmount(const UnitWord& word) {
    const Cursor start = *this;
    const auto number = TakeNumber();
    SkipSpace();
    if (number && TakeWord(word)) return number;
    *this = start;
    return std::nullopt;
  }
  bool AtEnd() const { return rest_.empty(); }

 private:
  std::string_view rest_;
};

Status Disagreement(Unit unit) {
  // The missing space is HBase's.
  return {StatusCode::kInvalidArgument,
          unit == Unit::kSeconds
              ? "Malformed TTL string: TTL values in seconds and human readableformat do not match"
              : "Malformed size string: values in byte and human readableformat do not match"};
}

}  // namespace

bool EqualsIgnoringCase(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  for (size_t i = 0; i < a.size(); ++i) {
    if (ToUpper(a[i]) != ToUpper(b[i])) return false;
  }
  return true;
}

std::optional<int64_t> ParseInteger(std::string_view text, int64_t min, int64_t max) {
  // from_chars takes a minus sign but no plus sign; Java takes either, once.
  if (text.size() > 1 && text[0] == '+' && text[1] != '-') text.remove_prefix(1);
  int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  if (value < min || value > max) return std::nullopt;
  return value;
}

Status NotANumber(std::string_view text) {
  return {StatusCode::kInvalidArgument, fmt::format("For input string: \"{}\"", text)};
}

Result<int64_t> ParseWithUnit(std::string_view text, Unit unit) {
  if (const auto plain = ParseInteger(text, std::numeric_limits<int64_t>::min(), kMaxLong)) {
    return *plain;
  }
  if (unit == Unit::kNone) return NotANumber(text);
  if (unit == Unit::kSeconds && EqualsIgnoringCase(text, "FOREVER")) return kForever;

  const auto words = WordsOf(unit);
  Cursor cursor(text);
  const Cursor start = cursor;
  std::optional<int64_t> announced = cursor.TakeAmount(words.back());
  cursor.SkipSpace();
  if (!announced || !cursor.TakeChar('(')) {
    announced.reset();
    cursor = start;
  }

  int64_t total = 0;
  bool any = false;
  for (const UnitWord& word : words) {
    cursor.SkipSpace();
    const auto amount = cursor.TakeAmount(word);
    if (!amount) continue;
    any = true;
    int64_t scaled = 0;
    if (__builtin_mul_overflow(*amount, word.factor, &scaled) ||
        __builtin_add_overflow(total, scaled, &total)) {
      return NotANumber(text);
    }
  }
  cursor.SkipSpace();
  cursor.TakeChar(')');
  if (!any || !cursor.AtEnd()) return NotANumber(text);
  if (announced && *announced != total) return Disagreement(unit);
  return total;
}

std::string FormatWithUnit(int64_t value, Unit unit) {
  if (unit == Unit::kNone) return std::to_string(value);
  if (unit == Unit::kSeconds) {
    if (value == kForever) return "FOREVER";
    if (value < 60) return fmt::format("{} SECOND{}", value, value == 1 ? "" : "S");
  } else if (value < 1024) {
    return fmt::format("{} B", value);
  }

  std::string parts;
  int64_t rest = value;
  int64_t minutes = 0;
  for (const UnitWord& word : WordsOf(unit)) {
    const int64_t amount = rest / word.factor;
    rest %= word.factor;
    if (word.factor == 60) minutes = amount;
    if (amount == 0) continue;
    if (!parts.empty()) parts.push_back(' ');
    if (unit == Unit::kBytes) {
      parts.append(fmt::format("{}{}B", amount, word.stem));
      continue;
    }
    // HBase decides on the plural of SECONDS by the number of minutes.
    const int64_t counted = word.factor == 1 ? minutes : amount;
    parts.append(fmt::format("{} {}{}", amount, word.stem, counted == 1 ? "" : "S"));
  }
  return fmt::format("{} {} ({})", value, unit == Unit::kSeconds ? "SECONDS" : "B", parts);
}

}  // namespace basalt::model
