// KeyReservoir: a uniform random sample of at most `size` keys of a stream, in arrival order. For
// splits and statistics over samples of any length. Used by one thread.
#pragma once

#include <algorithm>
#include <cstdint>
#include <random>
#include <utility>
#include <vector>

#include "basalt/key_splits.h"

namespace basalt::design {

class KeyReservoir {
 public:
  explicit KeyReservoir(size_t capacity, uint64_t seed = 1) : capacity_(capacity), random_(seed) {}

  void Add(BytesView key, uint64_t weight) {
    total_weight_ += weight;
    const uint64_t arrival = seen_++;
    if (rows_.size() < capacity_) {
      rows_.push_back({arrival, {Bytes(key), weight}});
      return;
    }
    const uint64_t place = std::uniform_int_distribution<uint64_t>(0, arrival)(random_);
    if (place < capacity_) rows_[place] = {arrival, {Bytes(key), weight}};
  }

  uint64_t seen() const { return seen_; }
  uint64_t total_weight() const { return total_weight_; }

  // The kept keys in arrival order. Leaves the reservoir empty.
  std::vector<WeightedKey> Take() {
    std::sort(rows_.begin(), rows_.end(),
              [](const auto& a, const auto& b) { return a.first < b.first; });
    std::vector<WeightedKey> keys;
    keys.reserve(rows_.size());
    for (auto& row : rows_) keys.push_back(std::move(row.second));
    rows_.clear();
    return keys;
  }

 private:
  size_t capacity_;
  std::mt19937_64 random_;
  uint64_t seen_ = 0;
  uint64_t total_weight_ = 0;
  std::vector<std::pair<uint64_t, WeightedKey>> rows_;
};

}  // namespace basalt::design
