// SmallDisk: a directory for a store whose disk can be made full and emptied again.
//
// TmpfsDisk is a real file system of its own and needs the right to mount one. BudgetDisk makes
// this process's writes fail once their sum has passed a budget, wherever they go, and runs
// anywhere.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "work_directory.h"

namespace basalt::crash {

class SmallDisk {
 public:
  virtual ~SmallDisk() = default;
  // Where to put the store.
  virtual std::string directory() const = 0;
  // Leaves about this many bytes to write.
  virtual void LeaveRoom(uint64_t bytes) = 0;
  // As much as any test needs.
  void MakeRoom() { LeaveRoom(kPlenty); }
  // What a process that takes over after a kill would find, copied to a disk with room.
  std::string CopyAsAfterKill();

  // nullptr when this process may not mount file systems.
  static std::unique_ptr<SmallDisk> NewTmpfs();
  static std::unique_ptr<SmallDisk> NewBudget();

 protected:
  static constexpr uint64_t kPlenty = 24 << 20;
  WorkDirectory work_;
};

}  // namespace basalt::crash
