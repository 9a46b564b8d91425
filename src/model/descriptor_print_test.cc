// The expected texts were printed by HBase 2.6.4 for the same descriptors.
#include "model/descriptor_print.h"

#include <string>

#include <gtest/gtest.h>

namespace basalt::model {
namespace {

constexpr std::string_view kMetadata =
    "METADATA => {'STORAGE_POLICY' => 'HOT', 'EVICT_BLOCKS_ON_CLOSE' => 'true', "
    "'CACHE_DATA_ON_WRITE' => 'true', 'COMPRESS_TAGS' => 'true', 'NEW_VERSION_BEHAVIOR' => 'true', "
    "'PREFETCH_BLOCKS_ON_OPEN' => 'true', 'COMPRESSION_COMPACT_MAJOR' => 'GZ', "
    "'COMPRESSION_COMPACT_MINOR' => 'GZ', 'COMPRESSION_COMPACT' => 'GZ', 'IN_MEMORY_COMPACTION' => "
    "'BASIC', 'CACHE_INDEX_ON_WRITE' => 'true', 'CACHE_BLOOMS_ON_WRITE' => 'true', "
    "'DFS_REPLICATION' => '1'}}";

TEST(PrintFamilyTest, Defaults) {
  const FamilyDescriptor family("f");
  EXPECT_EQ(family.ToString(), "{NAME => 'f'}");
  EXPECT_EQ(family.ToFullString(),
            "{NAME => 'f', INDEX_BLOCK_ENCODING => 'NONE', VERSIONS => '1', KEEP_DELETED_CELLS => "
            "'FALSE', DATA_BLOCK_ENCODING => 'NONE', TTL => 'FOREVER', MIN_VERSIONS => '0', "
            "REPLICATION_SCOPE => '0', BLOOMFILTER => 'ROW', IN_MEMORY => 'false', COMPRESSION => "
            "'NONE', BLOCKCACHE => 'true', BLOCKSIZE => '65536 B (64KB)'}");
}

TEST(PrintFamilyTest, TimesAreSpelledOut) {
  FamilyDescriptor family("f");
  family.SetMaxVersions(3).SetTtlSeconds(90061);
  EXPECT_EQ(family.ToString(),
            "{NAME => 'f', VERSIONS => '3', TTL => '90061 SECONDS (1 DAY 1 HOUR 1 MINUTE 1 "
            "SECOND)'}");
}

TEST(PrintFamilyTest, MetadataAndConfiguration) {
  FamilyDescriptor family("cf");
  family.SetMob(100).SetAttribute("NEW_VERSION_BEHAVIOR", "false").SetAttribute("my.key", "x");
  family.SetAttribute("DFS_REPLICATION", "2").SetConfiguration("hbase.a", "1");
  family.SetConfiguration("b", "2").SetConfiguration("RowPrefixBloomFilter.prefix_length", "4");
  EXPECT_EQ(family.ToString(),
            "{NAME => 'cf', MOB_THRESHOLD => '100', IS_MOB => 'true', METADATA => "
            "{'NEW_VERSION_BEHAVIOR' => 'false', 'my.key' => 'x', 'DFS_REPLICATION' => '2'}, "
            "CONFIGURATION => {'b' => '2', 'hbase.a' => '1', "
            "'RowPrefixBloomFilter.prefix_length' => '4'}}");
  EXPECT_EQ(family.ToFullString(),
            "{NAME => 'cf', INDEX_BLOCK_ENCODING => 'NONE', MOB_THRESHOLD => '100', VERSIONS => "
            "'1', KEEP_DELETED_CELLS => 'FALSE', DATA_BLOCK_ENCODING => 'NONE', TTL => 'FOREVER', "
            "MIN_VERSIONS => '0', REPLICATION_SCOPE => '0', BLOOMFILTER => 'ROW', IN_MEMORY => "
            "'false', IS_MOB => 'true', COMPRESSION => 'NONE', BLOCKCACHE => 'true', BLOCKSIZE => "
            "'65536 B (64KB)', METADATA => {'NEW_VERSION_BEHAVIOR' => 'false', 'my.key' => 'x', "
            "'DFS_REPLICATION' => '2'}, CONFIGURATION => {'b' => '2', 'hbase.a' => '1', "
            "'RowPrefixBloomFilter.prefix_length' => '4'}}");
}

TEST(PrintFamilyTest, EveryAttributeSet) {
  FamilyDescriptor family("g");
  const std::pair<const char*, const char*> attributes[] = {
      {"ENCRYPTION", "AES"},
      {"IS_MOB", "true"},
      {"MOB_THRESHOLD", "1"},
      {"MOB_COMPACT_PARTITION_POLICY", "WEEKLY"},
      {"IN_MEMORY_COMPACTION", "BASIC"},
      {"COMPRESSION_COMPACT", "GZ"},
      {"COMPRESSION_COMPACT_MAJOR", "GZ"},
      {"COMPRESSION_COMPACT_MINOR", "GZ"},
      {"CACHE_DATA_ON_WRITE", "true"},
      {"CACHE_INDEX_ON_WRITE", "true"},
      {"CACHE_BLOOMS_ON_WRITE", "true"},
      {"EVICT_BLOCKS_ON_CLOSE", "true"},
      {"PREFETCH_BLOCKS_ON_OPEN", "true"},
      {"COMPRESS_TAGS", "true"},
      {"DFS_REPLICATION", "1"},
      {"STORAGE_POLICY", "HOT"},
      {"NEW_VERSION_BEHAVIOR", "true"},
  };
  for (const auto& [key, value] : attributes) family.SetAttribute(key, value);
  EXPECT_EQ(family.ToString(),
            "{NAME => 'g', MOB_THRESHOLD => '1', MOB_COMPACT_PARTITION_POLICY => 'WEEKLY', "
            "ENCRYPTION => 'AES', IS_MOB => 'true', " +
                std::string(kMetadata));
  EXPECT_EQ(family.ToFullString(),
            "{NAME => 'g', INDEX_BLOCK_ENCODING => 'NONE', MOB_THRESHOLD => '1', VERSIONS => '1', "
            "KEEP_DELETED_CELLS => 'FALSE', DATA_BLOCK_ENCODING => 'NONE', MIN_VERSIONS => '0', "
            "BLOOMFILTER => 'ROW', IN_MEMORY => 'false', MOB_COMPACT_PARTITION_POLICY => 'WEEKLY', "
            "ENCRYPTION => 'AES', TTL => 'FOREVER', REPLICATION_SCOPE => '0', IS_MOB => 'true', "
            "COMPRESSION => 'NONE', BLOCKCACHE => 'true', BLOCKSIZE => '65536 B (64KB)', " +
                std::string(kMetadata));
}

TEST(PrintFamilyTest, ValuesInOtherCasesAndBytes) {
  FamilyDescriptor family("h");
  family.SetMaxVersions(5).SetAttribute("COMPRESSION", "snappy").SetAttribute("BLOOMFILTER", "row");
  family.SetKeepDeletedCells(KeepDeletedCells::kTrue).SetBlockSize(8193);
  family.SetAttribute("k\u00e9y", "\u00e9");
  EXPECT_EQ(family.ToString(),
            "{NAME => 'h', VERSIONS => '5', KEEP_DELETED_CELLS => 'TRUE', COMPRESSION => 'snappy', "
            "BLOCKSIZE => '8193 B (8KB 1B)', METADATA => {'k\u00e9y' => '\\xC3\\xA9'}}");
}

TEST(PrintFamilyTest, UnreadableValuesPrintAsTheyAre) {
  FamilyDescriptor family("f");
  family.SetAttribute("TTL", "soon");
  EXPECT_EQ(family.ToString(), "{NAME => 'f', TTL => 'soon'}");
}

TEST(PrintTableTest, AttributesInTheOrderOfTheirNames) {
  TableDescriptor table(*TableName::Parse("ns:t"));
  ASSERT_TRUE(table.AddFamily(FamilyDescriptor("b")).ok());
  ASSERT_TRUE(table.AddFamily(FamilyDescriptor("a").SetMaxVersions(2)).ok());
  EXPECT_EQ(table.ToString(), "'ns:t', {NAME => 'a', VERSIONS => '2'}, {NAME => 'b'}");
  EXPECT_EQ(PrintTableAttributes(table, Defaults::kPrint), "");

  const std::pair<const char*, const char*> attributes[] = {{"MAX_FILESIZE", "10737418240"},
                                                            {"READONLY", "true"},
                                                            {"MEMSTORE_FLUSHSIZE", "268435456"},
                                                            {"zz", "1"},
                                                            {"aa", "2"},
                                                            {"SPLIT_ENABLED", "false"},
                                                            {"coprocessor$1", "|x.Y|1|"},
                                                            {"DURABILITY", "use_default"}};
  for (const auto& [key, value] : attributes) table.SetAttribute(key, value);
  const std::string rest =
      "MEMSTORE_FLUSHSIZE => '268435456 B (256MB)', READONLY => 'true', coprocessor$1 => "
      "'|x.Y|1|', METADATA => {'SPLIT_ENABLED' => 'false', 'aa' => '2', 'zz' => '1'}}}";
  EXPECT_EQ(table.ToString(), "'ns:t', {TABLE_ATTRIBUTES => {" + rest +
                                  ", {NAME => 'a', VERSIONS => '2'}, {NAME => 'b'}");
  EXPECT_EQ(PrintTableAttributes(table, Defaults::kPrint),
            ", {TABLE_ATTRIBUTES => {DURABILITY => 'use_default', MAX_FILESIZE => '10737418240 B "
            "(10GB)', " +
                rest);
}

TEST(PrintTableTest, OnlyMetaSaysThatItIsMeta) {
  TableDescriptor meta(*TableName::Parse("hbase:meta"));
  ASSERT_TRUE(meta.AddFamily(FamilyDescriptor("info")).ok());
  EXPECT_EQ(meta.ToString(),
            "'hbase:meta', {TABLE_ATTRIBUTES => {IS_META => 'true'}}, {NAME => 'info'}");
  TableDescriptor other(*TableName::Parse("t"));
  other.SetAttribute("IS_META", "false");
  EXPECT_EQ(PrintTable(other, Defaults::kPrint), "'t'");
}

}  // namespace
}  // namespace basalt::model
