#define PCRE2_CODE_UNIT_WIDTH 8

#include "filter/regex_comparator.h"

#include <pcre2.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "filter/java_regex.h"
#include "model/unicode.h"

namespace basalt::filter {
namespace {

// Steps of a match that are not counted: an ordinary pattern takes a few for each byte it looks at.
// Together they take a tenth of a millisecond for a short subject.
constexpr uint32_t kFreeSteps = 10'000;
constexpr uint32_t kFreeStepsPerByte = 64;
// A match that needs more is tried again with each of these limits. PCRE2 does not tell how many
// steps a match took, so the limit itself is what the call is charged with.
constexpr std::array<uint32_t, 3> kMatchLimits = {100'000, 1'000'000, 10'000'000};
constexpr uint32_t kHeapLimitKib = 64 * 1024;
constexpr size_t kMaxPatternBytes = 64 * 1024;
// Java's flag CANON_EQ; PCRE2 has no equivalent.
constexpr int32_t kCanonicalEquivalence = 0x80;

struct FreeCode {
  void operator()(pcre2_code* code) const { pcre2_code_free(code); }
};
struct FreeContext {
  void operator()(pcre2_match_context* context) const { pcre2_match_context_free(context); }
};
struct FreeCompileContext {
  void operator()(pcre2_compile_context* context) const { pcre2_compile_context_free(context); }
};
struct FreeMatch {
  void operator()(pcre2_match_data* data) const { pcre2_match_data_free(data); }
};

std::string ErrorText(int code) {
  std::array<PCRE2_UCHAR, 256> text{};
  pcre2_get_error_message(code, text.data(), text.size());
  return reinterpret_cast<const char*>(text.data());
}

Status BadPattern(std::string_view what, std::string_view pattern) {
  return {
      StatusCode::kInvalidArgument,
      fmt::format("java.util.regex.PatternSyntaxException: {}\n{}", what, pattern.substr(0, 200))};
}

enum class Charset : uint8_t { kUtf8, kLatin1, kAscii };

// Accepts Java's names and common aliases.
Result<Charset> FindCharset(std::string_view name) {
  std::string upper(name);
  std::transform(upper.begin(), upper.end(), upper.begin(),
                 [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c; });
  if (upper == "UTF-8" || upper == "UTF8") return Charset::kUtf8;
  if (upper == "ISO-8859-1" || upper == "ISO8859_1" || upper == "ISO8859-1" || upper == "LATIN1") {
    return Charset::kLatin1;
  }
  if (upper == "US-ASCII" || upper == "ASCII") return Charset::kAscii;
  return Status(StatusCode::kInvalidArgument,
                fmt::format("java.nio.charset.UnsupportedCharsetException: {}", name));
}

uint32_t CompileOptions(int32_t flags) {
  uint32_t options = PCRE2_UTF;
  if ((flags & regex_flags::kCaseInsensitive) != 0) options |= PCRE2_CASELESS;
  // The other options do not apply to literal text.
  if ((flags & regex_flags::kLiteral) != 0) return options | PCRE2_LITERAL;
  options |= PCRE2_NEVER_BACKSLASH_C;
  if ((flags & regex_flags::kComments) != 0) options |= PCRE2_EXTENDED;
  if ((flags & regex_flags::kMultiline) != 0) options |= PCRE2_MULTILINE;
  if ((flags & regex_flags::kDotAll) != 0) options |= PCRE2_DOTALL;
  if ((flags & regex_flags::kUnicodeCharacterClass) != 0) options |= PCRE2_UCP;
  return options;
}

// A compiled pattern; immutable, shared by the comparators cloned from one another.
class Pattern {
 public:
  static Result<std::shared_ptr<const Pattern>> Compile(const RegexSpec& spec) {
    auto pattern = std::make_shared<Pattern>();
    BASALT_ASSIGN_OR_RETURN(pattern->charset_, FindCharset(spec.charset));
    const std::string source = model::CleanUtf8(spec.pattern);
    if (source.size() > kMaxPatternBytes) return BadPattern("The pattern is too long", source);
    if ((spec.flags & kCanonicalEquivalence) != 0) {
      return BadPattern("CANON_EQ is not supported", source);
    }
    std::string translated = source;
    if ((spec.flags & regex_flags::kLiteral) == 0) {
      auto result = TranslateJavaRegex(source, (spec.flags & regex_flags::kComments) != 0);
      if (!result.ok()) return BadPattern(result.status().message(), source);
      translated = *std::move(result);
    }
    const std::unique_ptr<pcre2_compile_context, FreeCompileContext> context(
        pcre2_compile_context_create(nullptr));
    pcre2_set_newline(context.get(), (spec.flags & regex_flags::kUnixLines) != 0
                                         ? PCRE2_NEWLINE_LF
                                         : PCRE2_NEWLINE_ANY);
    int error = 0;
    size_t offset = 0;
    pattern->code_.reset(pcre2_compile(reinterpret_cast<PCRE2_SPTR>(translated.data()),
                                       translated.size(), CompileOptions(spec.flags), &error,
                                       &offset, context.get()));
    if (pattern->code_ == nullptr) return BadPattern(ErrorText(error), source);
    // Without JIT support the interpreter is used.
    (void)pcre2_jit_compile(pattern->code_.get(), PCRE2_JIT_COMPLETE);
    return std::shared_ptr<const Pattern>(std::move(pattern));
  }

  // As pcre2_match: negative when nothing is found or the search failed.
  int Find(std::string_view subject, pcre2_match_data* data, pcre2_match_context* limits) const {
    const int outcome = Find(subject, data, limits, PCRE2_NO_UTF_CHECK);
    // Out of JIT stack: the interpreter uses the heap.
    if (outcome != PCRE2_ERROR_JIT_STACKLIMIT) return outcome;
    return Find(subject, data, limits, PCRE2_NO_UTF_CHECK | PCRE2_NO_JIT);
  }

  Charset charset() const { return charset_; }

 private:
  int Find(std::string_view subject, pcre2_match_data* data, pcre2_match_context* limits,
           uint32_t options) const {
    return pcre2_match(code_.get(), reinterpret_cast<PCRE2_SPTR>(subject.data()), subject.size(), 0,
                       options, data, limits);
  }

  Charset charset_ = Charset::kUtf8;
  std::unique_ptr<pcre2_code, FreeCode> code_;
};

class Regex final : public Comparator {
 public:
  Regex(RegexSpec spec, std::shared_ptr<const Pattern> pattern)
      : spec_(std::move(spec)),
        pattern_(std::move(pattern)),
        data_(pcre2_match_data_create(1, nullptr)),
        limits_(pcre2_match_context_create(nullptr)) {
    pcre2_set_heap_limit(limits_.get(), kHeapLimitKib);
  }

  std::unique_ptr<Comparator> Clone() const override {
    return std::make_unique<Regex>(spec_, pattern_);
  }
  ComparatorSpec Describe() const override { return spec_; }
  bool UseBudget(base::CallBudget* budget) override {
    budget_ = budget;
    return true;
  }

  int Compare(BytesView part) override {
    // After the first match that failed no other is tried.
    if (!error().ok()) return 1;
    const BytesView subject = AsUtf8(part);
    const size_t free = kFreeSteps + kFreeStepsPerByte * subject.size();
    int outcome = Find(subject, std::min<size_t>(free, kMatchLimits.back()));
    for (const uint32_t limit : kMatchLimits) {
      if (outcome != PCRE2_ERROR_MATCHLIMIT) break;
      if (limit <= free) continue;
      base::CallBudget& budget = budget_ == nullptr ? own_budget_ : *budget_;
      if (Status ended = budget.Check(); !ended.ok()) return Fail(std::move(ended));
      if (!budget.TakeMatchSteps(limit)) return FailMatch("the matches of the call take too long");
      outcome = Find(subject, limit);
    }
    if (outcome >= 0) return 0;
    if (outcome == PCRE2_ERROR_NOMATCH) return 1;
    return FailMatch(ErrorText(outcome));
  }

 private:
  int Find(BytesView subject, size_t max_steps) {
    pcre2_set_match_limit(limits_.get(), static_cast<uint32_t>(max_steps));
    return pattern_->Find(subject, data_.get(), limits_.get());
  }
  int FailMatch(std::string_view why) {
    return Fail(Status(StatusCode::kDoNotRetry,
                       fmt::format("The regular expression {} cannot be matched: {}",
                                   spec_.pattern.substr(0, 200), why)));
  }

  BytesView AsUtf8(BytesView part) {
    if (std::none_of(part.begin(), part.end(), [](char c) { return (c & 0x80) != 0; })) {
      return part;
    }
    if (pattern_->charset() == Charset::kUtf8) {
      text_ = model::CleanUtf8(part);
      return text_;
    }
    text_.clear();
    for (const char c : part) {
      if ((c & 0x80) == 0) {
        text_.push_back(c);
      } else if (pattern_->charset() == Charset::kAscii) {
        text_.append("\xEF\xBF\xBD");
      } else {
        text_.push_back(static_cast<char>(0xC0 | (static_cast<unsigned char>(c) >> 6)));
        text_.push_back(static_cast<char>(0x80 | (c & 0x3F)));
      }
    }
    return text_;
  }

  const RegexSpec spec_;
  const std::shared_ptr<const Pattern> pattern_;
  const std::unique_ptr<pcre2_match_data, FreeMatch> data_;
  const std::unique_ptr<pcre2_match_context, FreeContext> limits_;
  base::CallBudget* budget_ = nullptr;
  // For those who work for no call.
  base::CallBudget own_budget_;
  std::string text_;
};

}  // namespace

Result<std::unique_ptr<Comparator>> NewRegexComparator(RegexSpec spec) {
  BASALT_ASSIGN_OR_RETURN(auto pattern, Pattern::Compile(spec));
  return std::unique_ptr<Comparator>(std::make_unique<Regex>(std::move(spec), std::move(pattern)));
}

}  // namespace basalt::filter
