// OutputQueue: bytes waiting to be sent on one connection. Small frames share a buffer; large cell
// blocks keep their own, so that they are not copied. One thread.
#pragma once

#include <array>
#include <cstddef>
#include <deque>
#include <utility>

#include <boost/asio/buffer.hpp>

#include "basalt/bytes.h"

namespace basalt::server {

class OutputQueue {
 public:
  // A buffer to append a frame to. Valid until the next call.
  Bytes& Tail() {
    if (buffers_.empty() || sealed_ || buffers_.back().size() >= kSharedBytes) {
      buffers_.emplace_back();
      sealed_ = false;
    }
    return buffers_.back();
  }
  // Takes bytes that follow what has been appended so far.
  void Push(Bytes bytes) {
    if (bytes.size() < kSharedBytes / 4) {
      Tail().append(bytes);
      return;
    }
    buffers_.push_back(std::move(bytes));
    sealed_ = true;
  }

  bool empty() const { return size() == 0; }
  size_t size() const {
    size_t total = 0;
    for (const Bytes& buffer : buffers_) total += buffer.size();
    return total - sent_;
  }

  // Memory of the bytes that wait, as allocated; 0 when none wait.
  size_t held() const {
    if (empty()) return 0;
    size_t total = 0;
    for (const Bytes& buffer : buffers_) total += buffer.capacity();
    return total;
  }
  void Clear() { *this = {}; }

  // What to send next.
  static constexpr size_t kMaxParts = 8;
  size_t Gather(std::array<boost::asio::const_buffer, kMaxParts>& parts) const {
    size_t count = 0;
    size_t skip = sent_;
    for (const Bytes& buffer : buffers_) {
      if (count == kMaxParts) break;
      parts[count++] = boost::asio::const_buffer(buffer.data() + skip, buffer.size() - skip);
      skip = 0;
    }
    return count;
  }
  void Consume(size_t bytes) {
    sent_ += bytes;
    while (!buffers_.empty() && sent_ >= buffers_.front().size()) {
      sent_ -= buffers_.front().size();
      // The last buffer is kept for the next frames, unless it has grown large.
      if (buffers_.size() == 1 && !sealed_ && buffers_.front().capacity() <= kKeptBytes) {
        buffers_.front().clear();
        break;
      }
      buffers_.pop_front();
    }
    if (buffers_.empty()) sealed_ = false;
  }

 private:
  static constexpr size_t kSharedBytes = 64 << 10;
  static constexpr size_t kKeptBytes = 16 << 10;

  std::deque<Bytes> buffers_;
  // Bytes of the first buffer that have gone out.
  size_t sent_ = 0;
  // The last buffer is not to be appended to.
  bool sealed_ = false;
};

}  // namespace basalt::server
