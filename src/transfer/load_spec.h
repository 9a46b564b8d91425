// What `basalt load` is asked to do, and what it has done. Values.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "basalt/descriptor.h"
#include "basalt/status.h"
#include "transfer/mapping.h"
#include "transfer/piece_reader.h"

namespace basalt::transfer {

struct LoadSpec {
  // A directory or server, as it was given.
  std::string target;
  TableName table = TableName::Parse("t").value();
  InputSpec input;
  // Without one the names of the columns tell it.
  std::optional<Mapping> mapping;
  // The type of what the mapping leaves open.
  ValueType fallback;
  // Of cells without one; unset: the time at which the load began.
  std::optional<int64_t> timestamp;
  // 0: as many as suit the target.
  int threads = 0;
  // The approximate memory limit of what is being sorted and written.
  uint64_t memory_bytes = 512ULL << 20;
  // The load stops when more records than this were rejected.
  uint64_t max_rejects = 0;
  // Where rejected records go; empty: nowhere.
  std::string rejects_path;
  // Empty: a default by target, table and files.
  std::string state_path;
  // Discard the state of an unfinished load.
  bool restart = false;
  // Parse and count only.
  bool dry_run = false;
  // Directories: sorted files in place of puts, if the table allows it.
  bool bulk = true;
  // Rows that a dry run shows.
  size_t preview_rows = 10;

  Status Check() const;
  // Names the load: another text is another load. With the sizes and times of the files.
  std::string Identity() const;
};

struct LoadCounts {
  uint64_t rows = 0;
  uint64_t cells = 0;
  uint64_t rejects = 0;
  uint64_t text_bytes = 0;  // decompressed

  LoadCounts& operator+=(const LoadCounts& other);
};

struct LoadProgress {
  LoadCounts counts;  // of this run
  double seconds = 0;
  uint64_t file_bytes = 0;
  // 0: unknown.
  uint64_t total_bytes = 0;
};

struct LoadReport {
  LoadCounts total;  // with earlier runs
  LoadCounts this_run;
  double seconds = 0;
  bool resumed = false;
  bool bulk = false;
  int64_t timestamp = 0;
  std::vector<Reject> first_rejects;
  std::vector<std::string> preview;  // lines of a dry run
};

std::string ProgressLine(const LoadProgress& progress);
std::string TextReport(const LoadSpec& spec, const LoadReport& report);
std::string JsonReport(const LoadSpec& spec, const LoadReport& report);

}  // namespace basalt::transfer
