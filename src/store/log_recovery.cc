#include "store/log_recovery.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <ctime>
#include <filesystem>
#include <map>
#include <optional>

#include <fmt/format.h>

#include "base/file_ops.h"
#include "store/log_env.h"
#include "store/log_scan.h"
#include "store/manifest_scan.h"

namespace basalt::store {
namespace {

namespace fs = std::filesystem;

std::string UtcTime(int64_t ms) {
  if (ms <= 0) return "an unknown time";
  const std::time_t seconds = ms / 1000;
  tm parts;
  ::gmtime_r(&seconds, &parts);
  char text[32];
  const size_t length = std::strftime(text, sizeof(text), "%Y-%m-%dT%H:%M:%SZ", &parts);
  return {text, length};
}

int64_t ModifiedMs(const std::string& path) {
  struct stat state;
  if (::stat(path.c_str(), &state) != 0) return 0;
  return state.st_mtim.tv_sec * 1000 + state.st_mtim.tv_nsec / 1'000'000;
}

Status SyncFile(const std::string& path) {
  const base::File file(path, O_RDONLY);
  if (file.fd() < 0) return base::FileError("open", path, errno);
  if (::fdatasync(file.fd()) != 0) return base::FileError("sync", path, errno);
  return {};
}

struct FoundLog {
  LogScan scan;
  LogSequences sequences;
};

class LogRecoverer {
 public:
  LogRecoverer(const std::string& path, const LogRecoveryOptions& options)
      : path_(path),
        engine_path_(path + "/engine"),
        closed_(options.closed),
        accept_loss_(options.accept_loss) {}

  Result<RecoveredLogs> Run() {
    if (!closed_) history_ = LogJournal::Read(path_ + "/LOGS");
    BASALT_RETURN_IF_ERROR(LookAtManifest());
    BASALT_RETURN_IF_ERROR(FindLogs());
    BASALT_RETURN_IF_ERROR(FindCut());
    BASALT_RETURN_IF_ERROR(CheckLoss());
    BASALT_RETURN_IF_ERROR(Cut());
    BASALT_RETURN_IF_ERROR(Finish());
    return std::move(result_);
  }

 private:
  static std::string Name(uint64_t number) { return fmt::format("{:06}.log", number); }
  std::string InEngine(const std::string& name) const { return engine_path_ + "/" + name; }
  uint64_t SyncedBytes(const std::string& name) const {
    return history_ ? history_->SyncedBytes(name) : 0;
  }

  // Its entries are synced one by one, so a loss of power can tear the last only. RocksDB accepts
  // an entry that ends too soon, but not one with a hole in it.
  Status LookAtManifest() {
    auto scanned = ScanManifest(engine_path_);
    if (!scanned.ok()) {
      return scanned.status().WithContext("reading CURRENT and the MANIFEST it names in " +
                                          engine_path_);
    }
    const ManifestScan& manifest = *scanned;
    first_needed_ = manifest.first_log_needed;
    const LogScan& log = manifest.log;
    const uint64_t synced = SyncedBytes(manifest.name);
    if (!log.IntactTo(synced)) {
      return {StatusCode::kCorruption,
              fmt::format("{} is damaged at byte {} of {}; {} bytes of it had been synced",
                          InEngine(manifest.name), log.valid_end, log.size, synced)};
    }
    if (log.EndsWell()) return {};
    if (!history_ || log.valid_follows) {
      return {StatusCode::kCorruption,
              fmt::format("{} is damaged at byte {} of {}", InEngine(manifest.name), log.valid_end,
                          log.size)};
    }
    return CutFile(manifest.name, log, "an entry that was being written");
  }

  Status FindLogs() {
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(engine_path_, error)) {
      const auto number = LogNumber(entry.path().filename().string());
      if (!number || *number < first_needed_) continue;
      FoundLog& log = logs_[*number];
      BASALT_ASSIGN_OR_RETURN(
          log.scan, ScanLog(entry.path().string(),
                            [&](std::string_view record) { log.sequences.Note(record); }));
    }
    if (error) {
      return {StatusCode::kIoError,
              fmt::format("cannot list {}: {}", engine_path_, error.message())};
    }
    return {};
  }

