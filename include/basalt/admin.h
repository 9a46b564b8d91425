// Admin: creating, changing and maintaining tables.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "basalt/descriptor.h"
#include "basalt/status.h"

namespace basalt {

// A part of a table for flush and compaction: everything by default.
struct TableRange {
  // Empty: all families.
  Bytes family;
  // [start_row, stop_row); empty bounds are open. Flush works on whole families.
  Bytes start_row;
  Bytes stop_row;
};

// Thread safe; valid while its Connection is. Every change is on disk when its call returns.
class Admin {
 public:
  virtual ~Admin() = default;

  // `splits`: the keys where regions after the first begin.
  virtual Status CreateTable(const TableDescriptor& table,
                             const std::vector<Bytes>& splits = {}) = 0;
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
  virtual Status DeleteNamespace(std::string_view name) = 0;
  virtual Result<std::vector<NamespaceDescriptor>> ListNamespaces() = 0;

  // Each returns when the work is done.
  virtual Status Flush(const TableName& name, const TableRange& range = {}) = 0;
  virtual Status Compact(const TableName& name, const TableRange& range = {}) = 0;
  virtual Status MajorCompact(const TableName& name, const TableRange& range = {}) = 0;
};

}  // namespace basalt
