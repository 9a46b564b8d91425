// ServerConnection: one connection to a server, one call at a time; waits for each answer. Just
// what the commands that talk to a running server need. Used by one thread.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include <google/protobuf/message_lite.h>

#include "basalt/bytes.h"
#include "basalt/status.h"

namespace basalt::cli {

struct ServerAddress {
  std::string host = "localhost";
  uint16_t port = 16000;

  // "hbase://host:port"; the port may be left out, and so may both.
  static Result<ServerAddress> Parse(std::string_view url);
  static bool IsUrl(std::string_view text);
};

class ServerConnection {
 public:
  // `service`: HBase's name, "MasterService".
  static Result<std::unique_ptr<ServerConnection>> Open(const ServerAddress& address,
                                                        const std::string& service);
  ~ServerConnection();
  ServerConnection(const ServerConnection&) = delete;
  ServerConnection& operator=(const ServerConnection&) = delete;

  // An error of the server's comes back as the Status it began as, as far as HBase's classes tell.
  Status Call(const std::string& method, const google::protobuf::MessageLite& request,
              google::protobuf::MessageLite& response);

 private:
  ServerConnection(int socket, std::string peer) : socket_(socket), peer_(std::move(peer)) {}
  Status Send(BytesView bytes);
  Status Receive(size_t length, Bytes& bytes);

  const int socket_;
  const std::string peer_;
  uint32_t next_call_ = 0;
};

}  // namespace basalt::cli
