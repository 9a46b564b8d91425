// Chores: what a server does by itself, now and then: major compactions that are due, cells that
// have expired, the speed of compactions, a look at the disk. Each chore has a period by the
// store's clock. Tick is called by one thread; long work goes to the node's pool.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>

#include "basalt/status.h"

namespace basalt::store {
class Family;
}

namespace basalt::server {

class CompactionQueue;
struct Node;

class Chores {
 public:
  // The node must outlive the chores and its pool's work.
  Chores(Node& node, std::shared_ptr<CompactionQueue> compactions);
  ~Chores();

  // Does what is due.
  void Tick();

  // The chores, one by one.
  void LookAtDisk();
  void TuneCompactions();
  // Queues those that are due and have something to do.
  void QueueMajors();
  // Removes cells past their family's TTL from the disk though nobody writes.
  void ExpireCells();

 private:
  struct Memory;
  struct Expiry;

  Node& node_;
  const std::shared_ptr<CompactionQueue> compactions_;
  bool disk_was_low_ = false;
  int64_t majors_due_ms_ = 0;
  int64_t expiry_due_ms_ = 0;
  int64_t tuning_due_ms_ = 0;
  // Shared with the pool's work.
  const std::shared_ptr<Expiry> expiry_;
};

}  // namespace basalt::server
