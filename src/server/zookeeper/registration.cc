#include "server/zookeeper/registration.h"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include "wire/big_endian.h"
#include "wire/zookeeper/path.h"

namespace basalt::server::zookeeper {
namespace {

using wire::zookeeper::IsAtOrBelow;
using wire::zookeeper::JoinPath;

// How often the source is asked for changes.
constexpr std::chrono::seconds kLookEvery(1);

// After a failure that no event of the session will end.
constexpr std::chrono::milliseconds kRetryAfter(500);

// What HBase's data says, without the name of who wrote it.
BytesView Unframe(BytesView data) {
  if (data.size() < 5 || data[0] != '\xFF') return data;
  size_t length = wire::GetBigEndian<uint32_t>(data.data() + 1);
  return length <= data.size() - 5 ? data.substr(5 + length) : data;
}

}  // namespace

Result<std::string> NormalizeQuorum(std::string_view quorum, uint16_t default_port) {
  auto bad = [&] {
    return Status(
        StatusCode::kInvalidArgument,
        fmt::format("ZooKeeper quorum '{}' is not host[:port][,host[:port]...][/root]", quorum));
  };
  size_t slash = quorum.find('/');
  std::string_view hosts = quorum.substr(0, slash);
  std::string_view root = slash == std::string_view::npos ? "" : quorum.substr(slash);
  if (!root.empty() && !wire::zookeeper::IsValidPath(root)) return bad();
  std::string result;
  while (true) {
    size_t comma = hosts.find(',');
    std::string_view host = hosts.substr(0, comma);
    // An IPv6 address stands in brackets when a port follows.
    size_t colon = host.rfind(':');
    if (colon != std::string_view::npos && host.find(']', colon) != std::string_view::npos) {
      colon = std::string_view::npos;
    }
    std::string_view name = host.substr(0, colon);
    uint16_t port = default_port;
    if (colon != std::string_view::npos) {
      std::string_view text = host.substr(colon + 1);
      auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), port);
      if (error != std::errc() || end != text.data() + text.size() || port == 0) return bad();
    }
    if (name.empty()) return bad();
    result += fmt::format("{}{}:{}", result.empty() ? "" : ",", name, port);
    if (comma == std::string_view::npos) break;
    hosts.remove_prefix(comma + 1);
  }
  return result.append(root == "/" ? "" : root);
}

Registration::Registration(const ZnodeSource* source, RegistrationOptions options)
    : source_(source), options_(std::move(options)) {}

Registration::~Registration() { Stop(); }

Status Registration::Start() {
  thread_ = std::thread([this] { Run(); });
  Status result;
  {
    std::unique_lock lock(mutex_);
    bool in_time = wake_.wait_for(lock, std::chrono::milliseconds(options_.start_timeout_ms),
                                  [this] { return registered_ || !start_error_.ok(); });
    if (!in_time) {
      result =
          Status(StatusCode::kTimedOut, fmt::format("ZooKeeper at {} does not answer within {} ms",
                                                    options_.quorum, options_.start_timeout_ms));
    } else {
      result = start_error_;
    }
  }
  if (!result.ok()) Stop();
  return result;
}

void Registration::Stop() {
  {
    std::lock_guard lock(mutex_);
    stop_ = true;
  }
  wake_.notify_all();
  if (thread_.joinable()) thread_.join();
}

void Registration::Changed(std::string path) {
  {
    std::lock_guard lock(mutex_);
    changed_.insert(std::move(path));
  }
  wake_.notify_all();
}

void Registration::OnEvent(QuorumClient::Event event) {
  {
    std::lock_guard lock(mutex_);
    switch (event) {
      case QuorumClient::Event::kConnected: connected_ = true; break;
      case QuorumClient::Event::kDisconnected:
        if (std::exchange(connected_, false)) disconnected_at_ = std::chrono::steady_clock::now();
        break;
      case QuorumClient::Event::kExpired: expired_ = true; break;
      // Somebody took a node of ours away.
      case QuorumClient::Event::kNodeDeleted: everything_due_ = true; break;
    }
  }
  wake_.notify_all();
}

void Registration::Run() {
  std::unique_lock lock(mutex_);
  auto fail_start = [&](Status status) {
    if (registered_) return;
    start_error_ = std::move(status);
    wake_.notify_all();
  };
  while (!stop_) {
    if (client_ == nullptr || expired_) {
      lock.unlock();
      client_.reset();
      lock.lock();
      // Only now: the old session's last events are through.
      connected_ = expired_ = false;
      disconnected_at_ = std::chrono::steady_clock::now();
      everything_due_ = true;
      lock.unlock();
      auto quorum = NormalizeQuorum(options_.quorum, options_.default_port);
      auto opened = quorum.ok() ? QuorumClient::Open(*quorum, options_.session_timeout_ms,
                                                     [this](auto event) { OnEvent(event); })
                                : quorum.status();
      Status status = opened.status();
      if (status.ok()) client_ = std::move(opened).value();
      lock.lock();
      if (!status.ok()) {
        fail_start(status);
        wake_.wait_for(lock, kRetryAfter, [this] { return stop_; });
        continue;
      }
    }
    if (!WaitForWork(&lock)) continue;
    bool everything = std::exchange(everything_due_, false);
    std::set<std::string> changed = std::exchange(changed_, {});
    lock.unlock();
    Status status = Work(everything, changed);
    lock.lock();
    if (status.ok()) {
      if (!registered_) {
        registered_ = true;
        wake_.notify_all();
      }
      continue;
    }
    spdlog::warn("registration: {}", status.message());
    everything_due_ |= everything;
    changed_.merge(changed);
    if (status.code() != StatusCode::kIoError) fail_start(status);
    wake_.wait_for(lock, kRetryAfter, [this] { return stop_ || expired_; });
  }
  lock.unlock();
  client_.reset();
}

