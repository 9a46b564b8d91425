#include "shell/ruby/range.h"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "shell/ruby/compare.h"

namespace basalt::shell::ruby {
namespace {

bool IsAlphanumeric(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

// Increments the character within its kind; true: it wrapped around.
bool Increment(char& c) {
  if (c == '9' || c == 'z' || c == 'Z') {
    c = c == '9' ? '0' : c == 'z' ? 'a' : 'A';
    return true;
  }
  ++c;
  return false;
}

void EachText(Heap& heap, const Range& range, const std::function<bool(Value)>& visit) {
  const Bytes last = (*range.last.As<StringRef>())->bytes;
  Bytes text = (*range.first.As<StringRef>())->bytes;
  if (text.size() > last.size() || (text.size() == last.size() && text > last)) return;
  while (text.size() <= last.size()) {
    const bool at_end = text == last;
    if (at_end && range.exclusive) return;
    if (!visit(heap.Make<String>(text)) || at_end) return;
    text = Successor(text);
  }
}

}  // namespace

bool Covers(const Range& range, const Value& value) {
  const auto from = Compare(range.first, value);
  if (!from || *from > 0) return false;
  if (range.last.is_nil()) return true;
  const auto to = Compare(value, range.last);
  return to && (range.exclusive ? *to < 0 : *to <= 0);
}

void EachInRange(Heap& heap, const Range& range, const std::function<bool(Value)>& visit) {
  if (range.first.As<StringRef>() != nullptr) return EachText(heap, range, visit);
  const int64_t* first = range.first.As<int64_t>();
  if (first == nullptr) {
    ThrowTypeError(fmt::format("can't iterate from {}", ClassName(range.first)));
  }
  int64_t last = std::numeric_limits<int64_t>::max();
  bool exclusive = range.exclusive;
  if (const int64_t* end = range.last.As<int64_t>()) last = *end;
  if (const double* end = range.last.As<double>()) {
    last = *end >= 9.2e18 ? last : static_cast<int64_t>(*end);
    exclusive = exclusive && static_cast<double>(last) == *end;
  }
  for (int64_t i = *first; i < last || (i == last && !exclusive); ++i) {
    if (!visit(i) || i == last) return;
  }
}

Bytes Successor(BytesView text) {
  Bytes next(text);
  if (next.empty()) return next;
  const bool any = std::ranges::any_of(next, IsAlphanumeric);
  if (!any) {
    // Bytes, with a carry.
    for (size_t i = next.size(); i-- > 0;) {
      const auto byte = static_cast<unsigned char>(next[i]);
      next[i] = static_cast<char>(byte + 1);
      if (byte != 0xFF) return next;
    }
    return "\x01" + next;
  }
  size_t last = 0;
  for (size_t i = next.size(); i-- > 0;) {
    if (!IsAlphanumeric(next[i])) continue;
    last = i;
    if (!Increment(next[i])) return next;
    // A carry jumps over signs only if a letter or digit is on their other side.
    if (std::none_of(next.begin(), next.begin() + static_cast<std::ptrdiff_t>(i), IsAlphanumeric)) {
      break;
    }
  }
  const char carried = next[last];
  next.insert(last, 1, carried == '0' ? '1' : carried);
  return next;
}

std::optional<Part> PartOf(const Range& range, size_t size) {
  const int64_t* first = range.first.As<int64_t>();
  const int64_t* last = range.last.As<int64_t>();
  if (first == nullptr || (last == nullptr && !range.last.is_nil())) {
    ThrowTypeError(
        fmt::format("no implicit conversion of {} into Integer", ClassName(range.first)));
  }
  const auto count = static_cast<int64_t>(size);
  const int64_t start = *first < 0 ? *first + count : *first;
  int64_t end = last == nullptr ? count - 1 : *last < 0 ? *last + count : *last;
  if (range.exclusive && last != nullptr) --end;
  if (start < 0 || start > count) return std::nullopt;
  end = std::min(end, count - 1);
  return Part{static_cast<size_t>(start),
              static_cast<size_t>(std::max<int64_t>(0, end - start + 1))};
}

std::optional<Part> PartOf(int64_t start, int64_t length, size_t size) {
  const auto count = static_cast<int64_t>(size);
  if (start < 0) start += count;
  if (start < 0 || start > count || length < 0) return std::nullopt;
  return Part{static_cast<size_t>(start), static_cast<size_t>(std::min(length, count - start))};
}

}  // namespace basalt::shell::ruby
