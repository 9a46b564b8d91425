#include "design/splits/split_histogram.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

#include "basalt/key_splits.h"
#include "basalt/split_algorithm.h"

namespace basalt::design {
namespace {

constexpr int kBar = 30;
constexpr size_t kWidest = 24;

std::string Begin(const SplitHistogram& histogram, size_t region) {
  if (region == 0) return "the beginning";
  std::string text = ToStringBinary(histogram.splits[region - 1]);
  if (text.size() > kWidest) text = text.substr(0, kWidest - 3) + "...";
  return text;
}

SplitHistogram MakeHistogram(std::string title, std::vector<Bytes> splits,
                             std::string_view alphabet, double keys) {
  SplitHistogram histogram{std::move(title), std::move(splits), {}};
  histogram.keys = ShareByRegion(histogram.splits, alphabet);
  for (double& count : histogram.keys) count = std::round(count * keys);
  return histogram;
}

}  // namespace

std::string Draw(const SplitHistogram& histogram) {
  const double total = std::accumulate(histogram.keys.begin(), histogram.keys.end(), 0.0);
  const double most = *std::max_element(histogram.keys.begin(), histogram.keys.end());
  const auto empty = std::count(histogram.keys.begin(), histogram.keys.end(), 0.0);
  std::string text = histogram.title + "\n";
  for (size_t i = 0; i < histogram.keys.size(); ++i) {
    const int bar = most > 0 ? static_cast<int>(std::lround(kBar * histogram.keys[i] / most)) : 0;
    text += fmt::format("{:>6}  {:<24}  {:>10.0f}  {:>5.1f} %{}{}\n", i + 1, Begin(histogram, i),
                        histogram.keys[i], total > 0 ? 100 * histogram.keys[i] / total : 0.0,
                        bar > 0 ? "  " : "", std::string(static_cast<size_t>(bar), '#'));
  }
  text += fmt::format("  {} of {} regions without keys; the fullest has {:.1f} times its share\n",
                      empty, histogram.keys.size(),
                      total > 0 ? most / total * static_cast<double>(histogram.keys.size()) : 0.0);
  return text;
}

Result<std::vector<SplitHistogram>> CompareDigitSplits(bool hexadecimal, int regions, double keys) {
  const std::string_view alphabet = hexadecimal ? "0123456789abcdef" : "0123456789";
  const Bytes first(16, '0');
  const Bytes last(16, alphabet.back());
  BASALT_ASSIGN_OR_RETURN(auto naive, SplitKeysBetween(first, last, regions));
  BASALT_ASSIGN_OR_RETURN(auto right, SplitKeys(hexadecimal ? SplitAlgorithm::kHexString
                                                            : SplitAlgorithm::kDecimalString,
                                                regions));
  std::vector<SplitHistogram> histograms;
  histograms.push_back(
      MakeHistogram(fmt::format("naive: uniform splits by bytes between {} and {}", first, last),
                    std::move(naive), alphabet, keys));
  histograms.push_back(
      MakeHistogram(fmt::format("right: cut by {} digits", hexadecimal ? "hexadecimal" : "decimal"),
                    std::move(right), alphabet, keys));
  return histograms;
}

}  // namespace basalt::design
