// What a connection answers to calls that it does not run.
#include <utility>

#include <fmt/format.h>

#include "server/net/rpc_connection.h"
#include "wire/frame.h"

namespace basalt::server {

bool RpcConnection::RefuseFrame() {
  hbase::pb::RequestHeader header;
  if (stage_ != Stage::kCalls || expected_ <= input_.bytes().size() ||
      !wire::ParseRequestHeader(input_.bytes().substr(4), header)) {
    return false;
  }
  discard_ = expected_ - input_.bytes().size();
  expected_ = 0;
  input_.Clear();
  RefuseCall(header.call_id());
  return true;
}

void RpcConnection::RefuseCall(uint32_t call_id) {
  shared_.counters.refused_calls.fetch_add(1, std::memory_order_relaxed);
  wire::AppendException(
      call_id,
      Status(StatusCode::kCallQueueTooBig,
             fmt::format("Call queue is full on {}, too many items queued ?", info_.dialled_host)),
      output_.Tail());
}

RpcConnection::Progress RpcConnection::RefuseOversized(size_t length) {
  hbase::pb::RequestHeader header;
  // Only the header tells which call to answer.
  if (!wire::ParseRequestHeader(input_.bytes().substr(4), header)) {
    if (input_.bytes().size() < InputBuffer::kBaseBytes) return Progress::kWait;
    Close();
    return Progress::kStop;
  }
  const Status status(
      info_.version_major == 0 ? StatusCode::kDoNotRetry : StatusCode::kRequestTooBig,
      fmt::format("RPC data length of {} received from {} is greater than max allowed {}. Set "
                  "\"hbase.ipc.max.request.size\" on server to override this limit (not "
                  "recommended)",
                  length, info_.peer, shared_.max_request_bytes));
  wire::AppendException(header.call_id(), status, output_.Tail());
  stage_ = Stage::kClosing;
  return Progress::kStop;
}

}  // namespace basalt::server
