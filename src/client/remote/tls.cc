#include "client/remote/tls.h"

#include <utility>

#include <boost/asio/ssl/context.hpp>
#include <boost/asio/ssl/host_name_verification.hpp>
#include <boost/asio/ssl/stream.hpp>
#include <boost/asio/write.hpp>
#include <fmt/format.h>

namespace basalt::client {
namespace {

namespace asio = boost::asio;
namespace ssl = boost::asio::ssl;
using boost::system::error_code;

struct Context : TlsContext {
  ssl::context context{ssl::context::tls_client};
};

class Stream : public TlsStream {
 public:
  Stream(asio::ip::tcp::socket& socket, Context& context, const std::string& host)
      : stream_(socket, context.context) {
    stream_.set_verify_mode(ssl::verify_peer);
    stream_.set_verify_callback(ssl::host_name_verification(host));
    // SNI, by which a server with several certificates chooses one; not for IP addresses.
    error_code not_a_number;
    asio::ip::make_address(host, not_a_number);
    if (not_a_number) SSL_set_tlsext_host_name(stream_.native_handle(), host.c_str());
  }
  void Handshake(Handler done) override {
    stream_.async_handshake(ssl::stream_base::client,
                            [done = std::move(done)](const error_code& error) { done(error, 0); });
  }
  void Write(asio::const_buffer bytes, Handler done) override {
    asio::async_write(stream_, bytes, std::move(done));
  }
  void Read(asio::mutable_buffer bytes, Handler done) override {
    stream_.async_read_some(bytes, std::move(done));
  }

 private:
  ssl::stream<asio::ip::tcp::socket&> stream_;
};

}  // namespace

Result<std::shared_ptr<TlsContext>> TlsContext::Make(const TlsOptions& options) {
  auto made = std::make_shared<Context>();
  ssl::context& context = made->context;
  const auto wrong = [](std::string_view what, const std::string& file, const error_code& error) {
    return Status(StatusCode::kInvalidArgument,
                  fmt::format("{} '{}' cannot be used: {}", what, file, error.message()));
  };
  error_code error;
  context.set_options(ssl::context::no_tlsv1 | ssl::context::no_tlsv1_1, error);
  if (options.ca_file.empty()) {
    context.set_default_verify_paths(error);
  } else if (context.load_verify_file(options.ca_file, error)) {
    return wrong("the CA file", options.ca_file, error);
  }
  if (!options.cert_file.empty() && context.use_certificate_chain_file(options.cert_file, error)) {
    return wrong("the certificate", options.cert_file, error);
  }
  if (!options.key_file.empty() &&
      context.use_private_key_file(options.key_file, ssl::context::pem, error)) {
    return wrong("the key", options.key_file, error);
  }
  return std::shared_ptr<TlsContext>(std::move(made));
}

std::unique_ptr<TlsStream> TlsStream::Make(asio::ip::tcp::socket& socket, TlsContext& context,
                                           const std::string& host) {
  return std::make_unique<Stream>(socket, static_cast<Context&>(context), host);
}

}  // namespace basalt::client
