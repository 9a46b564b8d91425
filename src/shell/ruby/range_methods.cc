// Methods of ranges and enumerators.
#include <algorithm>

#include <fmt/format.h>

#include "shell/ruby/compare.h"
#include "shell/ruby/iteration.h"
#include "shell/ruby/methods.h"
#include "shell/ruby/numbers.h"
#include "shell/ruby/range.h"

namespace basalt::shell::ruby {
namespace {

const Range& SelfRange(const Invocation& call) { return **call.self.As<RangeRef>(); }

Value EachOfRange(Invocation& call) {
  Each(call.ruby, call.self, [&](Values values) {
    call.Yield(std::move(values));
    return true;
  });
  return call.self;
}

// (1..10).step(3), (0.0..1.0).step(0.25).
Value StepThrough(Invocation& call) {
  const Range& range = SelfRange(call);
  const Value by = call[0];
  if (CompareOrThrow(by, Value(int64_t{0})) <= 0) {
    ThrowArgumentError(Equal(by, Value(int64_t{0})) ? "step can't be 0" : "step can't be negative");
  }
  if (range.first.As<StringRef>() != nullptr) {
    int64_t index = 0;
    const int64_t step = call.Integer(0);
    Each(call.ruby, call.self, [&](Values values) {
      if (index++ % step == 0) call.Yield(std::move(values));
      return true;
    });
    return call.self;
  }
  Value at = range.first;
  while (Covers(range, at)) {
    call.ruby.Step();
    call.Yield({at});
    at = *Arithmetic("+", at, by);
  }
  return call.self;
}

Value RangeSize(Invocation& call) {
  const Range& range = SelfRange(call);
  if (range.last.is_nil()) return *ModuleConstant("Float::INFINITY");
  const int64_t* first = range.first.As<int64_t>();
  if (first == nullptr) return {};
  const int64_t last = IntegerOrThrow(range.last);
  if (last < *first) return int64_t{0};
  const Value span = *Arithmetic("-", Value(last), range.first);
  return range.exclusive ? span : *Arithmetic("+", span, Value(int64_t{1}));
}

// The ends are known without counting.
Value FirstOfRange(Invocation& call) {
  if (call.count() == 0) return SelfRange(call).first;
  return EnumerableMethods().Find("first")->run(call);
}

Value LastOfRange(Invocation& call) {
  if (call.count() == 0) return SelfRange(call).last;
  const ArrayRef all = ToArray(call.ruby, call.self);
  return call.ruby.Call(all, "last", call.arguments);
}

Value LeastOrMost(Invocation& call) {
  const Range& range = SelfRange(call);
  const bool plain = call.block == nullptr && call.count() == 0 &&
                     range.first.As<int64_t>() != nullptr && range.last.As<int64_t>() != nullptr;
  if (!plain) return EnumerableOrderMethods().Find(call.name)->run(call);
  const int64_t last = *range.last.As<int64_t>() - (range.exclusive ? 1 : 0);
  if (last < *range.first.As<int64_t>()) return {};
  return call.name == "min" ? range.first : Value(last);
}

Value SumOfRange(Invocation& call) {
  const Range& range = SelfRange(call);
  const bool plain = call.block == nullptr && call.count() == 0 &&
                     range.first.As<int64_t>() != nullptr && range.last.As<int64_t>() != nullptr;
  if (!plain) return EnumerableMethods().Find("sum")->run(call);
  const int64_t first = *range.first.As<int64_t>();
  const int64_t last = *range.last.As<int64_t>() - (range.exclusive ? 1 : 0);
  if (last < first) return int64_t{0};
  // One of the factors is even.
  Value a = *Arithmetic("+", Value(first), Value(last));
  Value b = *Arithmetic("+", *Arithmetic("-", Value(last), Value(first)), Value(int64_t{1}));
  Value& even = (*a.As<int64_t>() & 1) == 0 ? a : b;
  even = *Arithmetic("/", even, Value(int64_t{2}));
  return *Arithmetic("*", a, b);
}

Value Contains(Invocation& call) { return Covers(SelfRange(call), call[0]); }

const Enumerator& SelfEnumerator(const Invocation& call) { return **call.self.As<EnumeratorRef>(); }

// Runs the call that lacked its block, with the block or with one that gets an index, too.
Value RunEnumerator(Invocation& call) {
  const Enumerator& self = SelfEnumerator(call);
  return call.ruby.Call(self.receiver, self.method, self.arguments, call.block);
}

Value WithIndex(Invocation& call) {
  auto index = std::make_shared<int64_t>(call[0].is_nil() ? 0 : call.Integer(0));
  auto block = std::make_shared<Block>();
  block->call = [&call, index](Values values) {
    Value value = Packed(call.heap(), std::move(values));
    return call.Yield({std::move(value), (*index)++});
  };
  const Enumerator& self = SelfEnumerator(call);
  return call.ruby.Call(self.receiver, self.method, self.arguments, block);
}

Value WithObject(Invocation& call) {
  const Value object = call[0];
  auto block = std::make_shared<Block>();
  block->call = [&call, object](Values values) {
    return call.Yield({Packed(call.heap(), std::move(values)), object});
  };
  const Enumerator& self = SelfEnumerator(call);
  call.ruby.Call(self.receiver, self.method, self.arguments, block);
  return object;
}

}  // namespace

const MethodTable& RangeMethods() {
  static const MethodTable kTable{
      {"each", 0, 0, EachOfRange, true},
      {"step", 1, 1, StepThrough, true},
      {"%", 1, 1, StepThrough, true},
      {"size", 0, 0, RangeSize},
      {"first", 0, 1, FirstOfRange},
      {"begin", 0, 0, [](Invocation& c) { return SelfRange(c).first; }},
      {"last", 0, 1, LastOfRange},
      {"end", 0, 0, [](Invocation& c) { return SelfRange(c).last; }},
      {"min", 0, 1, LeastOrMost},
      {"max", 0, 1, LeastOrMost},
      {"sum", 0, 1, SumOfRange},
      {"include?", 1, 1, Contains},
      {"member?", 1, 1, Contains},
      {"cover?", 1, 1, Contains},
      {"exclude_end?", 0, 0, [](Invocation& c) { return Value(SelfRange(c).exclusive); }},
  };
  return kTable;
}

const MethodTable& EnumeratorMethods() {
  static const MethodTable kTable{
      {"each", 0, 0, RunEnumerator, true},
      {"with_index", 0, 1, WithIndex, true},
      {"each_with_index", 0, 0, WithIndex, true},
      {"with_object", 1, 1, WithObject, true},
      {"size", 0, 0,
       [](Invocation& c) {
         return Value(static_cast<int64_t>(ToArray(c.ruby, c.self)->items.size()));
       }},
  };
  return kTable;
}

}  // namespace basalt::shell::ruby
