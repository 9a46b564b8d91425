// Namespaces.
#include <charconv>
#include <limits>

#include <fmt/format.h>

#include "hbase/master.pb.h"
#include "server/service/master_support.h"
#include "server/service/registrar.h"
#include "server/service/verbs.h"
#include "wire/descriptor_messages.h"

namespace basalt::server {
namespace {

namespace pb = hbase::pb;

// A limit among a namespace's settings, of "tables" or "regions"; without one there is none.
Result<int64_t> LimitOf(const NamespaceDescriptor& ns, std::string_view what) {
  const auto setting = ns.configuration.find(fmt::format("hbase.namespace.quota.max{}", what));
  if (setting == ns.configuration.end() || setting->second.empty()) {
    return std::numeric_limits<int64_t>::max();
  }
  const std::string& text = setting->second;
  int64_t limit = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), limit);
  if (error != std::errc() || end != text.data() + text.size()) {
    return Status(StatusCode::kDoNotRetry,
                  fmt::format("NumberFormatException while getting max {}.", what));
  }
  return limit;
}

Status CheckLimits(const NamespaceDescriptor& ns) {
  BASALT_ASSIGN_OR_RETURN(const int64_t regions, LimitOf(ns, "regions"));
  if (regions <= 0) {
    return {StatusCode::kConstraint,
            fmt::format("The max region quota for {} is less than or equal to zero.", ns.name)};
  }
  BASALT_ASSIGN_OR_RETURN(const int64_t tables, LimitOf(ns, "tables"));
  if (tables <= 0) {
    return {StatusCode::kConstraint,
            fmt::format("The max tables quota for {} is less than or equal to zero.", ns.name)};
  }
  return {};
}

Status CreateNamespace(ServerContext& context, const Call&,
                       const pb::CreateNamespaceRequest& request,
                       pb::CreateNamespaceResponse& response) {
  const NamespaceDescriptor ns = wire::ParseNamespace(request.namespacedescriptor());
  BASALT_RETURN_IF_ERROR(ns.Validate());
  return Submit(context, ProcedureName("CreateNamespaceProcedure"), request, response,
                Errors::kAtOnce, [&](catalog::Procedure& procedure) -> Status {
                  // HBase reports an existing namespace before bad limits.
                  if (!context.catalog().namespaces().Get(ns.name).ok()) {
                    BASALT_RETURN_IF_ERROR(CheckLimits(ns));
                  }
                  return context.catalog().namespaces().Create(ns, &procedure);
                });
}

Status ModifyNamespace(ServerContext& context, const Call&,
                       const pb::ModifyNamespaceRequest& request,
                       pb::ModifyNamespaceResponse& response) {
  const NamespaceDescriptor ns = wire::ParseNamespace(request.namespacedescriptor());
  BASALT_RETURN_IF_ERROR(ns.Validate());
  return Submit(context, ProcedureName("ModifyNamespaceProcedure"), request, response,
                Errors::kAtOnce, [&](catalog::Procedure& procedure) -> Status {
                  BASALT_RETURN_IF_ERROR(context.catalog().namespaces().Get(ns.name).status());
                  BASALT_RETURN_IF_ERROR(CheckLimits(ns));
                  return context.catalog().namespaces().Modify(ns, &procedure);
                });
}

Status DeleteNamespace(ServerContext& context, const Call&,
                       const pb::DeleteNamespaceRequest& request,
                       pb::DeleteNamespaceResponse& response) {
  return Submit(context, ProcedureName("DeleteNamespaceProcedure"), request, response,
                Errors::kAtOnce, [&](catalog::Procedure& procedure) {
                  return context.catalog().namespaces().Delete(request.namespacename(), &procedure);
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
