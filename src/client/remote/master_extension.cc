#include "client/remote/master_extension.h"

#include <chrono>

#include <fmt/format.h>

#include "hbase/client.pb.h"
#include "wire/frame.h"

namespace basalt::client {
namespace {

constexpr uint16_t kDefaultMasterPort = 16000;
constexpr std::chrono::minutes kExtensionCallTimeout{10};

}  // namespace

Result<std::unique_ptr<MasterExtension>> MasterExtension::Open(std::string_view url,
                                                               std::string service) {
  const Status wrong(StatusCode::kInvalidArgument,
                     fmt::format("{} is not the address of a server; give hbase://HOST:PORT", url));
  if (!url.starts_with(kScheme)) return wrong;
  std::string address(url.substr(kScheme.size()));
  if (address.ends_with('/')) address.pop_back();
  if (address.empty() || address.starts_with(':')) address.insert(0, "localhost");
  auto server = ParseHostPort(address, kDefaultMasterPort);
  if (!server.ok()) return wrong;
  return std::unique_ptr<MasterExtension>(
      new MasterExtension(std::move(server).value(), std::move(service)));
}

Status MasterExtension::Call(const std::string& method,
                             const google::protobuf::MessageLite& request,
                             google::protobuf::MessageLite& response) {
  hbase::pb::CoprocessorServiceRequest call;
  call.mutable_region()->set_type(hbase::pb::RegionSpecifier::REGION_NAME);
  call.mutable_region()->set_value("");
  call.mutable_call()->set_row("");
  call.mutable_call()->set_service_name(service_);
  call.mutable_call()->set_method_name(method);
  request.SerializeToString(call.mutable_call()->mutable_request());
  hbase::pb::CoprocessorServiceResponse answer;
  BASALT_RETURN_IF_ERROR(channels_.Call(server_, kMasterService, "ExecMasterService", call,
                                        {std::chrono::steady_clock::now() + kExtensionCallTimeout},
                                        answer));
  return wire::ParseMessage(answer.value().value(), response);
}

}  // namespace basalt::client
