// Arguments of a command: positional values, and hashes of options. Plain values; one thread.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "basalt/bytes.h"
#include "basalt/descriptor.h"
#include "basalt/status.h"
#include "shell/value.h"

namespace basalt::shell {

// A hash of options. Commands take the options they know; the rest is unknown.
class Options {
 public:
  Options() = default;
  explicit Options(Hash hash) : hash_(std::move(hash)) {}

  bool Has(std::string_view key) const { return hash_.Find(key) != nullptr; }
  // nullopt if the key is missing or nil.
  std::optional<Value> Take(std::string_view key);
  // The same with a type; a value of another type is an error that names the key.
  Result<std::optional<int64_t>> TakeInteger(std::string_view key);
  Result<std::optional<bool>> TakeBool(std::string_view key);
  Result<std::optional<Bytes>> TakeText(std::string_view key);
  // Text or an array of texts.
  Result<std::vector<Bytes>> TakeTexts(std::string_view key);
  // Text to text.
  Result<std::optional<Hash>> TakeHash(std::string_view key);

  // The options not taken.
  const Hash& rest() const { return hash_; }
  // Empty, or a remark on the first option that is left and that HBase ignores, too: its name and
  // the most similar known option.
  std::string IgnoredText(std::string_view command,
                          const std::vector<std::string_view>& known) const;

 private:
  Hash hash_;
};

class Arguments {
 public:
  explicit Arguments(std::vector<Value> values) : values_(std::move(values)) {}

  size_t size() const { return values_.size(); }
  const Value& operator[](size_t index) const;
  std::vector<Value>& values() { return values_; }

  // Ruby's to_s: rows and values may be numbers.
  Bytes Text(size_t index) const { return ToText((*this)[index]); }
  // A table name, or that of a table handle.
  Result<std::string> Name(size_t index, std::string_view what = "Table name") const;
  Result<TableName> Table(size_t index) const;
  // The hash at the index; empty if there is no argument.
  Result<Options> OptionsAt(size_t index) const;

 private:
  std::vector<Value> values_;
};

// "f:q" split at the first colon; without a colon the whole family.
struct Column {
  Bytes family;
  std::optional<Bytes> qualifier;
};
Column ParseColumn(BytesView text);

// Accepts the texts "true" and "false", too.
std::optional<bool> AsBool(const Value& value);
std::optional<int64_t> AsInteger(const Value& value);
// A number where Java wants a long, which JRuby makes of numbers only; its error for others.
Result<int64_t> AsLong(const Value& value);
// HBase's error for a text that is none of a Java enumeration's names; the hint lists them.
Status NoEnumConstant(std::string_view java_class, std::string_view text,
                      const std::vector<std::string_view>& names);

// The entry of `words` most similar to `word`, if it is close.
std::optional<std::string_view> MostLike(std::string_view word,
                                         const std::vector<std::string_view>& words);

}  // namespace basalt::shell
