#include "server/zookeeper/connection.h"

#include <algorithm>
#include <utility>

#include <boost/asio/buffer.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/write.hpp>

#include "server/net/unmapped.h"
#include "wire/big_endian.h"

namespace basalt::server::zookeeper {
namespace {

namespace asio = boost::asio;
using boost::system::error_code;

// Memory for a frame is taken as its bytes arrive, not when its length is claimed.
constexpr size_t kReadStep = size_t{16} << 10;

// The first frame opens the session and is some 50 bytes long.
constexpr size_t kMaxFirstFrame = 1024;

std::string AddressText(const error_code& error, const asio::ip::tcp::endpoint& endpoint) {
  if (error) return {};
  const asio::ip::address address = Unmapped(endpoint.address());
  if (!address.is_v6()) return address.to_string();
  asio::ip::address_v6 v6 = address.to_v6();
  v6.scope_id(0);
  return v6.to_string();
}

}  // namespace

Connection::Connection(uint64_t id, asio::ip::tcp::socket socket, ConnectionLimits limits,
                       Host* host)
    : socket_(std::move(socket)), limits_(limits), host_(host) {
  who_.watcher = id;
  error_code error;
  auto local = socket_.local_endpoint(error);
  who_.local_address = AddressText(error, local);
  auto remote = socket_.remote_endpoint(error);
  who_.remote_address = AddressText(error, remote);
  socket_.set_option(asio::ip::tcp::no_delay(true), error);
  socket_.set_option(asio::socket_base::keep_alive(true), error);
}

void Connection::Start() { ReadLength(); }

bool Connection::Grow(size_t bytes) {
  if (!host_->Reserve(bytes)) {
    Close();
    return false;
  }
  reserved_ += bytes;
  return true;
}

void Connection::Shrink(size_t bytes) {
  if (host_ == nullptr) return;  // Close() has given all back.
  reserved_ -= bytes;
  host_->Release(bytes);
}

void Connection::ReadLength() {
  if (reading_ || host_ == nullptr || finishing_) return;
  if (pending_.size() + writing_.size() > limits_.pause_output_bytes) return;
  reading_ = true;
  asio::async_read(
      socket_, asio::buffer(length_), [self = shared_from_this()](const error_code& error, size_t) {
        self->reading_ = false;
        if (self->host_ == nullptr) return;
        if (error) return self->Close();
        BytesView word(self->length_.data(), self->length_.size());
        if (self->session_id == 0 && self->host_->OnWord(self.get(), word)) return;
        // A negative length becomes a huge one.
        size_t size = wire::GetBigEndian<uint32_t>(word.data());
        size_t limit = self->session_id == 0 ? kMaxFirstFrame : self->limits_.max_frame_bytes;
        if (size > limit) return self->Close();
        self->body_.clear();
        self->ReadBody(size);
      });
}

void Connection::ReadBody(size_t size) {
  size_t have = body_.size();
  size_t step = std::min(size - have, kReadStep);
  if (step == 0) return HandleFrame();
  if (!Grow(step)) return;
  body_.resize(have + step);
  reading_ = true;
  asio::async_read(socket_, asio::buffer(body_.data() + have, step),
                   [self = shared_from_this(), size](const error_code& error, size_t) {
                     self->reading_ = false;
                     if (self->host_ == nullptr) return;
                     if (error) return self->Close();
                     self->ReadBody(size);
                   });
}

void Connection::HandleFrame() {
  Bytes frame = std::exchange(body_, {});
  host_->OnFrame(this, frame);
  Shrink(frame.size());
  ReadLength();
}

void Connection::Send(Bytes frames) {
  if (host_ == nullptr || finishing_) return;
  if (pending_.size() > limits_.max_output_bytes) return Close();
  if (!Grow(frames.size())) return;
  pending_ += frames;
  WriteMore();
}

void Connection::SendAndClose(Bytes frames) {
  Send(std::move(frames));
  if (host_ == nullptr) return;
  finishing_ = true;
  if (writing_.empty()) DrainInput();
}

void Connection::WriteMore() {
  if (!writing_.empty() || pending_.empty()) return;
  writing_ = std::exchange(pending_, {});
  asio::async_write(socket_, asio::buffer(writing_),
                    [self = shared_from_this()](const error_code& error, size_t) {
                      if (self->host_ == nullptr) return;
                      if (error) return self->Close();
                      self->Shrink(self->writing_.size());
                      self->writing_.clear();
                      self->WriteMore();
                      if (self->finishing_ && self->writing_.empty()) return self->DrainInput();
                      self->ReadLength();
                    });
}

// Closing with input unread would make the kernel throw away what is on its way to the client.
void Connection::DrainInput() {
  error_code ignored;
  socket_.shutdown(asio::ip::tcp::socket::shutdown_send, ignored);
  if (reading_) return;  // ends with the client's close, or with the deadline
  reading_ = true;
  socket_.async_read_some(asio::buffer(length_),
                          [self = shared_from_this()](const error_code& error, size_t) {
                            self->reading_ = false;
                            if (self->host_ == nullptr) return;
                            if (error) return self->Close();
                            self->DrainInput();
                          });
}

void Connection::Close() {
  if (host_ == nullptr) return;
  Host* host = std::exchange(host_, nullptr);
  if (reserved_ > 0) host->Release(reserved_);
  error_code ignored;
  socket_.close(ignored);
  host->OnClosed(this);
}

}  // namespace basalt::server::zookeeper
