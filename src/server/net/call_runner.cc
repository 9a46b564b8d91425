#include "server/net/call_runner.h"

#include <algorithm>

#include <fmt/format.h>

namespace basalt::server {
namespace {

// HBase's hbase.ipc.min.client.request.timeout: callers that ask for less get this much.
constexpr std::chrono::milliseconds kMinTimeout{20};

// HBase's message for any part of a call that it cannot read.
Status Unreadable(const ConnectionInfo& connection, std::string_view why) {
  return {StatusCode::kDoNotRetry,
          fmt::format("{} is unable to read call parameter from client {}; {}",
                      connection.dialled_host, connection.peer, why)};
}

Status NoRoom(const ConnectionInfo& connection) {
  return {
      StatusCode::kCallQueueTooBig,
      fmt::format("No memory for the call on {}, too much is under way", connection.dialled_host)};
}

// Short requests are not worth the counting.
bool SpendOnCopies(size_t request_bytes, MemoryReservation& memory) {
  if (request_bytes <= ConnectionMemory::kSmallBytes) return true;
  return memory.TrySpend(CallRunner::kWorkingCopies * request_bytes);
}

}  // namespace

Status CallRunner::RunVerb(const Verb* verb, const ConnectionInfo& connection,
                           const wire::RequestParts& request, Call& call,
                           google::protobuf::Arena& arena, google::protobuf::MessageLite*& response,
                           Bytes& cells) const {
  if (verb == nullptr) {
    return Unreadable(connection, fmt::format("java.lang.UnsupportedOperationException: {}",
                                              request.header.method_name()));
  }
  if (!request.header.request_param()) {
    return Unreadable(connection, "the call has no parameter");
  }
  MemoryReservation& memory = *call.memory;
  if (!SpendOnCopies(request.param.size(), memory)) return NoRoom(connection);
  google::protobuf::MessageLite& message = verb->NewRequest(arena);
  if (const Status status = wire::ParseMessage(request.param, message); !status.ok()) {
    return Unreadable(connection, status.message());
  }
  Bytes unpacked;
  call.cell_block = request.cell_block;
  if (connection.compressor != wire::Compressor::kNone && !request.cell_block.empty()) {
    const wire::GrowthLimit limit(max_cells_bytes_, [&memory](Bytes& out, size_t more) {
      return memory.GrowBuffer(out, more);
    });
    BASALT_RETURN_IF_ERROR(
        wire::Decompress(connection.compressor, request.cell_block, limit, unpacked));
    call.cell_block = unpacked;
  }
  if (!SpendOnCopies(call.cell_block.size(), memory)) return NoRoom(connection);
  response = &verb->NewResponse(arena);
  BASALT_RETURN_IF_ERROR(verb->Run(call, message, *response, cells));
  if (connection.compressor != wire::Compressor::kNone && !cells.empty()) {
    Bytes compressed;
    // The call has happened: its response is not refused any more.
    memory.Spend(wire::CompressedBound(cells.size()));
    BASALT_RETURN_IF_ERROR(wire::Compress(connection.compressor, cells, compressed));
    cells = std::move(compressed);
  }
  return {};
}

ReplyBytes CallRunner::Run(const Verb* verb, const ConnectionInfo& connection,
                           const wire::RequestParts& request, Call::TimePoint received,
                           google::protobuf::Arena& arena, MemoryReservation& memory,
                           Bytes& out) const {
  ReplyBytes reply;
  Call call{.connection = connection,
            .cell_block = {},
            .priority = request.header.priority(),
            .received = received,
            .memory = &memory};
  if (request.header.timeout() > 0) {
    call.deadline =
        received + std::max<std::chrono::milliseconds>(
                       kMinTimeout, std::chrono::milliseconds(request.header.timeout()));
    if (std::chrono::steady_clock::now() >= call.deadline) {
      reply.answer = false;
      return reply;
    }
  }
  google::protobuf::MessageLite* response = nullptr;
  const Status status = RunVerb(verb, connection, request, call, arena, response, reply.cells);
  if (status.code() == StatusCode::kTimedOut) {
    reply.answer = false;
  } else if (status.ok()) {
    wire::AppendResponseHead(request.header.call_id(), *response, reply.cells.size(), out);
  } else {
    reply.cells.clear();
    wire::AppendException(request.header.call_id(), status, out);
  }
  return reply;
}

}  // namespace basalt::server
