#include "load/key_chooser.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "base/check.h"

namespace basalt::load {

Result<Distribution> ParseDistribution(std::string_view name) {
  if (name == "uniform") return Distribution::kUniform;
  if (name == "zipfian") return Distribution::kZipfian;
  if (name == "latest") return Distribution::kLatest;
  return Status(StatusCode::kInvalidArgument,
                "unknown distribution '" + std::string(name) + "'; use uniform, zipfian or latest");
}

uint64_t Scatter(uint64_t number) {
  // The finaliser of MurmurHash3.
  number ^= number >> 33;
  number *= 0xff51afd7ed558ccdULL;
  number ^= number >> 33;
  number *= 0xc4ceb9fe1a85ec53ULL;
  return number ^ number >> 33;
}

Zipfian::Zipfian(uint64_t items) { Grow(items); }

void Zipfian::Grow(uint64_t items) {
  for (; items_ < items; ++items_) zeta_ += 1 / std::pow(static_cast<double>(items_ + 1), kTheta);
  const double zeta_of_two = 1 + std::pow(0.5, kTheta);
  eta_ = (1 - std::pow(2.0 / static_cast<double>(items_), 1 - kTheta)) / (1 - zeta_of_two / zeta_);
}

uint64_t Zipfian::Next(std::mt19937_64& random, uint64_t items) {
  if (items > items_) Grow(items);
  const double u = std::uniform_real_distribution<double>(0, 1)(random);
  const double scaled = u * zeta_;
  if (scaled < 1) return 0;
  if (scaled < 1 + std::pow(0.5, kTheta)) return std::min<uint64_t>(1, items - 1);
  const double place =
      static_cast<double>(items_) * std::pow(eta_ * u - eta_ + 1, 1 / (1 - kTheta));
  return std::min(static_cast<uint64_t>(place), items - 1);
}

KeyChooser::KeyChooser(Distribution distribution, uint64_t seed, uint64_t items)
    : distribution_(distribution),
      random_(seed),
      zipfian_(distribution == Distribution::kUniform ? 2 : std::max<uint64_t>(items, 2)) {}

uint64_t KeyChooser::Next(uint64_t items) {
  BASALT_CHECK(items > 0, "There is a row to choose.");
  switch (distribution_) {
    case Distribution::kUniform: break;
    case Distribution::kZipfian: return Scatter(zipfian_.Next(random_, items)) % items;
    case Distribution::kLatest: return items - 1 - zipfian_.Next(random_, items);
  }
  return random_() % items;
}

}  // namespace basalt::load
