// Errors as HBase's protocol carries them. The table of classes is in model/exceptions.h. Pure
// functions.
#pragma once

#include <string>

#include "basalt/status.h"
#include "hbase/rpc.pb.h"
#include "model/exceptions.h"

namespace basalt::wire {

using model::CodeForException;
using model::ExceptionFor;
using model::ExceptionInfo;

// "class: message", the text HBase's clients show; they take the first line for the message.
std::string StackTraceText(const Status& status);
// REQUIRES: !status.ok().
void FillException(const Status& status, hbase::pb::ExceptionResponse& exception);
void FillException(const Status& status, hbase::pb::NameBytesPair& exception);

}  // namespace basalt::wire
