#include "client/remote/rpc_channel.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <utility>
#include <vector>

#include <boost/asio/connect.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/write.hpp>
#include <fmt/format.h>

#include "basalt/version.h"
#include "base/call_limits.h"
#include "hbase/rpc.pb.h"
#include "wire/big_endian.h"
#include "wire/exceptions.h"
#include "wire/frame.h"

namespace basalt::client {
namespace {

namespace asio = boost::asio;
using boost::system::error_code;

// HBase's limit of one message, plus headers.
constexpr uint32_t kMaxAnswer = 300U << 20;
constexpr size_t kReadBytes = 128 << 10;
// The timeout of connect and TLS handshake together: that of HBase's client.
constexpr std::chrono::seconds kConnectTimeout(10);

Bytes Opening(const std::string& service) {
  hbase::pb::ConnectionHeader header;
  const char* user = std::getenv("USER");
  header.mutable_user_info()->set_effective_user(user != nullptr ? user : "basalt");
  header.set_service_name(service);
  header.set_cell_block_codec_class(std::string(wire::ClassNameOf(kChannelCodec)));
  // Servers answer as they do to HBase's own client of this version.
  auto& version = *header.mutable_version_info();
  version.set_version("2.6.4");
  version.set_url("basalt");
  version.set_revision(std::string(kVersion));
  version.set_user("basalt");
  version.set_date("unknown");
  version.set_src_checksum("unknown");
  version.set_version_major(2);
  version.set_version_minor(6);
  return wire::Opening(header);
}

uint32_t MillisecondsUntil(Deadline deadline) {
  const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
      deadline - std::chrono::steady_clock::now());
  return static_cast<uint32_t>(std::clamp<int64_t>(left.count(), 1, 1 << 30));
}

}  // namespace

Result<RpcAnswer> RpcChannel::Pending::Wait(const RpcContext& context) {
  if (answer_.wait_until(context.deadline) == std::future_status::ready) return answer_.get();
  channel_->Forget(id_);
  return channel_->TimedOut();
}

RpcChannel::RpcChannel(asio::io_context& io, CancellationWatch& watch, HostPort server,
                       std::string service, std::shared_ptr<TlsContext> tls)
    : watch_(watch),
      server_(std::move(server)),
      service_(std::move(service)),
      resolver_(io),
      socket_(io),
      timer_(io),
      connect_timer_(io),
      tls_(std::move(tls)) {}

void RpcChannel::Open() {
  asio::post(socket_.get_executor(), [self = shared_from_this()] { self->Connect(); });
}

void RpcChannel::Connect() {
  connect_timer_.expires_after(kConnectTimeout);
  connect_timer_.async_wait([self = shared_from_this()](const error_code& error) {
    if (error || self->connected_) return;
    self->Break(
        {StatusCode::kIoError, fmt::format("no server answers at {}: no connection in {} s",
                                           self->server_.ToString(), kConnectTimeout.count())});
  });
  resolver_.async_resolve(
      server_.host, std::to_string(server_.port),
      [self = shared_from_this()](const error_code& error, const auto& found) {
        if (error) return self->Failed("cannot find", error);
        asio::async_connect(self->socket_, found, [self](const error_code& refused, const auto&) {
          if (refused) return self->Failed("no server answers at", refused);
          self->Handshake();
        });
      });
}

void RpcChannel::Failed(std::string_view what, const error_code& error) {
  Break(
      {StatusCode::kIoError, fmt::format("{} {}: {}", what, server_.ToString(), error.message())});
}

void RpcChannel::Handshake() {
  if (broken_) return;
  error_code ignored;
  socket_.set_option(asio::ip::tcp::no_delay(true), ignored);
  socket_.set_option(asio::socket_base::keep_alive(true), ignored);
  if (tls_ == nullptr) return Connected();
  stream_ = TlsStream::Make(socket_, *tls_, server_.host);
  stream_->Handshake([self = shared_from_this()](const error_code& error, size_t) {
    if (!error) return self->Connected();
    // Not retryable: another attempt would fail in the same way.
    self->Break({StatusCode::kDoNotRetry, fmt::format("{} and we cannot agree on TLS: {}",
                                                      self->server_.ToString(), error.message())});
  });
}

void RpcChannel::Connected() {
  if (broken_) return;
  connect_timer_.cancel();
  connected_ = true;
  {
    const std::lock_guard lock(mutex_);
    output_.insert(0, Opening(service_));
    write_queued_ = true;
  }
  Write();
  Read();
}

