#include "cli/server_call.h"

#include <netdb.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstring>

#include <fmt/format.h>

#include "base/varint.h"
#include "hbase/rpc.pb.h"
#include "wire/big_endian.h"
#include "wire/exceptions.h"
#include "wire/frame.h"

namespace basalt::cli {
namespace {

constexpr std::string_view kScheme = "hbase://";
constexpr char kRpcVersion = 0;
constexpr char kSimpleAuthentication = 80;
// No answer to the calls made here is longer.
constexpr uint32_t kMaxAnswer = 64 << 20;

Result<int> Connect(const ServerAddress& address) {
  addrinfo hints{};
  hints.ai_socktype = SOCK_STREAM;
  addrinfo* found = nullptr;
  const int error =
      ::getaddrinfo(address.host.c_str(), std::to_string(address.port).c_str(), &hints, &found);
  const std::string where = fmt::format("{}:{}", address.host, address.port);
  if (error != 0) {
    return Status(StatusCode::kIoError,
                  fmt::format("cannot find {}: {}", where, ::gai_strerror(error)));
  }
  const std::unique_ptr<addrinfo, decltype(&::freeaddrinfo)> list(found, ::freeaddrinfo);
  int reason = ECONNREFUSED;
  for (const addrinfo* one = found; one != nullptr; one = one->ai_next) {
    const int socket = ::socket(one->ai_family, one->ai_socktype | SOCK_CLOEXEC, one->ai_protocol);
    if (socket < 0) continue;
    if (::connect(socket, one->ai_addr, one->ai_addrlen) == 0) return socket;
    reason = errno;
    ::close(socket);
  }
  return Status(StatusCode::kIoError,
                fmt::format("no server answers at {}: {}", where, std::strerror(reason)));
}

Bytes Opening(const std::string& service) {
  hbase::pb::ConnectionHeader header;
  const char* user = ::getenv("USER");
  header.mutable_user_info()->set_effective_user(user != nullptr ? user : "basalt");
  header.set_service_name(service);
  const std::string body = header.SerializeAsString();
  Bytes bytes = "HBas";
  bytes.push_back(kRpcVersion);
  bytes.push_back(kSimpleAuthentication);
  wire::AppendBigEndian(bytes, static_cast<uint32_t>(body.size()));
  return bytes + body;
}

// The message of an exception is the first line of its stack trace, after the class.
Status FromException(const hbase::pb::ExceptionResponse& exception) {
  std::string text = exception.stack_trace();
  const std::string prefix = exception.exception_class_name() + ": ";
  if (text.starts_with(prefix)) text.erase(0, prefix.size());
  text.erase(std::min(text.find('\n'), text.size()));
  return {wire::CodeForException(exception.exception_class_name()), std::move(text)};
}

}  // namespace

bool ServerAddress::IsUrl(std::string_view text) { return text.starts_with(kScheme); }

Result<ServerAddress> ServerAddress::Parse(std::string_view url) {
  const Status wrong(StatusCode::kInvalidArgument,
                     fmt::format("{} is no address of a server: wants hbase://HOST:PORT", url));
  if (!IsUrl(url)) return wrong;
  std::string_view rest = url.substr(kScheme.size());
  if (rest.ends_with('/')) rest.remove_suffix(1);
  ServerAddress address;
  const size_t colon = rest.rfind(':');
  const std::string_view host = rest.substr(0, colon);
  if (!host.empty()) address.host = host;
  if (colon == std::string_view::npos) return address;
  const std::string_view port = rest.substr(colon + 1);
  const auto parsed = std::from_chars(port.data(), port.data() + port.size(), address.port);
  const bool whole = parsed.ec == std::errc() && parsed.ptr == port.data() + port.size();
  if (!whole || address.port == 0) return wrong;
  return address;
}

Result<std::unique_ptr<ServerConnection>> ServerConnection::Open(const ServerAddress& address,
                                                                 const std::string& service) {
  BASALT_ASSIGN_OR_RETURN(const int socket, Connect(address));
  std::unique_ptr<ServerConnection> connection(
      new ServerConnection(socket, fmt::format("{}:{}", address.host, address.port)));
  BASALT_RETURN_IF_ERROR(connection->Send(Opening(service)));
  return connection;
}

ServerConnection::~ServerConnection() { ::close(socket_); }

Status ServerConnection::Call(const std::string& method,
                              const google::protobuf::MessageLite& request,
                              google::protobuf::MessageLite& response) {
  hbase::pb::RequestHeader header;
  header.set_call_id(next_call_++);
  header.set_method_name(method);
  header.set_request_param(true);
  Bytes frame;
  base::AppendText(frame, header.SerializeAsString());
  base::AppendText(frame, request.SerializeAsString());
  Bytes message;
  wire::AppendBigEndian(message, static_cast<uint32_t>(frame.size()));
  BASALT_RETURN_IF_ERROR(Send(message + frame));

  const Status nonsense(StatusCode::kIoError, peer_ + " does not answer as a server of HBase's");
  Bytes length;
  BASALT_RETURN_IF_ERROR(Receive(4, length));
  const auto size = wire::GetBigEndian<uint32_t>(length.data());
  if (size > kMaxAnswer) return nonsense;
  Bytes answer;
  BASALT_RETURN_IF_ERROR(Receive(size, answer));
  BytesView rest = answer;
  BytesView part;
  hbase::pb::ResponseHeader answer_header;
  if (!base::TakeText(rest, part) ||
      !answer_header.ParseFromArray(part.data(), static_cast<int>(part.size()))) {
    return nonsense;
  }
  if (answer_header.has_exception()) return FromException(answer_header.exception());
  if (!base::TakeText(rest, part)) return nonsense;
  return wire::ParseMessage(part, response);
}

Status ServerConnection::Send(BytesView bytes) {
  while (!bytes.empty()) {
    const ssize_t sent = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent < 0) {
      if (errno == EINTR) continue;
      return {StatusCode::kIoError, fmt::format("sending to {}: {}", peer_, std::strerror(errno))};
    }
    bytes.remove_prefix(static_cast<size_t>(sent));
  }
  return {};
}

Status ServerConnection::Receive(size_t length, Bytes& bytes) {
  bytes.resize(length);
  size_t have = 0;
  while (have < length) {
    const ssize_t count = ::recv(socket_, bytes.data() + have, length - have, 0);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) {
      return {StatusCode::kIoError, fmt::format("{} closed the connection: {}", peer_,
                                                count < 0 ? std::strerror(errno) : "it ended")};
    }
    have += static_cast<size_t>(count);
  }
  return {};
}

}  // namespace basalt::cli
