// Ranges: 1..5, 'a'..'e'. Pure functions but for the callback.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "shell/ruby/value.h"

namespace basalt::shell::ruby {

// Whether the value lies in the range.
bool Covers(const Range& range, const Value& value);
// Calls `visit` with each element until it returns false. Throws RubyError if the range has no
// elements to count, as 1.5..2.
void EachInRange(Heap& heap, const Range& range, const std::function<bool(Value)>& visit);
// The next string: "az" to "ba", "a9" to "b0".
Bytes Successor(BytesView text);

// Indices [start, start + length) of a sequence of `size` elements, that `a[range]` means; nullopt:
// none.
struct Part {
  size_t start;
  size_t length;
};
std::optional<Part> PartOf(const Range& range, size_t size);
// The same for a[start, length].
std::optional<Part> PartOf(int64_t start, int64_t length, size_t size);

}  // namespace basalt::shell::ruby
