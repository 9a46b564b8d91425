// ZnodeTree: a ZnodeSource with ZooKeeper's bookkeeping: transaction ids, versions, and events. It
// keeps no data, only a fingerprint of every node that can change, and compares on every read and
// on every Refresh. So an event is sent exactly when a node did change, also when the source's
// owner forgot to say so but somebody looked.
//
// Not thread safe: the façade uses it on its strand.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "basalt/bytes.h"
#include "basalt/clock.h"
#include "server/zookeeper/znode_source.h"
#include "wire/zookeeper/constants.h"
#include "wire/zookeeper/records.h"

namespace basalt::server::zookeeper {

class ZnodeTree {
 public:
  using EventSink = std::function<void(wire::zookeeper::EventType, const std::string& path)>;

  struct Node {
    Bytes data;
    wire::zookeeper::Stat stat;
  };

  // Borrows `source` and `clock`. `first_zxid` must be above all that earlier runs gave out.
  ZnodeTree(const ZnodeSource* source, const Clock* clock, int64_t first_zxid, EventSink sink);

  // Events of changes found on the way are sent before the call returns.
  std::optional<Node> Find(std::string_view path, std::string_view local_address);
  std::vector<std::string> Children(std::string_view path, std::string_view local_address);
  // How many nodes are below `path`.
  int32_t CountBelow(std::string_view path, std::string_view local_address);

  // Looks whether the node at `path`, or its list of children, has changed.
  void Refresh(std::string_view path);

  // The same for everything that can change.
  void RefreshAll();

  // The last transaction's.
  int64_t zxid() const { return zxid_; }

 private:
  struct Record {
    size_t fingerprint = 0;
    int64_t czxid = 0;
    int64_t mzxid = 0;
    int64_t ctime_ms = 0;
    int64_t mtime_ms = 0;
    int32_t version = 0;
  };
  struct Parent {
    std::map<std::string, Record, std::less<>> children;
    int64_t pzxid = 0;
    int32_t cversion = 0;
  };

  Parent* ChangingParent(std::string_view path);
  void RefreshList(const std::string& path, Parent* parent);
  void RefreshChild(const std::string& parent_path, Parent* parent, std::string_view name);
  void Created(const std::string& parent_path, Parent* parent, std::string_view name,
               const Znode& node);
  void Deleted(const std::string& parent_path, Parent* parent, std::string_view name);

  const ZnodeSource* const source_;
  const Clock* const clock_;
  const int64_t first_zxid_;
  int64_t zxid_;
  const EventSink sink_;
  std::map<std::string, Parent, std::less<>> parents_;
};

}  // namespace basalt::server::zookeeper
