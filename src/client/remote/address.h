// Addresses of servers, and the URLs that hold them. Values; the parsers are pure functions.
#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "basalt/status.h"
#include "client/remote/tls.h"

namespace basalt::client {

struct HostPort {
  std::string host;
  uint16_t port = 0;

  std::string ToString() const { return host + ":" + std::to_string(port); }
  friend auto operator<=>(const HostPort&, const HostPort&) = default;
};

// "host:port". kInvalidArgument when it is not one.
Result<HostPort> ParseHostPort(std::string_view text, uint16_t default_port);

// Whether the text has the form of a URL: scheme://...
bool IsUrl(std::string_view text);

struct RemoteTarget {
  std::vector<HostPort> servers;
  TlsOptions tls;
  // HBase's znode, when the servers are a ZooKeeper quorum; empty: they are HBase's own.
  std::string znode;
};

// hbase://host:port,host2:port and zk://host:port,host2:port/hbase. Ports may be left out, and so
// may the path. hbases:// is hbase:// with TLS. Behind a question mark, with & between them:
// tls=true, ca=FILE, cert=FILE, key=FILE. kInvalidArgument with the part that is wrong;
// kNotSupported for other schemes.
Result<RemoteTarget> ParseTarget(std::string_view url);

// Whether the host name is that of the machine this process runs on, in upper or lower case, by
// which HBase's clients tell remote calls from local ones. "localhost" is not the machine's name,
// unless it has no other. Thread safe.
bool IsThisMachine(std::string_view host);

}  // namespace basalt::client
