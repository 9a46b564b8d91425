// What a log may say of a call: which region it is for and what it asks, without values. Pure
// functions.
#pragma once

#include <string_view>

#include <google/protobuf/message_lite.h>

#include "hbase/logs.pb.h"

namespace basalt::server {

// Fills in method, call details, parameter, region and counts of actions. `verb`: "Service.Method";
// `request`: the message of that verb.
void FillCallShape(std::string_view verb, const google::protobuf::MessageLite& request,
                   hbase::pb::SlowLogPayload& payload);

}  // namespace basalt::server
