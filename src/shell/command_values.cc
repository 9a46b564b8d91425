#include "shell/command_values.h"

#include "shell/ruby/inspect.h"
#include "shell/ruby/utf8.h"

namespace basalt::shell {
namespace {

constexpr int kMaxValueDepth = 50;

Value Converted(const ruby::Value& value, int depth) {
  if (depth > kMaxValueDepth) ruby::ThrowArgumentError("the value is nested too deep");
  if (value.is_nil()) return {};
  if (const bool* flag = value.As<bool>()) return *flag;
  if (const int64_t* number = value.As<int64_t>()) return *number;
  if (const double* real = value.As<double>()) return *real;
  if (const auto* object = value.As<ruby::HostRef>()) return **object;
  if (const auto* items = value.As<ruby::ArrayRef>()) {
    Array array;
    for (const ruby::Value& item : (*items)->items) array.push_back(Converted(item, depth + 1));
    return array;
  }
  if (const auto* entries = value.As<ruby::HashRef>()) {
    Hash hash;
    for (const auto& [key, entry] : (*entries)->entries()) {
      hash.Set(ruby::TextOf(key), Converted(entry, depth + 1));
    }
    return hash;
  }
  return ruby::TextOf(value);
}

}  // namespace

Value ToCommandValue(const ruby::Value& value) { return Converted(value, 0); }

ruby::Value FromCommandValue(const Value& value, ruby::Heap& heap) {
  if (value.is_nil()) return {};
  if (const bool* flag = value.As<bool>()) return *flag;
  if (const int64_t* number = value.As<int64_t>()) return *number;
  if (const double* real = value.As<double>()) return *real;
  if (const Bytes* text = value.As<Bytes>()) {
    return heap.Make<ruby::String>(*text, !ruby::IsUtf8(*text));
  }
  if (const Array* array = value.As<Array>()) {
    const ruby::ArrayRef result = heap.Make<ruby::Array>();
    for (const Value& item : *array) result->Push(FromCommandValue(item, heap));
    return result;
  }
  if (const Hash* hash = value.As<Hash>()) {
    const ruby::HashRef result = heap.Make<ruby::Hash>();
    for (size_t i = 0; i < hash->keys().size(); ++i) {
      result->Set(heap.Make<ruby::String>(hash->keys()[i], !ruby::IsUtf8(hash->keys()[i])),
                  FromCommandValue(hash->values()[i], heap));
    }
    return result;
  }
  return ruby::HostRef(std::make_shared<const Value>(value));
}

}  // namespace basalt::shell
