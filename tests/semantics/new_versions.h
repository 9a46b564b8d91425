// NEW_VERSION_BEHAVIOR in the model: which puts of a row are hidden by markers written after them,
// or were surplus when one of those was written. Independent of src/store.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "rules.h"

namespace basalt::semantics {

class NewVersions {
 public:
  explicit NewVersions(int64_t max_versions) : max_versions_(static_cast<size_t>(max_versions)) {}

  void Collect(const ModelCell& marker);
  bool Hides(const ModelCell& put);
  // How many cells of the column were selected, this one included.
  int64_t Select() { return ++selected_; }

 private:
  static constexpr uint64_t kEnd = UINT64_MAX;
  // A marker that hides all versions up to its timestamp ends a period.
  struct Period {
    std::optional<int64_t> hides_up_to;
    std::set<std::pair<int64_t, uint64_t>> hidden_versions;  // timestamp, write
    std::map<uint64_t, std::set<uint64_t>> seen_at = {{kEnd, {}}};
  };
  using Periods = std::map<uint64_t, Period>;

  // Makes the cell's column the current one. The write of the put that this one repeats, if any.
  std::optional<uint64_t> Visit(const ModelCell& cell);
  static Period& PeriodOf(Periods& periods, uint64_t write) {
    return periods.lower_bound(write)->second;
  }

  const size_t max_versions_;
  Periods of_family_ = {{kEnd, {}}};
  Periods of_column_;
  int64_t selected_ = 0;
  std::optional<ModelCell> last_;
};

}  // namespace basalt::semantics
