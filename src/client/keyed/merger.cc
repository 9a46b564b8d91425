#include "client/keyed/merger.h"

#include <algorithm>
#include <map>

#include "client/keyed/resume_token.h"

namespace basalt {
inline namespace v1 {

using client::RangeReader;

KeyScanner::Merger::Merger(const KeyPlan& plan, const KeyScanOptions& options)
    : plan_(plan), left_(plan.limit()) {
  if (left_) batch_rows_ = static_cast<size_t>(std::min<uint64_t>(batch_rows_, *left_));
  batch_bytes_ = options.buffer_bytes;
}

Result<std::unique_ptr<KeyScanner::Merger>> KeyScanner::Merger::Start(
    Table& table, const KeyPlan& plan, const KeyScanOptions& options) {
  std::unique_ptr<Merger> merger(new Merger(plan, options));
  std::vector<KeyRange> ranges = plan.ranges();
  if (!options.resume.empty()) {
    BASALT_RETURN_IF_ERROR(client::ResumeAfter(plan, options.resume, ranges));
  }
  if (plan.reversed()) std::reverse(ranges.begin(), ranges.end());
  merger->MakeBranches(table, options, std::move(ranges));
  if (merger->branches_.size() > 1) merger->StartThreads(options.threads);
  return merger;
}

void KeyScanner::Merger::MakeBranches(Table& table, const KeyScanOptions& options,
                                      std::vector<KeyRange> ranges) {
  // Ordered by start key, which decides the order of equal rows.
  std::map<Bytes, std::vector<KeyRange>> grouped;
  if (plan_.ordered()) {
    for (KeyRange& range : ranges) {
      grouped[range.start.substr(0, range.branch_width)].push_back(std::move(range));
    }
  } else {
    const size_t shares = static_cast<size_t>(std::max(options.threads, 1)) * 4;
    const size_t each = ranges.size() / shares + 1;
    for (size_t i = 0; i < ranges.size(); ++i) {
      grouped[ranges[i / each * each].start].push_back(std::move(ranges[i]));
    }
  }
  for (auto& [start, own] : grouped) {
    Branch branch;
    branch.reader =
        std::make_unique<RangeReader>(table, plan_, options.columns, options.call, std::move(own));
    branches_.push_back(std::move(branch));
  }
  // Two batches of each branch at most.
  batch_bytes_ /= 2 * std::max<size_t>(branches_.size(), 1);
}

void KeyScanner::Merger::StartThreads(int threads) {
  const size_t count = std::min(branches_.size(), static_cast<size_t>(std::max(threads, 1)));
  pool_ = std::make_unique<base::ThreadPool>(count, branches_.size());
  const std::lock_guard lock(mutex_);
  for (size_t i = 0; i < branches_.size(); ++i) Want(i);
}

KeyScanner::Merger::~Merger() {
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
  }
  if (pool_) pool_->Stop();
}

void KeyScanner::Merger::Want(size_t branch) {
  Branch& its = branches_[branch];
  if (its.fetching || its.ended) return;
  its.fetching = pool_->Submit([this, branch] {
    std::unique_lock lock(mutex_);
    if (stop_) return;
    FetchBranch(lock, branch);
    ready_.notify_one();
  });
}

void KeyScanner::Merger::FetchBranch(std::unique_lock<std::mutex>& lock, size_t branch) {
  Branch& its = branches_[branch];
  Batch batch;
  if (!its.spare.empty()) {
    batch = std::move(its.spare.back());
    its.spare.pop_back();
  }
  lock.unlock();
  const auto more = its.reader->Fetch(batch_rows_, batch_bytes_, batch);
  lock.lock();
  its.fetching = false;
  its.ended = !more.ok() || !*more;
  if (!more.ok()) {
    if (error_.ok()) error_ = more.status();
  } else if (batch.used > 0) {
    its.ready.push_back(std::move(batch));
  }
}

bool KeyScanner::Merger::TakeBatch(size_t branch) {
  Branch& its = branches_[branch];
  if (its.ready.empty()) return false;
  its.spare.push_back(std::move(its.current));
  its.current = std::move(its.ready.front());
  its.at = 0;
  its.ready.pop_front();
  if (pool_) Want(branch);
  return true;
}

Result<bool> KeyScanner::Merger::AwaitRow(size_t branch) {
  Branch& its = branches_[branch];
  if (its.at < its.current.used) return true;
  std::unique_lock lock(mutex_);
  while (error_.ok() && its.ready.empty() && !its.ended) {
    if (!pool_) {
      FetchBranch(lock, branch);
    } else {
      Want(branch);
      ready_.wait(lock);
    }
  }
  if (!error_.ok()) return error_;
  return TakeBatch(branch);
}

bool KeyScanner::Merger::After(size_t a, size_t b) const {
  const auto suffix = [this](size_t branch) {
    const Branch& its = branches_[branch];
    const RangeReader::Row& row = its.current.rows[its.at];
    return row.result.row().substr(row.branch_width);
  };
  const int order = suffix(a).compare(suffix(b));
  if (order != 0) return (order > 0) != plan_.reversed();
  return a > b;
}

void KeyScanner::Merger::PushHead(size_t branch) {
  heads_.push_back(branch);
  std::push_heap(heads_.begin(), heads_.end(), [this](size_t a, size_t b) { return After(a, b); });
}

// Swaps the row with the caller's, whose memory the batch reuses.
void KeyScanner::Merger::Give(size_t branch, RowResult& row) {
  Branch& its = branches_[branch];
  RangeReader::Row& own = its.current.rows[its.at++];
  std::swap(row, own.result);
  if (left_) --*left_;
  if (plan_.ordered()) {
    last_key_ = row.row();
    last_branch_width_ = own.branch_width;
  }
}

std::string KeyScanner::Merger::token() const {
  return last_key_.empty() ? "" : client::MakeToken(plan_, last_key_, last_branch_width_);
}

Result<bool> KeyScanner::Merger::Next(RowResult& row) {
  if (left_ == 0) return false;
  return plan_.ordered() ? NextOrdered(row) : NextOfAny(row);
}

Result<bool> KeyScanner::Merger::NextOrdered(RowResult& row) {
  if (!primed_) {
    for (size_t i = 0; i < branches_.size(); ++i) {
      BASALT_ASSIGN_OR_RETURN(const bool has_row, AwaitRow(i));
      if (has_row) PushHead(i);
    }
    primed_ = true;
  }
  if (refill_) {
    BASALT_ASSIGN_OR_RETURN(const bool has_row, AwaitRow(*refill_));
    if (has_row) PushHead(*refill_);
    refill_.reset();
  }
  if (heads_.empty()) return false;
  std::pop_heap(heads_.begin(), heads_.end(), [this](size_t a, size_t b) { return After(a, b); });
  refill_ = heads_.back();
  heads_.pop_back();
  Give(*refill_, row);
  return true;
}

Result<bool> KeyScanner::Merger::NextOfAny(RowResult& row) {
  if (branches_.empty()) return false;
  if (branches_[turn_].at < branches_[turn_].current.used) {
    Give(turn_, row);
    return true;
  }
  std::unique_lock lock(mutex_);
  while (true) {
    if (!error_.ok()) return error_;
    bool ended = true;
    for (size_t i = 0; i < branches_.size(); ++i) {
      const size_t branch = (turn_ + i) % branches_.size();
      if (TakeBatch(branch)) {
        turn_ = branch;
        Give(branch, row);
        return true;
      }
      ended = ended && branches_[branch].ended;
    }
    if (ended) return false;
    if (!pool_) {
      FetchBranch(lock, 0);
    } else {
      ready_.wait(lock);
    }
  }
}

}  // namespace v1
}  // namespace basalt
