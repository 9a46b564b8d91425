#include "transfer/loader.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <thread>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "basalt/clock.h"
#include "base/failpoint.h"

namespace basalt::transfer {
namespace {

using SteadyClock = std::chrono::steady_clock;

constexpr auto kTellEvery = std::chrono::milliseconds(500);
// A piece that is written as puts; smaller, as nothing has to be sorted.
constexpr size_t kBatchPieceBytes = 1 << 20;
constexpr int kServerThreads = 4;
constexpr int kMaxBulkThreads = 8;
constexpr size_t kFirstRejects = 10;
// Of a thread's memory the text of a piece may take one part in so many, and its cells the others.
constexpr uint64_t kTextShare = 6;
constexpr size_t kMinPieceBytes = 8 << 20;
// So many pieces for each thread, if the input is small, so that all have work to the end.
constexpr uint64_t kPiecesPerThread = 4;

double SecondsSince(SteadyClock::time_point start) {
  return std::chrono::duration<double>(SteadyClock::now() - start).count();
}

uint64_t TotalBytes(const std::vector<std::string>& files) {
  uint64_t total = 0;
  for (const std::string& file : files) {
    std::error_code error;
    const uint64_t bytes = std::filesystem::file_size(file, error);
    if (error) return 0;
    total += bytes;
  }
  return total;
}

bool IsDirectoryTarget(const std::string& target) {
  return !target.starts_with("hbase://") && !target.starts_with("zk://");
}

// Threads and sizes that suit the way of writing.
LoadSpec WithDefaults(LoadSpec spec) {
  const bool bulk = spec.bulk && IsDirectoryTarget(spec.target);
  const int cores = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  if (spec.threads == 0) {
    spec.threads = bulk || spec.dry_run ? std::min(cores, kMaxBulkThreads) : kServerThreads;
  }
  const uint64_t text = spec.memory_bytes / static_cast<uint64_t>(spec.threads) / kTextShare;
  const uint64_t share =
      TotalBytes(spec.input.files) / (static_cast<uint64_t>(spec.threads) * kPiecesPerThread);
  const size_t sorted =
      std::min<size_t>({std::max<size_t>(share, kMinPieceBytes), text, spec.input.piece_bytes});
  spec.input.piece_bytes = bulk ? sorted : std::min(spec.input.piece_bytes, kBatchPieceBytes);
  return spec;
}

}  // namespace

Loader::Loader(Connection* connection, LoadSpec spec, std::istream* standard_input, Watcher watcher)
    : connection_(connection),
      spec_(WithDefaults(std::move(spec))),
      watcher_(std::move(watcher)),
      reader_(spec_.input, standard_input) {}

Status Loader::Prepare(const TableDescriptor& descriptor) {
  for (const FamilyDescriptor& family : descriptor.families()) {
    context_.families.insert(family.name());
  }
  if (spec_.mapping) {
    for (const Bytes& family : spec_.mapping->Families()) {
      if (context_.families.contains(family)) continue;
      return {StatusCode::kNoSuchColumnFamily,
              fmt::format("table '{}' has no family '{}'", spec_.table.ToString(),
                          ToStringBinary(family))};
    }
  }
  const auto schema = descriptor.attributes().find(kKeySchemaAttribute);
  if (schema != descriptor.attributes().end()) {
    BASALT_ASSIGN_OR_RETURN(schema_, KeySchema::Parse(schema->second));
    context_.schema = &*schema_;
  }
  context_.fallback = spec_.fallback;
  state_.timestamp = spec_.timestamp.value_or(Clock::System()->NowMs());
  state_.identity = spec_.Identity();
  return {};
}

Result<LoadReport> Loader::DryRun(const TableDescriptor& descriptor) {
  BASALT_RETURN_IF_ERROR(Prepare(descriptor));
  BASALT_ASSIGN_OR_RETURN(rejects_, RejectFile::Open("", 0, ""));
  BASALT_RETURN_IF_ERROR(RunThreads());
  return report_;
}

Result<LoadReport> Loader::Run() {
  BASALT_ASSIGN_OR_RETURN(table_, connection_->GetTable(spec_.table));
  BASALT_ASSIGN_OR_RETURN(const TableDescriptor descriptor, table_->GetDescriptor());
  BASALT_RETURN_IF_ERROR(Prepare(descriptor));
  if (schema_) {
    BASALT_ASSIGN_OR_RETURN(keys_, KeyTable::Open(*connection_, spec_.table));
    context_.keys = keys_.get();
  }
  report_.bulk = spec_.bulk && table_->OpenBulkWriter().ok();
  BASALT_RETURN_IF_ERROR(FindState());
  BASALT_RETURN_IF_ERROR(RunThreads());
  base::Failpoint("load.before_state_removed");
  BASALT_RETURN_IF_ERROR(RemoveLoadState(state_path_));
  return report_;
}

Status Loader::FindState() {
  std::string path = spec_.state_path;
  if (path.empty()) {
    BASALT_ASSIGN_OR_RETURN(path, DefaultLoadStatePath(spec_));
  }
  if (spec_.restart) BASALT_RETURN_IF_ERROR(RemoveLoadState(path));
  BASALT_ASSIGN_OR_RETURN(auto found, ReadLoadState(path));
  if (found && found->identity != state_.identity) {
    return {StatusCode::kInvalidArgument,
            fmt::format("{} is the state of an unfinished load with other files, contents or "
                        "options; finish that load, or discard its state with --restart",
                        path)};
  }
  if (found) {
    if (spec_.timestamp && *spec_.timestamp != found->timestamp) {
      return {StatusCode::kInvalidArgument,
              fmt::format("the unfinished load has the timestamp {}", found->timestamp)};
    }
    state_ = *std::move(found);
    report_.resumed = true;
    report_.total = state_.counts;
    BASALT_RETURN_IF_ERROR(reader_.Seek(state_.position));
  }
  BASALT_ASSIGN_OR_RETURN(rejects_, RejectFile::Open(spec_.rejects_path, state_.reject_bytes,
                                                     spec_.input.format.comment));
  // Written before the first row, as it has the timestamp.
  BASALT_RETURN_IF_ERROR(WriteLoadState(path, state_));
  state_path_ = path;
  return {};
}

std::unique_ptr<RowSink> Loader::NewSink() {
  if (spec_.dry_run) return nullptr;
  if (!report_.bulk) return NewBatchSink(*table_);
  const uint64_t memory = spec_.memory_bytes / static_cast<uint64_t>(spec_.threads);
  return NewBulkSink(*table_, memory - memory / kTextShare * 2);
}

Status Loader::RunThreads() {
  const auto start = SteadyClock::now();
  const uint64_t total_bytes = TotalBytes(spec_.input.files);
  context_.timestamp = report_.timestamp = state_.timestamp;
  std::vector<std::thread> threads;
  working_ = spec_.threads;
  for (int i = 0; i < spec_.threads; ++i) threads.emplace_back([this] { Work(); });
  {
    std::unique_lock lock(mutex_);
    while (working_ > 0) {
      changed_.wait_for(lock, kTellEvery, [this] { return working_ == 0; });
      const LoadProgress progress{.counts = report_.this_run,
                                  .seconds = SecondsSince(start),
                                  .file_bytes = file_bytes_,
                                  .total_bytes = total_bytes};
      lock.unlock();
      watcher_(progress);
      lock.lock();
    }
  }
  for (std::thread& thread : threads) thread.join();
  report_.seconds = SecondsSince(start);
  BASALT_RETURN_IF_ERROR(status_);
  if (stop_) return {StatusCode::kCancelled, "stopped"};
  return {};
}

void Loader::Work() {
  const auto sink = NewSink();
  PieceLoader loader(spec_, context_, sink.get());
  Piece piece;
  for (;;) {
    const auto taken = TakePiece(piece);
    if (!taken.ok()) Fail(taken.status());
    if (!taken.ok() || !*taken) break;
    auto outcome = loader.Load(piece);
    const Status status =
        outcome.ok() ? Record(piece.number, *std::move(outcome)) : outcome.status();
    if (!status.ok()) {
      Fail(status);
      break;
    }
  }
  const std::lock_guard lock(mutex_);
  --working_;
  changed_.notify_all();
}

Result<bool> Loader::TakePiece(Piece& piece) {
  const std::lock_guard one_reader(reader_mutex_);
  {
    const std::lock_guard lock(mutex_);
    if (!status_.ok() || stop_) return false;
  }
  BASALT_ASSIGN_OR_RETURN(const bool more, reader_.Next(piece));
  if (!more) return false;
  // Others may be far ahead of the slowest.
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] {
    return !status_.ok() || stop_ ||
           piece.number < next_to_record_ + 2 * static_cast<uint64_t>(spec_.threads);
  });
  return status_.ok() && !stop_;
}

