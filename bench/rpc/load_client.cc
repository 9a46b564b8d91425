#include "rpc/load_client.h"

#include <sys/socket.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <utility>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>

#include "wire/big_endian.h"
#include "wire/frame.h"

namespace basalt::bench {
namespace {

[[noreturn]] void Die(const char* what) {
  std::perror(what);
  std::exit(1);
}

void RefuseException(const std::string& answer) {
  wire::ResponseParts parts;
  if (wire::ParseResponse(answer, parts).ok() && !parts.header.has_exception()) return;
  std::fprintf(stderr, "the server answered: %s\n", parts.header.exception().stack_trace().c_str());
  std::exit(1);
}

}  // namespace

std::string MakeFrame(const std::string& method, const google::protobuf::MessageLite& request,
                      const std::string& cells) {
  hbase::pb::RequestHeader header;
  header.set_call_id(1);
  header.set_method_name(method);
  header.set_timeout(60000);
  std::string frame;
  wire::AppendRequest(std::move(header), request, cells, frame);
  return frame;
}

int ConnectTo(uint16_t port) {
  const int socket = ::socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (::connect(socket, reinterpret_cast<sockaddr*>(&address), sizeof(address)) != 0) {
    Die("connecting");
  }
  return socket;
}

LoadClient::LoadClient(uint16_t port, const std::string& service) : socket_(ConnectTo(port)) {
  const int on = 1;
  ::setsockopt(socket_, IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on));
  hbase::pb::ConnectionHeader header;
  header.mutable_user_info()->set_effective_user("bench");
  header.set_service_name(service);
  header.set_cell_block_codec_class("org.apache.hadoop.hbase.codec.KeyValueCodec");
  auto& version = *header.mutable_version_info();
  for (auto* field :
       {version.mutable_version(), version.mutable_url(), version.mutable_revision(),
        version.mutable_user(), version.mutable_date(), version.mutable_src_checksum()}) {
    *field = "bench";
  }
  version.set_version_major(2);
  version.set_version_minor(6);
  Send(wire::Opening(header));
}

LoadClient::~LoadClient() { ::close(socket_); }

void LoadClient::Send(const std::string& frame) {
  for (size_t sent = 0; sent < frame.size();) {
    const ssize_t n = ::send(socket_, frame.data() + sent, frame.size() - sent, MSG_NOSIGNAL);
    if (n <= 0) Die("sending");
    sent += static_cast<size_t>(n);
  }
}

void LoadClient::Fill() {
  if (begin_ > 0 && begin_ == buffer_.size()) {
    buffer_.clear();
    begin_ = 0;
  }
  const size_t old = buffer_.size();
  buffer_.resize(old + (256 << 10));
  const ssize_t n = ::recv(socket_, buffer_.data() + old, buffer_.size() - old, 0);
  if (n <= 0) Die("receiving");
  buffer_.resize(old + static_cast<size_t>(n));
}

const std::string& LoadClient::Receive() {
  RefuseException(ReceiveAny());
  return answer_;
}

const std::string& LoadClient::ReceiveAny() {
  while (buffer_.size() - begin_ < 4) Fill();
  const auto length = wire::GetBigEndian<uint32_t>(buffer_.data() + begin_);
  while (buffer_.size() - begin_ < 4 + size_t{length}) Fill();
  answer_.assign(buffer_, begin_ + 4, length);
  begin_ += 4 + length;
  if (begin_ > (4U << 20)) {
    buffer_.erase(0, begin_);
    begin_ = 0;
  }
  return answer_;
}

}  // namespace basalt::bench
