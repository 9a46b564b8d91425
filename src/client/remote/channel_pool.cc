#include "client/remote/channel_pool.h"

#include <utility>

#include "wire/frame.h"

namespace basalt::client {

ChannelPool::ChannelPool(std::shared_ptr<TlsContext> tls)
    : tls_(std::move(tls)),
      work_(boost::asio::make_work_guard(io_)),
      thread_([this] { io_.run(); }) {}

ChannelPool::~ChannelPool() {
  {
    const std::lock_guard lock(mutex_);
    for (auto& [key, channel] : channels_) channel->Close();
    channels_.clear();
  }
  watch_.Close();
  work_.reset();
  thread_.join();
}

std::shared_ptr<RpcChannel> ChannelPool::Get(const HostPort& server, const std::string& service) {
  const std::lock_guard lock(mutex_);
  std::shared_ptr<RpcChannel>& channel = channels_[{server, service}];
  if (channel == nullptr || channel->broken()) {
    channel = std::make_shared<RpcChannel>(io_, watch_, server, service, tls_);
    channel->Open();
  }
  return channel;
}

Result<RpcAnswer> ChannelPool::Call(const HostPort& server, const std::string& service,
                                    const std::string& method,
                                    const google::protobuf::MessageLite& request, BytesView cells,
                                    const RpcContext& context) {
  return Get(server, service)->Start(method, request, cells, context).Wait(context);
}

Status ChannelPool::Call(const HostPort& server, const std::string& service,
                         const std::string& method, const google::protobuf::MessageLite& request,
                         const RpcContext& context, google::protobuf::MessageLite& response) {
  BASALT_ASSIGN_OR_RETURN(const RpcAnswer answer,
                          Call(server, service, method, request, {}, context));
  return wire::ParseMessage(answer.message, response);
}

}  // namespace basalt::client
