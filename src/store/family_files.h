// The files of families: taking those of several families as they are at one moment, and making a
// family of such files. What a snapshot is made of.
//
// Files of the engine never change, so a second name (a hard link) is as good as a copy. RocksDB
// does not carry blob files over; of families that have some, the cells are written to new files,
// values and all, and a compaction in the family made of them moves large values out again.
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

// A file as the engine must be told about it to take it in.
struct FamilyFile {
  // In its folder.
  std::string name;
  int level = 0;
  uint64_t bytes = 0;
  uint64_t smallest_sequence = 0;
  uint64_t largest_sequence = 0;
  Bytes smallest_key;
  Bytes largest_key;
  // CRC-32C of the whole file, once somebody has read it.
  std::optional<uint32_t> checksum;
};

struct FamilyFiles {
  std::vector<FamilyFile> files;
  // There may be cells with TTLs of their own among those in the files.
  bool has_cell_ttls = true;
};

// FamilyCapture: several families' files at one moment. Used by one thread; while it lives the
// engine deletes no file, so it should not live long.
class FamilyCapture {
 public:
  // The families must belong to the store.
  FamilyCapture(std::shared_ptr<Store> store, std::vector<std::shared_ptr<Family>> families);
  ~FamilyCapture();
  FamilyCapture(const FamilyCapture&) = delete;
  FamilyCapture& operator=(const FamilyCapture&) = delete;

  // Brings what is in memory to files while writers go on, so that Take has little to do. May run
  // long before it.
  Status Prepare();
  // Decides the moment. All writers wait while it flushes what has come since Prepare: all writes
  // before it are in, none after. Without a flush there is no waiting, and what is in memory is
  // left out (but for families with blob files, which are always whole).
  Status Take(bool flush);
  // Puts the files into the folder, named "<family's index>-<something>.sst", and syncs
  // them. The folder itself is the caller's to sync. In the families' order.
  Result<std::vector<FamilyFiles>> SaveTo(const std::string& folder);

  // For how long Take kept the writers waiting.
  std::chrono::nanoseconds pause() const { return pause_; }

 private:
  struct Part;
  Status Flush();
  Status List();
  Result<FamilyFiles> SavePart(size_t index, const std::string& folder);
  // The cells of a family with blob files, as files of their own.
  Result<FamilyFiles> WriteCells(size_t index, const std::string& folder);

  const std::shared_ptr<Store> store_;
  std::vector<Part> parts_;
  bool deletions_disabled_ = false;
  std::chrono::nanoseconds pause_{0};
};

}  // namespace basalt::store
