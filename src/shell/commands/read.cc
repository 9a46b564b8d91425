// get, scan, count, get_counter.
#include <memory>

#include <fmt/format.h>

#include "basalt/filters.h"
#include "basalt/scan_metrics.h"
#include "shell/commands/groups.h"
#include "shell/commands/read_options.h"
#include "shell/converters.h"

namespace basalt::shell {
namespace {

const std::vector<std::string_view> kGetOptions = {
    "ATTRIBUTES", "COLUMN",    "COLUMNS",   "CONSISTENCY", "FILTER",
    "FORMATTER",  "MAXLENGTH", "TIMERANGE", "TIMESTAMP",   "VERSIONS"};

using Keys = std::shared_ptr<const KeyRenderer>;

// One value per column, for structured formats. A rendered key is one more column.
void StructuredHeader(Printer& printer, const Keys& keys) {
  std::vector<std::string> names = {"ROW", "COLUMN", "TIMESTAMP", "TYPE", "VALUE"};
  if (keys) names.emplace_back("KEY");
  printer.Header(std::move(names));
}

Status StructuredRow(Printer& printer, const CellView& cell, const CellStyle& style,
                     const Keys& keys) {
  // Programs read JSON and CSV: text stays text there.
  const bool readable =
      printer.format() != Format::kTable && style.formatter == CellStyle().formatter;
  const auto text = [&](BytesView bytes) -> Result<std::string> {
    return readable ? ReadableText(bytes) : Convert(bytes, style.formatter);
  };
  BASALT_ASSIGN_OR_RETURN(std::string row, text(cell.row));
  BASALT_ASSIGN_OR_RETURN(std::string column, text(cell.family));
  BASALT_ASSIGN_OR_RETURN(const std::string qualifier, text(cell.qualifier));
  column += ":" + qualifier;
  std::string value;
  if (!IsDeleteMarker(cell.type)) {
    if (readable && !style.HasConverter(cell)) {
      value = ReadableText(cell.value);
    } else {
      BASALT_ASSIGN_OR_RETURN(value, ValueText(cell, style));
    }
  }
  std::vector<Field> fields = {std::move(row), std::move(column), cell.timestamp,
                               CellTypeName(cell.type), std::move(value)};
  if (keys) fields.emplace_back(keys->Render(cell.row).value_or(""));
  printer.Row(std::move(fields));
  return {};
}

// The text of the ROW column: the key by its schema, unless the user chose a formatter.
Result<std::string> RowText(BytesView row, const CellStyle& style, const Keys& keys) {
  if (keys && style.formatter == CellStyle().formatter) {
    if (auto text = keys->Render(row)) return *std::move(text);
  }
  return Convert(row, style.formatter);
}

// The renderer of the table in the first argument; an invalid name is reported elsewhere.
Keys KeysOf(const Context& context, const Arguments& arguments) {
  const auto name = arguments.Table(0);
  return name.ok() ? context.KeysOf(*name) : nullptr;
}

// Columns as further arguments, one by one or in arrays.
Status AddColumns(const Value& value, Query& query, CellStyle& style) {
  if (const Array* array = value.As<Array>()) {
    for (const Value& item : *array) BASALT_RETURN_IF_ERROR(AddColumns(item, query, style));
    return {};
  }
  if (value.is_nil()) return {};
  if (value.As<Hash>() != nullptr) {
    return Complaint(fmt::format("Failed parse of {}, {}", Inspect(value), TypeName(value)));
  }
  return AddColumn(ToText(value), query, style);
}

Result<Value> RunGet(Context& context, Arguments& arguments) {
  Printer& printer = context.printer;
  BASALT_RETURN_IF_ERROR(arguments.Table(0).status());
  const Keys keys = KeysOf(context, arguments);
  if (printer.structured()) {
    StructuredHeader(printer, keys);
  } else {
    printer.Header({"COLUMN", "CELL"});
  }
  Get get(arguments.Text(1));
  CellStyle style;
  if (arguments[2].As<Hash>() != nullptr) {
    BASALT_RETURN_IF_ERROR(CheckGetOptions(*arguments[2].As<Hash>()));
    BASALT_ASSIGN_OR_RETURN(Options options, arguments.OptionsAt(2));
    BASALT_RETURN_IF_ERROR(ReadQueryOptions(options, get, style));
    if (const auto text = options.IgnoredText("get", kGetOptions); !text.empty()) {
      printer.Note(text);
    }
  } else {
    for (size_t i = 2; i < arguments.size(); ++i) {
      BASALT_RETURN_IF_ERROR(AddColumns(arguments[i], get, style));
    }
  }
  if (get.max_versions() <= 0) return Complaint("versions must be positive");
  BASALT_ASSIGN_OR_RETURN(const std::string name, arguments.Name(0));
  BASALT_ASSIGN_OR_RETURN(const auto table, context.OpenTable(name));
  BASALT_ASSIGN_OR_RETURN(const RowResult row, table->Get(get, context.call));
  for (const CellView cell : row) {
    if (printer.structured()) {
      BASALT_RETURN_IF_ERROR(StructuredRow(printer, cell, style, keys));
      continue;
    }
    BASALT_ASSIGN_OR_RETURN(std::string column, ColumnText(cell, style));
    BASALT_ASSIGN_OR_RETURN(std::string text, CellText(cell, style));
    printer.Row({std::move(column), std::move(text)});
  }
  printer.Footer(row.empty() ? 0 : 1);
  return Value();
}

// A separate table after the rows; on the notes stream for structured formats.
void PrintMetrics(Printer& printer, const ScanMetrics& metrics, const MetricChoice& choice) {
  if (!printer.structured()) {
    printer.Line("");
    printer.Header({"METRIC", "VALUE"});
  }
  for (const ScanMetrics::Counter& counter : ScanMetrics::Counters()) {
    if (!choice.Shows(counter.name)) continue;
    const int64_t value = metrics.*counter.value;
    if (printer.structured()) {
      printer.Line(fmt::format("{} {}", counter.name, value));
    } else {
      printer.Row({counter.name, value});
    }
  }
}

Result<Value> RunScan(Context& context, Arguments& arguments) {
  Printer& printer = context.printer;
  BASALT_RETURN_IF_ERROR(arguments.Table(0).status());
  const Keys keys = KeysOf(context, arguments);
  if (printer.structured()) {
    StructuredHeader(printer, keys);
  } else {
    printer.Header({"ROW", "COLUMN+CELL"});
  }
  if (arguments.size() > 1 && arguments[1].As<Hash>() == nullptr) {
    return Complaint(fmt::format("undefined method `any?' for {}:{}", Inspect(arguments[1]),
                                 TypeName(arguments[1])),
                     "The options of scan are a Hash: scan 't1', {LIMIT => 10}.");
  }
  BASALT_ASSIGN_OR_RETURN(Options options, arguments.OptionsAt(1));
  Scan scan;
  CellStyle style;
  BASALT_ASSIGN_OR_RETURN(const MetricChoice metrics, TakeMetrics(options));
  scan.SetScanMetricsEnabled(metrics.wanted);
  BASALT_RETURN_IF_ERROR(ReadScanOptions("scan", options, scan, style, printer));
  BASALT_ASSIGN_OR_RETURN(const std::string name, arguments.Name(0));
  BASALT_ASSIGN_OR_RETURN(const auto table, context.OpenTable(name));
  BASALT_ASSIGN_OR_RETURN(ResultScanner scanner, table->GetScanner(scan, context.call));
  int64_t results = 0;
  for (const RowResult& row : scanner) {
    if (context.cancelled()) return Cancelled();
    ++results;
    for (const CellView cell : row) {
      if (printer.structured()) {
        BASALT_RETURN_IF_ERROR(StructuredRow(printer, cell, style, keys));
        continue;
      }
      BASALT_ASSIGN_OR_RETURN(std::string key, RowText(cell.row, style, keys));
      BASALT_ASSIGN_OR_RETURN(const std::string column, ColumnText(cell, style));
      BASALT_ASSIGN_OR_RETURN(const std::string text, CellText(cell, style));
      printer.Row({std::move(key), fmt::format("column={}, {}", column, text)});
    }
  }
  BASALT_RETURN_IF_ERROR(scanner.status());
  scanner.Close();
  printer.Footer(results);
  if (scanner.metrics() != nullptr) PrintMetrics(printer, *scanner.metrics(), metrics);
  return Value();
}

Status CheckCacheBlocks(const Options& options) {
  const Value* value = options.rest().Find("CACHE_BLOCKS");
  if (value == nullptr || value->As<Bytes>() == nullptr || AsBool(*value)) return {};
  return Complaint("Expected CACHE_BLOCKS value to be a boolean or the string 'true' or 'false'");
}

Result<Value> RunCount(Context& context, Arguments& arguments) {
  Options options;
  int64_t interval = 1000;
  if (const int64_t* number = arguments[1].As<int64_t>()) {
    interval = *number;
  } else {
    if (arguments.size() > 1 && arguments[1].As<Hash>() == nullptr) {
      return Complaint(
          fmt::format("no implicit conversion of {} into Hash", TypeName(arguments[1])));
    }
    BASALT_ASSIGN_OR_RETURN(options, arguments.OptionsAt(1));
    BASALT_RETURN_IF_ERROR(CheckCacheBlocks(options));
    BASALT_ASSIGN_OR_RETURN(const auto given, options.TakeInteger("INTERVAL"));
    interval = given.value_or(interval);
  }
  if (interval == 0) return Complaint("divided by 0", "INTERVAL must not be 0.");
  Scan scan;
  CellStyle style;
  // HBase's shell accepts these here, too, and prints none.
  BASALT_RETURN_IF_ERROR(TakeMetrics(options).status());
  const bool caches = options.Has("CACHE_BLOCKS");
  BASALT_RETURN_IF_ERROR(ReadScanOptions("count", options, scan, style, context.printer));
  if (!caches) scan.SetCacheBlocks(false);
  // One cell per row, without its value, is enough.
  std::vector<FilterPtr> filters;
  if (scan.filter()) filters.push_back(scan.filter());
  filters.push_back(filters::FirstKeyOnly());
  filters.push_back(filters::KeyOnly());
  scan.SetFilter(filters::All(std::move(filters)));
  BASALT_ASSIGN_OR_RETURN(const std::string name, arguments.Name(0));
  BASALT_ASSIGN_OR_RETURN(const auto table, context.OpenTable(name));
  BASALT_ASSIGN_OR_RETURN(ResultScanner scanner, table->GetScanner(scan, context.call));
  int64_t count = 0;
  for (const RowResult& row : scanner) {
    if (context.cancelled()) return Cancelled();
    if (++count % interval == 0) {
      context.printer.Line(
          fmt::format("Current count: {}, row: {}", count, ToStringBinary(row.row())));
      context.printer.Flush();
    }
  }
  BASALT_RETURN_IF_ERROR(scanner.status());
  context.printer.Footer(count);
  return Value(count);
}

Result<Value> RunGetCounter(Context& context, Arguments& arguments) {
  const Column column = ParseColumn(arguments.Text(2));
  Get get(arguments.Text(1));
  get.AddColumn(column.family, column.qualifier.value_or(""));
  BASALT_ASSIGN_OR_RETURN(const std::string name, arguments.Name(0));
  BASALT_ASSIGN_OR_RETURN(const auto table, context.OpenTable(name));
  BASALT_ASSIGN_OR_RETURN(const RowResult row, table->Get(get, context.call));
  if (row.empty()) {
    context.printer.Line("No counter found at specified coordinates");
    return Value();
  }
  if (row[0].value.size() != 8) {
    return Complaint(fmt::format("Wrong length: {}, expected 8", row[0].value.size()));
  }
  BASALT_ASSIGN_OR_RETURN(const std::string counter, Convert(row[0].value, "toLong"));
  context.printer.Line("COUNTER VALUE = " + counter);
  return context.printer.structured() ? Value(*DecodeLong(row[0].value.substr(0, 8))) : Value();
}

Result<Value> RunExplain(Context& context, Arguments& arguments) {
  BASALT_ASSIGN_OR_RETURN(const TableName name, arguments.Table(0));
  BASALT_ASSIGN_OR_RETURN(const bool exists, context.admin().TableExists(name, context.call));
  if (!exists) return Status(StatusCode::kTableNotFound, name.ToString());
  if (!context.KeysOf(name)) {
    return Complaint(fmt::format(
        "nothing is known about the keys of {}: there is no schema of them, they are bytes",
        name.ToString()));
  }
  BASALT_ASSIGN_OR_RETURN(const auto lines,
                          context.keys->Explain(name, arguments.Text(1), context.call));
  for (const std::string& line : lines) context.printer.Line(line);
  return Value();
}

constexpr Command kReadCommands[] = {
    {"get", RunGet, 2, kAnyNumber, "Shows the cells of one row.",
     R"help(  get 't1', 'r1'
  get 't1', 'r1', 'f1:a', 'f1:b'
  get 't1', 'r1', {COLUMN => 'f1:a', VERSIONS => 3}
  get 't1', 'r1', {COLUMN => ['f1:a', 'f2'], TIMERANGE => [1000, 2000]}
  get 't1', 'r1', {TIMESTAMP => 1000}
  get 't1', 'r1', {FILTER => "ValueFilter(=, 'binary:x')"}
  get 't1', 'r1', 'f1:n:toLong'

A column is 'family' or 'family:qualifier', with a converter after another colon if its values are
not text: toInt, toLong, toShort, toFloat, toDouble, toBoolean, toString, toHex. FORMATTER => 'toLong'
is one for all columns. MAXLENGTH => 20 cuts long cells. TIMERANGE is [from, to), in milliseconds.)help",
     true},
    {"scan", RunScan, 1, 2,
     "Shows the rows of a table, or a part of them, in the order of their keys.",
     R"help(  scan 't1'
  scan 't1', {COLUMNS => ['f1:a', 'f2'], LIMIT => 10, STARTROW => 'x'}
  scan 't1', {STARTROW => 'a', STOPROW => 'b'}         from 'a' to before 'b'
  scan 't1', {ROWPREFIXFILTER => 'user-', REVERSED => true}
  scan 't1', {FILTER => "PrefixFilter('r') AND ValueFilter(=, 'substring:x')"}
  scan 't1', {TIMERANGE => [1000, 2000], VERSIONS => 5}
  scan 't1', {RAW => true, VERSIONS => 10}             deleted cells and delete markers, too

How many versions: VERSIONS (there is no VERSION). Further options: TIMESTAMP, BATCH (cells in one
result), CACHE (rows in one round trip), CACHE_BLOCKS, MAXLENGTH, FORMATTER and converters after a
column's name, see help 'get'. The language of filters: help 'show_filters'. Ctrl-C ends a scan.)help",
     true},
    {"count", RunCount, 1, 2, "Counts the rows of a table.",
     R"help(  count 't1'
  count 't1', INTERVAL => 100000                       says how far it is, every so many rows
  count 't1', {COLUMNS => 'f1:a', STARTROW => 'a', STOPROW => 'b'}
  count 't1', FILTER => "PrefixFilter('r')"

Takes the options of scan. Ctrl-C ends it.)help",
     true},
    {"get_counter", RunGetCounter, 3, 3, "Shows a counter as a number.",
     R"help(  get_counter 't1', 'r1', 'f1:n'

A counter is a value of eight bytes; incr changes it.)help",
     true},
    {"explain", RunExplain, 1, 2, "Explains row keys by the table's key schema.",
     R"help(  explain 't1'
  explain 't1', 'r1'

Needs a key schema of the table. With a schema, scan shows decoded keys.)help",
     true},
};

}  // namespace

std::span<const Command> ReadCommands() { return kReadCommands; }

}  // namespace basalt::shell
