#include "server/zookeeper/facade.h"

#include <chrono>
#include <future>
#include <random>
#include <unordered_map>
#include <utility>
#include <vector>

#include <boost/asio/bind_executor.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/strand.hpp>
#include <spdlog/spdlog.h>

#include "server/zookeeper/connection.h"
#include "server/zookeeper/four_letter_words.h"
#include "server/zookeeper/request_handler.h"
#include "server/zookeeper/session_table.h"
#include "server/zookeeper/watch_table.h"
#include "server/zookeeper/znode_tree.h"
#include "wire/zookeeper/request.h"
#include "wire/zookeeper/session_records.h"

namespace basalt::server::zookeeper {
namespace {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;
using wire::zookeeper::ConnectRequest;
using wire::zookeeper::ConnectResponse;
using wire::zookeeper::EventType;

int64_t SteadyMs() {
  auto now = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::milliseconds>(now).count();
}

// Ids start above all that a run that began earlier can have given out: clients that outlive a
// restart compare transaction ids.
int64_t FirstId(const Clock& clock) {
  constexpr int64_t kStartOf2020Ms = 1577836800000;
  return std::max<int64_t>(clock.NowMs() - kStartOf2020Ms, 1) << 20;
}

Bytes RandomBytes(size_t size) {
  std::random_device device;
  Bytes bytes;
  for (size_t i = 0; i < size; ++i) bytes.push_back(static_cast<char>(device()));
  return bytes;
}

}  // namespace

// Members without "any thread" run on the strand.
class ZookeeperFacade::Impl : public Connection::Host, public std::enable_shared_from_this<Impl> {
 public:
  Impl(asio::io_context& io, tcp::endpoint endpoint, const ZnodeSource* source,
       FacadeOptions options)
      : io_(io),
        strand_(asio::make_strand(io)),
        endpoint_(std::move(endpoint)),
        options_(options),
        acceptor_(strand_),
        timer_(strand_),
        sessions_(options.sessions, FirstId(*options.clock) + 1, RandomBytes),
        watches_(options.max_watch_bytes),
        source_(source) {}

  Status Start();  // any thread, once
  void Stop();     // any thread
  uint16_t port() const { return port_; }
  void PostChanged(std::string path);  // any thread

  bool OnWord(Connection* connection, BytesView word) override;
  void OnFrame(Connection* connection, BytesView frame) override;
  void OnClosed(Connection* connection) override;
  bool Reserve(size_t bytes) override;
  void Release(size_t bytes) override { buffered_ -= bytes; }

 private:
  void Accept();
  // Says in the log when it changes whether connections are accepted.
  void SayAccepting(bool accepting, const std::string& why_not);
  void Tick();
  void LookAtWatchedNodes();
  void Shut();
  void OpenSession(Connection* connection, BytesView frame);
  void Tell(EventType type, const std::string& path);
  Connection* Find(uint64_t id);
  FacadeState State();

  asio::io_context& io_;
  asio::strand<asio::io_context::executor_type> strand_;
  const tcp::endpoint endpoint_;
  const FacadeOptions options_;
  tcp::acceptor acceptor_;
  asio::steady_timer timer_;
  uint16_t port_ = 0;

