// Request frames, and the messages of calls that unauthenticated clients can make.
#include "base/varint.h"
#include "fuzz/target.h"
#include "hbase/client.pb.h"
#include "wire/frame.h"
#include "wire/mutation_codec.h"
#include "wire/query_codec.h"

namespace basalt::fuzz {

std::vector<std::string> Samples() {
  std::vector<std::string> samples;
  const auto add = [&](const char* method, const google::protobuf::MessageLite& message,
                       const std::string& cells) {
    hbase::pb::RequestHeader header;
    header.set_call_id(1);
    header.set_method_name(method);
    header.set_request_param(true);
    if (!cells.empty()) {
      header.mutable_cell_block_meta()->set_length(static_cast<uint32_t>(cells.size()));
    }
    std::string frame;
    base::AppendText(frame, header.SerializeAsString());
    base::AppendText(frame, message.SerializeAsString());
    samples.push_back(frame + cells);
  };
  hbase::pb::GetRequest get;
  get.mutable_region()->set_type(hbase::pb::RegionSpecifier::REGION_NAME);
  get.mutable_region()->set_value("t,,1.0123456789abcdef0123456789abcdef.");
  get.mutable_get()->set_row("row");
  get.mutable_get()->add_column()->set_family("f");
  get.mutable_get()->mutable_time_range()->set_from(1);
  add("Get", get, "");
  hbase::pb::ScanRequest scan;
  *scan.mutable_region() = get.region();
  scan.mutable_scan()->set_start_row("a");
  scan.mutable_scan()->set_batch_size(3);
  add("Scan", scan, "");
  hbase::pb::MultiRequest multi;
  auto& group = *multi.add_regionaction();
  *group.mutable_region() = get.region();
  auto& mutation = *group.add_action()->mutable_mutation();
  mutation.set_row("row");
  mutation.set_mutate_type(hbase::pb::MutationProto::PUT);
  mutation.set_associated_cell_count(1);
  std::string block;
  wire::AppendCell(wire::CellCodec::kKeyValue,
                   {.row = "row", .family = "f", .qualifier = "q", .value = "v"}, block);
  add("Multi", multi, block);
  return samples;
}

}  // namespace basalt::fuzz

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace basalt;
  wire::RequestParts parts;
  if (!wire::ParseRequest(fuzz::View(data, size), parts).ok()) return 0;
  const std::string& method = parts.header.method_name();
  if (method == "Get") {
    hbase::pb::GetRequest request;
    if (wire::ParseMessage(parts.param, request).ok()) (void)wire::ParseGet(request.get());
  } else if (method == "Scan") {
    hbase::pb::ScanRequest request;
    if (wire::ParseMessage(parts.param, request).ok()) (void)wire::ParseScan(request.scan());
  } else {
    hbase::pb::MultiRequest request;
    if (!wire::ParseMessage(parts.param, request).ok()) return 0;
    wire::CellBlockReader cells(wire::CellCodec::kKeyValue, parts.cell_block);
    for (const auto& group : request.regionaction()) {
      for (const auto& action : group.action()) {
        if (action.has_mutation()) (void)wire::ParseMutation(action.mutation(), &cells);
        if (action.has_get()) (void)wire::ParseGet(action.get());
      }
      if (group.has_condition()) {
        (void)wire::ParseCondition(group.condition());
        (void)wire::ParseRowCondition(group.condition());
      }
    }
  }
  return 0;
}
