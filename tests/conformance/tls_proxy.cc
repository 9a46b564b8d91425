#include "tls_proxy.h"

#include <array>
#include <cstdio>
#include <cstdlib>
#include <thread>

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/asio/ssl/stream.hpp>
#include <boost/asio/write.hpp>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509v3.h>

namespace basalt::conformance {
namespace {

namespace asio = boost::asio;
namespace ssl = boost::asio::ssl;
using asio::ip::tcp;
using boost::system::error_code;

// A self-signed certificate.
void Certify(ssl::context& context, const std::string& ca_file, const std::string& names) {
  EVP_PKEY* key = EVP_EC_gen("P-256");
  X509* certificate = X509_new();
  X509_set_version(certificate, 2);
  ASN1_INTEGER_set(X509_get_serialNumber(certificate), 1);
  X509_gmtime_adj(X509_getm_notBefore(certificate), -3600);
  X509_gmtime_adj(X509_getm_notAfter(certificate), 24 * 3600);
  X509_set_pubkey(certificate, key);
  X509_NAME* name = X509_get_subject_name(certificate);
  X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_ASC,
                             reinterpret_cast<const unsigned char*>("localhost"), -1, -1, 0);
  X509_set_issuer_name(certificate, name);
  X509_EXTENSION* extension =
      X509V3_EXT_conf_nid(nullptr, nullptr, NID_subject_alt_name, names.c_str());
  X509_add_ext(certificate, extension, -1);
  X509_EXTENSION_free(extension);
  std::FILE* file = std::fopen(ca_file.c_str(), "w");
  if (X509_sign(certificate, key, EVP_sha256()) == 0 || file == nullptr ||
      PEM_write_X509(file, certificate) == 0) {
    std::abort();
  }
  std::fclose(file);
  SSL_CTX_use_certificate(context.native_handle(), certificate);
  SSL_CTX_use_PrivateKey(context.native_handle(), key);
  X509_free(certificate);
  EVP_PKEY_free(key);
}

// One connection and the one behind it; ends when either does.
struct Pipe : std::enable_shared_from_this<Pipe> {
  Pipe(tcp::socket socket, ssl::context& context)
      : behind(socket.get_executor()), front(std::move(socket), context) {}

  void Start(uint16_t port) {
    front.async_handshake(ssl::stream_base::server,
                          [self = shared_from_this(), port](const error_code& error) {
                            if (error) return;
                            const tcp::endpoint there(asio::ip::address_v4::loopback(), port);
                            self->behind.async_connect(there, [self](const error_code& refused) {
                              if (refused) return;
                              self->behind.set_option(tcp::no_delay(true));
                              self->front.next_layer().set_option(tcp::no_delay(true));
                              Pump(self, self->front, self->behind, self->inward);
                              Pump(self, self->behind, self->front, self->outward);
                            });
                          });
  }

  template <typename From, typename To>
  static void Pump(const std::shared_ptr<Pipe>& self, From& from, To& to,
                   std::array<char, 65536>& bytes) {
    from.async_read_some(asio::buffer(bytes), [&, self](const error_code& error, size_t count) {
      if (error) return self->End();
      asio::async_write(to, asio::buffer(bytes, count), [&, self](const error_code& wrong, size_t) {
        if (wrong) return self->End();
        Pump(self, from, to, bytes);
      });
    });
  }

  void End() {
    error_code ignored;
    behind.close(ignored);
    front.next_layer().close(ignored);
  }

  tcp::socket behind;
  ssl::stream<tcp::socket> front;
  std::array<char, 65536> inward;
  std::array<char, 65536> outward;
};

}  // namespace

struct TlsProxy::Impl {
  void Accept(size_t index) {
    acceptors[index].async_accept([this, index](const error_code& error, tcp::socket socket) {
      if (error) return;
      std::make_shared<Pipe>(std::move(socket), context)
          ->Start(acceptors[index].local_endpoint().port());
      Accept(index);
    });
  }

  asio::io_context io;
  ssl::context context{ssl::context::tls_server};
  std::vector<tcp::acceptor> acceptors;
  std::thread thread;
};

TlsProxy::TlsProxy(const std::vector<uint16_t>& ports, const std::string& ca_file,
                   const std::string& names)
    : impl_(std::make_unique<Impl>()) {
  Certify(impl_->context, ca_file, names);
  for (const uint16_t port : ports) {
    impl_->acceptors.emplace_back(impl_->io, tcp::endpoint(asio::ip::make_address(kHost), port));
  }
  for (size_t i = 0; i < ports.size(); ++i) impl_->Accept(i);
  impl_->thread = std::thread([this] { impl_->io.run(); });
}

TlsProxy::~TlsProxy() {
  impl_->io.stop();
  impl_->thread.join();
}

}  // namespace basalt::conformance
