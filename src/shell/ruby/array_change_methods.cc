// Methods of arrays that change them.
#include <algorithm>

#include <fmt/format.h>

#include "shell/ruby/compare.h"
#include "shell/ruby/iteration.h"
#include "shell/ruby/methods.h"
#include "shell/ruby/range.h"

namespace basalt::shell::ruby {
namespace {

Values& ChangedItems(const Invocation& call) { return (*call.self.As<ArrayRef>())->items; }

Value PushAll(Invocation& call) {
  for (const Value& value : call.arguments) (*call.self.As<ArrayRef>())->Push(value);
  return call.self;
}

Value ReplacePart(const Invocation& call, int64_t start, int64_t length) {
  Values& items = ChangedItems(call);
  if (start < 0) start += static_cast<int64_t>(items.size());
  if (start < 0) {
    throw RubyError("IndexError", fmt::format("index {} too small for array", call.Integer(0)));
  }
  if (length < 0) throw RubyError("IndexError", fmt::format("negative length ({})", length));
  call.heap().CheckRoom(static_cast<uint64_t>(start) * sizeof(Value));
  const Value value = call[call.count() - 1];
  const auto* several = value.As<ArrayRef>();
  const Values put = several != nullptr ? (*several)->items : Values{value};
  if (static_cast<size_t>(start) > items.size()) items.resize(static_cast<size_t>(start));
  const auto first = items.begin() + start;
  const auto size = static_cast<int64_t>(items.size());
  items.erase(first, first + std::min(length, size - start));
  items.insert(items.begin() + start, put.begin(), put.end());
  return value;
}

// a[0] = x, a[1, 2] = [x], a[1..2] = [x].
Value SetItem(Invocation& call) {
  Values& items = ChangedItems(call);
  if (const auto* range = call[0].As<RangeRef>()) {
    const auto part = PartOf(**range, items.size());
    if (!part) throw RubyError("RangeError", "the range is out of the array");
    return ReplacePart(call, static_cast<int64_t>(part->start), static_cast<int64_t>(part->length));
  }
  if (call.count() == 3) return ReplacePart(call, call.Integer(0), call.Integer(1));
  int64_t index = call.Integer(0);
  const auto size = static_cast<int64_t>(items.size());
  if (index < 0) index += size;
  if (index < 0) {
    throw RubyError("IndexError", fmt::format("index {} too small for array; minimum: -{}",
                                              call.Integer(0), size));
  }
  if (index >= size) {
    call.heap().CheckRoom(static_cast<uint64_t>(index) > (uint64_t{1} << 40)
                              ? ~uint64_t{0}
                              : static_cast<uint64_t>(index) * sizeof(Value));
    items.resize(static_cast<size_t>(index) + 1);
  }
  items[static_cast<size_t>(index)] = call[1];
  return call[1];
}

// pop and shift, with a count.
Value TakeItems(Invocation& call, bool front) {
  Values& items = ChangedItems(call);
  if (call.count() == 0 && items.empty()) return {};
  const int64_t wanted = call.Integer(0, 1);
  if (wanted < 0) ThrowArgumentError("negative array size");
  const auto count =
      static_cast<std::ptrdiff_t>(std::min<int64_t>(wanted, static_cast<int64_t>(items.size())));
  const auto first = front ? items.begin() : items.end() - count;
  Values taken(first, first + count);
  items.erase(first, first + count);
  return call.count() == 0 ? taken[0] : call.NewArray(std::move(taken));
}

Value InsertItems(Invocation& call, int64_t index, size_t from) {
  Values& items = ChangedItems(call);
  const auto size = static_cast<int64_t>(items.size());
  if (index < 0) index += size + 1;
  if (index < 0) throw RubyError("IndexError", "index too small for array");
  call.heap().CheckRoom(static_cast<uint64_t>(index) > (uint64_t{1} << 40)
                            ? ~uint64_t{0}
                            : static_cast<uint64_t>(index) * sizeof(Value));
  if (index > size) items.resize(static_cast<size_t>(index));
  const Values added(call.arguments.begin() + static_cast<std::ptrdiff_t>(from),
                     call.arguments.end());
  items.insert(items.begin() + index, added.begin(), added.end());
  return call.self;
}

Value DeleteItem(Invocation& call) {
  const size_t removed =
      std::erase_if(ChangedItems(call), [&](const Value& item) { return Equal(item, call[0]); });
  return removed > 0 ? call[0] : Value();
}

Value DeleteAt(Invocation& call) {
  Values& items = ChangedItems(call);
  const auto part = PartOf(call.Integer(0), 1, items.size());
  if (!part || part->length == 0) return {};
  Value item = items[part->start];
  items.erase(items.begin() + static_cast<std::ptrdiff_t>(part->start));
  return item;
}

// The result of a method without the exclamation mark takes the place of the items.
Value InPlace(Invocation& call) {
  std::string_view name = call.name;
  name.remove_suffix(1);
  const Value result = call.ruby.Call(call.self, name, call.arguments, call.block);
  const Values items = ArrayOrThrow(result)->items;
  const bool same = items.size() == ChangedItems(call).size();
  ChangedItems(call) = items;
  // As in Ruby nil says that nothing was removed.
  const bool removes = name == "uniq" || name == "compact" || name == "select" ||
                       name == "reject" || name == "flatten" || name == "filter";
  return removes && same ? Value() : call.self;
}

Value DeleteIf(Invocation& call) {
  const Value kept = call.ruby.Call(call.self, "reject", {}, call.block);
  ChangedItems(call) = Values(ArrayOrThrow(kept)->items);
  return call.self;
}

Value Concat(Invocation& call) {
  for (const Value& argument : call.arguments) {
    const Values more = ArrayOrThrow(argument)->items;
    for (const Value& item : more) (*call.self.As<ArrayRef>())->Push(item);
  }
  return call.self;
}

Value Fill(Invocation& call) {
  Values& items = ChangedItems(call);
  for (size_t i = 0; i < items.size(); ++i) {
    const Value value = call.count() > 0 ? call[0] : call.Yield({static_cast<int64_t>(i)});
    if (i < items.size()) items[i] = value;
  }
  return call.self;
}

}  // namespace

const MethodTable& ArrayChangeMethods() {
  static const MethodTable kTable{
      {"<<", 1, 1, PushAll},
      {"push", 0, kAnyCount, PushAll},
      {"append", 0, kAnyCount, PushAll},
      {"concat", 0, kAnyCount, Concat},
      {"[]=", 2, 3, SetItem},
      {"pop", 0, 1, [](Invocation& c) { return TakeItems(c, false); }},
      {"shift", 0, 1, [](Invocation& c) { return TakeItems(c, true); }},
      {"unshift", 0, kAnyCount, [](Invocation& c) { return InsertItems(c, 0, 0); }},
      {"prepend", 0, kAnyCount, [](Invocation& c) { return InsertItems(c, 0, 0); }},
      {"insert", 1, kAnyCount, [](Invocation& c) { return InsertItems(c, c.Integer(0), 1); }},
      {"delete", 1, 1, DeleteItem},
      {"delete_at", 1, 1, DeleteAt},
      {"delete_if", 0, 0, DeleteIf, true},
      {"clear", 0, 0,
       [](Invocation& c) {
         ChangedItems(c).clear();
         return c.self;
       }},
      {"replace", 1, 1,
       [](Invocation& c) {
         ChangedItems(c) = Values(ArrayOrThrow(c[0])->items);
         return c.self;
       }},
      {"fill", 0, 1, Fill},
      {"sort!", 0, 0, InPlace},
      {"sort_by!", 0, 0, InPlace, true},
      {"reverse!", 0, 0, InPlace},
      {"rotate!", 0, 1, InPlace},
      {"shuffle!", 0, 0, InPlace},
      {"uniq!", 0, 0, InPlace},
      {"compact!", 0, 0, InPlace},
      {"flatten!", 0, 1, InPlace},
      {"map!", 0, 0, InPlace, true},
      {"collect!", 0, 0, InPlace, true},
      {"select!", 0, 0, InPlace, true},
      {"filter!", 0, 0, InPlace, true},
      {"reject!", 0, 0, InPlace, true},
  };
  return kTable;
}

}  // namespace basalt::shell::ruby
