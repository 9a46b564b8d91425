// Snapshots: a table as it was at one moment, kept under a name.
//
// A snapshot shares its files with the table where the file system has hard links, so it takes
// little time and, at first, no space. Admin takes, clones and restores snapshots. The functions
// here need no connection: a snapshot's folder never changes once it is there, so they work on a
// directory whether or not it is open in some process.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "basalt/bytes.h"
#include "basalt/descriptor.h"
#include "basalt/export.h"
#include "basalt/status.h"

namespace basalt {
inline namespace v1 {

// As HBase tells them apart.
enum class SnapshotType : uint8_t {
  kDisabled = 0,   // the table was disabled
  kFlush = 1,      // with everything written so far
  kSkipFlush = 2,  // without what was in memory only
};

// HBase's word for it: DISABLED, FLUSH or SKIPFLUSH.
BASALT_EXPORT std::string_view SnapshotTypeName(SnapshotType type);

struct BASALT_EXPORT SnapshotOptions {
  // Leave out what is not in files yet: nobody waits, but the newest writes may be missing.
  bool skip_flush = false;
  // How long it is kept; 0: until it is deleted. An expired one can be neither cloned nor restored.
  int64_t ttl_seconds = 0;
  // Noted, and shown by `basalt snapshot describe`.
  std::string owner;
  // Milliseconds; 0: now.
  int64_t creation_time_ms = 0;
};

struct BASALT_EXPORT SnapshotDescription {
  explicit SnapshotDescription(TableDescriptor its_table) : table(std::move(its_table)) {}

  std::string name;
  // As it was.
  TableDescriptor table;
  SnapshotType type = SnapshotType::kFlush;
  int64_t creation_time_ms = 0;
  int64_t ttl_seconds = 0;
  std::string owner;
  // Where the table's regions after the first began.
  std::vector<Bytes> splits;
  uint64_t file_count = 0;
  // Of its files, whether or not the table still shares them.
  uint64_t bytes = 0;

  bool ExpiredAt(int64_t now_ms) const;
};

// Called now and then; an error ends the work with it.
using SnapshotProgress = std::function<Status(uint64_t bytes_done, uint64_t bytes_total)>;

// In the order of their names. `damaged`, when given, gets a line for each that cannot be read.
BASALT_EXPORT Result<std::vector<SnapshotDescription>> ListSnapshots(
    const std::string& data_directory, std::vector<std::string>* damaged = nullptr);
// kSnapshotNotFound.
BASALT_EXPORT Result<SnapshotDescription> DescribeSnapshot(const std::string& data_directory,
                                                           const std::string& name);

struct BASALT_EXPORT ExportOptions {
  // Copy even where the file system has links.
  bool copy = false;
  SnapshotProgress progress;
};

// Makes `target`, which must not exist, a folder with the snapshot and a checksum of each file,
// after checking what it wrote. kCorruption when a file is not what it should be. After an error
// nothing is left of it.
BASALT_EXPORT Status ExportSnapshot(const std::string& data_directory, const std::string& name,
                                    const std::string& target, const ExportOptions& options = {});
// Takes an exported snapshot in, after checking it, under `name` (empty: the one it has). A server
// on the directory sees it at once. kSnapshotExists; kCorruption.
BASALT_EXPORT Status ImportSnapshot(const std::string& data_directory, const std::string& source,
                                    const std::string& name = {},
                                    const ExportOptions& options = {});

}  // namespace v1
}  // namespace basalt
