// LoadClient: one connection of a load generator: blocking, with a given number of calls in
// progress. Sends prepared frames and counts answers.
#pragma once

#include <cstdint>
#include <string>

#include <google/protobuf/message_lite.h>

#include "hbase/rpc.pb.h"

namespace basalt::bench {

// A request's frame with its length in front; call ids are put in by the client.
std::string MakeFrame(const std::string& method, const google::protobuf::MessageLite& request,
                      const std::string& cells = {});

// A connected socket to this machine; ends the program with a message when there is none.
int ConnectTo(uint16_t port);

class LoadClient {
 public:
  LoadClient(uint16_t port, const std::string& service);
  ~LoadClient();
  LoadClient(const LoadClient&) = delete;
  LoadClient& operator=(const LoadClient&) = delete;

  // Ends the program with a message when the connection breaks.
  void Send(const std::string& frame);
  // The next answer's bytes, without its length. Valid until the next call. Ends the program with
  // the server's message when it is an error: those are quick, and must not be counted.
  const std::string& Receive();
  // The same, but errors are answers, too.
  const std::string& ReceiveAny();

 private:
  void Fill();

  int socket_ = -1;
  std::string buffer_;
  size_t begin_ = 0;
  std::string answer_;
};

}  // namespace basalt::bench
