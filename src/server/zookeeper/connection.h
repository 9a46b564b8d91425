// Connection: one client's socket: frames in, frames out, no meaning. It reads one frame at a time,
// gives it to its Host and goes on reading as long as the client takes its answers.
//
// Everything runs on the façade's strand. Handlers hold the connection by shared_ptr, so it lives
// until the last one has run; the Host is not called any more after Close().
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/ip/tcp.hpp>

#include "basalt/bytes.h"
#include "server/zookeeper/options.h"
#include "server/zookeeper/request_handler.h"

namespace basalt::server::zookeeper {

class Connection : public std::enable_shared_from_this<Connection> {
 public:
  class Host {
   public:
    virtual ~Host() = default;
    // The first four bytes were a word, not a length. True when it was one the host answers; the
    // host then calls SendAndClose.
    virtual bool OnWord(Connection* connection, BytesView word) = 0;
    virtual void OnFrame(Connection* connection, BytesView frame) = 0;
    // Called once, whoever ends it.
    virtual void OnClosed(Connection* connection) = 0;
    // Memory for `bytes` more of unread input or unsent output, of all connections together.
    virtual bool Reserve(size_t bytes) = 0;
    virtual void Release(size_t bytes) = 0;
  };

  // `socket`'s executor must be the host's strand.
  Connection(uint64_t id, boost::asio::ip::tcp::socket socket, ConnectionLimits limits, Host* host);

  void Start();
  // Closes the connection when the client takes nothing or memory is short.
  void Send(Bytes frames);
  // Sends, then waits for the client to close, so that the last bytes are not cut off.
  void SendAndClose(Bytes frames);
  void Close();

  const Requester& who() const { return who_; }
  uint64_t id() const { return who_.watcher; }

  // Kept here for the host: 0 until the session is opened.
  int64_t session_id = 0;
  // When the connection is to be closed if nothing happens; 0 is never.
  int64_t deadline_ms = 0;

 private:
  void ReadLength();
  void ReadBody(size_t size);
  void HandleFrame();
  void WriteMore();
  void DrainInput();
  bool Grow(size_t bytes);
  void Shrink(size_t bytes);

  boost::asio::ip::tcp::socket socket_;
  const ConnectionLimits limits_;
  Host* host_;  // null once closed
  Requester who_;
  bool finishing_ = false;
  bool reading_ = false;
  std::array<char, 4> length_{};
  Bytes body_;
  Bytes pending_;
  Bytes writing_;
  size_t reserved_ = 0;
};

}  // namespace basalt::server::zookeeper