Status RpcChannel::Stranger() const {
  const BytesView first = BytesView(input_).substr(0, input_used_);
  std::string_view guess;
  // The records of TLS begin with their type, alerts or handshakes, and 3.
  if (first.starts_with("\x15\x03") || first.starts_with("\x16\x03")) {
    guess = "; it speaks TLS: try hbases://";
  } else if (first.starts_with("HTTP/")) {
    guess = "; it is a web server";
  } else if (first.starts_with("SSH-")) {
    guess = "; it is an SSH server";
  }
  return {answered_ ? StatusCode::kIoError : StatusCode::kDoNotRetry,
          fmt::format("{} does not answer as a server of HBase's{}", server_.ToString(), guess)};
}

void RpcChannel::Waiting::Finish(Result<RpcAnswer> answer) {
  if (promise) {
    promise->set_value(std::move(answer));
  } else {
    done(std::move(answer));
  }
}

Status RpcChannel::Enqueue(const std::string& method, const google::protobuf::MessageLite& request,
                           BytesView cells, const RpcContext& context, uint32_t id,
                           Waiting& waiting) {
  if (broken_) return reason_;
  if (context.cancellation.cancelled()) return base::Cancelled();
  hbase::pb::RequestHeader header;
  header.set_method_name(method);
  header.set_timeout(MillisecondsUntil(context.deadline));
  header.set_call_id(id);
  if (context.priority) header.set_priority(*context.priority);
  wire::AppendRequest(std::move(header), request, cells, output_);
  if (context.cancellation.can_be_cancelled()) {
    waiting.cancellation = watch_.Add(context.cancellation, [channel = weak_from_this(), id] {
      if (const auto self = channel.lock()) self->Cancel(id);
    });
  }
  calls_.emplace(id, std::move(waiting));
  if (!write_queued_) {
    write_queued_ = true;
    asio::post(socket_.get_executor(), [self = shared_from_this()] { self->Write(); });
  }
  return {};
}

RpcChannel::Pending RpcChannel::Start(const std::string& method,
                                      const google::protobuf::MessageLite& request, BytesView cells,
                                      const RpcContext& context) {
  Waiting waiting{std::promise<Result<RpcAnswer>>(), nullptr, context.deadline, {}};
  auto future = waiting.promise->get_future();
  const std::lock_guard lock(mutex_);
  const uint32_t id = next_id_++;
  const Status status = Enqueue(method, request, cells, context, id, waiting);
  if (!status.ok()) waiting.Finish(status);
  return {shared_from_this(), id, std::move(future)};
}

uint32_t RpcChannel::Call(const std::string& method, const google::protobuf::MessageLite& request,
                          BytesView cells, const RpcContext& context, Done done) {
  Waiting waiting{std::nullopt, std::move(done), context.deadline, {}};
  const std::lock_guard lock(mutex_);
  const uint32_t id = next_id_++;
  const Status status = Enqueue(method, request, cells, context, id, waiting);
  if (!status.ok()) {
    asio::post(socket_.get_executor(),
               [done = std::move(waiting.done), status] { done(Result<RpcAnswer>(status)); });
    return id;
  }
  const auto [place, is_new] = deadlines_.emplace(context.deadline, id);
  if (place == deadlines_.begin()) {
    asio::post(socket_.get_executor(), [self = shared_from_this()] { self->Watch(); });
  }
  return id;
}

void RpcChannel::Cancel(uint32_t id) {
  Waiting waiting;
  {
    const std::lock_guard lock(mutex_);
    const auto found = calls_.find(id);
    if (found == calls_.end()) return;  // the call has ended meanwhile
    waiting = std::move(found->second);
    calls_.erase(found);
    if (waiting.done) deadlines_.erase({waiting.deadline, id});
  }
  waiting.Finish(base::Cancelled());
}

void RpcChannel::Watch() {
  std::vector<Waiting> late;
  {
    const std::lock_guard lock(mutex_);
    if (broken_) return;
    const Deadline now = std::chrono::steady_clock::now();
    while (!deadlines_.empty() && deadlines_.begin()->first <= now) {
      const auto found = calls_.find(deadlines_.begin()->second);
      if (found != calls_.end()) {
        late.push_back(std::move(found->second));
        calls_.erase(found);
      }
      deadlines_.erase(deadlines_.begin());
    }
    if (!deadlines_.empty()) {
      timer_.expires_at(deadlines_.begin()->first);
      timer_.async_wait([self = shared_from_this()](const error_code& error) {
        if (!error) self->Watch();
      });
    }
  }
  for (Waiting& waiting : late) waiting.Finish(TimedOut());
}

