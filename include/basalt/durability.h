// Durability: what must have happened to a write before it is acknowledged. HBase's names.
#pragma once

#include <cstdint>

namespace basalt {
inline namespace v1 {

// Set for one mutation (Mutation::SetDurability) or for a table (the attribute DURABILITY).
enum class Durability : uint8_t {
  kUseDefault,  // the table's, which itself defaults to kSyncWal
  kSkipWal,     // in memory only: lost at a crash, kept at a clean close
  kAsyncWal,    // in the log, handed to the operating system
  kSyncWal,     // the same: survives the process, not the machine's power
  kFsyncWal,    // in the log and on the disk
};

}  // namespace v1
}  // namespace basalt
