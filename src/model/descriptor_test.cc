#include "basalt/descriptor.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace basalt {
namespace {

TableDescriptor Table(std::string_view name) { return TableDescriptor(*TableName::Parse(name)); }

// R7, R26: what a family is when nothing was said.
TEST(FamilyDescriptorTest, R7_R26_DefaultsAreHBases) {
  const FamilyDescriptor family("f");
  EXPECT_EQ(family.max_versions(), 1);
  EXPECT_EQ(family.min_versions(), 0);
  EXPECT_EQ(family.ttl_seconds(), kForeverTtlSeconds);
  EXPECT_EQ(family.keep_deleted_cells(), KeepDeletedCells::kFalse);
  EXPECT_EQ(family.compression(), Compression::kNone);
  EXPECT_EQ(family.bloom_type(), BloomType::kRow);
  EXPECT_EQ(family.data_block_encoding(), DataBlockEncoding::kNone);
  EXPECT_EQ(family.block_size(), 65536);
  EXPECT_TRUE(family.block_cache_enabled());
  EXPECT_FALSE(family.in_memory());
  EXPECT_FALSE(family.mob_enabled());
  EXPECT_EQ(family.mob_threshold(), 102400);
  EXPECT_FALSE(family.new_version_behavior());
  EXPECT_TRUE(family.attributes().empty());
  EXPECT_TRUE(family.Validate().ok());
}

TEST(FamilyDescriptorTest, EveryAttributeOfHBaseHasItsDefault) {
  const std::pair<const char*, const char*> defaults[] = {
      {"BLOOMFILTER", "ROW"},
      {"REPLICATION_SCOPE", "0"},
      {"VERSIONS", "1"},
      {"MIN_VERSIONS", "0"},
      {"COMPRESSION", "NONE"},
      {"TTL", "2147483647"},
      {"BLOCKSIZE", "65536"},
      {"IN_MEMORY", "false"},
      {"BLOCKCACHE", "true"},
      {"KEEP_DELETED_CELLS", "FALSE"},
      {"DATA_BLOCK_ENCODING", "NONE"},
      {"INDEX_BLOCK_ENCODING", "NONE"},
      {"IN_MEMORY_COMPACTION", "NONE"},
      {"CACHE_DATA_ON_WRITE", "false"},
      {"CACHE_INDEX_ON_WRITE", "false"},
      {"CACHE_BLOOMS_ON_WRITE", "false"},
      {"EVICT_BLOCKS_ON_CLOSE", "false"},
      {"PREFETCH_BLOCKS_ON_OPEN", "false"},
      {"COMPRESS_TAGS", "true"},
      {"IS_MOB", "false"},
      {"MOB_THRESHOLD", "102400"},
      {"MOB_COMPACT_PARTITION_POLICY", "DAILY"},
      {"DFS_REPLICATION", "0"},
      {"NEW_VERSION_BEHAVIOR", "false"},
  };
  const FamilyDescriptor family("f");
  for (const auto& [key, value] : defaults) EXPECT_EQ(family.GetAttribute(key), value) << key;
  for (const char* key : {"ENCRYPTION", "ENCRYPTION_KEY", "STORAGE_POLICY", "COMPRESSION_COMPACT",
                          "COMPRESSION_COMPACT_MAJOR", "COMPRESSION_COMPACT_MINOR", "unknown"}) {
    EXPECT_EQ(family.GetAttribute(key), std::nullopt) << key;
  }
}

TEST(FamilyDescriptorTest, TypedSettersAndGettersAgree) {
  FamilyDescriptor family("f");
  family.SetMaxVersions(5).SetMinVersions(2).SetTtlSeconds(60).SetBlockSize(8192).SetMob(1000);
  EXPECT_EQ(family.max_versions(), 5);
  EXPECT_EQ(family.min_versions(), 2);
  EXPECT_EQ(family.ttl_seconds(), 60);
  EXPECT_EQ(family.block_size(), 8192);
  EXPECT_TRUE(family.mob_enabled());
  EXPECT_EQ(family.mob_threshold(), 1000);
  EXPECT_EQ(family.GetAttribute("VERSIONS"), "5");

  const std::pair<KeepDeletedCells, const char*> keeps[] = {{KeepDeletedCells::kFalse, "FALSE"},
                                                            {KeepDeletedCells::kTrue, "TRUE"},
                                                            {KeepDeletedCells::kTtl, "TTL"}};
  for (const auto& [keep, text] : keeps) {
    EXPECT_EQ(family.SetKeepDeletedCells(keep).keep_deleted_cells(), keep);
    EXPECT_EQ(family.GetAttribute("KEEP_DELETED_CELLS"), text);
  }
  const std::pair<Compression, const char*> compressions[] = {
      {Compression::kNone, "NONE"}, {Compression::kGz, "GZ"},     {Compression::kSnappy, "SNAPPY"},
      {Compression::kLzo, "LZO"},   {Compression::kLz4, "LZ4"},   {Compression::kBzip2, "BZIP2"},
      {Compression::kZstd, "ZSTD"}, {Compression::kLzma, "LZMA"}, {Compression::kBrotli, "BROTLI"}};
  for (const auto& [compression, text] : compressions) {
    EXPECT_EQ(family.SetCompression(compression).compression(), compression);
    EXPECT_EQ(family.GetAttribute("COMPRESSION"), text);
  }
  const std::pair<BloomType, const char*> blooms[] = {
      {BloomType::kNone, "NONE"},
      {BloomType::kRow, "ROW"},
      {BloomType::kRowCol, "ROWCOL"},
      {BloomType::kRowPrefixFixedLength, "ROWPREFIX_FIXED_LENGTH"}};
  for (const auto& [bloom, text] : blooms) {
    EXPECT_EQ(family.SetBloomType(bloom).bloom_type(), bloom);
    EXPECT_EQ(family.GetAttribute("BLOOMFILTER"), text);
  }
  const std::pair<DataBlockEncoding, const char*> encodings[] = {
      {DataBlockEncoding::kNone, "NONE"},
      {DataBlockEncoding::kPrefix, "PREFIX"},
      {DataBlockEncoding::kDiff, "DIFF"},
      {DataBlockEncoding::kFastDiff, "FAST_DIFF"},
      {DataBlockEncoding::kRowIndexV1, "ROW_INDEX_V1"}};
  for (const auto& [encoding, text] : encodings) {
    EXPECT_EQ(family.SetDataBlockEncoding(encoding).data_block_encoding(), encoding);
    EXPECT_EQ(family.GetAttribute("DATA_BLOCK_ENCODING"), text);
  }
}

TEST(FamilyDescriptorTest, NamesAreReadInAnyCase) {
  FamilyDescriptor family("f");
  family.SetAttribute("COMPRESSION", "snappy").SetAttribute("BLOOMFILTER", "rowCol");
  family.SetAttribute("KEEP_DELETED_CELLS", "true").SetAttribute("IN_MEMORY", "TRUE");
  EXPECT_EQ(family.compression(), Compression::kSnappy);
  EXPECT_EQ(family.bloom_type(), BloomType::kRowCol);
  EXPECT_EQ(family.keep_deleted_cells(), KeepDeletedCells::kTrue);
  EXPECT_TRUE(family.in_memory());
  // Kept as it was given.
  EXPECT_EQ(family.GetAttribute("COMPRESSION"), "snappy");
  // As in Java, what is not "true" is false.
  EXPECT_FALSE(family.SetAttribute("BLOCKCACHE", "yes").block_cache_enabled());
}

TEST(FamilyDescriptorTest, UnreadableValuesReadAsTheDefault) {
  FamilyDescriptor family("f");
  family.SetAttribute("VERSIONS", "many").SetAttribute("TTL", "99999999999");
  family.SetAttribute("COMPRESSION", "FOO").SetAttribute("BLOCKSIZE", "big");
  EXPECT_EQ(family.max_versions(), 1);
  EXPECT_EQ(family.ttl_seconds(), kForeverTtlSeconds);
  EXPECT_EQ(family.compression(), Compression::kNone);
  EXPECT_EQ(family.block_size(), 65536);
}

// R9: times may be given as the shell gives them; HBase's -1 means for ever.
TEST(FamilyDescriptorTest, R9_TtlWithUnitsBecomesSeconds) {
  FamilyDescriptor family("f");
  EXPECT_EQ(family.SetAttribute("TTL", "1 DAY").ttl_seconds(), 86400);
  EXPECT_EQ(family.GetAttribute("TTL"), "86400");
  EXPECT_EQ(family.SetAttribute("TTL", "FOREVER").GetAttribute("TTL"), "2147483647");
  EXPECT_EQ(family.SetAttribute("TTL", "-1").ttl_seconds(), kForeverTtlSeconds);
  EXPECT_EQ(family.SetAttribute("TTL", "soon").GetAttribute("TTL"), "soon");
  EXPECT_EQ(family.SetAttribute("BLOCKSIZE", "64KB").GetAttribute("BLOCKSIZE"), "65536");
  // Only attributes that are times or sizes are read that way.
  EXPECT_EQ(family.SetAttribute("VERSIONS", "1 DAY").GetAttribute("VERSIONS"), "1 DAY");
  EXPECT_EQ(family.SetAttribute("note", "1 DAY").GetAttribute("note"), "1 DAY");
}

TEST(FamilyDescriptorTest, UnknownAttributesAndConfigurationAreKept) {
  FamilyDescriptor family("f");
  family.SetAttribute("my.own", "x").SetConfiguration("hbase.some", "y");
  EXPECT_EQ(family.GetAttribute("my.own"), "x");
  EXPECT_EQ(family.configuration().at("hbase.some"), "y");
  EXPECT_TRUE(family.Validate().ok());
  family.SetAttribute("my.own", "").SetConfiguration("hbase.some", "");
  EXPECT_EQ(family, FamilyDescriptor("f"));
}

TEST(TableDescriptorTest, FamiliesAreKeptInOrder) {
  TableDescriptor table = Table("t");
  for (const char* name : {"m", "a", "z", "b"}) {
    ASSERT_TRUE(table.AddFamily(FamilyDescriptor(name)).ok());
  }
  std::vector<Bytes> names;
  for (const FamilyDescriptor& family : table.families()) names.push_back(family.name());
  EXPECT_EQ(names, (std::vector<Bytes>{"a", "b", "m", "z"}));
  EXPECT_EQ(table.FindFamily("m")->name(), "m");
  EXPECT_EQ(table.FindFamily("c"), nullptr);
  EXPECT_EQ(table.FindFamily(""), nullptr);
  EXPECT_EQ(table.FindFamily("zz"), nullptr);
}

// R4: families are declared; each once.
TEST(TableDescriptorTest, R4_FamilyChangesAreChecked) {
  TableDescriptor table = Table("t");
  ASSERT_TRUE(table.AddFamily(FamilyDescriptor("f")).ok());
  const Status twice = table.AddFamily(FamilyDescriptor("f").SetMaxVersions(2));
  EXPECT_EQ(twice.code(), StatusCode::kInvalidArgument);
  EXPECT_EQ(twice.message(), "Family 'f' already exists so cannot be added");
  EXPECT_EQ(table.FindFamily("f")->max_versions(), 1);

  EXPECT_EQ(table.AddFamily(FamilyDescriptor("a:b")).code(), StatusCode::kInvalidArgument);

  EXPECT_TRUE(table.ReplaceFamily(FamilyDescriptor("f").SetMaxVersions(3)).ok());
  EXPECT_EQ(table.FindFamily("f")->max_versions(), 3);
  const Status absent = table.ReplaceFamily(FamilyDescriptor("g"));
  EXPECT_EQ(absent.code(), StatusCode::kInvalidArgument);
  EXPECT_EQ(absent.message(), "Column family 'g' does not exist");

  const Status missing = table.RemoveFamily("g");
  EXPECT_EQ(missing.code(), StatusCode::kInvalidFamilyOperation);
  EXPECT_EQ(missing.message(), "Family 'g' does not exist, so it cannot be deleted");
  EXPECT_TRUE(table.RemoveFamily("f").ok());
  EXPECT_TRUE(table.families().empty());
}

TEST(TableDescriptorTest, TypedAttributes) {
  TableDescriptor table = Table("t");
  EXPECT_FALSE(table.read_only());
  EXPECT_EQ(table.durability(), Durability::kUseDefault);
  EXPECT_EQ(table.max_file_size(), int64_t{10} << 30);
  table.SetAttribute("READONLY", "true").SetAttribute("MAX_FILESIZE", "20 GB");
  EXPECT_TRUE(table.read_only());
  EXPECT_EQ(table.max_file_size(), int64_t{20} << 30);
  EXPECT_EQ(table.GetAttribute("MAX_FILESIZE"), "21474836480");
  const std::pair<const char*, Durability> durabilities[] = {
      {"USE_DEFAULT", Durability::kUseDefault}, {"SKIP_WAL", Durability::kSkipWal},
      {"ASYNC_WAL", Durability::kAsyncWal},     {"SYNC_WAL", Durability::kSyncWal},
      {"FSYNC_WAL", Durability::kFsyncWal},     {"nonsense", Durability::kUseDefault}};
  for (const auto& [text, durability] : durabilities) {
    EXPECT_EQ(table.SetAttribute("DURABILITY", text).durability(), durability) << text;
  }
  EXPECT_EQ(table.SetAttribute("MAX_FILESIZE", "huge").max_file_size(), int64_t{10} << 30);
}

TEST(TableDescriptorTest, AttributesHaveDefaultsAndCanBeRemoved) {
  const std::pair<const char*, const char*> defaults[] = {
      {"MAX_FILESIZE", "10737418240"},
      {"READONLY", "false"},
      {"MEMSTORE_FLUSHSIZE", "134217728"},
      {"DURABILITY", "USE_DEFAULT"},
      {"REGION_REPLICATION", "1"},
      {"REGION_MEMSTORE_REPLICATION", "true"},
      {"COMPACTION_ENABLED", "true"},
      {"SPLIT_ENABLED", "true"},
      {"MERGE_ENABLED", "true"},
      {"NORMALIZATION_ENABLED", "false"},
      {"NORMALIZER_TARGET_REGION_COUNT", "-1"},
      {"NORMALIZER_TARGET_REGION_SIZE_MB", "-1"},
      {"PRIORITY", "0"},
  };
  TableDescriptor table = Table("t");
  for (const auto& [key, value] : defaults) EXPECT_EQ(table.GetAttribute(key), value) << key;
  for (const char* key : {"SPLIT_POLICY", "FLUSH_POLICY", "OWNER", "ERASURE_CODING_POLICY",
                          "coprocessor$1", "hbase.store.file-tracker.impl"}) {
    EXPECT_EQ(table.GetAttribute(key), std::nullopt) << key;
  }
  table.SetAttribute("OWNER", "me").SetAttribute("x", "1").SetAttribute("x", "");
  EXPECT_EQ(table.attributes(), (std::map<std::string, std::string>{{"OWNER", "me"}}));
}

}  // namespace
}  // namespace basalt
