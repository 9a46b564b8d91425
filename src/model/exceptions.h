// The table that maps StatusCodes to HBase's exception classes and back. Clients decide by the
// class whether to retry, look a region up again, or give up. Pure functions.
#pragma once

#include <string_view>

#include "basalt/status.h"

namespace basalt::model {

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

}  // namespace basalt::model
