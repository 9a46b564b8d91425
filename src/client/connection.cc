#include "basalt/connection.h"

#include <fmt/format.h>

#include "client/embedded_store.h"
#include "client/remote/address.h"
#include "client/remote/remote.h"

// Null when only the client library is linked.
extern "C" [[gnu::weak]] const basalt::client::EmbeddedStore basalt_embedded_store;

namespace basalt {
inline namespace v1 {

Result<std::unique_ptr<Connection>> Connection::Open(std::string_view target,
                                                     const ConnectionOptions& options) {
  constexpr std::string_view kFileScheme = "file://";
  if (target.starts_with(kFileScheme)) target.remove_prefix(kFileScheme.size());
  if (client::IsUrl(target)) return client::OpenRemote(target, options);
  if (target.empty()) {
    return Status(StatusCode::kInvalidArgument, "no directory given to open");
  }
  if (&basalt_embedded_store == nullptr) {
    return Status(
        StatusCode::kNotSupported,
        fmt::format("cannot open '{}': this build of the library has no embedded store; link "
                    "basalt_embedded (CMake: basalt::embedded, pkg-config: basalt-embedded), or "
                    "give the address of a server, as hbase://host:port",
                    target));
  }
  return basalt_embedded_store.open(std::string(target), options);
}

}  // namespace v1
}  // namespace basalt
