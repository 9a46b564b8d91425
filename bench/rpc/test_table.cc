#include "rpc/test_table.h"

#include <algorithm>

#include <fmt/format.h>

#include "hbase/client.pb.h"
#include "hbase/master.pb.h"
#include "rpc/load_client.h"
#include "wire/cell_block.h"

namespace basalt::bench {
namespace {

std::string FindRegion(uint16_t port) {
  hbase::pb::ScanRequest request;
  *request.mutable_region() = RegionNamed("hbase:meta,,1");
  request.set_number_of_rows(1);
  request.set_close_scanner(true);
  request.mutable_scan()->set_start_row("bench,,");
  request.mutable_scan()->set_stop_row("bench ,,");
  LoadClient client(port, "ClientService");
  client.Send(MakeFrame("Scan", request));
  const std::string& answer = client.Receive();
  // The region's name is the row of the first cell; its tail has a fixed form.
  const size_t at = answer.find("bench,,");
  if (at == std::string::npos) return {};
  return answer.substr(at, answer.find('.', answer.find('.', at) + 1) + 1 - at);
}

}  // namespace

std::string RowKey(int i) { return fmt::format("{:010}", i); }

hbase::pb::RegionSpecifier RegionNamed(const std::string& name) {
  hbase::pb::RegionSpecifier specifier;
  specifier.set_type(hbase::pb::RegionSpecifier::REGION_NAME);
  specifier.set_value(name);
  return specifier;
}

std::string MultiPut(const std::string& region, const std::vector<int>& rows,
                     const std::string& value) {
  hbase::pb::MultiRequest request;
  auto& group = *request.add_regionaction();
  *group.mutable_region() = RegionNamed(region);
  std::string block;
  for (size_t i = 0; i < rows.size(); ++i) {
    auto& action = *group.add_action();
    action.set_index(static_cast<uint32_t>(i));
    auto& mutation = *action.mutable_mutation();
    const std::string row = RowKey(rows[i]);
    mutation.set_row(row);
    mutation.set_mutate_type(hbase::pb::MutationProto::PUT);
    mutation.set_associated_cell_count(1);
    wire::AppendCell(wire::CellCodec::kKeyValue,
                     {.row = row, .family = "f", .qualifier = "q", .value = value}, block);
  }
  return MakeFrame("Multi", request, block);
}

std::string CreateAndFill(uint16_t port, int rows, const std::string& value) {
  hbase::pb::CreateTableRequest create;
  auto& schema = *create.mutable_table_schema();
  schema.mutable_table_name()->set_namespace_("default");
  schema.mutable_table_name()->set_qualifier("bench");
  schema.add_column_families()->set_name("f");
  // The frames name one region, which stays.
  auto& attribute = *schema.add_attributes();
  attribute.set_first("SPLIT_POLICY");
  attribute.set_second("org.apache.hadoop.hbase.regionserver.DisabledRegionSplitPolicy");
  LoadClient master(port, "MasterService");
  master.Send(MakeFrame("CreateTable", create));
  master.Receive();
  const std::string region = FindRegion(port);
  LoadClient client(port, "ClientService");
  for (int at = 0; at < rows; at += 100) {
    std::vector<int> batch;
    for (int i = at; i < std::min(at + 100, rows); ++i) batch.push_back(i);
    client.Send(MultiPut(region, batch, value));
    client.Receive();
  }
  return region;
}

}  // namespace basalt::bench
