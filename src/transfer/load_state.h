// The state file of a load, from which an interrupted load resumes, and the file of rejected
// records, which is cut to the state's length then. One thread at a time.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "basalt/status.h"
#include "base/file_ops.h"
#include "transfer/load_spec.h"

namespace basalt::transfer {

struct LoadState {
  // LoadSpec::Identity.
  std::string identity;
  // Of all cells without one, so that a row that is loaded twice is the same.
  int64_t timestamp = 0;
  // Everything before this has been loaded.
  InputPosition position;
  LoadCounts counts;
  // The length of the file of rejects.
  uint64_t reject_bytes = 0;
};

// load-<hash of target, table and files>.json in the state folder.
Result<std::string> DefaultLoadStatePath(const LoadSpec& spec);
// nullopt if the file does not exist. kCorruption if it is not a state file.
Result<std::optional<LoadState>> ReadLoadState(const std::string& path);
// Replaces the file completely or not at all, even in a power failure.
Status WriteLoadState(const std::string& path, const LoadState& state);
Status RemoveLoadState(const std::string& path);

// Rejected records as they were, each after a comment line with its place and the reason: the file
// can be corrected and loaded.
class RejectFile {
 public:
  // Continues a file of which `bytes` are valid. No path: nothing is written.
  static Result<RejectFile> Open(const std::string& path, uint64_t bytes, std::string comment);
  // `header`: of the file that the record is from; the first one becomes the header of this file.
  Status Add(const Reject& reject, const std::string& header);
  // What was added is on the disk.
  Status Sync();
  uint64_t bytes() const { return bytes_; }

 private:
  std::string path_;
  std::string comment_;
  uint64_t bytes_ = 0;
  bool unsynced_ = false;
};

}  // namespace basalt::transfer
