#include "wire/exceptions.h"

#include <fmt/format.h>

#include "base/check.h"

namespace basalt::wire {

std::string StackTraceText(const Status& status) {
  return fmt::format("{}: {}", ExceptionFor(status.code()).class_name, status.message());
}

void FillException(const Status& status, hbase::pb::ExceptionResponse& exception) {
  BASALT_CHECK(!status.ok(), "Success is not sent as an exception.");
  const ExceptionInfo& info = ExceptionFor(status.code());
  exception.set_exception_class_name(std::string(info.class_name));
  exception.set_stack_trace(StackTraceText(status));
  exception.set_do_not_retry(info.do_not_retry);
  if (info.server_overloaded) exception.set_server_overloaded(true);
}

void FillException(const Status& status, hbase::pb::NameBytesPair& exception) {
  BASALT_CHECK(!status.ok(), "Success is not sent as an exception.");
  exception.set_name(std::string(ExceptionFor(status.code()).class_name));
  exception.set_value(StackTraceText(status));
}

Status StatusFromException(std::string_view class_name, std::string_view text) {
  if (text.starts_with(class_name)) {
    text.remove_prefix(class_name.size());
    if (text.starts_with(": ")) text.remove_prefix(2);
  }
  text = text.substr(0, text.find('\n'));
  const StatusCode code = CodeForException(class_name);
  if (!text.empty()) return {code, std::string(text)};
  return {code, std::string(class_name)};
}

Status StatusFromException(const hbase::pb::ExceptionResponse& exception) {
  Status status = StatusFromException(exception.exception_class_name(), exception.stack_trace());
  if (status.code() == StatusCode::kIoError && exception.do_not_retry()) {
    return {StatusCode::kDoNotRetry, status.message()};
  }
  return status;
}

Status StatusFromException(const hbase::pb::NameBytesPair& exception) {
  return StatusFromException(exception.name(), exception.value());
}

bool IsRetryable(const Status& status) {
  BASALT_DCHECK(!status.ok(), "A call that succeeded is not repeated.");
  return !ExceptionFor(status.code()).do_not_retry;
}

}  // namespace basalt::wire
