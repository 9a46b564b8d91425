// Journal: the operations that a writer process started and their results, in memory shared with a
// file.
//
// The pages belong to the operating system, so they survive a SIGKILL of the writer. Each writer
// thread appends to its own area; a record counts once the area's length includes it. The reader
// may map the same file at any time.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "basalt/clock.h"
#include "operation.h"

namespace basalt::crash {

constexpr int kMaxThreads = 8;

// An operation as the journal knows it. No outcome: it was under way at the end.
struct JournalEntry {
  Operation operation;
  uint64_t begun = 0;  // tickets order the beginnings and ends of all threads' operations
  uint64_t ended = 0;
  std::optional<Outcome> outcome;
};

class Journal {
 public:
  // Makes an empty journal; `clock_ms`: the first timestamp its clock gives.
  static std::unique_ptr<Journal> Create(const std::string& path, int64_t clock_ms);
  static std::unique_ptr<Journal> Open(const std::string& path);
  ~Journal();
  Journal(const Journal&) = delete;
  Journal& operator=(const Journal&) = delete;

  // Never tells the same time twice, so every write has a timestamp of its own.
  const Clock& clock() const { return clock_; }
  int64_t clock_ms() const { return header_->clock_ms.load(); }

  // For the writer. Begin returns false when the thread's area is full: stop then.
  bool Begin(int thread, const Operation& operation);
  void End(int thread, const Outcome& outcome);
  void SetReady() { header_->ready.store(true); }
  // The writer could not even begin.
  void Fail(const std::string& why);

  // For the reader.
  bool ready() const { return header_->ready.load(); }
  std::string failure() const { return header_->failure; }
  uint64_t tickets() const { return header_->tickets.load(); }
  // Threads that have filled their areas.
  int threads_done() const { return header_->threads_done.load(); }
  Kind under_way(int thread) const { return header_->areas[thread].under_way.load(); }
  std::vector<JournalEntry> Entries(int thread) const;

 private:
  static constexpr size_t kAreaBytes = 4 << 20;
  static constexpr size_t kMaxFailure = 1000;

  struct Area {
    std::atomic<uint64_t> length;
    std::atomic<Kind> under_way;
  };
  struct Header {
    std::atomic<int64_t> clock_ms;
    std::atomic<uint64_t> tickets;
    std::atomic<bool> ready;
    std::atomic<int> threads_done;
    char failure[kMaxFailure + 1];
    Area areas[kMaxThreads];
  };
  static_assert(std::atomic<uint64_t>::is_always_lock_free &&
                std::atomic<bool>::is_always_lock_free);

  class TickingClock : public Clock {
   public:
    explicit TickingClock(std::atomic<int64_t>& now_ms) : now_ms_(now_ms) {}
    int64_t NowMs() const override { return now_ms_.fetch_add(1); }

   private:
    std::atomic<int64_t>& now_ms_;
  };

  explicit Journal(char* memory);
  static std::unique_ptr<Journal> Map(const std::string& path, bool create);
  char* AreaOf(int thread) const { return memory_ + sizeof(Header) + kAreaBytes * thread; }
  bool Append(int thread, std::string_view payload);

  char* const memory_;
  Header* const header_;
  const TickingClock clock_;
};

}  // namespace basalt::crash
