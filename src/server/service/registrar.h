// Registrar: how a family of verbs enters the table. A verb is a function
// Status(ServerContext&, const Call&, const Request&, Response&), or the same with Bytes& for the
// response's cell block; the types of its messages are taken from it.
#pragma once

#include <initializer_list>
#include <string_view>

#include "basalt/status.h"
#include "server/server_context.h"
#include "server/service/verb_table.h"

namespace basalt::server {

inline constexpr std::string_view kClientService = "ClientService";
inline constexpr std::string_view kMasterService = "MasterService";
inline constexpr std::string_view kAdminService = "AdminService";

// Adds verbs of one service. Lives while they are added; the context must outlive the table.
class Registrar {
 public:
  Registrar(VerbTable& verbs, std::string_view service, ServerContext& context)
      : verbs_(verbs), service_(service), context_(context) {}

  template <typename Request, typename Response>
  void Add(std::string_view method, Lane lane,
           Status (*body)(ServerContext&, const Call&, const Request&, Response&)) {
    verbs_.Add<Request, Response>(
        service_, method, lane,
        [&context = context_, body](const Call& call, const Request& request, Response& response,
                                    Bytes&) { return body(context, call, request, response); });
  }
  template <typename Request, typename Response>
  void Add(std::string_view method, Lane lane,
           Status (*body)(ServerContext&, const Call&, const Request&, Response&, Bytes& cells)) {
    verbs_.Add<Request, Response>(
        service_, method, lane,
        [&context = context_, body](const Call& call, const Request& request, Response& response,
                                    Bytes& cells) {
          return body(context, call, request, response, cells);
        });
  }

  // Methods HBase has and Basalt has not: each answers with NotSupported.
  void Refuse(std::initializer_list<std::string_view> methods, std::string_view reason = {});

 private:
  VerbTable& verbs_;
  const std::string_view service_;
  ServerContext& context_;
};

// "<Service>.<Method> is not supported by Basalt", and ": <reason>" when there is one.
Status NotSupported(std::string_view service, std::string_view method,
                    std::string_view reason = {});

}  // namespace basalt::server
