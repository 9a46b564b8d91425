// Filters from their messages; those that parse are run on a few cells.
#include "basalt/row_result.h"
#include "fuzz/target.h"
#include "wire/filter_codec.h"
#include "wire/frame.h"

namespace basalt::fuzz {
namespace {

constexpr char kPackage[] = "org.apache.hadoop.hbase.filter.";

hbase::pb::Filter Named(const char* name, const google::protobuf::MessageLite& body) {
  hbase::pb::Filter filter;
  filter.set_name(std::string(kPackage) + name);
  body.SerializeToString(filter.mutable_serialized_filter());
  return filter;
}

}  // namespace

std::vector<std::string> Samples() {
  hbase::pb::CompareFilter compare;
  compare.set_compare_op(hbase::pb::EQUAL);
  hbase::pb::RegexStringComparator regex;
  regex.set_pattern("a+b*(c|d)");
  regex.set_pattern_flags(32);
  regex.set_charset("UTF-8");
  compare.mutable_comparator()->set_name(std::string(kPackage) + "RegexStringComparator");
  regex.SerializeToString(compare.mutable_comparator()->mutable_serialized_comparator());
  hbase::pb::ValueFilter value;
  *value.mutable_compare_filter() = compare;
  hbase::pb::PrefixFilter prefix;
  prefix.set_prefix("r");
  hbase::pb::FuzzyRowFilter fuzzy;
  auto& pair = *fuzzy.add_fuzzy_keys_data();
  pair.set_first("r?w");
  pair.set_second(std::string("\xff\x02\xff", 3));
  fuzzy.set_is_mask_v2(true);
  hbase::pb::MultiRowRangeFilter ranges;
  auto& range = *ranges.add_row_range_list();
  range.set_start_row("a");
  range.set_stop_row("s");
  hbase::pb::ColumnPaginationFilter pagination;
  pagination.set_limit(2);
  pagination.set_offset(1);
  hbase::pb::TimestampsFilter timestamps;
  timestamps.add_timestamps(5);
  hbase::pb::FilterList list;
  list.set_operator_(hbase::pb::FilterList::MUST_PASS_ONE);
  *list.add_filters() = Named("PrefixFilter", prefix);
  *list.add_filters() = Named("ValueFilter", value);
  *list.add_filters() = Named("ColumnPaginationFilter", pagination);
  std::vector<std::string> samples;
  for (const hbase::pb::Filter& filter :
       {Named("FilterList", list), Named("FuzzyRowFilter", fuzzy),
        Named("MultiRowRangeFilter", ranges), Named("TimestampsFilter", timestamps)}) {
    samples.push_back(filter.SerializeAsString());
  }
  return samples;
}

void Run(BytesView input) {
  hbase::pb::Filter message;
  if (!wire::ParseMessage(input, message).ok()) return;
  auto filter = wire::ParseFilter(message);
  if (!filter.ok()) return;
  const CellView cells[] = {
      {.row = "row", .family = "f", .qualifier = "a", .timestamp = 5, .value = "abc"},
      {.row = "row", .family = "f", .qualifier = "b", .timestamp = 4, .value = ""},
      {.row = "zow", .family = "g", .qualifier = "", .timestamp = 3, .value = "12345678"},
  };
  for (const CellView& cell : cells) {
    if ((*filter)->FilterAllRemaining()) break;
    if (!(*filter)->FilterRowKey(cell.row)) {
      const Filter::ReturnCode code = (*filter)->FilterCell(cell);
      if (code == Filter::ReturnCode::kSeekNextUsingHint) (void)(*filter)->NextCellHint(cell);
      if (code == Filter::ReturnCode::kInclude) (void)(*filter)->TransformCell(cell);
      RowResult row;
      row.StartRow(cell.row);
      row.Append(cell);
      if ((*filter)->HasFilterRow()) (*filter)->FilterRowCells(row);
      (void)(*filter)->FilterRow();
    }
    (*filter)->Reset();
  }
}

}  // namespace basalt::fuzz

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  basalt::fuzz::Run(basalt::fuzz::View(data, size));
  return 0;
}
