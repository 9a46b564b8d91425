// TlsContext: what channels need to speak TLS: whom to believe and who we are. TlsStream: TLS on a
// socket. OpenSSL's headers stay behind them. The context is shared by channels; a stream belongs
// to one.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include <boost/asio/buffer.hpp>
#include <boost/asio/ip/tcp.hpp>

#include "basalt/status.h"

namespace basalt::client {

// Files in PEM format; empty ones are left out.
struct TlsOptions {
  bool enabled = false;
  std::string ca_file;    // the system's when left out
  std::string cert_file;  // our own, for servers that ask for one
  std::string key_file;
};

class TlsContext {
 public:
  // kInvalidArgument with the file that cannot be used.
  static Result<std::shared_ptr<TlsContext>> Make(const TlsOptions& options);
  virtual ~TlsContext() = default;
};

// Used on the I/O thread only. All handlers come from there, not from inside of the calls.
class TlsStream {
 public:
  using Handler = std::function<void(const boost::system::error_code&, size_t)>;

  // `socket` and `context` must outlive it.
  static std::unique_ptr<TlsStream> Make(boost::asio::ip::tcp::socket& socket, TlsContext& context,
                                         const std::string& host);
  virtual ~TlsStream() = default;
  virtual void Handshake(Handler done) = 0;
  // The whole buffer.
  virtual void Write(boost::asio::const_buffer bytes, Handler done) = 0;
  // What there is.
  virtual void Read(boost::asio::mutable_buffer bytes, Handler done) = 0;
};

}  // namespace basalt::client
