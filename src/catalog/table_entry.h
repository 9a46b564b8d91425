// TableEntry: a table as the running process knows it. Its state changes with DDL; whoever works on
// the table takes the current CellTable for one operation. Thread safe; shared.
#pragma once

#include <atomic>
#include <memory>
#include <shared_mutex>
#include <utility>

#include "basalt/status.h"
#include "catalog/table_record.h"
#include "store/cell_table.h"

namespace basalt::catalog {

class TableEntry {
 public:
  TableEntry(TableRecord record, std::shared_ptr<const store::CellTable> cells)
      : record_(std::move(record)), cells_(std::move(cells)) {}

  // The cells to work on; an error while the table is disabled.
  Result<std::shared_ptr<const store::CellTable>> Cells() const {
    const std::shared_lock lock(mutex_);
    if (!record_.enabled) {
      return Status(StatusCode::kTableNotEnabled,
                    record_.descriptor.name().ToString() + " is disabled.");
    }
    return cells_;
  }
  // The same whatever the state, for maintenance.
  std::shared_ptr<const store::CellTable> CellsInAnyState() const {
    const std::shared_lock lock(mutex_);
    return cells_;
  }
  TableRecord record() const {
    const std::shared_lock lock(mutex_);
    return record_;
  }
  // Its table has been deleted; there may be another of the same name.
  bool dropped() const { return dropped_.load(std::memory_order_acquire); }

  // For the catalog, which changes entries under its own lock.
  void Replace(TableRecord record, std::shared_ptr<const store::CellTable> cells) {
    const std::unique_lock lock(mutex_);
    record_ = std::move(record);
    cells_ = std::move(cells);
  }
  void MarkDropped() { dropped_.store(true, std::memory_order_release); }

 private:
  mutable std::shared_mutex mutex_;
  TableRecord record_;
  std::shared_ptr<const store::CellTable> cells_;
  std::atomic<bool> dropped_{false};
};

}  // namespace basalt::catalog
