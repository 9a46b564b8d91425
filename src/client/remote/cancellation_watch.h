// CancellationWatch: calls functions on an I/O thread when tokens are cancelled, also by a signal
// handler: it waits for their descriptors to become readable. Thread safe. Functions are called
// without its lock.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <utility>

#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>

#include "basalt/cancellation.h"

namespace basalt::client {

class CancellationWatch {
 public:
  // Unregisters one function when destroyed; the function may still be running then. Move-only.
  class Registration {
   public:
    Registration() = default;
    Registration(CancellationWatch* watch, int fd, uint64_t id) : watch_(watch), fd_(fd), id_(id) {}
    Registration(Registration&& other) noexcept
        : watch_(std::exchange(other.watch_, nullptr)), fd_(other.fd_), id_(other.id_) {}
    Registration& operator=(Registration&& other) noexcept {
      std::swap(watch_, other.watch_);
      std::swap(fd_, other.fd_);
      std::swap(id_, other.id_);
      return *this;
    }
    ~Registration() {
      if (watch_ != nullptr) watch_->Remove(fd_, id_);
    }

   private:
    CancellationWatch* watch_ = nullptr;
    int fd_ = -1;
    uint64_t id_ = 0;
  };

  // `io` must outlive the watch and its registrations.
  explicit CancellationWatch(boost::asio::io_context& io) : io_(io) {}

  // Calls `cancelled` once; immediately after, when the token is cancelled already. A token without
  // a descriptor is not watched.
  [[nodiscard]] Registration Add(const CancellationToken& token, std::function<void()> cancelled);
  // Forgets everything, so that the I/O thread can end.
  void Close();

 private:
  struct Entry {
    // Keeps the descriptor open, so that its number, the key, is not reused.
    CancellationToken token;
    std::unique_ptr<boost::asio::posix::stream_descriptor> descriptor;  // a duplicate
    bool waiting = false;
    std::map<uint64_t, std::function<void()>> functions;
  };

  void Remove(int fd, uint64_t id);
  // REQUIRES: mutex_ is held.
  void Wait(int fd, Entry& entry);
  void Readable(int fd);

  boost::asio::io_context& io_;
  std::mutex mutex_;  // guards what follows, also the use of the descriptors
  std::map<int, Entry> entries_;
  uint64_t next_id_ = 0;
};

}  // namespace basalt::client
