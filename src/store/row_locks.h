// Row locks: writers of one row wait for one another. Plain writes share a row's lock (their
// batches are atomic by themselves); read-modify-write takes it alone.
//
// Rows hash onto a fixed number of stripes, so memory is bounded and two rows may share a lock.
// Deadlock cannot happen: a request takes all its stripes at once, in ascending order.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <shared_mutex>
#include <vector>

#include "basalt/bytes.h"

namespace basalt::store {

class RowLocks {
 public:
  // Locks held by one request; released by the destructor.
  class Guard {
   public:
    Guard() = default;
    Guard(Guard&&) noexcept = default;
    Guard& operator=(Guard&&) = delete;
    ~Guard();

   private:
    friend class RowLocks;
    void Take(std::shared_mutex& mutex, bool exclusive);

    struct Held {
      std::shared_mutex* mutex;
      bool exclusive;
    };
    std::vector<Held> held_;
  };

  // A row, and whether it will be read before it is written.
  struct Request {
    BytesView row;
    bool exclusive;
  };

  // Blocks until all rows are locked. `space` keeps tables apart (any number unique to the table).
  Guard Lock(uint64_t space, const std::vector<Request>& requests);
  Guard LockOne(uint64_t space, BytesView row, bool exclusive);

 private:
  static constexpr size_t kStripes = 4096;
  static size_t StripeOf(uint64_t space, BytesView row);

  std::array<std::shared_mutex, kStripes> stripes_;
};

}  // namespace basalt::store
