// Comparators in protobuf form, by Java class name. Pure functions.
#pragma once

#include <string>
#include <string_view>

#include "basalt/filters.h"
#include "basalt/status.h"
#include "hbase/comparator.pb.h"

namespace basalt::wire {

// The package of HBase's comparators and filters: class names on the wire begin with it.
constexpr std::string_view kFilterPackage = "org.apache.hadoop.hbase.filter.";

// kDoNotRetry with HBase's wording when the class is unknown or its body malformed.
Result<ComparatorPtr> ParseComparator(const hbase::pb::Comparator& comparator);
hbase::pb::Comparator SerializeComparator(const filter::Comparator& comparator);

// Errors shared by the comparator and filter codecs. `name`: the unknown class.
Status ClassNotFound(std::string_view name);
// Parses without the log line that protobuf writes when a required field is missing.
bool ParseQuietly(const std::string& body, google::protobuf::MessageLite& message);
// The error for a body that could not be parsed as `message`.
Status MalformedBody(const google::protobuf::MessageLite& message);
// The error of a Java constructor as its caller reports it.
Status FromConstructor(const Status& refusal);

// Whether the bytes of a request may hold a regular expression, which may take long to compile and
// to match: the name of its class occurs in them. May be true of others, never false of one.
inline bool MayHoldRegex(BytesView request) {
  return request.find("RegexStringComparator") != BytesView::npos;
}

}  // namespace basalt::wire
