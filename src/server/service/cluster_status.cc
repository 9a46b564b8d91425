#include "server/service/cluster_status.h"

#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <limits>
#include <set>

#include <fmt/format.h>

#include "basalt/version.h"
#include "server/compaction_queue.h"
#include "server/service/master_support.h"
#include "server/service/registrar.h"
#include "store/damage_registry.h"
#include "store/range_size.h"
#include "wire/descriptor_messages.h"

namespace basalt::server {
namespace {

namespace pb = hbase::pb;

// As HBase rounds: anything above zero counts as one unit at least.
uint32_t InMegabytes(uint64_t bytes) {
  if (bytes == 0) return 0;
  return static_cast<uint32_t>(std::clamp<uint64_t>(bytes >> 20, 1, INT32_MAX));
}

uint64_t ResidentBytes() {
  uint64_t total = 0;
  uint64_t resident = 0;
  std::ifstream("/proc/self/statm") >> total >> resident;
  return resident * static_cast<uint64_t>(::sysconf(_SC_PAGESIZE));
}

uint64_t MachineBytes() {
  return static_cast<uint64_t>(::sysconf(_SC_PHYS_PAGES)) *
         static_cast<uint64_t>(::sysconf(_SC_PAGESIZE));
}

pb::RegionLoad::CompactionState LoadStateOf(const CompactionTracker::RegionState& region) {
  if (region.major > 0 && region.minor > 0) return pb::RegionLoad::MAJOR_AND_MINOR;
  if (region.major > 0) return pb::RegionLoad::MAJOR;
  return region.minor > 0 ? pb::RegionLoad::MINOR : pb::RegionLoad::NONE;
}

Status FillServerLoad(const ServerContext& context, pb::ServerLoad& load) {
  const int64_t now = context.clock().NowMs();
  const uint64_t requests = context.requests();
  const int64_t seconds = std::max<int64_t>(1, (now - context.identity().start_code) / 1000);
  load.set_number_of_requests(requests / static_cast<uint64_t>(seconds));
  load.set_total_number_of_requests(requests);
  load.set_used_heap_mb(InMegabytes(ResidentBytes()));
  load.set_max_heap_mb(InMegabytes(MachineBytes()));
  load.set_report_start_time(static_cast<uint64_t>(context.identity().start_code));
  load.set_report_end_time(static_cast<uint64_t>(now));
  // What HBase reports for a replication sink without peers: idle since the start.
  auto& sink = *load.mutable_replloadsink();
  sink.set_ageoflastappliedop(0);
  sink.set_timestampsoflastappliedop(static_cast<uint64_t>(context.identity().start_code));
  sink.set_timestampstarted(static_cast<uint64_t>(context.identity().start_code));
  sink.set_totalopsprocessed(0);
  const catalog::Regions& regions = context.catalog().regions();
  return FillRegionLoads(context, regions.WithReplicas(regions.All()),
                         *load.mutable_region_loads());
}

void FillRegionLoad(const ServerContext& context, const catalog::Region& region,
                    const std::vector<store::FamilySize>& sizes, pb::RegionLoad& load) {
  load.mutable_region_specifier()->set_type(pb::RegionSpecifier::REGION_NAME);
  load.mutable_region_specifier()->set_value(region.name());
  uint64_t disk_bytes = 0;
  uint64_t memstore_bytes = 0;
  uint32_t files = 0;
  for (const store::FamilySize& size : sizes) {
    disk_bytes += size.disk_bytes;
    memstore_bytes += size.memstore_bytes;
    files += static_cast<uint32_t>(size.store_files);
  }
  load.set_stores(static_cast<uint32_t>(sizes.size()));
  load.set_storefiles(files);
  load.set_storefile_size_mb(InMegabytes(disk_bytes));
  load.set_region_size_mb(InMegabytes(disk_bytes));
  load.set_mem_store_size_mb(InMegabytes(memstore_bytes));
  load.set_read_requests_count(region.reads());
  load.set_write_requests_count(region.writes());
  load.set_filtered_read_requests_count(region.filtered_reads());
  // All data is on this machine's disks.
  load.set_data_locality(1);
  load.set_blocks_local_weight(disk_bytes);
  load.set_blocks_total_weight(disk_bytes);
  load.set_complete_sequence_id(std::numeric_limits<uint64_t>::max());  // HBase's "none"
  const CompactionTracker::RegionState compactions = context.compactions().tracker().Of(region);
  load.set_last_major_compaction_ts(static_cast<uint64_t>(compactions.last_major_ms));
  load.set_compaction_state(LoadStateOf(compactions));
}

void CountRegions(const ServerContext& context, const catalog::TableRecord& table,
                  pb::TableRegionStatesCount& count) {
  wire::FillTableName(table.descriptor.name(), *count.mutable_table_name());
  uint32_t open = 0;
  uint32_t total = 0;
  const auto regions = context.catalog().regions().Of(table.descriptor.name());
  // A disabled table's are not counted, as in HBase.
  if (table.enabled && regions.ok()) {
    const auto all = context.catalog().regions().WithReplicas(*regions);
    total = static_cast<uint32_t>(all.size());
    open = static_cast<uint32_t>(
        std::ranges::count_if(all, [](const auto& region) { return region->online(); }));
  }
  auto& states = *count.mutable_region_states_count();
  states.set_open_regions(open);
  states.set_split_regions(0);
  states.set_closed_regions(total - open);
  states.set_regions_in_transition(total - open);
  states.set_total_regions(total);
}

// Basalt's own version, beside the version of HBase that clients decide by.
void FillOwnTask(const ServerContext& context, pb::ServerTask& task) {
  task.set_description(fmt::format("Basalt {} on {}", kVersion, EngineVersion()));
  const store::DamageRegistry& damage = context.store().damage();
  task.set_status(damage.failures() == 0
                      ? "Serving"
                      : fmt::format("Serving; {} reads and compactions failed by damaged files",
                                    damage.failures()));
  task.set_state(pb::ServerTask::RUNNING);
  task.set_starttime(static_cast<uint64_t>(context.identity().start_code));
}

// Damaged files are told as tasks, which are the only place for text that clients show.
void FillDamage(const ServerContext& context, pb::ClusterStatus& status) {
  for (const store::DamagedFile& file : context.store().damage().List()) {
    pb::ServerTask& task = *status.add_master_tasks();
    task.set_description("Damaged store file " + file.name);
    task.set_status(file.Describe());
    task.set_state(pb::ServerTask::ABORTED);
    task.set_starttime(static_cast<uint64_t>(context.identity().start_code));
  }
}

}  // namespace

Status FillRegionLoads(const ServerContext& context,
                       const std::vector<std::shared_ptr<catalog::Region>>& regions,
                       RegionLoads& loads) {
  std::vector<std::shared_ptr<catalog::Region>> of_one_table;
  const auto measure = [&]() -> Status {
    BASALT_ASSIGN_OR_RETURN(const auto sizes, catalog::Regions::SizesOf(of_one_table));
    for (size_t i = 0; i < of_one_table.size(); ++i) {
      FillRegionLoad(context, *of_one_table[i], sizes[i], *loads.Add());
    }
    of_one_table.clear();
    return {};
  };
  for (const auto& region : regions) {
    if (!region->online()) continue;
    if (!of_one_table.empty() && of_one_table.front()->table() != region->table()) {
      BASALT_RETURN_IF_ERROR(measure());
    }
    of_one_table.push_back(region);
  }
  return measure();
}

Result<int64_t> LastMajorCompactionOf(const ServerContext& context, const TableName& table) {
  BASALT_ASSIGN_OR_RETURN(const auto regions, context.catalog().regions().Of(table));
  int64_t last = std::numeric_limits<int64_t>::max();
  for (const auto& region : regions) {
    last = std::min(last, context.compactions().tracker().Of(*region).last_major_ms);
  }
  return regions.empty() ? 0 : last;
}

Status FillClusterStatus(const ServerContext& context, const Call& call,
                         const pb::GetClusterStatusRequest& request, pb::ClusterStatus& status) {
  const std::set<int> options(request.options().begin(), request.options().end());
  const auto asked = [&](pb::Option option) { return options.empty() || options.contains(option); };
  const pb::ServerName server = context.RegionServerName(call.connection);

  if (asked(pb::HBASE_VERSION)) {
    status.mutable_hbase_version()->set_version(std::string(kHBaseVersion));
  }
  if (asked(pb::CLUSTER_ID)) {
    status.mutable_cluster_id()->set_cluster_id(context.identity().cluster_id);
  }
  if (asked(pb::MASTER)) *status.mutable_master() = context.MasterName(call.connection);
  if (asked(pb::BALANCER_ON)) status.set_balancer_on(context.switches().balancer);
  if (asked(pb::SERVERS_NAME)) *status.add_servers_name() = server;
  if (asked(pb::TASKS)) {
    FillOwnTask(context, *status.add_master_tasks());
    FillDamage(context, status);
  }
  // A server's tasks come with its load.
  if (asked(pb::LIVE_SERVERS) || asked(pb::TASKS)) {
    auto& live = *status.add_live_servers();
    *live.mutable_server() = server;
    BASALT_RETURN_IF_ERROR(FillServerLoad(context, *live.mutable_server_load()));
  }
  if (asked(pb::TABLE_TO_REGIONS_COUNT)) {
    for (const auto& table : context.catalog().tables().List(true)) {
      CountRegions(context, table, *status.add_table_region_states_count());
    }
  }
  return {};
}

}  // namespace basalt::server
