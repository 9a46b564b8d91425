#include "shell/command_text.h"

#include <vector>

#include <fmt/format.h>

#include "basalt/bytes.h"
#include "base/check.h"

namespace basalt::shell {
namespace {

// Ruby interprets \xHH in double quotes only.
std::string Quote(BytesView bytes) {
  const std::string text = ToStringBinary(bytes);
  const char mark = text == bytes ? '\'' : '"';
  return fmt::format("{0}{1}{0}", mark, text);
}

std::string ColumnText(BytesView family, BytesView qualifier) {
  Bytes column(family);
  column.append(":").append(qualifier);
  return Quote(column);
}

std::string ColumnText(const MutationCell& cell) { return ColumnText(cell.family, cell.qualifier); }

const MutationCell& OnlyCell(const Mutation& mutation) {
  BASALT_CHECK(mutation.cells().size() == 1, "One shell command writes one cell.");
  return mutation.cells().front();
}

// What the shell takes as a hash after the fixed arguments.
class OptionsText {
 public:
  void Add(std::string_view name, std::string_view value) {
    options_.push_back(fmt::format("{} => {}", name, value));
  }
  std::string Text() const {
    if (options_.empty()) return "";
    return fmt::format(", {{{}}}", fmt::join(options_, ", "));
  }

 private:
  std::vector<std::string> options_;
};

void AddQueryOptions(const Query& query, OptionsText& options) {
  std::vector<std::string> columns;
  for (const auto& [family, qualifiers] : query.columns()) {
    if (qualifiers.empty()) columns.push_back(Quote(family));
    for (const Bytes& qualifier : qualifiers) columns.push_back(ColumnText(family, qualifier));
  }
  if (columns.size() == 1) {
    options.Add("COLUMN", columns[0]);
  } else if (!columns.empty()) {
    options.Add("COLUMNS", fmt::format("[{}]", fmt::join(columns, ", ")));
  }
  if (!query.time_range().is_all_time()) {
    options.Add("TIMERANGE",
                fmt::format("[{}, {}]", query.time_range().min(), query.time_range().max()));
  }
  if (query.max_versions() != 1) options.Add("VERSIONS", fmt::to_string(query.max_versions()));
}

}  // namespace

std::string CreateText(const TableDescriptor& table) {
  std::string text = "create " + Quote(table.name().ToString());
  for (const FamilyDescriptor& family : table.families()) text += ", " + family.ToString();
  return text;
}

std::string PutText(std::string_view table, const Put& put) {
  const MutationCell& cell = OnlyCell(put);
  std::string text = fmt::format("put {}, {}, {}, {}", Quote(table), Quote(put.row()),
                                 ColumnText(cell), Quote(cell.value));
  if (cell.timestamp != kLatestTimestamp) text += fmt::format(", {}", cell.timestamp);
  OptionsText options;
  if (put.ttl()) options.Add("TTL", fmt::to_string(*put.ttl()));
  return text + options.Text();
}

std::string DeleteText(std::string_view table, const Delete& del) {
  if (del.cells().empty()) return fmt::format("deleteall {}, {}", Quote(table), Quote(del.row()));
  const MutationCell& cell = OnlyCell(del);
  const std::string_view verb = cell.type == CellType::kDelete ? "delete" : "deleteall";
  std::string text =
      fmt::format("{} {}, {}, {}", verb, Quote(table), Quote(del.row()), ColumnText(cell));
  if (cell.timestamp != kLatestTimestamp) text += fmt::format(", {}", cell.timestamp);
  return text;
}

std::string IncrementText(std::string_view table, const Increment& increment) {
  const MutationCell& cell = OnlyCell(increment);
  return fmt::format("incr {}, {}, {}, {}", Quote(table), Quote(increment.row()), ColumnText(cell),
                     DecodeLong(cell.value).value_or(0));
}

std::string AppendText(std::string_view table, const Append& append) {
  const MutationCell& cell = OnlyCell(append);
  return fmt::format("append {}, {}, {}, {}", Quote(table), Quote(append.row()), ColumnText(cell),
                     Quote(cell.value));
}

std::string CheckAndMutateText(std::string_view table, const CheckAndMutate& check) {
  const std::string column = ColumnText(check.family(), check.qualifier());
  const std::string condition = check.value()
                                    ? fmt::format("ifEquals({}, {})", column, Quote(*check.value()))
                                    : fmt::format("ifNotExists({})", column);
  BASALT_CHECK(check.mutations().size() == 1, "The shell's command has one mutation.");
  const MutationCell& cell = OnlyCell(check.mutations().front());
  return fmt::format("checkAndMutate {}, {}, {}, put({}, {})", Quote(table), Quote(check.row()),
                     condition, ColumnText(cell), Quote(cell.value));
}

std::string GetText(std::string_view table, const Get& get) {
  OptionsText options;
  AddQueryOptions(get, options);
  return fmt::format("get {}, {}{}", Quote(table), Quote(get.row()), options.Text());
}

std::string ScanText(std::string_view table, const Scan& scan) {
  OptionsText options;
  if (!scan.start_row().empty()) options.Add("STARTROW", Quote(scan.start_row()));
  if (!scan.stop_row().empty()) options.Add("STOPROW", Quote(scan.stop_row()));
  if (scan.reversed()) options.Add("REVERSED", "true");
  if (scan.raw()) options.Add("RAW", "true");
  if (scan.limit() > 0) options.Add("LIMIT", fmt::to_string(scan.limit()));
  AddQueryOptions(scan, options);
  return fmt::format("scan {}{}", Quote(table), options.Text());
}

}  // namespace basalt::shell
