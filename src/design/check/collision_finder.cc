#include "design/check/collision_finder.h"

#define XXH_INLINE_ALL  // header-only use
#include <xxhash.h>

namespace basalt::design {

bool CollisionFinder::Add(BytesView key, uint64_t line, std::string_view text) {
  const XXH128_hash_t hash = XXH3_128bits(key.data(), key.size());
  const uint64_t record_hash = XXH3_64bits(text.data(), text.size());
  const auto found = entries_.find({hash.high64, hash.low64});
  if (found == entries_.end()) {
    if (entries_.size() == max_keys_) {
      exact_ = false;
      return false;
    }
    entries_.emplace(Hash{hash.high64, hash.low64}, Entry{line, record_hash});
    // 64: the overhead of a map node.
    if (text.size() + 64 <= text_budget_) {
      text_budget_ -= text.size() + 64;
      texts_.emplace(line, text);
    }
    return false;
  }
  if (found->second.record_hash == record_hash) {
    ++duplicates_;
    return false;
  }
  ++collisions_;
  if (examples_.size() < shown_) {
    const auto first_text = texts_.find(found->second.line);
    examples_.push_back(
        {Bytes(key),
         {found->second.line, first_text == texts_.end() ? std::string() : first_text->second},
         {line, std::string(text)}});
  }
  return true;
}

}  // namespace basalt::design
