// The one table of errors: our StatusCodes and HBase's exception classes. Clients decide by the
// class whether to retry, look a region up again, or give up. Pure functions.
#pragma once

#include <string>
#include <string_view>

#include "basalt/status.h"
#include "hbase/rpc.pb.h"

namespace basalt::wire {

struct ExceptionInfo {
  StatusCode code;
  // Fully qualified Java class.
  std::string_view class_name;
  // A subclass of DoNotRetryIOException.
  bool do_not_retry;
  // Clients then wait longer before they try again.
  bool server_overloaded;
};

// REQUIRES: code is not kOk.
const ExceptionInfo& ExceptionFor(StatusCode code);
// kIoError for a class that is not in the table.
StatusCode CodeForException(std::string_view class_name);

// "class: message", the text HBase's clients show; they take the first line for the message.
std::string StackTraceText(const Status& status);
// REQUIRES: !status.ok().
void FillException(const Status& status, hbase::pb::ExceptionResponse& exception);
void FillException(const Status& status, hbase::pb::NameBytesPair& exception);

}  // namespace basalt::wire
