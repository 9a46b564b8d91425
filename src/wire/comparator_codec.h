// Comparators in protobuf form, by Java class name. Pure functions.
#pragma once

#include <string>
#include <string_view>

#include "basalt/filters.h"
#include "basalt/status.h"
#include "hbase/comparator.pb.h"

namespace basalt::wire {

// What HBase's comparators and filters are called on the wire: this and the class's own name.
constexpr std::string_view kFilterPackage = "org.apache.hadoop.hbase.filter.";

// kDoNotRetry with HBase's wording when the class is unknown or its body malformed.
Result<ComparatorPtr> ParseComparator(const hbase::pb::Comparator& comparator);
hbase::pb::Comparator SerializeComparator(const filter::Comparator& comparator);

// The errors both codecs know. `name`: what no class is called.
Status ClassNotFound(std::string_view name);
// The library's own check of required fields writes to the log.
bool ParseQuietly(const std::string& body, google::protobuf::MessageLite& message);
// For a body that `message` could not be parsed from.
Status MalformedBody(const google::protobuf::MessageLite& message);
// A constructor's refusal, as its caller sees it.
Status FromConstructor(const Status& refusal);

}  // namespace basalt::wire
