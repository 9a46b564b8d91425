#include "server/net/rpc_connection.h"

#include <algorithm>
#include <array>
#include <limits>
#include <span>
#include <utility>

#include <boost/asio/post.hpp>
#include <fmt/format.h>

#include "hbase/registry.pb.h"
#include "server/net/unmapped.h"
#include "wire/big_endian.h"
#include "wire/comparator_codec.h"
#include "wire/exceptions.h"

namespace basalt::server {
namespace {

constexpr size_t kPreambleBytes = 6;
constexpr BytesView kMagic = "HBas";
constexpr uint8_t kSimpleAuth = 80;
constexpr uint8_t kKerberosAuth = 81;
constexpr uint8_t kDigestAuth = 82;
constexpr size_t kMaxHeaderBytes = 1 << 20;
// Bytes a connection keeps for input, and the most it allocates for an advertised length alone.
constexpr size_t kInputBytes = 16 << 10;
constexpr size_t kTrustedBytes = 4 << 20;
// Reads of one turn, so that a busy connection does not starve its neighbours.
constexpr int kReadsPerTurn = 4;
// The same for calls that have arrived together, and run here.
constexpr std::chrono::milliseconds kTurnTime{2};
// Seconds a client has to read why it was refused.
constexpr int kLingerTicks = 5;
// Longer calls go to the pool: the hand-over costs less than the wait of the calls behind them on
// the same socket.
constexpr size_t kShortBatchBytes = 2 << 10;
constexpr size_t kShortReadBytes = 8 << 10;
constexpr size_t kShortCallBytes = 64 << 10;

std::string AddressText(const boost::asio::ip::tcp::endpoint& endpoint) {
  return Unmapped(endpoint.address()).to_string();
}

}  // namespace

RpcConnection::RpcConnection(Socket socket, RpcShared& shared)
    : socket_(std::move(socket)), shared_(shared) {
  shared_.connections.fetch_add(1, std::memory_order_relaxed);
}

RpcConnection::~RpcConnection() {
  shared_.bytes_in_flight.fetch_sub(accounted_output_, std::memory_order_relaxed);
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
  buffer_.resize(kInputBytes);
  WaitToRead();
}

void RpcConnection::Close() {
  abandoned_.store(true, std::memory_order_relaxed);
  boost::system::error_code ignored;
  socket_.shutdown(Socket::shutdown_both, ignored);
  socket_.close(ignored);
}

void RpcConnection::Tick() {
  if (closed()) return;
  ++quiet_ticks_;
  if (stage_ == Stage::kClosing && ++closing_ticks_ >= kLingerTicks) return Close();
  const bool busy = begin_ != end_ || !output_.empty() || stage_ != Stage::kCalls;
  const auto silent = std::chrono::seconds(quiet_ticks_);
  if (busy && calls_in_pool_ == 0 && silent >= shared_.options.stall_timeout) return Close();
  if (!busy && calls_in_pool_ == 0 && shared_.options.idle_timeout.count() > 0 &&
      silent >= shared_.options.idle_timeout) {
    Close();
  }
}

// --- reading

bool RpcConnection::MayRead() const {
  return stage_ != Stage::kClosing && !yielded_ &&
         !shared_.draining.load(std::memory_order_relaxed) &&
         output_.size() + pool_bytes_ < shared_.options.max_connection_bytes_in_flight;
}

void RpcConnection::WaitToRead() {
  if (waiting_to_read_ || closed() || !MayRead()) return;
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
    ConsumeInput();
    if (closed()) return;
    // A read that did not fill the buffer has emptied the socket.
    if (would_block || end_ < buffer_.size()) break;
  }
  Flush();
  WaitToRead();
}

bool RpcConnection::Fill(bool& would_block) {
  if (begin_ == end_) {
    begin_ = end_ = 0;
    if (buffer_.size() > kTrustedBytes) {
      buffer_.resize(kInputBytes);
      buffer_.shrink_to_fit();
    }
  }
  const size_t at_hand = end_ - begin_;
  size_t wanted = std::max(kInputBytes, std::min(expected_, kTrustedBytes));
  // The buffer grows with the bytes received, not with the advertised length.
  if (expected_ > kTrustedBytes) wanted = std::min(expected_, std::max(wanted, 2 * at_hand));
  if (begin_ > 0 && (end_ == buffer_.size() || begin_ + wanted > buffer_.size())) {
    std::copy(buffer_.begin() + static_cast<ptrdiff_t>(begin_),
              buffer_.begin() + static_cast<ptrdiff_t>(end_), buffer_.begin());
    begin_ = 0;
    end_ = at_hand;
  }
  if (buffer_.size() < wanted || end_ == buffer_.size()) {
    buffer_.resize(std::max(wanted, end_ + kInputBytes));
  }
  boost::system::error_code error;
  const size_t read = socket_.read_some(
      boost::asio::mutable_buffer(buffer_.data() + end_, buffer_.size() - end_), error);
  if (error == boost::asio::error::would_block || error == boost::asio::error::try_again) {
    would_block = true;
    return true;
  }
  if (error) return false;
  end_ += read;
  quiet_ticks_ = 0;
  return true;
}

