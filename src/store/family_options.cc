#include "store/family_options.h"

#include <string>

#include <rocksdb/filter_policy.h>
#include <rocksdb/slice_transform.h>
#include <rocksdb/table.h>

#include "store/cell_codec.h"
#include "store/cell_filter.h"
#include "store/engine.h"
#include "store/file_properties.h"

namespace basalt::store {
namespace {

constexpr int kBloomBitsPerKey = 10;
// HBase's default block size. Families with this value get RocksDB's preferred block size instead.
constexpr int32_t kHBaseDefaultBlockSize = 65536;
constexpr size_t kDefaultBlockSize = 16 * 1024;
// The flag byte before every stored value.
constexpr uint64_t kValueHeaderLength = 1;

// The row prefix of a key, on which bloom filters are built.
class RowPrefix : public rocksdb::SliceTransform {
 public:
  const char* Name() const override { return "basalt.RowPrefix"; }
  rocksdb::Slice Transform(const rocksdb::Slice& key) const override {
    return {key.data(), FindEscapedEnd(ToView(key), 0)};
  }
  bool InDomain(const rocksdb::Slice& key) const override {
    return FindEscapedEnd(ToView(key), 0) != BytesView::npos;
  }
};

// RocksDB's bloom filter, for families that have BLOOMFILTER on at the time a file is written.
class SwitchedBloom : public rocksdb::FilterPolicy {
 public:
  explicit SwitchedBloom(std::shared_ptr<FamilyControl> family)
      : family_(std::move(family)), bloom_(rocksdb::NewBloomFilterPolicy(kBloomBitsPerKey)) {}
  const char* Name() const override { return "basalt.SwitchedBloom"; }
  const char* CompatibilityName() const override { return bloom_->CompatibilityName(); }
  rocksdb::FilterBitsBuilder* GetBuilderWithContext(
      const rocksdb::FilterBuildingContext& context) const override {
    if (family_->settings().bloom == BloomType::kNone) return nullptr;
    return bloom_->GetBuilderWithContext(context);
  }
  rocksdb::FilterBitsReader* GetFilterBitsReader(const rocksdb::Slice& contents) const override {
    return bloom_->GetFilterBitsReader(contents);
  }

 private:
  const std::shared_ptr<FamilyControl> family_;
  const std::shared_ptr<const rocksdb::FilterPolicy> bloom_;
};

rocksdb::CompressionType ToEngine(Compression compression) {
  switch (compression) {
    case Compression::kGz: return rocksdb::kZlibCompression;
    case Compression::kSnappy: return rocksdb::kSnappyCompression;
    case Compression::kLz4: return rocksdb::kLZ4Compression;
    case Compression::kZstd: return rocksdb::kZSTD;
    default: return rocksdb::kNoCompression;
  }
}

const char* OptionName(rocksdb::CompressionType type) {
  switch (type) {
    case rocksdb::kZlibCompression: return "kZlibCompression";
    case rocksdb::kSnappyCompression: return "kSnappyCompression";
    case rocksdb::kLZ4Compression: return "kLZ4Compression";
    case rocksdb::kZSTD: return "kZSTD";
    default: return "kNoCompression";
  }
}

size_t EngineBlockSize(const FamilySettings& settings) {
  return settings.block_size == kHBaseDefaultBlockSize ? kDefaultBlockSize
                                                       : static_cast<size_t>(settings.block_size);
}

// HBase moves values *larger* than the threshold out.
uint64_t MinBlobSize(const FamilySettings& settings) {
  return static_cast<uint64_t>(settings.mob_threshold) + kValueHeaderLength + 1;
}

}  // namespace

rocksdb::ColumnFamilyOptions MakeFamilyOptions(const std::shared_ptr<FamilyControl>& family,
                                               const FamilyEnvironment& environment) {
  const FamilySettings settings = family->settings();
  rocksdb::ColumnFamilyOptions options;
  options.write_buffer_size = environment.memstore_flush_bytes;
  options.max_write_buffer_number = 4;
  options.target_file_size_base = 64ULL << 20;
  options.max_bytes_for_level_base = 256ULL << 20;
  options.level_compaction_dynamic_level_bytes = true;
  if (settings.universal) options.compaction_style = rocksdb::kCompactionStyleUniversal;
  options.disable_auto_compactions = !environment.automatic_compactions;
  // Major compactions are scheduled by Basalt.
  options.periodic_compaction_seconds = 0;
  options.ttl = 0;
  options.compression = ToEngine(settings.compression);
  options.prefix_extractor = std::make_shared<RowPrefix>();
  options.compaction_filter_factory =
      std::make_shared<CellFilterFactory>(family, environment.clock, environment.readers_gate);
  options.table_properties_collector_factories = {FilePropertiesCollectorFactory()};

  if (settings.mob_threshold >= 0) {
    options.enable_blob_files = true;
    options.min_blob_size = MinBlobSize(settings);
    options.blob_compression_type = options.compression;
    options.enable_blob_garbage_collection = true;
  }

  rocksdb::BlockBasedTableOptions table;
  table.format_version = 5;
  table.block_size = EngineBlockSize(settings);
  table.block_cache = settings.in_memory ? environment.in_memory_cache : environment.block_cache;
  table.cache_index_and_filter_blocks = true;
  table.pin_l0_filter_and_index_blocks_in_cache = true;
  table.optimize_filters_for_memory = true;
  table.checksum = rocksdb::kXXH3;
  table.whole_key_filtering = false;
  table.filter_policy = std::make_shared<SwitchedBloom>(family);
  options.table_factory.reset(rocksdb::NewBlockBasedTableFactory(table));
  return options;
}

std::unordered_map<std::string, std::string> MutableFamilyOptions(const FamilySettings& settings) {
  const bool mob = settings.mob_threshold >= 0;
  const char* compression = OptionName(ToEngine(settings.compression));
  return {{"compression", compression},
          {"block_based_table_factory",
           "{block_size=" + std::to_string(EngineBlockSize(settings)) + ";}"},
          {"enable_blob_files", mob ? "true" : "false"},
          {"min_blob_size", std::to_string(mob ? MinBlobSize(settings) : 0)},
          {"blob_compression_type", compression},
          {"enable_blob_garbage_collection", mob ? "true" : "false"}};
}

}  // namespace basalt::store
