// How Ruby shows values. Pure functions; throw RubyError when the text would be too long.
#pragma once

#include <string>

#include "shell/ruby/value.h"

namespace basalt::shell::ruby {

// Ruby's inspect: "text", 5, ["a", :b], {"k"=>1}, nil.
std::string InspectValue(const Value& value);
// Ruby's to_s: the text itself, 5, true, nothing for nil.
Bytes TextOf(const Value& value);
// 1.0, 1.0e+20, Infinity.
std::string FloatText(double value);
// "a\n\u0001", or of bytes "a\n\x01".
std::string InspectText(BytesView text, bool binary);

}  // namespace basalt::shell::ruby
