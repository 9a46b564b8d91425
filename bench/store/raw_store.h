// RawStore: RocksDB without Basalt, the other side of the comparison. It takes every option from a
// Basalt store, but for the two hooks that are Basalt's own work: the filter that drops cells at
// flush and compaction, and the collector of file properties.
#pragma once

#include <memory>
#include <string>

#include <rocksdb/db.h>
#include <rocksdb/write_batch.h>

#include "basalt/cell.h"
#include "store/store.h"

namespace basalt::bench {

class RawStore {
 public:
  RawStore(const std::string& directory, const store::StoreOptions& options);
  ~RawStore();
  RawStore(const RawStore&) = delete;
  RawStore& operator=(const RawStore&) = delete;

  rocksdb::DB& db() { return *db_; }
  // The caller gives it back by Drop.
  rocksdb::ColumnFamilyHandle* CreateFamily(const std::string& name, bool universal = false);
  void Drop(rocksdb::ColumnFamilyHandle* family);
  void Write(rocksdb::WriteBatch& batch);
  // Flushes and compacts into one sorted run.
  void Compact(rocksdb::ColumnFamilyHandle* family);

 private:
  // Holds no cells. Its options refer to it, so it lives as long as they are used.
  std::shared_ptr<store::Store> model_;
  rocksdb::ColumnFamilyOptions family_options_;
  std::unique_ptr<rocksdb::DB> db_;
  rocksdb::ColumnFamilyHandle* default_ = nullptr;
};

// Basalt's key for a cell whose row and qualifier hold no zero byte, built as a program that used
// RocksDB directly would: the row's part once, then what differs.
class RawKey {
 public:
  void StartRow(BytesView row);
  void SetColumn(BytesView qualifier, int64_t timestamp, CellType type = CellType::kPut);
  // A key before all versions of the column.
  void SetColumnPrefix(BytesView qualifier);
  rocksdb::Slice row() const { return {bytes_.data(), row_length_}; }
  rocksdb::Slice slice() const { return bytes_; }

 private:
  std::string bytes_;
  size_t row_length_ = 0;
};

void CheckRaw(const rocksdb::Status& status);

}  // namespace basalt::bench
