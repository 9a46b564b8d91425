// A server as a whole: its name, its logs, its configuration.
#include "hbase/admin.pb.h"
#include "server/service/master_support.h"
#include "server/service/registrar.h"
#include "server/service/verbs.h"
#include "wire/frame.h"

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

Status GetSlowLogResponses(ServerContext& context, const Call&,
                           const pb::SlowLogResponseRequest& request,
                           pb::SlowLogResponses& response) {
  response = context.slow_log().Find(request);
  return {};
}

Status GetLargeLogResponses(ServerContext& context, const Call&,
                            const pb::SlowLogResponseRequest& request,
                            pb::SlowLogResponses& response) {
  pb::SlowLogResponseRequest large = request;
  large.set_log_type(pb::SlowLogResponseRequest::LARGE_LOG);
  response = context.slow_log().Find(large);
  return {};
}

Status ClearSlowLogsResponses(ServerContext& context, const Call&,
                              const pb::ClearSlowLogResponseRequest&,
                              pb::ClearSlowLogResponses& response) {
  response.set_is_cleaned(context.slow_log().Clear());
  return {};
}

Status GetSlowLogEntries(ServerContext& context, const Call&, const pb::LogRequest& request,
                         pb::LogEntry& response) {
  if (request.log_class_name().find("SlowLogResponseRequest") == std::string::npos) {
    return {StatusCode::kDoNotRetry, "Invalid request params"};
  }
  pb::SlowLogResponseRequest slow;
  BASALT_RETURN_IF_ERROR(wire::ParseMessage(request.log_message(), slow));
  response.set_log_class_name(
      "org.apache.hadoop.hbase.shaded.protobuf.generated.AdminProtos$SlowLogResponses");
  response.set_log_message(context.slow_log().Find(slow).SerializeAsString());
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
  admin.Add("GetLargeLogResponses", Lane::kInline, GetLargeLogResponses);
  admin.Add("ClearSlowLogsResponses", Lane::kInline, ClearSlowLogsResponses);
  admin.Add("GetLogEntries", Lane::kInline, GetSlowLogEntries);
  admin.Add("GetCachedFilesList", Lane::kInline, GetCachedFilesList);
}

}  // namespace basalt::server
