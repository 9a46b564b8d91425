#include "wire/zookeeper/session_records.h"

#include "wire/zookeeper/jute.h"

namespace basalt::wire::zookeeper {
namespace {

template <typename Record>
Result<Record> FinishParse(JuteReader* reader, Record record, const char* name) {
  if (!reader->ok()) {
    return Status(StatusCode::kInvalidArgument, std::string(name) + " ends too early");
  }
  if (!reader->rest().empty()) {
    (*reader)(record.read_only);
    record.has_read_only = true;
  }
  return record;
}

}  // namespace

Result<ConnectRequest> ParseConnectRequest(BytesView frame) {
  JuteReader reader(frame);
  ConnectRequest request;
  reader(request.protocol_version, request.last_zxid_seen, request.timeout_ms, request.session_id,
         request.password);
  return FinishParse(&reader, std::move(request), "connect request");
}

Result<ConnectResponse> ParseConnectResponse(BytesView frame) {
  JuteReader reader(frame);
  ConnectResponse response;
  reader(response.protocol_version, response.timeout_ms, response.session_id, response.password);
  return FinishParse(&reader, std::move(response), "connect response");
}

void AppendConnectRequest(const ConnectRequest& request, Bytes* out) {
  JuteWriter writer(out);
  writer(request.protocol_version, request.last_zxid_seen, request.timeout_ms, request.session_id,
         request.password);
  if (request.has_read_only) writer(request.read_only);
}

void AppendConnectResponse(const ConnectResponse& response, Bytes* out) {
  JuteWriter writer(out);
  writer(response.protocol_version, response.timeout_ms, response.session_id, response.password);
  if (response.has_read_only) writer(response.read_only);
}

}  // namespace basalt::wire::zookeeper
