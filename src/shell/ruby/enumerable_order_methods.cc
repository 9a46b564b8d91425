// Methods of all values that have elements: order, groups and parts.
#include <algorithm>

#include <fmt/format.h>

#include "shell/ruby/compare.h"
#include "shell/ruby/iteration.h"
#include "shell/ruby/methods.h"

namespace basalt::shell::ruby {
namespace {

// Merge sort: a block may compare without any order, which std::sort does not survive.
template <typename Item, typename After>
void MergeSort(std::vector<Item>& items, const After& after) {
  std::vector<Item> merged(items.size());
  for (size_t width = 1; width < items.size(); width *= 2) {
    for (size_t start = 0; start < items.size(); start += 2 * width) {
      const size_t middle = std::min(start + width, items.size());
      const size_t end = std::min(start + 2 * width, items.size());
      size_t left = start;
      size_t right = middle;
      for (size_t at = start; at < end; ++at) {
        const bool take_right = left == middle || (right < end && after(items[left], items[right]));
        merged[at] = std::move(items[take_right ? right++ : left++]);
      }
    }
    items.swap(merged);
  }
}

int Ordering(const Invocation& call, const Value& a, const Value& b) {
  call.ruby.Step();
  if (call.block == nullptr) return CompareOrThrow(a, b);
  const Value order = call.Yield({a, b});
  if (order.is_nil()) {
    ThrowArgumentError(fmt::format("comparison of {} with {} failed", ClassName(a), ClassName(b)));
  }
  return CompareOrThrow(order, Value(int64_t{0}));
}

Values Sorted(const Invocation& call) {
  Values items = ToArray(call.ruby, call.self)->items;
  MergeSort(items, [&](const Value& a, const Value& b) { return Ordering(call, a, b) > 0; });
  return items;
}

struct Keyed {
  Value key;
  Value item;
};

std::vector<Keyed> WithKeys(const Invocation& call) {
  std::vector<Keyed> keyed;
  Each(call.ruby, call.self, [&](Values values) {
    Value item = Packed(call.heap(), values);
    Value key = call.Yield(std::move(values));
    keyed.push_back({std::move(key), std::move(item)});
    call.heap().CheckRoom(keyed.size() * sizeof(Keyed));
    return true;
  });
  return keyed;
}

Value SortBy(Invocation& call) {
  std::vector<Keyed> keyed = WithKeys(call);
  MergeSort(keyed, [](const Keyed& a, const Keyed& b) { return CompareOrThrow(a.key, b.key) > 0; });
  Values items;
  items.reserve(keyed.size());
  for (Keyed& entry : keyed) items.push_back(std::move(entry.item));
  return call.NewArray(std::move(items));
}

// min, max; with a count the smallest or largest ones in order.
Value Extreme(Invocation& call, bool largest) {
  Values items = Sorted(call);
  // Of equal ones the first.
  if (call.count() == 0) {
    if (items.empty()) return {};
    return largest ? items.back() : items.front();
  }
  const int64_t wanted = call.Integer(0);
  if (wanted < 0) ThrowArgumentError(fmt::format("negative size ({})", wanted));
  if (largest) std::ranges::reverse(items);
  items.resize(std::min(items.size(), static_cast<size_t>(wanted)));
  return call.NewArray(std::move(items));
}

Value ExtremeBy(Invocation& call, bool largest) {
  const std::vector<Keyed> keyed = WithKeys(call);
  const Keyed* best = nullptr;
  for (const Keyed& entry : keyed) {
    if (best == nullptr) {
      best = &entry;
      continue;
    }
    const int order = CompareOrThrow(entry.key, best->key);
    if (largest ? order > 0 : order < 0) best = &entry;
  }
  return best == nullptr ? Value() : best->item;
}

Value MinMax(Invocation& call) {
  const Values items = Sorted(call);
  if (items.empty()) return call.NewArray({Value(), Value()});
  return call.NewArray({items.front(), items.back()});
}

Value GroupBy(Invocation& call) {
  const HashRef groups = call.NewHash();
  for (Keyed& entry : WithKeys(call)) {
    const Value* group = groups->Find(entry.key);
    if (group == nullptr) {
      groups->Set(entry.key, call.NewArray({std::move(entry.item)}));
    } else {
      (*group->As<ArrayRef>())->Push(std::move(entry.item));
    }
  }
  return groups;
}

Value Partition(Invocation& call) {
  const ArrayRef yes = call.NewArray();
  const ArrayRef no = call.NewArray();
  for (Keyed& entry : WithKeys(call)) (entry.key.Truthy() ? yes : no)->Push(std::move(entry.item));
  return call.NewArray({yes, no});
}

Value Tally(Invocation& call) {
  const HashRef counts = call.NewHash();
  Each(call.ruby, call.self, [&](Values values) {
    const Value item = Packed(call.heap(), std::move(values));
    const Value* count = counts->Find(item);
    counts->Set(item, count == nullptr ? int64_t{1} : *count->As<int64_t>() + 1);
    return true;
  });
  return counts;
}

Value Unique(Invocation& call) {
  const HashRef seen = call.NewHash();
  const ArrayRef result = call.NewArray();
  Each(call.ruby, call.self, [&](Values values) {
    Value item = Packed(call.heap(), values);
    const Value key = call.block == nullptr ? item : call.Yield(std::move(values));
    if (seen->Find(key) == nullptr) {
      seen->Set(key, true);
      result->Push(std::move(item));
    }
    return true;
  });
  return result;
}

Value Zip(Invocation& call) {
  std::vector<ArrayRef> others;
  for (const Value& other : call.arguments) others.push_back(ToArray(call.ruby, other));
  const ArrayRef result = call.NewArray();
  size_t index = 0;
  Each(call.ruby, call.self, [&](Values values) {
    Values row{Packed(call.heap(), std::move(values))};
    for (const ArrayRef& other : others) {
      row.push_back(index < other->items.size() ? other->items[index] : Value());
    }
    ++index;
    result->Push(call.NewArray(std::move(row)));
    return true;
  });
  if (call.block == nullptr) return result;
  for (const Value& row : Values(result->items)) call.Yield({row});
  return {};
}

size_t PartSize(const Invocation& call, std::string_view what) {
  const int64_t size = call.Integer(0);
  if (size <= 0) ThrowArgumentError(fmt::format("invalid {} size", what));
  return static_cast<size_t>(size);
}

Value EachSlice(Invocation& call) {
  const size_t size = PartSize(call, "slice");
  Values part;
  Each(call.ruby, call.self, [&](Values values) {
    call.heap().CheckRoom(part.size() * sizeof(Value));
    part.push_back(Packed(call.heap(), std::move(values)));
    if (part.size() == size) call.Yield({call.NewArray(std::exchange(part, {}))});
    return true;
  });
  if (!part.empty()) call.Yield({call.NewArray(std::move(part))});
  return {};
}

Value EachCons(Invocation& call) {
  const size_t size = PartSize(call, "size");
  Values part;
  Each(call.ruby, call.self, [&](Values values) {
    call.heap().CheckRoom(part.size() * sizeof(Value));
    part.push_back(Packed(call.heap(), std::move(values)));
    if (part.size() > size) part.erase(part.begin());
    if (part.size() == size) call.Yield({call.NewArray(Values(part))});
    return true;
  });
  return {};
}

}  // namespace

const MethodTable& EnumerableOrderMethods() {
  static const MethodTable kTable{
      {"sort", 0, 0, [](Invocation& c) { return c.NewArray(Sorted(c)); }},
      {"sort_by", 0, 0, SortBy, true},
      {"min", 0, 1, [](Invocation& c) { return Extreme(c, false); }},
      {"max", 0, 1, [](Invocation& c) { return Extreme(c, true); }},
      {"min_by", 0, 0, [](Invocation& c) { return ExtremeBy(c, false); }, true},
      {"max_by", 0, 0, [](Invocation& c) { return ExtremeBy(c, true); }, true},
      {"minmax", 0, 0, MinMax},
      {"group_by", 0, 0, GroupBy, true},
      {"partition", 0, 0, Partition, true},
      {"tally", 0, 0, Tally},
      {"uniq", 0, 0, Unique},
      {"zip", 0, kAnyCount, Zip},
      {"each_slice", 1, 1, EachSlice, true},
      {"each_cons", 1, 1, EachCons, true},
  };
  return kTable;
}

}  // namespace basalt::shell::ruby
