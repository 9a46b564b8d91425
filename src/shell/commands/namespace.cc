// Namespaces.
#include <algorithm>

#include <fmt/format.h>

#include "shell/commands/groups.h"

namespace basalt::shell {
namespace {

Result<NamespaceDescriptor> Find(Context& context, const std::string& name) {
  BASALT_ASSIGN_OR_RETURN(auto list, context.admin().ListNamespaces(context.call));
  const auto found = std::ranges::find(list, name, &NamespaceDescriptor::name);
  if (found == list.end()) return Status(StatusCode::kNamespaceNotFound, name);
  return std::move(*found);
}

Result<Value> CreateNamespace(Context& context, Arguments& arguments) {
  NamespaceDescriptor ns;
  BASALT_ASSIGN_OR_RETURN(ns.name, arguments.Name(0, "Namespace name"));
  for (size_t i = 1; i < arguments.size(); ++i) {
    const Hash* hash = arguments[i].As<Hash>();
    if (hash == nullptr) {
      return Complaint(fmt::format("{} of {} is not of Hash or String type", TypeName(arguments[i]),
                                   Inspect(arguments[i])));
    }
    for (size_t k = 0; k < hash->keys().size(); ++k) {
      ns.configuration[hash->keys()[k]] = ToText(hash->values()[k]);
    }
  }
  const Status status = context.admin().CreateNamespace(ns, context.call);
  const bool bad_name = status.message().starts_with("Illegal character") ||
                        status.message() == "Namespace name must not be empty";
  // HBase's master throws an exception of Java's own for these.
  if (bad_name) return Status(StatusCode::kIoError, status.message());
  BASALT_RETURN_IF_ERROR(status);
  return Value();
}

Result<Value> AlterNamespace(Context& context, Arguments& arguments) {
  BASALT_ASSIGN_OR_RETURN(const std::string name, arguments.Name(0, "Namespace name"));
  BASALT_ASSIGN_OR_RETURN(NamespaceDescriptor ns, Find(context, name));
  for (size_t i = 1; i < arguments.size(); ++i) {
    const Hash* hash = arguments[i].As<Hash>();
    if (hash == nullptr) {
      return Complaint(fmt::format("{} of {} is not of Hash type", TypeName(arguments[i]),
                                   Inspect(arguments[i])));
    }
    const Value* method = hash->Find("METHOD");
    const Bytes verb = method == nullptr ? "" : ToText(*method);
    if (verb == "unset") {
      const Value* key = hash->Find("NAME");
      if (key == nullptr) return Complaint("NAME parameter missing for unset method");
      ns.configuration.erase(ToText(*key));
    } else if (verb == "set") {
      for (size_t k = 0; k < hash->keys().size(); ++k) {
        if (hash->keys()[k] != "METHOD") {
          ns.configuration[hash->keys()[k]] = ToText(hash->values()[k]);
        }
      }
    } else {
      return Complaint("Unknown method " + verb);
    }
  }
  BASALT_RETURN_IF_ERROR(context.admin().ModifyNamespace(ns, context.call));
  return Value();
}

Result<Value> DescribeNamespace(Context& context, Arguments& arguments) {
  BASALT_ASSIGN_OR_RETURN(const std::string name, arguments.Name(0, "Namespace name"));
  BASALT_ASSIGN_OR_RETURN(const NamespaceDescriptor ns, Find(context, name));
  std::string text = fmt::format("{{NAME => '{}'", ns.name);
  for (const auto& [key, value] : ns.configuration) text += fmt::format(", {} => '{}'", key, value);
  context.printer.Header({"DESCRIPTION"});
  context.printer.Row({text + "}"});
  BASALT_RETURN_IF_ERROR(PrintQuotas(context, {.ns = ns.name}));
  return Value();
}

Result<Value> DropNamespace(Context& context, Arguments& arguments) {
  BASALT_ASSIGN_OR_RETURN(const std::string name, arguments.Name(0, "Namespace name"));
  BASALT_RETURN_IF_ERROR(context.admin().DeleteNamespace(name, context.call));
  return Value();
}

Result<Value> ListNamespace(Context& context, Arguments& arguments) {
  context.printer.Header({"NAMESPACE"});
  BASALT_ASSIGN_OR_RETURN(const auto list, context.admin().ListNamespaces(context.call));
  const std::string regex = arguments[0].is_nil() ? ".*" : arguments.Text(0);
  BASALT_ASSIGN_OR_RETURN(auto pattern, ParsePattern(regex));
  for (const NamespaceDescriptor& ns : list) {
    BASALT_ASSIGN_OR_RETURN(const bool matches, pattern.Matches(ns.name));
    if (matches) context.printer.Row({ns.name});
  }
  context.printer.Footer(context.printer.row_count());
  return Value();
}

Result<Value> ListNamespaceTables(Context& context, Arguments& arguments) {
  context.printer.Header({"TABLE"});
  BASALT_ASSIGN_OR_RETURN(const std::string name, arguments.Name(0, "Namespace name"));
  BASALT_RETURN_IF_ERROR(Find(context, name).status());
  BASALT_ASSIGN_OR_RETURN(const auto tables, context.admin().ListTables(context.call));
  std::vector<std::string> names;
  // Tables of the catalog, which are not listed otherwise.
  if (name == "hbase") names = {"meta", "namespace"};
  for (const TableDescriptor& table : tables) {
    if (table.name().ns() == name) names.push_back(table.name().qualifier());
  }
  Array list;
  for (const std::string& table : names) {
    context.printer.Row({table});
    list.emplace_back(Bytes(table));
  }
  context.printer.Footer(static_cast<int64_t>(list.size()));
  return Value(std::move(list));
}

// The group of servers of a namespace; there are no groups, so it is only what was set.
Result<Value> NamespaceGroup(Context& context, Arguments& arguments) {
  BASALT_ASSIGN_OR_RETURN(const std::string name, arguments.Name(0, "Namespace name"));
  BASALT_ASSIGN_OR_RETURN(const NamespaceDescriptor ns, Find(context, name));
  const auto group = ns.configuration.find("hbase.rsgroup.name");
  if (group != ns.configuration.end()) context.printer.Line(group->second);
  context.printer.Footer(1);
  return Value();
}

constexpr Command kNamespaceCommands[] = {
    {"create_namespace", CreateNamespace, 1, kAnyNumber, "Creates a namespace.",
     "  create_namespace 'ns1'\n  create_namespace 'ns1', {'key' => 'value'}", false},
    {"alter_namespace", AlterNamespace, 1, kAnyNumber, "Changes a namespace's properties.",
     R"help(  alter_namespace 'ns1', {METHOD => 'set', 'key' => 'value'}
  alter_namespace 'ns1', {METHOD => 'unset', NAME => 'key'})help",
     false},
    {"describe_namespace", DescribeNamespace, 1, 1, "Shows a namespace's properties.",
     "  describe_namespace 'ns1'", false},
    {"drop_namespace", DropNamespace, 1, 1, "Drops a namespace, which must be empty.",
     "  drop_namespace 'ns1'", false},
    {"list_namespace", ListNamespace, 0, 1, "Lists the namespaces.",
     "  list_namespace\n  list_namespace 'abc.*'", false},
    {"list_namespace_tables", ListNamespaceTables, 1, 1, "Lists the tables of a namespace.",
     "  list_namespace_tables 'ns1'", false},
    {"get_namespace_rsgroup", NamespaceGroup, 1, 1, "Shows the group of servers of a namespace.",
     "", false},
};

}  // namespace

std::span<const Command> NamespaceCommands() { return kNamespaceCommands; }

}  // namespace basalt::shell
