#include "filter/filter_language.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "filter/filter_arguments.h"
#include "filter/make.h"
#include "filter/spec.h"

namespace basalt::filter {
namespace {

// Bounds the recursion of copying nested filters.
constexpr int kMaxDepth = 200;
constexpr std::string_view kWrong = "Incorrect Filter String";

// In the order of their precedence: a smaller one binds tighter.
enum class Connective : uint8_t { kSkip, kWhile, kAnd, kOr, kParenthesis };

struct Keyword {
  std::string_view word;
  Connective op;
  // SKIP and WHILE stand before their filter, the others between two.
  bool prefix;
};
constexpr Keyword kKeywords[] = {{"OR", Connective::kOr, false},
                                 {"AND", Connective::kAnd, false},
                                 {"SKIP", Connective::kSkip, true},
                                 {"WHILE", Connective::kWhile, true}};

bool IsBlank(char c) { return c == ' ' || c == '\t'; }

bool BindsTighter(Connective left, Connective right) {
  const bool both_wrap = left <= Connective::kWhile && right <= Connective::kWhile;
  return !both_wrap && left < right;
}

// HBase's algorithm, with a stack of operators and one of filters: what it makes of mistakes
// follows from it.
class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) {}

  Result<std::unique_ptr<Filter>> Run() {
    while (at_ < text_.size()) BASALT_RETURN_IF_ERROR(Step());
    // The end closes open parentheses.
    while (!operators_.empty()) BASALT_RETURN_IF_ERROR(Reduce());
    if (filters_.size() != 1) return LanguageError(kWrong, filters_.empty() ? 0 : last_);
    return std::move(filters_.back().filter);
  }

 private:
  struct Operand {
    std::unique_ptr<Filter> filter;
    int depth = 1;
  };

  Status Step() {
    const char c = text_[at_];
    if (IsBlank(c)) {
      ++at_;
      return {};
    }
    if (c == '(') {
      ++at_;
      operators_.push_back(Connective::kParenthesis);
      return {};
    }
    if (c == ')') return Close();
    if (const Keyword* keyword = KeywordHere()) {
      at_ += keyword->word.size();
      while (!operators_.empty() && operators_.back() != Connective::kParenthesis &&
             BindsTighter(operators_.back(), keyword->op)) {
        BASALT_RETURN_IF_ERROR(Reduce());
      }
      operators_.push_back(keyword->op);
      return {};
    }
    return Simple();
  }

  // A keyword is delimited by blanks and parentheses.
  const Keyword* KeywordHere() const {
    const char before = at_ == 0 ? '\0' : text_[at_ - 1];
    for (const Keyword& keyword : kKeywords) {
      if (!text_.substr(at_).starts_with(keyword.word)) continue;
      const size_t end = at_ + keyword.word.size();
      if (end >= text_.size() || (!IsBlank(text_[end]) && text_[end] != '(')) return nullptr;
      if (IsBlank(before) || before == ')') return &keyword;
      return keyword.prefix && (at_ == 0 || before == '(') ? &keyword : nullptr;
    }
    return nullptr;
  }

  Status Close() {
    while (!operators_.empty() && operators_.back() != Connective::kParenthesis) {
      BASALT_RETURN_IF_ERROR(Reduce());
    }
    if (operators_.empty()) return LanguageError("Mismatched parenthesis", at_);
    operators_.pop_back();
    ++at_;
    return {};
  }

  // Applies the operator on top of the stack; a row of the same makes one list.
  Status Reduce() {
    const Connective op = operators_.back();
    switch (op) {
      case Connective::kParenthesis:
        if (filters_.empty()) return LanguageError(kWrong, at_);
        operators_.pop_back();
        return {};
      case Connective::kSkip:
        return Wrap<SkipSpec>("Incorrect input string - a SKIP wraps a filter");
      case Connective::kWhile:
        return Wrap<WhileMatchSpec>("Incorrect input string - a WHILE wraps a filter");
      case Connective::kAnd:
        return Join(op, ListSpec::Operator::kMustPassAll,
                    "Incorrect input string - an AND needs two filters");
      case Connective::kOr: break;
    }
    return Join(op, ListSpec::Operator::kMustPassOne,
                "Incorrect input string - an OR needs two filters");
  }

