// Merger: reads the branches of a plan at the same time and puts their rows in order.
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
#include <queue>
#include <string>
#include <thread>
#include <vector>

#include "basalt/key_table.h"
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
    Batch current;  // what the reader of the scanner is at; its own
    size_t at = 0;
    // Guarded by mutex_.
    std::deque<Batch> ready;   // fetched ahead: one
    std::vector<Batch> spare;  // read out, for their memory
    bool fetching = false;     // it waits in queue_ or a thread is at it
    bool ended = false;
  };

  Merger(const KeyPlan& plan, const KeyScanOptions& options);

  void MakeBranches(Table& table, const KeyScanOptions& options, std::vector<KeyRange> ranges);
  void StartThreads(int threads);
  void Work();
  // With the mutex held.
  void Want(size_t branch);
  void FetchBranch(std::unique_lock<std::mutex>& lock, size_t branch);
  // Makes sure that the branch has a row to give, and waits for it. False when it has ended.
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
  std::optional<size_t> refill_;  // the branch whose row was given last
  size_t turn_ = 0;               // where NextOfAny looks first

  std::vector<Branch> branches_;
  std::mutex mutex_;  // guards what follows
  std::condition_variable work_;
  std::condition_variable ready_;
  std::queue<size_t> queue_;
  Status error_;
  bool stop_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace v1
}  // namespace basalt
