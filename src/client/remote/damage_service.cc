#include "client/remote/damage_service.h"

#include "basalt/damage.pb.h"

namespace basalt::client {

Result<std::unique_ptr<DamageService>> DamageService::Open(std::string_view url) {
  BASALT_ASSIGN_OR_RETURN(auto server, MasterExtension::Open(url, "BasaltDamageService"));
  return std::unique_ptr<DamageService>(new DamageService(std::move(server)));
}

Result<uint64_t> DamageService::StartScrub(uint64_t bytes_per_second) {
  messages::StartScrubRequest request;
  request.set_bytes_per_second(bytes_per_second);
  messages::StartDamageJobResponse response;
  BASALT_RETURN_IF_ERROR(server_->Call("StartScrub", request, response));
  return response.job();
}

Result<uint64_t> DamageService::StartRepair(const std::string& table) {
  messages::StartRepairRequest request;
  request.set_table(table);
  messages::StartDamageJobResponse response;
  BASALT_RETURN_IF_ERROR(server_->Call("StartRepair", request, response));
  return response.job();
}

Result<DamageService::Progress> DamageService::GetProgress(uint64_t job) {
  messages::DamageJobRequest request;
  request.set_job(job);
  messages::DamageJobResponse response;
  BASALT_RETURN_IF_ERROR(server_->Call("GetDamageJob", request, response));
  return Progress{.done = response.done(),
                  .files = response.files(),
                  .total_files = response.total_files(),
                  .bytes = response.bytes(),
                  .total_bytes = response.total_bytes(),
                  .damaged_files = response.damaged_files(),
                  .lines = {response.lines().begin(), response.lines().end()}};
}

}  // namespace basalt::client
