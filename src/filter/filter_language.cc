#include "filter/filter_language.h"

#include <string>
#include <utility>
#include <vector>

#include "filter/filter_arguments.h"
#include "filter/make.h"
#include "filter/spec.h"

namespace basalt::filter {
namespace {

// Bounds the recursion of parsing and of copying nested filters.
constexpr int kMaxDepth = 200;
constexpr std::string_view kWrong = "Incorrect Filter String";

bool IsBlank(char c) { return c == ' ' || c == '\t'; }

// expression := conjunction { OR conjunction }
// conjunction := unary { AND unary }
// unary := (SKIP | WHILE) unary | "(" expression ")" | name "(" arguments ")"
class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) {}

  Result<std::unique_ptr<Filter>> Run() {
    BASALT_ASSIGN_OR_RETURN(auto filter, Expression(1));
    SkipBlanks();
    if (at_ < text_.size()) {
      return LanguageError(text_[at_] == ')' ? "Mismatched parenthesis" : kWrong, at_);
    }
    return filter;
  }

 private:
  using Parsed = Result<std::unique_ptr<Filter>>;

  void SkipBlanks() {
    while (at_ < text_.size() && IsBlank(text_[at_])) ++at_;
  }

  // Consumes the word if it is delimited: before it the start, a blank or a parenthesis; after it a
  // blank or an opening parenthesis.
  bool TakeWord(std::string_view word) {
    SkipBlanks();
    if (!text_.substr(at_).starts_with(word)) return false;
    const size_t end = at_ + word.size();
    if (end >= text_.size() || (!IsBlank(text_[end]) && text_[end] != '(')) return false;
    at_ = end;
    return true;
  }

  // Filters joined by `word`, as one list.
  Parsed List(int depth, std::string_view word, ListSpec::Operator op,
              Parsed (Parser::*next)(int depth)) {
    if (depth > kMaxDepth) return LanguageError("Filters are nested too deep", at_);
    BASALT_ASSIGN_OR_RETURN(auto first, (this->*next)(depth + 1));
    ListSpec list{op, {}};
    while (TakeWord(word)) {
      const size_t position = at_ - word.size();
      SkipBlanks();
      if (at_ >= text_.size() || text_[at_] == ')') {
        return LanguageError(
            std::string("Incorrect input string - an ").append(word).append(" needs two filters"),
            position);
      }
      if (list.filters.empty()) list.filters.push_back(std::move(first));
      BASALT_ASSIGN_OR_RETURN(auto another, (this->*next)(depth + 1));
      list.filters.push_back(std::move(another));
    }
    if (list.filters.empty()) return first;
    return Make(std::move(list));
  }

  Parsed Expression(int depth) {
    return List(depth, "OR", ListSpec::Operator::kMustPassOne, &Parser::Conjunction);
  }
  Parsed Conjunction(int depth) {
    return List(depth, "AND", ListSpec::Operator::kMustPassAll, &Parser::Unary);
  }

  Parsed Unary(int depth) {
    if (depth > kMaxDepth) return LanguageError("Filters are nested too deep", at_);
    const bool skip = TakeWord("SKIP");
    if (skip || TakeWord("WHILE")) {
      SkipBlanks();
      if (at_ >= text_.size() || text_[at_] == ')') {
        return LanguageError(std::string("Incorrect input string - a ")
                                 .append(skip ? "SKIP" : "WHILE")
                                 .append(" wraps a filter"),
                             at_);
      }
      BASALT_ASSIGN_OR_RETURN(FilterPtr wrapped, Unary(depth + 1));
      if (skip) return Make(SkipSpec{std::move(wrapped)});
      return Make(WhileMatchSpec{std::move(wrapped)});
    }
    SkipBlanks();
    if (at_ >= text_.size()) return LanguageError(kWrong, at_);
    if (text_[at_] != '(') return Simple();
    ++at_;
    BASALT_ASSIGN_OR_RETURN(auto inner, Expression(depth + 1));
    SkipBlanks();
    // As in HBase the end of the text closes open parentheses.
    if (at_ >= text_.size()) return inner;
    if (text_[at_] != ')') return LanguageError(kWrong, at_);
    ++at_;
    return inner;
  }

  // Name(arguments).
  Parsed Simple() {
    const size_t start = at_;
    while (at_ < text_.size() && text_[at_] != '(' && !IsBlank(text_[at_])) ++at_;
    const std::string_view name = text_.substr(start, at_ - start);
    SkipBlanks();
    if (name.empty() || at_ >= text_.size() || text_[at_] != '(') {
      return LanguageError(kWrong, start);
    }
    ++at_;
    std::vector<FilterArgument> arguments;
    BASALT_RETURN_IF_ERROR(ReadArguments(start, arguments));
    BASALT_ASSIGN_OR_RETURN(FilterSpec spec, SpecFromArguments(name, start, arguments));
    auto made = Make(std::move(spec));
    if (!made.ok()) return LanguageError(made.status().message(), start);
    return made;
  }

  // After the '('; up to and with the ')'. Any number of blanks and commas separates arguments.
  Status ReadArguments(size_t start, std::vector<FilterArgument>& arguments) {
    while (true) {
      while (at_ < text_.size() && (IsBlank(text_[at_]) || text_[at_] == ',')) ++at_;
      if (at_ >= text_.size()) return LanguageError(kWrong, start);
      if (text_[at_] == ')') {
        ++at_;
        return {};
      }
      FilterArgument argument{"", at_};
      if (text_[at_] == '\'') {
        BASALT_RETURN_IF_ERROR(ReadQuoted(argument));
      } else {
        while (at_ < text_.size() && !IsBlank(text_[at_]) && text_[at_] != ',' &&
               text_[at_] != ')') {
          argument.text.push_back(text_[at_++]);
        }
      }
      arguments.push_back(std::move(argument));
    }
  }

  Status ReadQuoted(FilterArgument& argument) {
    argument.text.push_back(text_[at_++]);
    while (at_ < text_.size()) {
      const char c = text_[at_++];
      argument.text.push_back(c);
      if (c != '\'') continue;
      if (at_ >= text_.size() || text_[at_] != '\'') return {};
      ++at_;
    }
    return LanguageError("Incorrect argument list", argument.position);
  }

  const std::string_view text_;
  size_t at_ = 0;
};

}  // namespace

Result<std::unique_ptr<Filter>> ParseFilterString(std::string_view text) {
  return Parser(text).Run();
}

}  // namespace basalt::filter
