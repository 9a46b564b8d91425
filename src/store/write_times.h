// WriteTimes: the timestamps that writes without one get from the server.
//
// HBase gives them the clock's milliseconds. A put that follows a delete of its row within the same
// millisecond would then be hidden by the delete's marker, as would one that follows after the
// clock was set back. Here a write that begins after a marker was acknowledged gets a later time
// than the marker, and a delete that begins after such a put gets at least the put's. All other
// writes get the clock's time.
//
// The newest markers are kept in slots, onto which rows hash, a few rows in each. Memory is
// bounded: where more rows of a slot had markers in the same millisecond, the others of that slot
// may get a time a few milliseconds ahead. Over a restart one number for all rows is kept: a record
// in the store that is behind no marker and no put that was moved past one. Thread safe.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <limits>
#include <mutex>
#include <optional>

#include "basalt/bytes.h"
#include "basalt/status.h"

namespace basalt::store {

class WriteTimes {
 public:
  // Writes the record, so that a crash of the process does not lose it.
  using Persist = std::function<Status(int64_t newest_ms)>;

  // `recorded_ms`: the record's content, if there is one. Call before the first write.
  void Open(std::optional<int64_t> recorded_ms, Persist persist);
  // Writes the record down to the newest marker, so that the next start is not ahead of the clock.
  void Close();

  // The time of a put of the row, or of an increment or append. `space`: unique to the table. Fails
  // if the time has to be recorded and cannot be.
  Result<int64_t> ForPut(uint64_t space, BytesView row, int64_t now_ms);
  // The time of a delete of the row.
  int64_t ForDelete(uint64_t space, BytesView row, int64_t now_ms);
  // A marker at this time is about to be written. Markers of the future, whose time a client chose,
  // hide later puts as in HBase and are not noted. REQUIRES: before the delete is acknowledged.
  Status NoteMarker(uint64_t space, BytesView row, int64_t timestamp, int64_t now_ms);

 private:
  static constexpr size_t kSlots = 1024;
  static constexpr size_t kRowsPerSlot = 4;
  static constexpr int64_t kNever = std::numeric_limits<int64_t>::min();
  struct RowTimes {
    uint64_t hash = 0;
    int64_t marker = kNever;  // the newest
    int64_t put = kNever;     // the newest that was moved past a marker
    int64_t newest() const { return marker > put ? marker : put; }
  };
  struct Slot {
    std::mutex mutex;
    std::array<RowTimes, kRowsPerSlot> rows;
    // No time of a row that had to give up its place is later. Counts for all rows of the slot.
    int64_t forgotten = kNever;
  };
  static uint64_t HashOf(uint64_t space, BytesView row);
  Slot& SlotOf(uint64_t hash) { return slots_[hash % kSlots]; }
  // With the slot's mutex held. Find: nullptr if nothing is known of the row.
  static RowTimes* Find(Slot& slot, uint64_t hash);
  static RowTimes& FindOrMake(Slot& slot, uint64_t hash);
  Status Reserve(int64_t time_ms);

  // No slot has a later time: most writes look at nothing else.
  std::atomic<int64_t> newest_{kNever};
  int64_t recorded_at_open_ = kNever;
  std::array<Slot, kSlots> slots_;

  std::mutex record_mutex_;  // guards what follows and the writing of the record
  Persist persist_;
  std::atomic<int64_t> recorded_{kNever};
};

}  // namespace basalt::store
