// Methods of arrays that do not change them.
#include <algorithm>

#include <fmt/format.h>

#include "shell/ruby/compare.h"
#include "shell/ruby/inspect.h"
#include "shell/ruby/iteration.h"
#include "shell/ruby/methods.h"
#include "shell/ruby/pack.h"
#include "shell/ruby/range.h"

namespace basalt::shell::ruby {
namespace {

const Values& SelfItems(const Invocation& call) { return (*call.self.As<ArrayRef>())->items; }

Value ItemsPart(const Invocation& call, const std::optional<Part>& part) {
  if (!part) return {};
  const auto first = SelfItems(call).begin() + static_cast<std::ptrdiff_t>(part->start);
  return call.NewArray(Values(first, first + static_cast<std::ptrdiff_t>(part->length)));
}

// a[0], a[1, 2], a[1..2].
Value ItemAt(Invocation& call) {
  const Values& items = SelfItems(call);
  if (const auto* range = call[0].As<RangeRef>())
    return ItemsPart(call, PartOf(**range, items.size()));
  if (call.count() > 1) {
    return ItemsPart(call, PartOf(call.Integer(0), call.Integer(1), items.size()));
  }
  const auto part = PartOf(call.Integer(0), 1, items.size());
  return part && part->length == 1 ? items[part->start] : Value();
}

Value Fetch(Invocation& call) {
  const auto size = static_cast<int64_t>(SelfItems(call).size());
  const int64_t wanted = call.Integer(0);
  const int64_t index = wanted < 0 ? wanted + size : wanted;
  if (index >= 0 && index < size) return SelfItems(call)[static_cast<size_t>(index)];
  if (call.block != nullptr) return call.Yield({wanted});
  if (call.count() > 1) return call[1];
  throw RubyError("IndexError", fmt::format("index {} out of array", wanted));
}

Value Concatenated(Invocation& call) {
  Values items = SelfItems(call);
  const Values& more = ArrayOrThrow(call[0])->items;
  call.heap().CheckRoom((items.size() + more.size()) * sizeof(Value));
  items.insert(items.end(), more.begin(), more.end());
  return call.NewArray(std::move(items));
}

// An index of the values of an array, for - and & and |.
HashRef IndexOfItems(const Invocation& call, const Values& items) {
  const HashRef index = call.NewHash();
  for (const Value& item : items) index->Set(item, true);
  return index;
}

Value WithOrWithout(Invocation& call, bool with) {
  const HashRef other = IndexOfItems(call, ArrayOrThrow(call[0])->items);
  const HashRef seen = call.NewHash();
  const ArrayRef result = call.NewArray();
  for (const Value& item : SelfItems(call)) {
    if ((other->Find(item) != nullptr) != with) continue;
    if (with && seen->Find(item) != nullptr) continue;
    if (with) seen->Set(item, true);
    result->Push(item);
  }
  return result;
}

Value Union(Invocation& call) {
  const HashRef seen = call.NewHash();
  for (const Value& item : SelfItems(call)) seen->Set(item, true);
  for (const Value& item : ArrayOrThrow(call[0])->items) seen->Set(item, true);
  const ArrayRef result = call.NewArray();
  for (const auto& entry : seen->entries()) result->Push(entry.first);
  return result;
}

Bytes Joined(const Values& items, const Bytes& separator, const Heap& heap, int depth) {
  if (depth > 100) ThrowArgumentError("recursive array join");
  Bytes text;
  bool first = true;
  for (const Value& item : items) {
    if (!first) text += separator;
    first = false;
    const auto* nested = item.As<ArrayRef>();
    text += nested == nullptr ? TextOf(item) : Joined((*nested)->items, separator, heap, depth + 1);
    heap.CheckRoom(text.size());
  }
  return text;
}

Value Join(Invocation& call) {
  const Bytes separator = call[0].is_nil() ? Bytes() : call.Text(0);
  const bool binary = std::ranges::any_of(SelfItems(call), [](const Value& item) {
    const auto* text = item.As<StringRef>();
    return text != nullptr && (*text)->binary;
  });
  return call.NewText(Joined(SelfItems(call), separator, call.heap(), 0), binary);
}

Value Times(Invocation& call) {
  if (call[0].As<StringRef>() != nullptr) return Join(call);
  const int64_t times = call.Integer(0);
  if (times < 0) ThrowArgumentError("argument must be non-negative");
  const Values& items = SelfItems(call);
  if (items.empty()) return call.NewArray(Values());
  if (static_cast<uint64_t>(times) > (uint64_t{1} << 40)) ThrowArgumentError("argument too big");
  call.heap().CheckRoom(static_cast<uint64_t>(times) * items.size() * sizeof(Value));
  Values result;
  for (int64_t i = 0; i < times; ++i) result.insert(result.end(), items.begin(), items.end());
  return call.NewArray(std::move(result));
}

void FlattenInto(Interpreter& ruby, const Values& items, int64_t levels, int depth, Array& result) {
  if (depth > 100) ThrowArgumentError("tried to flatten recursive array");
  for (const Value& item : items) {
    ruby.Step();
    const auto* nested = item.As<ArrayRef>();
    if (nested == nullptr || levels == 0) {
      result.Push(item);
    } else {
      FlattenInto(ruby, (*nested)->items, levels - 1, depth + 1, result);
    }
  }
}

Value Flatten(Invocation& call) {
  const ArrayRef result = call.NewArray();
  FlattenInto(call.ruby, SelfItems(call), call.Integer(0, -1), 0, *result);
  return result;
}

Value Transpose(Invocation& call) {
  const ArrayRef result = call.NewArray();
  const Values rows = SelfItems(call);
  const size_t width = rows.empty() ? 0 : ArrayOrThrow(rows[0])->items.size();
  for (size_t column = 0; column < width; ++column) {
    Values items;
    for (const Value& row : rows) {
      const Values& cells = ArrayOrThrow(row)->items;
      if (cells.size() != width) {
        throw RubyError("IndexError",
                        fmt::format("element size differs ({} should be {})", cells.size(), width));
      }
      items.push_back(cells[column]);
    }
    result->Push(call.NewArray(std::move(items)));
  }
  return result;
}

Value IndexOfItem(Invocation& call, bool last) {
  const Values items = SelfItems(call);
  for (size_t i = 0; i < items.size(); ++i) {
    const size_t index = last ? items.size() - 1 - i : i;
    const bool match =
        call.count() > 0 ? Equal(items[index], call[0]) : call.Yield({items[index]}).Truthy();
    if (match) return static_cast<int64_t>(index);
  }
  return {};
}

Value LastItems(Invocation& call) {
  const Values& items = SelfItems(call);
  if (call.count() == 0) return items.empty() ? Value() : items.back();
  const int64_t count = call.Integer(0);
  if (count < 0) ThrowArgumentError("negative array size (or size too big)");
  const auto taken =
      static_cast<std::ptrdiff_t>(std::min<int64_t>(count, static_cast<int64_t>(items.size())));
  return call.NewArray(Values(items.end() - taken, items.end()));
}

Value Rotate(Invocation& call) {
  Values items = SelfItems(call);
  if (items.empty()) return call.NewArray(std::move(items));
  const auto size = static_cast<int64_t>(items.size());
  const int64_t by = ((call.Integer(0, 1) % size) + size) % size;
  std::rotate(items.begin(), items.begin() + by, items.end());
  return call.NewArray(std::move(items));
}

Value ValuesAt(Invocation& call) {
  const ArrayRef result = call.NewArray();
  const Values& items = SelfItems(call);
  for (size_t i = 0; i < call.count(); ++i) {
    const auto part = PartOf(call.Integer(i), 1, items.size());
    result->Push(part && part->length == 1 ? items[part->start] : Value());
  }
  return result;
}

Value Sample(Invocation& call) {
  const Values& items = SelfItems(call);
  return items.empty() ? Value() : items[call.ruby.random()() % items.size()];
}

Value Shuffle(Invocation& call) {
  Values items = SelfItems(call);
  std::ranges::shuffle(items, call.ruby.random());
  return call.NewArray(std::move(items));
}

Value PackItems(Invocation& call) {
  PackedText packed = Pack(call.heap(), SelfItems(call), call.Text(0));
  return call.NewText(std::move(packed.text), packed.binary);
}

Value EachItem(Invocation& call) {
  Each(call.ruby, call.self, [&](Values values) {
    call.Yield(std::move(values));
    return true;
  });
  return call.self;
}

Value EachIndex(Invocation& call) {
  for (size_t i = 0; i < SelfItems(call).size(); ++i) {
    call.ruby.Step();
    call.Yield({static_cast<int64_t>(i)});
  }
  return call.self;
}

// All pairs, triples and so on, in order.
void Combine(const Invocation& call, const Values& items, size_t from, size_t count, Values& chosen,
             Array& result) {
  call.ruby.Step();
  if (chosen.size() == count) {
    result.Push(call.NewArray(Values(chosen)));
    return;
  }
  for (size_t i = from; i < items.size(); ++i) {
    chosen.push_back(items[i]);
    Combine(call, items, i + 1, count, chosen, result);
    chosen.pop_back();
  }
}

Value Combination(Invocation& call) {
  const ArrayRef result = call.NewArray();
  const int64_t count = call.Integer(0);
  Values chosen;
  if (count >= 0 && count <= static_cast<int64_t>(SelfItems(call).size()) && count < 1000) {
    Combine(call, Values(SelfItems(call)), 0, static_cast<size_t>(count), chosen, *result);
  }
  return result;
}

Value Product(Invocation& call) {
  const ArrayRef result = call.NewArray();
  for (const Value& left : SelfItems(call)) {
    for (const Value& right : ArrayOrThrow(call[0])->items) {
      call.ruby.Step();
      result->Push(call.NewArray({left, right}));
    }
  }
  return result;
}

Value Dig(Invocation& call) {
  Value found = call.ruby.Call(call.self, "[]", {call[0]});
  if (call.count() == 1 || found.is_nil()) return found;
  return call.ruby.Call(found, "dig", Values(call.arguments.begin() + 1, call.arguments.end()));
}

}  // namespace

const MethodTable& ArrayMethods() {
  static const MethodTable kTable{
      {"[]", 1, 2, ItemAt},
      {"slice", 1, 2, ItemAt},
      {"at", 1, 1, ItemAt},
      {"dig", 1, kAnyCount, Dig},
      {"fetch", 1, 2, Fetch},
      {"+", 1, 1, Concatenated},
      {"-", 1, 1, [](Invocation& c) { return WithOrWithout(c, false); }},
      {"&", 1, 1, [](Invocation& c) { return WithOrWithout(c, true); }},
      {"|", 1, 1, Union},
      {"*", 1, 1, Times},
      {"length", 0, 0,
       [](Invocation& c) { return Value(static_cast<int64_t>(SelfItems(c).size())); }},
      {"size", 0, 0,
       [](Invocation& c) { return Value(static_cast<int64_t>(SelfItems(c).size())); }},
      {"empty?", 0, 0, [](Invocation& c) { return Value(SelfItems(c).empty()); }},
      {"join", 0, 1, Join},
      {"flatten", 0, 1, Flatten},
      {"compact", 0, 0,
       [](Invocation& c) {
         Values items = SelfItems(c);
         std::erase_if(items, [](const Value& item) { return item.is_nil(); });
         return c.NewArray(std::move(items));
       }},
      {"transpose", 0, 0, Transpose},
      {"index", 0, 1, [](Invocation& c) { return IndexOfItem(c, false); }},
      {"find_index", 0, 1, [](Invocation& c) { return IndexOfItem(c, false); }},
      {"rindex", 0, 1, [](Invocation& c) { return IndexOfItem(c, true); }},
      {"last", 0, 1, LastItems},
      {"reverse", 0, 0,
       [](Invocation& c) {
         return c.NewArray(Values(SelfItems(c).rbegin(), SelfItems(c).rend()));
       }},
      {"rotate", 0, 1, Rotate},
      {"values_at", 0, kAnyCount, ValuesAt},
      {"sample", 0, 0, Sample},
      {"shuffle", 0, 0, Shuffle},
      {"pack", 1, 1, PackItems},
      {"each", 0, 0, EachItem, true},
      {"each_index", 0, 0, EachIndex, true},
      {"combination", 1, 1, Combination},
      {"product", 1, 1, Product},
      {"to_a", 0, 0, [](Invocation& c) { return c.self; }},
      {"to_ary", 0, 0, [](Invocation& c) { return c.self; }},
  };
  return kTable;
}

}  // namespace basalt::shell::ruby
