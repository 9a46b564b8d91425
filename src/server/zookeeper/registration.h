// Registration: shows the server's znodes in a real ZooKeeper, instead of in the façade. Nodes that
// HBase makes ephemeral are ephemeral, so that they vanish when this process dies; after a lost
// session everything is registered again.
//
// A thread of its own talks to ZooKeeper. All members may be called from any thread.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <string_view>
#include <thread>

#include "basalt/status.h"
#include "server/zookeeper/options.h"
#include "server/zookeeper/quorum_client.h"
#include "server/zookeeper/znode_source.h"
#include "server/zookeeper/znode_tree.h"

namespace basalt::server::zookeeper {

class Registration {
 public:
  // Borrows `source` until Stop() has returned.
  Registration(const ZnodeSource* source, RegistrationOptions options);
  ~Registration();
  Registration(const Registration&) = delete;
  Registration& operator=(const Registration&) = delete;

  // Connects and registers. An error when ZooKeeper cannot be reached in time, and when another
  // cluster that is alive is registered at the same place.
  Status Start();

  // Takes the ephemeral nodes away and ends the thread.
  void Stop();

  // The node at `path`, or its list of children, may have changed: it is written now. Without this
  // call it is found within a second.
  void Changed(std::string path);

 private:
  void Run();
  bool WaitForWork(std::unique_lock<std::mutex>* lock);
  void LookForChanges();
  // One round on the thread: what is due now. An error is tried again later.
  Status Work(bool everything, const std::set<std::string>& changed);
  Status RegisterAll();
  Status RegisterBelow(const std::string& path);
  Status Register(const std::string& path, const Znode& node);
  Status RegisterEphemeral(const std::string& path, const Znode& node);
  Status RemoveStrangers(const std::string& path);
  Status FailIfAnotherServerIsActive();
  Status Refresh(const std::string& path);
  void OnEvent(QuorumClient::Event event);

  const ZnodeSource* const source_;
  const RegistrationOptions options_;
  // The thread's own.
  std::unique_ptr<QuorumClient> client_;
  std::unique_ptr<ZnodeTree> tree_;

  std::mutex mutex_;
  std::condition_variable wake_;
  bool stop_ = false;
  bool connected_ = false;
  std::chrono::steady_clock::time_point disconnected_at_;
  bool expired_ = false;
  bool everything_due_ = true;
  bool registered_ = false;
  Status start_error_;
  std::set<std::string> changed_;
  std::thread thread_;
};

// "a:2181,b:2182/root" from "a,b:2182/root": ZooKeeper's client wants every port. An error for a
// quorum without a host or with a port that is none.
Result<std::string> NormalizeQuorum(std::string_view quorum, uint16_t default_port);

}  // namespace basalt::server::zookeeper
