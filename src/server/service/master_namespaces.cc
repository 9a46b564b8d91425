// Namespaces.
#include <spdlog/spdlog.h>

#include "hbase/master.pb.h"
#include "quota/quota_manager.h"
#include "server/service/master_support.h"
#include "server/service/registrar.h"
#include "server/service/verbs.h"
#include "wire/descriptor_messages.h"

namespace basalt::server {
namespace {

namespace pb = hbase::pb;

Status CreateNamespace(ServerContext& context, const Call&,
                       const pb::CreateNamespaceRequest& request,
                       pb::CreateNamespaceResponse& response) {
  const NamespaceDescriptor ns = wire::ParseNamespace(request.namespacedescriptor());
  BASALT_RETURN_IF_ERROR(ns.Validate());
  return Submit(context, ProcedureName("CreateNamespaceProcedure"), request, response,
                Errors::kAtOnce, [&](catalog::Procedure& procedure) {
                  return context.catalog().namespaces().Create(ns, &procedure);
                });
}

Status ModifyNamespace(ServerContext& context, const Call&,
                       const pb::ModifyNamespaceRequest& request,
                       pb::ModifyNamespaceResponse& response) {
  const NamespaceDescriptor ns = wire::ParseNamespace(request.namespacedescriptor());
  BASALT_RETURN_IF_ERROR(ns.Validate());
  return Submit(context, ProcedureName("ModifyNamespaceProcedure"), request, response,
                Errors::kAtOnce, [&](catalog::Procedure& procedure) {
                  return context.catalog().namespaces().Modify(ns, &procedure);
                });
}

Status DeleteNamespace(ServerContext& context, const Call&,
                       const pb::DeleteNamespaceRequest& request,
                       pb::DeleteNamespaceResponse& response) {
  return Submit(context, ProcedureName("DeleteNamespaceProcedure"), request, response,
                Errors::kAtOnce, [&](catalog::Procedure& procedure) -> Status {
                  const std::string& name = request.namespacename();
                  BASALT_RETURN_IF_ERROR(context.catalog().namespaces().Delete(name, &procedure));
                  // The namespace is gone, whatever becomes of its quotas.
                  if (const Status status = context.quotas().ForgetNamespace(name); !status.ok()) {
                    SPDLOG_WARN("cannot remove the quotas of namespace {}: {}", name,
                                status.ToString());
                  }
                  return {};
                });
}

Status GetNamespaceDescriptor(ServerContext& context, const Call&,
                              const pb::GetNamespaceDescriptorRequest& request,
                              pb::GetNamespaceDescriptorResponse& response) {
  BASALT_ASSIGN_OR_RETURN(const auto ns,
                          context.catalog().namespaces().Get(request.namespacename()));
  wire::FillNamespace(ns, *response.mutable_namespacedescriptor());
  return {};
}

Status ListNamespaces(ServerContext& context, const Call&, const pb::ListNamespacesRequest&,
                      pb::ListNamespacesResponse& response) {
  for (const auto& ns : context.catalog().namespaces().List()) response.add_namespacename(ns.name);
  return {};
}

Status ListNamespaceDescriptors(ServerContext& context, const Call&,
                                const pb::ListNamespaceDescriptorsRequest&,
                                pb::ListNamespaceDescriptorsResponse& response) {
  for (const auto& ns : context.catalog().namespaces().List()) {
    wire::FillNamespace(ns, *response.add_namespacedescriptor());
  }
  return {};
}

}  // namespace

void RegisterNamespaceVerbs(VerbTable& verbs, ServerContext& context) {
  Registrar master(verbs, kMasterService, context);
  master.Add("CreateNamespace", Lane::kPool, CreateNamespace);
  master.Add("ModifyNamespace", Lane::kPool, ModifyNamespace);
  master.Add("DeleteNamespace", Lane::kPool, DeleteNamespace);
  master.Add("GetNamespaceDescriptor", Lane::kInline, GetNamespaceDescriptor);
  master.Add("ListNamespaces", Lane::kInline, ListNamespaces);
  master.Add("ListNamespaceDescriptors", Lane::kInline, ListNamespaceDescriptors);
}

}  // namespace basalt::server
