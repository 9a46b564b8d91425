// The state file of a copy, from which an interrupted copy resumes. Thread safe: functions on
// values.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "copy/spec.h"
#include "copy/work_list.h"

namespace basalt::copy {

struct CopyState {
  // In the form of NormalTarget.
  std::string source;
  std::string destination;
  TimeRange time_range;
  struct CopiedTable {
    TablePair pair;
    // Created by this copy; did not exist in the destination before.
    bool made = false;
  };
  std::vector<CopiedTable> tables;
  std::vector<WorkRange> ranges;
};

// $XDG_STATE_HOME/basalt/copy-<hash of both targets>.json, below ~/.local/state when that is unset.
Result<std::string> DefaultStatePath(const CopySpec& spec);

// nullopt if the file does not exist. kCorruption if it is not a state file.
Result<std::optional<CopyState>> ReadState(const std::string& path);
// Atomic and durable: replaces the file completely or not at all, even in a power failure.
Status WriteState(const std::string& path, const CopyState& state);
Status RemoveState(const std::string& path);

// Fails, naming the difference, if `found` is the state of another copy than `wanted`.
Status CheckSameCopy(const CopyState& found, const CopyState& wanted, const std::string& path);

}  // namespace basalt::copy
