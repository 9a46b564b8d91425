// Methods of hashes.
#include <fmt/format.h>

#include "shell/ruby/compare.h"
#include "shell/ruby/inspect.h"
#include "shell/ruby/methods.h"

namespace basalt::shell::ruby {
namespace {

Hash& SelfHash(const Invocation& call) { return **call.self.As<HashRef>(); }

Value Lookup(Invocation& call) {
  if (const Value* found = SelfHash(call).Find(call[0])) return *found;
  const Value otherwise = SelfHash(call).default_value;
  if (otherwise.As<ProcRef>() == nullptr) return otherwise;
  return call.ruby.BlockOf(otherwise)->call({call.self, call[0]});
}

Value Store(Invocation& call) {
  SelfHash(call).Set(call[0], call[1]);
  return call[1];
}

Value FetchKey(Invocation& call) {
  if (const Value* found = SelfHash(call).Find(call[0])) return *found;
  if (call.block != nullptr) return call.Yield({call[0]});
  if (call.count() > 1) return call[1];
  throw RubyError("KeyError", fmt::format("key not found: {}", InspectValue(call[0])));
}

Value Keys(Invocation& call) {
  const ArrayRef result = call.NewArray();
  for (const auto& entry : SelfHash(call).entries()) result->Push(entry.first);
  return result;
}

Value ListValues(Invocation& call) {
  const ArrayRef result = call.NewArray();
  for (const auto& entry : SelfHash(call).entries()) result->Push(entry.second);
  return result;
}

Value EachEntry(Invocation& call) {
  for (const auto& [key, value] : SelfHash(call).Snapshot()) {
    call.ruby.Step();
    call.Yield({call.NewArray({key, value})});
  }
  return call.self;
}

Value EachKeyOrValue(Invocation& call, bool keys) {
  for (const auto& [key, value] : SelfHash(call).Snapshot()) {
    call.ruby.Step();
    call.Yield({keys ? key : value});
  }
  return call.self;
}

HashRef Filtered(Invocation& call, bool keep) {
  const HashRef result = call.NewHash();
  for (const auto& [key, value] : SelfHash(call).Snapshot()) {
    call.ruby.Step();
    if (call.Yield({key, value}).Truthy() == keep) result->Set(key, value);
  }
  return result;
}

Value FilterHere(Invocation& call, bool keep) {
  const HashRef kept = Filtered(call, keep);
  SelfHash(call).Empty();
  for (const auto& [key, value] : kept->entries()) SelfHash(call).Set(key, value);
  return call.self;
}

Value MergeInto(Invocation& call, const HashRef& result) {
  for (const Value& argument : call.arguments) {
    for (const auto& [key, value] : HashOrThrow(argument)->Snapshot()) {
      const Value* before = result->Find(key);
      if (before != nullptr && call.block != nullptr) {
        result->Set(key, call.Yield({key, Value(*before), value}));
      } else {
        result->Set(key, value);
      }
    }
  }
  return result;
}

Value Merge(Invocation& call) {
  const HashRef result = call.NewHash();
  result->default_value = SelfHash(call).default_value;
  for (const auto& [key, value] : SelfHash(call).entries()) result->Set(key, value);
  return MergeInto(call, result);
}

Value Invert(Invocation& call) {
  const HashRef result = call.NewHash();
  for (const auto& [key, value] : SelfHash(call).entries()) result->Set(value, key);
  return result;
}

Value Transform(Invocation& call, bool keys) {
  const HashRef result = call.NewHash();
  for (const auto& [key, value] : SelfHash(call).Snapshot()) {
    call.ruby.Step();
    if (keys) {
      result->Set(call.Yield({key}), value);
    } else {
      result->Set(key, call.Yield({value}));
    }
  }
  return result;
}

Value KeyOf(Invocation& call) {
  for (const auto& [key, value] : SelfHash(call).entries()) {
    if (Equal(value, call[0])) return key;
  }
  return {};
}

Value HasValue(Invocation& call) {
  for (const auto& entry : SelfHash(call).entries()) {
    if (Equal(entry.second, call[0])) return true;
  }
  return false;
}

Value HasKey(Invocation& call) { return SelfHash(call).Find(call[0]) != nullptr; }

Value ValuesAtKeys(Invocation& call) {
  const ArrayRef result = call.NewArray();
  for (const Value& key : call.arguments) {
    const Value* found = SelfHash(call).Find(key);
    result->Push(found == nullptr ? Value() : *found);
  }
  return result;
}

Value DigKey(Invocation& call) {
  const Value* found = SelfHash(call).Find(call[0]);
  if (found == nullptr || found->is_nil() || call.count() == 1)
    return found == nullptr ? Value() : *found;
  const Value inner = *found;
  return call.ruby.Call(inner, "dig", Values(call.arguments.begin() + 1, call.arguments.end()));
}

Value ShiftEntry(Invocation& call) {
  if (SelfHash(call).size() == 0) return {};
  const auto [key, value] = SelfHash(call).entries().front();
  SelfHash(call).Erase(key);
  return call.NewArray({key, value});
}

Value SliceKeys(Invocation& call) {
  const HashRef result = call.NewHash();
  for (const Value& key : call.arguments) {
    if (const Value* found = SelfHash(call).Find(key)) result->Set(key, *found);
  }
  return result;
}

Value Compacted(Invocation& call) {
  const HashRef result = call.NewHash();
  for (const auto& [key, value] : SelfHash(call).entries()) {
    if (!value.is_nil()) result->Set(key, value);
  }
  return result;
}

Value AnyEntry(Invocation& call) {
  if (call.block == nullptr) return SelfHash(call).size() > 0;
  return Filtered(call, true)->size() > 0;
}

Value Size(Invocation& call) { return static_cast<int64_t>(SelfHash(call).size()); }

}  // namespace

const MethodTable& HashMethods() {
  static const MethodTable kTable{
      {"[]", 1, 1, Lookup},
      {"[]=", 2, 2, Store},
      {"store", 2, 2, Store},
      {"fetch", 1, 2, FetchKey},
      {"dig", 1, kAnyCount, DigKey},
      {"key?", 1, 1, HasKey},
      {"has_key?", 1, 1, HasKey},
      {"include?", 1, 1, HasKey},
      {"member?", 1, 1, HasKey},
      {"value?", 1, 1, HasValue},
      {"has_value?", 1, 1, HasValue},
      {"key", 1, 1, KeyOf},
      {"keys", 0, 0, Keys},
      {"values", 0, 0, ListValues},
      {"values_at", 0, kAnyCount, ValuesAtKeys},
      {"length", 0, 0, Size},
      {"size", 0, 0, Size},
      {"empty?", 0, 0, [](Invocation& c) { return Value(SelfHash(c).size() == 0); }},
      {"any?", 0, 0, AnyEntry},
      {"each", 0, 0, EachEntry, true},
      {"each_pair", 0, 0, EachEntry, true},
      {"each_key", 0, 0, [](Invocation& c) { return EachKeyOrValue(c, true); }, true},
      {"each_value", 0, 0, [](Invocation& c) { return EachKeyOrValue(c, false); }, true},
      {"select", 0, 0, [](Invocation& c) { return Value(Filtered(c, true)); }, true},
      {"filter", 0, 0, [](Invocation& c) { return Value(Filtered(c, true)); }, true},
      {"reject", 0, 0, [](Invocation& c) { return Value(Filtered(c, false)); }, true},
      {"select!", 0, 0, [](Invocation& c) { return FilterHere(c, true); }, true},
      {"keep_if", 0, 0, [](Invocation& c) { return FilterHere(c, true); }, true},
      {"reject!", 0, 0, [](Invocation& c) { return FilterHere(c, false); }, true},
      {"delete_if", 0, 0, [](Invocation& c) { return FilterHere(c, false); }, true},
      {"delete", 1, 1, [](Invocation& c) { return SelfHash(c).Erase(c[0]); }},
      {"merge", 0, kAnyCount, Merge},
      {"merge!", 0, kAnyCount, [](Invocation& c) { return MergeInto(c, *c.self.As<HashRef>()); }},
      {"update", 0, kAnyCount, [](Invocation& c) { return MergeInto(c, *c.self.As<HashRef>()); }},
      {"invert", 0, 0, Invert},
      {"transform_values", 0, 0, [](Invocation& c) { return Transform(c, false); }, true},
      {"transform_keys", 0, 0, [](Invocation& c) { return Transform(c, true); }, true},
      {"shift", 0, 0, ShiftEntry},
      {"slice", 0, kAnyCount, SliceKeys},
      {"compact", 0, 0, Compacted},
      {"clear", 0, 0,
       [](Invocation& c) {
         SelfHash(c).Empty();
         return c.self;
       }},
      {"to_h", 0, 0, [](Invocation& c) { return c.self; }},
      {"to_hash", 0, 0, [](Invocation& c) { return c.self; }},
      {"default=", 1, 1,
       [](Invocation& c) {
         SelfHash(c).default_value = c[0];
         return c[0];
       }},
  };
  return kTable;
}

}  // namespace basalt::shell::ruby
