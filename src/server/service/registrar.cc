#include "server/service/registrar.h"

#include <fmt/format.h>

namespace basalt::server {

void Registrar::Refuse(std::initializer_list<std::string_view> methods, std::string_view reason) {
  using hbase::pb::EmptyMsg;  // other fields are skipped, none is required
  for (const std::string_view method : methods) {
    verbs_.Add<EmptyMsg, EmptyMsg>(
        service_, method, Lane::kInline,
        [status = NotSupported(service_, method, reason)](const Call&, const EmptyMsg&, EmptyMsg&,
                                                          Bytes&) { return status; });
  }
}

Status NotSupported(std::string_view service, std::string_view method, std::string_view reason) {
  return {StatusCode::kNotSupported, fmt::format("{}.{} is not supported by Basalt{}{}", service,
                                                 method, reason.empty() ? "" : ": ", reason)};
}

}  // namespace basalt::server
