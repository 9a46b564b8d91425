#include "store/bulk_chunk.h"

#include <atomic>
#include <chrono>
#include <mutex>
#include <thread>
#include <utility>

#include <fmt/format.h>
#include <rocksdb/db.h>
#include <rocksdb/snapshot.h>
#include <rocksdb/sst_file_writer.h>

#include "base/failpoint.h"
#include "base/file_ops.h"
#include "model/mutation_check.h"
#include "store/cell_codec.h"
#include "store/disk_error_handler.h"
#include "store/engine.h"
#include "store/maintenance.h"
#include "store/mutation_check.h"
#include "store/row_order.h"
#include "store/sort_buffer.h"

namespace basalt::store {
namespace {

constexpr uint64_t kBulkFileBytes = 64ULL << 20;
// How often a flush may be followed by new cells in the memstore before ingestion gives up: only
// writes without a row lock, the sweeps of major compactions, come in between.
constexpr int kFlushAttempts = 10;
constexpr auto kStallPause = std::chrono::milliseconds(10);

std::string BulkFolder(const std::string& store_path) { return store_path + "/bulk"; }

Bytes TagsOf(const Mutation& mutation, const MutationCell& cell) {
  if (!mutation.ttl()) return cell.tags;
  Bytes tags = RemoveTags(cell.tags, kTtlTagType);
  AppendTag(tags, kTtlTagType, EncodeLong(*mutation.ttl()));
  return tags;
}

// Later releases of RocksDB do not write the number into the file by default.
template <typename Options>
void LeaveFilesAsTheyAre(Options& options) {
  if constexpr (requires { options.write_global_seqno = false; }) {
    options.write_global_seqno = false;
  }
}

}  // namespace

struct BulkChunk::FamilyPart {
  const FamilyView* view = nullptr;
  SortBuffer cells;
  bool has_tags = false;
  std::vector<std::string> files;
};

Status BulkChunk::CheckSupported(const CellTable& table) {
  if (table.guard() != nullptr) {
    return {StatusCode::kNotSupported, "the table has constraints, which check each put"};
  }
  for (const FamilyView& view : table.families()) {
    if (view.family->control().orders_cells()) {
      return {StatusCode::kNotSupported,
              fmt::format("the cells of family '{}' are stored in the order of writes",
                          ToStringBinary(view.name))};
    }
    if (view.family->control().settings().mob_threshold < 0) continue;
    return {StatusCode::kNotSupported,
            fmt::format("the values of MOB family '{}' are kept in files of their own",
                        ToStringBinary(view.name))};
  }
  return {};
}

Status BulkChunk::RemoveLeftovers(const std::string& store_path) {
  return base::RemoveFolder(BulkFolder(store_path));
}

BulkChunk::BulkChunk(std::shared_ptr<const CellTable> table) : table_(std::move(table)) {
  for (const FamilyView& view : table_->families()) {
    parts_.emplace_back();
    parts_.back().view = &view;
  }
}

BulkChunk::~BulkChunk() {
  if (!folder_.empty()) (void)base::RemoveFolder(folder_).ok();
}

BulkChunk::FamilyPart* BulkChunk::FindPart(BytesView family) {
  for (FamilyPart& part : parts_) {
    if (part.view->name == family) return &part;
  }
  return nullptr;
}

Status BulkChunk::Add(const Mutation& mutation) {
  BASALT_RETURN_IF_ERROR(CheckMutation(*table_, mutation));
  if (model::NeedsRead(mutation)) {
    return {StatusCode::kInvalidArgument, "a bulk write cannot depend on what the row holds"};
  }
  key_scratch_.clear();
  AppendRow(key_scratch_, mutation.row(), table_->row_order());
  row_length_ = key_scratch_.size();
  WriteTimes& times = table_->store()->write_times();
  const int64_t now_ms = table_->store()->clock().NowMs();
  if (mutation.type() == MutationType::kDelete) {
    return AddDelete(mutation, times.ForDelete(table_->id(), mutation.row(), now_ms));
  }
  BASALT_ASSIGN_OR_RETURN(const int64_t put_ms, times.ForPut(table_->id(), mutation.row(), now_ms));
  FamilyPart* part = nullptr;
  for (const MutationCell& cell : mutation.cells()) {
    if (part == nullptr || part->view->name != cell.family) part = FindPart(cell.family);
    BASALT_RETURN_IF_ERROR(AddCell(*part, mutation, cell,
                                   cell.timestamp == kLatestTimestamp ? put_ms : cell.timestamp));
  }
  return {};
}

Status BulkChunk::AddDelete(const Mutation& del, int64_t now_ms) {
  const auto resolve = [now_ms](int64_t timestamp) {
    return timestamp == kLatestTimestamp ? now_ms : timestamp;
  };
  if (del.cells().empty()) {
    MutationCell marker;
    marker.type = CellType::kDeleteFamily;
    for (FamilyPart& part : parts_) {
      BASALT_RETURN_IF_ERROR(AddCell(part, del, marker, resolve(del.timestamp())));
    }
    return {};
  }
  for (const MutationCell& cell : del.cells()) {
    BASALT_RETURN_IF_ERROR(AddCell(*FindPart(cell.family), del, cell, resolve(cell.timestamp)));
  }
  return {};
}

Status BulkChunk::AddCell(FamilyPart& part, const Mutation& mutation, const MutationCell& cell,
                          int64_t timestamp) {
  Store& store = *table_->store();
  if (cell.type != CellType::kPut) {
    BASALT_RETURN_IF_ERROR(store.write_times().NoteMarker(table_->id(), mutation.row(), timestamp,
                                                          store.clock().NowMs()));
  }
  const bool plain = cell.tags.empty() && !mutation.ttl();
  part.has_tags = part.has_tags || !plain;
  key_scratch_.resize(row_length_);
  AppendEscaped(key_scratch_, cell.qualifier);
  AppendKeySuffix(key_scratch_, timestamp, cell.type);
  value_scratch_.clear();
  AppendValue(value_scratch_, cell.value, plain ? Bytes() : TagsOf(mutation, cell));
  part.cells.Add(key_scratch_, value_scratch_);
  return {};
}

uint64_t BulkChunk::bytes() const {
  uint64_t bytes = 0;
  for (const FamilyPart& part : parts_) bytes += part.cells.bytes();
  return bytes;
}

Status BulkChunk::WriteFiles() {
  static std::atomic<uint64_t> next{0};
  BASALT_RETURN_IF_ERROR(table_->store()->disk_space().CheckWrite());
  folder_ = fmt::format("{}/{}", BulkFolder(table_->store()->path()), next++);
  BASALT_RETURN_IF_ERROR(base::CreateFolder(folder_));
  for (size_t i = 0; i < parts_.size(); ++i) BASALT_RETURN_IF_ERROR(WritePart(parts_[i], i));
  base::Failpoint("bulk.files_written");
  return {};
}

Status BulkChunk::WritePart(FamilyPart& part, size_t index) {
  part.cells.Sort();
  const Family& family = *part.view->family;
  const rocksdb::Options options = table_->store()->engine().GetOptions(family.handle());
  for (size_t at = 0; at < part.cells.size();) {
    const std::string path = fmt::format("{}/{}-{}.sst", folder_, index, part.files.size());
    rocksdb::SstFileWriter writer(rocksdb::EnvOptions(), options, family.handle(), false);
    rocksdb::Status status = writer.Open(path);
    for (; status.ok() && at < part.cells.size(); ++at) {
      if (writer.FileSize() >= kBulkFileBytes) break;
      status = writer.Put(ToSlice(part.cells.key(at)), ToSlice(part.cells.value(at)));
    }
    if (status.ok()) status = writer.Finish();
    BASALT_RETURN_IF_ERROR(FromEngine(status, "writing " + path));
    part.files.push_back(path);
  }
  part.cells = SortBuffer();
  return {};
}

Status BulkChunk::Ingest(const CellTable& table) {
  BASALT_RETURN_IF_ERROR(CheckSupported(table));
  if (table.read_only()) return {StatusCode::kDoNotRetry, "region is read only"};
  Store& store = *table_->store();
  for (const FamilyPart& part : parts_) {
    if (part.files.empty()) continue;
    const FamilyView* now = table.FindFamily(part.view->name);
    if (now == nullptr || now->family != part.view->family) {
      return {StatusCode::kDoNotRetry, "the table was replaced while it was written to"};
    }
    if (part.has_tags) BASALT_RETURN_IF_ERROR(store.NoteCellTtls(*part.view->family));
  }
  // Ingestion is not slowed down as writes are: it would go on while compactions fall behind.
  while (store.disk_error_handler().writes_stalled()) std::this_thread::sleep_for(kStallPause);
  BASALT_RETURN_IF_ERROR(store.disk_space().CheckWrite());
  // Most of the memstore is flushed while writers continue.
  for (const FamilyPart& part : parts_) {
    if (!part.files.empty()) BASALT_RETURN_IF_ERROR(FlushFamily(store, *part.view->family));
  }
  // Checks, increments and snapshots of the table see all of the chunk or nothing.
  const RowLocks::Barrier no_writers(store.row_locks());
  return IngestFiles();
}

Status BulkChunk::IngestFiles() {
  Store& store = *table_->store();
  std::vector<rocksdb::IngestExternalFileArg> arguments;
  for (const FamilyPart& part : parts_) {
    if (part.files.empty()) continue;
    rocksdb::IngestExternalFileArg argument;
    argument.column_family = part.view->family->handle();
    argument.external_files = part.files;
    argument.options.move_files = true;
    // A flush may start a filter, which waits for the readers' gate.
    argument.options.allow_blocking_flush = false;
    LeaveFilesAsTheyAre(argument.options);
    arguments.push_back(std::move(argument));
  }
  if (arguments.empty()) return {};
  base::Failpoint("bulk.before_ingestion");
  ChangesUnderWay announced;
  for (const FamilyPart& part : parts_) announced.Add(part.view->family->bulk_changes());
  rocksdb::Status status;
  for (int attempt = 0; attempt < kFlushAttempts; ++attempt) {
    for (const FamilyPart& part : parts_) {
      if (!part.files.empty()) BASALT_RETURN_IF_ERROR(FlushFamily(store, *part.view->family));
    }
    status = store.Ingest(arguments);
    // Cells came into the memstore after the flush; or the arguments are wrong, every time.
    if (!status.IsInvalidArgument()) break;
  }
  base::Failpoint("bulk.ingested");
  return FromEngine(status, "adding files to the table");
}

rocksdb::Status Store::Ingest(const std::vector<rocksdb::IngestExternalFileArg>& files) {
  // The files are on the disk at once: writes before them must not be lost in their place.
  if (const Status synced = journal_->SyncLogs(); !synced.ok()) {
    return rocksdb::Status::IOError(synced.message());
  }
  return disk_errors_->Run(*db_, [&] {
    // While a snapshot exists RocksDB gives the files a sequence number of their own, by which
    // major compactions see that something was written.
    const rocksdb::ManagedSnapshot numbered(db_.get());
    // Readers of several families open one iterator after the other.
    const std::unique_lock no_reader_opens(readers_gate_);
    return db_->IngestExternalFiles(files);
  });
}

}  // namespace basalt::store
