// HBase's filter language, as in its shell, REST and Thrift servers:
//
//   PrefixFilter('a') AND (ColumnPrefixFilter('x') OR SKIP ValueFilter(!=, 'binary:0'))
//
// SKIP and WHILE bind tighter than AND, AND tighter than OR. A quote inside of quotes is doubled.
// Pure function.
#pragma once

#include <memory>
#include <string_view>

#include "basalt/filter.h"
#include "basalt/status.h"

namespace basalt::filter {

// kInvalidArgument: HBase's message, "Incorrect Filter String", and as a second paragraph what is
// wrong and the position (from 0) of it.
Result<std::unique_ptr<Filter>> ParseFilterString(std::string_view text);

}  // namespace basalt::filter
