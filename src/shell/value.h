// Value: the value of an expression in the shell's language. A value type, cheap to copy.
#pragma once

#include <concepts>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "basalt/bytes.h"
#include "basalt/filter.h"

namespace basalt::shell {

struct Value;
using Array = std::vector<Value>;

// Keeps insertion order; a repeated key has the later value.
class Hash {
 public:
  void Set(Bytes key, Value value);
  const Value* Find(std::string_view key) const;
  // Removes the entry.
  void Erase(std::string_view key);
  const std::vector<Bytes>& keys() const { return keys_; }
  const std::vector<Value>& values() const { return values_; }
  bool empty() const { return keys_.empty(); }

 private:
  std::vector<Bytes> keys_;
  std::vector<Value> values_;
};

// The result of get_table and create.
struct TableHandle {
  std::string name;
};

// The result of locate_region.
struct RegionHandle {
  std::string host;
  std::string server;
  Bytes name;
  std::string encoded_name;
  Bytes start_key;
  Bytes end_key;
};

// org.apache.hadoop.hbase.util.Bytes, PrefixFilter: the last part is the class.
struct ClassPath {
  std::string path;
  std::string_view class_name() const;
};

struct Value {
  using Variant =
      std::variant<std::monostate, bool, int64_t, double, Bytes, Array, Hash, TableHandle,
                   std::shared_ptr<const RegionHandle>, FilterPtr, ClassPath>;
  Variant data;

  Value() = default;
  template <typename T>
  requires std::constructible_from<Variant, T> Value(T&& value)
      : data(std::forward<T>(value)) {}  // NOLINT(google-explicit-constructor)

  template <typename T>
  const T* As() const {
    return std::get_if<T>(&data);
  }
  bool is_nil() const { return std::holds_alternative<std::monostate>(data); }
  // Everything but nil and false.
  bool Truthy() const;
};

// Ruby's inspect: "text", 5, ["a", "b"], {"k"=>1}, nil.
std::string Inspect(const Value& value);
// Ruby's to_s: the text itself, 5, true, nothing for nil.
Bytes ToText(const Value& value);
// "String", "Integer", "Hash": for messages.
std::string_view TypeName(const Value& value);

}  // namespace basalt::shell
