#include "journal.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace basalt::crash {
namespace {

struct RecordHead {
  uint64_t ticket;
  uint32_t payload_length;
  bool is_end;
};

}  // namespace

std::unique_ptr<Journal> Journal::Map(const std::string& path, bool create) {
  const size_t length = sizeof(Header) + kAreaBytes * kMaxThreads;
  const int fd = ::open(path.c_str(), O_RDWR | O_CLOEXEC | (create ? O_CREAT | O_TRUNC : 0), 0644);
  void* memory = MAP_FAILED;
  if (fd >= 0 && (!create || ::ftruncate(fd, static_cast<off_t>(length)) == 0)) {
    memory = ::mmap(nullptr, length, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  }
  if (memory == MAP_FAILED) {
    std::perror(path.c_str());
    std::abort();
  }
  ::close(fd);
  return std::unique_ptr<Journal>(new Journal(static_cast<char*>(memory)));
}

// A fresh file is all zeros, which is what every field of the header begins with.
Journal::Journal(char* memory)
    : memory_(memory), header_(reinterpret_cast<Header*>(memory)), clock_(header_->clock_ms) {}

Journal::~Journal() { ::munmap(memory_, sizeof(Header) + kAreaBytes * kMaxThreads); }

std::unique_ptr<Journal> Journal::Create(const std::string& path, int64_t clock_ms) {
  auto journal = Map(path, true);
  journal->header_->clock_ms.store(clock_ms);
  return journal;
}

std::unique_ptr<Journal> Journal::Open(const std::string& path) { return Map(path, false); }

bool Journal::Append(int thread, std::string_view payload) {
  Area& area = header_->areas[thread];
  const uint64_t length = area.length.load();
  if (length + payload.size() > kAreaBytes) return false;
  std::memcpy(AreaOf(thread) + length, payload.data(), payload.size());
  area.length.store(length + payload.size());
  return true;
}

bool Journal::Begin(int thread, const Operation& operation) {
  const std::string payload = operation.Encode();
  const RecordHead head{header_->tickets.fetch_add(1), static_cast<uint32_t>(payload.size()),
                        false};
  std::string record(reinterpret_cast<const char*>(&head), sizeof(head));
  record += payload;
  // Whatever fits as a beginning leaves room for its end.
  constexpr size_t kRoomForEnd = 64 * 1024;
  if (header_->areas[thread].length.load() + record.size() + kRoomForEnd > kAreaBytes ||
      !Append(thread, record)) {
    header_->threads_done.fetch_add(1);
    return false;
  }
  header_->areas[thread].under_way.store(operation.kind);
  return true;
}

void Journal::End(int thread, const Outcome& outcome) {
  const std::string payload = outcome.Encode();
  const RecordHead head{header_->tickets.fetch_add(1), static_cast<uint32_t>(payload.size()), true};
  std::string record(reinterpret_cast<const char*>(&head), sizeof(head));
  record += payload;
  header_->areas[thread].under_way.store(Kind::kNone);
  if (!Append(thread, record)) {
    std::fprintf(stderr, "the journal has no room for an outcome of %zu bytes\n", record.size());
    std::abort();
  }
}

void Journal::Fail(const std::string& why) {
  std::memcpy(header_->failure, why.data(), std::min(why.size(), kMaxFailure));
}

std::vector<JournalEntry> Journal::Entries(int thread) const {
  std::vector<JournalEntry> entries;
  std::string_view rest(AreaOf(thread), header_->areas[thread].length.load());
  while (!rest.empty()) {
    RecordHead head;
    std::memcpy(&head, rest.data(), sizeof(head));
    const std::string_view payload = rest.substr(sizeof(head), head.payload_length);
    rest.remove_prefix(sizeof(head) + head.payload_length);
    if (head.is_end) {
      entries.back().ended = head.ticket;
      entries.back().outcome = Outcome::Decode(payload);
    } else {
      entries.push_back({Operation::Decode(payload), head.ticket, 0, std::nullopt});
    }
  }
  return entries;
}

}  // namespace basalt::crash
