// CollisionFinder: finds different records that a key schema encodes as the same key (R43). Used by
// one thread.
//
// Keys are stored as 128-bit hashes, about 80 bytes each: exact for the first `max_keys` different
// keys; later ones are compared with those. Up to `max_text_bytes` of the records' texts are kept
// for the report.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "basalt/bytes.h"

namespace basalt::design {

class CollisionFinder {
 public:
  struct Occurrence {
    uint64_t line = 0;
    std::string text;  // empty if it was not kept
  };
  struct Collision {
    Bytes key;
    Occurrence first;
    Occurrence second;
  };

  CollisionFinder(size_t max_keys, size_t max_text_bytes, size_t shown)
      : max_keys_(max_keys), text_budget_(max_text_bytes), shown_(shown) {}

  // Returns whether an earlier, different record has the same key.
  bool Add(BytesView key, uint64_t line, std::string_view text);

  // Records that would overwrite a different record.
  uint64_t collisions() const { return collisions_; }
  // Records that are identical to an earlier one.
  uint64_t duplicates() const { return duplicates_; }
  // The first collisions.
  const std::vector<Collision>& examples() const { return examples_; }
  // Whether every key was compared with all others.
  bool exact() const { return exact_; }

 private:
  struct Hash {
    uint64_t high = 0;
    uint64_t low = 0;
    bool operator==(const Hash&) const = default;
  };
  struct HashOfHash {
    size_t operator()(const Hash& hash) const { return static_cast<size_t>(hash.low); }
  };
  struct Entry {
    uint64_t line = 0;
    uint64_t record_hash = 0;
  };

  size_t max_keys_;
  size_t text_budget_;
  size_t shown_;
  std::unordered_map<Hash, Entry, HashOfHash> entries_;
  std::unordered_map<uint64_t, std::string> texts_;  // by line
  uint64_t collisions_ = 0;
  uint64_t duplicates_ = 0;
  bool exact_ = true;
  std::vector<Collision> examples_;
};

}  // namespace basalt::design
