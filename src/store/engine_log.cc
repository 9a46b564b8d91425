#include "store/engine_log.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <utility>

#include "base/file_ops.h"

namespace basalt::store {
namespace {

constexpr uint64_t kMaxLength = 1 << 20;
constexpr size_t kMaxLine = 2048;

// "2024-05-01 12:34:56.789 "
size_t PrintTime(char* out, size_t room) {
  timeval now;
  ::gettimeofday(&now, nullptr);
  tm parts;
  ::gmtime_r(&now.tv_sec, &parts);
  const size_t length = std::strftime(out, room, "%Y-%m-%d %H:%M:%S", &parts);
  const int more =
      std::snprintf(out + length, room - length, ".%03d ", static_cast<int>(now.tv_usec / 1000));
  return length + static_cast<size_t>(std::max(more, 0));
}

}  // namespace

EngineLog::EngineLog(std::string path)
    : rocksdb::Logger(rocksdb::InfoLogLevel::WARN_LEVEL), path_(std::move(path)) {
  fd_ = ::open(path_.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, base::kFileMode);
  struct stat state;
  if (fd_ >= 0 && ::fstat(fd_, &state) == 0) length_ = static_cast<uint64_t>(state.st_size);
}

EngineLog::~EngineLog() {
  Close().PermitUncheckedError();
  if (fd_ >= 0) ::close(fd_);
}

void EngineLog::StartAnew() {
  if (::rename(path_.c_str(), (path_ + ".old").c_str()) != 0) return;
  const int fd = ::open(path_.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, base::kFileMode);
  if (fd < 0) return;
  ::close(fd_);
  fd_ = fd;
  length_ = 0;
}

void EngineLog::Logv(const char* format, va_list arguments) {
  char line[kMaxLine];
  size_t length = PrintTime(line, sizeof(line));
  const int more = std::vsnprintf(line + length, sizeof(line) - length, format, arguments);
  if (more < 0) return;
  // One character is reserved for the line end.
  length = std::min(length + static_cast<size_t>(more), sizeof(line) - 2);
  if (line[length - 1] != '\n') line[length++] = '\n';

  const std::lock_guard lock(mutex_);
  if (fd_ < 0) return;
  if (length_ > kMaxLength) StartAnew();
  const ssize_t written = ::write(fd_, line, length);
  if (written > 0) length_ += static_cast<uint64_t>(written);
}

}  // namespace basalt::store
