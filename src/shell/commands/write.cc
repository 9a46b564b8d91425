// put, delete, deleteall, incr, append.
#include <algorithm>
#include <memory>
#include <optional>

#include <fmt/format.h>

#include "basalt/mutation.h"
#include "shell/commands/groups.h"

namespace basalt::shell {
namespace {

// ATTRIBUTES, TTL, VISIBILITY: the options of every write.
Status ReadWriteOptions(Context& context, std::string_view command, const Value& value,
                        Mutation& mutation) {
  if (value.is_nil()) return {};
  const Hash* hash = value.As<Hash>();
  if (hash == nullptr) {
    return Complaint(
        fmt::format("undefined method `any?' for {}:{}", Inspect(value), TypeName(value)),
        "The options of a write are a Hash: {TTL => 60000}.");
  }
  Options options(*hash);
  BASALT_ASSIGN_OR_RETURN(const auto ttl, options.TakeInteger("TTL"));
  if (ttl) mutation.SetTtl(*ttl);
  BASALT_ASSIGN_OR_RETURN(const auto attributes, options.TakeHash("ATTRIBUTES"));
  if (attributes) {
    for (size_t i = 0; i < attributes->keys().size(); ++i) {
      mutation.SetAttribute(attributes->keys()[i], ToText(attributes->values()[i]));
    }
  }
  if (options.Take("VISIBILITY")) {
    context.printer.Note("VISIBILITY is ignored: there are no visibility labels");
  }
  const auto text = options.IgnoredText(command, {"TTL", "ATTRIBUTES", "VISIBILITY"});
  if (!text.empty()) context.printer.Note(text);
  return {};
}

Result<int64_t> Timestamp(const Value& value) {
  const int64_t* number = value.As<int64_t>();
  if (number != nullptr) return *number;
  return Complaint(fmt::format("a timestamp is a number of milliseconds, not {}", Inspect(value)));
}

Result<std::unique_ptr<Table>> Open(Context& context, const Arguments& arguments) {
  BASALT_ASSIGN_OR_RETURN(const std::string name, arguments.Name(0));
  return context.OpenTable(name);
}

// HBase's error for a column that is nil.
Status CheckColumn(const Value& column) {
  if (!column.is_nil()) return {};
  return Complaint("undefined method `to_java_bytes' for nil:NilClass",
                   "A column is 'family:qualifier'.");
}

Result<Value> RunPut(Context& context, Arguments& arguments) {
  BASALT_RETURN_IF_ERROR(CheckColumn(arguments[2]));
  const Column column = ParseColumn(arguments.Text(2));
  if (column.family.empty()) return Status(StatusCode::kIoError, "Family cannot be null");
  const bool options_first = arguments[4].As<Hash>() != nullptr;
  int64_t timestamp = kLatestTimestamp;
  if (!options_first && !arguments[4].is_nil()) {
    BASALT_ASSIGN_OR_RETURN(timestamp, Timestamp(arguments[4]));
  }
  Put put(arguments.Text(1));
  put.AddColumn(column.family, column.qualifier.value_or(""), timestamp, arguments.Text(3));
  BASALT_RETURN_IF_ERROR(ReadWriteOptions(context, "put", arguments[options_first ? 4 : 5], put));
  BASALT_ASSIGN_OR_RETURN(const auto table, Open(context, arguments));
  BASALT_RETURN_IF_ERROR(table->Put(put, context.call));
  return Value();
}

struct DeleteScope {
  std::optional<Column> column;
  int64_t timestamp = kLatestTimestamp;
  bool all_versions = false;
  Value options;
};

Result<Delete> MakeDelete(Context& context, std::string_view command, Bytes row,
                          const DeleteScope& scope) {
  Delete del(std::move(row), scope.timestamp);
  if (scope.column) {
    const auto& [family, qualifier] = *scope.column;
    if (qualifier && scope.all_versions) {
      del.AddColumns(family, *qualifier, scope.timestamp);
    } else if (qualifier) {
      del.AddColumn(family, *qualifier, scope.timestamp);
    } else if (scope.all_versions) {
      del.AddFamily(family, scope.timestamp);
    } else {
      del.AddFamilyVersion(family, scope.timestamp);
    }
  }
  BASALT_RETURN_IF_ERROR(ReadWriteOptions(context, command, scope.options, del));
  return del;
}

// Deletes all rows with a prefix, in batches.
Status DeletePrefix(Context& context, Table& table, Options options, const DeleteScope& scope) {
  BASALT_ASSIGN_OR_RETURN(const auto prefix, options.TakeText("ROWPREFIXFILTER"));
  if (!prefix) {
    return Complaint("undefined method `to_java_bytes' for nil:NilClass",
                     "Rows are given by ROWPREFIXFILTER => 'prefix'.");
  }
  BASALT_ASSIGN_OR_RETURN(const auto cache, options.TakeInteger("CACHE"));
  const auto batch = static_cast<size_t>(std::max<int64_t>(1, cache.value_or(100)));
  Scan scan;
  scan.SetStartStopRowForPrefixScan(*prefix);
  BASALT_ASSIGN_OR_RETURN(ResultScanner scanner, table.GetScanner(scan, context.call));
  std::vector<Delete> deletes;
  for (const RowResult& row : scanner) {
    if (context.cancelled()) return Cancelled();
    BASALT_ASSIGN_OR_RETURN(Delete del, MakeDelete(context, "deleteall", Bytes(row.row()), scope));
    deletes.push_back(std::move(del));
    if (deletes.size() >= batch) {
      BASALT_RETURN_IF_ERROR(table.Delete(deletes, context.call));
      deletes.clear();
    }
  }
  BASALT_RETURN_IF_ERROR(scanner.status());
  return table.Delete(deletes, context.call);
}

// As in HBase's shell, only rows of hbase:meta that are there can be deleted.
Status CheckMetaDelete(Context& context, const Arguments& arguments, Table& table) {
  const auto name = arguments.Name(0);
  if (!name.ok() || *name != "hbase:meta") return {};
  if (arguments[1].As<Hash>() != nullptr) {
    return Complaint("deleteall with ROWPREFIXFILTER in hbase:meta is not allowed.");
  }
  BASALT_ASSIGN_OR_RETURN(const RowResult row, table.Get(Get(arguments.Text(1)), context.call));
  return row.empty() ? Complaint("Row Not Found") : Status();
}

Result<Value> DeleteCells(std::string_view command, Context& context, const Arguments& arguments,
                          bool all_versions) {
  DeleteScope scope;
  scope.all_versions = all_versions;
  const Bytes column = arguments.Text(2);
  if (!column.empty()) scope.column = ParseColumn(column);
  const bool options_first = arguments[3].As<Hash>() != nullptr;
  if (!options_first && !arguments[3].is_nil()) {
    BASALT_ASSIGN_OR_RETURN(scope.timestamp, Timestamp(arguments[3]));
  }
  scope.options = arguments[options_first ? 3 : 4];
  BASALT_ASSIGN_OR_RETURN(const auto table, Open(context, arguments));
  BASALT_RETURN_IF_ERROR(CheckMetaDelete(context, arguments, *table));
  if (const Hash* rows = arguments[1].As<Hash>()) {
    BASALT_RETURN_IF_ERROR(DeletePrefix(context, *table, Options(*rows), scope));
    return Value();
  }
  BASALT_ASSIGN_OR_RETURN(const Delete del, MakeDelete(context, command, arguments.Text(1), scope));
  BASALT_RETURN_IF_ERROR(table->Delete(del, context.call));
  return Value();
}

Result<Value> RunDelete(Context& context, Arguments& arguments) {
  return DeleteCells("delete", context, arguments, false);
}

Result<Value> RunDeleteAll(Context& context, Arguments& arguments) {
  return DeleteCells("deleteall", context, arguments, true);
}

Result<Value> RunIncr(Context& context, Arguments& arguments) {
  const Column column = ParseColumn(arguments.Text(2));
  const bool options_first = arguments[3].As<Hash>() != nullptr;
  int64_t amount = 1;
  if (!options_first && !arguments[3].is_nil()) {
    BASALT_ASSIGN_OR_RETURN(amount, AsLong(arguments[3]));
  }
  Increment increment(arguments.Text(1));
  increment.AddColumn(column.family, column.qualifier.value_or(""), amount);
  BASALT_RETURN_IF_ERROR(
      ReadWriteOptions(context, "incr", arguments[options_first ? 3 : 4], increment));
  BASALT_ASSIGN_OR_RETURN(const auto table, Open(context, arguments));
  BASALT_ASSIGN_OR_RETURN(const RowResult row, table->Increment(increment, context.call));
  if (row.empty()) {
    context.printer.Line("No counter found at specified coordinates");
    return Value();
  }
  const int64_t value = DecodeLong(row[0].value).value_or(0);
  context.printer.Line(fmt::format("COUNTER VALUE = {}", value));
  return context.printer.structured() ? Value(value) : Value();
}

Result<Value> RunAppend(Context& context, Arguments& arguments) {
  const Column column = ParseColumn(arguments.Text(2));
  Append append(arguments.Text(1));
  append.AddColumn(column.family, column.qualifier.value_or(""), arguments.Text(3));
  BASALT_RETURN_IF_ERROR(ReadWriteOptions(context, "append", arguments[4], append));
  BASALT_ASSIGN_OR_RETURN(const auto table, Open(context, arguments));
  BASALT_ASSIGN_OR_RETURN(const RowResult row, table->Append(append, context.call));
  if (!row.empty()) {
    context.printer.Line("CURRENT VALUE = " + ToStringBinary(row[0].value));
  }
  return Value();
}

constexpr Command kWriteCommands[] = {
    {"put", RunPut, 4, 6, "Writes one cell.",
     R"help(  put 't1', 'r1', 'f1:a', 'value'
  put 't1', 'r1', 'f1:a', 'value', 1000                with a timestamp, in milliseconds
  put 't1', 'r1', 'f1:a', 'value', {TTL => 60000}      gone after a minute
  put 't1', "r\x00\x01", 'f1:a', "\xff"                bytes: in double quotes

Without a timestamp the server's clock gives one.)help",
     true},
    {"delete", RunDelete, 3, 5, "Deletes one version of a cell.",
     R"help(  delete 't1', 'r1', 'f1:a'                            the newest version
  delete 't1', 'r1', 'f1:a', 1000                      the version of exactly this timestamp

Older versions show again. To delete all versions up to a timestamp: deleteall.)help",
     true},
    {"deleteall", RunDeleteAll, 2, 5, "Deletes all versions of a cell, a family or a row.",
     R"help(  deleteall 't1', 'r1'                                 the row
  deleteall 't1', 'r1', 'f1'                           the row's cells of a family
  deleteall 't1', 'r1', 'f1:a'                         all versions of a cell
  deleteall 't1', 'r1', 'f1:a', 1000                   its versions up to this timestamp
  deleteall 't1', {ROWPREFIXFILTER => 'user-', CACHE => 100}

To delete the version of one timestamp only: delete.)help",
     true},
    {"incr", RunIncr, 3, 5, "Increments a counter and shows its new value.",
     R"help(  incr 't1', 'r1', 'f1:n'                              adds 1
  incr 't1', 'r1', 'f1:n', 10
  incr 't1', 'r1', 'f1:n', -1

A counter is a value of eight bytes; one that is not there counts from 0. To count, use this and not
append: append makes '1' and '1' to '11'.)help",
     true},
    {"append", RunAppend, 4, 5, "Appends text to a cell and shows its new value.",
     R"help(  append 't1', 'r1', 'f1:a', 'more')help", true},
};

}  // namespace

std::span<const Command> WriteCommands() { return kWriteCommands; }

}  // namespace basalt::shell
