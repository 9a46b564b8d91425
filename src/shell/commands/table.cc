// Commands on tables: list, describe, enable, disable, truncate, drop.
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "basalt/bytes.h"
#include "model/attributes.h"
#include "model/descriptor_print.h"
#include "shell/commands/groups.h"
#include "shell/converters.h"
#include "shell/errors.h"

namespace basalt::shell {
namespace {

// User tables only: those of the namespace hbase are not listed.
Result<std::vector<TableName>> MatchingTables(Context& context, const Arguments& arguments) {
  BASALT_ASSIGN_OR_RETURN(const auto tables, context.admin().ListTables(context.call));
  const std::string regex = arguments[0].is_nil() ? ".*" : arguments.Text(0);
  BASALT_ASSIGN_OR_RETURN(auto pattern, ParsePattern(regex));
  std::vector<TableName> names;
  for (const TableDescriptor& table : tables) {
    if (table.name().ns() == "hbase") continue;
    BASALT_ASSIGN_OR_RETURN(bool matches, pattern.Matches(table.name().ToString()));
    // The default namespace may be named or not.
    if (!matches && table.name().ns() == "default") {
      BASALT_ASSIGN_OR_RETURN(matches, pattern.Matches("default:" + table.name().qualifier()));
    }
    if (matches) names.push_back(table.name());
  }
  return names;
}

// The table's name as it was typed.
std::string TypedName(const Arguments& arguments) {
  const auto name = arguments.Name(0);
  return name.ok() ? *name : std::string();
}

// The table in the first argument; fails if it does not exist.
Result<TableName> Existing(Context& context, const Arguments& arguments) {
  BASALT_ASSIGN_OR_RETURN(const TableName name, arguments.Table(0));
  BASALT_ASSIGN_OR_RETURN(const bool exists, context.admin().TableExists(name, context.call));
  if (!exists) {
    return MissingTable(context, fmt::format("Table {} does not exist.", TypedName(arguments)),
                        name);
  }
  return name;
}

Result<Value> List(Context& context, Arguments& arguments) {
  context.printer.Header({"TABLE"});
  BASALT_ASSIGN_OR_RETURN(const auto names, MatchingTables(context, arguments));
  Array list;
  for (const TableName& name : names) {
    context.printer.Row({name.ToString()});
    list.emplace_back(Bytes(name.ToString()));
  }
  context.printer.Footer(static_cast<int64_t>(list.size()));
  return Value(std::move(list));
}

Result<Value> ListByState(Context& context, const Arguments& arguments, bool wanted) {
  context.printer.Header({"TABLE"});
  BASALT_ASSIGN_OR_RETURN(const auto names, MatchingTables(context, arguments));
  Array list;
  for (const TableName& name : names) {
    BASALT_ASSIGN_OR_RETURN(const bool enabled, context.admin().IsTableEnabled(name, context.call));
    if (enabled != wanted) continue;
    context.printer.Row({name.ToString()});
    list.emplace_back(Bytes(name.ToString()));
  }
  context.printer.Footer(static_cast<int64_t>(list.size()));
  return Value(std::move(list));
}

Result<Value> ListEnabled(Context& context, Arguments& arguments) {
  return ListByState(context, arguments, true);
}
Result<Value> ListDisabled(Context& context, Arguments& arguments) {
  return ListByState(context, arguments, false);
}

Result<Value> Exists(Context& context, Arguments& arguments) {
  BASALT_ASSIGN_OR_RETURN(const TableName name, arguments.Table(0));
  BASALT_ASSIGN_OR_RETURN(const bool exists, context.admin().TableExists(name, context.call));
  context.printer.Line(
      fmt::format("Table {} does {}exist", TypedName(arguments), exists ? "" : "not "));
  return Value(exists);
}

Result<Value> IsEnabled(Context& context, Arguments& arguments) {
  BASALT_ASSIGN_OR_RETURN(const TableName name, arguments.Table(0));
  BASALT_ASSIGN_OR_RETURN(const bool enabled, context.admin().IsTableEnabled(name, context.call));
  context.printer.Line(enabled ? "true" : "false");
  return Value(enabled);
}

Result<Value> IsDisabled(Context& context, Arguments& arguments) {
  BASALT_ASSIGN_OR_RETURN(const TableName name, arguments.Table(0));
  BASALT_ASSIGN_OR_RETURN(const bool enabled, context.admin().IsTableEnabled(name, context.call));
  context.printer.Line(enabled ? "false" : "true");
  return Value(!enabled);
}

Result<Value> Enable(Context& context, Arguments& arguments) {
  BASALT_ASSIGN_OR_RETURN(const TableName name, Existing(context, arguments));
  BASALT_ASSIGN_OR_RETURN(const bool enabled, context.admin().IsTableEnabled(name, context.call));
  if (!enabled) BASALT_RETURN_IF_ERROR(context.admin().EnableTable(name, context.call));
  return Value();
}

Result<Value> Disable(Context& context, Arguments& arguments) {
  BASALT_ASSIGN_OR_RETURN(const TableName name, Existing(context, arguments));
  BASALT_ASSIGN_OR_RETURN(const bool enabled, context.admin().IsTableEnabled(name, context.call));
  if (enabled) BASALT_RETURN_IF_ERROR(context.admin().DisableTable(name, context.call));
  return Value();
}

Result<Value> Drop(Context& context, Arguments& arguments) {
  BASALT_ASSIGN_OR_RETURN(const TableName name, Existing(context, arguments));
  BASALT_ASSIGN_OR_RETURN(const bool enabled, context.admin().IsTableEnabled(name, context.call));
  if (enabled) {
    return Complaint(fmt::format("Table {} is enabled. Disable it first.", TypedName(arguments)));
  }
  BASALT_RETURN_IF_ERROR(context.admin().DeleteTable(name, context.call));
  return Value();
}

Result<Value> Truncate(Context& context, const Arguments& arguments, bool preserve) {
  BASALT_ASSIGN_OR_RETURN(const TableName name, arguments.Table(0));
  context.printer.Line(
      fmt::format("Truncating '{}' table (it may take a while):", TypedName(arguments)));
  BASALT_ASSIGN_OR_RETURN(const bool enabled, context.admin().IsTableEnabled(name, context.call));
  if (enabled) {
    context.printer.Line("Disabling table...");
    BASALT_RETURN_IF_ERROR(context.admin().DisableTable(name, context.call));
  }
  context.printer.Line("Truncating table...");
  BASALT_RETURN_IF_ERROR(context.admin().TruncateTable(name, preserve, context.call));
  return Value();
}

Result<Value> TruncateAll(Context& context, Arguments& arguments) {
  return Truncate(context, arguments, false);
}

Result<Value> TruncatePreserve(Context& context, Arguments& arguments) {
  return Truncate(context, arguments, true);
}

// The texts of a command on several tables.
struct Many {
  std::string_view verb;  // "Disable"
  std::string_view done;  // "disabled"
  // Whether the exception's message names its class once more, as that of a remote one does.
  bool class_twice;
  Status (Admin::*change)(const TableName&, const CallOptions&);
};

Result<Value> ChangeMany(Context& context, const Arguments& arguments, const Many& many) {
  Printer& printer = context.printer;
  BASALT_ASSIGN_OR_RETURN(const auto names, MatchingTables(context, arguments));
  if (names.empty()) {
    printer.Line(fmt::format("No tables matched the regex {}", arguments.Text(0)));
    return Value();
  }
  for (const TableName& name : names) printer.Line(name.ToString());
  printer.Line(fmt::format("\n{} the above {} tables (y/n)?", many.verb, names.size()));
  printer.Flush();
  const auto answer = context.read_answer ? context.read_answer() : std::nullopt;
  if (!answer || answer->find_first_of("yY") == std::string::npos) return Value();
  std::vector<std::string> failed;
  for (const TableName& name : names) {
    if (context.cancelled()) return Cancelled();
    Status status = (context.admin().*many.change)(name, context.call);
    if (status.ok()) continue;
    // HBase's message has the name alone.
    if (status.code() == StatusCode::kTableNotEnabled) {
      status = Status(StatusCode::kTableNotEnabled, name.ToString());
    }
    printer.Line(fmt::format("table:{}, error:{}: {}", name.ToString(), ErrorClass(status),
                             many.class_twice ? ErrorClassText(status) : status.message()));
    failed.push_back(name.ToString());
  }
  printer.Line(fmt::format("{} tables successfully {}", names.size() - failed.size(), many.done));
  if (!failed.empty()) {
    printer.Line(fmt::format("{} tables not {} due to an exception: {}", failed.size(), many.done,
                             fmt::join(failed, ",")));
  }
  return Value();
}

Result<Value> EnableAll(Context& context, Arguments& arguments) {
  return ChangeMany(context, arguments, {"Enable", "enabled", false, &Admin::EnableTable});
}
Result<Value> DisableAll(Context& context, Arguments& arguments) {
  return ChangeMany(context, arguments, {"Disable", "disabled", true, &Admin::DisableTable});
}
Result<Value> DropAll(Context& context, Arguments& arguments) {
  return ChangeMany(context, arguments, {"Drop", "dropped", true, &Admin::DeleteTable});
}

// The attributes that describe prints, by name.
std::string FamilyJson(const FamilyDescriptor& family) {
  nlohmann::ordered_json object = {{"NAME", ReadableText(family.name())}};
  nlohmann::ordered_json metadata = family.attributes();
  for (const model::AttributeSpec& spec : model::FamilyAttributes()) {
    const std::string key(spec.name);
    const auto value = family.GetAttribute(key);
    if (spec.presence == model::Presence::kOptional) continue;
    metadata.erase(key);
    if (value || spec.presence == model::Presence::kAlways) {
      object[key] = value.value_or(std::string(spec.default_value));
    }
  }
  if (!metadata.empty()) object["METADATA"] = metadata;
  if (!family.configuration().empty()) object["CONFIGURATION"] = family.configuration();
  return object.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

Result<Value> Describe(Context& context, Arguments& arguments) {
  Printer& printer = context.printer;
  BASALT_ASSIGN_OR_RETURN(const TableName name, Existing(context, arguments));
  BASALT_ASSIGN_OR_RETURN(const TableDescriptor table,
                          context.admin().GetDescriptor(name, context.call));
  BASALT_ASSIGN_OR_RETURN(const bool enabled, context.admin().IsTableEnabled(name, context.call));
  if (printer.format() == Format::kJson) {
    printer.Header({"TABLE", "ENABLED", "ATTRIBUTES", "FAMILY", "DESCRIPTION"});
    for (const FamilyDescriptor& family : table.families()) {
      printer.Row({name.ToString(), Field::Json(enabled ? "true" : "false"),
                   Field::Json(nlohmann::ordered_json(table.attributes()).dump()),
                   ReadableText(family.name()), Field::Json(FamilyJson(family))});
    }
    return Value();
  }
  if (printer.structured()) {
    printer.Header({"TABLE", "FAMILY", "DESCRIPTION"});
    for (const FamilyDescriptor& family : table.families()) {
      printer.Row({name.ToString(), ToStringBinary(family.name()), family.ToFullString()});
    }
    return Value();
  }
  printer.Header(
      {fmt::format("Table {} is {}", TypedName(arguments), enabled ? "ENABLED" : "DISABLED")});
  printer.Row({TypedName(arguments) + model::PrintTableAttributes(table, model::Defaults::kOmit)});
  printer.Header({"COLUMN FAMILIES DESCRIPTION"});
  for (const FamilyDescriptor& family : table.families()) {
    printer.Row({family.ToFullString()});
    printer.Line("");
  }
  printer.Footer(printer.row_count());
  BASALT_RETURN_IF_ERROR(PrintQuotas(context, {.table = name.ToString()}));
  return Value();
}

Result<Value> GetTable(Context& context, Arguments& arguments) {
  BASALT_ASSIGN_OR_RETURN(const TableName name, arguments.Table(0));
  (void)context;
  return Value(TableHandle{name.ToString()});
}

Result<Value> AlterStatus(Context& context, Arguments& arguments) {
  BASALT_ASSIGN_OR_RETURN(const TableName name, arguments.Table(0));
  BASALT_ASSIGN_OR_RETURN(const bool exists, context.admin().TableExists(name, context.call));
  if (!exists) return MissingTable(context, "Can't find a table: " + TypedName(arguments), name);
  BASALT_RETURN_IF_ERROR(PrintAlterStatus(context, name));
  return Value();
}

Result<Value> CloneTableSchema(Context& context, Arguments& arguments) {
  BASALT_ASSIGN_OR_RETURN(const TableName from, arguments.Table(0));
  BASALT_ASSIGN_OR_RETURN(const TableName to, arguments.Table(1));
  BASALT_ASSIGN_OR_RETURN(const TableDescriptor source,
                          context.admin().GetDescriptor(from, context.call));
  TableDescriptor copy(to);
  for (const auto& [key, value] : source.attributes()) copy.SetAttribute(key, value);
  for (const FamilyDescriptor& family : source.families()) {
    BASALT_RETURN_IF_ERROR(copy.AddFamily(family));
  }
  std::vector<Bytes> splits;
  if (AsBool(arguments[2]).value_or(true)) {
    BASALT_ASSIGN_OR_RETURN(const auto regions, context.admin().ListRegions(from, context.call));
    for (const RegionMetrics& region : regions) {
      if (!region.start_key.empty()) splits.push_back(region.start_key);
    }
  }
  BASALT_RETURN_IF_ERROR(context.admin().CreateTable(copy, splits, context.call));
  return Value();
}

constexpr Command kTableCommands[] = {
    {"create", Create, 1, kAnyNumber, "Creates a table.",
     R"help(  create 't1', 'f1', 'f2'
  create 't1', {NAME => 'f1', VERSIONS => 5, TTL => 2592000}
  create 't1', {NAME => 'f1', COMPRESSION => 'ZSTD', BLOOMFILTER => 'ROWCOL'}, {NAME => 'f2'}
  create 't1', 'f1', SPLITS => ['10', '20', '30', '40']
  create 't1', 'f1', SPLITS_FILE => 'splits.txt'
  create 't1', 'f1', {NUMREGIONS => 16, SPLITALGO => 'HexStringSplit'}
  create 't1', 'f1', {KEY_SCHEMA => 'salt(16) user:text desc(ts:millis)', NUMREGIONS => 16}
  create 't1', {NAME => 'f1', CONFIGURATION => {'key' => 'value'}}, METADATA => {'owner' => 'me'}
  t = create 't1', 'f1'                                a handle: t.put 'r', 'f1:a', 'v'

Algorithms: HexStringSplit, DecimalStringSplit, UniformSplit, and KeySchema, which is meant where there is a
KEY_SCHEMA: docs/keys.md.)help",
     false},
    {"alter", Alter, 1, kAnyNumber, "Changes a table's families and attributes.",
     R"help(  alter 't1', NAME => 'f1', VERSIONS => 5              changes a family, or adds it
  alter 't1', 'f2', {NAME => 'f3', IN_MEMORY => true}
  alter 't1', NAME => 'f1', METHOD => 'delete'         drops a family and its data
  alter 't1', 'delete' => 'f1'                         the same
  alter 't1', MAX_FILESIZE => '134217728'              an attribute of the table
  alter 't1', METADATA => {'owner' => 'me'}
  alter 't1', KEY_SCHEMA => 'user:text ts:millis'      how its keys are made, as long as it is empty
  alter 't1', CONFIGURATION => {'key' => 'value'}
  alter 't1', METHOD => 'table_att_unset', NAME => 'MAX_FILESIZE'

Several changes in one command are made together.)help",
     false},
    {"alter_async", AlterAsync, 1, kAnyNumber, "Changes a table without waiting for its regions.",
     "", false},
    {"alter_status", AlterStatus, 1, 1, "Shows the progress of an alter.", "  alter_status 't1'",
     false},
    {"describe", Describe, 1, 1, "Shows a table's attributes and families.",
     "  describe 't1'\n  desc 't1'", true},
    {"list", List, 0, 1, "Lists the tables.",
     R"help(  list
  list 'abc.*'                                         by a regular expression
  list 'ns:.*'                                         of a namespace)help",
     false},
    {"list_enabled_tables", ListEnabled, 0, 0, "Lists the enabled tables.", "", false},
    {"list_disabled_tables", ListDisabled, 0, 0, "Lists the disabled tables.", "", false},
    {"exists", Exists, 1, 1, "Tells whether a table exists.", "  exists 't1'", false},
    {"enable", Enable, 1, 1, "Enables a table.", "  enable 't1'", true},
    {"disable", Disable, 1, 1, "Disables a table.",
     "  disable 't1'\n\nBefore drop; neither reads nor writes work until enable.", true},
    {"is_enabled", IsEnabled, 1, 1, "Tells whether a table is enabled.", "  is_enabled 't1'",
     false},
    {"is_disabled", IsDisabled, 1, 1, "Tells whether a table is disabled.", "  is_disabled 't1'",
     false},
    {"drop", Drop, 1, 1, "Drops a table, which must be disabled.", "  disable 't1'\n  drop 't1'",
     true},
    {"enable_all", EnableAll, 1, 1, "Enables the tables that match a pattern.",
     "  enable_all 't.*'\n\nAsks first.", false},
    {"disable_all", DisableAll, 1, 1, "Disables the tables that match a pattern.",
     "  disable_all 't.*'\n\nAsks first.", false},
    {"drop_all", DropAll, 1, 1, "Drops the disabled tables that match a pattern.",
     "  drop_all 't.*'\n\nAsks first.", false},
    {"truncate", TruncateAll, 1, 1, "Deletes all rows of a table and merges its regions into one.",
     "  truncate 't1'", false},
    {"truncate_preserve", TruncatePreserve, 1, 1,
     "Deletes all rows of a table and keeps its regions.", "  truncate_preserve 't1'", false},
    {"clone_table_schema", CloneTableSchema, 2, 3,
     "Creates an empty table with the schema of another.",
     "  clone_table_schema 't1', 't2'\n  clone_table_schema 't1', 't2', false          as one "
     "region",
     false},
    {"get_table", GetTable, 1, kAnyNumber, "Returns a table handle.",
     "  t = get_table 't1'\n  t.put 'r', 'f:q', 'v'\n\nMore: table_help.", false},
};

}  // namespace

Result<filter::NamePattern> ParsePattern(const std::string& regex) {
  auto pattern = filter::NamePattern::Parse(regex);
  if (pattern.ok()) return pattern;
  // "java.util.regex.PatternSyntaxException: what near index n", and the pattern on its own line.
  std::string message = pattern.status().message();
  static constexpr std::string_view kClass = "java.util.regex.PatternSyntaxException: ";
  if (message.starts_with(kClass)) message.erase(0, kClass.size());
  // Java finds a class unclosed at the last character, and marks a place within the pattern.
  if (!regex.empty() && message.starts_with("Unclosed character class")) {
    message = fmt::format("Unclosed character class near index {}\n{}\n{:>{}}", regex.size() - 1,
                          regex, '^', regex.size());
  }
  return Complaint(message);
}

Status MissingTable(Context& context, const std::string& message, const TableName& name) {
  return Complaint(message, SimilarTable(context.admin(), name.ToString(), context.call));
}

std::span<const Command> TableCommands() { return kTableCommands; }

}  // namespace basalt::shell
