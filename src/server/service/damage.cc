// BasaltDamageService: scrubs and repairs of the running server, for `basalt scrub` and `basalt
// repair`. Its messages are in proto/basalt/damage.proto; ExecMasterService carries them.
#include "server/service/damage.h"

#include <string>

#include "basalt/damage.pb.h"
#include "server/damage_jobs.h"
#include "server/server_context.h"
#include "server/service/client_verbs.h"
#include "server/service/master_extension.h"

namespace basalt::server {
namespace {

Status StartScrub(ServerContext& context, const messages::StartScrubRequest& request,
                  messages::StartDamageJobResponse& response) {
  const uint64_t rate = request.bytes_per_second() > 0 ? request.bytes_per_second()
                                                       : context.config()->scrub_bytes_per_second;
  BASALT_ASSIGN_OR_RETURN(const uint64_t job, context.damage_jobs().StartScrub(rate));
  response.set_job(job);
  return {};
}

Status StartRepair(ServerContext& context, const messages::StartRepairRequest& request,
                   messages::StartDamageJobResponse& response) {
  BASALT_ASSIGN_OR_RETURN(const TableName table, TableName::Parse(request.table()));
  BASALT_ASSIGN_OR_RETURN(const uint64_t job, context.damage_jobs().StartRepair(table));
  response.set_job(job);
  return {};
}

Status GetDamageJob(ServerContext& context, const messages::DamageJobRequest& request,
                    messages::DamageJobResponse& response) {
  BASALT_ASSIGN_OR_RETURN(const auto progress, context.damage_jobs().Find(request.job()));
  response.set_done(progress.outcome.has_value());
  response.set_files(progress.scrub.files);
  response.set_total_files(progress.scrub.total_files);
  response.set_bytes(progress.scrub.bytes);
  response.set_total_bytes(progress.scrub.total_bytes);
  response.set_damaged_files(progress.scrub.damaged_files);
  if (!progress.outcome) return {};
  BASALT_RETURN_IF_ERROR(progress.outcome->status());
  for (const std::string& line : **progress.outcome) response.add_lines(line);
  return {};
}

}  // namespace

Status RunDamageCall(ServerContext& context, const hbase::pb::CoprocessorServiceCall& call,
                     hbase::pb::NameBytesPair& response) {
  if (call.method_name() == "StartScrub")
    return AnswerExtension(context, call, response, StartScrub);
  if (call.method_name() == "StartRepair") {
    return AnswerExtension(context, call, response, StartRepair);
  }
  if (call.method_name() == "GetDamageJob") {
    return AnswerExtension(context, call, response, GetDamageJob);
  }
  return UnknownMethod(call);
}

}  // namespace basalt::server
