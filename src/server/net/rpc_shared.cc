#include "server/net/rpc_shared.h"

#include <algorithm>
#include <utility>

namespace basalt::server {
namespace {

// A request as it was received, and the copies that parsing and writing it make.
constexpr size_t kCopiesOfRequest = 1 + CallRunner::kWorkingCopies;
constexpr size_t kMinResponseBytes = 16 << 10;
constexpr size_t kMaxScanResponseBytes = 256 << 10;

}  // namespace

RpcShared::RpcShared(RpcDependencies dependencies)
    : RpcDependencies(std::move(dependencies)),
      max_request_bytes(
          std::min(options.max_request_bytes, options.max_bytes_in_flight / kCopiesOfRequest)),
      response_bytes(kMinResponseBytes),
      scan_response_bytes(std::clamp(
          std::min(options.max_bytes_in_flight / 1024, options.max_connection_bytes_in_flight / 64),
          kMinResponseBytes, kMaxScanResponseBytes)),
      runner(verbs, max_request_bytes, slow_log),
      memory(options.max_bytes_in_flight) {}

}  // namespace basalt::server
