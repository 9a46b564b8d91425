// Memory held for clients, counted before it is allocated: frames being received, queued calls,
// unpacked cell blocks, responses being made and responses not sent yet.
//
// MemoryBudget is the server's limit, ConnectionMemory one connection's share of it, and
// MemoryReservation what one call or buffer holds of both. The first two are thread safe; a
// reservation is used by one thread at a time. Each must outlive the next.
#pragma once

#include <atomic>
#include <cstddef>
#include <utility>

#include "basalt/bytes.h"

namespace basalt::server {

class MemoryBudget {
 public:
  explicit MemoryBudget(size_t limit) : limit_(limit) {}
  MemoryBudget(const MemoryBudget&) = delete;
  MemoryBudget& operator=(const MemoryBudget&) = delete;

  size_t limit() const { return limit_; }
  size_t used() const { return used_.load(std::memory_order_relaxed); }
  bool full() const { return used() >= limit_; }
  // Whether only small reservations are granted: the last part of the limit is kept for them, so
  // that short calls are answered while large ones take all they can get.
  bool scarce() const { return used() >= limit_ - limit_ / kSmallShare; }

  // False, and nothing is counted, when the limit would be passed.
  [[nodiscard]] bool TryAdd(size_t bytes, bool small);
  // Counts memory that is held already or cannot be refused, whatever the limit.
  void Add(size_t bytes) { used_.fetch_add(bytes, std::memory_order_relaxed); }
  void Remove(size_t bytes) { used_.fetch_sub(bytes, std::memory_order_relaxed); }

 private:
  static constexpr size_t kSmallShare = 8;

  const size_t limit_;
  std::atomic<size_t> used_{0};
};

class ConnectionMemory {
 public:
  // What may be held in the last part of the server's limit.
  static constexpr size_t kSmallBytes = 64 << 10;
  enum class Grant : uint8_t { kYes, kConnectionFull, kServerFull };

  ConnectionMemory(MemoryBudget& server, size_t limit) : server_(server), limit_(limit) {}
  // REQUIRES: all has been removed.
  ~ConnectionMemory();
  ConnectionMemory(const ConnectionMemory&) = delete;
  ConnectionMemory& operator=(const ConnectionMemory&) = delete;

  size_t used() const { return used_.load(std::memory_order_relaxed); }
  bool full() const { return used() >= limit_; }
  const MemoryBudget& server() const { return server_; }

  // `holder`: what the buffer or call held before. One that is alone on its connection, by what is
  // counted or because the caller says so, may pass the connection's limit: otherwise a request
  // longer than the limit could never be received or answered.
  [[nodiscard]] Grant TryAdd(size_t bytes, size_t holder, bool alone = false);
  void Add(size_t bytes);
  void Remove(size_t bytes);
  // What every connection needs to receive anything: counted for the server alone.
  void AddBase(size_t bytes) { server_.Add(bytes); }
  void RemoveBase(size_t bytes) { server_.Remove(bytes); }

 private:
  MemoryBudget& server_;
  const size_t limit_;
  std::atomic<size_t> used_{0};
};

// Memory of a call, or of a buffer. What was reserved ahead is spent first; all of it is given back
// at the end.
class MemoryReservation {
 public:
  // `alone`: the limit of the connection does not hold, only the server's. For a call after which
  // the connection is not read from when it has passed its limit.
  explicit MemoryReservation(ConnectionMemory& memory, bool alone = false)
      : memory_(&memory), alone_(alone) {}
  ~MemoryReservation() { Release(); }
  MemoryReservation(MemoryReservation&& other) noexcept
      : memory_(other.memory_),
        alone_(other.alone_),
        held_(std::exchange(other.held_, 0)),
        spent_(std::exchange(other.spent_, 0)) {}
  MemoryReservation& operator=(MemoryReservation&& other) noexcept;

  size_t held() const { return held_; }
  // What can be spent without asking.
  size_t left() const { return held_ - spent_; }

  // Reserves ahead.
  [[nodiscard]] ConnectionMemory::Grant TryReserve(size_t bytes, bool alone = false);
  // Gives back what was reserved and is not spent.
  void GiveBack(size_t bytes);
  // Takes over what another reservation of the same connection holds, as spent.
  void Absorb(MemoryReservation other);
  // False when there is no room.
  [[nodiscard]] bool TrySpend(size_t bytes);
  // Of memory that is there already, or cannot be refused.
  void Spend(size_t bytes);
  // Gives spent memory back to what can be spent.
  void Unspend(size_t bytes) { spent_ -= bytes < spent_ ? bytes : spent_; }
  void Release();

  // Gives `buffer` a capacity for `more` bytes and counts it; false, with the buffer as it was,
  // when there is no room. The old memory counts until the new one has taken its place.
  [[nodiscard]] bool GrowBuffer(Bytes& buffer, size_t more);
  // The same for bytes that cannot be refused.
  void MustGrowBuffer(Bytes& buffer, size_t more);

 private:
  ConnectionMemory* memory_;
  bool alone_ = false;
  size_t held_ = 0;
  size_t spent_ = 0;
};

}  // namespace basalt::server
