#include "server/bind_address.h"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/address.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <fmt/format.h>

namespace basalt::server {

using boost::asio::ip::tcp;

Result<std::string> ResolveBindAddress(const std::string& name) {
  boost::system::error_code error;
  const auto address = boost::asio::ip::make_address(name, error);
  if (!error) return address.to_string();
  boost::asio::io_context io;
  tcp::resolver resolver(io);
  const auto found = resolver.resolve(name, "", error);
  if (error || found.empty()) {
    return Status(StatusCode::kInvalidArgument,
                  fmt::format("server.bind_address = {}: cannot find the address of this name: {}",
                              name, error.message()));
  }
  for (const auto& entry : found) {
    if (entry.endpoint().address().is_v4()) return entry.endpoint().address().to_string();
  }
  return found.begin()->endpoint().address().to_string();
}

bool IsLoopback(const std::string& address) {
  boost::system::error_code error;
  const auto parsed = boost::asio::ip::make_address(address, error);
  return !error && parsed.is_loopback();
}

}  // namespace basalt::server
