// The state of a copy in a file, so that one that was ended, by whatever, can go on. Thread safe:
// functions on values.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "copy/spec.h"
#include "copy/work_list.h"

namespace basalt::copy {

struct CopyState {
  // As NormalTarget writes them.
  std::string source;
  std::string destination;
  TimeRange time_range;
  struct CopiedTable {
    TablePair pair;
    // Made by this copy; was not in the destination before.
    bool made = false;
  };
  std::vector<CopiedTable> tables;
  std::vector<WorkRange> ranges;
};

// $XDG_STATE_HOME/basalt/copy-<hash of both targets>.json, below ~/.local/state when that is unset.
Result<std::string> DefaultStatePath(const CopySpec& spec);

// nullopt: there is no such file. kCorruption when it is not one of ours.
Result<std::optional<CopyState>> ReadState(const std::string& path);
// Whole or not at all, also when the machine stops.
Status WriteState(const std::string& path, const CopyState& state);
Status RemoveState(const std::string& path);

// Whether the copy that `found` is of is the one wanted; if not, says what differs.
Status CheckSameCopy(const CopyState& found, const CopyState& wanted, const std::string& path);

}  // namespace basalt::copy
