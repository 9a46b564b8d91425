// ChannelPool: the channels of one connection object, one per server and service, and the thread
// their I/O is done on. Thread safe.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <tuple>

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <google/protobuf/message_lite.h>

#include "basalt/status.h"
#include "client/remote/address.h"
#include "client/remote/attempts.h"
#include "client/remote/cancellation_watch.h"
#include "client/remote/rpc_channel.h"
#include "client/remote/tls.h"

namespace basalt::client {

inline constexpr const char* kClientService = "ClientService";
inline constexpr const char* kAdminService = "AdminService";
inline constexpr const char* kMasterService = "MasterService";
inline constexpr const char* kRegistryService = "ClientMetaService";

class ChannelPool {
 public:
  // `tls` may be null: then nothing is encrypted.
  explicit ChannelPool(std::shared_ptr<TlsContext> tls = nullptr);
  // REQUIRES: no call is in progress.
  ~ChannelPool();
  ChannelPool(const ChannelPool&) = delete;
  ChannelPool& operator=(const ChannelPool&) = delete;

  // The channel to the server's service; a broken one is replaced.
  std::shared_ptr<RpcChannel> Get(const HostPort& server, const std::string& service);

  // For timers; what runs there must not block.
  boost::asio::io_context& io() { return io_; }
  CancellationWatch& watch() { return watch_; }

  // Sends a request and waits for the answer.
  Result<RpcAnswer> Call(const HostPort& server, const std::string& service,
                         const std::string& method, const google::protobuf::MessageLite& request,
                         BytesView cells, const RpcContext& context);
  Status Call(const HostPort& server, const std::string& service, const std::string& method,
              const google::protobuf::MessageLite& request, const RpcContext& context,
              google::protobuf::MessageLite& response);

 private:
  const std::shared_ptr<TlsContext> tls_;
  boost::asio::io_context io_;
  CancellationWatch watch_{io_};
  boost::asio::executor_work_guard<boost::asio::io_context::executor_type> work_;
  std::mutex mutex_;  // guards channels_
  std::map<std::pair<HostPort, std::string>, std::shared_ptr<RpcChannel>> channels_;
  std::thread thread_;
};

}  // namespace basalt::client
