// RpcConnection: one client's socket: preamble, connection header, calls and responses.
//
// Lives on one I/O thread, which does all of its reading and writing; calls that may take long run
// on the handlers' threads and return to this thread with their response. Kept alive by its server
// and by the calls under way.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>

#include <boost/asio/ip/tcp.hpp>
#include <google/protobuf/arena.h>

#include "basalt/bytes.h"
#include "base/thread_pool.h"
#include "server/net/call_runner.h"
#include "server/net/output_queue.h"
#include "server/net/rpc_options.h"

namespace basalt::server {

// What the network side needs of the rest of the server. All that is referred to outlives it.
struct RpcDependencies {
  const RpcOptions& options;
  const VerbTable& verbs;
  // Runs the calls that may take long.
  base::ThreadPool& handlers;
  // Runs writes that may have to wait. They have threads of their own, so that those that wait for
  // the disk together can share a sync, and do not wait for long reads.
  base::ThreadPool& write_handlers;
  std::string cluster_id;
  // Whether a write may have to wait at the moment. Called on I/O threads.
  std::function<bool()> writes_may_wait;
  // Counts the requests received.
  std::atomic<uint64_t>& requests;
};

// What all connections of a server share. Owned by RpcServer; outlives them.
struct RpcShared : RpcDependencies {
  explicit RpcShared(RpcDependencies dependencies)
      : RpcDependencies(std::move(dependencies)), runner(verbs, options.max_request_bytes) {}

  const CallRunner runner;
  std::atomic<size_t> bytes_in_flight{0};
  std::atomic<size_t> connections{0};
  std::atomic<bool> draining{false};
};

class RpcConnection : public std::enable_shared_from_this<RpcConnection> {
 public:
  using Socket = boost::asio::ip::tcp::socket;

  RpcConnection(Socket socket, RpcShared& shared);
  ~RpcConnection();
  RpcConnection(const RpcConnection&) = delete;
  RpcConnection& operator=(const RpcConnection&) = delete;

  // All of these on the connection's thread.
  void Start();
  void Close();
  bool closed() const { return !socket_.is_open(); }
  // Whether nothing is under way: no call, no answer.
  bool quiet() const { return calls_in_pool_ == 0 && output_.empty(); }
  // Called about once a second: closes the connection when it has been idle or stalled for too
  // long.
  void Tick();

 private:
  enum class Stage : uint8_t { kPreamble, kSaslToken, kHeader, kCalls, kClosing };
  // What parsing the received bytes led to.
  enum class Progress : uint8_t { kMore, kWait, kStop };

  void WaitToRead();
  void OnReadable();
  // Grows the buffer for what is expected and reads what is there; false: the socket is closed or
  // broken.
  bool Fill(bool& would_block);
  void ConsumeInput();
  // Goes on with the input when the other connections of the thread have had their turn.
  void Yield();
  Progress ConsumeOne();
  Progress ConsumePreamble();
  Progress ConsumeSpecialPreamble(BytesView preamble);
  // Takes a length-prefixed part of the handshake (SASL token, connection header) off the input.
  Progress TakeOpeningPart(BytesView& part);
  Progress ConsumeSaslToken();
  Progress ConsumeHeader();
  Progress ConsumeCall();
  Progress RefuseOversized(size_t length);
  // A call and what it refers to, for another thread.
  struct PooledCall;

  void RunCall(BytesView frame);
  // Whether a call begins on this thread.
  bool BeginsHere(const Verb& verb, const wire::RequestParts& request, size_t bytes) const;
  // Hands a call to the pool of its verb; `bytes`: the length of its frame.
  void RunInPool(std::unique_ptr<PooledCall> call, size_t bytes);
  void Deliver(Bytes head, Bytes cells, size_t request_bytes);
  Progress SayAndClose(std::string_view exception_class, std::string text);

  void Flush();
  void OnWritable();
  void Linger();
  void AccountOutput();
  bool MayRead() const;
  BytesView input() const { return {buffer_.data() + begin_, end_ - begin_}; }

  Socket socket_;
  RpcShared& shared_;
  ConnectionInfo info_;
  Stage stage_ = Stage::kPreamble;

  Bytes buffer_;
  size_t begin_ = 0;
  size_t end_ = 0;
  // Length of the unit being received, as far as it is known.
  size_t expected_ = 0;

  OutputQueue output_;
  size_t accounted_output_ = 0;
  size_t calls_in_pool_ = 0;
  size_t pool_bytes_ = 0;
  bool waiting_to_read_ = false;
  bool waiting_to_write_ = false;
  bool yielded_ = false;
  Call::TimePoint last_call_received_ = Call::TimePoint::min();
  int quiet_ticks_ = 0;
  int closing_ticks_ = 0;
  // Set by Close(), for the calls in the pools.
  std::atomic<bool> abandoned_{false};
  // Of the call that runs here; goes with a call that is moved to a pool.
  std::unique_ptr<google::protobuf::Arena> arena_ = std::make_unique<google::protobuf::Arena>();
};

}  // namespace basalt::server
