#include "store/damage_registry.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <rocksdb/db.h>
#include <rocksdb/listener.h>
#include <rocksdb/metadata.h>

#include "store/cell_codec.h"
#include "store/engine.h"
#include "store/family.h"
#include "store/naming_env.h"
#include "store/readable_walk.h"
#include "store/store.h"

namespace basalt::store {
namespace {

// Records of damaged files: this prefix and the file's name -> the family's label.
constexpr std::string_view kDamagePrefix = "damage/";

Bytes DamageKey(std::string_view file) { return Bytes(kDamagePrefix).append(file); }

std::string RowText(BytesView key, RowOrder order) {
  const size_t end = FindEscapedEnd(key, 0);
  if (end == BytesView::npos) return ToStringBinary(key);
  Bytes scratch;
  return ToStringBinary(DecodeRow(key.substr(0, end), order, scratch));
}

class DamageListener : public rocksdb::EventListener {
 public:
  explicit DamageListener(DamageRegistry& registry) : registry_(registry) {}

  // Comes first, and knows the family.
  void OnCompactionCompleted(rocksdb::DB* /*db*/, const rocksdb::CompactionJobInfo& info) override {
    if (!info.status.IsCorruption()) return;
    registry_.NoteCompaction(info.cf_name,
                             FromEngine(info.status, "compacting family " + info.cf_name));
  }
  void OnBackgroundError(rocksdb::BackgroundErrorReason reason, rocksdb::Status* error) override {
    if (reason != rocksdb::BackgroundErrorReason::kCompaction || !error->IsCorruption()) return;
    const Status status = FromEngine(*error, "compacting");
    registry_.Note("", StoreFileIn(status.message()), status.message());
    *error = rocksdb::Status::OK();
  }

 private:
  DamageRegistry& registry_;
};

}  // namespace

std::string RowsText(BytesView first_key, BytesView last_key, RowOrder order) {
  return fmt::format("rows '{}' to '{}'", RowText(first_key, order), RowText(last_key, order));
}

std::string DamagedFile::LostRows() const {
  if (!surveyed) return RowsText(smallest, largest, row_order);
  std::string text;
  for (const LostKeys& gap : lost) {
    if (!text.empty()) text += ", ";
    text += RowsText(gap.after.empty() ? smallest : gap.after,
                     gap.before.empty() ? largest : gap.before, row_order);
  }
  return text.empty() ? "no rows" : text;
}

std::string DamagedFile::Describe() const {
  if (surveyed && lost.empty()) {
    return fmt::format("the store file {} of {} is damaged outside its cells", name, owner);
  }
  return fmt::format("the store file {} of {} is damaged: {} {} be read", name, owner, LostRows(),
                     surveyed ? "cannot" : "may not");
}

std::string StoreFileIn(std::string_view message) {
  for (const std::string_view extension : {".sst", ".blob"}) {
    const size_t end = message.find(extension);
    if (end == std::string_view::npos) continue;
    size_t begin = end;
    while (begin > 0 && message[begin - 1] >= '0' && message[begin - 1] <= '9') --begin;
    if (begin < end) return std::string(message.substr(begin, end - begin + extension.size()));
  }
  return {};
}

std::shared_ptr<rocksdb::EventListener> MakeDamageListener(DamageRegistry& registry) {
  return std::make_shared<DamageListener>(registry);
}

void DamageRegistry::NoteCompaction(const std::string& label, const Status& error) {
  failures_.fetch_add(1, std::memory_order_relaxed);
  Note(label, FindFile(label, error), error.message());
}

std::string DamageRegistry::FindFile(const std::string& label, const Status& error) const {
  if (error.message().find(kLastFileRead) == std::string::npos) {
    return StoreFileIn(error.message());
  }
  // RocksDB has not named the file. One that cannot be opened was not the last that was read.
  std::vector<rocksdb::LiveFileMetaData> live;
  store_.engine().GetLiveFilesMetaData(&live);
  for (const rocksdb::LiveFileMetaData& data : live) {
    if (data.column_family_name != label) continue;
    if (!TryStoreFile(data.directory + "/" + data.relative_filename, data.size).ok()) {
      return data.relative_filename;
    }
  }
  return StoreFileIn(error.message());
}

void DamageRegistry::Load() {
  std::vector<std::pair<std::string, std::string>> known;
  const Status read = store_.ForEachRecord(kDamagePrefix, [&](BytesView key, BytesView value) {
    known.emplace_back(key.substr(kDamagePrefix.size()), value);
    return Status();
  });
  // Records that cannot be read are written again when the damage is met again.
  if (!read.ok()) return;
  for (const auto& [file, label] : known) {
    DamagedFile found{.name = file, .label = label};
    if (Locate(found)) {
      Note(label, file, "found earlier");
    } else {
      (void)store_.PutRecord(DamageKey(file), std::nullopt).ok();
    }
  }
}

void DamageRegistry::Stop() {
  std::thread worker;
  {
    const std::lock_guard lock(mutex_);
    stopped_ = true;
    worker.swap(worker_);
  }
  changed_.notify_all();
  if (worker.joinable()) worker.join();
}

Status DamageRegistry::Explain(const Family& family, const Status& error) {
  const bool missing = error.message().find("No such file") != std::string::npos;
  // An error of the device may pass.
  if (error.code() != StatusCode::kCorruption && !missing) return error;
  const std::string file = FindFile(family.label(), error);
  if (file.empty()) return error;
  failures_.fetch_add(1, std::memory_order_relaxed);
  Note(family.label(), file, error.message());
  DamagedFile known;
  {
    const std::lock_guard lock(mutex_);
    const auto found = files_.find(file);
    if (found == files_.end()) return error;
    known = found->second;
  }
  if (!known.surveyed && !Locate(known)) return error;
  SetOwner(known);
  return {StatusCode::kCorruption,
          fmt::format("{} ({}); basalt repair saves the rest", known.Describe(), error.message())};
}

void DamageRegistry::Note(const std::string& label, const std::string& file,
                          const std::string& error) {
  if (file.empty()) return;
  const std::lock_guard lock(mutex_);
  const auto [found, is_new] = files_.try_emplace(file);
  if (!is_new) return;
  found->second.name = file;
  found->second.label = label;
  found->second.owner = "family " + label;
  found->second.error = error;
  if (stopped_) return;
  to_survey_.push_back(file);
  if (!worker_.joinable()) worker_ = std::thread([this] { Work(); });
  changed_.notify_all();
}

void DamageRegistry::Forget(std::string_view label) {
  std::vector<std::string> gone;
  {
    const std::lock_guard lock(mutex_);
    for (const auto& [name, file] : files_) {
      if (file.label == label) gone.push_back(name);
    }
    for (const std::string& name : gone) files_.erase(name);
  }
  for (const std::string& name : gone) (void)store_.PutRecord(DamageKey(name), std::nullopt).ok();
}

std::vector<DamagedFile> DamageRegistry::List() const {
  std::vector<DamagedFile> list;
  {
    const std::lock_guard lock(mutex_);
    for (const auto& [name, file] : files_) list.push_back(file);
  }
  for (DamagedFile& file : list) SetOwner(file);
  return list;
}

bool DamageRegistry::Contains(std::string_view label) const {
  const std::lock_guard lock(mutex_);
  return std::ranges::any_of(files_,
                             [&](const auto& entry) { return entry.second.label == label; });
}

void DamageRegistry::WaitUntilSurveyed() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return stopped_ || (to_survey_.empty() && !surveying_); });
}

