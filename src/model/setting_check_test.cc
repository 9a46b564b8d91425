// The messages are those of Apache HBase 2.6.4.
#include "model/setting_check.h"

#include <gtest/gtest.h>

namespace basalt::model {
namespace {

constexpr char kAdvice[] =
    " Set hbase.table.sanity.checks to false at conf or table descriptor if you want to bypass "
    "sanity checks";
constexpr char kPolicy[] = "hbase.hstore.defaultengine.compactionpolicy.class";
constexpr char kFifo[] = "org.apache.hadoop.hbase.regionserver.compactions.FIFOCompactionPolicy";
constexpr char kTiering[] = "hbase.hstore.datatiering.type";

TableDescriptor With(const std::string& key, const std::string& value,
                     const FamilyDescriptor& family = FamilyDescriptor("f")) {
  TableDescriptor table(*TableName::Parse("t"));
  EXPECT_TRUE(table.AddFamily(family).ok());
  table.SetAttribute(key, value);
  return table;
}

// Without the advice.
std::string ErrorOf(const TableDescriptor& table) {
  const std::string message = table.Validate().message();
  const size_t advice = message.find(kAdvice);
  return message.substr(0, advice);
}

TEST(SettingCheck, Types) {
  EXPECT_EQ(ErrorOf(With("hbase.hstore.blockingStoreFiles", "x")),
            "'hbase.hstore.blockingStoreFiles' must be an integer.");
  EXPECT_EQ(ErrorOf(With("hbase.hstore.blockingStoreFiles", "3000000000")),
            "'hbase.hstore.blockingStoreFiles' must be an integer.");
  EXPECT_EQ(ErrorOf(With("hbase.hregion.max.filesize", "x")),
            "'hbase.hregion.max.filesize' must be a long.");
  EXPECT_EQ(ErrorOf(With("hbase.hstore.compaction.ratio", "x")),
            "'hbase.hstore.compaction.ratio' must be a float.");
  EXPECT_EQ(ErrorOf(With("hbase.hstore.engine.class", "java.lang.Nope")),
            "'hbase.hstore.engine.class' must be a class.");
  EXPECT_EQ(ErrorOf(With("hbase.hregion.memstore.block.multiplier", "0")),
            "Invalid value for 'hbase.hregion.memstore.block.multiplier': 0.");
  EXPECT_EQ(ErrorOf(With("hbase.hstore.blockingStoreFiles", " 0x10 ")), "");
  FamilyDescriptor family("f");
  family.SetConfiguration("hbase.hstore.compaction.min", "x");
  EXPECT_EQ(ErrorOf(With("a", "b", family)), "'hbase.hstore.compaction.min' must be an integer.");
  EXPECT_EQ(ErrorOf(With("hbase.table.sanity.checks", "false", family)), "");
}

TEST(SettingCheck, SizesByTheirOtherNames) {
  EXPECT_TRUE(ErrorOf(With("hbase.hregion.max.filesize", "10"))
                  .starts_with("MAX_FILESIZE for table descriptor or"));
  EXPECT_TRUE(ErrorOf(With("hbase.hregion.memstore.flush.size", "10"))
                  .starts_with("MEMSTORE_FLUSHSIZE for table descriptor or"));
  EXPECT_EQ(ErrorOf(With("ERASURE_CODING_POLICY", "RS-6-3-1024k")),
            "Cannot manage Erasure Coding policy. Erasure Coding is only available on HDFS, but fs "
            "is LocalFileSystem");
}

TEST(SettingCheck, FifoCompaction) {
  EXPECT_EQ(ErrorOf(With(kPolicy, kFifo)), "Default TTL is not supported for FIFO compaction");
  // Not bypassed.
  EXPECT_EQ(ErrorOf(With(kPolicy, kFifo).SetAttribute("hbase.table.sanity.checks", "false")),
            "Default TTL is not supported for FIFO compaction");
  FamilyDescriptor family("f");
  family.SetTtlSeconds(100);
  EXPECT_EQ(ErrorOf(With(kPolicy, kFifo, family)),
            "Blocking file count 'hbase.hstore.blockingStoreFiles' 16 is below recommended minimum "
            "of 1000 for column family f");
  family.SetConfiguration("hbase.hstore.blockingStoreFiles", "1000");
  EXPECT_EQ(ErrorOf(With(kPolicy, kFifo, family)), "");
  family.SetMinVersions(1);
  EXPECT_EQ(ErrorOf(With(kPolicy, kFifo, family)),
            "MIN_VERSION > 0 is not supported for FIFO compaction");
}

TEST(SettingCheck, TimeRangeTiering) {
  const std::string refused =
      "Time Range Data Tiering should be enabled with Date Tiered Compaction.";
  EXPECT_EQ(ErrorOf(With(kTiering, "TIME_RANGE")), refused);
  EXPECT_EQ(ErrorOf(With(kTiering, "NONE")), "");
  EXPECT_EQ(ErrorOf(With(kTiering, "TIME_RANGE")
                        .SetAttribute("hbase.hstore.engine.class",
                                      "org.apache.hadoop.hbase.regionserver."
                                      "DateTieredStoreEngine")),
            "");
  FamilyDescriptor family("f");
  family.SetConfiguration(kTiering, "TIME_RANGE");
  EXPECT_EQ(ErrorOf(With("a", "b", family)), refused);
}

}  // namespace
}  // namespace basalt::model
