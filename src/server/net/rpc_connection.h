// RpcConnection: one client's socket: preamble, connection header, calls and responses.
//
// Lives on one I/O thread, which does all of its reading and writing; calls that may take long run
// on the handlers' threads and return to this thread with their response. Kept alive by its server
// and by the calls under way.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string_view>

#include <boost/asio/ip/tcp.hpp>
#include <google/protobuf/arena.h>

#include "basalt/bytes.h"
#include "server/net/input_buffer.h"
#include "server/net/memory_budget.h"
#include "server/net/output_queue.h"
#include "server/net/progress_watch.h"
#include "server/net/rpc_shared.h"

namespace basalt::server {

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

  struct PooledCall;

  void WaitToRead();
  void OnReadable();
  // Reads what is there, as far as there is memory for it; false: the socket is closed or broken.
  bool Fill(bool& would_block);
  void ConsumeInput();
  // Goes on with the input when the other connections of the thread have had their turn.
  void Yield();
  // Goes on with what was received and what can be read, after memory has become free.
  void ReadOn();
  // Answers the call whose frame is being received with CallQueueTooBigException and throws the
  // rest of it away as it arrives; false: there is no such call.
  bool RefuseFrame();
  void RefuseCall(uint32_t call_id);
  Progress ConsumeOne();
  Progress ConsumePreamble();
  Progress ConsumeSpecialPreamble(BytesView preamble);
  // Takes a length-prefixed part of the handshake (SASL token, connection header) off the input.
  Progress TakeOpeningPart(BytesView& part);
  Progress ConsumeSaslToken();
  Progress ConsumeHeader();
  Progress ConsumeCall();
  Progress RefuseOversized(size_t length);
  // Runs or queues the call at the beginning of the input and consumes it; false: it stays there,
  // since there is no room for it or the connection is closed.
  bool RunCall(BytesView frame);
  // Whether a call begins on this thread.
  bool BeginsHere(const Verb& verb, const wire::RequestParts& request) const;
  // Hands a call to the pool of its verb; false: it stays in the input.
  bool RunInPool(PendingCall call, BytesView frame);
  // On a handler's thread.
  static void RunPooled(const std::shared_ptr<PooledCall>& call);
  void Deliver(PooledCall& call, Bytes head, Bytes cells);
  Progress SayAndClose(std::string_view exception_class, std::string text);

  void Flush();
  void OnWritable();
  void Linger();
  // Counts the output that waits, as it is now.
  void AccountOutput();
  void CloseStalled(std::string_view what);
  bool MayRead() const;
  // Whether the input is all that the connection holds.
  bool Alone() const { return calls_in_pool_ == 0 && accounted_output_ == 0; }

  Socket socket_;
  RpcShared& shared_;
  ConnectionMemory memory_;
  ConnectionInfo info_;
  Stage stage_ = Stage::kPreamble;

  InputBuffer input_;
  // Length of the unit being received, as far as it is known.
  size_t expected_ = 0;
  // Bytes to come of a frame that has been refused.
  size_t discard_ = 0;

  OutputQueue output_;
  size_t accounted_output_ = 0;
  size_t calls_in_pool_ = 0;
  bool waiting_to_read_ = false;
  bool waiting_to_write_ = false;
  bool yielded_ = false;
  Call::TimePoint last_call_received_ = Call::TimePoint::min();
  // Reading waits until a call has ended or a response has been sent.
  bool needs_room_ = false;
  // Of the message being received and of the responses that wait.
  ProgressWatch input_watch_;
  ProgressWatch output_watch_;
  int quiet_ticks_ = 0;
  int closing_ticks_ = 0;
  // Set by Close(), for the calls in the pools.
  std::atomic<bool> abandoned_{false};
  // Of the call that runs here; goes with a call that is moved to a pool.
  std::unique_ptr<google::protobuf::Arena> arena_ = std::make_unique<google::protobuf::Arena>();
};

}  // namespace basalt::server
