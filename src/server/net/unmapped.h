// An IPv4 address that came in through an IPv6 socket, as what it is. A pure function.
#pragma once

#include <boost/asio/ip/address.hpp>

namespace basalt::server {

inline boost::asio::ip::address Unmapped(const boost::asio::ip::address& address) {
  if (!address.is_v6() || !address.to_v6().is_v4_mapped()) return address;
  return boost::asio::ip::make_address_v4(boost::asio::ip::v4_mapped, address.to_v6());
}

}  // namespace basalt::server
