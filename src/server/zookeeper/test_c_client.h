// For tests: a session of ZooKeeper's C client that keeps the events it gets. Included by *_test.cc
// files only.
#pragma once

#include <condition_variable>
#include <deque>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <zookeeper/zookeeper.h>

namespace basalt::server::zookeeper {

class CClient {
 public:
  struct Event {
    int type;
    int state;
    std::string path;
  };

  explicit CClient(const std::string& address, int timeout_ms = 30000,
                   const clientid_t* id = nullptr) {
    zoo_set_debug_level(static_cast<ZooLogLevel>(0));
    handle_ = zookeeper_init(address.c_str(), &CClient::OnEvent, timeout_ms, id, this, 0);
  }
  ~CClient() { Close(); }
  void Close() {
    if (handle_ != nullptr) zookeeper_close(std::exchange(handle_, nullptr));
  }

  zhandle_t* handle() { return handle_; }

  Event Next() {
    std::unique_lock lock(mutex_);
    arrived_.wait(lock, [this] { return !events_.empty(); });
    Event event = events_.front();
    events_.pop_front();
    return event;
  }
  void WaitForState(int state) {
    for (Event event = Next(); event.type != ZOO_SESSION_EVENT || event.state != state;) {
      event = Next();
    }
  }
  int Get(const char* path, std::string* data, int watch = 0, Stat* stat = nullptr) {
    data->assign(4096, '\0');
    int length = static_cast<int>(data->size());
    int code = zoo_get(handle_, path, watch, data->data(), &length, stat);
    data->resize(code == ZOK && length > 0 ? static_cast<size_t>(length) : 0);
    return code;
  }
  std::vector<std::string> Children(const char* path, int watch = 0) {
    String_vector names{};
    EXPECT_EQ(zoo_get_children(handle_, path, watch, &names), ZOK) << path;
    std::vector<std::string> result(names.data, names.data + names.count);
    deallocate_String_vector(&names);
    return result;
  }

 private:
  static void OnEvent(zhandle_t*, int type, int state, const char* path, void* context) {
    auto* self = static_cast<CClient*>(context);
    std::lock_guard lock(self->mutex_);
    self->events_.push_back({type, state, path == nullptr ? "" : path});
    self->arrived_.notify_all();
  }

  std::mutex mutex_;
  std::condition_variable arrived_;
  std::deque<Event> events_;
  zhandle_t* handle_ = nullptr;
};

}  // namespace basalt::server::zookeeper
