#include "model/attributes.h"

#include <string>

#include <gtest/gtest.h>

namespace basalt::model {
namespace {

TableDescriptor Table() { return TableDescriptor(*TableName::Parse("t")); }

struct Spelling {
  const char* text;
  bool is_true;
};
// Java's Boolean.parseBoolean.
constexpr Spelling kSpellings[] = {
    {"true", true}, {"TRUE", true},   {"True", true},   {"false", false}, {"False", false},
    {"yes", false}, {" true", false}, {"true ", false}, {"1", false},     {"on", false},
};

TEST(AttributesTest, BooleansAreReadAsJavaReadsThem) {
  for (const auto& [text, is_true] : kSpellings) EXPECT_EQ(ParseBool(text), is_true) << text;
  EXPECT_FALSE(ParseBool(""));
}

// Whatever the default is.
TEST(AttributesTest, EveryBooleanHasTheOneReading) {
  for (const auto& [text, is_true] : kSpellings) {
    TableDescriptor table = Table();
    for (const char* name : {"READONLY", "REGION_MEMSTORE_REPLICATION", "COMPACTION_ENABLED",
                             "SPLIT_ENABLED", "MERGE_ENABLED", "NORMALIZATION_ENABLED"}) {
      table.SetAttribute(name, text);
    }
    EXPECT_EQ(table.read_only(), is_true) << text;
    EXPECT_EQ(table.region_memstore_replication(), is_true) << text;
    EXPECT_EQ(table.compaction_enabled(), is_true) << text;
    EXPECT_EQ(table.split_enabled(), is_true) << text;
    EXPECT_EQ(table.merge_enabled(), is_true) << text;
    EXPECT_EQ(table.normalization_enabled(), is_true) << text;

    FamilyDescriptor family("f");
    for (const char* name : {"BLOCKCACHE", "IN_MEMORY", "IS_MOB", "NEW_VERSION_BEHAVIOR",
                             "CACHE_DATA_ON_WRITE", "CACHE_INDEX_ON_WRITE", "CACHE_BLOOMS_ON_WRITE",
                             "EVICT_BLOCKS_ON_CLOSE", "PREFETCH_BLOCKS_ON_OPEN", "COMPRESS_TAGS"}) {
      family.SetAttribute(name, text);
    }
    EXPECT_EQ(family.block_cache_enabled(), is_true) << text;
    EXPECT_EQ(family.in_memory(), is_true) << text;
    EXPECT_EQ(family.mob_enabled(), is_true) << text;
    EXPECT_EQ(family.new_version_behavior(), is_true) << text;
    EXPECT_EQ(family.cache_data_on_write(), is_true) << text;
    EXPECT_EQ(family.cache_indexes_on_write(), is_true) << text;
    EXPECT_EQ(family.cache_blooms_on_write(), is_true) << text;
    EXPECT_EQ(family.evict_blocks_on_close(), is_true) << text;
    EXPECT_EQ(family.prefetch_blocks_on_open(), is_true) << text;
    EXPECT_EQ(family.compress_tags(), is_true) << text;
  }
}

TEST(AttributesTest, TypedViewsGiveHBasesDefaults) {
  const TableDescriptor table = Table();
  EXPECT_FALSE(table.read_only());
  EXPECT_EQ(table.max_file_size(), int64_t{10} << 30);
  EXPECT_EQ(table.memstore_flush_size(), int64_t{128} << 20);
  EXPECT_EQ(table.region_replication(), 1);
  EXPECT_EQ(table.priority(), 0);
  EXPECT_TRUE(table.region_memstore_replication());
  EXPECT_TRUE(table.compaction_enabled());
  EXPECT_TRUE(table.split_enabled());
  EXPECT_TRUE(table.merge_enabled());
  EXPECT_FALSE(table.normalization_enabled());
  EXPECT_EQ(table.normalizer_target_region_count(), -1);
  EXPECT_EQ(table.normalizer_target_region_size_mb(), -1);

  const FamilyDescriptor family("f");
  EXPECT_EQ(family.replication_scope(), 0);
  EXPECT_EQ(family.dfs_replication(), 0);
  EXPECT_FALSE(family.cache_data_on_write());
  EXPECT_FALSE(family.prefetch_blocks_on_open());
  EXPECT_TRUE(family.compress_tags());
  EXPECT_EQ(family.compaction_style(), CompactionStyle::kLeveled);
}

TEST(AttributesTest, NumbersWithUnitsAndWithoutMeaning) {
  TableDescriptor table = Table();
  table.SetAttribute("MEMSTORE_FLUSHSIZE", "64 MB").SetAttribute("PRIORITY", "-3");
  table.SetAttribute("REGION_REPLICATION", "99999999999");
  EXPECT_EQ(table.memstore_flush_size(), 64 << 20);
  EXPECT_EQ(table.priority(), -3);
  // Beyond an int: read as the default.
  EXPECT_EQ(table.region_replication(), 1);

  table.SetAttribute("NORMALIZER_TARGET_REGION_SIZE", "7");
  EXPECT_EQ(table.normalizer_target_region_size_mb(), 7);
  table.SetAttribute("NORMALIZER_TARGET_REGION_SIZE_MB", "9");
  EXPECT_EQ(table.normalizer_target_region_size_mb(), 9);

  EXPECT_EQ(FamilyDescriptor("f").SetAttribute("COMPACTION", "UNIVERSAL").compaction_style(),
            CompactionStyle::kUniversal);
}

TEST(DescriptorSettingsTest, ReadsWhatIsSetAndNoDefaults) {
  TableDescriptor table = Table();
  const DescriptorSettings settings(table);
  EXPECT_EQ(settings.Number("MAX_FILESIZE"), std::nullopt);
  EXPECT_EQ(settings.Bool("SPLIT_ENABLED"), std::nullopt);
  EXPECT_EQ(settings.Text("a.b"), std::nullopt);
  table.SetAttribute("SPLIT_ENABLED", "False").SetAttribute("a.b", " text ");
  EXPECT_EQ(settings.Bool("SPLIT_ENABLED"), false);
  EXPECT_EQ(settings.Text("a.b"), " text ");
}

// As Hadoop's Configuration.getLong and getDouble, but what they throw at is as good as not set.
TEST(DescriptorSettingsTest, NumbersMayHaveSpaceAroundThem) {
  TableDescriptor table = Table();
  const auto number = [&](const char* text, int64_t least) {
    table.SetAttribute("n", text);
    return DescriptorSettings(table).Number("n", least);
  };
  EXPECT_EQ(number("12", 0), 12);
  EXPECT_EQ(number(" 12\t", 0), 12);
  EXPECT_EQ(number("+12", 0), 12);
  EXPECT_EQ(number("0x1F", 0), 31);
  EXPECT_EQ(number("-1", -1), -1);
  EXPECT_EQ(number("-1", 0), std::nullopt);
  EXPECT_EQ(number("12 days", 0), std::nullopt);
  EXPECT_EQ(number("1.5", 0), std::nullopt);
  EXPECT_EQ(number("99999999999999999999", 0), std::nullopt);
  table.SetAttribute("r", " 0.25 ").SetAttribute("s", "0.25x");
  EXPECT_EQ(DescriptorSettings(table).Real("r"), 0.25);
  EXPECT_EQ(DescriptorSettings(table).Real("s"), std::nullopt);
}

TEST(DescriptorSettingsTest, TheFamilyGoesBeforeTheTable) {
  TableDescriptor table = Table();
  FamilyDescriptor family("f");
  const DescriptorSettings settings(family, table);
  table.SetAttribute("n", "1");
  EXPECT_EQ(settings.Number("n"), 1);
  family.SetAttribute("n", "2");
  EXPECT_EQ(settings.Number("n"), 2);
  family.SetConfiguration("n", "3");
  EXPECT_EQ(settings.Number("n"), 3);
  // One that cannot be read hides those behind it.
  family.SetConfiguration("n", "many");
  EXPECT_EQ(settings.Number("n"), std::nullopt);
}

}  // namespace
}  // namespace basalt::model