void Loader::Fail(const Status& status) {
  const std::lock_guard lock(mutex_);
  if (status_.ok()) status_ = status;
  changed_.notify_all();
}

Status Loader::Record(uint64_t number, PieceOutcome outcome) {
  std::unique_lock lock(mutex_);
  waiting_.emplace(number, std::move(outcome));
  // One thread records at a time; another may have left this outcome to it.
  if (recording_) return {};
  recording_ = true;
  Status status;
  for (auto next = waiting_.find(next_to_record_);
       status.ok() && status_.ok() && next != waiting_.end();
       next = waiting_.find(next_to_record_)) {
    PieceOutcome ready = std::move(next->second);
    waiting_.erase(next);
    lock.unlock();
    status = RecordNext(std::move(ready));
    lock.lock();
    if (!status.ok()) break;
    ++next_to_record_;
    changed_.notify_all();
  }
  recording_ = false;
  return status;
}

Status Loader::RecordNext(PieceOutcome outcome) {
  const uint64_t rejected = report_.total.rejects + outcome.counts.rejects;
  const bool too_many = rejected > spec_.max_rejects;
  if (!too_many) {
    for (const auto& writer : outcome.prepared) BASALT_RETURN_IF_ERROR(writer->Commit());
    base::Failpoint("load.piece_written");
  }
  for (const Reject& reject : outcome.rejects) {
    BASALT_RETURN_IF_ERROR(rejects_->Add(reject, outcome.header));
  }
  BASALT_RETURN_IF_ERROR(rejects_->Sync());
  {
    const std::lock_guard lock(mutex_);
    file_bytes_ = outcome.file_bytes;
    for (Reject& reject : outcome.rejects) {
      if (report_.first_rejects.size() < kFirstRejects) {
        report_.first_rejects.push_back(std::move(reject));
      }
    }
    for (std::string& line : outcome.preview) {
      if (report_.preview.size() < spec_.preview_rows) report_.preview.push_back(std::move(line));
    }
    if (!too_many) {
      report_.this_run += outcome.counts;
      report_.total += outcome.counts;
    }
  }
  if (too_many) {
    return {StatusCode::kFailedSanityCheck,
            fmt::format("{} {} rejected, more than {} (--max-rejects)", rejected,
                        rejected == 1 ? "record was" : "records were", spec_.max_rejects)};
  }
  if (spec_.dry_run) return {};
  state_.position = outcome.end;
  state_.counts = report_.total;
  state_.reject_bytes = rejects_->bytes();
  return WriteLoadState(state_path_, state_);
}

}  // namespace basalt::transfer
