#include "shell/ruby/compare.h"

#include <functional>

#include <fmt/format.h>

#include "shell/ruby/inspect.h"
#include "shell/ruby/range.h"

namespace basalt::shell::ruby {
namespace {

// How far a walk through nested values has come. An array that holds itself, or many times the same
// array, must not keep it busy for ever.
class Walk {
 public:
  explicit Walk(uint64_t& left) : left_(left) {}
  Walk Deeper() const {
    if (depth_ >= kMaxNesting || left_ == 0) {
      throw RubyError("SystemStackError", "stack level too deep");
    }
    --left_;
    return {left_, depth_ + 1};
  }

 private:
  static constexpr int kMaxNesting = 200;
  Walk(uint64_t& left, int depth) : left_(left), depth_(depth) {}

  uint64_t& left_;
  int depth_ = 0;
};
constexpr uint64_t kMaxVisited = 20'000'000;

std::optional<double> Number(const Value& value) {
  if (const int64_t* whole = value.As<int64_t>()) return static_cast<double>(*whole);
  if (const double* real = value.As<double>()) return *real;
  return std::nullopt;
}

bool SameAt(const Value& a, const Value& b, bool strict, const Walk& walk);

bool SameObjects(const Value& a, const Value& b, bool strict, const Walk& walk) {
  if (const auto* text = a.As<StringRef>()) return (*text)->bytes == (*b.As<StringRef>())->bytes;
  if (const auto* left = a.As<ArrayRef>()) {
    const Values& x = (*left)->items;
    const Values& y = (*b.As<ArrayRef>())->items;
    if (x.size() != y.size()) return false;
    for (size_t i = 0; i < x.size(); ++i) {
      if (!SameAt(x[i], y[i], strict, walk.Deeper())) return false;
    }
    return true;
  }
  if (const auto* left = a.As<HashRef>()) {
    const Hash& other = **b.As<HashRef>();
    if ((*left)->size() != other.size()) return false;
    for (const auto& [key, value] : (*left)->entries()) {
      const Value* found = other.Find(key);
      if (found == nullptr || !SameAt(value, *found, strict, walk.Deeper())) return false;
    }
    return true;
  }
  if (const auto* left = a.As<RangeRef>()) {
    const Range& other = **b.As<RangeRef>();
    return (*left)->exclusive == other.exclusive &&
           SameAt((*left)->first, other.first, strict, walk.Deeper()) &&
           SameAt((*left)->last, other.last, strict, walk.Deeper());
  }
  if (const auto* left = a.As<ProcRef>()) return *left == *b.As<ProcRef>();
  if (const auto* left = a.As<EnumeratorRef>()) return *left == *b.As<EnumeratorRef>();
  if (const auto* left = a.As<ErrorRef>()) return *left == *b.As<ErrorRef>();
  if (const auto* left = a.As<HostRef>()) {
    return *left == *b.As<HostRef>() || shell::Inspect(**left) == shell::Inspect(**b.As<HostRef>());
  }
  return false;
}

bool SameAt(const Value& a, const Value& b, bool strict, const Walk& walk) {
  if (a.data.index() != b.data.index()) {
    if (strict) return false;
    const auto x = Number(a);
    const auto y = Number(b);
    return x && y && *x == *y;
  }
  if (const bool* flag = a.As<bool>()) return *flag == *b.As<bool>();
  if (const int64_t* whole = a.As<int64_t>()) return *whole == *b.As<int64_t>();
  if (const double* real = a.As<double>()) return *real == *b.As<double>();
  if (const Symbol* symbol = a.As<Symbol>()) return symbol->name == b.As<Symbol>()->name;
  if (const Module* module = a.As<Module>()) return module->name == b.As<Module>()->name;
  if (const Time* time = a.As<Time>()) return time->nanos == b.As<Time>()->nanos;
  if (a.is_nil()) return true;
  return SameObjects(a, b, strict, walk);
}

template <typename T>
int Order(const T& a, const T& b) {
  return a < b ? -1 : (b < a ? 1 : 0);
}

int OrderBytes(BytesView a, BytesView b) { return Order(a.compare(b), 0); }

std::optional<int> CompareAt(const Value& a, const Value& b, const Walk& walk) {
  if (const int64_t* x = a.As<int64_t>()) {
    if (const int64_t* y = b.As<int64_t>()) return Order(*x, *y);
  }
  const auto x = Number(a);
  const auto y = Number(b);
  if (x && y) {
    if (*x != *x || *y != *y) return std::nullopt;
    return Order(*x, *y);
  }
  if (a.data.index() != b.data.index()) return std::nullopt;
  if (const auto* text = a.As<StringRef>()) {
    return OrderBytes((*text)->bytes, (*b.As<StringRef>())->bytes);
  }
  if (const Symbol* symbol = a.As<Symbol>()) return OrderBytes(symbol->name, b.As<Symbol>()->name);
  if (const Time* time = a.As<Time>()) return Order(time->nanos, b.As<Time>()->nanos);
  if (const auto* array = a.As<ArrayRef>()) {
    const Values& left = (*array)->items;
    const Values& right = (*b.As<ArrayRef>())->items;
    for (size_t i = 0; i < left.size() && i < right.size(); ++i) {
      const auto order = CompareAt(left[i], right[i], walk.Deeper());
      if (!order || *order != 0) return order;
    }
    return Order(left.size(), right.size());
  }
  if (SameAt(a, b, false, walk)) return 0;
  return std::nullopt;
}

size_t Mix(size_t seed, size_t more) {
  return seed ^ (more + 0x9E3779B97F4A7C15U + (seed << 6) + (seed >> 2));
}

size_t HashAt(const Value& value, const Walk& walk) {
  const size_t kind = value.data.index();
  if (const bool* flag = value.As<bool>()) return Mix(kind, *flag ? 1 : 0);
  if (const int64_t* whole = value.As<int64_t>()) return Mix(kind, std::hash<int64_t>()(*whole));
  if (const double* real = value.As<double>()) return Mix(kind, std::hash<double>()(*real));
  if (const Symbol* symbol = value.As<Symbol>()) {
    return Mix(kind, std::hash<std::string>()(symbol->name));
  }
  if (const auto* text = value.As<StringRef>()) {
    return Mix(kind, std::hash<std::string>()((*text)->bytes));
  }
  if (const auto* array = value.As<ArrayRef>()) {
    size_t hash = kind;
    for (const Value& item : (*array)->items) hash = Mix(hash, HashAt(item, walk.Deeper()));
    return hash;
  }
  if (const auto* entries = value.As<HashRef>()) return Mix(kind, (*entries)->size());
  return kind;
}

}  // namespace

bool Equal(const Value& a, const Value& b) {
  uint64_t left = kMaxVisited;
  return SameAt(a, b, /*strict=*/false, Walk(left));
}

bool Eql(const Value& a, const Value& b) {
  uint64_t left = kMaxVisited;
  return SameAt(a, b, /*strict=*/true, Walk(left));
}

std::optional<int> Compare(const Value& a, const Value& b) {
  uint64_t left = kMaxVisited;
  return CompareAt(a, b, Walk(left));
}

int CompareOrThrow(const Value& a, const Value& b) {
  const auto order = Compare(a, b);
  if (order) return *order;
  // As Ruby: plain values are shown, objects named by their class.
  const bool plain = b.is_nil() || b.As<bool>() != nullptr || b.As<int64_t>() != nullptr ||
                     b.As<double>() != nullptr;
  ThrowArgumentError(fmt::format("comparison of {} with {} failed", ClassName(a),
                                 plain ? InspectValue(b) : ClassName(b)));
}

size_t HashOf(const Value& value) {
  uint64_t left = kMaxVisited;
  return HashAt(value, Walk(left));
}

bool Matches(const Value& pattern, const Value& value) {
  if (const Module* module = pattern.As<Module>()) return IsA(value, module->name);
  if (const auto* range = pattern.As<RangeRef>()) return Covers(**range, value);
  return Equal(pattern, value);
}

}  // namespace basalt::shell::ruby
