// WorkList: the row ranges of a copy, which worker owns which, and how far each is done.
//
// When a worker becomes idle, a range in work can be split for it; so the end of a range may move
// while its owner works on it. Claim() synchronizes the two. Thread safe.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <vector>

#include "basalt/status.h"
#include "copy/key_range.h"

namespace basalt::copy {

struct Counts {
  uint64_t rows = 0;
  uint64_t cells = 0;
  uint64_t bytes = 0;

  Counts& operator+=(const Counts& other) {
    rows += other.rows;
    cells += other.cells;
    bytes += other.bytes;
    return *this;
  }
  friend bool operator==(const Counts&, const Counts&) = default;
};

// A row range of one table, and its progress.
struct WorkRange {
  size_t table = 0;  // index in the list of tables
  KeyRange range;
  Bytes last_row;  // the last row done; empty: none
  bool done = false;
  Counts counts;
};

class WorkList {
 public:
  // Finds the last row of a range; nullopt if it is empty. Called without a lock.
  using FindLastRow = std::function<Result<std::optional<Bytes>>(size_t table, const KeyRange&)>;

  // `split_bytes`: a range may be split when this much was done since it was taken or split.
  WorkList(std::vector<WorkRange> ranges, uint64_t split_bytes, FindLastRow find_last_row);

  // Takes a range to work on; waits while one may become available. nullopt: no work is left,
  // Stop() was called, or a worker failed.
  std::optional<size_t> Take();
  // Whether a worker has the range.
  bool IsTaken(size_t place) const;
  // What is known of a range now.
  WorkRange Get(size_t place) const;
  // The owner announces that it will finish the rows up to `row`, and gets the current end of the
  // range. From then on the range is not split at or before `row`. If `row` is no longer in the
  // range, nothing is claimed.
  Bytes Claim(size_t place, BytesView row);
  // Claims the rest of the range: it is not split any more.
  Bytes ClaimRest(size_t place);
  // The rows up to last_row (empty: no further row) are done.
  void Progress(size_t place, BytesView last_row, const Counts& more);
  void Done(size_t place);
  // Reports a failure; ends the work on all ranges.
  void Fail(const Status& status);
  // Take() returns nullopt from now on.
  void Stop();
  bool stopped() const;

  // Waits until all `workers` have got nullopt from Take(), at most `time`. Returns whether they
  // have.
  bool WaitFor(std::chrono::milliseconds time, int workers);
  // The first failure reported.
  Status status() const;
  std::vector<WorkRange> All() const;
  // The fraction of all work done from 0 to 1, assuming uniformly distributed keys.
  double Fraction() const;

 private:
  struct Entry {
    WorkRange work;
    bool taken = false;
    bool cannot_split = false;
    bool being_cut = false;
    Bytes claimed;
    uint64_t bytes_since_cut = 0;
    double weight = 1;
  };

  std::optional<size_t> FindFree() const;
  std::optional<size_t> FindLarge() const;
  bool SomebodyWorks() const;
  void Cut(size_t place, std::unique_lock<std::mutex>& lock);

  const uint64_t split_bytes_;
  const FindLastRow find_last_row_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<Entry> entries_;
  bool stopped_ = false;
  int finished_workers_ = 0;
  Status status_;
};

}  // namespace basalt::copy
