#include "client/remote/address.h"

#include <netdb.h>
#include <strings.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>

#include <fmt/format.h>

namespace basalt::client {
namespace {

constexpr std::string_view kScheme = "hbase://";
constexpr std::string_view kTlsScheme = "hbases://";
constexpr std::string_view kZooKeeperScheme = "zk://";
constexpr uint16_t kDefaultPort = 16000;
constexpr uint16_t kZooKeeperPort = 2181;
constexpr std::string_view kDefaultZnode = "/hbase";

bool IsHostCharacter(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '.' ||
         c == '-' || c == '_';
}

// Parses the parameters after the question mark.
Status ParseParameters(std::string_view text, TlsOptions& tls) {
  while (!text.empty()) {
    const size_t end = std::min(text.find('&'), text.size());
    const std::string_view one = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    const size_t equals = std::min(one.find('='), one.size());
    const std::string_view name = one.substr(0, equals);
    const std::string_view value = one.substr(std::min(equals + 1, one.size()));
    if (name == "tls" && (value == "true" || value == "false")) {
      tls.enabled = value == "true";
    } else if (name == "ca" && !value.empty()) {
      tls.ca_file = value;
    } else if (name == "cert" && !value.empty()) {
      tls.cert_file = value;
    } else if (name == "key" && !value.empty()) {
      tls.key_file = value;
    } else {
      return {StatusCode::kInvalidArgument,
              fmt::format("'{}' is none of tls=true, ca=FILE, cert=FILE and key=FILE", one)};
    }
  }
  const bool files = !tls.ca_file.empty() || !tls.cert_file.empty() || !tls.key_file.empty();
  if (files && !tls.enabled) {
    return {StatusCode::kInvalidArgument, "certificates are for hbases:// or with tls=true"};
  }
  if (tls.cert_file.empty() != tls.key_file.empty()) {
    return {StatusCode::kInvalidArgument, "a certificate goes with its key: cert=FILE&key=FILE"};
  }
  return {};
}

struct HostNames {
  std::string short_name;
  std::string full_name;
};

HostNames FindHostNames() {
  std::array<char, 256> name{};
  if (gethostname(name.data(), name.size() - 1) != 0) return {};
  HostNames names{.short_name = name.data(), .full_name = {}};
  addrinfo hints{};
  hints.ai_flags = AI_CANONNAME;
  addrinfo* found = nullptr;
  if (getaddrinfo(name.data(), nullptr, &hints, &found) == 0) {
    if (found->ai_canonname != nullptr) names.full_name = found->ai_canonname;
    freeaddrinfo(found);
  }
  return names;
}

bool SameHost(std::string_view a, const std::string& b) {
  return a.size() == b.size() && strncasecmp(a.data(), b.data(), b.size()) == 0;
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
  const auto in_url = [&](const Status& status) {
    return status.WithContext(fmt::format("cannot open '{}'", url));
  };
  std::string_view rest = url.substr(0, url.find('?'));
  target.tls.enabled = url.starts_with(kTlsScheme);
  const Status parameters =
      ParseParameters(url.substr(std::min(rest.size() + 1, url.size())), target.tls);
  if (!parameters.ok()) return in_url(parameters);
  uint16_t port = kDefaultPort;
  if (url.starts_with(kZooKeeperScheme)) {
    rest.remove_prefix(kZooKeeperScheme.size());
    port = kZooKeeperPort;
    const size_t slash = std::min(rest.find('/'), rest.size());
    target.znode = rest.substr(slash);
    rest = rest.substr(0, slash);
    if (target.znode.ends_with('/')) target.znode.pop_back();
    if (target.znode.empty()) target.znode = kDefaultZnode;
  } else if (url.starts_with(kScheme) || url.starts_with(kTlsScheme)) {
    rest.remove_prefix(rest.find("://") + 3);
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
    if (!server.ok()) return in_url(server.status());
    target.servers.push_back(*std::move(server));
    if (comma == std::string_view::npos) return target;
    rest.remove_prefix(comma + 1);
  }
}

bool IsThisMachine(std::string_view host) {
  // Looked up once: the name of a machine rarely changes while a program runs.
  static const HostNames kNames = FindHostNames();
  return !host.empty() && (SameHost(host, kNames.short_name) || SameHost(host, kNames.full_name));
}

}  // namespace basalt::client