  // Sets `drop_from_`, the first log of which nothing is kept. Of the log before it, and of the
  // last one, the whole writes are kept.
  Status FindCut() {
    for (const auto& [number, log] : logs_) {
      if (!FollowsWhatIsKept(number)) {
        drop_from_ = number;
        return {};
      }
      // Without a journal, or after a clean shutdown, all of it must be there.
      if (history_ || log.scan.EndsWell()) continue;
      if (!accept_loss_) {
        return {StatusCode::kCorruption,
                fmt::format("the log {} is damaged at byte {} of {}; {}", InEngine(Name(number)),
                            log.scan.valid_end, log.scan.size, HowToAcceptLogLoss(path_))};
      }
      const auto next = logs_.upper_bound(number);
      if (next != logs_.end()) drop_from_ = next->first;
      return {};
    }
    return {};
  }

  // Whether all that was written before this log is there.
  bool FollowsWhatIsKept(uint64_t number) {
    if (!history_) return true;
    const auto link = history_->links.find(number);
    // The link is on the disk as soon as anything of the log was synced: nothing was.
    if (link == history_->links.end()) return false;
    const auto& [after, after_bytes] = link->second;
    if (after < first_needed_ || after_bytes == 0) return true;
    const auto before = logs_.find(after);
    if (before == logs_.end()) {
      missing_ = after;
      return false;
    }
    if (before->second.scan.IntactTo(after_bytes)) return true;
    damaged_ = after;
    return false;
  }

  bool IsKept(uint64_t number) const { return drop_from_ == 0 || number < drop_from_; }

  // What was synced must be kept.
  Status CheckLoss() {
    if (!history_ || accept_loss_) return {};
    for (const auto& [name, claim] : history_->synced) {
      const auto number = LogNumber(name);
      if (!number || *number < first_needed_ || claim.bytes == 0) continue;
      const auto found = logs_.find(*number);
      if (found == logs_.end()) {
        return Lost(name, fmt::format("is missing; {} bytes of it", claim.bytes), claim);
      }
      const LogScan& scan = found->second.scan;
      if (!scan.IntactTo(claim.bytes)) {
        return Lost(name,
                    fmt::format("is damaged at byte {} of {}; {} bytes of it", scan.valid_end,
                                scan.size, claim.bytes),
                    claim);
      }
      if (!IsKept(*number)) {
        const uint64_t hole = missing_ != 0 ? missing_ : damaged_;
        return Lost(Name(hole),
                    fmt::format("is {}; {} bytes of the later log {}",
                                missing_ != 0 ? "missing" : "not whole", claim.bytes, name),
                    claim);
      }
    }
    return {};
  }

  Status Lost(const std::string& name, const std::string& what,
              const LogHistory::Claim& claim) const {
    return {StatusCode::kCorruption,
            fmt::format("the log {} {} had been synced by {}, so writes that were on the disk are "
                        "lost; {}",
                        InEngine(name), what, UtcTime(claim.at_ms), HowToAcceptLogLoss(path_))};
  }

  // Later logs first: if this is interrupted, the rest is cut in the same place.
  Status Cut() {
    for (auto log = logs_.rbegin(); log != logs_.rend(); ++log) {
      const std::string name = Name(log->first);
      if (!IsKept(log->first)) {
        BASALT_RETURN_IF_ERROR(DropFile(name, log->second));
      } else if (log->second.scan.whole_end < log->second.scan.size) {
        BASALT_RETURN_IF_ERROR(CutFile(name, log->second.scan, After(log->second)));
      }
    }
    if (drop_from_ != 0) logs_.erase(logs_.lower_bound(drop_from_), logs_.end());
    return {};
  }

  static std::string After(const FoundLog& log) {
    return log.sequences.next == 0
               ? std::string("all writes of it")
               : fmt::format("the writes after sequence number {}", log.sequences.next - 1);
  }

  // Where to keep what is cut from a file.
  std::string CutName(const std::string& name, uint64_t offset) const {
    std::string base = fmt::format("{}/cut/{}.{}", path_, name, offset);
    std::error_code error;
    for (int i = 2; fs::exists(base, error); ++i) {
      base = fmt::format("{}/cut/{}.{}.{}", path_, name, offset, i);
    }
    return base;
  }

