#include "basalt/connection.h"

#include <fmt/format.h>

#include "client/embedded.h"

namespace basalt {

Result<std::unique_ptr<Connection>> Connection::Open(std::string_view target,
                                                     const ConnectionOptions& options) {
  constexpr std::string_view kFileScheme = "file://";
  if (target.starts_with(kFileScheme)) target.remove_prefix(kFileScheme.size());
  if (target.find("://") != std::string_view::npos) {
    return Status(StatusCode::kNotSupported,
                  fmt::format("cannot open '{}': this build opens directories only", target));
  }
  if (target.empty()) {
    return Status(StatusCode::kInvalidArgument, "no directory given to open");
  }
  return client::OpenEmbedded(std::string(target), options);
}

}  // namespace basalt
