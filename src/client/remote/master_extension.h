// MasterExtension: calls of one of Basalt's own services of the master, such as
// BasaltBackupService. HBase's way to call an extension: ExecMasterService carries the message.
// Thread safe.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include <google/protobuf/message_lite.h>

#include "basalt/status.h"
#include "client/remote/channel_pool.h"

namespace basalt::client {

class MasterExtension {
 public:
  static constexpr std::string_view kScheme = "hbase://";

  // `url`: hbase://host:port; the port may be left out, and so may both. Does not connect yet.
  // kInvalidArgument when the URL is not of this form.
  static Result<std::unique_ptr<MasterExtension>> Open(std::string_view url, std::string service);

  // For calls that start something or look at it; none waits for work to end.
  Status Call(const std::string& method, const google::protobuf::MessageLite& request,
              google::protobuf::MessageLite& response);

 private:
  MasterExtension(HostPort server, std::string service)
      : server_(std::move(server)), service_(std::move(service)) {}

  ChannelPool channels_;
  const HostPort server_;
  const std::string service_;
};

}  // namespace basalt::client
