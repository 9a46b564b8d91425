#include "store/scrub.h"

#include <algorithm>
#include <chrono>
#include <set>
#include <thread>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <rocksdb/db.h>
#include <rocksdb/file_system.h>
#include <rocksdb/metadata.h>
#include <rocksdb/sst_file_reader.h>
#include <rocksdb/table.h>

#include "store/damage_registry.h"
#include "store/engine.h"
#include "store/family.h"
#include "store/readable_walk.h"
#include "store/store.h"

namespace basalt::store {
namespace {

using std::chrono::microseconds;

// The longest sleep, so that Stop does not wait.
constexpr auto kMaxPause = std::chrono::milliseconds(100);

int64_t SteadyMicros() {
  return std::chrono::duration_cast<microseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

// Asks `pace` before every read.
class PacedFile : public rocksdb::FSRandomAccessFileOwnerWrapper {
 public:
  PacedFile(std::unique_ptr<rocksdb::FSRandomAccessFile> file, const ReadPace& pace)
      : FSRandomAccessFileOwnerWrapper(std::move(file)), pace_(pace) {}
  rocksdb::IOStatus Read(uint64_t offset, size_t n, const rocksdb::IOOptions& options,
                         rocksdb::Slice* result, char* scratch,
                         rocksdb::IODebugContext* dbg) const override {
    if (!pace_(n).ok()) return rocksdb::IOStatus::Aborted("stopped");
    return FSRandomAccessFileOwnerWrapper::Read(offset, n, options, result, scratch, dbg);
  }

 private:
  const ReadPace& pace_;
};

class PacedFileSystem : public rocksdb::FileSystemWrapper {
 public:
  explicit PacedFileSystem(const ReadPace& pace)
      : FileSystemWrapper(rocksdb::FileSystem::Default()), pace_(pace) {}
  const char* Name() const override { return "basalt.PacedFileSystem"; }
  rocksdb::IOStatus NewRandomAccessFile(const std::string& path,
                                        const rocksdb::FileOptions& options,
                                        std::unique_ptr<rocksdb::FSRandomAccessFile>* file,
                                        rocksdb::IODebugContext* dbg) override {
    rocksdb::IOStatus status = FileSystemWrapper::NewRandomAccessFile(path, options, file, dbg);
    if (status.ok() && pace_) *file = std::make_unique<PacedFile>(std::move(*file), pace_);
    return status;
  }

 private:
  const ReadPace& pace_;
};

std::vector<rocksdb::LiveFileMetaData> LiveFiles(Store& store) {
  std::vector<rocksdb::LiveFileMetaData> files;
  store.engine().GetLiveFilesMetaData(&files);
  return files;
}

}  // namespace

Status VerifyStoreFile(const std::string& path, uint64_t bytes, const ReadPace& pace) {
  const auto env = rocksdb::NewCompositeEnv(std::make_shared<PacedFileSystem>(pace));
  uint64_t size = 0;
  const std::string doing = "verifying " + path;
  BASALT_RETURN_IF_ERROR(FromEngine(env->GetFileSize(path, &size), doing));
  if (size != bytes) {
    return {StatusCode::kCorruption,
            fmt::format("{} has {} bytes and should have {}", path, size, bytes)};
  }
  rocksdb::Options options;
  options.env = env.get();
  rocksdb::BlockBasedTableOptions table;
  table.no_block_cache = true;
  options.table_factory.reset(rocksdb::NewBlockBasedTableFactory(table));
  rocksdb::SstFileReader reader(options);
  rocksdb::Status status = reader.Open(path);
  if (status.ok()) status = reader.VerifyChecksum(rocksdb::ReadOptions());
  return FromEngine(status, doing);
}

Scrub::Progress Scrub::progress() const {
  return {files_, bytes_, total_files_, total_bytes_, damaged_files_};
}

Status Scrub::Pace(uint64_t bytes) {
  bytes_ += bytes;
  while (!stopped_) {
    if (bytes_per_second_ == 0) return {};
    const int64_t due_us =
        started_us_ + static_cast<int64_t>(static_cast<double>(bytes_) * 1e6 /
                                           static_cast<double>(bytes_per_second_));
    const int64_t wait_us = due_us - SteadyMicros();
    if (wait_us <= 0) return {};
    std::this_thread::sleep_for(std::min<microseconds>(microseconds(wait_us), kMaxPause));
  }
  return {StatusCode::kCancelled, "the scrub was stopped"};
}

void Scrub::NoteDamage(const std::string& label, const std::string& file, const Status& error) {
  ++damaged_files_;
  store_->damage().Note(label, file, error.message());
}

Status Scrub::Run() {
  started_us_ = SteadyMicros();
  const ReadPace pace = [this](uint64_t bytes) { return Pace(bytes); };
  const auto files = LiveFiles(*store_);
  uint64_t total = 0;
  for (const rocksdb::LiveFileMetaData& file : files) total += file.size;
  total_files_ = files.size();
  total_bytes_ = total;
  for (const rocksdb::LiveFileMetaData& file : files) {
    const std::string path = file.directory + "/" + file.relative_filename;
    const Status verified = VerifyStoreFile(path, file.size, pace);
    if (stopped_) return {StatusCode::kCancelled, "the scrub was stopped"};
    ++files_;
    if (verified.ok()) continue;
    // A compaction may have removed it since.
    const auto now = LiveFiles(*store_);
    const bool live = std::ranges::any_of(
        now, [&](const auto& other) { return other.relative_filename == file.relative_filename; });
    if (live) NoteDamage(file.column_family_name, file.relative_filename, verified);
  }
  for (const std::string& label : store_->FamilyLabels()) {
    BASALT_RETURN_IF_ERROR(ReadBlobs(label));
  }
  store_->damage().WaitUntilSurveyed();
  return {};
}

Status Scrub::ReadBlobs(const std::string& label) {
  const auto family = store_->FindFamily(label);
  if (family == nullptr) return {};
  rocksdb::ColumnFamilyMetaData metadata;
  store_->engine().GetColumnFamilyMetaData(family->handle(), &metadata);
  if (metadata.blob_files.empty()) return {};
  total_files_ += metadata.blob_files.size();
  for (const rocksdb::BlobMetaData& file : metadata.blob_files)
    total_bytes_ += file.total_blob_bytes;
  Bytes first;
  Bytes last;
  for (const rocksdb::LevelMetaData& level : metadata.levels) {
    for (const rocksdb::SstFileMetaData& file : level.files) {
      if (first.empty() || file.smallestkey < first) first = file.smallestkey;
      last = std::max(last, Bytes(file.largestkey));
    }
  }
  rocksdb::ReadOptions read;
  read.total_order_seek = true;
  read.fill_cache = false;
  std::set<std::string> bad;
  const auto note = [&](const rocksdb::Status& status) {
    const Status error = FromEngine(status, "reading family " + label);
    const std::string file = StoreFileIn(error.message());
    if (file.ends_with(".blob") && bad.insert(file).second) NoteDamage(label, file, error);
  };
  const ReadableWalk walk{[&] { return store_->NewIterator(read, *family); }, first, last,
                          [&](const rocksdb::Iterator& at) { return Pace(at.value().size()); },
                          [&](const LostKeys& gap) {
                            const auto at = store_->NewIterator(read, *family);
                            at->Seek(gap.after.empty() ? first : gap.after + '\0');
                            if (!at->Valid()) note(at->status());
                            return Status();
                          }};
  const Status status = walk.Run();
  files_ += metadata.blob_files.size();
  return status;
}

}  // namespace basalt::store
