// MemstoreLimit: holds writes back while the memory stores of all families together have reached
// their limit and wait to be flushed. RocksDB begins such flushes in time but does not wait for
// them.
//
// Thread safe; owned by the DiskErrorHandler, which tells it of flushes.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <utility>

#include <rocksdb/write_buffer_manager.h>

#include "basalt/status.h"

namespace basalt::store {

class MemstoreLimit {
 public:
  // Before the first write. nullptr: there is no limit.
  void Set(std::shared_ptr<rocksdb::WriteBufferManager> memory) { memory_ = std::move(memory); }

  // Of all memory stores; 0 without a limit.
  uint64_t used_bytes() const { return memory_ == nullptr ? 0 : memory_->memory_usage(); }
  // Whether a write has to wait. Not when nothing is being flushed: it is writes that start
  // flushes.
  bool closed() const {
    return memory_ != nullptr && memory_->memory_usage() >= memory_->buffer_size() &&
           memory_->memory_usage() > memory_->mutable_memtable_memory_usage();
  }
  // Waits while it is closed; kRegionTooBusy when that takes long.
  Status Pass() { return closed() ? Wait() : Status(); }
  void NoteFlush();

 private:
  static constexpr std::chrono::seconds kPatience{10};

  Status Wait();

  std::shared_ptr<rocksdb::WriteBufferManager> memory_;
  std::mutex mutex_;
  std::condition_variable flushed_;
};

}  // namespace basalt::store
