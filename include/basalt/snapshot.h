// Snapshots: the content of a table at one point in time, kept under a name.
//
// A snapshot shares its files with the table where the file system has hard links, so it takes
// little time and, at first, no space. Admin takes, clones and restores snapshots. The functions
// here need no connection: a snapshot's folder is never modified once it is complete, so they work
// on a directory whether or not a process has it open.
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

// How a snapshot was taken. HBase's types.
enum class SnapshotType : uint8_t {
  kDisabled = 0,   // the table was disabled
  kFlush = 1,      // with everything written so far
  kSkipFlush = 2,  // without what was in memory only
};

// HBase's word for it: DISABLED, FLUSH or SKIPFLUSH.
BASALT_EXPORT std::string_view SnapshotTypeName(SnapshotType type);

// Options of Admin::Snapshot.
struct BASALT_EXPORT SnapshotOptions {
  // Do not flush first: faster, but without the writes that are in memory only.
  bool skip_flush = false;
  // Time to live; 0: kept until it is deleted. An expired snapshot cannot be cloned or restored.
  int64_t ttl_seconds = 0;
  // Recorded, and shown by `basalt snapshot describe`.
  std::string owner;
  // Milliseconds since 1970; 0: now. A server uses its own clock.
  int64_t creation_time_ms = 0;
};

// What is known about a snapshot. A plain value.
struct BASALT_EXPORT SnapshotDescription {
  // Of this table; the other fields are to be filled in.
  explicit SnapshotDescription(TableDescriptor its_table) : table(std::move(its_table)) {}

  // Unique in the directory or cluster.
  std::string name;
  // The descriptor at the time of the snapshot.
  TableDescriptor table;
  // How it was taken.
  SnapshotType type = SnapshotType::kFlush;
  // Milliseconds since 1970.
  int64_t creation_time_ms = 0;
  // Time to live; 0: kept until it is deleted.
  int64_t ttl_seconds = 0;
  // As SnapshotOptions::owner had it.
  std::string owner;
  // The start keys of all regions but the first.
  std::vector<Bytes> splits;
  // The number of its files; 0 from a server, which does not report it, nor `splits` and `bytes`.
  uint64_t file_count = 0;
  // The size of its files, whether or not the table still shares them.
  uint64_t bytes = 0;

  // Whether its time to live has passed at that time, in milliseconds since 1970.
  bool ExpiredAt(int64_t now_ms) const;
};

// Called periodically, on the thread of the call; a returned error ends the operation with that
// error.
using SnapshotProgress = std::function<Status(uint64_t bytes_done, uint64_t bytes_total)>;

// The snapshots of a directory, ordered by name. `damaged`, when given, receives a line for each
// snapshot that cannot be read.
BASALT_EXPORT Result<std::vector<SnapshotDescription>> ListSnapshots(
    const std::string& data_directory, std::vector<std::string>* damaged = nullptr);
// One snapshot of a directory. kSnapshotNotFound; kCorruption when it cannot be read.
BASALT_EXPORT Result<SnapshotDescription> DescribeSnapshot(const std::string& data_directory,
                                                           const std::string& name);

// Options of exports and imports.
struct BASALT_EXPORT ExportOptions {
  // Copy even where the file system has links.
  bool copy = false;
  // Told how far the copy is; may be empty.
  SnapshotProgress progress;
};

// Writes the snapshot and a checksum of each file to the folder `target`, which must not exist, and
// verifies the copy. kCorruption when a checksum does not match. After an error the folder is
// removed.
BASALT_EXPORT Status ExportSnapshot(const std::string& data_directory, const std::string& name,
                                    const std::string& target, const ExportOptions& options = {});
// Verifies an exported snapshot and adds it under `name`; empty: its own name. A server on the
// directory lists it at once. kSnapshotExists; kCorruption.
BASALT_EXPORT Status ImportSnapshot(const std::string& data_directory, const std::string& source,
                                    const std::string& name = {},
                                    const ExportOptions& options = {});

}  // namespace v1
}  // namespace basalt
