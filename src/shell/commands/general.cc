// General commands: help and facts about the shell itself.
#include <pwd.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <thread>

#include <fmt/format.h>

#include "basalt/version.h"
#include "shell/commands/groups.h"

namespace basalt::shell {
namespace {

Result<Value> Exit(Context& context, Arguments& arguments) {
  context.exit_code = static_cast<int>(AsInteger(arguments[0]).value_or(0));
  return Value();
}

Result<Value> ShowVersion(Context& context, Arguments& /*arguments*/) {
  context.printer.Line(fmt::format("{}, Basalt on {}", kVersion, EngineVersion()));
  return Value();
}

Result<Value> WhoAmI(Context& context, Arguments& /*arguments*/) {
  const passwd* user = getpwuid(geteuid());
  const char* variable = std::getenv("USER");
  const std::string name = user != nullptr ? user->pw_name : variable != nullptr ? variable : "";
  context.printer.Line(fmt::format("{} (auth:SIMPLE)", name.empty() ? "unknown" : name));
  return Value();
}

Result<Value> Sleep(Context& context, Arguments& arguments) {
  const double* real = arguments[0].As<double>();
  const auto whole = AsInteger(arguments[0]);
  if (real == nullptr && !whole) return Complaint("sleep needs a number of seconds");
  const auto end =
      std::chrono::steady_clock::now() +
      std::chrono::duration<double>(real != nullptr ? *real : static_cast<double>(*whole));
  while (std::chrono::steady_clock::now() < end) {
    if (context.cancelled) return Cancelled();
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return arguments[0];
}

// Scripts name the classes they use; the few there are need no import.
Result<Value> Import(Context& /*context*/, Arguments& /*arguments*/) { return Value(); }

Result<Value> ShowFilters(Context& context, Arguments& /*arguments*/) {
  // In the order in which HBase's shell prints them.
  static constexpr std::string_view kFilters[] = {
      "DependentColumnFilter",   "KeyOnlyFilter",     "ColumnCountGetFilter",
      "SingleColumnValueFilter", "PrefixFilter",      "SingleColumnValueExcludeFilter",
      "FirstKeyOnlyFilter",      "ColumnRangeFilter", "ColumnValueFilter",
      "TimestampsFilter",        "FamilyFilter",      "QualifierFilter",
      "ColumnPrefixFilter",      "RowFilter",         "MultipleColumnPrefixFilter",
      "InclusiveStopFilter",     "PageFilter",        "ValueFilter",
      "ColumnPaginationFilter"};
  if (context.printer.structured()) context.printer.Header({"FILTER"});
  for (const std::string_view filter : kFilters) {
    if (context.printer.structured()) {
      context.printer.Row({filter});
    } else {
      context.printer.Line(filter);
    }
  }
  return Value();
}

// The facts that a connection has: one place that answers for all of its tables.
Result<Value> ShowStatus(Context& context, Arguments& arguments) {
  const std::string format = arguments[0].is_nil() ? "summary" : arguments.Text(0);
  if (format != "summary" && format != "simple" && format != "detailed") {
    return Complaint(fmt::format(
        "status '{}' is not offered: there are 'summary', 'simple' and 'detailed'", format));
  }
  BASALT_ASSIGN_OR_RETURN(const auto tables, context.admin().ListTables());
  // The catalog's own tables are not listed, but count.
  std::vector<TableName> names = {*TableName::Parse("hbase:meta"),
                                  *TableName::Parse("hbase:namespace")};
  for (const TableDescriptor& table : tables) names.push_back(table.name());
  size_t regions = 0;
  std::vector<std::string> lines;
  for (const TableName& name : names) {
    const auto facts = context.admin().ListRegions(name);
    if (!facts.ok() && name.ns() != "hbase") return facts.status();
    if (!facts.ok()) continue;
    for (const RegionFacts& region : *facts) {
      ++regions;
      uint64_t disk = 0;
      uint64_t memory = 0;
      int files = 0;
      for (const FamilyFacts& family : region.families) {
        disk += family.disk_bytes;
        memory += family.memstore_bytes;
        files += family.store_files;
      }
      lines.push_back(fmt::format("        {}", ToStringBinary(region.name)));
      lines.push_back(fmt::format(
          "            numberOfStores={}, numberOfStorefiles={}, storefileSizeMB={}, "
          "memstoreSizeMB={}, readRequestsCount={}, writeRequestsCount={}",
          region.families.size(), files, disk >> 20, memory >> 20, region.reads, region.writes));
    }
  }
  if (format == "summary") {
    context.printer.Line(
        fmt::format("1 active master, 0 backup masters, 1 servers, 0 dead, {:.4f} average load",
                    static_cast<double>(regions)));
    return Value();
  }
  if (format == "detailed") context.printer.Line(fmt::format("version {}", kVersion));
  context.printer.Line("active master:  " + context.target);
  context.printer.Line("0 backup masters");
  context.printer.Line("1 live servers");
  context.printer.Line("    " + context.target);
  if (format == "detailed") {
    for (const std::string& line : lines) context.printer.Line(line);
  }
  context.printer.Line("0 dead servers");
  if (format == "simple") {
    context.printer.Line(fmt::format("Aggregate load: 0, regions: {}", regions));
  }
  return Value();
}

constexpr Command kCommands[] = {
    {"help", Help, 0, 1, "Shows this, or more about a command or a group.",
     "  help\n  help 'scan'\n  help 'ddl'", false},
    {"table_help", TableHelp, 0, 0, "Says what can be done with a table's handle.", "", false},
    {"status", ShowStatus, 0, 1, "Says what is served.",
     "  status\n  status 'simple'\n  status 'detailed'", false},
    {"version", ShowVersion, 0, 0, "Shows the versions of Basalt and its engine.", "", false},
    {"whoami", WhoAmI, 0, 0, "Shows the user.", "", false},
    {"show_filters", ShowFilters, 0, 0, "Lists the filters of the filter language.",
     R"help(A filter is a string:

  scan 't1', {FILTER => "PrefixFilter('row') AND ColumnPrefixFilter('x')"}
  scan 't1', {FILTER => "SingleColumnValueFilter('f1', 'a', =, 'binary:v', true, true)"}
  scan 't1', {FILTER => "(RowFilter(>=, 'binary:a') OR SKIP ValueFilter(!=, 'substring:x'))"}

Operators: <, <=, =, !=, >, >=. Comparators: binary, binaryprefix, regexstring, substring. SKIP and
WHILE bind tighter than AND, AND tighter than OR. A quote in quotes is doubled.)help",
     false},
    {"sleep", Sleep, 1, 1, "Waits for some seconds.", "  sleep 3", false},
    {"import", Import, 1, 1, "Does nothing: the classes that can be named are there.",
     "  import org.apache.hadoop.hbase.filter.PrefixFilter", false},
    {"exit", Exit, 0, 1, "Leaves the shell.", "  exit\n  quit", false},
};

}  // namespace

std::span<const Command> GeneralCommands() { return kCommands; }

}  // namespace basalt::shell