// True when there is something to do and somebody to tell.
bool Registration::WaitForWork(std::unique_lock<std::mutex>* lock) {
  auto ended = [this] { return stop_ || expired_; };
  if (!connected_) {
    // The client only learns from ZooKeeper that its session has expired. When none can tell it (it
    // came back without its data, say), a new session is the way on.
    auto timeout = std::chrono::milliseconds(options_.session_timeout_ms);
    bool told =
        wake_.wait_until(*lock, disconnected_at_ + timeout, [&] { return ended() || connected_; });
    if (!told) expired_ = true;
    return false;
  }
  auto work = [this] { return everything_due_ || !changed_.empty(); };
  bool woken = wake_.wait_for(*lock, kLookEvery, [&] { return ended() || !connected_ || work(); });
  if (!woken) {
    lock->unlock();
    LookForChanges();
    lock->lock();
  }
  return !ended() && connected_ && work();
}

// What the tree finds changed comes back through Changed().
void Registration::LookForChanges() {
  if (tree_ == nullptr) {
    tree_ = std::make_unique<ZnodeTree>(
        source_, Clock::System(), /*first_zxid=*/0,
        [this](wire::zookeeper::EventType, const std::string& path) { Changed(path); });
  }
  tree_->RefreshAll();
}

Status Registration::Work(bool everything, const std::set<std::string>& changed) {
  if (everything) return RegisterAll();
  for (const std::string& path : changed) BASALT_RETURN_IF_ERROR(Refresh(path));
  return Status::Ok();
}

Status Registration::RegisterAll() {
  BASALT_RETURN_IF_ERROR(FailIfAnotherServerIsActive());
  // What changes from here on is found later, if not now.
  LookForChanges();
  return RegisterBelow("/");
}

// Two clusters at one place would send each other's clients astray. One that is dead left its
// lasting nodes behind; those are taken over.
Status Registration::FailIfAnotherServerIsActive() {
  std::string path = JoinPath(options_.parent, options_.identity_name);
  auto ours = source_->Find(path, options_.host);
  BASALT_ASSIGN_OR_RETURN(auto theirs, client_->Get(path));
  if (!ours || !theirs.exists || Unframe(theirs.data) == Unframe(ours->data)) return Status::Ok();
  BASALT_ASSIGN_OR_RETURN(auto master,
                          client_->Get(JoinPath(options_.parent, options_.master_name)));
  if (!master.exists || master.ephemeral_owner == 0) return Status::Ok();
  return {StatusCode::kLocked,
          fmt::format("ZooKeeper at {}: {} belongs to another cluster, which is running",
                      options_.quorum, options_.parent)};
}

Status Registration::RegisterBelow(const std::string& path) {
  for (const std::string& name : source_->Children(path, options_.host)) {
    std::string child = JoinPath(path, name);
    auto node = source_->Find(child, options_.host);
    if (!node) continue;
    if (node->ephemeral_owner != 0) {
      BASALT_RETURN_IF_ERROR(RegisterEphemeral(child, *node));
      // Servers of an earlier run whose session has not ended yet.
      if (path != options_.parent) BASALT_RETURN_IF_ERROR(RemoveStrangers(path));
    } else {
      BASALT_RETURN_IF_ERROR(Register(child, *node));
    }
    BASALT_RETURN_IF_ERROR(RegisterBelow(child));
  }
  std::vector<std::string> changing = source_->ChangingParents();
  bool lists_all = std::find(changing.begin(), changing.end(), path) != changing.end();
  return lists_all ? RemoveStrangers(path) : Status::Ok();
}

Status Registration::Register(const std::string& path, const Znode& node) {
  BASALT_ASSIGN_OR_RETURN(bool created, client_->Create(path, node.data, /*ephemeral=*/false));
  // Above the parent nothing is ours.
  if (created || !IsAtOrBelow(path, options_.parent)) return Status::Ok();
  BASALT_ASSIGN_OR_RETURN(auto there, client_->Get(path));
  return there.data == node.data ? Status::Ok() : client_->Set(path, node.data);
}

Status Registration::RegisterEphemeral(const std::string& path, const Znode& node) {
  BASALT_ASSIGN_OR_RETURN(auto there, client_->Get(path));
  if (there.exists && there.ephemeral_owner != client_->session_id()) {
    BASALT_RETURN_IF_ERROR(client_->Delete(path));
    there.exists = false;
  }
  if (!there.exists) {
    BASALT_ASSIGN_OR_RETURN(bool created, client_->Create(path, node.data, /*ephemeral=*/true));
    if (!created) return {StatusCode::kIoError, "ZooKeeper: somebody else created " + path};
  }
  return client_->WatchExistence(path).status();
}

Status Registration::RemoveStrangers(const std::string& path) {
  std::vector<std::string> ours = source_->Children(path, options_.host);
  std::set<std::string_view> known(ours.begin(), ours.end());
  BASALT_ASSIGN_OR_RETURN(auto there, client_->Children(path));
  for (const std::string& name : there) {
    if (!known.contains(name)) BASALT_RETURN_IF_ERROR(client_->Delete(JoinPath(path, name)));
  }
  return Status::Ok();
}

Status Registration::Refresh(const std::string& path) {
  if (!IsAtOrBelow(path, options_.parent)) return Status::Ok();
  auto node = source_->Find(path, options_.host);
  if (!node) return client_->Delete(path);
  if (node->ephemeral_owner != 0) return RegisterEphemeral(path, *node);
  BASALT_RETURN_IF_ERROR(Register(path, *node));
  return RegisterBelow(path);
}

}  // namespace basalt::server::zookeeper