void DamageRegistry::Work() {
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [this] { return stopped_ || !to_survey_.empty(); });
    if (stopped_) return;
    const auto found = files_.find(to_survey_.front());
    to_survey_.pop_front();
    if (found != files_.end()) {
      DamagedFile file = found->second;
      surveying_ = true;
      lock.unlock();
      Survey(std::move(file));
      lock.lock();
      surveying_ = false;
    }
    changed_.notify_all();
  }
}

bool DamageRegistry::Locate(DamagedFile& file) const {
  std::vector<rocksdb::LiveFileMetaData> live;
  store_.engine().GetLiveFilesMetaData(&live);
  const bool is_blob = file.name.ends_with(".blob");
  for (const rocksdb::LiveFileMetaData& data : live) {
    if (data.relative_filename != file.name) continue;
    file.label = data.column_family_name;
    file.smallest = data.smallestkey;
    file.largest = data.largestkey;
    break;
  }
  // Blob files are not listed: their cells are anywhere in the family.
  if (is_blob ? file.label.empty() : file.smallest.empty()) return false;
  SetOwner(file);
  return true;
}

void DamageRegistry::SetOwner(DamagedFile& file) const {
  file.owner = "family " + file.label;
  if (const auto family = store_.FindFamily(file.label)) {
    const FamilyOwner owner = family->control().owner();
    if (!owner.text.empty()) file.owner = owner.text;
    file.row_order = owner.row_order;
  } else if (file.label == rocksdb::kDefaultColumnFamilyName) {
    file.owner = "the catalog";
  }
}

void DamageRegistry::Survey(DamagedFile file) {
  if (!Locate(file)) {
    const std::lock_guard lock(mutex_);
    files_.erase(file.name);
    return;
  }
  // First of all: RocksDB tries the failed compaction again every second.
  store_.StopCompactions(file.label);
  if (file.name.ends_with(".sst")) {
    file.lost = SurveyFile(store_.path() + "/engine/" + file.name, file.smallest, file.largest);
    file.surveyed = true;
  }
  (void)store_.PutRecord(DamageKey(file.name), file.label).ok();
  {
    const std::lock_guard lock(mutex_);
    const auto found = files_.find(file.name);
    if (found == files_.end()) return;
    found->second = file;
  }
  store_.Report(
      fmt::format("{}; its family is not compacted until basalt repair has been run; "
                  "everything else goes on ({})",
                  file.Describe(), file.error));
}

}  // namespace basalt::store
