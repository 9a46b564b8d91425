// The few Java classes that people name in the shell: Bytes and simple filters. Pure function.
#pragma once

#include <string_view>
#include <vector>

#include "basalt/status.h"
#include "shell/value.h"

namespace basalt::shell {

// Bytes.toBytes('x'), PrefixFilter.new('x'). kNotSupported when this shell has no such thing.
Result<Value> CallClass(const ClassPath& path, std::string_view method,
                        const std::vector<Value>& arguments);

}  // namespace basalt::shell
