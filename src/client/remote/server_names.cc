#include "client/remote/server_names.h"

#include <charconv>
#include <cstdint>
#include <string>

#include <fmt/format.h>

namespace basalt::client {

namespace pb = hbase::pb;

std::string NameOf(const pb::ServerName& server) {
  return fmt::format("{},{},{}", server.host_name(), server.port(), server.start_code());
}

// host,port,start code.
Result<pb::ServerName> ParseServerName(std::string_view text) {
  const Status wrong(StatusCode::kInvalidArgument,
                     fmt::format("'{}' is not a server's name: host,port,startcode", text));
  const size_t first = text.find(',');
  const size_t second = text.find(',', first == std::string_view::npos ? first : first + 1);
  if (second == std::string_view::npos) return wrong;
  uint32_t port = 0;
  uint64_t start_code = 0;
  const auto whole = [&](size_t from, size_t to, auto& number) {
    const auto [end, error] = std::from_chars(text.data() + from, text.data() + to, number);
    return error == std::errc() && end == text.data() + to;
  };
  if (!whole(first + 1, second, port) || !whole(second + 1, text.size(), start_code)) return wrong;
  pb::ServerName name;
  name.set_host_name(std::string(text.substr(0, first)));
  name.set_port(port);
  name.set_start_code(start_code);
  return name;
}

}  // namespace basalt::client