  bool shut_ = false;
  bool accepting_ = false;  // an accept is under way
  bool accepts_ = true;     // as the log says
  uint64_t next_connection_ = 1;
  std::unordered_map<uint64_t, std::shared_ptr<Connection>> connections_;
  SessionTable sessions_;
  WatchTable watches_;
  const ZnodeSource* source_;
  // Made in Start(), when the source has something to show.
  std::unique_ptr<ZnodeTree> tree_;
  std::unique_ptr<RequestHandler> handler_;
  size_t buffered_ = 0;
  int64_t frames_received_ = 0;
  int64_t replies_sent_ = 0;
};

Status ZookeeperFacade::Impl::Start() {
  error_code error;
  auto failed = [&](const char* what) {
    return Status(StatusCode::kIoError,
                  fmt::format("ZooKeeper port: cannot {} {}:{}: {}", what,
                              endpoint_.address().to_string(), endpoint_.port(), error.message()));
  };
  acceptor_.open(endpoint_.protocol(), error);
  if (error) return failed("open a socket for");
  acceptor_.set_option(tcp::acceptor::reuse_address(true), error);
  acceptor_.bind(endpoint_, error);
  if (error) return failed("bind");
  acceptor_.listen(asio::socket_base::max_listen_connections, error);
  if (error) return failed("listen on");
  port_ = acceptor_.local_endpoint(error).port();
  tree_ = std::make_unique<ZnodeTree>(
      source_, options_.clock, FirstId(*options_.clock),
      [this](EventType type, const std::string& path) { Tell(type, path); });
  handler_ = std::make_unique<RequestHandler>(tree_.get(), &watches_);
  asio::post(strand_, [self = shared_from_this()] {
    self->Accept();
    self->Tick();
  });
  return Status::Ok();
}

void ZookeeperFacade::Impl::Stop() {
  std::promise<void> done;
  auto finished = done.get_future();
  auto shut = [self = shared_from_this(),
               promise = std::make_shared<std::promise<void>>(std::move(done))] {
    self->Shut();
    promise->set_value();
  };
  if (strand_.running_in_this_thread()) return shut();
  asio::post(strand_, shut);
  while (finished.wait_for(std::chrono::milliseconds(10)) != std::future_status::ready) {
    // Nobody runs handlers any more, so nobody else touches the state either.
    if (io_.stopped()) return Shut();
  }
}

void ZookeeperFacade::Impl::Shut() {
  if (shut_) return;
  shut_ = true;
  error_code ignored;
  acceptor_.close(ignored);
  timer_.cancel(ignored);
  auto connections = std::exchange(connections_, {});
  for (const auto& [id, connection] : connections) connection->Close();
}

void ZookeeperFacade::Impl::Accept() {
  if (shut_ || accepting_) return;
  accepting_ = true;
  acceptor_.async_accept(
      strand_, [self = shared_from_this()](const error_code& error, tcp::socket socket) {
        self->accepting_ = false;
        if (self->shut_) return;
        // Out of descriptors, most likely: the next tick tries again.
        if (error) return self->SayAccepting(false, error.message());
        const bool room = self->connections_.size() < self->options_.max_connections;
        self->SayAccepting(room, "as many connections are open as are allowed");
        if (room) {
          uint64_t id = self->next_connection_++;
          auto connection = std::make_shared<Connection>(id, std::move(socket),
                                                         self->options_.connection, self.get());
          connection->deadline_ms = SteadyMs() + self->options_.handshake_timeout_ms;
          self->connections_[id] = connection;
          connection->Start();
        }
        self->Accept();
      });
}

void ZookeeperFacade::Impl::SayAccepting(bool accepting, const std::string& why_not) {
  if (std::exchange(accepts_, accepting) == accepting) return;
  if (accepting) {
    spdlog::info("ZooKeeper port: connections are accepted again");
  } else {
    spdlog::warn("ZooKeeper port: connections are refused: {}", why_not);
  }
}

void ZookeeperFacade::Impl::Tick() {
  if (shut_) return;
  int64_t now_ms = SteadyMs();
  for (uint64_t id : sessions_.Expire(now_ms)) {
    if (Connection* connection = Find(id)) connection->Close();
  }
  std::vector<std::shared_ptr<Connection>> late;
  for (const auto& [id, connection] : connections_) {
    if (connection->deadline_ms != 0 && now_ms >= connection->deadline_ms) {
      late.push_back(connection);
    }
  }
  for (const auto& connection : late) connection->Close();
  LookAtWatchedNodes();
  Accept();
  timer_.expires_after(std::chrono::milliseconds(options_.tick_ms));
  timer_.async_wait([self = shared_from_this()](const error_code&) { self->Tick(); });
}

// A watch must fire also when nobody says that its node has changed.
void ZookeeperFacade::Impl::LookAtWatchedNodes() {
  if (watches_.HasRecursive()) return tree_->RefreshAll();
  for (const std::string& path : watches_.Paths()) tree_->Refresh(path);
}

Connection* ZookeeperFacade::Impl::Find(uint64_t id) {
  auto found = connections_.find(id);
  return found == connections_.end() ? nullptr : found->second.get();
}

bool ZookeeperFacade::Impl::Reserve(size_t bytes) {
  if (buffered_ + bytes > options_.max_buffered_bytes) return false;
  buffered_ += bytes;
  return true;
}

void ZookeeperFacade::Impl::OnClosed(Connection* connection) {
  watches_.RemoveAll(connection->id());
  sessions_.Disconnected(connection->session_id, connection->id());
  connections_.erase(connection->id());
}

bool ZookeeperFacade::Impl::OnWord(Connection* connection, BytesView word) {
  if (!IsFourLetterWord(word)) return false;
  connection->SendAndClose(*AnswerWord(word, State()));
  return true;
}

void ZookeeperFacade::Impl::OnFrame(Connection* connection, BytesView frame) {
  ++frames_received_;
  if (connection->session_id == 0) return OpenSession(connection, frame);
  sessions_.Heard(connection->session_id, SteadyMs());
  auto request = wire::zookeeper::ParseRequest(frame);
  if (!request.ok()) return connection->Close();
  RequestHandler::Reply reply = handler_->Handle(*request, connection->who());
  ++replies_sent_;
  if (reply.close_session) sessions_.Close(connection->session_id);
  if (!reply.close_connection) return connection->Send(std::move(reply.frames));
  connection->deadline_ms = SteadyMs() + options_.handshake_timeout_ms;
  connection->SendAndClose(std::move(reply.frames));
}

void ZookeeperFacade::Impl::OpenSession(Connection* connection, BytesView frame) {
  auto request = wire::zookeeper::ParseConnectRequest(frame);
  if (!request.ok()) {
    spdlog::debug("ZooKeeper client {}: {}", connection->who().remote_address,
                  request.status().message());
    return connection->Close();
  }
  int64_t now_ms = SteadyMs();
  uint64_t replaced = 0;
  SessionTable::Session* session =
      request->session_id == 0
          ? sessions_.Open(request->timeout_ms, connection->id(), now_ms)
          : sessions_.Reopen(request->session_id, request->password, request->timeout_ms,
                             connection->id(), now_ms, &replaced);
  if (session == nullptr && request->session_id == 0) {
    spdlog::warn("ZooKeeper client {}: too many sessions", connection->who().remote_address);
    return connection->Close();
  }
  // Ids of zero tell the client that its session has expired.
  ConnectResponse response;
  response.password = Bytes(wire::zookeeper::kSessionPasswordSize, '\0');
  response.has_read_only = request->has_read_only;
  if (session != nullptr) {
    response.timeout_ms = session->timeout_ms;
    response.session_id = session->id;
    response.password = session->password;
  }
  Bytes message;
  wire::zookeeper::AppendConnectResponse(response, &message);
  Bytes framed;
  wire::zookeeper::JuteWriter writer(&framed);
  writer(message);  // a buffer has its length before it, as a frame has
  ++replies_sent_;
  if (session == nullptr) return connection->SendAndClose(std::move(framed));
  connection->session_id = session->id;
  connection->deadline_ms = 0;
  if (Connection* old = Find(replaced)) old->Close();
  connection->Send(std::move(framed));
}

void ZookeeperFacade::Impl::Tell(EventType type, const std::string& path) {
  for (WatchTable::Watcher watcher : watches_.Fire(type, path)) {
    if (Connection* connection = Find(watcher)) {
      connection->Send(FrameEvent(type, path, tree_->zxid()));
    }
  }
}

void ZookeeperFacade::Impl::PostChanged(std::string path) {
  asio::post(strand_, [self = shared_from_this(), path = std::move(path)] {
    if (!self->shut_) self->tree_->Refresh(path);
  });
}

FacadeState ZookeeperFacade::Impl::State() {
  FacadeState state;
  state.zxid = tree_->zxid();
  state.frames_received = frames_received_;
  state.replies_sent = replies_sent_;
  state.sessions = sessions_.size();
  state.watches = watches_.size();
  state.nodes = static_cast<size_t>(tree_->CountBelow("/", {})) + 1;
  state.port = port_;
  state.min_session_timeout_ms = options_.sessions.min_timeout_ms;
  state.max_session_timeout_ms = options_.sessions.max_timeout_ms;
  state.max_connections = options_.max_connections;
  for (const auto& [id, connection] : connections_) {
    state.connections.emplace_back(connection->who().remote_address, connection->session_id);
  }
  return state;
}

ZookeeperFacade::ZookeeperFacade(asio::io_context& io, tcp::endpoint endpoint,
                                 const ZnodeSource* source, FacadeOptions options)
    : impl_(std::make_shared<Impl>(io, std::move(endpoint), source, options)) {}

ZookeeperFacade::~ZookeeperFacade() = default;

Status ZookeeperFacade::Start() { return impl_->Start(); }

void ZookeeperFacade::Stop() { impl_->Stop(); }

uint16_t ZookeeperFacade::port() const { return impl_->port(); }

void ZookeeperFacade::Changed(std::string path) { impl_->PostChanged(std::move(path)); }

}  // namespace basalt::server::zookeeper
