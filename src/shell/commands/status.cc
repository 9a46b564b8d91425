// status: of servers as reported by the cluster, of a directory from its regions.
#include <algorithm>

#include <fmt/format.h>

#include "basalt/cluster_admin.h"
#include "model/units.h"
#include "shell/commands/groups.h"

namespace basalt::shell {
namespace {

// "host,port,start code" in the format of status.
std::string Spaced(std::string name) {
  if (const size_t comma = name.find(','); comma != std::string::npos) name[comma] = ':';
  if (const size_t comma = name.find(','); comma != std::string::npos) name[comma] = ' ';
  return name;
}

// The totals of a server's regions. Values of HBase's line that ours lacks concern its file format.
std::string LoadLine(const ServerMetrics& server) {
  RegionLoad sum;
  for (const RegionLoad& region : server.regions) {
    sum.store_count += region.store_count;
    sum.store_file_count += region.store_file_count;
    sum.store_file_size_mb += region.store_file_size_mb;
    sum.memstore_size_mb += region.memstore_size_mb;
    sum.read_request_count += region.read_request_count;
    sum.write_request_count += region.write_request_count;
    sum.filtered_read_request_count += region.filtered_read_request_count;
  }
  // A directory has no server process to report on.
  const std::string process =
      server.max_heap_size_mb == 0
          ? fmt::format("numberOfOnlineRegions={}", server.regions.size())
          : fmt::format(
                "requestsPerSecond={}.0, numberOfOnlineRegions={}, usedHeapMB={}, "
                "maxHeapMB={}",
                server.requests_per_second, server.regions.size(), server.used_heap_size_mb,
                server.max_heap_size_mb);
  return fmt::format(
      "        {}, numberOfStores={}, numberOfStorefiles={}, storefileSizeMB={}, "
      "memstoreSizeMB={}, "
      "readRequestsCount={}, filteredReadRequestsCount={}, writeRequestsCount={}",
      process, sum.store_count, sum.store_file_count, sum.store_file_size_mb, sum.memstore_size_mb,
      sum.read_request_count, sum.filtered_read_request_count, sum.write_request_count);
}

void PrintRegion(Printer& printer, const RegionLoad& region) {
  printer.Line(fmt::format("        \"{}\"", ToStringBinary(region.name)));
  printer.Line(
      fmt::format("            numberOfStores={}, numberOfStorefiles={}, storefileSizeMB={}, "
                  "memstoreSizeMB={}, readRequestsCount={}, writeRequestsCount={}, dataLocality={}",
                  region.store_count, region.store_file_count, region.store_file_size_mb,
                  region.memstore_size_mb, region.read_request_count, region.write_request_count,
                  LocalityText(region.data_locality)));
}

void PrintServers(Printer& printer, const ClusterMetrics& facts, bool detailed) {
  uint64_t requests = 0;
  size_t regions = 0;
  printer.Line("active master:  " + Spaced(facts.master_name));
  printer.Line(fmt::format("{} backup masters", facts.backup_master_names.size()));
  for (const std::string& name : facts.backup_master_names) printer.Line("    " + Spaced(name));
  if (detailed) printer.Line("master coprocessors: []");
  printer.Line(fmt::format("{} live servers", facts.live_servers.size()));
  for (const ServerMetrics& server : facts.live_servers) {
    printer.Line("    " + Spaced(server.server_name));
    printer.Line(LoadLine(server));
    requests += server.requests_per_second;
    regions += server.regions.size();
    if (!detailed) continue;
    for (const RegionLoad& region : server.regions) PrintRegion(printer, region);
  }
  printer.Line(fmt::format("{} dead servers", facts.dead_server_names.size()));
  for (const std::string& name : facts.dead_server_names) printer.Line("    " + name);
  if (!detailed) {
    printer.Line(fmt::format("Aggregate load: {}, regions: {}", requests, regions));
  }
}

// Servers without peers send nothing, and wait for others to send.
Value ShowReplication(Printer& printer, const ClusterMetrics& facts, std::string_view type) {
  printer.Line("version " + facts.hbase_version);
  printer.Line(fmt::format("{} live servers", facts.live_servers.size()));
  for (const ServerMetrics& server : facts.live_servers) {
    const std::string& name = server.server_name;
    printer.Line(fmt::format("    {}:", name.substr(0, name.find(','))));
    if (!model::EqualsIgnoringCase(type, "sink")) printer.Line("       SOURCE:");
    if (!model::EqualsIgnoringCase(type, "source")) {
      printer.Line(fmt::format("      SINK: TimeStampStarted={}, Waiting for OPs... ",
                               name.substr(name.rfind(',') + 1)));
    }
  }
  return JavaObject("JavaUtil::Collections::UnmodifiableSet");
}

// Only if there is any: HBase's format has no such lines.
void PrintDamage(Printer& printer, const ClusterMetrics& facts) {
  if (facts.damaged_files.empty()) return;
  printer.Line(fmt::format("{} damaged files", facts.damaged_files.size()));
  for (const std::string& file : facts.damaged_files) printer.Line("    " + file);
}

}  // namespace

std::string LocalityText(double locality) {
  const std::string text = fmt::format("{}", static_cast<float>(locality));
  return text.find('.') == std::string::npos ? text + ".0" : text;
}

Result<Value> ShowStatus(Context& context, Arguments& arguments) {
  const std::string format = arguments[0].is_nil() ? "summary" : arguments.Text(0);
  BASALT_ASSIGN_OR_RETURN(const ClusterMetrics facts,
                          context.cluster->GetClusterMetrics(context.call));
  Printer& printer = context.printer;
  if (format == "replication") return ShowReplication(printer, facts, arguments.Text(1));
  // As in HBase, anything else is the summary.
  if (format != "simple" && format != "detailed") {
    size_t regions = 0;
    for (const ServerMetrics& server : facts.live_servers) regions += server.regions.size();
    const double servers = std::max<double>(1, static_cast<double>(facts.live_servers.size()));
    printer.Line(
        fmt::format("1 active master, {} backup masters, {} servers, {} dead, {:.4f} average load",
                    facts.backup_master_names.size(), facts.live_servers.size(),
                    facts.dead_server_names.size(), static_cast<double>(regions) / servers));
    PrintDamage(printer, facts);
    return Value();
  }
  const bool detailed = format == "detailed";
  if (detailed) {
    printer.Line("version " + facts.hbase_version);
    printer.Line(fmt::format("{} regionsInTransition", facts.regions_in_transition.size()));
    for (const std::string& region : facts.regions_in_transition) printer.Line("    " + region);
  }
  PrintServers(printer, facts, detailed);
  PrintDamage(printer, facts);
  return detailed ? JavaObject("JavaUtil::Collections::UnmodifiableRandomAccessList") : Value();
}

}  // namespace basalt::shell
