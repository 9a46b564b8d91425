#include "model/descriptor_check.h"

#include <string>

#include <gtest/gtest.h>

namespace basalt {
namespace {

constexpr std::string_view kAdvice =
    " Set hbase.table.sanity.checks to false at conf or table descriptor if you want to bypass "
    "sanity checks";

using Pairs = std::vector<std::pair<std::string, std::string>>;

// A table "t" with a family "f"; keys that begin with '@' are the family's configuration.
TableDescriptor Make(const Pairs& table_attributes, const Pairs& family_attributes) {
  TableDescriptor table(*TableName::Parse("t"));
  for (const auto& [key, value] : table_attributes) table.SetAttribute(key, value);
  FamilyDescriptor family("f");
  for (const auto& [key, value] : family_attributes) {
    if (key.starts_with('@')) {
      family.SetConfiguration(key.substr(1), value);
    } else {
      family.SetAttribute(key, value);
    }
  }
  EXPECT_TRUE(table.AddFamily(family).ok());
  return table;
}

TEST(DescriptorCheckTest, AcceptsWhatHBaseAccepts) {
  const Pairs families[] = {
      {},
      {{"VERSIONS", "2147483647"}},
      {{"MIN_VERSIONS", "1"}},
      {{"MIN_VERSIONS", "3"}, {"VERSIONS", "3"}},
      {{"TTL", "1"}},
      {{"TTL", "1 DAY"}},
      {{"BLOCKSIZE", "1024"}},
      {{"BLOCKSIZE", "16777216"}},
      {{"BLOCKSIZE", "64KB"}},
      {{"REPLICATION_SCOPE", "1"}},
      {{"REPLICATION_SCOPE", "2"}},
      {{"COMPRESSION", "gz"}},
      {{"COMPRESSION", "SNAPPY"}},
      {{"COMPRESSION", "LZ4"}, {"COMPRESSION_COMPACT_MAJOR", "ZSTD"}},
      {{"BLOOMFILTER", "row"}},
      {{"BLOOMFILTER", "ROWPREFIX_FIXED_LENGTH"}, {"@RowPrefixBloomFilter.prefix_length", "4"}},
      {{"KEEP_DELETED_CELLS", "ttl"}},
      {{"IN_MEMORY", "yes"}},
      {{"DFS_REPLICATION", "0"}},
      {{"NEW_VERSION_BEHAVIOR", "false"}},
      {{"NEW_VERSION_BEHAVIOR", "true"}},
      {{"anything", "else"}, {"@some.setting", "x"}},
  };
  for (const Pairs& family : families) {
    const Status status = Make({}, family).Validate();
    EXPECT_TRUE(status.ok()) << status.message();
  }
  const Pairs tables[] = {
      {{"MAX_FILESIZE", "2097152"}},
      {{"MEMSTORE_FLUSHSIZE", "1048576"}},
      {{"READONLY", "true"}},
      {{"DURABILITY", "SKIP_WAL"}},
      {{"REGION_REPLICATION", "3"}},
      {{"coprocessor$1", "|x|1|"}},
      {{"SPLIT_POLICY", "org.apache.hadoop.hbase.regionserver.DisabledRegionSplitPolicy"}},
  };
  for (const Pairs& table : tables) {
    const Status status = Make(table, {}).Validate();
    EXPECT_TRUE(status.ok()) << status.message();
  }
}

struct Refusal {
  Pairs attributes;
  StatusCode code;
  std::string message;
};

std::string Advised(std::string message) { return message.append(kAdvice); }

// R8, R9, R26
TEST(DescriptorCheckTest, R8_R9_R26_FamiliesAreRefusedWithHBasesMessages) {
  const auto invalid = StatusCode::kInvalidArgument;
  const auto do_not_retry = StatusCode::kDoNotRetry;
  const std::string bloom = "Failed to get bloom filter param: ";
  const std::string lzo = "Basalt does not support it. Use one of NONE GZ SNAPPY LZ4 ZSTD";
  const Refusal refusals[] = {
      {{{"VERSIONS", "0"}}, invalid, "Maximum versions must be positive"},
      {{{"VERSIONS", "-1"}}, invalid, "Maximum versions must be positive"},
      {{{"VERSIONS", "x"}}, invalid, "VERSIONS of f: For input string: \"x\""},
      {{{"MIN_VERSIONS", "-1"}},
       do_not_retry,
       Advised("Min versions for column family f  must be positive.")},
      {{{"MIN_VERSIONS", "2"}},
       do_not_retry,
       Advised("Min versions for column family f must be less than the Max versions.")},
      {{{"TTL", "0"}}, do_not_retry, Advised("TTL for column family f must be positive.")},
      {{{"TTL", "-1"}}, do_not_retry, Advised("TTL for column family f must be positive.")},
      {{{"TTL", "abc"}}, invalid, "TTL of f: For input string: \"abc\""},
      {{{"TTL", "3000000000"}}, invalid, "TTL of f: For input string: \"3000000000\""},
      {{{"TTL", "5 SECONDS (1 MINUTE)"}},
       invalid,
       "TTL of f: Malformed TTL string: TTL values in seconds and human readableformat do not "
       "match"},
      {{{"BLOCKSIZE", "1023"}},
       do_not_retry,
       Advised("Block size for column family f  must be between 1K and 16MB.")},
      {{{"BLOCKSIZE", "16777217"}},
       do_not_retry,
       Advised("Block size for column family f  must be between 1K and 16MB.")},
      {{{"REPLICATION_SCOPE", "-1"}},
       do_not_retry,
       Advised("Replication scope for column family f is -1 which is invalid.")},
      {{{"REPLICATION_SCOPE", "3"}},
       do_not_retry,
       Advised("Replication scope for column family f is 3 which is invalid.")},
      {{{"DFS_REPLICATION", "-1"}},
       do_not_retry,
       Advised("HFile Replication for column family f  must be greater than zero.")},
      {{{"DFS_REPLICATION", "99999"}},
       invalid,
       "DFS_REPLICATION of f: For input string: \"99999\""},
      {{{"COMPRESSION", "LZO"}},
       do_not_retry,
       "Compression algorithm 'lzo' previously failed test: " + lzo},
      {{{"COMPRESSION_COMPACT_MINOR", "brotli"}},
       do_not_retry,
       "Compression algorithm 'brotli' previously failed test: " + lzo},
      {{{"COMPRESSION", "FOO"}},
       invalid,
       "COMPRESSION of f: FOO is not supported. Use one of NONE GZ SNAPPY LZO LZ4 BZIP2 ZSTD LZMA "
       "BROTLI"},
      {{{"BLOOMFILTER", "FOO"}},
       invalid,
       "BLOOMFILTER of f: FOO is not supported. Use one of NONE ROW ROWCOL ROWPREFIX_FIXED_LENGTH"},
      {{{"DATA_BLOCK_ENCODING", "PREFIX_TREE"}},
       invalid,
       "DATA_BLOCK_ENCODING of f: PREFIX_TREE is not supported. Use one of NONE PREFIX DIFF "
       "FAST_DIFF ROW_INDEX_V1"},
      {{{"KEEP_DELETED_CELLS", "maybe"}},
       invalid,
       "KEEP_DELETED_CELLS of f: maybe is not supported. Use one of FALSE TRUE TTL"},
      {{{"IN_MEMORY_COMPACTION", "FOO"}},
       invalid,
       "IN_MEMORY_COMPACTION of f: FOO is not supported. Use one of NONE BASIC EAGER ADAPTIVE"},
      {{{"MOB_THRESHOLD", "x"}}, invalid, "MOB_THRESHOLD of f: For input string: \"x\""},
      {{{"BLOOMFILTER", "ROWPREFIX_FIXED_LENGTH"}},
       do_not_retry,
       Advised(bloom + "Bloom filter type is ROWPREFIX_FIXED_LENGTH, "
                       "RowPrefixBloomFilter.prefix_length not specified.")},
      {{{"BLOOMFILTER", "ROWPREFIX_FIXED_LENGTH"}, {"@RowPrefixBloomFilter.prefix_length", "0"}},
       do_not_retry,
       Advised(bloom + "Bloom filter type is ROWPREFIX_FIXED_LENGTH, the value of "
                       "RowPrefixBloomFilter.prefix_length must >=0 and < 32767")},
      {{{"BLOOMFILTER", "ROWPREFIX_FIXED_LENGTH"}, {"@RowPrefixBloomFilter.prefix_length", "x"}},
       do_not_retry,
       Advised(bloom +
               "Number format exception when parsing RowPrefixBloomFilter.prefix_length for "
               "BloomType ROWPREFIX_FIXED_LENGTH:x")},
      {{{"ENCRYPTION", "AES"}},
       do_not_retry,
       "Cipher AES failed test: encryption is disabled on the cluster"},
  };
  for (const Refusal& refusal : refusals) {
    const TableDescriptor table = Make({}, refusal.attributes);
    for (const Status& status : {table.Validate(), table.FindFamily("f")->Validate()}) {
      EXPECT_EQ(status.message(), refusal.message);
      EXPECT_EQ(status.code(), refusal.code) << refusal.message;
    }
  }
}

TEST(DescriptorCheckTest, FamilyNamesAreChecked) {
  EXPECT_EQ(FamilyDescriptor("").Validate().message(), "Column Family name can not be empty");
  EXPECT_EQ(FamilyDescriptor(".f").Validate().code(), StatusCode::kInvalidArgument);
}

TEST(DescriptorCheckTest, TablesAreRefusedWithHBasesMessages) {
  const Refusal refusals[] = {
      {{{"MAX_FILESIZE", "2097151"}},
       StatusCode::kDoNotRetry,
       Advised("MAX_FILESIZE for table descriptor or \"hbase.hregion.max.filesize\" (2097151) is "
               "too small, which might cause over splitting into unmanageable number of regions.")},
      {{{"MAX_FILESIZE", "x"}},
       StatusCode::kInvalidArgument,
       "MAX_FILESIZE of t: For input string: \"x\""},
      {{{"MEMSTORE_FLUSHSIZE", "1048575"}},
       StatusCode::kDoNotRetry,
       Advised("MEMSTORE_FLUSHSIZE for table descriptor or \"hbase.hregion.memstore.flush.size\" "
               "(1048575) is too small, which might cause very frequent flushing.")},
      {{{"REGION_REPLICATION", "0"}},
       StatusCode::kDoNotRetry,
       Advised("Table region replication should be at least one.")},
      {{{"DURABILITY", "sync_wal"}},
       StatusCode::kInvalidArgument,
       "DURABILITY of t: sync_wal is not supported. Use one of USE_DEFAULT SKIP_WAL ASYNC_WAL "
       "SYNC_WAL FSYNC_WAL"},
      {{{"PRIORITY", "x"}}, StatusCode::kInvalidArgument, "PRIORITY of t: For input string: \"x\""},
  };
  for (const Refusal& refusal : refusals) {
    const Status status = Make(refusal.attributes, {}).Validate();
    EXPECT_EQ(status.message(), refusal.message);
    EXPECT_EQ(status.code(), refusal.code) << refusal.message;
  }
}

TEST(DescriptorCheckTest, ATableNeedsAFamily) {
  const TableDescriptor table(*TableName::Parse("t"));
  EXPECT_EQ(table.Validate().code(), StatusCode::kDoNotRetry);
  EXPECT_EQ(table.Validate().message(), Advised("Table should have at least one column family."));
}

TEST(DescriptorCheckTest, MetaCannotBeReadOnly) {
  TableDescriptor meta(*TableName::Parse("hbase:meta"));
  ASSERT_TRUE(meta.AddFamily(FamilyDescriptor("info")).ok());
  EXPECT_TRUE(meta.Validate().ok());
  meta.SetAttribute("READONLY", "true");
  EXPECT_EQ(meta.Validate().message(), Advised("Meta table can't be set as read only."));
}

// As in HBase a table can turn the sanity checks off, but not what Basalt cannot do.
TEST(DescriptorCheckTest, SanityChecksCanBeTurnedOff) {
  const Pairs off = {{"hbase.table.sanity.checks", "FALSE"}};
  EXPECT_TRUE(Make(off, {{"TTL", "0"}, {"BLOCKSIZE", "1"}, {"MIN_VERSIONS", "9"}}).Validate().ok());
  EXPECT_TRUE(Make(off, {{"BLOOMFILTER", "ROWPREFIX_FIXED_LENGTH"}}).Validate().ok());
  // Java's Boolean.valueOf: what is not "true" is false.
  EXPECT_TRUE(Make({{"hbase.table.sanity.checks", "no"}}, {{"TTL", "0"}}).Validate().ok());
  EXPECT_FALSE(Make({{"hbase.table.sanity.checks", "TRUE"}}, {{"TTL", "0"}}).Validate().ok());
  const Pairs hopeless[] = {{{"VERSIONS", "0"}},
                            {{"TTL", "x"}},
                            {{"COMPRESSION", "LZMA"}},
                            {{"ENCRYPTION", "AES"}},
                            {{"COMPRESSION", "FOO"}}};
  for (const Pairs& family : hopeless) EXPECT_FALSE(Make(off, family).Validate().ok());

  TableDescriptor bare(*TableName::Parse("t"));
  bare.SetAttribute("hbase.table.sanity.checks", "false").SetAttribute("MAX_FILESIZE", "1");
  EXPECT_TRUE(bare.Validate().ok());
}

}  // namespace
}  // namespace basalt
