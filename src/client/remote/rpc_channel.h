// RpcChannel: one TCP connection to one service of one server. Any number of calls may be in
// progress; answers are matched by the call id. A channel connects once: after an error it stays
// broken, and the pool makes another. Thread safe; the socket is used on the I/O thread only.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <google/protobuf/message_lite.h>

#include "basalt/bytes.h"
#include "basalt/status.h"
#include "client/remote/address.h"
#include "client/remote/attempts.h"
#include "client/remote/cancellation_watch.h"
#include "client/remote/tls.h"
#include "wire/cell_block.h"

namespace basalt::client {

// The codec of cell blocks, in both directions.
inline constexpr auto kChannelCodec = wire::CellCodec::kKeyValueWithTags;

struct RpcAnswer {
  Bytes message;
  Bytes cells;
};

class RpcChannel : public std::enable_shared_from_this<RpcChannel> {
 public:
  // A call in progress.
  class Pending {
   public:
    Pending(std::shared_ptr<RpcChannel> channel, uint32_t id, std::future<Result<RpcAnswer>> answer)
        : channel_(std::move(channel)), id_(id), answer_(std::move(answer)) {}
    // Errors: the server's own; kIoError when the connection broke; kCancelled by the token of the
    // call; kTimedOut, after which an answer is not waited for any more. Once.
    Result<RpcAnswer> Wait(const RpcContext& context);

   private:
    std::shared_ptr<RpcChannel> channel_;
    uint32_t id_;
    std::future<Result<RpcAnswer>> answer_;
  };

  // `io` must be running; it and `watch`, which is on it, must outlive the channel.
  // `tls` may be null.
  RpcChannel(boost::asio::io_context& io, CancellationWatch& watch, HostPort server,
             std::string service, std::shared_ptr<TlsContext> tls);

  // Begins to connect. Once, before the first call.
  void Open();
  Pending Start(const std::string& method, const google::protobuf::MessageLite& request,
                BytesView cells, const RpcContext& context);
  // The same, asynchronously: `done` is called once, on the I/O thread, and must not block.
  // Returns the call's id.
  using Done = std::function<void(Result<RpcAnswer>)>;
  uint32_t Call(const std::string& method, const google::protobuf::MessageLite& request,
                BytesView cells, const RpcContext& context, Done done);
  // Fails the calls in progress.
  void Close();
  bool broken() const { return broken_; }

 private:
  // A call in progress: a Pending waits for it, or `done` is called.
  struct Waiting {
    std::optional<std::promise<Result<RpcAnswer>>> promise;
    Done done;
    Deadline deadline;  // enforced by the timer for calls with `done` only
    CancellationWatch::Registration cancellation;

    void Finish(Result<RpcAnswer> answer);
  };

  // Fails when the channel is broken or the call is cancelled already; `waiting` is unchanged then.
  // REQUIRES: mutex_ is held.
  Status Enqueue(const std::string& method, const google::protobuf::MessageLite& request,
                 BytesView cells, const RpcContext& context, uint32_t id, Waiting& waiting);
  // Ends a call whose token was cancelled.
  void Cancel(uint32_t id);
  // Sets the timer to the next deadline; fails the calls whose deadline has passed.
  void Watch();
  void Connect();
  void Failed(std::string_view what, const boost::system::error_code& error);
  void Handshake();
  void Connected();
  void Write();
  void Read();
  // False when the peer does not speak the protocol.
  bool TakeFrames();
  void Answer(BytesView frame);
  void Break(const Status& reason);
  void Forget(uint32_t id);
  Status TimedOut() const;
  // A guess at what a peer is that does not speak the protocol.
  Status Stranger() const;

  CancellationWatch& watch_;
  const HostPort server_;
  const std::string service_;
  boost::asio::ip::tcp::resolver resolver_;
  boost::asio::ip::tcp::socket socket_;
  Bytes input_;
  size_t input_used_ = 0;
  Bytes writing_;
  bool connected_ = false;
  bool answered_ = false;
  boost::asio::steady_timer timer_;
  boost::asio::steady_timer connect_timer_;
  const std::shared_ptr<TlsContext> tls_;
  std::unique_ptr<TlsStream> stream_;  // on socket_; null without TLS

  std::atomic<bool> broken_ = false;
  std::mutex mutex_;  // guards what follows
  Bytes output_;
  bool write_queued_ = false;
  Status reason_;
  uint32_t next_id_ = 0;
  std::unordered_map<uint32_t, Waiting> calls_;
  std::set<std::pair<Deadline, uint32_t>> deadlines_;
};

}  // namespace basalt::client
