#include "server/net/input_buffer.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace basalt::server {
namespace {

// A longer frame gets this much at first, then twice what has arrived.
constexpr size_t kFirstGrowth = 64 << 10;
// Shorter frames are copied, which costs less than a new buffer.
constexpr size_t kMovedBytes = 32 << 10;

}  // namespace

ConnectionMemory::Grant InputBuffer::Prepare(size_t expected, bool alone) {
  const size_t size = end_ - begin_;
  if (size == 0) {
    begin_ = end_ = 0;
    // What a large frame needed is not kept.
    if (capacity_ > kFirstGrowth) Clear();
  }
  if (data_ == nullptr) Replace(kBaseBytes);
  const size_t wanted = std::max(kBaseBytes, std::min(expected, std::max(kFirstGrowth, 2 * size)));
  if (wanted > capacity_) {
    if (const auto grant = reserved_.TryReserve(wanted, alone);
        grant != ConnectionMemory::Grant::kYes) {
      return grant;
    }
    Replace(wanted);
  } else if (begin_ > 0 && (end_ == capacity_ || begin_ + wanted > capacity_)) {
    std::memmove(data_.get(), data_.get() + begin_, size);
    begin_ = 0;
    end_ = size;
  }
  return ConnectionMemory::Grant::kYes;
}

// REQUIRES: a capacity above the base has been reserved.
void InputBuffer::Replace(size_t capacity) {
  auto data = std::make_unique_for_overwrite<char[]>(capacity);
  const size_t size = end_ - begin_;
  if (size > 0) std::memcpy(data.get(), data_.get() + begin_, size);
  data_ = std::move(data);
  begin_ = 0;
  end_ = size;
  // The memory of before has been freed only now.
  if (capacity_ > kBaseBytes) reserved_.GiveBack(capacity_);
  if (capacity_ == kBaseBytes) memory_.RemoveBase(kBaseBytes);
  if (capacity == kBaseBytes) memory_.AddBase(kBaseBytes);
  capacity_ = capacity;
}

size_t InputBuffer::CopiedBytes(size_t skip, size_t length) const {
  const size_t rest = end_ - begin_ - skip - length;
  return capacity_ > kBaseBytes && length >= kMovedBytes && rest <= kBaseBytes ? 0 : length;
}

ReceivedFrame InputBuffer::Take(size_t skip, size_t length, MemoryReservation& memory) {
  ReceivedFrame frame;
  frame.length = length;
  if (CopiedBytes(skip, length) > 0) {
    frame.copy = Bytes(bytes().substr(skip, length));
    begin_ += skip + length;
    return frame;
  }
  frame.begin = begin_ + skip;
  const size_t rest_at = frame.begin + length;
  const size_t rest = end_ - rest_at;
  frame.buffer = std::move(data_);
  memory.Absorb(std::exchange(reserved_, MemoryReservation(memory_)));
  capacity_ = begin_ = end_ = 0;
  if (rest > 0) {
    Replace(kBaseBytes);
    std::memcpy(data_.get(), frame.buffer.get() + rest_at, rest);
    end_ = rest;
  }
  return frame;
}

void InputBuffer::Clear() {
  data_.reset();
  if (capacity_ == kBaseBytes) memory_.RemoveBase(kBaseBytes);
  capacity_ = begin_ = end_ = 0;
  reserved_.Release();
}

}  // namespace basalt::server
