// Value: the value of an expression, as in Ruby: numbers and names by value; strings, arrays and
// hashes by reference. Objects belong to a Heap. One thread.
#pragma once

#include <cstdint>
#include <list>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

#include "basalt/bytes.h"
#include "shell/ruby/error.h"
#include "shell/ruby/heap.h"
#include "shell/value.h"

namespace basalt::shell::ruby {

class String;
class Array;
class Hash;
class Proc;
class Enumerator;
struct Range;

using StringRef = std::shared_ptr<String>;
using ArrayRef = std::shared_ptr<Array>;
using HashRef = std::shared_ptr<Hash>;
using RangeRef = std::shared_ptr<const Range>;
using ProcRef = std::shared_ptr<Proc>;
using EnumeratorRef = std::shared_ptr<Enumerator>;
using ErrorRef = std::shared_ptr<const RubyError>;
// What only the host knows: a table's handle, a filter, a Java class.
using HostRef = std::shared_ptr<const shell::Value>;

struct Symbol {
  std::string name;
};
// A class or module of Ruby's: Integer, Digest::MD5.
struct Module {
  std::string name;
};
struct Time {
  // Nanoseconds since 1970.
  int64_t nanos = 0;
};

struct Value {
  using Variant =
      std::variant<std::monostate, bool, int64_t, double, Symbol, Module, Time, StringRef, ArrayRef,
                   HashRef, RangeRef, ProcRef, EnumeratorRef, ErrorRef, HostRef>;
  Variant data;

  Value() = default;
  template <typename T>
  requires std::constructible_from<Variant, T> Value(T&& value)  // NOLINT
      : data(std::forward<T>(value)) {}  // NOLINT(google-explicit-constructor)

  template <typename T>
  const T* As() const {
    return std::get_if<T>(&data);
  }
  bool is_nil() const { return std::holds_alternative<std::monostate>(data); }
  // Everything but nil and false.
  bool Truthy() const;
};

using Values = std::vector<Value>;

class String final : public HeapObject {
 public:
  String(Heap& heap, Bytes text, bool is_binary = false)
      : HeapObject(heap), bytes(std::move(text)), binary(is_binary) {}

  Bytes bytes;
  // Bytes and not UTF-8, as the result of pack.
  bool binary = false;

 protected:
  size_t Size() const override { return sizeof(String) + bytes.capacity(); }
};

class Array final : public HeapObject {
 public:
  explicit Array(Heap& heap, Values values = {}) : HeapObject(heap), items(std::move(values)) {}
  ~Array() override { heap().Bury(std::move(items)); }

  void Push(Value value);

  Values items;

 protected:
  size_t Size() const override { return sizeof(Array) + items.capacity() * sizeof(Value); }
  void Clear() override { heap().Bury(std::move(items)); }
};

struct ValueHash {
  size_t operator()(const Value& value) const;
};
// Ruby's eql?: 1 is not 1.0.
struct ValueEql {
  bool operator()(const Value& a, const Value& b) const;
};

// Keeps insertion order.
class Hash final : public HeapObject {
 public:
  using Entry = std::pair<Value, Value>;

  explicit Hash(Heap& heap) : HeapObject(heap) {}
  ~Hash() override {
    Values rest;
    rest.push_back(std::move(default_value));
    heap().Bury(std::move(rest));
    Empty();
  }

  void Set(const Value& key, Value value);
  const Value* Find(const Value& key) const;
  // nil if there is no such key.
  Value Erase(const Value& key);
  void Empty();
  size_t size() const { return entries_.size(); }
  const std::list<Entry>& entries() const { return entries_; }
  // A copy, for loops that change the hash.
  std::vector<Entry> Snapshot() const { return {entries_.begin(), entries_.end()}; }

  // The value of missing keys, or the block that makes it.
  Value default_value;

 protected:
  size_t Size() const override {
    return sizeof(Hash) + entries_.size() * (sizeof(Entry) + sizeof(Value) + 6 * sizeof(void*));
  }
  void Clear() override {
    Empty();
    default_value = {};
  }

 private:
  std::list<Entry> entries_;
  std::unordered_map<Value, std::list<Entry>::iterator, ValueHash, ValueEql> index_;
};

// Between integers, floats or strings; a `last` of nil: without an end.
struct Range {
  Value first;
  Value last;
  bool exclusive = false;
};

// The class of a value: "Integer".
std::string ClassName(const Value& value);
// Whether the value is an instance of the class, or of one derived from it.
bool IsA(const Value& value, std::string_view class_name);

}  // namespace basalt::shell::ruby
