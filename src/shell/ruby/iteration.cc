#include "shell/ruby/iteration.h"

#include <utility>

#include <fmt/format.h>

#include "shell/ruby/range.h"

namespace basalt::shell::ruby {
namespace {

// Ends the method that an enumerator runs.
struct StopEach {
  const Visit* visit;
};

void EachOfEnumerator(Interpreter& ruby, const EnumeratorRef& enumerator, const Visit& visit) {
  auto block = std::make_shared<Block>();
  block->call = [&visit](Values values) -> Value {
    if (!visit(std::move(values))) throw StopEach{&visit};
    return {};
  };
  try {
    ruby.Call(enumerator->receiver, enumerator->method, enumerator->arguments, block);
  } catch (const StopEach& stop) {
    if (stop.visit != &visit) throw;
  }
}

}  // namespace

void Each(Interpreter& ruby, const Value& iterated, const Visit& visit) {
  if (const auto* array = iterated.As<ArrayRef>()) {
    // The loop's body may change the array.
    const ArrayRef kept = *array;
    for (size_t i = 0; i < kept->items.size(); ++i) {
      ruby.Step();
      const Value item = kept->items[i];
      if (!visit({item})) return;
    }
    return;
  }
  if (const auto* hash = iterated.As<HashRef>()) {
    for (const auto& [key, value] : (*hash)->Snapshot()) {
      ruby.Step();
      if (!visit({ruby.heap().Make<Array>(Values{key, value})})) return;
    }
    return;
  }
  if (const auto* range = iterated.As<RangeRef>()) {
    EachInRange(ruby.heap(), **range, [&](Value value) {
      ruby.Step();
      return visit({std::move(value)});
    });
    return;
  }
  if (const auto* enumerator = iterated.As<EnumeratorRef>()) {
    return EachOfEnumerator(ruby, *enumerator, visit);
  }
  throw RubyError("NoMethodError",
                  fmt::format("undefined method `each' for {}", ClassName(iterated)));
}

Value Packed(Heap& heap, Values values) {
  if (values.size() == 1) return std::move(values[0]);
  return heap.Make<Array>(std::move(values));
}

ArrayRef ToArray(Interpreter& ruby, const Value& value) {
  if (const auto* array = value.As<ArrayRef>()) return *array;
  const ArrayRef result = ruby.heap().Make<Array>();
  if (value.is_nil()) return result;
  if (value.As<HashRef>() == nullptr && value.As<RangeRef>() == nullptr &&
      value.As<EnumeratorRef>() == nullptr) {
    result->Push(value);
    return result;
  }
  Each(ruby, value, [&](Values values) {
    result->Push(Packed(ruby.heap(), std::move(values)));
    return true;
  });
  return result;
}

}  // namespace basalt::shell::ruby
