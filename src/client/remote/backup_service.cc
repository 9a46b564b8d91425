#include "client/remote/backup_service.h"

#include <chrono>

#include <fmt/format.h>

#include "basalt/backup.pb.h"
#include "hbase/client.pb.h"
#include "wire/frame.h"

namespace basalt::client {
namespace {

constexpr uint16_t kDefaultBackupPort = 16000;
// The calls start a backup or look at one; none waits for it.
constexpr std::chrono::minutes kBackupCallTimeout{10};

}  // namespace

Result<std::unique_ptr<BackupService>> BackupService::Open(std::string_view url) {
  const Status wrong(StatusCode::kInvalidArgument,
                     fmt::format("{} is not the address of a server; give hbase://HOST:PORT", url));
  if (!url.starts_with(kScheme)) return wrong;
  std::string address(url.substr(kScheme.size()));
  if (address.ends_with('/')) address.pop_back();
  if (address.empty() || address.starts_with(':')) address.insert(0, "localhost");
  auto server = ParseHostPort(address, kDefaultBackupPort);
  if (!server.ok()) return wrong;
  return std::unique_ptr<BackupService>(new BackupService(std::move(server).value()));
}

Result<uint64_t> BackupService::Start(const Options& options) {
  messages::StartBackupRequest request;
  request.set_directory(options.directory);
  request.set_full(options.full);
  request.set_bytes_per_second(options.bytes_per_second);
  messages::StartBackupResponse response;
  BASALT_RETURN_IF_ERROR(Call("StartBackup", request, response));
  return response.job();
}

Result<BackupService::Progress> BackupService::GetProgress(uint64_t job) {
  messages::BackupProgressRequest request;
  request.set_job(job);
  messages::BackupProgressResponse response;
  BASALT_RETURN_IF_ERROR(Call("GetBackupProgress", request, response));
  return Progress{.done = response.done(),
                  .copied_bytes = response.copied_bytes(),
                  .backup_id = response.backup_id(),
                  .bytes = response.bytes(),
                  .own_bytes = response.own_bytes(),
                  .files = response.files()};
}

// HBase's way to call an extension of the master: ExecMasterService carries the message.
Status BackupService::Call(const std::string& method, const google::protobuf::MessageLite& request,
                           google::protobuf::MessageLite& response) {
  hbase::pb::CoprocessorServiceRequest call;
  call.mutable_region()->set_type(hbase::pb::RegionSpecifier::REGION_NAME);
  call.mutable_region()->set_value("");
  call.mutable_call()->set_row("");
  call.mutable_call()->set_service_name("BasaltBackupService");
  call.mutable_call()->set_method_name(method);
  request.SerializeToString(call.mutable_call()->mutable_request());
  hbase::pb::CoprocessorServiceResponse answer;
  BASALT_RETURN_IF_ERROR(channels_.Call(server_, kMasterService, "ExecMasterService", call,
                                        {std::chrono::steady_clock::now() + kBackupCallTimeout},
                                        answer));
  return wire::ParseMessage(answer.value().value(), response);
}

}  // namespace basalt::client
