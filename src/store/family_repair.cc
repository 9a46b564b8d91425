#include "store/family_repair.h"

#include <algorithm>
#include <filesystem>
#include <functional>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>
#include <rocksdb/db.h>
#include <rocksdb/metadata.h>
#include <rocksdb/table_properties.h>
#include <rocksdb/write_batch.h>

#include "base/file_ops.h"
#include "store/damage_registry.h"
#include "store/disk_error_handler.h"
#include "store/engine.h"
#include "store/family.h"
#include "store/family_files.h"
#include "store/maintenance.h"
#include "store/readable_walk.h"
#include "store/scrub.h"
#include "store/store.h"

namespace basalt::store {
namespace {

constexpr size_t kRepairBatchBytes = 1 << 20;

using Iterator = std::unique_ptr<rocksdb::Iterator>;

rocksdb::ReadOptions RepairReads() {
  rocksdb::ReadOptions read;
  read.total_order_seek = true;
  read.fill_cache = false;
  return read;
}

// Makes one family equal to another in ranges of keys. Not logged; the caller flushes.
class FamilyWriter {
 public:
  FamilyWriter(Store& store, Family& target) : store_(store), target_(target) {}

  // In [first, last]: cells of `source` are written, cells it does not have are deleted.
  // REQUIRES: ascending, disjoint ranges.
  Status Begin(const Bytes& first, const Bytes& last) {
    existing_ = store_.NewIterator(RepairReads(), target_);
    existing_->Seek(ToSlice(first));
    last_ = last;
    return {};
  }
  Status Visit(const rocksdb::Iterator& source) {
    BASALT_RETURN_IF_ERROR(DeleteBefore(ToView(source.key())));
    const bool same_key = AtKey(ToView(source.key()));
    const bool same = same_key && existing_->value() == source.value();
    if (same_key) existing_->Next();
    if (same) return {};
    ++cells_;
    return Add(batch_.Put(target_.handle(), source.key(), source.value()));
  }
  // Keys in the gap stay as they are.
  Status Skip(const LostKeys& gap, const std::function<Iterator()>& others) {
    if (others != nullptr) {
      // The target is empty: what the good files have is written.
      const auto cells = others();
      for (cells->Seek(gap.after); cells->Valid(); cells->Next()) {
        const BytesView key = ToView(cells->key());
        if (key <= gap.after) continue;
        if (key > last_ || (!gap.before.empty() && key >= gap.before)) break;
        ++cells_;
        BASALT_RETURN_IF_ERROR(Add(batch_.Put(target_.handle(), cells->key(), cells->value())));
      }
      BASALT_RETURN_IF_ERROR(FromEngine(cells->status(), "repairing"));
    }
    if (gap.before.empty()) {
      while (existing_->Valid() && ToView(existing_->key()) <= last_) existing_->Next();
    } else {
      existing_->Seek(gap.before);
    }
    return {};
  }
  Status End() {
    BASALT_RETURN_IF_ERROR(DeleteBefore(last_ + '\0'));
    return Write();
  }
  uint64_t cells() const { return cells_; }

 private:
  bool AtKey(BytesView key) const { return existing_->Valid() && ToView(existing_->key()) == key; }
  Status DeleteBefore(BytesView key) {
    for (; existing_->Valid() && ToView(existing_->key()) < key; existing_->Next()) {
      BASALT_RETURN_IF_ERROR(Add(batch_.Delete(target_.handle(), existing_->key())));
    }
    return FromEngine(existing_->status(), "repairing");
  }
  Status Add(const rocksdb::Status& added) {
    BASALT_RETURN_IF_ERROR(FromEngine(added, "repairing"));
    return batch_.GetDataSize() < kRepairBatchBytes ? Status() : Write();
  }
  Status Write() {
    const Status written = store_.Write(batch_, Durability::kSkipWal);
    batch_.Clear();
    return written;
  }

