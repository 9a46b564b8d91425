// Stranger: a listening socket that is not an HBase server. It stays silent, or sends the same
// bytes to all clients. Included by *_test.cc files only.
#pragma once

#include <sys/socket.h>
#include <unistd.h>

#include <cstdint>
#include <string>
#include <thread>

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>

namespace basalt::conformance {

class Stranger {
 public:
  Stranger() : socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    EXPECT_EQ(::bind(socket_, reinterpret_cast<sockaddr*>(&address), sizeof(address)), 0);
    EXPECT_EQ(::listen(socket_, 8), 0);
    socklen_t length = sizeof(address);
    EXPECT_EQ(::getsockname(socket_, reinterpret_cast<sockaddr*>(&address), &length), 0);
    port_ = ntohs(address.sin_port);
  }
  ~Stranger() {
    ::shutdown(socket_, SHUT_RDWR);
    if (thread_.joinable()) thread_.join();
    ::close(socket_);
  }
  Stranger(const Stranger&) = delete;
  Stranger& operator=(const Stranger&) = delete;

  std::string url() const { return "hbase://127.0.0.1:" + std::to_string(port_); }
  std::string zookeeper_url() const { return "zk://127.0.0.1:" + std::to_string(port_); }

  // From now on: reads some bytes of each connection, sends this text and closes it. Called once.
  void Say(std::string words) {
    thread_ = std::thread([this, words = std::move(words)] {
      for (;;) {
        const int peer = ::accept(socket_, nullptr, nullptr);
        if (peer < 0) return;
        char ignored[4096];
        if (::recv(peer, ignored, sizeof(ignored), 0) > 0) {
          ::send(peer, words.data(), words.size(), MSG_NOSIGNAL);
          ::shutdown(peer, SHUT_WR);
          while (::recv(peer, ignored, sizeof(ignored), 0) > 0) {
          }
        }
        ::close(peer);
      }
    });
  }

 private:
  int socket_;
  uint16_t port_ = 0;
  std::thread thread_;
};

}  // namespace basalt::conformance
