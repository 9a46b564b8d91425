// Array#pack and String#unpack. Directives: C c S s L l Q q with < and >, N n V v, a A Z, H h, B b,
// U, w, m, x, and F f E e D d G g; a count or *. Throw RubyError.
#pragma once

#include "shell/ruby/value.h"

namespace basalt::shell::ruby {

// The string is binary unless the pattern begins with U or has m only.
struct PackedText {
  Bytes text;
  bool binary = true;
};
PackedText Pack(const Heap& heap, const Values& values, BytesView pattern);
Values Unpack(Heap& heap, BytesView text, BytesView pattern);

}  // namespace basalt::shell::ruby
