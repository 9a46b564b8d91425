// CachedRowReader: gets the row of one get, in all families that are asked for, from the row cache;
// reads it whole and installs it if the cache wants it.
//
// Used for one get, by one thread.
#pragma once

#include <memory>
#include <span>
#include <utility>
#include <vector>

#include <rocksdb/options.h>

#include "basalt/status.h"
#include "base/call_budget.h"
#include "store/row_cache.h"
#include "store/row_scanner.h"

namespace basalt::store {

class CachedRowReader {
 public:
  // All must outlive the reader. `read`: bounded to the row.
  CachedRowReader(Store& store, std::span<const FamilyView* const> families, BytesView row,
                  const rocksdb::ReadOptions& read, int64_t now_ms, base::CallBudget* budget);

  // Whether rows of the family can be cached: plain reads of them do not depend on cells that such
  // a read would not return, and change by writes and time alone; and the family caches at all.
  static bool Supports(const FamilyView& view);

  // Whether the row is there, all families as of one moment. `may_install`: whether it may be read
  // and installed for that.
  Result<bool> Find(bool may_install);
  // REQUIRES: Find has returned true.
  RowCache::Row TakeRow(size_t family) { return std::move(rows_[family]); }

 private:
  // nullptr if the row is too large, or cannot be read.
  RowCache::Row ReadWhole(const FamilyView& view, std::unique_ptr<rocksdb::Iterator> iterator,
                          uint64_t family_stamp);
  Result<bool> ReadAndInstall();

  Store& store_;
  const std::span<const FamilyView* const> families_;
  const BytesView row_;
  const rocksdb::ReadOptions& read_;
  const int64_t now_ms_;
  base::CallBudget* const budget_;
  std::vector<Family*> handles_;
  RowCache::Moment moment_;
  std::vector<RowCache::Row> rows_;
};

}  // namespace basalt::store
