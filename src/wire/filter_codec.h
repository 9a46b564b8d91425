// Filters in protobuf form, by Java class name. Pure functions.
#pragma once

#include <memory>

#include "basalt/filter.h"
#include "basalt/status.h"
#include "hbase/filter.pb.h"

namespace basalt::wire {

// The maximum nesting depth of filters.
constexpr int kMaxFilterDepth = 200;

// kDoNotRetry with HBase's wording when the class is unknown or its body malformed.
Result<std::unique_ptr<Filter>> ParseFilter(const hbase::pb::Filter& filter);

// kInvalidArgument for a filter that is not one of HBase's.
Result<hbase::pb::Filter> SerializeFilter(const Filter& filter);

}  // namespace basalt::wire
