#include "server/zookeeper/quorum_client.h"

#include <cerrno>
#include <cstring>
#include <utility>

#include <fmt/format.h>
#include <spdlog/spdlog.h>
#include <zookeeper/zookeeper.h>

namespace basalt::server::zookeeper {
namespace {

// What ZooKeeper lets a node hold, by default.
constexpr size_t kMaxNodeBytes = size_t{1} << 20;

Status Failure(const char* what, const std::string& path, int code) {
  return {StatusCode::kIoError,
          fmt::format("ZooKeeper: cannot {} {}: {}", what, path, zerror(code))};
}

void Log(const char* message) { spdlog::debug("{}", message); }

}  // namespace

struct QuorumClient::Impl {
  zhandle_t* handle = nullptr;
  std::function<void(Event)> on_event;

  static void Watch(zhandle_t*, int type, int state, const char*, void* context) {
    auto* self = static_cast<Impl*>(context);
    if (type == ZOO_DELETED_EVENT) return self->on_event(Event::kNodeDeleted);
    if (type != ZOO_SESSION_EVENT) return;
    if (state == ZOO_CONNECTED_STATE) {
      self->on_event(Event::kConnected);
    } else if (state == ZOO_EXPIRED_SESSION_STATE || state == ZOO_AUTH_FAILED_STATE) {
      self->on_event(Event::kExpired);
    } else {
      self->on_event(Event::kDisconnected);
    }
  }
};

QuorumClient::QuorumClient(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}

QuorumClient::~QuorumClient() { zookeeper_close(impl_->handle); }

Result<std::unique_ptr<QuorumClient>> QuorumClient::Open(const std::string& quorum,
                                                         int32_t session_timeout_ms,
                                                         std::function<void(Event)> on_event) {
  auto impl = std::make_unique<Impl>();
  impl->on_event = std::move(on_event);
  impl->handle = zookeeper_init2(quorum.c_str(), &Impl::Watch, session_timeout_ms, nullptr,
                                 impl.get(), 0, &Log);
  if (impl->handle == nullptr) {
    return Status(StatusCode::kIoError,
                  fmt::format("ZooKeeper: cannot use quorum {}: {}", quorum, std::strerror(errno)));
  }
  return std::unique_ptr<QuorumClient>(new QuorumClient(std::move(impl)));
}

int64_t QuorumClient::session_id() const { return zoo_client_id(impl_->handle)->client_id; }

Result<QuorumClient::Node> QuorumClient::Get(const std::string& path) {
  Node node;
  node.data.resize(kMaxNodeBytes);
  int length = static_cast<int>(node.data.size());
  Stat stat;
  int code = zoo_get(impl_->handle, path.c_str(), 0, node.data.data(), &length, &stat);
  if (code == ZNONODE) return Node{};
  if (code != ZOK) return Failure("read", path, code);
  node.exists = true;
  node.data.resize(length < 0 ? 0 : static_cast<size_t>(length));
  node.ephemeral_owner = stat.ephemeralOwner;
  return node;
}

Result<QuorumClient::Node> QuorumClient::WatchExistence(const std::string& path) {
  Stat stat;
  int code = zoo_exists(impl_->handle, path.c_str(), 1, &stat);
  if (code == ZNONODE) return Node{};
  if (code != ZOK) return Failure("watch", path, code);
  return Node{true, {}, stat.ephemeralOwner};
}

Result<std::vector<std::string>> QuorumClient::Children(const std::string& path) {
  String_vector names{};
  int code = zoo_get_children(impl_->handle, path.c_str(), 0, &names);
  if (code == ZNONODE) return std::vector<std::string>();
  if (code != ZOK) return Failure("list", path, code);
  std::vector<std::string> result(names.data, names.data + names.count);
  deallocate_String_vector(&names);
  return result;
}

Status QuorumClient::Delete(const std::string& path) {
  int code = zoo_delete(impl_->handle, path.c_str(), -1);
  return code == ZOK || code == ZNONODE ? Status::Ok() : Failure("delete", path, code);
}

Result<bool> QuorumClient::Create(const std::string& path, const Bytes& data, bool ephemeral) {
  int code = zoo_create(impl_->handle, path.c_str(), data.data(), static_cast<int>(data.size()),
                        &ZOO_OPEN_ACL_UNSAFE, ephemeral ? ZOO_EPHEMERAL : 0, nullptr, 0);
  if (code == ZNODEEXISTS) return false;
  if (code != ZOK) return Failure("create", path, code);
  return true;
}

Status QuorumClient::Set(const std::string& path, const Bytes& data) {
  int code = zoo_set(impl_->handle, path.c_str(), data.data(), static_cast<int>(data.size()), -1);
  return code == ZOK ? Status::Ok() : Failure("write", path, code);
}

}  // namespace basalt::server::zookeeper
