#include "server/net/memory_budget.h"

#include <algorithm>

#include "base/check.h"

namespace basalt::server {
namespace {

// A call whose response grows asks for this much at a time.
constexpr size_t kReserveStep = 256 << 10;
constexpr size_t kFirstBufferBytes = 4 << 10;

}  // namespace

bool MemoryBudget::TryAdd(size_t bytes, bool small) {
  const size_t limit = small ? limit_ : limit_ - limit_ / kSmallShare;
  size_t used = used_.load(std::memory_order_relaxed);
  do {
    if (bytes > limit || used > limit - bytes) return false;
  } while (!used_.compare_exchange_weak(used, used + bytes, std::memory_order_relaxed));
  return true;
}

ConnectionMemory::~ConnectionMemory() {
  BASALT_DCHECK(used() == 0, "A connection gives back all memory it has counted.");
}

ConnectionMemory::Grant ConnectionMemory::TryAdd(size_t bytes, size_t holder, bool alone) {
  const size_t used = used_.fetch_add(bytes, std::memory_order_relaxed);
  if (!alone && used > holder && used + bytes > limit_) {
    used_.fetch_sub(bytes, std::memory_order_relaxed);
    return Grant::kConnectionFull;
  }
  if (!server_.TryAdd(bytes, holder + bytes <= kSmallBytes)) {
    used_.fetch_sub(bytes, std::memory_order_relaxed);
    return Grant::kServerFull;
  }
  return Grant::kYes;
}

void ConnectionMemory::Add(size_t bytes) {
  if (bytes == 0) return;
  used_.fetch_add(bytes, std::memory_order_relaxed);
  server_.Add(bytes);
}

void ConnectionMemory::Remove(size_t bytes) {
  if (bytes == 0) return;
  used_.fetch_sub(bytes, std::memory_order_relaxed);
  server_.Remove(bytes);
}

MemoryReservation& MemoryReservation::operator=(MemoryReservation&& other) noexcept {
  if (this == &other) return *this;
  Release();
  memory_ = other.memory_;
  alone_ = other.alone_;
  held_ = std::exchange(other.held_, 0);
  spent_ = std::exchange(other.spent_, 0);
  return *this;
}

ConnectionMemory::Grant MemoryReservation::TryReserve(size_t bytes, bool alone) {
  const auto grant = memory_->TryAdd(bytes, held_, alone || alone_);
  if (grant == ConnectionMemory::Grant::kYes) held_ += bytes;
  return grant;
}

void MemoryReservation::GiveBack(size_t bytes) {
  bytes = std::min(bytes, left());
  memory_->Remove(bytes);
  held_ -= bytes;
}

void MemoryReservation::Absorb(MemoryReservation other) {
  spent_ += other.held_;
  held_ += std::exchange(other.held_, 0);
  other.spent_ = 0;
}

bool MemoryReservation::TrySpend(size_t bytes) {
  if (bytes > left()) {
    const size_t missing = bytes - left();
    const size_t step = std::max(missing, held_ > 0 ? kReserveStep : missing);
    if (TryReserve(step) != ConnectionMemory::Grant::kYes &&
        (step == missing || TryReserve(missing) != ConnectionMemory::Grant::kYes)) {
      return false;
    }
  }
  spent_ += bytes;
  return true;
}

void MemoryReservation::Spend(size_t bytes) {
  if (bytes > left()) {
    const size_t missing = bytes - left();
    memory_->Add(missing);
    held_ += missing;
  }
  spent_ += bytes;
}

void MemoryReservation::Release() {
  memory_->Remove(std::exchange(held_, 0));
  spent_ = 0;
}

bool MemoryReservation::GrowBuffer(Bytes& buffer, size_t more) {
  const size_t before = buffer.capacity();
  if (more <= before - buffer.size()) return true;
  const size_t needed = buffer.size() + more;
  size_t after = std::max({needed, 2 * before, kFirstBufferBytes});
  if (!TrySpend(after)) {
    after = needed;
    if (!TrySpend(after)) return false;
  }
  buffer.reserve(after);
  // Short strings lie in the object itself and have not been counted.
  if (before >= kFirstBufferBytes) Unspend(before);
  return true;
}

void MemoryReservation::MustGrowBuffer(Bytes& buffer, size_t more) {
  if (GrowBuffer(buffer, more)) return;
  const size_t before = buffer.capacity();
  Spend(buffer.size() + more);
  buffer.reserve(buffer.size() + more);
  if (before >= kFirstBufferBytes) Unspend(before);
}

}  // namespace basalt::server
