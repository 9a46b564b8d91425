#include "basalt/connection.h"

#include "client/embedded.h"
#include "client/remote/address.h"
#include "client/remote/remote.h"

namespace basalt {

Result<std::unique_ptr<Connection>> Connection::Open(std::string_view target,
                                                     const ConnectionOptions& options) {
  constexpr std::string_view kFileScheme = "file://";
  if (target.starts_with(kFileScheme)) target.remove_prefix(kFileScheme.size());
  if (client::IsUrl(target)) return client::OpenRemote(target, options);
  if (target.empty()) {
    return Status(StatusCode::kInvalidArgument, "no directory given to open");
  }
  return client::OpenEmbedded(std::string(target), options);
}

}  // namespace basalt
