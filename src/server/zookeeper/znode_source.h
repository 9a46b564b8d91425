// ZnodeSource: what the ZooKeeper façade shows. The façade asks it on every read, so that what
// clients see is the state of the server and not a copy of it.
//
// The façade calls it from one thread at a time, but not always the same one, and while the rest of
// the server works. It must not block for long. The owner keeps it alive until the façade is
// stopped.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "basalt/bytes.h"

namespace basalt::server::zookeeper {

struct Znode {
  Bytes data;
  int64_t ctime_ms = 0;
  // The session that holds an ephemeral node; 0 for one that stays.
  int64_t ephemeral_owner = 0;
  int32_t num_children = 0;
};

class ZnodeSource {
 public:
  virtual ~ZnodeSource() = default;

  // `local_address` is the address the client dialled, without a port: nodes that tell where the
  // server is name that one.
  virtual std::optional<Znode> Find(std::string_view path,
                                    std::string_view local_address) const = 0;

  // Names, not paths; empty for a node without children and for one that is not there.
  virtual std::vector<std::string> Children(std::string_view path,
                                            std::string_view local_address) const = 0;

  // Nodes whose children come, go and change while the server runs. These children have none
  // themselves and do not depend on the address. Everything else stays as it is until the end.
  virtual std::vector<std::string> ChangingParents() const = 0;
};

}  // namespace basalt::server::zookeeper
