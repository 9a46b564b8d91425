#include "wire/exceptions.h"

#include <fmt/format.h>

namespace basalt::wire {

std::string StackTraceText(const Status& status) {
  return fmt::format("{}: {}", ExceptionFor(status.code()).class_name, status.message());
}

void FillException(const Status& status, hbase::pb::ExceptionResponse& exception) {
  const ExceptionInfo& info = ExceptionFor(status.code());
  exception.set_exception_class_name(std::string(info.class_name));
  exception.set_stack_trace(StackTraceText(status));
  exception.set_do_not_retry(info.do_not_retry);
  if (info.server_overloaded) exception.set_server_overloaded(true);
}

void FillException(const Status& status, hbase::pb::NameBytesPair& exception) {
  exception.set_name(std::string(ExceptionFor(status.code()).class_name));
  exception.set_value(StackTraceText(status));
}

}  // namespace basalt::wire
