// General commands: help, version and other information.
#include <grp.h>
#include <pwd.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>

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
  std::vector<std::string> groups;
  if (user != nullptr) {
    int count = 64;
    std::vector<gid_t> ids(count);
    if (getgrouplist(user->pw_name, user->pw_gid, ids.data(), &count) >= 0) {
      ids.resize(count);
      for (const gid_t id : ids) {
        if (const group* found = getgrgid(id)) groups.emplace_back(found->gr_name);
      }
    }
  }
  if (!groups.empty()) {
    context.printer.Line(fmt::format("    groups: {}", fmt::join(groups, ", ")));
  }
  return Value();
}

Result<Value> Sleep(Context& context, Arguments& arguments) {
  const double* real = arguments[0].As<double>();
  const auto whole = AsInteger(arguments[0]);
  if (real == nullptr && !whole) return Complaint("sleep needs a number of seconds");
  using std::chrono::steady_clock;
  constexpr double kLongest = 1e9;  // what a time can hold
  const std::chrono::duration<double> pause(
      std::min(real != nullptr ? *real : static_cast<double>(*whole), kLongest));
  const auto end = steady_clock::now() + std::chrono::duration_cast<steady_clock::duration>(pause);
  if (context.call.cancellation.WaitUntil(end)) return Cancelled();
  return arguments[0];
}

// Scripts import the classes they use; here the known classes need no import.
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
  return JavaObject("JavaUtil::HashMap::KeySet");
}

constexpr Command kGeneralCommands[] = {
    {"help", Help, 0, 1, "Lists the commands, or describes a command or a group.",
     "  help\n  help 'scan'\n  help 'ddl'", false},
    {"table_help", TableHelp, 0, 0, "Describes the commands on a table handle.", "", false},
    {"status", ShowStatus, 0, 2, "Shows the status of the cluster or directory.",
     "  status\n  status 'simple'\n  status 'detailed'", false},
    {"version", ShowVersion, 0, 0, "Shows the versions of Basalt and its engine.", "", false},
    {"whoami", WhoAmI, 0, 0, "Shows the current user.", "", false},
    {"show_filters", ShowFilters, 0, 0, "Lists the filters of the filter language.",
     R"help(A filter is a string:

  scan 't1', {FILTER => "PrefixFilter('row') AND ColumnPrefixFilter('x')"}
  scan 't1', {FILTER => "SingleColumnValueFilter('f1', 'a', =, 'binary:v', true, true)"}
  scan 't1', {FILTER => "(RowFilter(>=, 'binary:a') OR SKIP ValueFilter(!=, 'substring:x'))"}

Operators: <, <=, =, !=, >, >=. Comparators: binary, binaryprefix, regexstring, substring. SKIP and
WHILE bind tighter than AND, AND tighter than OR. A quote in quotes is doubled.)help",
     false},
    {"sleep", Sleep, 1, 1, "Waits for a number of seconds.", "  sleep 3", false},
    {"import", Import, 1, 1, "Does nothing: the supported classes are always available.",
     "  import org.apache.hadoop.hbase.filter.PrefixFilter", false},
    {"exit", Exit, 0, 1, "Leaves the shell.", "  exit\n  quit", false},
};

}  // namespace

Value JavaObject(std::string_view class_name) {
  const auto id = static_cast<uint32_t>(std::hash<std::string_view>{}(class_name));
  return Value(ClassPath{fmt::format("#<Java::{}:0x{:x}>", class_name, id)});
}

std::span<const Command> GeneralCommands() { return kGeneralCommands; }

}  // namespace basalt::shell
