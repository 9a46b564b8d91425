#include "client/remote/damage_service.h"

#include <chrono>

#include <fmt/format.h>

#include "basalt/damage.pb.h"
#include "client/remote/backup_service.h"
#include "hbase/client.pb.h"
#include "wire/frame.h"

namespace basalt::client {
namespace {

constexpr uint16_t kDefaultDamagePort = 16000;
// The calls start a job or look at one; none waits for it.
constexpr std::chrono::minutes kDamageCallTimeout{10};

}  // namespace

Result<std::unique_ptr<DamageService>> DamageService::Open(std::string_view url) {
  const Status wrong(StatusCode::kInvalidArgument,
                     fmt::format("{} is not the address of a server; give hbase://HOST:PORT", url));
  if (!url.starts_with(BackupService::kScheme)) return wrong;
  std::string address(url.substr(BackupService::kScheme.size()));
  if (address.ends_with('/')) address.pop_back();
  if (address.empty() || address.starts_with(':')) address.insert(0, "localhost");
  auto server = ParseHostPort(address, kDefaultDamagePort);
  if (!server.ok()) return wrong;
  return std::unique_ptr<DamageService>(new DamageService(std::move(server).value()));
}

Result<uint64_t> DamageService::StartScrub(uint64_t bytes_per_second) {
  messages::StartScrubRequest request;
  request.set_bytes_per_second(bytes_per_second);
  messages::StartDamageJobResponse response;
  BASALT_RETURN_IF_ERROR(Call("StartScrub", request, response));
  return response.job();
}

Result<uint64_t> DamageService::StartRepair(const std::string& table) {
  messages::StartRepairRequest request;
  request.set_table(table);
  messages::StartDamageJobResponse response;
  BASALT_RETURN_IF_ERROR(Call("StartRepair", request, response));
  return response.job();
}

Result<DamageService::Progress> DamageService::GetProgress(uint64_t job) {
  messages::DamageJobRequest request;
  request.set_job(job);
  messages::DamageJobResponse response;
  BASALT_RETURN_IF_ERROR(Call("GetDamageJob", request, response));
  return Progress{.done = response.done(),
                  .files = response.files(),
                  .total_files = response.total_files(),
                  .bytes = response.bytes(),
                  .total_bytes = response.total_bytes(),
                  .damaged_files = response.damaged_files(),
                  .lines = {response.lines().begin(), response.lines().end()}};
}

Status DamageService::Call(const std::string& method, const google::protobuf::MessageLite& request,
                           google::protobuf::MessageLite& response) {
  hbase::pb::CoprocessorServiceRequest call;
  call.mutable_region()->set_type(hbase::pb::RegionSpecifier::REGION_NAME);
  call.mutable_region()->set_value("");
  call.mutable_call()->set_row("");
  call.mutable_call()->set_service_name("BasaltDamageService");
  call.mutable_call()->set_method_name(method);
  request.SerializeToString(call.mutable_call()->mutable_request());
  hbase::pb::CoprocessorServiceResponse answer;
  BASALT_RETURN_IF_ERROR(channels_.Call(server_, kMasterService, "ExecMasterService", call,
                                        {std::chrono::steady_clock::now() + kDamageCallTimeout},
                                        answer));
  return wire::ParseMessage(answer.value().value(), response);
}

}  // namespace basalt::client
