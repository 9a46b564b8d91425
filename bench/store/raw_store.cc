#include "raw_store.h"

#include <cstdio>
#include <cstdlib>

#include "store/cell_codec.h"
#include "store/engine.h"

namespace basalt::bench {
namespace {

constexpr BytesView kTerminator("\x00\x01", 2);

}  // namespace

void CheckRaw(const rocksdb::Status& status) {
  if (status.ok()) return;
  std::fprintf(stderr, "store_bench: RocksDB: %s\n", status.ToString().c_str());
  std::exit(1);
}

RawStore::RawStore(const std::string& directory, const store::StoreOptions& options) {
  auto model = store::Store::Open(directory + "/options", options);
  if (!model.ok()) {
    std::fprintf(stderr, "store_bench: %s\n", model.status().ToString().c_str());
    std::exit(1);
  }
  model_ = std::move(*model);
  auto family = model_->CreateFamily("model", FamilyDescriptor("f"));
  if (!family.ok()) {
    std::fprintf(stderr, "store_bench: %s\n", family.status().ToString().c_str());
    std::exit(1);
  }

  family_options_ = model_->engine().GetOptions((*family)->handle());
  family_options_.compaction_filter_factory.reset();
  family_options_.table_properties_collector_factories.clear();
  family_options_.cf_paths.clear();

  rocksdb::DBOptions engine = model_->engine().GetDBOptions();
  engine.info_log.reset();
  engine.db_paths.clear();
  engine.wal_dir.clear();
  engine.db_log_dir.clear();
  std::vector<rocksdb::ColumnFamilyHandle*> handles;
  CheckRaw(store::OpenEngine(engine, directory + "/raw",
                             {{rocksdb::kDefaultColumnFamilyName, rocksdb::ColumnFamilyOptions()}},
                             &handles, &db_));
  default_ = handles[0];
}

RawStore::~RawStore() {
  CheckRaw(db_->DestroyColumnFamilyHandle(default_));
  CheckRaw(db_->Close());
}

rocksdb::ColumnFamilyHandle* RawStore::CreateFamily(const std::string& name, bool universal) {
  rocksdb::ColumnFamilyOptions options = family_options_;
  if (universal) options.compaction_style = rocksdb::kCompactionStyleUniversal;
  rocksdb::ColumnFamilyHandle* family = nullptr;
  CheckRaw(db_->CreateColumnFamily(options, name, &family));
  return family;
}

void RawStore::Drop(rocksdb::ColumnFamilyHandle* family) {
  CheckRaw(db_->DropColumnFamily(family));
  CheckRaw(db_->DestroyColumnFamilyHandle(family));
}

void RawStore::Write(rocksdb::WriteBatch& batch) {
  CheckRaw(db_->Write(rocksdb::WriteOptions(), &batch));
}

void RawStore::Compact(rocksdb::ColumnFamilyHandle* family) {
  CheckRaw(db_->Flush(rocksdb::FlushOptions(), family));
  rocksdb::CompactRangeOptions options;
  options.bottommost_level_compaction = rocksdb::BottommostLevelCompaction::kForceOptimized;
  CheckRaw(db_->CompactRange(options, family, nullptr, nullptr));
}

void RawKey::StartRow(BytesView row) {
  bytes_.assign(row).append(kTerminator);
  row_length_ = bytes_.size();
}

void RawKey::SetColumn(BytesView qualifier, int64_t timestamp, CellType type) {
  SetColumnPrefix(qualifier);
  store::AppendKeySuffix(bytes_, timestamp, type);
}

void RawKey::SetColumnPrefix(BytesView qualifier) {
  bytes_.resize(row_length_);
  bytes_.append(qualifier).append(kTerminator);
}

}  // namespace basalt::bench
