#include "client/remote/rpc_channel.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <utility>

#include <boost/asio/connect.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/write.hpp>
#include <fmt/format.h>

#include "basalt/version.h"
#include "base/interrupt.h"
#include "hbase/rpc.pb.h"
#include "wire/big_endian.h"
#include "wire/exceptions.h"
#include "wire/frame.h"

namespace basalt::client {
namespace {

namespace asio = boost::asio;
using boost::system::error_code;

// HBase's own limit of one message, with room for what is around it.
constexpr uint32_t kMaxAnswer = 300U << 20;
constexpr size_t kReadBytes = 128 << 10;

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

Result<RpcAnswer> RpcChannel::Pending::Wait(Deadline deadline) {
  using base::InterruptScope;
  auto waited = std::future_status::timeout;
  if (InterruptScope::Active()) {
    for (auto now = std::chrono::steady_clock::now();
         waited != std::future_status::ready && now < deadline && !InterruptScope::Requested();
         now = std::chrono::steady_clock::now()) {
      waited = answer_.wait_until(std::min(deadline, now + InterruptScope::kLook));
    }
  } else {
    waited = answer_.wait_until(deadline);
  }
  if (waited == std::future_status::ready) return answer_.get();
  channel_->Forget(id_);
  if (InterruptScope::Requested()) return Status(StatusCode::kCancelled, "interrupted");
  return Status(StatusCode::kTimedOut,
                fmt::format("{} did not answer in time", channel_->server_.ToString()));
}

RpcChannel::RpcChannel(asio::io_context& io, HostPort server, std::string service)
    : server_(std::move(server)), service_(std::move(service)), resolver_(io), socket_(io) {}

void RpcChannel::Open() {
  asio::post(socket_.get_executor(), [self = shared_from_this()] {
    const auto failed = [self](std::string_view what, const error_code& error) {
      self->Break({StatusCode::kIoError,
                   fmt::format("{} {}: {}", what, self->server_.ToString(), error.message())});
    };
    self->resolver_.async_resolve(self->server_.host, std::to_string(self->server_.port),
                                  [self, failed](const error_code& error, const auto& found) {
                                    if (error) return failed("cannot find", error);
                                    asio::async_connect(
                                        self->socket_, found,
                                        [self, failed](const error_code& refused, const auto&) {
                                          if (refused)
                                            return failed("no server answers at", refused);
                                          self->Connected();
                                        });
                                  });
  });
}

void RpcChannel::Connected() {
  error_code ignored;
  socket_.set_option(asio::ip::tcp::no_delay(true), ignored);
  socket_.set_option(asio::socket_base::keep_alive(true), ignored);
  connected_ = true;
  {
    const std::lock_guard lock(mutex_);
    output_.insert(0, Opening(service_));
    write_queued_ = true;
  }
  Write();
  Read();
}

RpcChannel::Pending RpcChannel::Start(const std::string& method,
                                      const google::protobuf::MessageLite& request, BytesView cells,
                                      Deadline deadline) {
  hbase::pb::RequestHeader header;
  header.set_method_name(method);
  header.set_timeout(MillisecondsUntil(deadline));
  std::promise<Result<RpcAnswer>> promise;
  auto future = promise.get_future();
  const std::lock_guard lock(mutex_);
  const uint32_t id = next_id_++;
  if (broken_) {
    promise.set_value(reason_);
    return {shared_from_this(), id, std::move(future)};
  }
  header.set_call_id(id);
  wire::AppendRequest(std::move(header), request, cells, output_);
  calls_.emplace(id, std::move(promise));
  if (!write_queued_) {
    write_queued_ = true;
    asio::post(socket_.get_executor(), [self = shared_from_this()] { self->Write(); });
  }
  return {shared_from_this(), id, std::move(future)};
}

void RpcChannel::Write() {
  if (!connected_ || broken_) return;  // Connected() writes what has come together
  {
    const std::lock_guard lock(mutex_);
    if (!writing_.empty()) return;
    if (output_.empty()) {
      write_queued_ = false;
      return;
    }
    writing_.swap(output_);
  }
  asio::async_write(
      socket_, asio::buffer(writing_),
      [self = shared_from_this()](const error_code& error, size_t) {
        self->writing_.clear();
        if (error) {
          return self->Break(
              {StatusCode::kIoError,
               fmt::format("sending to {}: {}", self->server_.ToString(), error.message())});
        }
        self->Write();
      });
}

void RpcChannel::Read() {
  if (input_.size() < input_used_ + kReadBytes) input_.resize(input_used_ + kReadBytes);
  socket_.async_read_some(
      asio::buffer(input_.data() + input_used_, input_.size() - input_used_),
      [self = shared_from_this()](const error_code& error, size_t count) {
        if (error) {
          return self->Break(
              {StatusCode::kIoError, fmt::format("{} closed the connection: {}",
                                                 self->server_.ToString(), error.message())});
        }
        self->input_used_ += count;
        if (!self->TakeFrames()) {
          return self->Break(
              {self->answered_ ? StatusCode::kIoError : StatusCode::kDoNotRetry,
               fmt::format("{} does not answer as a server of HBase's", self->server_.ToString())});
        }
        if (!self->broken_) self->Read();
      });
}

bool RpcChannel::TakeFrames() {
  size_t begin = 0;
  while (input_used_ - begin >= 4) {
    const auto length = wire::GetBigEndian<uint32_t>(input_.data() + begin);
    if (length > kMaxAnswer) return false;
    if (input_used_ - begin - 4 < length) {
      // Room for the whole of it at once.
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
  std::promise<Result<RpcAnswer>> promise;
  {
    const std::lock_guard lock(mutex_);
    const auto found = calls_.find(parts.header.call_id());
    if (found == calls_.end()) return;  // nobody waits any more
    promise = std::move(found->second);
    calls_.erase(found);
  }
  if (!error.ok()) {
    promise.set_value(std::move(error));
  } else {
    promise.set_value(RpcAnswer{Bytes(parts.message), Bytes(parts.cell_block)});
  }
}

void RpcChannel::Close() {
  asio::post(socket_.get_executor(), [self = shared_from_this()] {
    self->Break({StatusCode::kCancelled, "the connection was closed"});
  });
}

void RpcChannel::Break(const Status& reason) {
  std::unordered_map<uint32_t, std::promise<Result<RpcAnswer>>> calls;
  {
    const std::lock_guard lock(mutex_);
    if (broken_) return;
    broken_ = true;
    reason_ = reason;
    calls.swap(calls_);
    output_.clear();
  }
  error_code ignored;
  resolver_.cancel();
  socket_.close(ignored);
  for (auto& [id, promise] : calls) promise.set_value(reason);
}

void RpcChannel::Forget(uint32_t id) {
  const std::lock_guard lock(mutex_);
  calls_.erase(id);
}

}  // namespace basalt::client
