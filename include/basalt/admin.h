// Admin: creating, changing and maintaining tables.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "basalt/call_options.h"
#include "basalt/descriptor.h"
#include "basalt/export.h"
#include "basalt/region_metrics.h"
#include "basalt/snapshot.h"
#include "basalt/split_algorithm.h"
#include "basalt/status.h"

namespace basalt {
inline namespace v1 {

// The part of a table that a flush or compaction works on; by default the whole table.
struct BASALT_EXPORT TableRange {
  // Empty: all families.
  Bytes family;
  // Rows [start_row, stop_row); an empty bound is open. A flush ignores the rows, since a family's
  // memory store is flushed as a whole.
  Bytes start_row;
  Bytes stop_row;
};

class ClusterAdmin;  // basalt/cluster_admin.h
class QuotaAdmin;    // basalt/quota_admin.h

// Thread safe; owned by its Connection and valid as long. Every change is on disk when its call
// returns. A method that names a table fails with kTableNotFound when there is none, one that
// changes the schema with kDoNotRetry or kInvalidArgument and HBase's message when HBase would
// refuse it.
class BASALT_EXPORT Admin {
 public:
  virtual ~Admin() = default;

  // What only a connection to servers has; nullptr for a directory. Owned by the Connection, too.
  virtual ClusterAdmin* cluster() { return nullptr; }
  // Quotas. Owned by the Connection, too.
  virtual QuotaAdmin& quotas() = 0;

  // Creates and enables a table. `splits`: the start keys of all regions but the first.
  // kTableExists; kNamespaceNotFound; the errors of TableDescriptor::Validate.
  virtual Status CreateTable(const TableDescriptor& table, const std::vector<Bytes>& splits = {},
                             const CallOptions& options = {}) = 0;
  // The same with `regions` regions, at least two, whose start keys the algorithm chooses.
  Status CreateTable(const TableDescriptor& table, SplitAlgorithm algorithm, int regions,
                     const CallOptions& options = {});
  // Deletes a table, which must be disabled (kTableNotDisabled), and its data; not its snapshots.
  virtual Status DeleteTable(const TableName& name, const CallOptions& options = {}) = 0;
  // Deletes the data of a table, which must be disabled (kTableNotDisabled), and enables it.
  // `preserve_splits`: with the regions it has; otherwise with one.
  virtual Status TruncateTable(const TableName& name, bool preserve_splits = false,
                               const CallOptions& options = {}) = 0;
  // Gives a disabled table another name and enables it, atomically and without copying data. HBase
  // needs a snapshot and a clone for the same. kNotSupported on servers.
  virtual Status RenameTable(const TableName& from, const TableName& to,
                             const CallOptions& options = {}) = 0;
  // Makes a disabled table readable and writable again. kTableNotDisabled when it is enabled.
  virtual Status EnableTable(const TableName& name, const CallOptions& options = {}) = 0;
  // Later reads and writes of the table fail with kTableNotEnabled; its data stays.
  // kTableNotEnabled when it is disabled already.
  virtual Status DisableTable(const TableName& name, const CallOptions& options = {}) = 0;
  // Whether there is a table of this name, enabled or not.
  virtual Result<bool> TableExists(const TableName& name, const CallOptions& options = {}) = 0;
  // Whether the table can be read and written.
  virtual Result<bool> IsTableEnabled(const TableName& name, const CallOptions& options = {}) = 0;
  // A copy of the table's descriptor; ModifyTable applies changes of it.
  virtual Result<TableDescriptor> GetDescriptor(const TableName& name,
                                                const CallOptions& options = {}) = 0;
  // The descriptors of all tables of users, ordered by name; without HBase's system tables.
  virtual Result<std::vector<TableDescriptor>> ListTables(const CallOptions& options = {}) = 0;
  // Replaces the descriptor. Storage attributes apply to existing data once it is compacted.
  virtual Status ModifyTable(const TableDescriptor& table, const CallOptions& options = {}) = 0;
  // Adds an empty family. kInvalidFamilyOperation when the table has one of that name.
  virtual Status AddFamily(const TableName& name, const FamilyDescriptor& family,
                           const CallOptions& options = {}) = 0;
  // Replaces a family's descriptor; storage attributes apply as with ModifyTable.
  // kInvalidFamilyOperation when the table has no such family.
  virtual Status ModifyFamily(const TableName& name, const FamilyDescriptor& family,
                              const CallOptions& options = {}) = 0;
  // Deletes the family and its data. kInvalidFamilyOperation when the table has no such family, or
  // no other one.
  virtual Status DeleteFamily(const TableName& name, BytesView family,
                              const CallOptions& options = {}) = 0;

  // Creates an empty namespace. kNamespaceExists; kInvalidArgument when the name is not valid.
  virtual Status CreateNamespace(const NamespaceDescriptor& ns,
                                 const CallOptions& options = {}) = 0;
  // Replaces the namespace's configuration. kNamespaceNotFound.
  virtual Status ModifyNamespace(const NamespaceDescriptor& /*ns*/,
                                 const CallOptions& /*options*/ = {}) {
    return {StatusCode::kNotSupported, "namespaces cannot be changed through this connection"};
  }
  // Deletes a namespace, which must have no tables. kNamespaceNotFound; kConstraint when it has
  // tables or is "default" or "hbase".
  virtual Status DeleteNamespace(std::string_view name, const CallOptions& options = {}) = 0;
  // All namespaces, "default" and "hbase" included, ordered by name.
  virtual Result<std::vector<NamespaceDescriptor>> ListNamespaces(
      const CallOptions& options = {}) = 0;

  // The table's regions and their metrics, ordered by start key. A server reports sizes in whole
  // megabytes, for all families together.
  virtual Result<std::vector<RegionMetrics>> ListRegions(const TableName& name,
                                                         const CallOptions& options = {}) = 0;
  // `region`: a region name or an encoded region name. Without a row the region is split in the
  // middle of its data, as far as the table's split policy allows it.
  virtual Status SplitRegion(BytesView region, const std::optional<Bytes>& row = {},
                             const CallOptions& options = {}) = 0;
  // Splits the region that holds the row, at the row. Without a row every region is split; the
  // first error is returned after all of them have been tried.
  virtual Status SplitTable(const TableName& name, const std::optional<Bytes>& row = {},
                            const CallOptions& options = {}) = 0;
  // Merges two or more regions, which must be adjacent unless `forcible`: then the regions between
  // them are merged, too.
  virtual Status MergeRegions(const std::vector<Bytes>& regions, bool forcible = false,
                              const CallOptions& options = {}) = 0;

  // Flush, Compact and MajorCompact return when the work is done. On a directory a deadline or a
  // cancellation ends a compaction while it runs, without harm to the data, and a flush between two
  // families. On servers it ends the wait; the work goes on.
  //
  // Writes the memory stores of the range's families to files.
  virtual Status Flush(const TableName& name, const TableRange& range = {},
                       const CallOptions& options = {}) = 0;
  // Merges files where the compaction style asks for it.
  virtual Status Compact(const TableName& name, const TableRange& range = {},
                         const CallOptions& options = {}) = 0;
  // Rewrites all files of the range, without deleted and expired cells and surplus versions. Also
  // applies changed storage attributes, such as the compression.
  virtual Status MajorCompact(const TableName& name, const TableRange& range = {},
                              const CallOptions& options = {}) = 0;

  // Snapshots. A snapshot is the content of a table at one point in time, the same for all its
  // families, and independent of the table: later changes of the table do not affect it.
  //
  // Takes a snapshot of a table, enabled or not, without blocking writers. kSnapshotExists;
  // kSnapshotCreation when there is no such table.
  virtual Status Snapshot(const std::string& name, const TableName& table,
                          const SnapshotOptions& options = {}, const CallOptions& call = {}) = 0;
  // All snapshots, ordered by name, expired ones included. A server reports of the table its name
  // only.
  virtual Result<std::vector<SnapshotDescription>> ListSnapshots(
      const CallOptions& options = {}) = 0;
  // Deletes a snapshot; tables that were cloned from it keep their data. kSnapshotNotFound.
  virtual Status DeleteSnapshot(const std::string& name, const CallOptions& options = {}) = 0;
  // Creates a table with the snapshot's data, descriptor and regions. kTableExists,
  // kSnapshotNotFound, kSnapshotExpired.
  virtual Status CloneSnapshot(const std::string& name, const TableName& table,
                               const CallOptions& options = {}) = 0;
  // Restores data, descriptor and regions of the snapshot's table, which must be disabled, in one
  // step. `take_failsafe`: a snapshot of the table's present content,
  // "hbase-failsafe-<name>-<time>", is taken first and deleted after the restore.
  // kTableNotDisabled, kTableNotFound, kSnapshotNotFound, kSnapshotExpired.
  virtual Status RestoreSnapshot(const std::string& name, bool take_failsafe = true,
                                 const CallOptions& options = {}) = 0;
  // Copies a snapshot to the folder `directory`, outside of the store; see basalt/snapshot.h.
  // kNotSupported on servers.
  virtual Status ExportSnapshot(const std::string& name, const std::string& directory,
                                const ExportOptions& options = {},
                                const CallOptions& call = {}) = 0;
  // Adds a snapshot that was exported to `directory`, as `name`; empty: under its own name.
  // kNotSupported on servers.
  virtual Status ImportSnapshot(const std::string& directory, const std::string& name = {},
                                const ExportOptions& options = {},
                                const CallOptions& call = {}) = 0;
};

}  // namespace v1
}  // namespace basalt
