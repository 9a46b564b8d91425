#include "client/remote/cancellation_watch.h"

#include <unistd.h>

#include <chrono>

namespace basalt::client {

namespace asio = boost::asio;

CancellationWatch::Registration CancellationWatch::Add(const CancellationToken& token,
                                                       std::function<void()> cancelled) {
  const int fd = token.fd();
  if (fd < 0) return {};
  const std::lock_guard lock(mutex_);
  auto found = entries_.find(fd);
  if (found == entries_.end()) {
    const int own = ::dup(fd);
    if (own < 0) return {};
    auto descriptor = std::make_unique<asio::posix::stream_descriptor>(io_);
    boost::system::error_code error;
    descriptor->assign(own, error);
    if (error) {
      ::close(own);
      return {};
    }
    found = entries_.emplace(fd, Entry{token, std::move(descriptor), false, {}}).first;
  }
  const uint64_t id = next_id_++;
  found->second.functions.emplace(id, std::move(cancelled));
  Wait(fd, found->second);
  return {this, fd, id};
}

void CancellationWatch::Wait(int fd, Entry& entry) {
  if (entry.waiting) return;
  entry.waiting = true;
  entry.descriptor->async_wait(asio::posix::stream_descriptor::wait_read,
                               [this, fd](const boost::system::error_code& error) {
                                 if (!error) Readable(fd);
                               });
}

void CancellationWatch::Readable(int fd) {
  std::map<uint64_t, std::function<void()>> functions;
  {
    const std::lock_guard lock(mutex_);
    const auto found = entries_.find(fd);
    if (found == entries_.end()) return;
    Entry& entry = found->second;
    entry.waiting = false;
    if (entry.token.cancelled()) {
      functions.swap(entry.functions);
    } else if (!entry.functions.empty()) {
      // The cancellation was reset meanwhile. Waiting makes the token clear its descriptor.
      entry.token.WaitUntil(std::chrono::steady_clock::now() + std::chrono::milliseconds(1));
      Wait(fd, entry);
    }
  }
  for (const auto& [id, cancelled] : functions) cancelled();
}

void CancellationWatch::Remove(int fd, uint64_t id) {
  std::function<void()> removed;  // destroyed after the lock is released
  const std::lock_guard lock(mutex_);
  const auto found = entries_.find(fd);
  if (found == entries_.end()) return;
  Entry& entry = found->second;
  if (auto node = entry.functions.extract(id)) removed = std::move(node.mapped());
  // One entry is kept, so that consecutive calls with the same token do not register it again.
  if (entry.functions.empty() && entries_.size() > 1) entries_.erase(found);
}

void CancellationWatch::Close() {
  std::map<int, Entry> entries;
  const std::lock_guard lock(mutex_);
  entries.swap(entries_);
}

}  // namespace basalt::client
