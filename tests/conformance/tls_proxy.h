// TlsProxy: terminates TLS for a server without TLS: connections to a port of 127.0.0.2 are
// forwarded to the same port of 127.0.0.1. Uses a self-signed certificate. Runs on its own thread
// until it is destroyed.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace basalt::conformance {

class TlsProxy {
 public:
  inline static const char* const kHost = "127.0.0.2";

  // `ca_file`: where the certificate is written, for clients to trust. `names`: its host names.
  TlsProxy(const std::vector<uint16_t>& ports, const std::string& ca_file,
           const std::string& names = "DNS:localhost,IP:127.0.0.2");
  ~TlsProxy();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace basalt::conformance
