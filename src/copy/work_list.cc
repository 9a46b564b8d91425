#include "copy/work_list.h"

#include <algorithm>
#include <utility>

namespace basalt::copy {

WorkList::WorkList(std::vector<WorkRange> ranges, uint64_t split_bytes, FindLastRow find_last_row)
    : split_bytes_(split_bytes), find_last_row_(std::move(find_last_row)) {
  for (WorkRange& range : ranges) {
    Entry& entry = entries_.emplace_back();
    entry.claimed = range.last_row;
    entry.work = std::move(range);
  }
}

std::optional<size_t> WorkList::FindFree() const {
  for (size_t i = 0; i < entries_.size(); ++i) {
    if (!entries_[i].taken && !entries_[i].work.done) return i;
  }
  return std::nullopt;
}

std::optional<size_t> WorkList::FindLarge() const {
  for (size_t i = 0; i < entries_.size(); ++i) {
    const Entry& entry = entries_[i];
    if (entry.taken && !entry.work.done && !entry.cannot_split && !entry.being_cut &&
        entry.bytes_since_cut >= split_bytes_) {
      return i;
    }
  }
  return std::nullopt;
}

bool WorkList::SomebodyWorks() const {
  return std::any_of(entries_.begin(), entries_.end(),
                     [](const Entry& entry) { return entry.taken && !entry.work.done; });
}

std::optional<size_t> WorkList::Take() {
  std::unique_lock lock(mutex_);
  while (!stopped_) {
    if (const auto place = FindFree()) {
      entries_[*place].taken = true;
      return place;
    }
    if (const auto place = FindLarge()) {
      Cut(*place, lock);
      continue;
    }
    if (!SomebodyWorks()) break;
    changed_.wait(lock);
  }
  ++finished_workers_;
  changed_.notify_all();
  return std::nullopt;
}

void WorkList::Cut(size_t place, std::unique_lock<std::mutex>& lock) {
  entries_[place].being_cut = true;
  const WorkRange before = entries_[place].work;
  const Bytes from = std::max(before.range.start, entries_[place].claimed);
  lock.unlock();
  const auto last = find_last_row_(before.table, {from, before.range.stop});
  const std::optional<Bytes> middle = last.ok() && *last ? KeyBetween(from, **last) : std::nullopt;
  lock.lock();
  Entry& entry = entries_[place];
  entry.being_cut = false;
  entry.bytes_since_cut = 0;
  if (entry.work.done || entry.cannot_split) return;
  if (!middle || *middle <= entry.claimed) {
    // The owner is nearly done, or the keys differ too far to the right.
    entry.cannot_split = true;
    return;
  }
  entry.weight /= 2;
  Entry rest;
  rest.work.table = before.table;
  rest.work.range = {*middle, std::exchange(entry.work.range.stop, *middle)};
  rest.weight = entry.weight;
  entries_.push_back(std::move(rest));
  changed_.notify_all();
}

bool WorkList::IsTaken(size_t place) const {
  const std::lock_guard lock(mutex_);
  return place < entries_.size() && entries_[place].taken;
}

WorkRange WorkList::Get(size_t place) const {
  const std::lock_guard lock(mutex_);
  return entries_[place].work;
}

Bytes WorkList::Claim(size_t place, BytesView row) {
  const std::lock_guard lock(mutex_);
  Entry& entry = entries_[place];
  const Bytes& stop = entry.work.range.stop;
  if ((stop.empty() || row < stop) && row > entry.claimed) entry.claimed = row;
  return stop;
}

Bytes WorkList::ClaimRest(size_t place) {
  const std::lock_guard lock(mutex_);
  entries_[place].cannot_split = true;
  return entries_[place].work.range.stop;
}

void WorkList::Progress(size_t place, BytesView last_row, const Counts& more) {
  const std::lock_guard lock(mutex_);
  Entry& entry = entries_[place];
  if (!last_row.empty()) entry.work.last_row = last_row;
  entry.work.counts += more;
  entry.bytes_since_cut += more.bytes;
  if (entry.bytes_since_cut >= split_bytes_) changed_.notify_all();
}

void WorkList::Done(size_t place) {
  const std::lock_guard lock(mutex_);
  entries_[place].work.done = true;
  changed_.notify_all();
}

void WorkList::Fail(const Status& status) {
  const std::lock_guard lock(mutex_);
  if (status_.ok()) status_ = status;
  stopped_ = true;
  changed_.notify_all();
}

void WorkList::Stop() {
  const std::lock_guard lock(mutex_);
  stopped_ = true;
  changed_.notify_all();
}

bool WorkList::stopped() const {
  const std::lock_guard lock(mutex_);
  return stopped_;
}

bool WorkList::WaitFor(std::chrono::milliseconds time, int workers) {
  std::unique_lock lock(mutex_);
  return changed_.wait_for(lock, time, [&] { return finished_workers_ >= workers; });
}

Status WorkList::status() const {
  const std::lock_guard lock(mutex_);
  return status_;
}

std::vector<WorkRange> WorkList::All() const {
  const std::lock_guard lock(mutex_);
  std::vector<WorkRange> all;
  for (const Entry& entry : entries_) all.push_back(entry.work);
  return all;
}

double WorkList::Fraction() const {
  const std::lock_guard lock(mutex_);
  double done = 0;
  double all = 0;
  for (const Entry& entry : entries_) {
    const WorkRange& work = entry.work;
    all += entry.weight;
    done += entry.weight * (work.done ? 1 : FractionOf(work.range, work.last_row));
  }
  return all > 0 ? done / all : 1;
}

}  // namespace basalt::copy
