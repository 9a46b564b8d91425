// Store's records: the catalog's, in RocksDB's default column family, and their copy.
#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>
#include <rocksdb/db.h>
#include <rocksdb/write_batch.h>

#include "store/cell_batch.h"
#include "store/damage_registry.h"
#include "store/engine.h"
#include "store/naming_env.h"
#include "store/readable_walk.h"
#include "store/store.h"

namespace basalt::store {
namespace {

// What is lost with these costs no table: procedures, nonces of the last minutes, leftovers of
// changes, times of maintenance, and what is found again.
constexpr std::array<std::string_view, 6> kWithoutCopy = {"procedure/", "nonce/", "damage/",
                                                          "family/",    "major/", "last-scrub"};
// Written with the last record when the copy is made.
constexpr std::string_view kCopyComplete = "copy-complete";

}  // namespace

Result<std::optional<Bytes>> Store::GetRecord(BytesView key) {
  std::string value;
  rocksdb::Status status = db_->Get(rocksdb::ReadOptions(), system_, ToSlice(key), &value);
  if (IsDamage(status) && HasCopy(key)) {
    NoteRecordDamage(status);
    status = db_->Get(rocksdb::ReadOptions(), copies_, ToSlice(key), &value);
  }
  if (status.IsNotFound()) return std::optional<Bytes>();
  BASALT_RETURN_IF_ERROR(FromEngine(status, "reading the catalog"));
  return std::optional<Bytes>(std::move(value));
}

Status Store::WriteRecords(const std::vector<RecordChange>& changes) {
  return WriteRecords(changes, CellBatch());
}

Status Store::WriteRecords(const std::vector<RecordChange>& changes, CellBatch cells) {
  rocksdb::WriteBatch& batch = cells.engine_batch();
  for (const RecordChange& change : changes) {
    BASALT_RETURN_IF_ERROR(AddRecord(batch, change));
    if (HasCopy(change.first)) BASALT_RETURN_IF_ERROR(AddCopy(batch, change));
  }
  ChangesUnderWay announced;
  for (const std::shared_ptr<Family>& family : cells.families()) {
    announced.Add(family->bulk_changes());
  }
  BASALT_RETURN_IF_ERROR(Write(batch, Durability::kFsyncWal).WithContext("changing the catalog"));
  return options_.after_records ? options_.after_records() : Status();
}

Status Store::AddRecord(rocksdb::WriteBatch& batch, const RecordChange& change) {
  const auto& [key, value] = change;
  return FromEngine(value ? batch.Put(system_, key, *value) : batch.Delete(system_, key),
                    "changing the catalog");
}

Status Store::PutRecord(BytesView key, std::optional<Bytes> value) {
  rocksdb::WriteBatch batch;
  BASALT_RETURN_IF_ERROR(AddRecord(batch, {Bytes(key), std::move(value)}));
  return Write(batch, Durability::kAsyncWal).WithContext("changing the catalog");
}

Status Store::DeleteRecords(BytesView begin, BytesView end) {
  rocksdb::WriteBatch batch;
  BASALT_RETURN_IF_ERROR(
      FromEngine(batch.DeleteRange(system_, ToSlice(begin), ToSlice(end)), "deleting records"));
  return Write(batch, Durability::kAsyncWal);
}

bool Store::HasCopy(BytesView key) {
  return std::ranges::none_of(kWithoutCopy,
                              [key](std::string_view prefix) { return key.starts_with(prefix); });
}

Status Store::AddCopy(rocksdb::WriteBatch& batch, const RecordChange& change) {
  const auto& [key, value] = change;
  return FromEngine(value ? batch.Put(copies_, key, *value) : batch.Delete(copies_, key),
                    "changing the catalog");
}

void Store::NoteRecordDamage(const rocksdb::Status& status) {
  const Status error = FromEngine(status, "reading the catalog");
  damage_->Note(rocksdb::kDefaultColumnFamilyName, StoreFileIn(error.message()), error.message());
}

rocksdb::Status Store::ReadRecords(rocksdb::ColumnFamilyHandle* handle, BytesView prefix,
                                   std::vector<std::pair<Bytes, Bytes>>& records) {
  const std::unique_ptr<rocksdb::Iterator> iterator(
      db_->NewIterator(rocksdb::ReadOptions(), handle));
  for (iterator->Seek(ToSlice(prefix));
       iterator->Valid() && iterator->key().starts_with(ToSlice(prefix)); iterator->Next()) {
    records.emplace_back(iterator->key().ToString(), iterator->value().ToString());
  }
  return iterator->status();
}

Status Store::ForEachRecord(BytesView prefix,
                            const std::function<Status(BytesView key, BytesView value)>& visit) {
  std::vector<std::pair<Bytes, Bytes>> records;
  rocksdb::Status status = ReadRecords(system_, prefix, records);
  if (IsDamage(status)) {
    NoteRecordDamage(status);
    if (HasCopy(prefix)) {
      records.clear();
      status = ReadRecords(copies_, prefix, records);
    } else {
      Report(fmt::format("records '{}' of the catalog cannot be read and are passed over: {}",
                         prefix, status.ToString()));
      status = rocksdb::Status::OK();
    }
  }
  BASALT_RETURN_IF_ERROR(FromEngine(status, "reading the catalog"));
  for (const auto& [key, value] : records) BASALT_RETURN_IF_ERROR(visit(key, value));
  return {};
}

Status Store::ForEachCopy(BytesView prefix,
                          const std::function<Status(BytesView key, BytesView value)>& visit) {
  std::vector<std::pair<Bytes, Bytes>> records;
  BASALT_RETURN_IF_ERROR(
      FromEngine(ReadRecords(copies_, prefix, records), "reading the catalog's copy"));
  for (const auto& [key, value] : records) BASALT_RETURN_IF_ERROR(visit(key, value));
  return {};
}

Status Store::FlushRecords() {
  for (rocksdb::ColumnFamilyHandle* handle : {system_, copies_}) {
    BASALT_RETURN_IF_ERROR(
        FromEngine(db_->Flush(rocksdb::FlushOptions(), handle), "flushing the catalog"));
  }
  return {};
}

Status Store::OpenCopies(rocksdb::ColumnFamilyHandle* found) {
  copies_ = found;
  std::string complete;
  if (copies_ != nullptr) {
    std::vector<std::pair<Bytes, Bytes>> all;
    const rocksdb::Status status = ReadRecords(copies_, "", all);
    for (const auto& [key, value] : all) {
      if (key == kCopyComplete) complete = value;
    }
    if (status.ok() && !complete.empty()) return {};
    if (!status.ok())
      Report("the copy of the catalog is damaged and is made anew: " + status.ToString());
    BASALT_RETURN_IF_ERROR(
        FromEngine(WithoutOptionsFile([&] { return db_->DropColumnFamily(copies_); }),
                   "dropping the catalog's copy"));
    db_->DestroyColumnFamilyHandle(copies_);
    copies_ = nullptr;
  }
  rocksdb::ColumnFamilyOptions options;
  options.write_buffer_size = kSystemMemstoreBytes;
  BASALT_RETURN_IF_ERROR(FromEngine(WithoutOptionsFile([&] {
                                      return db_->CreateColumnFamily(
                                          options, std::string(kCopiesLabel), &copies_);
                                    }),
                                    "making the catalog's copy"));
  std::vector<std::pair<Bytes, Bytes>> records;
  BASALT_RETURN_IF_ERROR(FromEngine(ReadRecords(system_, "", records), "reading the catalog"));
  rocksdb::WriteBatch batch;
  for (auto& [key, value] : records) {
    if (HasCopy(key)) BASALT_RETURN_IF_ERROR(AddCopy(batch, {key, value}));
  }
  BASALT_RETURN_IF_ERROR(AddCopy(batch, {Bytes(kCopyComplete), "1"}));
  return Write(batch, Durability::kFsyncWal).WithContext("making the catalog's copy");
}

}  // namespace basalt::store
