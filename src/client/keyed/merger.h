// Merger: reads the branches of a plan in parallel and merges their rows in order.
//
// A branch is what has to be read in sequence: the ranges whose keys begin with the same bytes that
// do not count in the order, or, without an order, an equal share of all ranges. Threads fetch a
// batch of rows of a branch at a time, at most two batches ahead of the reader.
#pragma once

#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "basalt/key_table.h"
#include "base/thread_pool.h"
#include "client/keyed/range_reader.h"

namespace basalt {
inline namespace v1 {

class KeyScanner::Merger {
 public:
  static Result<std::unique_ptr<Merger>> Start(Table& table, const KeyPlan& plan,
                                               const KeyScanOptions& options);
  ~Merger();

  Result<bool> Next(RowResult& row);
  std::string token() const;

 private:
  using Batch = client::RangeReader::Batch;

  struct Branch {
    std::unique_ptr<client::RangeReader> reader;
    Batch current;  // the batch that the scanner is returning rows of; used by its thread only
    size_t at = 0;
    // Guarded by mutex_.
    std::deque<Batch> ready;   // prefetched; at most one
    std::vector<Batch> spare;  // used batches, whose memory is reused
    bool fetching = false;     // queued for a thread, or being read by one
    bool ended = false;
  };

  Merger(const KeyPlan& plan, const KeyScanOptions& options);

  void MakeBranches(Table& table, const KeyScanOptions& options, std::vector<KeyRange> ranges);
  void StartThreads(int threads);
  // With the mutex held.
  void Want(size_t branch);
  void FetchBranch(std::unique_lock<std::mutex>& lock, size_t branch);
  // Waits until the branch has a row. False when it has ended.
  Result<bool> AwaitRow(size_t branch);
  // The batch that was fetched ahead becomes the current one. With the mutex held.
  bool TakeBatch(size_t branch);
  Result<bool> NextOrdered(RowResult& row);
  Result<bool> NextOfAny(RowResult& row);
  void Give(size_t branch, RowResult& row);
  // Whether the first row of branch `a` comes after that of `b`.
  bool After(size_t a, size_t b) const;
  void PushHead(size_t branch);

  const KeyPlan plan_;
  size_t batch_rows_ = 128;
  uint64_t batch_bytes_ = 0;
  std::optional<uint64_t> left_;  // of the limit
  Bytes last_key_;
  size_t last_branch_width_ = 0;
  std::vector<size_t> heads_;  // a heap of branches by their first rows
  bool primed_ = false;
  std::optional<size_t> refill_;  // the branch whose row was returned last
  size_t turn_ = 0;               // where NextOfAny looks first

  std::vector<Branch> branches_;
  std::mutex mutex_;  // guards what follows
  std::condition_variable ready_;
  Status error_;
  bool stop_ = false;
  // nullptr: the one branch is read by the caller. Its queue holds each branch at most once.
  std::unique_ptr<base::ThreadPool> pool_;
};

}  // namespace v1
}  // namespace basalt
