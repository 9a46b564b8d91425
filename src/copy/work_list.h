// WorkList: the ranges of rows that are to be worked on, who works on which, and how far each is.
//
// A range in work can be cut in two when a thread has nothing left to do; so the end of a range may
// come nearer while somebody works on it. Claim() is what keeps the two apart. Thread safe.
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

// A range of one table, and what is done of it.
struct WorkRange {
  size_t table = 0;  // its place in the list of tables
  KeyRange range;
  Bytes last_row;  // the last row that is done; empty: none
  bool done = false;
  Counts counts;
};

class WorkList {
 public:
  // The last row of a range that has any; nullopt: it is empty. Asked without a lock held.
  using FindLastRow = std::function<Result<std::optional<Bytes>>(size_t table, const KeyRange&)>;

  // `cut_bytes`: a range is cut when this much of it was done since it was taken or cut.
  WorkList(std::vector<WorkRange> ranges, uint64_t cut_bytes, FindLastRow find_last_row);

  // A range to work on, by its place; waits while there may be one. nullopt: nothing is left, or
  // Stop() was called, or something failed.
  std::optional<size_t> Take();
  // Whether a worker has the range.
  bool IsTaken(size_t place) const;
  // What is known of a range now.
  WorkRange Get(size_t place) const;
  // The owner of the range is about to finish rows up to `row`, and learns where the range ends by
  // now. From here on the range is not cut at or before `row`. If `row` is not in the range any
  // more, nothing is claimed.
  Bytes Claim(size_t place, BytesView row);
  // The same for all that is left: the range is not cut any more.
  Bytes ClaimRest(size_t place);
  // Rows up to last_row (empty: none more) are done.
  void Progress(size_t place, BytesView last_row, const Counts& more);
  void Done(size_t place);
  // A range could not be worked on; ends everything.
  void Fail(const Status& status);
  // Take() has nothing more to give.
  void Stop();
  bool stopped() const;

  // Waits until every Take() has returned nullopt to all `workers`, or for so long.
  bool WaitFor(std::chrono::milliseconds time, int workers);
  // The first that was reported.
  Status status() const;
  std::vector<WorkRange> All() const;
  // What is done of all, from 0 to 1, as if rows were spread evenly over their keys.
  double Fraction() const;

 private:
  struct Entry {
    WorkRange work;
    bool taken = false;
    bool cannot_cut = false;
    bool being_cut = false;
    Bytes claimed;
    uint64_t bytes_since_cut = 0;
    double weight = 1;
  };

  std::optional<size_t> FindFree() const;
  std::optional<size_t> FindLarge() const;
  bool SomebodyWorks() const;
  void Cut(size_t place, std::unique_lock<std::mutex>& lock);

  const uint64_t cut_bytes_;
  const FindLastRow find_last_row_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<Entry> entries_;
  bool stopped_ = false;
  int finished_workers_ = 0;
  Status status_;
};

}  // namespace basalt::copy
