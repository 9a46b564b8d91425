// Chores: what a server does by itself, now and then: major compactions that are due, cells,
// snapshots and nonces that have expired, the speed of compactions, the free space of the disk.
// Each chore has a period by the monotonic clock. A thread of their own runs them; long work goes
// to the background pool. Owned by Server.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include "basalt/status.h"

namespace basalt::store {
class Family;
}

namespace basalt::server {

class ServerContext;

class Chores {
 public:
  // The context must outlive the chores.
  explicit Chores(ServerContext& context);
  // Calls Stop().
  ~Chores();
  Chores(const Chores&) = delete;
  Chores& operator=(const Chores&) = delete;

  // Starts the thread, which ticks every second.
  void Start();
  // Ends the thread, and waits for it and for the chores' work in the background pool.
  void Stop();

  // Does what is due. One thread at a time.
  void Tick();

  // The chores, one by one.
  void LookAtDisk();
  // Warns when the disk is behind the write-ahead logs.
  void LookAtLogs();
  void TuneCompactions();
  // Queues those that are due and have something to do.
  void QueueMajors();
  // Removes cells past their family's TTL from the disk though nobody writes.
  void ExpireCells();
  void ForgetNonces();
  // Starts a scrub when the last one was a period ago.
  void ScrubFiles();
  // When the operator's switch allows it.
  void DeleteExpiredSnapshots();

 private:
  struct Memory;
  struct Expiry;

  ServerContext& context_;
  bool disk_was_low_ = false;
  bool logs_were_behind_ = false;
  // By the monotonic clock.
  int64_t majors_due_ms_;
  int64_t expiry_due_ms_;
  int64_t tuning_due_ms_;
  int64_t cleaning_due_ms_;
  // Shared with the pool's work.
  const std::shared_ptr<Expiry> expiry_;
  std::mutex mutex_;  // guards stopping_
  std::condition_variable wake_;
  bool stopping_ = false;
  std::thread thread_;
};

}  // namespace basalt::server
