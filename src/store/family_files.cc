#include "store/family_files.h"

#include <algorithm>
#include <filesystem>
#include <mutex>
#include <utility>

#include <fmt/format.h>
#include <rocksdb/db.h>
#include <rocksdb/metadata.h>
#include <rocksdb/sst_file_writer.h>

#include "base/file_ops.h"
#include "store/directory.h"
#include "store/disk_error_handler.h"
#include "store/engine.h"
#include "store/family.h"
#include "store/family_options.h"
#include "store/file_properties.h"
#include "store/maintenance.h"
#include "store/store.h"

namespace basalt::store {
namespace {

// Target size of rewritten files.
constexpr uint64_t kNewFileBytes = 256ULL << 20;
// They do not overlap, so any level is possible; nothing lies below the last one.
constexpr int kNewFileLevel = 6;

rocksdb::LiveFileMetaData ToEngine(const FamilyFile& file, const std::string& folder) {
  rocksdb::LiveFileMetaData data;
  data.relative_filename = file.name;
  data.name = "/" + file.name;
  data.directory = folder;
  data.db_path = folder;
  data.level = file.level;
  data.size = file.bytes;
  data.smallest_seqno = file.smallest_sequence;
  data.largest_seqno = file.largest_sequence;
  data.smallestkey = file.smallest_key;
  data.largestkey = file.largest_key;
  return data;
}

}  // namespace

struct FamilyCapture::Part {
  std::shared_ptr<Family> family;
  rocksdb::ColumnFamilyMetaData files;
  // The family's cells, if it has blob files.
  std::unique_ptr<rocksdb::Iterator> cells;
};

FamilyCapture::FamilyCapture(std::shared_ptr<Store> store,
                             std::vector<std::shared_ptr<Family>> families)
    : store_(std::move(store)) {
  for (auto& family : families) parts_.push_back({std::move(family), {}, nullptr});
}

FamilyCapture::~FamilyCapture() {
  if (deletions_disabled_) EnableFileDeletions(store_->engine()).PermitUncheckedError();
}

Status FamilyCapture::Flush() {
  for (const Part& part : parts_) BASALT_RETURN_IF_ERROR(FlushFamily(*store_, *part.family));
  return {};
}

Status FamilyCapture::Prepare() {
  // The first flush may take long, and misses concurrent writes; the second is short.
  BASALT_RETURN_IF_ERROR(Flush());
  return Flush();
}

Status FamilyCapture::Take(bool flush) {
  BASALT_RETURN_IF_ERROR(
      FromEngine(store_->engine().DisableFileDeletions(), "keeping the store's files"));
  deletions_disabled_ = true;
  if (!flush) return List();
  const auto begin = std::chrono::steady_clock::now();
  Status status;
  {
    const RowLocks::Barrier no_writers(store_->row_locks());
    status = Flush();
    if (status.ok()) status = List();
  }
  pause_ = std::chrono::steady_clock::now() - begin;
  return status;
}

Status FamilyCapture::List() {
  for (Part& part : parts_) {
    store_->engine().GetColumnFamilyMetaData(part.family->handle(), &part.files);
    if (part.files.blob_files.empty()) continue;
    rocksdb::ReadOptions read;
    read.total_order_seek = true;
    read.fill_cache = false;
    part.cells = store_->NewIterator(read, *part.family);
  }
  return {};
}

Result<std::vector<FamilyFiles>> FamilyCapture::SaveTo(const std::string& folder) {
  std::vector<FamilyFiles> saved;
  for (size_t i = 0; i < parts_.size(); ++i) {
    BASALT_ASSIGN_OR_RETURN(FamilyFiles files, parts_[i].cells != nullptr ? WriteCells(i, folder)
                                                                          : SavePart(i, folder));
    const FamilySettings settings = parts_[i].family->control().settings();
    // Families without blob files do not persist this flag.
    files.has_cell_ttls = settings.has_cell_ttls || settings.mob_threshold < 0;
    saved.push_back(std::move(files));
  }
  return saved;
}

Result<FamilyFiles> FamilyCapture::SavePart(size_t index, const std::string& folder) {
  FamilyFiles saved;
  for (const rocksdb::LevelMetaData& level : parts_[index].files.levels) {
    for (const rocksdb::SstFileMetaData& file : level.files) {
      FamilyFile link{fmt::format("{}-{}", index, file.relative_filename),
                      level.level,
                      file.size,
                      file.smallest_seqno,
                      file.largest_seqno,
                      file.smallestkey,
                      file.largestkey,
                      std::nullopt};
      BASALT_RETURN_IF_ERROR(base::LinkOrCopy(file.directory + "/" + file.relative_filename,
                                              folder + "/" + link.name));
      saved.files.push_back(std::move(link));
    }
  }
  return saved;
}

Result<FamilyFiles> FamilyCapture::WriteCells(size_t index, const std::string& folder) {
  FamilyFiles saved;
  const Part& part = parts_[index];
  const rocksdb::Options options = store_->engine().GetOptions(part.family->handle());
  const std::string doing = "copying the cells of family " + part.family->label();
  rocksdb::Iterator& cells = *part.cells;
  cells.SeekToFirst();
  while (cells.Valid()) {
    FamilyFile file;
    file.name = fmt::format("{}-cells-{}.sst", index, saved.files.size());
    file.level = kNewFileLevel;
    rocksdb::SstFileWriter writer(rocksdb::EnvOptions(), options);
    rocksdb::Status status = writer.Open(folder + "/" + file.name);
    for (; status.ok() && cells.Valid() && writer.FileSize() < kNewFileBytes; cells.Next()) {
      status = writer.Put(cells.key(), cells.value());
    }
    rocksdb::ExternalSstFileInfo info;
    if (status.ok()) status = writer.Finish(&info);
    BASALT_RETURN_IF_ERROR(FromEngine(status, doing));
    file.bytes = info.file_size;
    file.smallest_key = info.smallest_key;
    file.largest_key = info.largest_key;
    saved.files.push_back(std::move(file));
  }
  BASALT_RETURN_IF_ERROR(FromEngine(cells.status(), doing));
  return saved;
}

Result<std::shared_ptr<Family>> Store::ImportFamily(const std::string& label,
                                                    const FamilyDescriptor& descriptor,
                                                    const FamilyFiles& files,
                                                    const std::string& folder,
                                                    const std::string& scratch) {
  if (files.files.empty()) return CreateFamily(label, descriptor);
  // RocksDB moves the files it ingests: it gets links of its own.
  struct Links {
    std::vector<std::string> paths;
    ~Links() {
      for (const std::string& path : paths) {
        std::error_code gone;
        std::filesystem::remove(path, gone);
      }
    }
  } links;
  rocksdb::ExportImportFilesMetaData metadata;
  metadata.db_comparator_name = rocksdb::BytewiseComparator()->Name();
  for (const FamilyFile& file : files.files) {
    links.paths.push_back(scratch + "/" + file.name);
    BASALT_RETURN_IF_ERROR(base::LinkOrCopy(folder + "/" + file.name, links.paths.back()));
    metadata.files.push_back(ToEngine(file, scratch));
  }

  std::unique_lock lock(families_mutex_);
  BASALT_RETURN_IF_ERROR(directory_->CheckRoomForChange());
  FamilySettings settings = FamilySettings::From(descriptor);
  settings.has_cell_ttls = files.has_cell_ttls;
  BASALT_RETURN_IF_ERROR(directory_->WriteFamilyFile(label, settings.Encode()));
  auto control = std::make_shared<FamilyControl>(settings);
  control->set_rules(FamilyRules::From(descriptor));
  rocksdb::ImportColumnFamilyOptions import;
  import.move_files = true;
  rocksdb::ColumnFamilyHandle* handle = nullptr;
  const rocksdb::Status created = disk_errors_->Run(*db_, [&] {
    return db_->CreateColumnFamilyWithImport(MakeFamilyOptions(control, *environment_), label,
                                             import, metadata, &handle);
  });
  if (!created.ok()) {
    directory_->RemoveFamilyFile(label);
    return FromEngine(created, "taking in the files of family " + label);
  }
  auto family = std::make_shared<Family>(label, std::move(control), db_.get(), handle);
  families_[label] = family;
  lock.unlock();
  BASALT_RETURN_IF_ERROR(ContinueOrder(*family));
  return family;
}

// The files may come from a family that had NEW_VERSION_BEHAVIOR, and from another store.
Status Store::ContinueOrder(Family& family) {
  rocksdb::TablePropertiesCollection properties;
  BASALT_RETURN_IF_ERROR(FromEngine(db_->GetPropertiesOfAllTables(family.handle(), &properties),
                                    "reading the properties of family " + family.label()));
  uint64_t last_order = 0;
  for (const auto& [path, table] : properties) {
    last_order = std::max(last_order, FileProperties::From(*table).last_order);
  }
  if (last_order == 0) return {};
  BASALT_RETURN_IF_ERROR(write_order_.AdvancePast(last_order));
  return NoteOrderedCells(family);
}

}  // namespace basalt::store
