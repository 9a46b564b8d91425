// A server as a whole: its name, its logs, its configuration.
#include "hbase/admin.pb.h"
#include "server/service/master_support.h"
#include "server/service/registrar.h"
#include "server/service/verbs.h"

namespace basalt::server {
namespace {

namespace pb = hbase::pb;

Status GetServerInfo(ServerContext& context, const Call& call, const pb::GetServerInfoRequest&,
                     pb::GetServerInfoResponse& response) {
  *response.mutable_server_info()->mutable_server_name() =
      context.RegionServerName(call.connection);
  return {};
}

Status StopServer(ServerContext& context, const Call& call, const pb::StopServerRequest& request,
                  pb::StopServerResponse&) {
  return StopByRpc(context, call, request.reason());
}

// The engine rolls its log when it flushes, so nothing waits for a roll, and no region needs a
// flush to let an old log go.
Status RollWalWriter(ServerContext&, const Call&, const pb::RollWALWriterRequest&,
                     pb::RollWALWriterResponse&) {
  return {};
}

Status UpdateConfiguration(ServerContext& context, const Call&,
                           const pb::UpdateConfigurationRequest&,
                           pb::UpdateConfigurationResponse&) {
  const Status status = context.Reload();
  // A client that tries again would find the same settings.
  return status.ok() ? status : Status(StatusCode::kDoNotRetry, status.message());
}

// Slow and large calls are not recorded: the lists are well formed and empty.
Status GetSlowLogResponses(ServerContext&, const Call&, const pb::SlowLogResponseRequest&,
                           pb::SlowLogResponses&) {
  return {};
}

Status ClearSlowLogsResponses(ServerContext&, const Call&, const pb::ClearSlowLogResponseRequest&,
                              pb::ClearSlowLogResponses& response) {
  response.set_is_cleaned(false);  // as HBase says when its recorder is off
  return {};
}

Status GetSlowLogEntries(ServerContext&, const Call&, const pb::LogRequest& request,
                         pb::LogEntry& response) {
  if (request.log_class_name().find("SlowLogResponseRequest") == std::string::npos) {
    return {StatusCode::kDoNotRetry, "Invalid request params"};
  }
  response.set_log_class_name(
      "org.apache.hadoop.hbase.shaded.protobuf.generated.AdminProtos$SlowLogResponses");
  response.set_log_message(pb::SlowLogResponses().SerializeAsString());
  return {};
}

// The cache keeps blocks, not files.
Status GetCachedFilesList(ServerContext&, const Call&, const pb::GetCachedFilesListRequest&,
                          pb::GetCachedFilesListResponse&) {
  return {};
}

}  // namespace

void RegisterAdminServerVerbs(VerbTable& verbs, ServerContext& context) {
  Registrar admin(verbs, kAdminService, context);
  admin.Add("GetServerInfo", Lane::kInline, GetServerInfo);
  admin.Add("StopServer", Lane::kInline, StopServer);
  admin.Add("RollWALWriter", Lane::kInline, RollWalWriter);
  admin.Add("UpdateConfiguration", Lane::kPool, UpdateConfiguration);
  admin.Add("GetSlowLogResponses", Lane::kInline, GetSlowLogResponses);
  admin.Add("GetLargeLogResponses", Lane::kInline, GetSlowLogResponses);
  admin.Add("ClearSlowLogsResponses", Lane::kInline, ClearSlowLogsResponses);
  admin.Add("GetLogEntries", Lane::kInline, GetSlowLogEntries);
  admin.Add("GetCachedFilesList", Lane::kInline, GetCachedFilesList);
}

}  // namespace basalt::server
