// MemstoreLimit: blocks writes (back-pressure) while the memstores of all families together have
// reached their limit and are being flushed. RocksDB starts such flushes in time but does not wait
// for them.
//
// Thread safe; owned by the DiskErrorHandler, which reports flushes to it.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <utility>

#include <rocksdb/write_buffer_manager.h>

#include "basalt/status.h"
#include "base/call_budget.h"

namespace basalt::store {

class MemstoreLimit {
 public:
  // Call before the first write. nullptr: no limit.
  void Set(std::shared_ptr<rocksdb::WriteBufferManager> memory) { memory_ = std::move(memory); }

  // The memory of all memstores; 0 without a limit.
  uint64_t used_bytes() const { return memory_ == nullptr ? 0 : memory_->memory_usage(); }
  // Whether a write must wait. False if nothing is being flushed, as writes start flushes.
  bool closed() const {
    return memory_ != nullptr && memory_->memory_usage() >= memory_->buffer_size() &&
           memory_->memory_usage() > memory_->mutable_memtable_memory_usage();
  }
  // Waits while closed(); kRegionTooBusy after ten seconds, or when the call's budget ends the
  // wait. The waits of one call are together not longer than one.
  Status Pass(base::CallBudget* budget = nullptr) { return closed() ? Wait(budget) : Status(); }
  void NoteFlush();

 private:
  static constexpr std::chrono::seconds kPatience{10};

  Status Wait(base::CallBudget* budget);

  std::shared_ptr<rocksdb::WriteBufferManager> memory_;
  std::mutex mutex_;
  std::condition_variable flushed_;
};

}  // namespace basalt::store