  Status Keep(const std::string& name, uint64_t offset, std::string& kept_as) {
    const auto content = base::ReadFile(InEngine(name));
    if (!content) return base::FileError("read", InEngine(name), errno);
    BASALT_RETURN_IF_ERROR(base::CreateFolder(path_ + "/cut"));
    kept_as = CutName(name, offset);
    BASALT_RETURN_IF_ERROR(base::WriteFile(kept_as, std::string_view(*content).substr(offset)));
    return base::SyncFolder(path_ + "/cut");
  }

  Status CutFile(const std::string& name, const LogScan& scan, const std::string& what) {
    const std::string file = InEngine(name);
    std::string kept_as;
    const int64_t written_ms = ModifiedMs(file);
    if (!scan.zeros_follow || scan.whole_end < scan.valid_end) {
      BASALT_RETURN_IF_ERROR(Keep(name, scan.whole_end, kept_as));
      Report(file, scan.whole_end, scan.size, what, written_ms, kept_as);
    }
    if (::truncate(file.c_str(), static_cast<off_t>(scan.whole_end)) != 0) {
      return base::FileError("cut", file, errno);
    }
    return SyncFile(file);
  }

  Status DropFile(const std::string& name, const FoundLog& log) {
    const std::string file = InEngine(name);
    if (log.scan.valid_end > 0 || !log.scan.zeros_follow) {
      std::string kept_as;
      const int64_t written_ms = ModifiedMs(file);
      const std::string what = log.sequences.first == 0
                                   ? std::string("all of it")
                                   : fmt::format("the writes from sequence number {} to {}",
                                                 log.sequences.first, log.sequences.next - 1);
      if (log.scan.size > 0) {
        BASALT_RETURN_IF_ERROR(Keep(name, 0, kept_as));
        Report(file, 0, log.scan.size, what, written_ms, kept_as);
      }
    }
    if (::unlink(file.c_str()) != 0) return base::FileError("remove", file, errno);
    return base::SyncFolder(engine_path_);
  }

  void Report(const std::string& file, uint64_t kept, uint64_t size, const std::string& what,
              int64_t written_ms, const std::string& kept_as) {
    const int64_t synced_ms = history_ ? history_->LastSyncMs() : 0;
    result_.reports.push_back(fmt::format(
        "{} was cut at byte {} of {}: {} are not whole on the disk, or follow what is not. They "
        "were written between the last sync, at {}, and {}. The {} bytes are kept in {}",
        file, kept, size, what, UtcTime(synced_ms), UtcTime(written_ms), size - kept, kept_as));
  }

  // Puts what is kept on the disk: RocksDB does not sync logs of an earlier process, but relies on
  // them when it syncs or flushes later writes.
  Status Finish() {
    for (const auto& [number, log] : logs_) {
      const std::string name = Name(number);
      BASALT_RETURN_IF_ERROR(SyncFile(InEngine(name)));
      LogHistory::Link link;
      if (result_.last_log != 0) link = {result_.last_log, result_.last_bytes};
      result_.history.links[number] = link;
      result_.history.synced[name] = {log.scan.whole_end, ModifiedMs(InEngine(name))};
      result_.last_log = number;
      result_.last_bytes = log.scan.whole_end;
    }
    return base::SyncFolder(engine_path_);
  }

  const std::string path_;
  const std::string engine_path_;
  const bool closed_;
  const bool accept_loss_;
  std::optional<LogHistory> history_;
  uint64_t first_needed_ = 0;
  std::map<uint64_t, FoundLog> logs_;
  // Logs that are not whole, and the first of which nothing is kept; 0: none.
  uint64_t missing_ = 0;
  uint64_t damaged_ = 0;
  uint64_t drop_from_ = 0;
  RecoveredLogs result_;
};

}  // namespace

Result<RecoveredLogs> RecoverLogs(const std::string& path, const LogRecoveryOptions& options) {
  return LogRecoverer(path, options).Run();
}

std::string HowToAcceptLogLoss(const std::string& path) {
  return fmt::format(
      "restore a backup, or accept the loss of these writes and all later ones that are in logs: "
      "basalt check --accept-log-loss {}",
      path);
}

}  // namespace basalt::store
