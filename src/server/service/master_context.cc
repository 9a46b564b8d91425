#include "server/service/master_context.h"

#include <fmt/format.h>

namespace basalt::server {

void Registrar::Refuse(std::initializer_list<std::string_view> methods) {
  using hbase::pb::EmptyMsg;  // other fields are skipped, none is required
  for (const std::string_view method : methods) {
    verbs_.Add<EmptyMsg, EmptyMsg>(
        service_, method, Lane::kInline,
        [status = NotSupported(service_, method)](const Call&, const EmptyMsg&, EmptyMsg&, Bytes&) {
          return status;
        });
  }
}

Status NotSupported(std::string_view service, std::string_view method) {
  return {StatusCode::kNotSupported,
          fmt::format("{}.{} is not supported by Basalt", service, method)};
}

Status OutcomeOf(const Node& node, uint64_t procedure) {
  const auto entry = node.procedures->Find(procedure);
  return entry && entry->outcome ? *entry->outcome : Status();
}

}  // namespace basalt::server
