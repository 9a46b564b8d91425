// Conversion of errors from and to HBase's ExceptionResponse. The table of classes is in
// model/exceptions.h. Pure functions.
#pragma once

#include <string>

#include "basalt/status.h"
#include "hbase/rpc.pb.h"
#include "model/exceptions.h"

namespace basalt::wire {

using model::CodeForException;
using model::ExceptionFor;
using model::ExceptionInfo;

// "class: message", the text that HBase's clients show; its first line is the message.
std::string StackTraceText(const Status& status);
// REQUIRES: !status.ok().
void FillException(const Status& status, hbase::pb::ExceptionResponse& exception);
void FillException(const Status& status, hbase::pb::NameBytesPair& exception);

// The reverse: the code of the class and the first line of the text, without the class. An unknown
// class is kDoNotRetry if the server set do_not_retry, else kIoError.
Status StatusFromException(const hbase::pb::ExceptionResponse& exception);
Status StatusFromException(const hbase::pb::NameBytesPair& exception);
// `text`: "class: message", and a stack trace below it.
Status StatusFromException(std::string_view class_name, std::string_view text);
// Whether the same call may succeed later. REQUIRES: !status.ok().
bool IsRetryable(const Status& status);

}  // namespace basalt::wire
