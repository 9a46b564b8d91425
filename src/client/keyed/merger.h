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

class KeyScanner::Merger {
 public:
  static Result<std::unique_ptr<Merger>> Start(Table& table, const KeyPlan& plan,
                                               const KeyScanOptions& options);
  ~Merger();

  Result<bool> Next(RowResult& row);
  std::string token() const;

 private:
  struct Branch {
    std::unique_ptr<client::RangeReader> reader;
    Bytes prefix;  // its ranges' common beginning, when there is an order
    std::deque<client::RangeReader::Row> ready;
    bool fetching = false;  // it waits in queue_ or a thread is at it
    bool ended = false;
  };
  // The head of a branch, by what of its key counts.
  struct Head {
    Bytes suffix;
    size_t branch;
  };

  Merger(const KeyPlan& plan, const KeyScanOptions& options);

  void MakeBranches(Table& table, const KeyScanOptions& options, std::vector<KeyRange> ranges);
  void StartThreads(int threads);
  void Work();
  // With the mutex held.
  void Want(size_t branch);
  void FetchBranch(std::unique_lock<std::mutex>& lock, size_t branch);
  // Waits until the branch has a row or has ended. False when it has ended.
  Result<bool> AwaitRow(std::unique_lock<std::mutex>& lock, size_t branch);
  Result<bool> NextOrdered(RowResult& row);
  Result<bool> NextOfAny(RowResult& row);
  void Take(size_t branch, RowResult& row);
  bool After(const Head& a, const Head& b) const;
  void PushHead(size_t branch);

  const KeyPlan plan_;
  size_t batch_rows_ = 128;
  uint64_t batch_bytes_ = 0;
  std::optional<uint64_t> left_;  // of the limit
  Bytes last_key_;
  size_t last_branch_width_ = 0;
  std::vector<Head> heads_;  // a heap
  bool primed_ = false;
  std::optional<size_t> refill_;  // the branch whose row was given last
  size_t turn_ = 0;               // where NextOfAny looks first

  std::mutex mutex_;  // guards what follows, and the branches' rows and flags
  std::condition_variable work_;
  std::condition_variable ready_;
  std::vector<Branch> branches_;
  std::queue<size_t> queue_;
  Status error_;
  bool stop_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace basalt
