// InputBuffer: bytes received on one connection and not consumed yet. It grows as the bytes of a
// frame arrive, not by the length the frame advertises, and every growth is counted before it is
// allocated. A large frame leaves with its buffer, without a copy. One thread.
#pragma once

#include <cstddef>
#include <memory>

#include <boost/asio/buffer.hpp>

#include "basalt/bytes.h"
#include "server/net/memory_budget.h"

namespace basalt::server {

// A frame that has left the input.
struct ReceivedFrame {
  Bytes copy;  // of a small frame
  std::unique_ptr<char[]> buffer;
  size_t begin = 0;
  size_t length = 0;

  BytesView bytes() const {
    return buffer != nullptr ? BytesView(buffer.get() + begin, length) : BytesView(copy);
  }
};

class InputBuffer {
 public:
  // What a connection that receives anything has at least.
  static constexpr size_t kBaseBytes = 16 << 10;

  // `memory` must outlive the buffer.
  explicit InputBuffer(ConnectionMemory& memory) : memory_(memory), reserved_(memory) {}
  ~InputBuffer() { Clear(); }
  InputBuffer(const InputBuffer&) = delete;
  InputBuffer& operator=(const InputBuffer&) = delete;

  BytesView bytes() const { return {data_.get() + begin_, end_ - begin_}; }
  bool empty() const { return begin_ == end_; }
  void Consume(size_t bytes) { begin_ += bytes; }

  // Makes space to read on. `expected`: length of the unit being received; 0: not known yet.
  // `alone`: the connection holds nothing else. Unless it returns kYes, there is no more space than
  // before.
  ConnectionMemory::Grant Prepare(size_t expected, bool alone);
  boost::asio::mutable_buffer space() { return {data_.get() + end_, capacity_ - end_}; }
  void Commit(size_t bytes) { end_ += bytes; }
  // Whether a read may have left bytes in the socket.
  bool filled() const { return end_ == capacity_; }

  // How many bytes Take has to copy, which its caller counts.
  size_t CopiedBytes(size_t skip, size_t length) const;
  // Consumes `skip` bytes and takes the `length` bytes after them out. A buffer that goes with them
  // is counted in `memory` from now on.
  ReceivedFrame Take(size_t skip, size_t length, MemoryReservation& memory);

  // Drops all bytes and gives all memory back.
  void Clear();
  // Gives the memory back when nothing has been received.
  void ReleaseIfEmpty() {
    if (empty()) Clear();
  }

 private:
  void Replace(size_t capacity);

  ConnectionMemory& memory_;
  // Counts the capacity when it is more than the base.
  MemoryReservation reserved_;
  std::unique_ptr<char[]> data_;
  size_t capacity_ = 0;
  size_t begin_ = 0;
  size_t end_ = 0;
};

}  // namespace basalt::server
