// Answers a call of one of Basalt's own services of the master, which ExecMasterService carries.
#pragma once

#include "basalt/status.h"
#include "hbase/client.pb.h"
#include "server/server_context.h"
#include "wire/frame.h"

namespace basalt::server {

template <typename Request, typename Response>
Status AnswerExtension(ServerContext& context, const hbase::pb::CoprocessorServiceCall& call,
                       hbase::pb::NameBytesPair& value,
                       Status (*body)(ServerContext&, const Request&, Response&)) {
  Request request;
  BASALT_RETURN_IF_ERROR(wire::ParseMessage(call.request(), request));
  Response response;
  BASALT_RETURN_IF_ERROR(body(context, request, response));
  value.set_name(response.GetTypeName());
  response.SerializeToString(value.mutable_value());
  return {};
}

}  // namespace basalt::server
