#include "server/net/call_runner.h"

#include <algorithm>

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include "server/net/call_shape.h"

namespace basalt::server {
namespace {

// HBase's hbase.ipc.min.client.request.timeout: callers that ask for less get this much.
constexpr std::chrono::milliseconds kMinTimeout{20};

// Much more than a call takes on an I/O thread, where it is given up before that.
constexpr int64_t kShortCallMs = 1000;

constexpr size_t kMaxLoggedUserBytes = 256;

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

CallRunner::CallRunner(const VerbTable& verbs, size_t max_cells_bytes, SlowLog* slow_log)
    : verbs_(verbs),
      max_cells_bytes_(max_cells_bytes),
      slow_log_(slow_log),
      short_calls_may_be_slow_(slow_log != nullptr && slow_log->IsSlow(kShortCallMs)) {}

void CallRunner::NoteSlow(const PendingCall& pending, const ConnectionInfo& connection,
                          Call::TimePoint started, size_t response_bytes) const {
  if (slow_log_ == nullptr) return;
  const bool large = slow_log_->IsLarge(response_bytes);
  // The clock is not read for calls that cannot have taken long.
  const bool here = started == pending.received;
  if (here && !large && !short_calls_may_be_slow_) return;
  const auto milliseconds = [](auto duration) {
    return std::chrono::duration_cast<std::chrono::milliseconds>(duration).count();
  };
  const int64_t processing_ms = milliseconds(std::chrono::steady_clock::now() - started);
  const bool slow = slow_log_->IsSlow(processing_ms);
  if (!slow && !large) return;
  hbase::pb::SlowLogPayload payload;
  FillCallShape(pending.verb->name(), *pending.message, payload);
  payload.set_type(slow && large ? hbase::pb::SlowLogPayload::ALL
                   : slow        ? hbase::pb::SlowLogPayload::SLOW_LOG
                                 : hbase::pb::SlowLogPayload::LARGE_LOG);
  payload.set_start_time(slow_log_->NowMs() - processing_ms);
  payload.set_processing_time(static_cast<int32_t>(processing_ms));
  payload.set_queue_time(static_cast<int32_t>(milliseconds(started - pending.received)));
  payload.set_response_size(static_cast<int64_t>(response_bytes));
  payload.set_client_address(connection.peer);
  // A client may call itself anything.
  payload.set_user_name(connection.user.substr(0, kMaxLoggedUserBytes));
  SPDLOG_WARN("({}): {} of {} for {}: {} ms, after {} ms in the queue, {} bytes; {}",
              slow && large ? "responseTooLarge & TooSlow"
              : slow        ? "responseTooSlow"
                            : "responseTooLarge",
              payload.method_name(), payload.user_name(), connection.peer, processing_ms,
              payload.queue_time(), response_bytes, payload.param());
  slow_log_->Add(std::move(payload));
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
  return Run(call, connection, budget, memory, out, call.received);
}

ReplyBytes CallRunner::Run(PendingCall& call, const ConnectionInfo& connection,
                           const std::atomic<bool>& abandoned, MemoryReservation& memory,
                           Bytes& out) const {
  base::CallBudget budget{base::CallLimits(DeadlineOf(call))};
  budget.EndWhen(abandoned);
  // It may have waited for its thread for too long.
  if (!budget.Check().ok()) return {.cells = {}, .answer = false};
  return Run(call, connection, budget, memory, out, std::chrono::steady_clock::now());
}

ReplyBytes CallRunner::Run(PendingCall& pending, const ConnectionInfo& connection,
                           base::CallBudget& budget, MemoryReservation& memory, Bytes& out,
                           Call::TimePoint started) const {
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
    const size_t before = out.size();
    wire::AppendResponseHead(request.header.call_id(), *response, reply.cells.size(), out);
    NoteSlow(pending, connection, started, out.size() - before + reply.cells.size());
  } else {
    reply.cells.clear();
    wire::AppendException(request.header.call_id(), status, out);
  }
  return reply;
}

}  // namespace basalt::server
