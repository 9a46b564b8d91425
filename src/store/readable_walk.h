// Reading around damage: visits every key that can still be read, and finds the gaps between them.
//
// A block that fails its checksum ends a RocksDB iterator without saying where the next block
// begins. The walk finds the first key behind the block by bisection of the key space: the error
// names the block, and a seek that fails with another error, or not at all, is past it. Pure
// functions; one thread.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <rocksdb/db.h>

#include "basalt/bytes.h"
#include "basalt/status.h"
#include "store/damage.h"

namespace basalt::store {

using IteratorFactory = std::function<std::unique_ptr<rocksdb::Iterator>()>;

struct ReadableWalk {
  // Makes an iterator over the keys; called again after every error.
  IteratorFactory make;
  // The keys to visit, both inclusive.
  Bytes first;
  Bytes last;
  // Called with each readable key, in order.
  std::function<Status(const rocksdb::Iterator& at)> visit;
  // Called with each gap, in order, between the visits of the keys around it.
  std::function<Status(const LostKeys& lost)> lost;

  // An error of a callback, or one that is not damage.
  Status Run() const;
};

// What of a store file cannot be read; `smallest` and `largest` are its keys by RocksDB's metadata.
// One gap without bounds if the file cannot be opened.
std::vector<LostKeys> SurveyFile(const std::string& path, BytesView smallest, BytesView largest);

// Whether the store file has its size and can be opened.
Status TryStoreFile(const std::string& path, uint64_t bytes);

// Whether an error means that bytes on the disk are wrong, missing or unreadable.
bool IsDamage(const rocksdb::Status& status);

}  // namespace basalt::store
