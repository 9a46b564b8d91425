#include "store/write_times.h"

#include <algorithm>
#include <functional>
#include <string_view>
#include <utility>

namespace basalt::store {
namespace {

// The record runs this far ahead of the markers, so that it is written once in that time at most.
constexpr int64_t kRecordAheadMs = 1000;

void RaiseTo(std::atomic<int64_t>& value, int64_t floor) {
  int64_t current = value.load();
  while (current < floor && !value.compare_exchange_weak(current, floor)) {
  }
}

}  // namespace

void WriteTimes::Open(std::optional<int64_t> recorded_ms, Persist persist) {
  persist_ = std::move(persist);
  recorded_at_open_ = recorded_ms.value_or(kNever);
  newest_ = recorded_at_open_;
  recorded_ = recorded_at_open_;
}

void WriteTimes::Close() {
  const std::lock_guard lock(record_mutex_);
  // A failure leaves the record ahead of the clock by a second at most.
  if (persist_ != nullptr && recorded_ > newest_) (void)persist_(newest_).ok();
}

uint64_t WriteTimes::HashOf(uint64_t space, BytesView row) {
  constexpr uint64_t kMix = 0x9e3779b97f4a7c15;
  return (std::hash<std::string_view>()(row) ^ (space * kMix)) | 1;  // 0: no row
}

WriteTimes::RowTimes* WriteTimes::Find(Slot& slot, uint64_t hash) {
  for (RowTimes& row : slot.rows) {
    if (row.hash == hash) return &row;
  }
  return nullptr;
}

WriteTimes::RowTimes& WriteTimes::FindOrMake(Slot& slot, uint64_t hash) {
  if (RowTimes* row = Find(slot, hash)) return *row;
  RowTimes& oldest = *std::ranges::min_element(slot.rows, {}, &RowTimes::newest);
  slot.forgotten = std::max(slot.forgotten, oldest.newest());
  oldest = {.hash = hash};
  return oldest;
}

Result<int64_t> WriteTimes::ForPut(uint64_t space, BytesView row, int64_t now_ms) {
  if (now_ms > newest_) return now_ms;
  const uint64_t hash = HashOf(space, row);
  Slot& slot = SlotOf(hash);
  int64_t time = 0;
  {
    const std::lock_guard lock(slot.mutex);
    const RowTimes* known = Find(slot, hash);
    // Puts that were moved must not hide later ones, either.
    const int64_t newest =
        std::max({known != nullptr ? known->newest() : kNever, slot.forgotten, recorded_at_open_});
    if (now_ms > newest) return now_ms;
    time = newest + 1;
    FindOrMake(slot, hash).put = time;
  }
  // A delete after a restart has to hide this put, so the record may not be behind it.
  BASALT_RETURN_IF_ERROR(Reserve(time));
  RaiseTo(newest_, time);
  return time;
}

int64_t WriteTimes::ForDelete(uint64_t space, BytesView row, int64_t now_ms) {
  if (now_ms > newest_) return now_ms;
  const uint64_t hash = HashOf(space, row);
  Slot& slot = SlotOf(hash);
  const std::lock_guard lock(slot.mutex);
  const RowTimes* known = Find(slot, hash);
  return std::max(
      {now_ms, known != nullptr ? known->put : kNever, slot.forgotten, recorded_at_open_});
}

Status WriteTimes::NoteMarker(uint64_t space, BytesView row, int64_t timestamp, int64_t now_ms) {
  if (timestamp > ForDelete(space, row, now_ms)) return {};
  BASALT_RETURN_IF_ERROR(Reserve(timestamp));
  const uint64_t hash = HashOf(space, row);
  Slot& slot = SlotOf(hash);
  {
    const std::lock_guard lock(slot.mutex);
    RowTimes& times = FindOrMake(slot, hash);
    times.marker = std::max(times.marker, timestamp);
  }
  RaiseTo(newest_, timestamp);
  return {};
}

Status WriteTimes::Reserve(int64_t time_ms) {
  if (time_ms <= recorded_) return {};
  const std::lock_guard lock(record_mutex_);
  if (time_ms <= recorded_) return {};
  const int64_t record = time_ms + kRecordAheadMs;
  BASALT_RETURN_IF_ERROR(persist_(record));
  recorded_ = record;
  return {};
}

}  // namespace basalt::store