Status RpcChannel::TimedOut() const {
  return {StatusCode::kTimedOut, fmt::format("{} did not answer in time", server_.ToString())};
}

void RpcChannel::Write() {
  if (!connected_ || broken_) return;  // Connected() writes the queued requests
  {
    const std::lock_guard lock(mutex_);
    if (!writing_.empty()) return;
    if (output_.empty()) {
      write_queued_ = false;
      return;
    }
    writing_.swap(output_);
  }
  auto written = [self = shared_from_this()](const error_code& error, size_t) {
    self->writing_.clear();
    if (error) return self->Failed("sending to", error);
    self->Write();
  };
  if (stream_ != nullptr) {
    stream_->Write(asio::buffer(writing_), std::move(written));
  } else {
    asio::async_write(socket_, asio::buffer(writing_), std::move(written));
  }
}

void RpcChannel::Read() {
  if (input_.size() < input_used_ + kReadBytes) input_.resize(input_used_ + kReadBytes);
  const auto room = asio::buffer(input_.data() + input_used_, input_.size() - input_used_);
  auto received = [self = shared_from_this()](const error_code& error, size_t count) {
    if (error && !self->answered_) {
      return self->Break(
          {StatusCode::kIoError,
           fmt::format(
               "{} closed the connection without an answer ({}): is it a server of HBase's, "
               "and does it want TLS?",
               self->server_.ToString(), error.message())});
    }
    if (error) {
      return self->Break(
          {StatusCode::kIoError,
           fmt::format("{} closed the connection: {}", self->server_.ToString(), error.message())});
    }
    self->input_used_ += count;
    if (!self->TakeFrames()) return self->Break(self->Stranger());
    if (!self->broken_) self->Read();
  };
  if (stream_ != nullptr) {
    stream_->Read(room, std::move(received));
  } else {
    socket_.async_read_some(room, std::move(received));
  }
}

bool RpcChannel::TakeFrames() {
  size_t begin = 0;
  while (input_used_ - begin >= 4) {
    const auto length = wire::GetBigEndian<uint32_t>(input_.data() + begin);
    if (length > kMaxAnswer) return false;
    if (input_used_ - begin - 4 < length) {
      // Reserves the whole frame at once.
      input_.resize(std::max(input_.size(), begin + 4 + length));
      break;
    }
    Answer(BytesView(input_).substr(begin + 4, length));
    if (broken_) return true;
    begin += 4 + length;
  }
  input_used_ -= begin;
  if (begin > 0) std::memmove(input_.data(), input_.data() + begin, input_used_);
  return true;
}

void RpcChannel::Answer(BytesView frame) {
  wire::ResponseParts parts;
  if (const Status status = wire::ParseResponse(frame, parts); !status.ok()) {
    return Break({answered_ ? StatusCode::kIoError : StatusCode::kDoNotRetry,
                  fmt::format("{} does not answer as a server of HBase's: {}", server_.ToString(),
                              status.message())});
  }
  answered_ = true;
  Status error;
  if (parts.header.has_exception()) error = wire::StatusFromException(parts.header.exception());
  if (parts.header.call_id() == wire::kConnectionCallId && !error.ok()) return Break(error);
  Waiting waiting;
  {
    const std::lock_guard lock(mutex_);
    const auto found = calls_.find(parts.header.call_id());
    if (found == calls_.end()) return;  // the call has timed out or was cancelled
    waiting = std::move(found->second);
    calls_.erase(found);
    if (waiting.done) deadlines_.erase({waiting.deadline, parts.header.call_id()});
  }
  if (!error.ok()) {
    waiting.Finish(std::move(error));
  } else {
    waiting.Finish(RpcAnswer{Bytes(parts.message), Bytes(parts.cell_block)});
  }
}

void RpcChannel::Close() {
  asio::post(socket_.get_executor(), [self = shared_from_this()] {
    self->Break({StatusCode::kCancelled, "the connection was closed"});
  });
}

void RpcChannel::Break(const Status& reason) {
  std::unordered_map<uint32_t, Waiting> calls;
  {
    const std::lock_guard lock(mutex_);
    if (broken_) return;
    broken_ = true;
    reason_ = reason;
    calls.swap(calls_);
    deadlines_.clear();
    output_.clear();
  }
  error_code ignored;
  timer_.cancel();
  connect_timer_.cancel();
  resolver_.cancel();
  socket_.close(ignored);
  for (auto& [id, waiting] : calls) waiting.Finish(reason);
}

void RpcChannel::Forget(uint32_t id) {
  const std::lock_guard lock(mutex_);
  calls_.erase(id);
}

}  // namespace basalt::client
