// Values of the language as arguments of commands, and what commands return as values of the
// language.
#pragma once

#include "shell/ruby/value.h"
#include "shell/value.h"

namespace basalt::shell {

// Symbols and keys of hashes become text. Throws RubyError for values nested too deep.
Value ToCommandValue(const ruby::Value& value);
ruby::Value FromCommandValue(const Value& value, ruby::Heap& heap);

}  // namespace basalt::shell
