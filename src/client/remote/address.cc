#include "client/remote/address.h"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

namespace basalt::client {
namespace {

constexpr std::string_view kScheme = "hbase://";
constexpr std::string_view kZooKeeperScheme = "zk://";
constexpr uint16_t kDefaultPort = 16000;
constexpr uint16_t kZooKeeperPort = 2181;
constexpr std::string_view kDefaultZnode = "/hbase";

bool IsHostCharacter(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '.' ||
         c == '-' || c == '_';
}

}  // namespace

bool IsUrl(std::string_view text) { return text.find("://") != std::string_view::npos; }

Result<HostPort> ParseHostPort(std::string_view text, uint16_t default_port) {
  const auto wrong = [&](std::string_view what) {
    return Status(StatusCode::kInvalidArgument, fmt::format("'{}' {}", text, what));
  };
  HostPort address;
  address.port = default_port;
  const size_t colon = text.rfind(':');
  const std::string_view host = text.substr(0, colon);
  if (host.empty() || !std::ranges::all_of(host, IsHostCharacter)) {
    return wrong("names no host: wants HOST:PORT");
  }
  address.host = host;
  if (colon == std::string_view::npos) return address;
  const std::string_view port = text.substr(colon + 1);
  const auto parsed = std::from_chars(port.data(), port.data() + port.size(), address.port);
  if (parsed.ec != std::errc() || parsed.ptr != port.data() + port.size() || address.port == 0) {
    return wrong("has no port from 1 to 65535");
  }
  return address;
}

Result<RemoteTarget> ParseTarget(std::string_view url) {
  RemoteTarget target;
  std::string_view rest = url;
  uint16_t port = kDefaultPort;
  if (url.starts_with(kZooKeeperScheme)) {
    rest.remove_prefix(kZooKeeperScheme.size());
    port = kZooKeeperPort;
    const size_t slash = std::min(rest.find('/'), rest.size());
    target.znode = rest.substr(slash);
    rest = rest.substr(0, slash);
    if (target.znode.ends_with('/')) target.znode.pop_back();
    if (target.znode.empty()) target.znode = kDefaultZnode;
  } else if (url.starts_with(kScheme)) {
    rest.remove_prefix(kScheme.size());
    if (rest.ends_with('/')) rest.remove_suffix(1);
  } else {
    return Status(StatusCode::kNotSupported,
                  fmt::format("cannot open '{}': wants a directory, hbase://HOST:PORT,... or "
                              "zk://HOST:PORT,.../hbase",
                              url));
  }
  for (;;) {
    const size_t comma = rest.find(',');
    auto server = ParseHostPort(rest.substr(0, comma), port);
    if (!server.ok()) return server.status().WithContext(fmt::format("cannot open '{}'", url));
    target.servers.push_back(*std::move(server));
    if (comma == std::string_view::npos) return target;
    rest.remove_prefix(comma + 1);
  }
}

}  // namespace basalt::client
