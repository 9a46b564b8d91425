// The language of conditions: docs/keys.md has its grammar.
#include <map>

#include <fmt/format.h>

#include "basalt/key_plan.h"
#include "keys/layout.h"
#include "keys/query_shape.h"
#include "keys/time_values.h"
#include "keys/token_reader.h"

namespace basalt {
inline namespace v1 {
namespace {

using keys::Token;
using keys::TokenKind;
using Op = KeyCondition::Op;

constexpr std::string_view kWhat = "condition";
constexpr int kMaxDepth = 100;

class QueryParser : private keys::TokenReader {
 public:
  // `shape`: a ? may stand for a value.
  QueryParser(const KeySchema& schema, std::string_view text, std::vector<Token> tokens, bool shape)
      : TokenReader(kWhat, text, std::move(tokens)), schema_(schema), shape_(shape) {}

  Result<KeyQuery> ParseQuery() {
    KeyQuery query;
    if (!AtTail()) {
      BASALT_ASSIGN_OR_RETURN(query.where, ParseOr(0));
    }
    if (AtTail() && token().IsWord("order")) {
      Take();
      if (token().IsWord("by")) Take();
      BASALT_ASSIGN_OR_RETURN(query.order, ParseOrder());
    }
    if (token().IsWord("limit")) {
      Take();
      query.limit = keys::ParseUnsigned(token().text);
      if (!query.limit || *query.limit == 0) return Error("a limit is a number above zero");
      Take();
    }
    if (token().kind != TokenKind::kEnd) {
      return Error("here should be and, or, order, limit or the end");
    }
    return query;
  }

 private:
  // A field may be called order or limit: then a comparison follows.
  bool AtTail() const {
    if (token().kind == TokenKind::kEnd) return true;
    if (!token().IsWord("order") && !token().IsWord("limit")) return false;
    const Token& after = next_token();
    return after.kind != TokenKind::kSymbol && !after.IsWord("between") && !after.IsWord("in") &&
           !after.IsWord("prefix");
  }

  Result<KeyOrder> ParseOrder() {
    static const std::map<Bytes, KeyOrder> kOrders = {{"newest", KeyOrder::kNewestFirst},
                                                      {"oldest", KeyOrder::kOldestFirst},
                                                      {"key", KeyOrder::kLogical},
                                                      {"reverse", KeyOrder::kReverse}};
    const auto found = kOrders.find(token().text);
    if (found == kOrders.end()) return Error("an order is newest, oldest, key or reverse");
    Take();
    if (token().IsWord("first")) Take();
    return found->second;
  }

  Result<KeyCondition> ParseOr(int depth) { return ParseList(depth, "or", Op::kOr); }

  // Terms with one word between them; `and` binds stronger than `or`.
  Result<KeyCondition> ParseList(int depth, std::string_view word, Op op) {
    std::vector<KeyCondition> terms;
    do {
      auto term = op == Op::kOr ? ParseList(depth, "and", Op::kAnd) : ParseTerm(depth);
      if (!term.ok()) return term.status();
      terms.push_back(std::move(*term));
      if (!token().IsWord(word)) break;
      Take();
    } while (true);
    if (terms.size() == 1) return std::move(terms[0]);
    KeyCondition condition;
    condition.op = op;
    condition.children = std::move(terms);
    return condition;
  }

  Result<KeyCondition> ParseTerm(int depth) {
    if (depth > kMaxDepth) return Error("too many parentheses");
    if (TakeIf("(")) {
      BASALT_ASSIGN_OR_RETURN(KeyCondition inner, ParseOr(depth + 1));
      if (!TakeIf(")")) return Error("')' is missing here");
      return inner;
    }
    if (token().kind != TokenKind::kWord) return Error("the name of a field is missing here");
    const auto field = schema_.FieldIndex(token().text);
    if (!field) {
      std::vector<std::string> names;
      for (const KeySchema::Field& known : schema_.fields()) names.push_back(known.name);
      return Error(fmt::format("the schema has no field '{}'{}; it has {}", token().text,
                               keys::DidYouMean(token().text, names), fmt::join(names, ", ")));
    }
    Take();
    KeyCondition condition;
    condition.field = *field;
    return ParseComparison(std::move(condition));
  }

  Result<KeyCondition> ParseComparison(KeyCondition condition) {
    static const std::map<Bytes, Op> kSymbols = {{"=", Op::kEqual},   {"!=", Op::kNotEqual},
                                                 {"<", Op::kLess},    {"<=", Op::kLessOrEqual},
                                                 {">", Op::kGreater}, {">=", Op::kGreaterOrEqual}};
    const Token op = token();
    const auto symbol = kSymbols.find(op.text);
    if (op.kind == TokenKind::kSymbol && symbol != kSymbols.end()) {
      Take();
      condition.op = symbol->second;
      return WithValues(std::move(condition));
    }
    if (op.IsWord("between")) {
      Take();
      condition.op = Op::kBetween;
      BASALT_ASSIGN_OR_RETURN(condition, WithValues(std::move(condition)));
      if (!token().IsWord("and")) return Error("between has two values with and between them");
      Take();
      return WithValues(std::move(condition));
    }
    if (op.IsWord("prefix")) {
      Take();
      condition.op = Op::kPrefix;
      if (token().kind == TokenKind::kEnd) return Error("a prefix is missing here");
      if (token().Is("?")) return WithValues(std::move(condition));
      condition.values.emplace_back(token().text);
      Take();
      return condition;
    }
    if (op.IsWord("in")) {
      Take();
      condition.op = Op::kIn;
      if (!TakeIf("(")) return Error("in has its values in parentheses");
      do {
        BASALT_ASSIGN_OR_RETURN(condition, WithValues(std::move(condition)));
      } while (TakeIf(","));
      if (!TakeIf(")")) return Error("')' is missing here");
      return condition;
    }
    return Error("here should be =, !=, <, <=, >, >=, between, in or prefix");
  }

  // Adds the value that stands here.
  Result<KeyCondition> WithValues(KeyCondition condition) {
    if (token().Is("?")) {
      if (!shape_)
        return Error("a value should be here: ? stands for one in shapes of queries only");
      Take();
      condition.values.emplace_back();
      return condition;
    }
    const bool word = token().kind == TokenKind::kWord;  // true, false, names of enums
    if (!word && token().kind != TokenKind::kString && token().kind != TokenKind::kNumber) {
      return Error("a value is missing here");
    }
    const keys::FieldType& type = schema_.layout().fields[condition.field].type;
    if (word && type.kind != keys::TypeKind::kBool && type.kind != keys::TypeKind::kEnum) {
      return Error(fmt::format("'{0}' should be in quotes: '{0}' is a text", token().text));
    }
    auto value = type.ParseText(token().text);
    if (!value.ok()) return Error(value.status().message());
    Take();
    condition.values.push_back(std::move(*value));
    return condition;
  }

  const KeySchema& schema_;
  const bool shape_;
};

Result<KeyQuery> ParseText(const KeySchema& schema, std::string_view text, bool shape) {
  BASALT_ASSIGN_OR_RETURN(std::vector<Token> tokens, keys::Tokenize(kWhat, text));
  return QueryParser(schema, text, std::move(tokens), shape).ParseQuery();
}

}  // namespace

Result<KeyQuery> KeyQuery::Parse(const KeySchema& schema, std::string_view text) {
  return ParseText(schema, text, false);
}

Result<KeyCondition> KeyCondition::Parse(const KeySchema& schema, std::string_view text) {
  BASALT_ASSIGN_OR_RETURN(KeyQuery query, KeyQuery::Parse(schema, text));
  if (query.order != KeyOrder::kNone || query.limit) {
    return Status(StatusCode::kInvalidArgument, "a condition has no order and no limit");
  }
  return std::move(query.where);
}

}  // namespace v1
}  // namespace basalt

namespace basalt::keys {

Result<KeyQuery> ParseQueryShape(const KeySchema& schema, std::string_view text) {
  return ParseText(schema, text, true);
}

}  // namespace basalt::keys
