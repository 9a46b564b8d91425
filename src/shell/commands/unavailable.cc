// HBase's commands for features that are coprocessors there. They are off, and the commands answer
// as HBase's do when they are.
#include "shell/commands/groups.h"

namespace basalt::shell {
namespace {

Status NoSecurity() {
  return {StatusCode::kNotSupported, "DISABLED: Security features are not available"};
}

Result<Value> Security(Context& /*context*/, Arguments& /*arguments*/) { return NoSecurity(); }

Result<Value> UserPermission(Context& context, Arguments& /*arguments*/) {
  context.printer.Header({"User", "Namespace,Table,Family,Qualifier:Permission"});
  return NoSecurity();
}

Result<Value> Labels(Context& /*context*/, Arguments& /*arguments*/) {
  return Status(StatusCode::kNotSupported, "DISABLED: Visibility labels feature is not available");
}

Status NoGroups() {
  return {StatusCode::kUnknownProtocol,
          "No registered Master Coprocessor Endpoint found for RSGroupAdminService. Has it been "
          "enabled?"};
}

Result<Value> Groups(Context& /*context*/, Arguments& /*arguments*/) { return NoGroups(); }

Result<Value> ListGroups(Context& context, Arguments& /*arguments*/) {
  context.printer.Header({"NAME", "SERVER / TABLE"});
  return NoGroups();
}

Result<Value> ListSecurityCapabilities(Context& context, Arguments& /*arguments*/) {
  context.printer.Line("SIMPLE_AUTHENTICATION");
  return Value(Array{Value(Bytes("SIMPLE_AUTHENTICATION"))});
}

constexpr std::string_view kNoGrants = "There are no users and grants.";
constexpr std::string_view kNoLabels = "There are no visibility labels.";
constexpr std::string_view kNoGroups = "There are no groups of servers.";

constexpr Command kUnavailableCommands[] = {
    {"list_security_capabilities", ListSecurityCapabilities, 0, 0,
     "Lists what the servers offer for security.", "", false},
    {"grant", Security, 0, kAnyNumber, kNoGrants, "", false},
    {"revoke", Security, 1, 4, kNoGrants, "", false},
    {"user_permission", UserPermission, 0, 1, kNoGrants, "", false},
    {"add_labels", Labels, 0, kAnyNumber, kNoLabels, "", false},
    {"list_labels", Labels, 0, 1, kNoLabels, "", false},
    {"get_auths", Labels, 1, 1, kNoLabels, "", false},
    {"set_auths", Labels, 1, kAnyNumber, kNoLabels, "", false},
    {"clear_auths", Labels, 1, kAnyNumber, kNoLabels, "", false},
    {"list_rsgroups", ListGroups, 0, 1, kNoGroups, "", false},
    {"get_rsgroup", Groups, 1, 1, kNoGroups, "", false},
    {"add_rsgroup", Groups, 1, 1, kNoGroups, "", false},
    {"remove_rsgroup", Groups, 1, 1, kNoGroups, "", false},
    {"rename_rsgroup", Groups, 2, 2, kNoGroups, "", false},
    {"balance_rsgroup", Groups, 1, 1, kNoGroups, "", false},
    {"move_servers_rsgroup", Groups, 2, 2, kNoGroups, "", false},
    {"move_tables_rsgroup", Groups, 2, 2, kNoGroups, "", false},
    {"move_namespaces_rsgroup", Groups, 2, 2, kNoGroups, "", false},
    {"move_servers_tables_rsgroup", Groups, 3, 3, kNoGroups, "", false},
    {"move_servers_namespaces_rsgroup", Groups, 3, 3, kNoGroups, "", false},
    {"get_server_rsgroup", Groups, 1, 1, kNoGroups, "", false},
    {"get_table_rsgroup", Groups, 1, 1, kNoGroups, "", false},
    {"remove_servers_rsgroup", Groups, 1, 1, kNoGroups, "", false},
    {"alter_rsgroup_config", Groups, 2, 2, kNoGroups, "", false},
    {"show_rsgroup_config", Groups, 1, 1, kNoGroups, "", false},
};

}  // namespace

std::span<const Command> UnavailableCommands() { return kUnavailableCommands; }

}  // namespace basalt::shell
