// Methods of all values that have elements: map, select, inject and others that go through them.
#include <algorithm>

#include <fmt/format.h>

#include "shell/ruby/compare.h"
#include "shell/ruby/inspect.h"
#include "shell/ruby/iteration.h"
#include "shell/ruby/methods.h"
#include "shell/ruby/numbers.h"

namespace basalt::shell::ruby {
namespace {

Value Map(Invocation& call) {
  const ArrayRef result = call.NewArray();
  Each(call.ruby, call.self, [&](Values values) {
    result->Push(call.Yield(std::move(values)));
    return true;
  });
  return result;
}

Value FlatMap(Invocation& call) {
  const ArrayRef result = call.NewArray();
  Each(call.ruby, call.self, [&](Values values) {
    const Value mapped = call.Yield(std::move(values));
    if (const auto* several = mapped.As<ArrayRef>()) {
      const Values items = (*several)->items;
      for (const Value& item : items) result->Push(item);
    } else {
      result->Push(mapped);
    }
    return true;
  });
  return result;
}

Value SelectItems(Invocation& call, bool keep) {
  const ArrayRef result = call.NewArray();
  Each(call.ruby, call.self, [&](Values values) {
    Value item = Packed(call.heap(), values);
    if (call.Yield(std::move(values)).Truthy() == keep) result->Push(std::move(item));
    return true;
  });
  return result;
}

Value EachWithIndex(Invocation& call) {
  int64_t index = 0;
  Each(call.ruby, call.self, [&](Values values) {
    Value item = Packed(call.heap(), std::move(values));
    call.Yield({std::move(item), index++});
    return true;
  });
  return call.self;
}

Value EachWithObject(Invocation& call) {
  const Value object = call[0];
  Each(call.ruby, call.self, [&](Values values) {
    call.Yield({Packed(call.heap(), std::move(values)), object});
    return true;
  });
  return object;
}

// inject(:+), inject(0) { |sum, x| ... }, inject(0, :+).
Value Inject(Invocation& call) {
  const bool named = call.block == nullptr;
  if (named && call.count() == 0) throw RubyError("LocalJumpError", "no block given");
  const std::string name = named ? TextOf(call[call.count() - 1]) : "";
  const size_t initials = call.count() - (named ? 1 : 0);
  bool started = initials > 0;
  Value total = started ? call[0] : Value();
  Each(call.ruby, call.self, [&](Values values) {
    Value item = Packed(call.heap(), std::move(values));
    if (!started) {
      total = std::move(item);
      started = true;
    } else {
      total = named ? call.ruby.Call(total, name, {std::move(item)})
                    : call.Yield({total, std::move(item)});
    }
    return true;
  });
  return total;
}

Value Sum(Invocation& call) {
  Value total = call.count() > 0 ? call[0] : Value(int64_t{0});
  // Floats are added with what rounding lost, as Ruby does.
  double lost = 0;
  Each(call.ruby, call.self, [&](Values values) {
    const Value item = call.block == nullptr ? Packed(call.heap(), std::move(values))
                                             : call.Yield(std::move(values));
    const double* so_far = total.As<double>();
    const bool number = item.As<double>() != nullptr || item.As<int64_t>() != nullptr;
    if (so_far != nullptr && number) {
      const double more = FloatOrThrow(item);
      const double sum = *so_far + more;
      lost += std::abs(*so_far) >= std::abs(more) ? (*so_far - sum) + more : (more - sum) + *so_far;
      total = sum;
    } else {
      total = call.ruby.Call(total, "+", {item});
    }
    return true;
  });
  if (const double* sum = total.As<double>()) return lost == lost ? *sum + lost : *sum;
  return total;
}

Value CountItems(Invocation& call) {
  int64_t count = 0;
  Each(call.ruby, call.self, [&](Values values) {
    if (call.count() > 0) {
      count += Equal(Packed(call.heap(), std::move(values)), call[0]) ? 1 : 0;
    } else {
      count += call.block == nullptr || call.Yield(std::move(values)).Truthy() ? 1 : 0;
    }
    return true;
  });
  return count;
}

// The first element for which the block is true.
Value Find(Invocation& call) {
  Value found;
  Each(call.ruby, call.self, [&](Values values) {
    Value item = Packed(call.heap(), values);
    if (!call.Yield(std::move(values)).Truthy()) return true;
    found = std::move(item);
    return false;
  });
  return found;
}

Value FindIndex(Invocation& call) {
  int64_t index = 0;
  Value found;
  Each(call.ruby, call.self, [&](Values values) {
    const bool match = call.count() > 0 ? Equal(Packed(call.heap(), std::move(values)), call[0])
                                        : call.Yield(std::move(values)).Truthy();
    if (match) found = index;
    ++index;
    return !match;
  });
  return found;
}

// Whether an element passes the test: the block, the pattern, or its own truth.
bool Passes(Invocation& call, Values values) {
  if (call.block != nullptr) return call.Yield(std::move(values)).Truthy();
  const Value item = Packed(call.heap(), std::move(values));
  return call.count() > 0 ? Matches(call[0], item) : item.Truthy();
}

// Ends early: `until` is the outcome of a test that decides.
bool Decided(Invocation& call, bool until) {
  bool decided = false;
  Each(call.ruby, call.self, [&](Values values) {
    decided = Passes(call, std::move(values)) == until;
    return !decided;
  });
  return decided;
}

Value ExactlyOne(Invocation& call) {
  int count = 0;
  Each(call.ruby, call.self, [&](Values values) {
    count += Passes(call, std::move(values)) ? 1 : 0;
    return count < 2;
  });
  return count == 1;
}

Value Includes(Invocation& call) {
  bool found = false;
  Each(call.ruby, call.self, [&](Values values) {
    found = Equal(Packed(call.heap(), std::move(values)), call[0]);
    return !found;
  });
  return found;
}

Value First(Invocation& call) {
  const bool one = call.count() == 0;
  const int64_t wanted = call.Integer(0, 1);
  if (wanted < 0) {
    ThrowArgumentError(call.name == "first" ? "negative array size (or size too big)"
                                            : "attempt to take negative size");
  }
  const ArrayRef result = call.NewArray();
  if (wanted > 0) {
    Each(call.ruby, call.self, [&](Values values) {
      result->Push(Packed(call.heap(), std::move(values)));
      return static_cast<int64_t>(result->items.size()) < wanted;
    });
  }
  if (!one) return result;
  return result->items.empty() ? Value() : result->items[0];
}

Value Drop(Invocation& call) {
  int64_t left = call.Integer(0);
  if (left < 0) ThrowArgumentError("attempt to drop negative size");
  const ArrayRef result = call.NewArray();
  Each(call.ruby, call.self, [&](Values values) {
    if (left-- <= 0) result->Push(Packed(call.heap(), std::move(values)));
    return true;
  });
  return result;
}

Value TakeWhile(Invocation& call) {
  const ArrayRef result = call.NewArray();
  Each(call.ruby, call.self, [&](Values values) {
    Value item = Packed(call.heap(), values);
    if (!call.Yield(std::move(values)).Truthy()) return false;
    result->Push(std::move(item));
    return true;
  });
  return result;
}

Value DropWhile(Invocation& call) {
  const ArrayRef result = call.NewArray();
  bool dropping = true;
  Each(call.ruby, call.self, [&](Values values) {
    Value item = Packed(call.heap(), values);
    dropping = dropping && call.Yield(std::move(values)).Truthy();
    if (!dropping) result->Push(std::move(item));
    return true;
  });
  return result;
}

Value Entries(Invocation& call) {
  return call.NewArray(Values(ToArray(call.ruby, call.self)->items));
}

Value ToHash(Invocation& call) {
  const HashRef result = call.NewHash();
  Each(call.ruby, call.self, [&](Values values) {
    const Value pair = call.block == nullptr ? Packed(call.heap(), std::move(values))
                                             : call.Yield(std::move(values));
    const auto* array = pair.As<ArrayRef>();
    if (array == nullptr || (*array)->items.size() != 2) {
      ThrowTypeError(fmt::format("wrong element type {} (expected array)", ClassName(pair)));
    }
    result->Set((*array)->items[0], (*array)->items[1]);
    return true;
  });
  return result;
}

Value ReverseEach(Invocation& call) {
  const Values items = ToArray(call.ruby, call.self)->items;
  for (size_t i = items.size(); i-- > 0;) {
    call.ruby.Step();
    call.Yield({items[i]});
  }
  return call.self;
}

// Over and over.
Value Cycle(Invocation& call) {
  const Values items = ToArray(call.ruby, call.self)->items;
  for (int64_t turn = 0; !items.empty() && (call[0].is_nil() || turn < call.Integer(0)); ++turn) {
    for (const Value& item : items) {
      call.ruby.Step();
      call.Yield({item});
    }
  }
  return {};
}

}  // namespace

const MethodTable& EnumerableMethods() {
  static const MethodTable kTable{
      {"map", 0, 0, Map, true},
      {"collect", 0, 0, Map, true},
      {"flat_map", 0, 0, FlatMap, true},
      {"collect_concat", 0, 0, FlatMap, true},
      {"select", 0, 0, [](Invocation& c) { return SelectItems(c, true); }, true},
      {"filter", 0, 0, [](Invocation& c) { return SelectItems(c, true); }, true},
      {"find_all", 0, 0, [](Invocation& c) { return SelectItems(c, true); }, true},
      {"reject", 0, 0, [](Invocation& c) { return SelectItems(c, false); }, true},
      {"each_with_index", 0, 0, EachWithIndex, true},
      {"each_with_object", 1, 1, EachWithObject, true},
      {"each_entry", 0, 0, [](Invocation& c) { return c.ruby.Call(c.self, "each", {}, c.block); },
       true},
      {"inject", 0, 2, Inject},
      {"reduce", 0, 2, Inject},
      {"sum", 0, 1, Sum},
      {"count", 0, 1, CountItems},
      {"find", 0, 0, Find, true},
      {"detect", 0, 0, Find, true},
      {"find_index", 0, 1, FindIndex},
      {"any?", 0, 1, [](Invocation& c) { return Value(Decided(c, true)); }},
      {"all?", 0, 1, [](Invocation& c) { return Value(!Decided(c, false)); }},
      {"none?", 0, 1, [](Invocation& c) { return Value(!Decided(c, true)); }},
      {"one?", 0, 1, ExactlyOne},
      {"include?", 1, 1, Includes},
      {"member?", 1, 1, Includes},
      {"first", 0, 1, First},
      {"take", 1, 1, First},
      {"drop", 1, 1, Drop},
      {"take_while", 0, 0, TakeWhile, true},
      {"drop_while", 0, 0, DropWhile, true},
      {"to_a", 0, 0, Entries},
      {"entries", 0, 0, Entries},
      {"to_h", 0, 0, ToHash},
      {"reverse_each", 0, 0, ReverseEach, true},
      {"cycle", 0, 1, Cycle, true},
      {"lazy", 0, 0, [](Invocation& c) { return c.self; }},
  };
  return kTable;
}

}  // namespace basalt::shell::ruby
