// The Java classes that the shell supports: Bytes and simple filters. Pure function.
#pragma once

#include <string_view>
#include <vector>

#include "basalt/status.h"
#include "shell/value.h"

namespace basalt::shell {

// Bytes.toBytes('x'), PrefixFilter.new('x'). kNotSupported for other classes and methods.
Result<Value> CallClass(const ClassPath& path, std::string_view method,
                        const std::vector<Value>& arguments);

}  // namespace basalt::shell
