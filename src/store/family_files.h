// Captures the files of several families at one point in time, and creates a family from such
// files. The basis of snapshots.
//
// RocksDB's files are immutable, so a hard link serves as a copy. RocksDB cannot ingest blob files;
// for families that have some, the cells are written to new files with their values, and a
// compaction of the new family moves large values out again.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "basalt/bytes.h"
#include "basalt/status.h"

namespace basalt::store {

class Family;
class Store;

// A file with the metadata that RocksDB needs to ingest it.
struct FamilyFile {
  // The name in its directory.
  std::string name;
  int level = 0;
  uint64_t bytes = 0;
  uint64_t smallest_sequence = 0;
  uint64_t largest_sequence = 0;
  Bytes smallest_key;
  Bytes largest_key;
  // CRC-32C of the whole file, once it has been computed.
  std::optional<uint32_t> checksum;
};

struct FamilyFiles {
  std::vector<FamilyFile> files;
  // Whether the files may hold cells with their own TTLs.
  bool has_cell_ttls = true;
};

// FamilyCapture: the files of several families at one point in time. Used by one thread; while it
// exists RocksDB deletes no file, so it should be short-lived.
class FamilyCapture {
 public:
  // The families must belong to the store.
  FamilyCapture(std::shared_ptr<Store> store, std::vector<std::shared_ptr<Family>> families);
  ~FamilyCapture();
  FamilyCapture(const FamilyCapture&) = delete;
  FamilyCapture& operator=(const FamilyCapture&) = delete;

  // Flushes while writers continue, so that Take has little to do. May run long before Take.
  Status Prepare();
  // Fixes the point in time. With `flush` all writers wait until the writes since Prepare are
  // flushed: the capture has all writes before this point and none after. Without, writers do not
  // wait and unflushed data is missing (except of families with blob files, which are always
  // complete).
  Status Take(bool flush);
  // Writes or links the files into the directory as "<family's index>-<name>.sst", and syncs them;
  // the caller syncs the directory. Returned in the families' order.
  Result<std::vector<FamilyFiles>> SaveTo(const std::string& folder);

  // How long Take blocked the writers.
  std::chrono::nanoseconds pause() const { return pause_; }

 private:
  struct Part;
  Status Flush();
  Status List();
  Result<FamilyFiles> SavePart(size_t index, const std::string& folder);
  // Writes the cells of a family with blob files to new files.
  Result<FamilyFiles> WriteCells(size_t index, const std::string& folder);

  const std::shared_ptr<Store> store_;
  std::vector<Part> parts_;
  bool deletions_disabled_ = false;
  std::chrono::nanoseconds pause_{0};
};

}  // namespace basalt::store
