// Coprocessor endpoints: ExecService and its kin. Endpoints are compiled in; a table that names
// one's Java class among its coprocessors has it, as it would in HBase. New ones are a line in
// kEndpoints.
#include <array>
#include <string_view>

#include <fmt/format.h>

#include "hbase/endpoint.pb.h"
#include "server/service/client_verbs.h"
#include "server/service/registrar.h"
#include "server/service/verbs.h"

namespace basalt::server {
namespace {

struct Endpoint {
  std::string_view service;
  // What a table names to have it.
  std::string_view java_class;
  bool on_meta;
  EndpointBody body;
};

constexpr auto kEndpoints = std::to_array<Endpoint>({
    {"MultiRowMutationService", "org.apache.hadoop.hbase.coprocessor.MultiRowMutationEndpoint",
     true, RunMultiRowMutation},
    {"AggregateService", "org.apache.hadoop.hbase.coprocessor.AggregateImplementation", false,
     RunAggregate},
});

bool HasEndpoint(const RegionAccess& access, const Endpoint& endpoint) {
  if (access.region().info().is_meta()) return endpoint.on_meta;
  for (const auto& [key, value] : access->descriptor().attributes()) {
    if (key.starts_with("coprocessor$") && value.find(endpoint.java_class) != std::string::npos) {
      return true;
    }
  }
  return false;
}

}  // namespace

Status RunEndpoint(ServerContext& context, const RegionAccess& access,
                   const hbase::pb::CoprocessorServiceCall& call,
                   hbase::pb::NameBytesPair& response) {
  for (const Endpoint& endpoint : kEndpoints) {
    // Services of other packages than HBase's come with their package.
    if (endpoint.service == call.service_name() && HasEndpoint(access, endpoint)) {
      return endpoint.body(context, access, call, response);
    }
  }
  return {StatusCode::kUnknownProtocol,
          fmt::format("No registered coprocessor service found for {} in region {}",
                      call.service_name(), ToStringBinary(access.region().name()))};
}

Status UnknownMethod(const hbase::pb::CoprocessorServiceCall& call) {
  return {StatusCode::kUnknownProtocol, fmt::format("Unknown method {} called on service {}",
                                                    call.method_name(), call.service_name())};
}

void RegisterEndpointVerbs(VerbTable& verbs, ServerContext& context) {
  using Request = hbase::pb::CoprocessorServiceRequest;
  using Response = hbase::pb::CoprocessorServiceResponse;
  Registrar client(verbs, kClientService, context);
  client.Add<Request, Response>(
      "ExecService", Lane::kPool,
      [](ServerContext& context, const Call& call, const Request& request,
         Response& response) -> Status {
        BASALT_ASSIGN_OR_RETURN(const RegionAccess access,
                                RegionAccess::Find(context, call, request.region()));
        *response.mutable_region() = request.region();
        return RunEndpoint(context, access, request.call(), *response.mutable_value());
      });
  client.Add<Request, Response>(
      "ExecRegionServerService", Lane::kInline,
      [](ServerContext&, const Call&, const Request& request, Response&) {
        return Status(StatusCode::kUnknownProtocol,
                      fmt::format("No registered coprocessor executorService found for {}",
                                  request.call().service_name()));
      });
  client.Refuse({"BulkLoadHFile", "PrepareBulkLoad", "CleanupBulkLoad"}, "it reads no HFiles");
}

}  // namespace basalt::server