  template <typename Spec>
  Status Wrap(std::string_view complaint) {
    if (filters_.empty()) return LanguageError(complaint, at_);
    operators_.pop_back();
    Operand& top = filters_.back();
    BASALT_ASSIGN_OR_RETURN(top.filter, Make(Spec{FilterPtr(std::move(top.filter))}));
    return CheckDepth(++top.depth);
  }

  Status Join(Connective op, ListSpec::Operator kind, std::string_view complaint) {
    size_t count = 1;
    for (; !operators_.empty() && operators_.back() == op; ++count) operators_.pop_back();
    if (filters_.size() < count) return LanguageError(complaint, at_);
    ListSpec list{kind, {}};
    Operand joined;
    for (size_t i = filters_.size() - count; i < filters_.size(); ++i) {
      joined.depth = std::max(joined.depth, filters_[i].depth + 1);
      list.filters.push_back(std::move(filters_[i].filter));
    }
    filters_.resize(filters_.size() - count);
    BASALT_ASSIGN_OR_RETURN(joined.filter, Make(std::move(list)));
    filters_.push_back(std::move(joined));
    return CheckDepth(filters_.back().depth);
  }

  Status CheckDepth(int depth) const {
    return depth > kMaxDepth ? LanguageError("Filters are nested too deep", at_) : Status();
  }

  // Name(arguments), which ends at the first ')' outside of quotes.
  Status Simple() {
    last_ = at_;
    bool quoted = false;
    size_t end = at_;
    for (; end < text_.size() && (quoted || text_[end] != ')'); ++end) {
      if (text_[end] != '\'') continue;
      if (end + 1 < text_.size() && text_[end + 1] == '\'') {
        ++end;
      } else {
        quoted = !quoted;
      }
    }
    if (end >= text_.size()) return LanguageError(kWrong, at_);
    const std::string_view expression = text_.substr(at_, end + 1 - at_);
    const size_t name_end = expression.find_first_of("( ");
    if (name_end == std::string_view::npos || name_end == 0) {
      return LanguageError("Incorrect Filter Name", at_);
    }
    const size_t open = expression.find('(');
    if (open == std::string_view::npos) return LanguageError("Incorrect argument list", at_);
    std::vector<FilterArgument> arguments;
    BASALT_RETURN_IF_ERROR(ReadArguments(expression, open + 1, arguments));
    const std::string_view name = expression.substr(0, name_end);
    if (!IsLanguageFilter(name)) {
      return LanguageError(std::string("Filter Name ").append(name).append(" not supported"), at_);
    }
    Operand operand;
    const auto make = [&]() -> Status {
      BASALT_ASSIGN_OR_RETURN(FilterSpec spec, SpecFromArguments(name, at_, arguments));
      auto made = Make(std::move(spec));
      if (!made.ok()) return LanguageError(made.status().message(), at_);
      operand.filter = *std::move(made);
      return {};
    };
    if (const Status status = make(); !status.ok()) return ExpressionError(expression, status);
    filters_.push_back(std::move(operand));
    at_ = end + 1;
    return {};
  }

  // Any number of blanks and commas separates arguments.
  Status ReadArguments(std::string_view expression, size_t at,
                       std::vector<FilterArgument>& arguments) const {
    while (true) {
      at = expression.find_first_not_of(" ,)", at);
      if (at == std::string_view::npos) return {};
      FilterArgument argument{"", at_ + at};
      if (expression[at] == '\'') {
        BASALT_ASSIGN_OR_RETURN(at, ReadQuoted(expression, at, argument));
      } else {
        const size_t end = expression.find_first_of(" ,)", at);
        argument.text = expression.substr(at, end - at);
        at = end;
      }
      arguments.push_back(std::move(argument));
    }
  }

  // Returns the position after the closing quote.
  Result<size_t> ReadQuoted(std::string_view expression, size_t at,
                            FilterArgument& argument) const {
    argument.text.push_back(expression[at++]);
    while (at < expression.size()) {
      const char c = expression[at++];
      argument.text.push_back(c);
      if (c != '\'') continue;
      if (at >= expression.size() || expression[at] != '\'') return at;
      ++at;
    }
    return LanguageError("Incorrect argument list", argument.position);
  }

  const std::string_view text_;
  size_t at_ = 0;
  // Where the last filter begins.
  size_t last_ = 0;
  std::vector<Connective> operators_;
  std::vector<Operand> filters_;
};

}  // namespace

Result<std::unique_ptr<Filter>> ParseFilterString(std::string_view text) {
  return Parser(text).Run();
}

}  // namespace basalt::filter