  Store& store_;
  Family& target_;
  rocksdb::WriteBatch batch_;
  Iterator existing_;
  Bytes last_;
  uint64_t cells_ = 0;
};

struct FilesOfFamily {
  FamilyFiles good;
  std::vector<DamagedFile> damaged;
  // Tells the damaged files from others in their properties.
  std::set<std::pair<std::string, uint64_t>> damaged_ids;
  bool has_blobs = false;
  Bytes smallest;
  Bytes largest;
};

void NoteIdentity(Store& store, Family& family, FilesOfFamily& files) {
  // Fails for files that cannot be opened, which no iterator gets past anyway.
  for (const DamagedFile& file : files.damaged) {
    rocksdb::TablePropertiesCollection found;
    const rocksdb::Range range(file.smallest, file.largest);
    if (!store.engine().GetPropertiesOfTablesInRange(family.handle(), &range, 1, &found).ok()) {
      continue;
    }
    for (const auto& [path, table] : found) {
      if (path.ends_with("/" + file.name)) {
        files.damaged_ids.emplace(table->db_session_id, table->orig_file_number);
      }
    }
  }
}

Result<FilesOfFamily> ReadFiles(Store& store, Family& family) {
  FilesOfFamily files;
  rocksdb::ColumnFamilyMetaData metadata;
  store.engine().GetColumnFamilyMetaData(family.handle(), &metadata);
  files.has_blobs = !metadata.blob_files.empty();
  const FamilyOwner owner = family.control().owner();
  for (const rocksdb::LevelMetaData& level : metadata.levels) {
    for (const rocksdb::SstFileMetaData& file : level.files) {
      if (files.smallest.empty() || file.smallestkey < files.smallest) {
        files.smallest = file.smallestkey;
      }
      files.largest = std::max(files.largest, Bytes(file.largestkey));
      const std::string path = file.directory + "/" + file.relative_filename;
      const Status verified = VerifyStoreFile(path, file.size, nullptr);
      if (verified.ok()) {
        files.good.files.push_back({file.relative_filename, level.level, file.size,
                                    file.smallest_seqno, file.largest_seqno, file.smallestkey,
                                    file.largestkey, std::nullopt});
        continue;
      }
      DamagedFile damaged{.name = file.relative_filename,
                          .label = family.label(),
                          .owner = owner.text,
                          .error = verified.message(),
                          .row_order = owner.row_order,
                          .smallest = file.smallestkey,
                          .largest = file.largestkey};
      damaged.lost = SurveyFile(path, damaged.smallest, damaged.largest);
      damaged.surveyed = true;
      files.damaged.push_back(std::move(damaged));
    }
  }
  if (files.has_blobs) {
    for (DamagedFile file : store.damage().List()) {
      if (file.label == family.label() && file.name.ends_with(".blob")) {
        file.owner = owner.text;
        files.damaged.push_back(std::move(file));
      }
    }
  }
  const FamilySettings settings = family.control().settings();
  files.good.has_cell_ttls = settings.has_cell_ttls || settings.mob_threshold < 0;
  NoteIdentity(store, family, files);
  return files;
}

// The ranges of keys of damaged files, joined where they overlap.
std::map<Bytes, Bytes> RangesToMend(const FilesOfFamily& files) {
  std::map<Bytes, Bytes> sorted;
  if (files.has_blobs) {
    sorted[files.smallest] = files.largest;
    return sorted;
  }
  for (const DamagedFile& file : files.damaged) {
    Bytes& last = sorted[file.smallest];
    last = std::max(last, file.largest);
  }
  std::map<Bytes, Bytes> joined;
  for (const auto& [first, last] : sorted) {
    if (!joined.empty() && first <= joined.rbegin()->second) {
      Bytes& end = joined.rbegin()->second;
      end = std::max(end, last);
    } else {
      joined[first] = last;
    }
  }
  return joined;
}

std::string DamagedFolder(const Store& store) { return store.path() + "/damaged"; }

Status KeepAside(const Store& store, const std::vector<DamagedFile>& files) {
  const std::string folder = DamagedFolder(store);
  BASALT_RETURN_IF_ERROR(base::CreateFolder(folder));
  for (const DamagedFile& file : files) {
    const std::string kept = fmt::format("{}/{}-{}", folder, file.label, file.name);
    std::error_code error;
    if (std::filesystem::exists(kept, error)) continue;
    const Status linked = base::LinkOrCopy(store.path() + "/engine/" + file.name, kept);
    // A file that is gone cannot be kept.
    if (!linked.ok() && std::filesystem::exists(store.path() + "/engine/" + file.name, error)) {
      return linked;
    }
  }
  return base::SyncFolder(folder);
}

}  // namespace

std::vector<std::string> FamilyRepair::ToLines() const {
  std::vector<std::string> lines;
  for (const DamagedFile& file : files) {
    lines.push_back(fmt::format("{} of {}: lost: {}", file.name, file.owner,
                                file.surveyed && file.lost.empty() ? "nothing" : file.LostRows()));
  }
  lines.push_back(
      fmt::format("{} cells saved; the damaged files are kept in {}", cells_saved, kept_in));
  return lines;
}

Status KeepDamagedFiles(Store& store, const std::string& label) {
  std::vector<DamagedFile> files = store.damage().List();
  std::erase_if(files, [&](const DamagedFile& file) { return file.label != label; });
  return files.empty() ? Status() : KeepAside(store, files);
}

Result<FamilyRepair> RepairFamily(Store& store, Family& damaged, const std::string& label,
                                  const FamilyDescriptor& descriptor, const std::string& scratch) {
  FamilyRepair repair;
  BASALT_RETURN_IF_ERROR(FlushFamily(store, damaged));
  BASALT_ASSIGN_OR_RETURN(FilesOfFamily files, ReadFiles(store, damaged));
  if (files.damaged.empty()) return repair;
  BASALT_RETURN_IF_ERROR(KeepAside(store, files.damaged));
  repair.kept_in = DamagedFolder(store);
  repair.files = files.damaged;

  if (files.has_blobs) {
    BASALT_ASSIGN_OR_RETURN(repair.family, store.CreateFamily(label, descriptor));
    if (files.good.has_cell_ttls) BASALT_RETURN_IF_ERROR(store.NoteCellTtls(*repair.family));
  } else {
    BASALT_ASSIGN_OR_RETURN(repair.family, store.ImportFamily(label, descriptor, files.good,
                                                              store.path() + "/engine", scratch));
  }
  if (damaged.control().orders_cells()) {
    BASALT_RETURN_IF_ERROR(store.NoteOrderedCells(*repair.family));
  }
  const auto all = [&] { return store.NewIterator(RepairReads(), damaged); };
  const auto good_files = [&] {
    rocksdb::ReadOptions read = RepairReads();
    read.table_filter = [ids = files.damaged_ids](const rocksdb::TableProperties& table) {
      return !ids.contains({table.db_session_id, table.orig_file_number});
    };
    return store.NewIterator(read, damaged);
  };
  FamilyWriter writer(store, *repair.family);
  Status status;
  for (const auto& [first, last] : RangesToMend(files)) {
    const ReadableWalk walk{
        all, first, last, [&](const rocksdb::Iterator& at) { return writer.Visit(at); },
        [&](const LostKeys& gap) {
          return writer.Skip(gap,
                             files.has_blobs ? std::function<Iterator()>(good_files) : nullptr);
        }};
    if (status.ok()) status = writer.Begin(first, last);
    if (status.ok()) status = walk.Run();
    if (status.ok()) status = writer.End();
  }
  if (status.ok()) status = FlushFamily(store, *repair.family);
  if (!status.ok()) {
    (void)store.DropFamily(label).ok();
    return status;
  }
  repair.cells_saved = writer.cells();
  return repair;
}

}  // namespace basalt::store