void RpcConnection::ConsumeInput() {
  const auto turn_ends = std::chrono::steady_clock::now() + kTurnTime;
  while (!closed()) {
    const Progress progress = ConsumeOne();
    if (progress != Progress::kMore || !MayRead()) return;
    if (last_call_received_ >= turn_ends) return Yield();
  }
}

void RpcConnection::Yield() {
  yielded_ = true;
  boost::asio::post(socket_.get_executor(), [self = shared_from_this()] {
    self->yielded_ = false;
    if (self->closed() || self->waiting_to_read_ || !self->MayRead()) return;
    self->ConsumeInput();
    self->Flush();
    self->WaitToRead();
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

RpcConnection::Progress RpcConnection::ConsumePreamble() {
  const BytesView bytes = input();
  if (bytes.size() < kPreambleBytes) return Progress::kWait;
  const BytesView preamble = bytes.substr(0, kPreambleBytes);
  begin_ += kPreambleBytes;
  if (!preamble.starts_with(kMagic)) return ConsumeSpecialPreamble(preamble);
  const auto version = static_cast<uint8_t>(preamble[4]);
  const auto method = static_cast<uint8_t>(preamble[5]);
  const auto describe = [&](std::string_view name) {
    return fmt::format("serverVersion=0, clientVersion={}, authMethod={}, authName={} from {}",
                       version, method, name, info_.peer);
  };
  const bool known = method >= kSimpleAuth && method <= kDigestAuth;
  if (version != 0) {
    return SayAndClose("org.apache.hadoop.hbase.ipc.WrongVersionException",
                       describe(known ? "SIMPLE" : "unknown"));
  }
  if (!known) {
    return SayAndClose("org.apache.hadoop.hbase.ipc.BadAuthException", describe("unknown"));
  }
  if (method == kKerberosAuth || method == kDigestAuth) {
    // SASL success, then the length that switches the client to simple authentication.
    Bytes& out = output_.Tail();
    wire::AppendBigEndian(out, int32_t{0});
    wire::AppendBigEndian(out, int32_t{-88});
    stage_ = Stage::kSaslToken;
  } else {
    stage_ = Stage::kHeader;
  }
  return Progress::kMore;
}

RpcConnection::Progress RpcConnection::ConsumeSpecialPreamble(BytesView preamble) {
  if (preamble == "Regist") {
    hbase::pb::GetConnectionRegistryResponse response;
    response.set_cluster_id(shared_.cluster_id);
    wire::AppendResponseHead(wire::kConnectionCallId, response, 0, output_.Tail());
    stage_ = Stage::kClosing;
    return Progress::kStop;
  }
  if (preamble == "Securi") {
    hbase::pb::ExceptionResponse exception;
    exception.set_exception_class_name("org.apache.hadoop.hbase.ipc.SecurityNotEnabledException");
    exception.set_stack_trace(
        "org.apache.hadoop.hbase.ipc.SecurityNotEnabledException: security is not enabled");
    exception.set_do_not_retry(false);
    wire::AppendException(wire::kConnectionCallId, exception, output_.Tail());
    return Progress::kMore;
  }
  return SayAndClose("org.apache.hadoop.hbase.ipc.FatalConnectionException",
                     fmt::format("Expected HEADER=HBas but received HEADER={} from {}",
                                 ToStringBinary(preamble.substr(0, kMagic.size())), info_.peer));
}

RpcConnection::Progress RpcConnection::TakeOpeningPart(BytesView& part) {
  BytesView bytes = input();
  uint32_t length;
  if (!wire::TakeBigEndian(bytes, length)) return Progress::kWait;
  if (length > kMaxHeaderBytes) {
    Close();
    return Progress::kStop;
  }
  expected_ = 4 + length;
  if (bytes.size() < length) return Progress::kWait;
  part = bytes.substr(0, length);
  begin_ += expected_;
  return Progress::kMore;
}

RpcConnection::Progress RpcConnection::ConsumeSaslToken() {
  BytesView token;
  const Progress progress = TakeOpeningPart(token);
  if (progress == Progress::kMore) stage_ = Stage::kHeader;
  return progress;
}

RpcConnection::Progress RpcConnection::ConsumeHeader() {
  BytesView bytes;
  if (const Progress progress = TakeOpeningPart(bytes); progress != Progress::kMore) {
    return progress;
  }
  hbase::pb::ConnectionHeader header;
  const bool parsed = header.ParseFromArray(bytes.data(), static_cast<int>(bytes.size()));
  const auto codec = wire::CodecByClassName(header.cell_block_codec_class());
  const auto compressor = wire::CompressorByClassName(header.cell_block_compressor_class());
  // HBase closes without a response, too.
  if (!parsed || !shared_.verbs.HasService(header.service_name()) || !codec || !compressor) {
    Close();
    return Progress::kStop;
  }
  info_.service = header.service_name();
  info_.user = header.user_info().effective_user();
  info_.codec = *codec;
  info_.compressor = *compressor;
  info_.version_major = header.version_info().version_major();
  info_.version_minor = header.version_info().version_minor();
  expected_ = 0;
  stage_ = Stage::kCalls;
  return Progress::kMore;
}

RpcConnection::Progress RpcConnection::ConsumeCall() {
  BytesView bytes = input();
  uint32_t length;
  expected_ = 0;
  if (!wire::TakeBigEndian(bytes, length)) return Progress::kWait;
  if (length > static_cast<uint32_t>(std::numeric_limits<int32_t>::max()) || length == 0) {
    Close();
    return Progress::kStop;
  }
  if (length > shared_.options.max_request_bytes) return RefuseOversized(length);
  expected_ = 4 + size_t{length};
  if (bytes.size() < length) return Progress::kWait;
  RunCall(bytes.substr(0, length));
  begin_ += expected_;
  expected_ = 0;
  return Progress::kMore;
}

RpcConnection::Progress RpcConnection::RefuseOversized(size_t length) {
  hbase::pb::RequestHeader header;
  // Only the header tells which call to answer.
  if (!wire::ParseRequestHeader(input().substr(4), header)) {
    if (input().size() < kInputBytes) return Progress::kWait;
    Close();
    return Progress::kStop;
  }
  const Status status(
      info_.version_major == 0 ? StatusCode::kDoNotRetry : StatusCode::kRequestTooBig,
      fmt::format("RPC data length of {} received from {} is greater than max allowed {}. Set "
                  "\"hbase.ipc.max.request.size\" on server to override this limit (not "
                  "recommended)",
                  length, info_.peer, shared_.options.max_request_bytes));
  wire::AppendException(header.call_id(), status, output_.Tail());
  stage_ = Stage::kClosing;
  return Progress::kStop;
}

RpcConnection::Progress RpcConnection::SayAndClose(std::string_view exception_class,
                                                   std::string text) {
  hbase::pb::ExceptionResponse exception;
  exception.set_exception_class_name(std::string(exception_class));
  exception.set_stack_trace(fmt::format("{}: {}", exception_class, text));
  exception.set_do_not_retry(true);
  wire::AppendException(wire::kConnectionCallId, exception, output_.Tail());
  stage_ = Stage::kClosing;
  return Progress::kStop;
}

// --- calls

struct RpcConnection::PooledCall {
  PendingCall call;
  std::unique_ptr<google::protobuf::Arena> arena;
  // What the views of the call point into: the whole frame, or what is still needed of it.
  Bytes bytes;
};

void RpcConnection::RunCall(BytesView frame) {
  PendingCall call;
  if (!wire::ParseRequest(frame, call.request).ok()) return Close();
  shared_.requests.fetch_add(1, std::memory_order_relaxed);
  call.verb = shared_.runner.Find(info_, call.request.header);
  call.received = last_call_received_ = std::chrono::steady_clock::now();
  call.arena = arena_.get();
  const bool here = call.verb == nullptr || BeginsHere(*call.verb, call.request, frame.size());
  if (here) {
    ReplyBytes reply =
        shared_.runner.RunShort(call, info_, shared_.options.short_call, output_.Tail());
    if (!reply.given_up) {
      if (!reply.cells.empty()) output_.Push(std::move(reply.cells));
      arena_->Reset();
      return;
    }
  }
  auto pooled = std::make_unique<PooledCall>();
  pooled->call = std::move(call);
  pooled->arena = std::exchange(arena_, std::make_unique<google::protobuf::Arena>());
  wire::RequestParts& request = pooled->call.request;
  // A message that has been parsed is not needed as bytes any more.
  pooled->bytes =
      here ? Bytes(request.cell_block) : Bytes(request.param) + Bytes(request.cell_block);
  const BytesView kept = pooled->bytes;
  request.param = kept.substr(0, kept.size() - request.cell_block.size());
  request.cell_block = kept.substr(request.param.size());
  RunInPool(std::move(pooled), frame.size());
}

bool RpcConnection::BeginsHere(const Verb& verb, const wire::RequestParts& request,
                               size_t bytes) const {
  switch (verb.lane()) {
    case Lane::kInline: return true;
    case Lane::kRead:
    case Lane::kScan: return bytes <= kShortReadBytes && !wire::MayHoldRegex(request.param);
    case Lane::kWrite:
      return bytes <= kShortCallBytes && !shared_.writes_may_wait() &&
             !wire::MayHoldRegex(request.param);
    case Lane::kBatch:
      return bytes <= kShortBatchBytes && !shared_.writes_may_wait() &&
             !wire::MayHoldRegex(request.param);
    case Lane::kPool: break;
  }
  return false;
}

void RpcConnection::RunInPool(std::unique_ptr<PooledCall> pooled, size_t bytes) {
  const uint32_t call_id = pooled->call.request.header.call_id();
  const Lane lane = pooled->call.verb->lane();
  base::ThreadPool& pool =
      lane == Lane::kWrite || lane == Lane::kBatch ? shared_.write_handlers : shared_.handlers;
  const bool room = shared_.bytes_in_flight.load(std::memory_order_relaxed) + bytes <=
                    shared_.options.max_bytes_in_flight;
  auto work = [self = shared_from_this(), pooled = std::shared_ptr<PooledCall>(std::move(pooled)),
               bytes] {
    Bytes head;
    ReplyBytes reply = self->shared_.runner.Run(pooled->call, self->info_, self->abandoned_, head);
    boost::asio::post(
        self->socket_.get_executor(),
        [self, head = std::move(head), cells = std::move(reply.cells), bytes]() mutable {
          self->Deliver(std::move(head), std::move(cells), bytes);
        });
  };
  if (room && pool.Submit(std::move(work))) {
    shared_.bytes_in_flight.fetch_add(bytes, std::memory_order_relaxed);
    pool_bytes_ += bytes;
    ++calls_in_pool_;
    return;
  }
  wire::AppendException(
      call_id,
      Status(StatusCode::kCallQueueTooBig,
             fmt::format("Call queue is full on {}, too many items queued ?", info_.dialled_host)),
      output_.Tail());
}

void RpcConnection::Deliver(Bytes head, Bytes cells, size_t request_bytes) {
  --calls_in_pool_;
  pool_bytes_ -= request_bytes;
  shared_.bytes_in_flight.fetch_sub(request_bytes, std::memory_order_relaxed);
  if (closed()) return;
  quiet_ticks_ = 0;
  output_.Tail().append(head);
  if (!cells.empty()) output_.Push(std::move(cells));
  Flush();
  // Reading may have stopped at the limit of bytes in flight, which this call counted towards.
  if (!waiting_to_read_ && MayRead()) {
    ConsumeInput();
    Flush();
    WaitToRead();
  }
}

// --- writing

void RpcConnection::AccountOutput() {
  const size_t now = output_.size();
  if (now > accounted_output_) {
    shared_.bytes_in_flight.fetch_add(now - accounted_output_, std::memory_order_relaxed);
  } else {
    shared_.bytes_in_flight.fetch_sub(accounted_output_ - now, std::memory_order_relaxed);
  }
  accounted_output_ = now;
}

void RpcConnection::Flush() {
  if (closed() || waiting_to_write_) return;
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
    quiet_ticks_ = 0;
  }
  if (accounted_output_ > 0) AccountOutput();
  if (stage_ == Stage::kClosing) Linger();
}

void RpcConnection::Linger() {
  // Closing at once would discard a response that the client has not read yet.
  boost::system::error_code error;
  socket_.shutdown(Socket::shutdown_send, error);
  if (error) return Close();
  socket_.async_wait(
      Socket::wait_read, [self = shared_from_this()](const boost::system::error_code& failed) {
        if (failed || self->closed()) return;
        boost::system::error_code ended;
        self->socket_.read_some(
            boost::asio::mutable_buffer(self->buffer_.data(), self->buffer_.size()), ended);
        if (ended && ended != boost::asio::error::would_block) return self->Close();
        self->Linger();
      });
}

void RpcConnection::OnWritable() {
  Flush();
  if (closed() || waiting_to_read_ || !MayRead()) return;
  ConsumeInput();
  Flush();
  WaitToRead();
}

}  // namespace basalt::server
