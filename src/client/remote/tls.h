// TlsContext: the trusted certificates and the client's own. TlsStream: TLS on a socket. They hide
// OpenSSL's headers. The context is shared by channels; a stream belongs to one.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include <boost/asio/buffer.hpp>
#include <boost/asio/ip/tcp.hpp>

#include "basalt/status.h"

namespace basalt::client {

// Files in PEM format; empty: not set.
struct TlsOptions {
  bool enabled = false;
  std::string ca_file;    // trusted certificates; not set: the system's
  std::string cert_file;  // the client's, for servers that ask for one
  std::string key_file;
};

class TlsContext {
 public:
  // kInvalidArgument, naming the file, when one cannot be used.
  static Result<std::shared_ptr<TlsContext>> Make(const TlsOptions& options);
  virtual ~TlsContext() = default;
};

// Used on the I/O thread only, which calls the handlers, never from inside of the methods.
class TlsStream {
 public:
  using Handler = std::function<void(const boost::system::error_code&, size_t)>;

  // `socket` and `context` must outlive it.
  static std::unique_ptr<TlsStream> Make(boost::asio::ip::tcp::socket& socket, TlsContext& context,
                                         const std::string& host);
  virtual ~TlsStream() = default;
  virtual void Handshake(Handler done) = 0;
  // Writes the whole buffer.
  virtual void Write(boost::asio::const_buffer bytes, Handler done) = 0;
  // Reads what is available, at least one byte.
  virtual void Read(boost::asio::mutable_buffer bytes, Handler done) = 0;
};

}  // namespace basalt::client
