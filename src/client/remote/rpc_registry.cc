#include <utility>

#include "client/remote/registry.h"
#include "hbase/registry.pb.h"

namespace basalt::client {
namespace {

HostPort AddressOf(const hbase::pb::ServerName& name) {
  return {name.host_name(), static_cast<uint16_t>(name.port())};
}

class RpcRegistry : public Registry {
 public:
  RpcRegistry(ChannelPool& channels, std::vector<HostPort> servers)
      : channels_(channels), servers_(std::move(servers)) {}

  Result<HostPort> MetaServer(const RpcContext& context) override {
    hbase::pb::GetMetaRegionLocationsResponse response;
    BASALT_RETURN_IF_ERROR(Ask("GetMetaRegionLocations", hbase::pb::GetMetaRegionLocationsRequest(),
                               context, response));
    for (const auto& location : response.meta_locations()) {
      if (location.region_info().replica_id() != 0 || !location.has_server_name()) continue;
      return AddressOf(location.server_name());
    }
    return Status(StatusCode::kIoError, "hbase:meta is on no server yet");
  }

  Result<HostPort> Master(const RpcContext& context) override {
    hbase::pb::GetActiveMasterResponse response;
    BASALT_RETURN_IF_ERROR(
        Ask("GetActiveMaster", hbase::pb::GetActiveMasterRequest(), context, response));
    if (response.has_server_name()) return AddressOf(response.server_name());
    return Status(StatusCode::kIoError, "there is no active master");
  }

  Status Greet(const RpcContext& context) override {
    hbase::pb::GetClusterIdResponse response;
    return Ask("GetClusterId", hbase::pb::GetClusterIdRequest(), context, response);
  }

 private:
  Status Ask(const std::string& method, const google::protobuf::MessageLite& request,
             const RpcContext& context, google::protobuf::MessageLite& response) {
    Status first;
    for (const HostPort& server : servers_) {
      Status status = channels_.Call(server, kRegistryService, method, request, context, response);
      if (status.ok()) return status;
      // The message of an UnknownServiceException is only the service's name.
      if (status.message() == kRegistryService) {
        status = {StatusCode::kNotSupported,
                  server.ToString() +
                      " is an HBase before 2.3, which does not tell where its regions are; open it "
                      "by zk://"};
      }
      if (first.ok()) first = std::move(status);
    }
    return first;
  }

  ChannelPool& channels_;
  const std::vector<HostPort> servers_;
};

}  // namespace

std::unique_ptr<Registry> MakeRpcRegistry(ChannelPool& channels, std::vector<HostPort> servers) {
  return std::make_unique<RpcRegistry>(channels, std::move(servers));
}

}  // namespace basalt::client
