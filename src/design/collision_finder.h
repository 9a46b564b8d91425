// CollisionFinder: different records that a key schema gives one key (R43). Used by one thread.
//
// Keys are kept as hashes of 128 bits: about 80 bytes for each, exact for the first `max_keys`
// different ones; later keys are compared with those. The texts of records are kept too, as far as
// `max_text_bytes` go.
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
    std::string text;  // empty when it was not kept
  };
  struct Collision {
    Bytes key;
    Occurrence first;
    Occurrence second;
  };

  CollisionFinder(size_t max_keys, size_t max_text_bytes, size_t shown)
      : max_keys_(max_keys), text_budget_(max_text_bytes), shown_(shown) {}

  // Whether the record has another's key.
  bool Add(BytesView key, uint64_t line, std::string_view text);

  // Records that would overwrite a different one.
  uint64_t collisions() const { return collisions_; }
  // Records that are there twice, to the letter.
  uint64_t duplicates() const { return duplicates_; }
  // The first of them.
  const std::vector<Collision>& examples() const { return examples_; }
  // Whether all keys were compared with all.
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
