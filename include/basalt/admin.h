// Admin: creating, changing and maintaining tables.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "basalt/descriptor.h"
#include "basalt/export.h"
#include "basalt/snapshot.h"
#include "basalt/split_algorithm.h"
#include "basalt/status.h"

namespace basalt {
inline namespace v1 {

// A part of a table for flush and compaction: everything by default.
struct BASALT_EXPORT TableRange {
  // Empty: all families.
  Bytes family;
  // [start_row, stop_row); empty bounds are open. Flush works on whole families.
  Bytes start_row;
  Bytes stop_row;
};

// What a family holds in a region, by estimate.
struct BASALT_EXPORT FamilyMetrics {
  Bytes family;
  uint64_t disk_bytes = 0;
  uint64_t memstore_bytes = 0;
  // Files with rows of the region; one may hold rows of several.
  int store_files = 0;
};

// What is known of a region. Counts are those since it came to be or the directory was opened.
struct BASALT_EXPORT RegionMetrics {
  // <table>,<start key>,<id>.<encoded name>.
  Bytes name;
  std::string encoded_name;
  Bytes start_key;  // the first row; empty: from the beginning
  Bytes end_key;    // the first row after it; empty: to the end
  // About the time it was made, in milliseconds.
  int64_t region_id = 0;
  bool online = false;
  std::vector<FamilyMetrics> families;
  uint64_t reads = 0;
  uint64_t writes = 0;
  // Rows a scan looked at and a filter left out.
  uint64_t filtered_reads = 0;
  uint64_t bytes_read = 0;
  uint64_t bytes_written = 0;
  // Of the last half minute or so, by a sample.
  double requests_per_second = 0;
  struct HotRow {
    Bytes row;
    // Its part of the requests, from 0 to 1.
    double share = 0;
  };
  // The busiest rows, the busiest first; a few.
  std::vector<HotRow> hottest;
  // Writes that add, of the last half minute or so, by a sample: how many are in it, and which part
  // of them went above, or below, nearly all before them. docs/regions.md says what follows.
  struct InsertOrder {
    uint64_t samples = 0;
    double above = 0;
    double below = 0;
  };
  InsertOrder insert_order;
};

// Thread safe; valid while its Connection is. Every change is on disk when its call returns.
class BASALT_EXPORT Admin {
 public:
  virtual ~Admin() = default;

  // `splits`: the keys where regions after the first begin.
  virtual Status CreateTable(const TableDescriptor& table,
                             const std::vector<Bytes>& splits = {}) = 0;
  // With so many regions, cut as the algorithm cuts its keys.
  Status CreateTable(const TableDescriptor& table, SplitAlgorithm algorithm, int regions);
  // Tables must be disabled before they are deleted, truncated or renamed.
  virtual Status DeleteTable(const TableName& name) = 0;
  virtual Status TruncateTable(const TableName& name, bool preserve_splits = false) = 0;
  // Gives a disabled table another name, and enables it. In one step and without copying data,
  // where HBase needs a snapshot and a clone of it.
  virtual Status RenameTable(const TableName& from, const TableName& to) = 0;
  virtual Status EnableTable(const TableName& name) = 0;
  virtual Status DisableTable(const TableName& name) = 0;
  virtual Result<bool> TableExists(const TableName& name) = 0;
  virtual Result<bool> IsTableEnabled(const TableName& name) = 0;
  virtual Result<TableDescriptor> GetDescriptor(const TableName& name) = 0;
  virtual Result<std::vector<TableDescriptor>> ListTables() = 0;
  // Replaces the descriptor. New storage attributes reach old data when it is next rewritten.
  virtual Status ModifyTable(const TableDescriptor& table) = 0;
  virtual Status AddFamily(const TableName& name, const FamilyDescriptor& family) = 0;
  virtual Status ModifyFamily(const TableName& name, const FamilyDescriptor& family) = 0;
  // The family's data goes with it.
  virtual Status DeleteFamily(const TableName& name, BytesView family) = 0;

  virtual Status CreateNamespace(const NamespaceDescriptor& ns) = 0;
  // Replaces the namespace's configuration.
  virtual Status ModifyNamespace(const NamespaceDescriptor& /*ns*/) {
    return {StatusCode::kNotSupported, "namespaces cannot be changed through this connection"};
  }
  virtual Status DeleteNamespace(std::string_view name) = 0;
  virtual Result<std::vector<NamespaceDescriptor>> ListNamespaces() = 0;

  // In the order of their start keys. kTableNotFound.
  virtual Result<std::vector<RegionMetrics>> ListRegions(const TableName& name) = 0;
  // Regions are named as a whole or by their encoded name. Without a row the middle of the region's
  // data is taken, as the table's split policy allows it.
  virtual Status SplitRegion(BytesView region, const std::optional<Bytes>& row = {}) = 0;
  // Splits the region that holds the row there. Without a row, every region; the first error is
  // returned when all have been tried.
  virtual Status SplitTable(const TableName& name, const std::optional<Bytes>& row = {}) = 0;
  // Makes one of two or more. Neighbours only, unless forcible: then with all between them.
  virtual Status MergeRegions(const std::vector<Bytes>& regions, bool forcible = false) = 0;

  // Each returns when the work is done.
  virtual Status Flush(const TableName& name, const TableRange& range = {}) = 0;
  virtual Status Compact(const TableName& name, const TableRange& range = {}) = 0;
  virtual Status MajorCompact(const TableName& name, const TableRange& range = {}) = 0;

  // Snapshots. One is the table at one moment, the same over all its families, and needs no table
  // to live: what happens to the table later does not change it.
  //
  // Takes one of a table, enabled or not, while writers go on. kSnapshotExists; kSnapshotCreation
  // when there is no such table.
  virtual Status Snapshot(const std::string& name, const TableName& table,
                          const SnapshotOptions& options = {}) = 0;
  // In the order of their names.
  virtual Result<std::vector<SnapshotDescription>> ListSnapshots() = 0;
  virtual Status DeleteSnapshot(const std::string& name) = 0;
  // Makes a new table with the snapshot's data, descriptor and regions; from then on the two are
  // independent. kTableExists, kSnapshotNotFound, kSnapshotExpired.
  virtual Status CloneSnapshot(const std::string& name, const TableName& table) = 0;
  // Makes the snapshot's table, which must be disabled, what it was: data, descriptor and regions,
  // in one step. `take_failsafe`: a snapshot of the table as it is, "hbase-failsafe-<name>-<time>",
  // is taken first, and deleted when the restore has ended. kTableNotDisabled, kTableNotFound.
  virtual Status RestoreSnapshot(const std::string& name, bool take_failsafe = true) = 0;
  // To and from a folder outside of the store, see basalt/snapshot.h.
  virtual Status ExportSnapshot(const std::string& name, const std::string& directory,
                                const ExportOptions& options = {}) = 0;
  virtual Status ImportSnapshot(const std::string& directory, const std::string& name = {},
                                const ExportOptions& options = {}) = 0;
};

}  // namespace v1
}  // namespace basalt
