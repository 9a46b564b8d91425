#include "server/net/call_shape.h"

#include <string>

#include <fmt/format.h>

#include "basalt/bytes.h"
#include "hbase/client.pb.h"

namespace basalt::server {
namespace {

namespace pb = hbase::pb;

constexpr std::string_view kMessagePackage = "hbase.pb.";
// Rows and names are of any length; a log line is not.
constexpr size_t kMaxShapeBytes = 1024;

std::string Printable(BytesView bytes) { return ToStringBinary(bytes.substr(0, kMaxShapeBytes)); }

// The Java class of a request, which HBase's operators know calls by.
std::string JavaClass(std::string_view service, std::string_view message) {
  if (message.starts_with(kMessagePackage)) message.remove_prefix(kMessagePackage.size());
  const std::string_view file = service.substr(0, service.find("Service"));
  return fmt::format("org.apache.hadoop.hbase.shaded.protobuf.generated.{}Protos${}", file,
                     message);
}

std::string ScanShape(const pb::ScanRequest& request) {
  std::string text;
  if (request.has_scanner_id()) text += fmt::format("scanner_id: {} ", request.scanner_id());
  if (request.has_scan()) {
    const pb::Scan& scan = request.scan();
    text += "scan { ";
    for (const pb::Column& column : scan.column()) {
      text += fmt::format("column {{ family: \"{}\" ", Printable(column.family()));
      for (const std::string& qualifier : column.qualifier()) {
        if (text.size() > kMaxShapeBytes) break;
        text += fmt::format("qualifier: \"{}\" ", Printable(qualifier));
      }
      text += "} ";
      if (text.size() > kMaxShapeBytes) break;
    }
    text += fmt::format("start_row: \"{}\" stop_row: \"{}\" ", Printable(scan.start_row()),
                        Printable(scan.stop_row()));
    if (scan.has_filter()) {
      text += fmt::format("filter {{ name: \"{}\" }} ", Printable(scan.filter().name()));
    }
    text += fmt::format("max_versions: {} reversed: {} }} ", scan.max_versions(), scan.reversed());
  }
  return text + fmt::format("number_of_rows: {}", request.number_of_rows());
}

void FillMulti(const pb::MultiRequest& request, pb::SlowLogPayload& payload) {
  int gets = 0;
  int mutations = 0;
  int service_calls = 0;
  int actions = 0;
  for (const pb::RegionAction& group : request.regionaction()) {
    actions += group.action_size();
    for (const pb::Action& action : group.action()) {
      gets += action.has_get() ? 1 : 0;
      mutations += action.has_mutation() ? 1 : 0;
      service_calls += action.has_service_call() ? 1 : 0;
    }
  }
  payload.set_multi_gets(gets);
  payload.set_multi_mutations(mutations);
  payload.set_multi_service_calls(service_calls);
  if (request.regionaction().empty()) return;
  payload.set_region_name(Printable(request.regionaction(0).region().value()));
  payload.set_param(fmt::format("region= {}, for {} action(s)", payload.region_name(), actions));
}

void FillRow(const pb::RegionSpecifier& region, BytesView row, pb::SlowLogPayload& payload) {
  payload.set_region_name(Printable(region.value()));
  payload.set_param(fmt::format("region= {}, row= {}", payload.region_name(), Printable(row)));
}

}  // namespace

void FillCallShape(std::string_view verb, const google::protobuf::MessageLite& request,
                   pb::SlowLogPayload& payload) {
  const std::string_view service = verb.substr(0, verb.find('.'));
  const std::string_view method = verb.substr(service.size() + 1);
  const std::string java_class = JavaClass(service, request.GetTypeName());
  payload.set_server_class(service == "MasterService" ? "HMaster" : "HRegionServer");
  payload.set_method_name(std::string(method));
  payload.set_call_details(fmt::format("{}({})", method, java_class));
  payload.set_region_name("");
  payload.set_param("class " + java_class);
  if (const auto* scan = dynamic_cast<const pb::ScanRequest*>(&request)) {
    payload.set_region_name(Printable(scan->region().value()));
    payload.set_param(ScanShape(*scan));
  } else if (const auto* get = dynamic_cast<const pb::GetRequest*>(&request)) {
    FillRow(get->region(), get->get().row(), payload);
  } else if (const auto* mutate = dynamic_cast<const pb::MutateRequest*>(&request)) {
    FillRow(mutate->region(), mutate->mutation().row(), payload);
  } else if (const auto* multi = dynamic_cast<const pb::MultiRequest*>(&request)) {
    FillMulti(*multi, payload);
  } else if (const auto* exec = dynamic_cast<const pb::CoprocessorServiceRequest*>(&request)) {
    payload.set_region_name(Printable(exec->region().value()));
    payload.set_param(fmt::format("coprocessorService= {}:{}",
                                  Printable(exec->call().service_name()),
                                  Printable(exec->call().method_name())));
  }
  if (payload.param().size() > kMaxShapeBytes) payload.mutable_param()->resize(kMaxShapeBytes);
}

}  // namespace basalt::server
