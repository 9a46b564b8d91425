#include "shell/arguments.h"

#include <algorithm>
#include <limits>
#include <numeric>

#include <fmt/format.h>

#include "model/units.h"

namespace basalt::shell {
namespace {

Status WrongType(std::string_view key, std::string_view wanted, const Value& value) {
  return {StatusCode::kInvalidArgument,
          fmt::format("{} must be {}, not {} ({})", key, wanted, Inspect(value), TypeName(value))};
}

size_t Distance(std::string_view a, std::string_view b) {
  std::vector<size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), 0);
  for (size_t i = 1; i <= a.size(); ++i) {
    size_t diagonal = row[0];
    row[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      const size_t above = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, diagonal + (a[i - 1] == b[j - 1] ? 0 : 1)});
      diagonal = above;
    }
  }
  return row[b.size()];
}

}  // namespace

std::optional<Value> Options::Take(std::string_view key) {
  const Value* found = hash_.Find(key);
  if (found == nullptr) return std::nullopt;
  Value value = *found;
  hash_.Erase(key);
  if (value.is_nil()) return std::nullopt;
  return value;
}

Result<std::optional<int64_t>> Options::TakeInteger(std::string_view key) {
  const auto value = Take(key);
  if (!value) return std::optional<int64_t>();
  const auto number = AsInteger(*value);
  if (!number) return WrongType(key, "a number", *value);
  return number;
}

Result<std::optional<bool>> Options::TakeBool(std::string_view key) {
  const auto value = Take(key);
  if (!value) return std::optional<bool>();
  const auto flag = AsBool(*value);
  if (!flag) return WrongType(key, "true or false", *value);
  return flag;
}

Result<std::optional<Bytes>> Options::TakeText(std::string_view key) {
  const auto value = Take(key);
  if (!value) return std::optional<Bytes>();
  if (value->As<Hash>() != nullptr || value->As<Array>() != nullptr) {
    return WrongType(key, "a string", *value);
  }
  return std::optional<Bytes>(ToText(*value));
}

Result<std::vector<Bytes>> Options::TakeTexts(std::string_view key) {
  const auto value = Take(key);
  std::vector<Bytes> texts;
  if (!value) return texts;
  if (const Array* array = value->As<Array>()) {
    for (const Value& item : *array) {
      if (item.As<Hash>() != nullptr || item.As<Array>() != nullptr) {
        return WrongType(key, "an array of strings", *value);
      }
      texts.push_back(ToText(item));
    }
    return texts;
  }
  if (value->As<Hash>() != nullptr) return WrongType(key, "a string or an array", *value);
  texts.push_back(ToText(*value));
  return texts;
}

Result<std::optional<Hash>> Options::TakeHash(std::string_view key) {
  const auto value = Take(key);
  if (!value) return std::optional<Hash>();
  const Hash* hash = value->As<Hash>();
  if (hash == nullptr) {
    return Status(StatusCode::kInvalidArgument, fmt::format("{} must be a Hash type", key));
  }
  return std::optional<Hash>(*hash);
}

std::string Options::IgnoredText(std::string_view command,
                                 const std::vector<std::string_view>& known) const {
  if (hash_.empty()) return {};
  const Bytes& key = hash_.keys().front();
  std::string text = fmt::format("{} has no option {}, which is ignored", command, key);
  if (const auto like = MostLike(key, known)) text += fmt::format("; did you mean {}?", *like);
  return text;
}

const Value& Arguments::operator[](size_t index) const {
  static const Value kNil;
  return index < values_.size() ? values_[index] : kNil;
}

Result<std::string> Arguments::Name(size_t index, std::string_view what) const {
  const Value& value = (*this)[index];
  if (const TableHandle* table = value.As<TableHandle>()) return table->name;
  if (const Bytes* text = value.As<Bytes>()) return *text;
  return Status(StatusCode::kInvalidArgument, fmt::format("{} must be of type String", what));
}

Result<TableName> Arguments::Table(size_t index) const {
  BASALT_ASSIGN_OR_RETURN(const std::string name, Name(index));
  return TableName::Parse(name);
}

Result<Options> Arguments::OptionsAt(size_t index) const {
  const Value& value = (*this)[index];
  if (value.is_nil()) return Options();
  if (const Hash* hash = value.As<Hash>()) return Options(*hash);
  return Status(StatusCode::kInvalidArgument, fmt::format("options must be a Hash, not {} ({})",
                                                          Inspect(value), TypeName(value)));
}

Column ParseColumn(BytesView text) {
  const size_t colon = text.find(':');
  if (colon == BytesView::npos) return {Bytes(text), std::nullopt};
  return {Bytes(text.substr(0, colon)), Bytes(text.substr(colon + 1))};
}

std::optional<bool> AsBool(const Value& value) {
  if (const bool* flag = value.As<bool>()) return *flag;
  if (const Bytes* text = value.As<Bytes>()) {
    if (model::EqualsIgnoringCase(*text, "true")) return true;
    if (model::EqualsIgnoringCase(*text, "false")) return false;
  }
  return std::nullopt;
}

std::optional<int64_t> AsInteger(const Value& value) {
  if (const int64_t* number = value.As<int64_t>()) return *number;
  if (const Bytes* text = value.As<Bytes>()) {
    return model::ParseInteger(*text, std::numeric_limits<int64_t>::min(),
                               std::numeric_limits<int64_t>::max());
  }
  return std::nullopt;
}

Result<int64_t> AsLong(const Value& value) {
  if (value.is_nil()) return 0;
  if (const int64_t* number = value.As<int64_t>()) return *number;
  if (const double* real = value.As<double>()) return static_cast<int64_t>(*real);
  return Status(
      StatusCode::kInvalidArgument,
      fmt::format("cannot convert instance of class org.jruby.Ruby{} to long", TypeName(value)));
}

Status NoEnumConstant(std::string_view java_class, std::string_view text,
                      const std::vector<std::string_view>& names) {
  return {StatusCode::kInvalidArgument,
          fmt::format("No enum constant org.apache.hadoop.hbase.{}.{}\n\nThere are {}.", java_class,
                      text, fmt::join(names, ", "))};
}

std::optional<std::string_view> MostLike(std::string_view word,
                                         const std::vector<std::string_view>& words) {
  std::optional<std::string_view> best;
  size_t best_distance = std::max<size_t>(1, word.size() / 3) + 1;
  for (const std::string_view candidate : words) {
    const size_t distance = Distance(word, candidate);
    if (distance < best_distance) {
      best_distance = distance;
      best = candidate;
    }
  }
  return best;
}

}  // namespace basalt::shell
