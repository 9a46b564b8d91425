#include "hotspot/key_heat.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <random>

#include "base/check.h"

namespace basalt::hotspot {
namespace {

// A thread-local generator: cheap, not cryptographic.
uint32_t Random() {
  thread_local std::minstd_rand random{std::random_device{}()};
  return static_cast<uint32_t>(random());
}

uint64_t RandomBelow(uint64_t bound) { return Random() % bound; }

}  // namespace

constinit thread_local int KeyHeat::countdown_ = kEvery;

std::optional<Bytes> HeatProfile::EvenSplit(double smallest_side) const {
  std::optional<Bytes> best;
  double best_distance = 0.5 - smallest_side;
  double before = 0;
  for (size_t i = 1; i < keys.size(); ++i) {
    before += keys[i - 1].share;
    const double distance = std::abs(before - 0.5);
    if (distance > best_distance) continue;
    if (best && distance == best_distance) continue;
    best = keys[i].key;
    best_distance = distance;
  }
  return best;
}

void KeyHeat::Sample(BytesView key, int64_t now_ms) {
  BASALT_DCHECK(countdown_ <= 0, "Due() has chosen this touch on this thread.");
  // Between 1 and 2 * kEvery - 1, kEvery in the middle: no rhythm of the traffic can hide from it.
  countdown_ = 1 + static_cast<int>(RandomBelow(2 * kEvery - 1));
  const std::unique_lock lock(mutex_, std::try_to_lock);
  if (!lock.owns_lock()) {
    contended_.fetch_add(1, std::memory_order_relaxed);
    return;
  }
  Roll(now_ms);
  current_.seen += 1 + contended_.exchange(0, std::memory_order_relaxed);
  key = key.substr(0, kMaxKeyBytes);
  if (current_.keys.size() < kMaxSamples) {
    current_.keys.emplace_back(key);
  } else if (const uint64_t at = RandomBelow(current_.seen); at < kMaxSamples) {
    current_.keys[at].assign(key);
  }
}

void KeyHeat::Roll(int64_t now_ms) {
  const int64_t over = now_ms - start_ms_;
  if (over < window_ms_) return;
  if (over < 2 * window_ms_) {
    previous_ = std::move(current_);
    current_ = Window();
    start_ms_ += window_ms_;
  } else {
    // No access for a whole window: the previous window is known to be empty.
    previous_ = Window();
    current_ = Window();
    start_ms_ = now_ms;
  }
  has_previous_ = true;
}

int64_t KeyHeat::SeenMs(int64_t now_ms) const {
  return std::max<int64_t>(1, now_ms - start_ms_ + (has_previous_ ? window_ms_ : 0));
}

double KeyHeat::PerSecondLocked(int64_t now_ms) const {
  const auto accesses = static_cast<double>((current_.seen + previous_.seen) * kEvery);
  return accesses * 1000 / static_cast<double>(SeenMs(now_ms));
}

double KeyHeat::PerSecond(int64_t now_ms) {
  const std::lock_guard lock(mutex_);
  Roll(now_ms);
  return PerSecondLocked(now_ms);
}

bool KeyHeat::HasWholeWindow(int64_t now_ms) {
  const std::lock_guard lock(mutex_);
  Roll(now_ms);
  return has_previous_;
}

HeatProfile KeyHeat::Profile(int64_t now_ms) {
  HeatProfile profile;
  std::map<Bytes, double> weights;
  double total = 0;
  {
    const std::lock_guard lock(mutex_);
    Roll(now_ms);
    profile.per_second = PerSecondLocked(now_ms);
    profile.seen_ms = SeenMs(now_ms);
    for (const Window* window : {&previous_, &current_}) {
      if (window->keys.empty()) continue;
      const double weight =
          static_cast<double>(window->seen) / static_cast<double>(window->keys.size());
      for (const Bytes& key : window->keys) weights[key] += weight;
      total += static_cast<double>(window->seen);
      profile.samples += static_cast<int>(window->keys.size());
    }
  }
  profile.keys.reserve(weights.size());
  for (auto& [key, weight] : weights) profile.keys.push_back({key, weight / total});
  return profile;
}

}  // namespace basalt::hotspot
