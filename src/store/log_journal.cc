#include "store/log_journal.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <memory>
#include <sstream>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "base/crc32c.h"
#include "base/file_ops.h"
#include "store/open_log.h"

namespace basalt::store {
namespace {

constexpr uint64_t kLongJournal = 256 << 10;
// Allocated beforehand, so that a full disk does not prevent a new log from being noted.
constexpr uint64_t kJournalRoom = 16 << 10;

int64_t JournalWallMs() {
  return std::chrono::duration_cast<std::chrono::milliseconds>(
             std::chrono::system_clock::now().time_since_epoch())
      .count();
}

int64_t JournalSteadyMs() {
  return std::chrono::duration_cast<std::chrono::milliseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

std::string JournalLine(const std::string& text) {
  return fmt::format("{:08x} {}\n", base::Crc32c(text), text);
}

std::string LinkLine(uint64_t number, const LogHistory::Link& link) {
  return JournalLine(fmt::format("log {} after {} of {}", number, link.after, link.after_bytes));
}

// Of the same length for every claim about a file, so that it can be replaced.
std::string ClaimLine(const std::string& name, const LogHistory::Claim& claim) {
  return JournalLine(fmt::format("synced {} to {:020} at {:016}", name, claim.bytes, claim.at_ms));
}

constexpr size_t kChecksumLength = 8;
constexpr std::string_view kFirstLine = "basalt logs 1";

bool IsWhole(const std::string& line) {
  return line.size() > kChecksumLength &&
         fmt::format("{:08x}", base::Crc32c(line.substr(kChecksumLength + 1))) ==
             line.substr(0, kChecksumLength);
}

// Whether a loss of power can have made such a line of a whole one: zeros, no end, or parts of two
// claims, one of which replaced the other. Otherwise it was damaged in another way.
bool IsTorn(const std::string& line, bool ended) {
  return !ended || line.find('\0') != std::string::npos ||
         (line.find(" synced ") == kChecksumLength && line.find(" log ") == std::string::npos);
}

void TakeJournalLine(const std::string& line, LogHistory& history) {
  std::istringstream in(line.substr(kChecksumLength + 1));
  std::string kind;
  std::string word;
  in >> kind;
  if (kind == "log") {
    uint64_t number = 0;
    LogHistory::Link link;
    if (in >> number >> word >> link.after >> word >> link.after_bytes)
      history.links[number] = link;
  } else if (kind == "synced") {
    std::string name;
    LogHistory::Claim claim;
    if (in >> name >> word >> claim.bytes >> word >> claim.at_ms) {
      LogHistory::Claim& known = history.synced[name];
      known = {std::max(known.bytes, claim.bytes), std::max(known.at_ms, claim.at_ms)};
    }
  }
}

std::string Encode(const LogHistory& history) {
  std::string content = JournalLine(std::string(kFirstLine));
  for (const auto& [number, link] : history.links) content += LinkLine(number, link);
  for (const auto& [name, claim] : history.synced) content += ClaimLine(name, claim);
  return content;
}

std::string LogName(uint64_t number) { return fmt::format("{:06}.log", number); }

}  // namespace

uint64_t LogHistory::SyncedBytes(const std::string& name) const {
  const auto found = synced.find(name);
  return found == synced.end() ? 0 : found->second.bytes;
}

int64_t LogHistory::LastSyncMs() const {
  int64_t last = 0;
  for (const auto& [name, claim] : synced) last = std::max(last, claim.at_ms);
  return last;
}

std::optional<LogHistory> LogJournal::Read(const std::string& path) {
  const auto content = base::ReadFile(path);
  if (!content || !content->starts_with(JournalLine(std::string(kFirstLine)))) return std::nullopt;
  LogHistory history;
  std::istringstream in(*content);
  for (std::string line; std::getline(in, line);) {
    if (IsWhole(line)) {
      TakeJournalLine(line, history);
    } else if (!IsTorn(line, !in.eof())) {
      return std::nullopt;
    }
  }
  return history;
}

LogJournal::LogJournal(std::string path, LogHistory history, uint64_t last_log, uint64_t last_bytes)
    : path_(std::move(path)),
      history_(std::move(history)),
      last_log_(last_log),
      last_bytes_(last_bytes) {}

LogJournal::~LogJournal() {
  if (fd_ >= 0) ::close(fd_);
}

Result<std::unique_ptr<LogJournal>> LogJournal::Start(const std::string& path,
                                                      const LogHistory& history, uint64_t last_log,
                                                      uint64_t last_bytes) {
  std::unique_ptr<LogJournal> journal(new LogJournal(path, history, last_log, last_bytes));
  BASALT_RETURN_IF_ERROR(journal->OpenFile());
  return journal;
}

Status LogJournal::OpenFile() {
  const std::string content = Encode(history_);
  BASALT_RETURN_IF_ERROR(base::ReplaceFile(path_, content));
  base::File file(path_, O_WRONLY);
  if (file.fd() < 0) return base::FileError("open", path_, errno);
  if (fd_ >= 0) ::close(fd_);
  fd_ = file.release();
  length_ = content.size();
  claims_at_.clear();
  synced_lines_ = lines_.load();
  // The file system may not be able to.
  (void)!::fallocate(fd_, FALLOC_FL_KEEP_SIZE, 0, static_cast<off_t>(length_ + kJournalRoom));
  return {};
}

// A new line that failed is overwritten by the next.
Status LogJournal::Write(const std::string& line, uint64_t at) {
  for (size_t done = 0; done < line.size();) {
    const ssize_t written =
        ::pwrite(fd_, line.data() + done, line.size() - done, static_cast<off_t>(at + done));
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return base::FileError("write", path_, written < 0 ? errno : ENOSPC);
    done += static_cast<size_t>(written);
  }
  length_ = std::max(length_, at + line.size());
  ++lines_;
  return {};
}

Status LogJournal::BeginLog(uint64_t number) {
  const std::lock_guard lock(mutex_);
  const LogHistory::Link link{last_log_, last_bytes_};
  BASALT_RETURN_IF_ERROR(Write(LinkLine(number, link), length_));
  needed_lines_ = lines_.load();
  history_.links[number] = link;
  last_log_ = number;
  last_bytes_ = 0;
  return {};
}

void LogJournal::ForgetLog(uint64_t number) {
  const std::lock_guard lock(mutex_);
  history_.synced.erase(LogName(number));
  claims_at_.erase(LogName(number));
  const auto link = history_.links.find(number);
  if (link == history_.links.end()) return;
  if (number == last_log_) {
    last_log_ = link->second.after;
    last_bytes_ = link->second.after_bytes;
  }
  history_.links.erase(link);
}

void LogJournal::NoteAppended(uint64_t number, uint64_t bytes) {
  if (number == last_log_) last_bytes_ = bytes;
  int64_t none = 0;
  if (oldest_unsynced_ms_.load(std::memory_order_relaxed) == 0) {
    oldest_unsynced_ms_.compare_exchange_strong(none, JournalSteadyMs());
  }
}

void LogJournal::AddOpen(std::shared_ptr<OpenLog> log) {
  const std::lock_guard lock(mutex_);
  open_logs_[log->number()] = std::move(log);
}

void LogJournal::RemoveOpen(const OpenLog& log) {
  const std::lock_guard lock(mutex_);
  open_logs_.erase(log.number());
}

Status LogJournal::SyncLog(OpenLog& log) {
  if (synced_lines_ < needed_lines_) {
    const std::lock_guard syncing(sync_mutex_);
    BASALT_RETURN_IF_ERROR(SyncLines());
  }
  const int64_t begun_ms = JournalSteadyMs();
  BASALT_RETURN_IF_ERROR(log.Sync());
  oldest_unsynced_ms_ = HasUnsynced() ? begun_ms : 0;
  NoteSynced(log.name(), log.synced());
  return {};
}

Status LogJournal::SyncLogs() {
  std::vector<std::shared_ptr<OpenLog>> logs;
  {
    const std::lock_guard lock(mutex_);
    for (const auto& [number, log] : open_logs_) {
      if (log->needs_sync()) logs.push_back(log);
    }
  }
  for (const auto& log : logs) BASALT_RETURN_IF_ERROR(SyncLog(*log));
  const std::lock_guard syncing(sync_mutex_);
  {
    const std::lock_guard lock(mutex_);
    if (length_ > kLongJournal) return OpenFile();
  }
  return SyncLines();
}

Status LogJournal::SyncLines() {
  const uint64_t lines = lines_;
  if (synced_lines_ >= lines) return {};
  if (::fdatasync(fd_) != 0) return base::FileError("sync", path_, errno);
  synced_lines_ = lines;
  return {};
}

void LogJournal::NoteSynced(const std::string& name, uint64_t bytes) {
  const std::lock_guard lock(mutex_);
  LogHistory::Claim& claim = history_.synced[name];
  if (bytes <= claim.bytes) return;
  claim = {bytes, JournalWallMs()};
  const auto written = claims_at_.find(name);
  const uint64_t at = written == claims_at_.end() ? length_ : written->second;
  // A claim that cannot be written is missed only by those who look for damage.
  if (Write(ClaimLine(name, claim), at).ok()) claims_at_[name] = at;
}

uint64_t LogJournal::UnsyncedBytes() const {
  const std::lock_guard lock(mutex_);
  uint64_t bytes = 0;
  for (const auto& [number, log] : open_logs_) {
    const uint64_t synced = log->synced();
    bytes += std::max(log->length(), synced) - synced;
  }
  return bytes;
}

LogLag LogJournal::lag() const {
  const uint64_t bytes = UnsyncedBytes();
  const int64_t since = oldest_unsynced_ms_;
  if (bytes == 0 || since == 0) return {bytes, 0};
  return {bytes, std::max<int64_t>(0, JournalSteadyMs() - since)};
}

}  // namespace basalt::store
