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

Status CallRunner::RunVerb(PendingCall& pending, Call& call,
                           google::protobuf::MessageLite*& response, Bytes& cells) const {
  const Verb* const verb = pending.verb;
  const wire::RequestParts& request = pending.request;
  const ConnectionInfo& connection = call.connection;
  if (!request.header.request_param()) {
    return Unreadable(connection,
                      fmt::format("Invalid request header: call_id: {} method_name: \"{}\", "
                                  "should have param set in it",
                                  request.header.call_id(), request.header.method_name()));
  }
  if (verb == nullptr) {
    return Unreadable(connection, fmt::format("java.lang.UnsupportedOperationException: {}",
                                              request.header.method_name()));
  }
  if (!request.unreadable.ok()) return Unreadable(connection, request.unreadable.message());
  MemoryReservation& memory = *call.memory;
  if (!SpendOnCopies(request.param.size(), memory)) return NoRoom(connection);
  if (pending.message == nullptr) {
    google::protobuf::MessageLite& message = verb->NewRequest(*pending.arena);
    if (const Status status = wire::ParseMessage(request.param, message); !status.ok()) {
      return Unreadable(connection, status.message());
    }
    pending.message = &message;
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
  response = &verb->NewResponse(*pending.arena);
  BASALT_RETURN_IF_ERROR(verb->Run(call, *pending.message, *response, cells));
  if (connection.compressor != wire::Compressor::kNone && !cells.empty()) {
    Bytes compressed;
    // The call has happened: its response is not refused any more.
    memory.Spend(wire::CompressedBound(cells.size()));
    BASALT_RETURN_IF_ERROR(wire::Compress(connection.compressor, cells, compressed));
    cells = std::move(compressed);
  }
  return {};
}

Call::TimePoint CallRunner::DeadlineOf(const PendingCall& pending) {
  const uint32_t timeout_ms = pending.request.header.timeout();
  if (timeout_ms == 0) return Call::TimePoint::max();
  return pending.received +
         std::max<std::chrono::milliseconds>(kMinTimeout, std::chrono::milliseconds(timeout_ms));
}

ReplyBytes CallRunner::RunShort(PendingCall& call, const ConnectionInfo& connection,
                                const base::CallBudget::ShortCall& cost, MemoryReservation& memory,
                                Bytes& out) const {
  base::CallBudget budget(base::CallLimits(DeadlineOf(call)), cost, call.received);
  return Run(call, connection, budget, memory, out);
}

ReplyBytes CallRunner::Run(PendingCall& call, const ConnectionInfo& connection,
                           const std::atomic<bool>& abandoned, MemoryReservation& memory,
                           Bytes& out) const {
  base::CallBudget budget{base::CallLimits(DeadlineOf(call))};
  budget.EndWhen(abandoned);
  // It may have waited for its thread for too long.
  if (!budget.Check().ok()) return {.cells = {}, .answer = false};
  return Run(call, connection, budget, memory, out);
}

ReplyBytes CallRunner::Run(PendingCall& pending, const ConnectionInfo& connection,
                           base::CallBudget& budget, MemoryReservation& memory, Bytes& out) const {
  ReplyBytes reply;
  const wire::RequestParts& request = pending.request;
  Call call{.connection = connection,
            .cell_block = {},
            .priority = request.header.priority(),
            .received = pending.received,
            .deadline = budget.limits().deadline(),
            .memory = &memory,
            .budget = &budget};
  google::protobuf::MessageLite* response = nullptr;
  const Status status = RunVerb(pending, call, response, reply.cells);
  if (budget.given_up()) {
    reply.cells.clear();
    reply.given_up = true;
  } else if (status.code() == StatusCode::kTimedOut) {
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
