// status: of servers as reported by the cluster, of a directory from its regions.
#include <algorithm>

#include <fmt/format.h>

#include "basalt/cluster_admin.h"
#include "basalt/version.h"
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
  ServedRegion sum;
  for (const ServedRegion& region : server.regions) {
    sum.stores += region.stores;
    sum.store_files += region.store_files;
    sum.store_files_mb += region.store_files_mb;
    sum.memstore_mb += region.memstore_mb;
    sum.reads += region.reads;
    sum.writes += region.writes;
    sum.filtered_reads += region.filtered_reads;
  }
  // A directory has no server process to report on.
  const std::string process =
      server.max_heap_mb == 0
          ? fmt::format("numberOfOnlineRegions={}", server.regions.size())
          : fmt::format(
                "requestsPerSecond={}.0, numberOfOnlineRegions={}, usedHeapMB={}, "
                "maxHeapMB={}",
                server.requests_per_second, server.regions.size(), server.used_heap_mb,
                server.max_heap_mb);
  return fmt::format(
      "        {}, numberOfStores={}, numberOfStorefiles={}, storefileSizeMB={}, "
      "memstoreSizeMB={}, "
      "readRequestsCount={}, filteredReadRequestsCount={}, writeRequestsCount={}",
      process, sum.stores, sum.store_files, sum.store_files_mb, sum.memstore_mb, sum.reads,
      sum.filtered_reads, sum.writes);
}

void PrintRegion(Printer& printer, const ServedRegion& region) {
  printer.Line(fmt::format("        \"{}\"", ToStringBinary(region.name)));
  printer.Line(
      fmt::format("            numberOfStores={}, numberOfStorefiles={}, storefileSizeMB={}, "
                  "memstoreSizeMB={}, readRequestsCount={}, writeRequestsCount={}, dataLocality={}",
                  region.stores, region.store_files, region.store_files_mb, region.memstore_mb,
                  region.reads, region.writes, LocalityText(region.locality)));
}

void PrintServers(Printer& printer, const ClusterInfo& facts, bool detailed) {
  uint64_t requests = 0;
  size_t regions = 0;
  printer.Line("active master:  " + Spaced(facts.master));
  printer.Line(fmt::format("{} backup masters", facts.backup_masters.size()));
  for (const std::string& name : facts.backup_masters) printer.Line("    " + Spaced(name));
  printer.Line(fmt::format("{} live servers", facts.servers.size()));
  for (const ServerMetrics& server : facts.servers) {
    printer.Line("    " + Spaced(server.name));
    printer.Line(LoadLine(server));
    requests += server.requests_per_second;
    regions += server.regions.size();
    if (!detailed) continue;
    for (const ServedRegion& region : server.regions) PrintRegion(printer, region);
  }
  printer.Line(fmt::format("{} dead servers", facts.dead_servers.size()));
  for (const std::string& name : facts.dead_servers) printer.Line("    " + name);
  if (!detailed) {
    printer.Line(fmt::format("Aggregate load: {}, regions: {}", requests, regions));
  }
}

// A directory, described as a cluster of one server.
Result<ClusterInfo> DescribeDirectory(Context& context) {
  ClusterInfo facts;
  facts.version = kVersion;
  facts.master = context.target;
  ServerMetrics& server = facts.servers.emplace_back();
  server.name = context.target;
  BASALT_ASSIGN_OR_RETURN(const auto tables, context.admin().ListTables());
  // The system tables are not listed, but count.
  std::vector<TableName> names = {*TableName::Parse("hbase:meta"),
                                  *TableName::Parse("hbase:namespace")};
  for (const TableDescriptor& table : tables) names.push_back(table.name());
  for (const TableName& name : names) {
    const auto regions = context.admin().ListRegions(name);
    if (!regions.ok() && name.ns() != "hbase") return regions.status();
    if (!regions.ok()) continue;
    for (const RegionMetrics& region : *regions) {
      if (!region.online) continue;
      ServedRegion& served = server.regions.emplace_back();
      served.name = region.name;
      served.reads = region.reads;
      served.writes = region.writes;
      served.filtered_reads = region.filtered_reads;
      served.locality = 1;
      for (const FamilyMetrics& family : region.families) {
        ++served.stores;
        served.store_files += family.store_files;
        served.store_files_mb += family.disk_bytes >> 20;
        served.memstore_mb += family.memstore_bytes >> 20;
      }
    }
  }
  return facts;
}

}  // namespace

std::string LocalityText(double locality) {
  const std::string text = fmt::format("{}", static_cast<float>(locality));
  return text.find('.') == std::string::npos ? text + ".0" : text;
}

Result<Value> ShowStatus(Context& context, Arguments& arguments) {
  const std::string format = arguments[0].is_nil() ? "summary" : arguments.Text(0);
  if (format != "summary" && format != "simple" && format != "detailed") {
    return Complaint(fmt::format(
        "status '{}' is not offered: there are 'summary', 'simple' and 'detailed'", format));
  }
  ClusterAdmin* cluster = ClusterAdmin::Of(context.admin());
  ClusterInfo facts;
  if (cluster != nullptr) {
    BASALT_ASSIGN_OR_RETURN(facts, cluster->DescribeCluster());
  } else {
    BASALT_ASSIGN_OR_RETURN(facts, DescribeDirectory(context));
  }
  Printer& printer = context.printer;
  if (format == "summary") {
    size_t regions = 0;
    for (const ServerMetrics& server : facts.servers) regions += server.regions.size();
    const double servers = std::max<double>(1, static_cast<double>(facts.servers.size()));
    printer.Line(
        fmt::format("1 active master, {} backup masters, {} servers, {} dead, {:.4f} average load",
                    facts.backup_masters.size(), facts.servers.size(), facts.dead_servers.size(),
                    static_cast<double>(regions) / servers));
    return Value();
  }
  const bool detailed = format == "detailed";
  if (detailed) {
    printer.Line("version " + facts.version);
    printer.Line(fmt::format("{} regionsInTransition", facts.regions_in_transition.size()));
    for (const std::string& region : facts.regions_in_transition) printer.Line("    " + region);
  }
  PrintServers(printer, facts, detailed);
  return Value();
}

}  // namespace basalt::shell
