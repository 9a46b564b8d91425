#include "store/wal_syncer.h"

#include <algorithm>
#include <cstring>
#include <string>

#include <rocksdb/write_batch.h>

#include "store/disk_error_handler.h"

namespace basalt::store {
namespace {

using SyncClock = std::chrono::steady_clock;

// A group of writes is not made larger than this.
constexpr size_t kMaxGroupBytes = 1 << 20;
// Waiting for company takes at most this part of a sync, and is not worth it below the minimum.
constexpr int kCompanyPart = 8;
constexpr std::chrono::microseconds kMinCompanyWait{50};
constexpr std::chrono::milliseconds kMaxCompanyWait{2};
// How often an engine that failed is tried again.
constexpr int64_t kReviveEveryMs = 1000;

rocksdb::WriteOptions SyncedWriteOptions() {
  rocksdb::WriteOptions write;
  // A family may be dropped during a write. Its cells are lost with it, the row's other cells stay.
  write.ignore_missing_column_families = true;
  write.sync = true;
  return write;
}

// RocksDB's batch: { u64 sequence number, u32 count, changes }.
constexpr size_t kCountAt = 8;
constexpr size_t kChangesAt = 12;

}  // namespace

WalSyncer::WalSyncer(rocksdb::DB& db, LogJournal& journal, DiskErrorHandler& disk_errors,
                     int64_t interval_ms)
    : db_(db),
      journal_(journal),
      disk_errors_(disk_errors),
      interval_ms_(interval_ms),
      thread_([this] { Loop(); }) {}

void WalSyncer::Stop() {
  {
    const std::lock_guard lock(stop_mutex_);
    stopping_ = true;
  }
  stop_asked_.notify_all();
  if (thread_.joinable()) thread_.join();
}

void WalSyncer::Loop() {
  // A write is synced at the next round, so rounds come earlier than the interval, by the time that
  // a sync may take.
  const int64_t round_ms =
      interval_ms_ > 0 ? std::max<int64_t>(1, interval_ms_ * 3 / 4) : kReviveEveryMs;
  std::unique_lock lock(stop_mutex_);
  while (!stopping_) {
    const auto asked = [this] { return stopping_; };
    if (stop_asked_.wait_for(lock, std::chrono::milliseconds(round_ms), asked)) break;
    lock.unlock();
    disk_errors_.Revive(db_);
    if (interval_ms_ > 0) SyncOnce();
    lock.lock();
  }
}

void WalSyncer::SyncOnce() {
  if (!journal_.HasUnsynced()) return;
  const Status status = journal_.SyncLogs();
  disk_errors_.NoteSync(status);
}

rocksdb::Status WalSyncer::WriteSynced(rocksdb::WriteBatch& batch) {
  Waiter self{.batch = &batch, .status = {}};
  std::unique_lock lock(group_mutex_);
  waiting_.push_back(&self);
  came_.notify_one();
  group_changed_.wait(lock, [&] { return self.done || (!leading_ && waiting_.front() == &self); });
  if (self.done) return self.status;

  leading_ = true;
  WaitForCompany(lock);
  std::deque<Waiter*> group;
  size_t bytes = 0;
  while (!waiting_.empty()) {
    bytes += waiting_.front()->batch->GetDataSize();
    if (!group.empty() && bytes > kMaxGroupBytes) break;
    group.push_back(waiting_.front());
    waiting_.pop_front();
  }
  lock.unlock();
  const auto begun = SyncClock::now();
  const rocksdb::Status status = WriteTogether(group);
  lock.lock();
  last_sync_ = SyncClock::now() - begun;
  company_ = group.size() + waiting_.size();
  for (Waiter* waiter : group) {
    waiter->status = status;
    waiter->done = true;
  }
  leading_ = false;
  lock.unlock();
  group_changed_.notify_all();
  return status;
}

// Without it writers would fall into two groups that take turns: one waits while the other syncs.
void WalSyncer::WaitForCompany(std::unique_lock<std::mutex>& lock) {
  const auto longest =
      std::min<std::chrono::nanoseconds>(last_sync_ / kCompanyPart, kMaxCompanyWait);
  if (waiting_.size() >= company_ || longest < kMinCompanyWait) return;
  came_.wait_for(lock, longest, [this] { return waiting_.size() >= company_; });
}

rocksdb::Status WalSyncer::WriteTogether(const std::deque<Waiter*>& group) {
  if (group.size() == 1) return db_.Write(SyncedWriteOptions(), group.front()->batch);
  std::string together(kChangesAt, '\0');
  uint32_t count = 0;
  for (const Waiter* waiter : group) {
    count += waiter->batch->Count();
    together.append(waiter->batch->Data(), kChangesAt);
  }
  // Little endian, as RocksDB writes it on the platforms that Basalt supports.
  std::memcpy(together.data() + kCountAt, &count, sizeof(count));
  rocksdb::WriteBatch batch(std::move(together));
  return db_.Write(SyncedWriteOptions(), &batch);
}

}  // namespace basalt::store
