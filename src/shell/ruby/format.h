// Ruby's format: %d %i %u %x %X %o %b %B %s %p %c %f %e %E %g %G %a %%, with flags, width and
// precision, `*`, %1$s, %<name>d and %{name}. Throws RubyError.
#pragma once

#include "shell/ruby/interpreter.h"
#include "shell/ruby/value.h"

namespace basalt::shell::ruby {

Bytes FormatText(Interpreter& ruby, BytesView pattern, const Values& values);

}  // namespace basalt::shell::ruby
