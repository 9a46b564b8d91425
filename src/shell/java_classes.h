// The Java classes that scripts of HBase's shell use: Bytes.toBytes('x'), PrefixFilter.new('x'),
// java.lang.Long::MAX_VALUE. Pure function but for the clock.
#pragma once

#include <string_view>
#include <vector>

#include "basalt/status.h"
#include "shell/value.h"

namespace basalt::shell {

// A static method or constant, or `new`. kNotSupported for other classes and methods.
Result<Value> CallClass(const ClassPath& path, std::string_view method,
                        const std::vector<Value>& arguments);

}  // namespace basalt::shell
