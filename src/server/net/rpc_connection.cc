#include "server/net/rpc_connection.h"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include <boost/asio/post.hpp>
#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include "server/net/call_priority.h"
#include "server/net/unmapped.h"
#include "wire/big_endian.h"
#include "wire/comparator_codec.h"

namespace basalt::server {
namespace {

using Grant = ConnectionMemory::Grant;

// Reads of one turn, so that a busy connection does not starve its neighbours.
constexpr int kReadsPerTurn = 4;
// The same for calls that have arrived together, and run here.
constexpr std::chrono::milliseconds kTurnTime{2};
// Seconds a client has to read why it was refused.
constexpr int kLingerTicks = 5;
// Seconds after which a connection that holds nothing gives its buffer back.
constexpr int kBufferTicks = 10;
// The stall timeout while memory is scarce.
constexpr std::chrono::seconds kScarceStallTimeout{10};
// Responses are sent before they get longer than this, even if more calls have been received.
constexpr size_t kFlushBytes = 64 << 10;
// Longer calls go to the pool: the hand-over costs less than the wait of the calls behind them on
// the same socket.
constexpr size_t kShortBatchBytes = 2 << 10;
constexpr size_t kShortReadBytes = 8 << 10;
constexpr size_t kShortCallBytes = 64 << 10;

std::string AddressText(const boost::asio::ip::tcp::endpoint& endpoint) {
  return Unmapped(endpoint.address()).to_string();
}

}  // namespace

// A call on its way through the pool, with the memory it holds.
struct RpcConnection::PooledCall {
  // First, so that it goes last: `memory` is counted there.
  std::shared_ptr<RpcConnection> connection;
  MemoryReservation memory;
  // What the views of the call point into.
  ReceivedFrame frame;
  std::unique_ptr<google::protobuf::Arena> arena;
  PendingCall call;
};

RpcConnection::RpcConnection(Socket socket, RpcShared& shared)
    : socket_(std::move(socket)),
      shared_(shared),
      memory_(shared.memory, shared.options.max_connection_bytes_in_flight),
      input_(memory_) {
  shared_.connections.fetch_add(1, std::memory_order_relaxed);
}

RpcConnection::~RpcConnection() {
  memory_.Remove(accounted_output_);
  shared_.connections.fetch_sub(1, std::memory_order_relaxed);
}

void RpcConnection::Start() {
  boost::system::error_code error;
  socket_.non_blocking(true, error);
  if (!error) socket_.set_option(boost::asio::ip::tcp::no_delay(true), error);
  const auto local = socket_.local_endpoint(error);
  if (error) return Close();
  const auto remote = socket_.remote_endpoint(error);
  if (error) return Close();
  info_.dialled_host = AddressText(local);
  info_.peer = fmt::format("{}:{}", AddressText(remote), remote.port());
  WaitToRead();
}

void RpcConnection::Close() {
  abandoned_.store(true, std::memory_order_relaxed);
  boost::system::error_code ignored;
  socket_.shutdown(Socket::shutdown_both, ignored);
  socket_.close(ignored);
  // Calls in the pool may keep this object for long, but nobody waits for its bytes.
  input_.Clear();
  output_.Clear();
  AccountOutput();
}

void RpcConnection::CloseStalled(std::string_view what) {
  const uint64_t so_far = shared_.counters.stalled_connections.fetch_add(1) + 1;
  SPDLOG_WARN("closed the connection of {}: {}; {} bytes were held for it; {} such so far",
              info_.peer, what, memory_.used(), so_far);
  // A reset: the system gives up what waits in its own buffers, too.
  boost::system::error_code ignored;
  socket_.set_option(boost::asio::socket_base::linger(true, 0), ignored);
  socket_.close(ignored);
  Close();
}

void RpcConnection::Tick() {
  if (closed()) return;
  if (stage_ == Stage::kClosing && ++closing_ticks_ >= kLingerTicks) return Close();
  const std::chrono::seconds timeout =
      shared_.memory.scarce() ? std::min(shared_.options.stall_timeout, kScarceStallTimeout)
                              : shared_.options.stall_timeout;
  // Output: the client takes nothing of what waits for it.
  if (output_.empty()) output_watch_.Restart();
  if (output_watch_.Tick() >= timeout) {
    return CloseStalled(fmt::format("it has not read its responses for {} s", timeout.count()));
  }
  // Input: the client has begun a message, or its opening, and does not go on. It cannot while it
  // is not read from.
  const bool receiving = !input_.empty() || discard_ > 0 || stage_ != Stage::kCalls;
  if (!receiving || !MayRead() || needs_room_) input_watch_.Restart();
  if (input_watch_.Tick() >= timeout) {
    return CloseStalled(fmt::format("a message has made no progress for {} s", timeout.count()));
  }
  const bool idle = !receiving && quiet();
  quiet_ticks_ = idle ? quiet_ticks_ + 1 : 0;
  if (quiet_ticks_ == kBufferTicks) input_.ReleaseIfEmpty();
  if (idle && shared_.options.idle_timeout.count() > 0 &&
      std::chrono::seconds(quiet_ticks_) >= shared_.options.idle_timeout) {
    Close();
  }
}

// --- reading

bool RpcConnection::MayRead() const {
  return stage_ != Stage::kClosing && !yielded_ &&
         !shared_.draining.load(std::memory_order_relaxed) && (!memory_.full() || Alone());
}

void RpcConnection::WaitToRead() {
  if (waiting_to_read_ || closed() || needs_room_ || !MayRead()) return;
  waiting_to_read_ = true;
  socket_.async_wait(Socket::wait_read,
                     [self = shared_from_this()](const boost::system::error_code& error) {
                       self->waiting_to_read_ = false;
                       if (!error && !self->closed()) self->OnReadable();
                     });
}

void RpcConnection::OnReadable() {
  for (int i = 0; i < kReadsPerTurn && MayRead(); ++i) {
    bool would_block = false;
    if (!Fill(would_block)) return Close();
    if (needs_room_) break;
    ConsumeInput();
    if (closed()) return;
    // A read that did not fill the buffer has emptied the socket.
    if (needs_room_ || would_block || !input_.filled()) break;
  }
  Flush();
  WaitToRead();
}

bool RpcConnection::Fill(bool& would_block) {
  const Grant grant = input_.Prepare(expected_, Alone());
  if (grant == Grant::kConnectionFull) {
    // Goes on when a response has been sent or a call has ended.
    needs_room_ = true;
    return true;
  }
  if (grant == Grant::kServerFull) return RefuseFrame();
  boost::system::error_code error;
  const size_t read = socket_.read_some(input_.space(), error);
  if (error == boost::asio::error::would_block || error == boost::asio::error::try_again) {
    would_block = true;
    return true;
  }
  if (error) return false;
  input_.Commit(read);
  input_watch_.Note(read);
  quiet_ticks_ = 0;
  return true;
}

void RpcConnection::ConsumeInput() {
  const auto turn_ends = std::chrono::steady_clock::now() + kTurnTime;
  while (!closed()) {
    const Progress progress = ConsumeOne();
    if (closed()) return;
    if (output_.size() >= kFlushBytes) Flush();
    if (progress != Progress::kMore || !MayRead()) return;
    if (last_call_received_ >= turn_ends) return Yield();
  }
}

void RpcConnection::Yield() {
  yielded_ = true;
  boost::asio::post(socket_.get_executor(), [self = shared_from_this()] {
    self->yielded_ = false;
    self->ReadOn();
  });
}

RpcConnection::Progress RpcConnection::ConsumeOne() {
  switch (stage_) {
    case Stage::kPreamble: return ConsumePreamble();
    case Stage::kSaslToken: return ConsumeSaslToken();
    case Stage::kHeader: return ConsumeHeader();
    case Stage::kCalls: return ConsumeCall();
    case Stage::kClosing: break;
  }
  return Progress::kStop;
}

RpcConnection::Progress RpcConnection::ConsumeCall() {
  if (discard_ > 0) {
    const size_t bytes = std::min(discard_, input_.bytes().size());
    input_.Consume(bytes);
    discard_ -= bytes;
    if (discard_ > 0) return Progress::kWait;
  }
  BytesView bytes = input_.bytes();
  uint32_t length;
  expected_ = 0;
  if (!wire::TakeBigEndian(bytes, length)) return Progress::kWait;
  if (length == 0) {
    Close();
    return Progress::kStop;
  }
  if (length > shared_.max_request_bytes) return RefuseOversized(length);
  expected_ = 4 + size_t{length};
  if (bytes.size() < length) return Progress::kWait;
  if (!RunCall(bytes.substr(0, length))) return Progress::kWait;
  expected_ = 0;
  input_watch_.Restart();
  return Progress::kMore;
}

// --- calls

bool RpcConnection::RunCall(BytesView frame) {
  PendingCall call;
  if (!wire::ParseRequest(frame, call.request).ok()) {
    Close();
    return false;
  }
  call.verb = shared_.runner.Find(info_, call.request.header);
  call.received = last_call_received_ = std::chrono::steady_clock::now();
  call.arena = arena_.get();
  const bool here = call.verb == nullptr || BeginsHere(*call.verb, call.request);
  bool done = false;
  if (here && shared_.memory.full()) {
    RefuseCall(call.request.header.call_id());
    done = true;
  } else if (here) {
    MemoryReservation memory(memory_, true);
    ReplyBytes reply =
        shared_.runner.RunShort(call, info_, shared_.options.short_call, memory, output_.Tail());
    done = !reply.given_up;
    if (done) {
      if (!reply.cells.empty()) output_.Push(std::move(reply.cells));
      arena_->Reset();
      // From here on the response counts as output.
      if (memory.held() > 0) AccountOutput();
    }
  }
  if (done) {
    input_.Consume(4 + frame.size());
  } else if (!RunInPool(std::move(call), frame)) {
    return false;
  }
  shared_.requests.fetch_add(1, std::memory_order_relaxed);
  return true;
}

bool RpcConnection::BeginsHere(const Verb& verb, const wire::RequestParts& request) const {
  const size_t bytes = request.param.size() + request.cell_block.size();
  switch (verb.lane()) {
    case Lane::kInline: return true;
    case Lane::kPool: return false;
    case Lane::kRead:
      if (bytes > kShortReadBytes) return false;
      break;
    case Lane::kScan:
      if (bytes > kShortReadBytes || !HasMetaPriority(request)) return false;
      break;
    case Lane::kWrite:
      if (bytes > kShortCallBytes || shared_.writes_may_wait()) return false;
      break;
    case Lane::kBatch:
      if (bytes > kShortBatchBytes || shared_.writes_may_wait()) return false;
      break;
  }
  return !wire::MayHoldRegex(request.param);
}

bool RpcConnection::RunInPool(PendingCall pending, BytesView frame) {
  // Room for the call and the beginning of its response is found first, and a call for which there
  // is none is neither copied nor queued.
  const Lane lane = pending.verb->lane();
  const uint32_t call_id = pending.request.header.call_id();
  base::ThreadPool& pool =
      lane == Lane::kWrite || lane == Lane::kBatch ? shared_.write_handlers : shared_.handlers;
  MemoryReservation memory(memory_);
  const size_t response =
      lane == Lane::kScan ? shared_.scan_response_bytes : shared_.response_bytes;
  const Grant grant =
      pool.Full() ? Grant::kServerFull
                  : memory.TryReserve(input_.CopiedBytes(4, frame.size()) + response, Alone());
  if (grant == Grant::kConnectionFull) {
    arena_->Reset();
    needs_room_ = true;
    return false;
  }
  if (grant == Grant::kServerFull) {
    arena_->Reset();
    RefuseCall(call_id);
    input_.Consume(4 + frame.size());
    return true;
  }
  const auto call = std::make_shared<PooledCall>(
      PooledCall{.connection = shared_from_this(),
                 .memory = std::move(memory),
                 .frame = {},
                 .arena = std::exchange(arena_, std::make_unique<google::protobuf::Arena>()),
                 .call = std::move(pending)});
  wire::RequestParts& request = call->call.request;
  // Where the parts are; one that is not there is nowhere.
  const auto place = [&frame](BytesView part) {
    return part.empty() ? 0 : static_cast<size_t>(part.data() - frame.data());
  };
  const size_t param = place(request.param);
  const size_t cell_block = place(request.cell_block);
  call->frame = input_.Take(4, frame.size(), call->memory);
  if (!call->frame.copy.empty()) call->memory.Spend(call->frame.copy.size());
  const BytesView bytes = call->frame.bytes();
  request.param = bytes.substr(param, request.param.size());
  request.cell_block = bytes.substr(cell_block, request.cell_block.size());
  if (pool.Submit([call] { RunPooled(call); })) {
    ++calls_in_pool_;
  } else {
    RefuseCall(call_id);
  }
  return true;
}

void RpcConnection::RunPooled(const std::shared_ptr<PooledCall>& call) {
  RpcConnection& self = *call->connection;
  // Nobody is there any more to whom the response could go.
  if (self.shared_.abandoned.load(std::memory_order_relaxed)) return;
  Bytes head;
  ReplyBytes reply =
      self.shared_.runner.Run(call->call, self.info_, self.abandoned_, call->memory, head);
  call->arena.reset();
  call->frame = {};
  boost::asio::post(self.socket_.get_executor(),
                    [call, head = std::move(head), cells = std::move(reply.cells)]() mutable {
                      call->connection->Deliver(*call, std::move(head), std::move(cells));
                    });
}

void RpcConnection::Deliver(PooledCall& call, Bytes head, Bytes cells) {
  --calls_in_pool_;
  if (closed()) return;
  output_.Tail().append(head);
  if (!cells.empty()) output_.Push(std::move(cells));
  // The response counts as output before it stops counting as the call's.
  AccountOutput();
  call.memory.Release();
  Flush();
  ReadOn();
}

void RpcConnection::ReadOn() {
  needs_room_ = false;
  if (closed() || waiting_to_read_ || !MayRead()) return;
  ConsumeInput();
  Flush();
  WaitToRead();
}

// --- writing

void RpcConnection::AccountOutput() {
  const size_t now = output_.held();
  if (now > accounted_output_) {
    memory_.Add(now - accounted_output_);
  } else {
    memory_.Remove(accounted_output_ - now);
  }
  accounted_output_ = now;
}

void RpcConnection::Flush() {
  if (closed()) return;
  if (waiting_to_write_) return AccountOutput();
  while (!output_.empty()) {
    std::array<boost::asio::const_buffer, OutputQueue::kMaxParts> parts;
    const size_t count = output_.Gather(parts);
    boost::system::error_code error;
    const size_t sent =
        socket_.write_some(std::span<const boost::asio::const_buffer>(parts.data(), count), error);
    if (error == boost::asio::error::would_block || error == boost::asio::error::try_again) {
      waiting_to_write_ = true;
      AccountOutput();
      socket_.async_wait(Socket::wait_write,
                         [self = shared_from_this()](const boost::system::error_code& failed) {
                           self->waiting_to_write_ = false;
                           if (!failed && !self->closed()) self->OnWritable();
                         });
      return;
    }
    if (error) return Close();
    output_.Consume(sent);
    output_watch_.Note(sent);
    quiet_ticks_ = 0;
  }
  output_watch_.Restart();
  if (accounted_output_ > 0) AccountOutput();
  if (stage_ == Stage::kClosing) Linger();
}

void RpcConnection::Linger() {
  // Closing at once would discard a response that the client has not read yet.
  boost::system::error_code error;
  socket_.shutdown(Socket::shutdown_send, error);
  if (error) return Close();
  socket_.async_wait(Socket::wait_read,
                     [self = shared_from_this()](const boost::system::error_code& failed) {
                       if (failed || self->closed()) return;
                       std::array<char, 4096> unread;
                       boost::system::error_code ended;
                       self->socket_.read_some(boost::asio::buffer(unread), ended);
                       if (ended && ended != boost::asio::error::would_block) return self->Close();
                       self->Linger();
                     });
}

void RpcConnection::OnWritable() {
  Flush();
  ReadOn();
}

}  // namespace basalt::server
