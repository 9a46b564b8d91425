// create and alter.
#include <algorithm>
#include <limits>
#include <optional>

#include <fmt/format.h>

#include "basalt/key_splits.h"
#include "basalt/key_table.h"
#include "basalt/split_algorithm.h"
#include "shell/commands/groups.h"
#include "shell/commands/schema.h"

namespace basalt::shell {
namespace {

// Split keys computed from the table's key schema.
Result<std::vector<Bytes>> SchemaSplits(const TableDescriptor& table, int64_t regions) {
  const auto text = table.GetAttribute(kKeySchemaAttribute);
  if (!text) return Complaint("SPLITALGO KeySchema needs a KEY_SCHEMA");
  BASALT_ASSIGN_OR_RETURN(const KeySchema schema, KeySchema::Parse(*text));
  if (regions > kMaxSplitRegions) return Complaint("NUMREGIONS is too large");
  BASALT_ASSIGN_OR_RETURN(KeySplits splits, SplitsFromSchema(schema, static_cast<int>(regions)));
  return std::move(splits.keys);
}

// SPLITS, SPLITS_FILE, NUMREGIONS with SPLITALGO or a key schema; nullopt if none is given.
Result<std::optional<std::vector<Bytes>>> TakeSplits(Options& options,
                                                     const TableDescriptor& table) {
  std::vector<Bytes> splits;
  BASALT_ASSIGN_OR_RETURN(const auto file, options.TakeText("SPLITS_FILE"));
  if (file) {
    auto keys = ReadSplitKeys(*file);
    if (!keys.ok()) return Complaint(fmt::format("Splits file {} doesn't exist", *file));
    return std::optional(*std::move(keys));
  }
  if (options.Has("SPLITS")) {
    BASALT_ASSIGN_OR_RETURN(const auto keys, options.TakeTexts("SPLITS"));
    for (const Bytes& key : keys) splits.push_back(FromStringBinary(key));
    return std::optional(std::move(splits));
  }
  if (!options.Has("NUMREGIONS") && !options.Has("SPLITALGO")) {
    return std::optional<std::vector<Bytes>>();
  }
  BASALT_ASSIGN_OR_RETURN(const auto regions, options.TakeInteger("NUMREGIONS"));
  BASALT_ASSIGN_OR_RETURN(const auto name, options.TakeText("SPLITALGO"));
  if (!regions) return Complaint("Number of regions must be specified");
  const bool by_schema =
      name ? *name == "KeySchema" : table.GetAttribute(kKeySchemaAttribute).has_value();
  if (!name && !by_schema) return Complaint("Split algorithm must be specified");
  if (*regions <= 1) return Complaint("Number of regions must be greater than 1");
  if (by_schema) {
    BASALT_ASSIGN_OR_RETURN(splits, SchemaSplits(table, *regions));
    return std::optional(std::move(splits));
  }
  const auto algorithm = ParseSplitAlgorithm(*name);
  if (!algorithm) {
    return Complaint(fmt::format("Class {} not found", *name),
                     "There are HexStringSplit, DecimalStringSplit, UniformSplit, KeySchema.");
  }
  if (*regions > std::numeric_limits<int>::max()) return Complaint("NUMREGIONS is too large");
  BASALT_ASSIGN_OR_RETURN(splits, SplitKeys(*algorithm, static_cast<int>(*regions)));
  return std::optional(std::move(splits));
}

// Flattens nested arrays.
void Flatten(const Value& value, std::vector<Value>& into) {
  if (const Array* array = value.As<Array>()) {
    for (const Value& item : *array) Flatten(item, into);
  } else if (!value.is_nil()) {
    into.push_back(value);
  }
}

std::vector<Value> Rest(const Arguments& arguments) {
  std::vector<Value> rest;
  for (size_t i = 1; i < arguments.size(); ++i) Flatten(arguments[i], rest);
  return rest;
}

// HBase's client looks at split keys before it sends them.
Status CheckSplits(std::vector<Bytes> keys) {
  std::ranges::sort(keys);
  for (size_t i = 0; i < keys.size(); ++i) {
    if (keys[i].empty()) return Complaint("Empty split key must not be passed in the split keys.");
    if (i > 0 && keys[i] == keys[i - 1]) {
      const std::string key = ToStringBinary(keys[i]);
      return Complaint(
          fmt::format("All split keys must be unique, found duplicate: {}, {}", key, key));
    }
  }
  return {};
}

Status CheckKind(const Value& value) {
  if (value.As<Bytes>() != nullptr || value.As<Hash>() != nullptr) return {};
  return Complaint(
      fmt::format("{} of {} is not of Hash or String type", TypeName(value), Inspect(value)));
}

Status SetFamily(FamilyDescriptor family, TableDescriptor& table) {
  if (table.FindFamily(family.name()) != nullptr) return table.ReplaceFamily(std::move(family));
  return table.AddFamily(std::move(family));
}

Status CreateWith(const Value& value, TableDescriptor& table,
                  std::optional<std::vector<Bytes>>& splits, Printer& printer) {
  BASALT_RETURN_IF_ERROR(CheckKind(value));
  const Hash* hash = value.As<Hash>();
  if (hash == nullptr || hash->Find("NAME") != nullptr) {
    BASALT_ASSIGN_OR_RETURN(FamilyDescriptor family, MakeFamily(value, table, printer));
    if (table.FindFamily(family.name()) != nullptr) {
      printer.Line(fmt::format("Family '{}' already exists, the old one will be replaced",
                               ToStringBinary(family.name())));
    }
    return SetFamily(std::move(family), table);
  }
  Options options(*hash);
  BASALT_ASSIGN_OR_RETURN(const auto method, options.TakeText("METHOD"));
  if (method && *method != "table_att") {
    return Complaint("table_att is currently the only supported method");
  }
  BASALT_RETURN_IF_ERROR(ApplyTableOptions(options, table));
  BASALT_ASSIGN_OR_RETURN(auto found, TakeSplits(options, table));
  if (found) splits = std::move(found);
  for (const Bytes& key : options.rest().keys()) {
    printer.Line(fmt::format("An argument ignored (unknown or overridden): {}", key));
  }
  return {};
}

// METHOD => ... with NAME => one or several.
Status RunMethod(const std::string& method, Options& options, TableDescriptor& table) {
  const bool names = options.Has("NAME");
  if (method == "table_remove_coprocessor") {
    return Complaint("there are no coprocessors to remove");
  }
  if (method != "delete" && method != "table_att_unset" && method != "table_conf_unset") {
    return Complaint("Unknown method: " + method);
  }
  if (!names) return Complaint(fmt::format("NAME parameter missing for {} method", method));
  BASALT_ASSIGN_OR_RETURN(const auto list, options.TakeTexts("NAME"));
  for (const Bytes& name : list) {
    if (method == "delete") {
      // A missing family is not an error, as in HBase.
      if (table.FindFamily(name) == nullptr) continue;
      BASALT_RETURN_IF_ERROR(table.RemoveFamily(name));
      continue;
    }
    if (!table.attributes().contains(name)) {
      return Complaint(fmt::format("Could not find {}: {}",
                                   method == "table_att_unset" ? "attribute" : "configuration",
                                   name));
    }
    table.SetAttribute(name, "");
  }
  return {};
}

Status AlterWith(const Value& value, TableDescriptor& table, Printer& printer) {
  if (value.As<int64_t>() != nullptr) {
    return Complaint("no implicit conversion of String into Integer",
                     "A change is a family's name, or a Hash.");
  }
  BASALT_RETURN_IF_ERROR(CheckKind(value));
  const Hash* hash = value.As<Hash>();
  if (hash == nullptr || (hash->Find("NAME") != nullptr && hash->Find("METHOD") == nullptr)) {
    Value family = value;
    if (hash == nullptr) {
      // A name alone leaves an existing family unchanged.
      Hash named;
      named.Set("NAME", value);
      family = std::move(named);
    }
    BASALT_ASSIGN_OR_RETURN(FamilyDescriptor changed, MakeFamily(family, table, printer));
    return SetFamily(std::move(changed), table);
  }
  Options options(*hash);
  options.Take("REOPEN_REGIONS");
  std::optional<std::string> method;
  if (const auto deleted = options.Take("delete")) {
    Hash named;
    named.Set("NAME", *deleted);
    options = Options(std::move(named));
    method = "delete";
  } else {
    BASALT_ASSIGN_OR_RETURN(method, options.TakeText("METHOD"));
  }
  if (method && *method != "table_att") {
    BASALT_RETURN_IF_ERROR(RunMethod(*method, options, table));
  } else {
    options.Take("NAME");
    BASALT_RETURN_IF_ERROR(ApplyTableOptions(options, table));
    for (const Bytes& key : options.rest().keys()) {
      if (key.find("coprocessor") != Bytes::npos) {
        return Complaint("coprocessors are Java code, which does not run here");
      }
    }
  }
  for (const Bytes& key : options.rest().keys()) {
    printer.Line("Unknown argument ignored: " + key);
  }
  return {};
}

// Fails if the key schema of a table with rows would change, unless it is set as METADATA.
Status CheckKeySchema(Context& context, const Value& value, const TableDescriptor& table) {
  const Hash* hash = value.As<Hash>();
  if (hash == nullptr || hash->Find(kKeySchemaAttribute) == nullptr) return {};
  const auto text = table.GetAttribute(kKeySchemaAttribute);
  if (!text) return {};
  BASALT_ASSIGN_OR_RETURN(const KeySchema schema, KeySchema::Parse(*text));
  const Status status =
      KeyTable::CheckSchemaChange(context.connection, table.name(), schema, context.call);
  if (status.ok()) return {};
  return Complaint(status.message() + " by METADATA => {'KEY_SCHEMA' => ...}");
}

Status ChangeTable(Context& context, const Arguments& arguments, bool wait) {
  BASALT_ASSIGN_OR_RETURN(const TableName name, arguments.Table(0));
  BASALT_ASSIGN_OR_RETURN(const bool exists, context.admin().TableExists(name, context.call));
  if (!exists) return MissingTable(context, "Can't find a table: " + arguments.Text(0), name);
  const std::vector<Value> rest = Rest(arguments);
  if (rest.empty()) return Complaint("There should be at least one argument but the table name");
  BASALT_ASSIGN_OR_RETURN(TableDescriptor table, context.admin().GetDescriptor(name, context.call));
  for (const Value& value : rest) {
    BASALT_RETURN_IF_ERROR(AlterWith(value, table, context.printer));
    BASALT_RETURN_IF_ERROR(CheckKeySchema(context, value, table));
  }
  BASALT_RETURN_IF_ERROR(context.admin().ModifyTable(table, context.call));
  if (!wait) return {};
  context.printer.Line("Updating all regions with the new schema...");
  return PrintAlterStatus(context, name);
}

}  // namespace

Status PrintAlterStatus(Context& context, const TableName& name) {
  BASALT_ASSIGN_OR_RETURN(const auto regions, context.admin().ListRegions(name, context.call));
  context.printer.Line(fmt::format("{0}/{0} regions updated.", regions.size()));
  context.printer.Line("Done.");
  return {};
}

Result<Value> Create(Context& context, Arguments& arguments) {
  BASALT_ASSIGN_OR_RETURN(const TableName name, arguments.Table(0));
  TableDescriptor table(name);
  std::optional<std::vector<Bytes>> splits;
  for (const Value& value : Rest(arguments)) {
    BASALT_RETURN_IF_ERROR(CreateWith(value, table, splits, context.printer));
  }
  if (table.families().empty()) return Complaint("Table must have at least one column family");
  if (splits) BASALT_RETURN_IF_ERROR(CheckSplits(*splits));
  BASALT_RETURN_IF_ERROR(
      context.admin().CreateTable(table, splits.value_or(std::vector<Bytes>()), context.call));
  context.printer.Line("Created table " + arguments.Text(0));
  return Value(TableHandle{name.ToString()});
}

Result<Value> Alter(Context& context, Arguments& arguments) {
  BASALT_RETURN_IF_ERROR(ChangeTable(context, arguments, true));
  return Value();
}

Result<Value> AlterAsync(Context& context, Arguments& arguments) {
  BASALT_RETURN_IF_ERROR(ChangeTable(context, arguments, false));
  return Value();
}

}  // namespace basalt::shell
