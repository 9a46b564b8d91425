#include "design/sample/stored_sample.h"

#include <map>
#include <random>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/testing.h"
#include "design/check/stored_check.h"

namespace basalt::design {
namespace {

const TableName kTable = *TableName::Parse("t");

class StoredSample : public testing::Test {
 protected:
  void Make(const std::vector<Bytes>& splits = {}) {
    connection_ = std::move(*Connection::Open(directory_.Sub("data")));
    TableDescriptor descriptor(kTable);
    ASSERT_TRUE(descriptor.AddFamily(FamilyDescriptor("f")).ok());
    ASSERT_TRUE(descriptor.AddFamily(FamilyDescriptor("g")).ok());
    ASSERT_TRUE(connection_->admin().CreateTable(descriptor, splits).ok());
  }
  void Put(const std::vector<Bytes>& keys) {
    std::vector<basalt::Put> puts;
    for (const Bytes& key : keys) {
      puts.push_back(basalt::Put(key, ++time_));
      puts.back().AddColumn("f", "a", "1").AddColumn("g", "b", Bytes(100, 'x'));
    }
    ASSERT_TRUE((*connection_->GetTable(kTable))->Put(puts).ok());
  }
  // Fails if a row is sampled twice.
  std::map<Bytes, int64_t> Sample(uint32_t rows) {
    std::map<Bytes, int64_t> sample;
    StoredSampleHooks hooks;
    hooks.row = [&](BytesView key, int64_t timestamp) {
      EXPECT_TRUE(sample.emplace(key, timestamp).second) << key;
    };
    hooks.progress = [&](uint64_t count, size_t done, size_t regions) {
      EXPECT_EQ(count, sample.size());
      EXPECT_LE(done, regions);
      steps_ = done;
    };
    const auto starts = RegionStarts(*connection_, kTable);
    EXPECT_TRUE(starts.ok());
    const Status status =
        SampleStoredRows(*connection_, kTable, *starts, {.rows = rows, .places = 256}, hooks);
    EXPECT_TRUE(status.ok()) << status.ToString();
    return sample;
  }
  StoredResult Check(uint32_t rows) {
    const auto starts = RegionStarts(*connection_, kTable);
    StoredCheck check("t", {}, *starts);
    for (const auto& [key, timestamp] : Sample(rows)) check.Add(key, timestamp);
    return check.Finish(1);
  }
  static bool Monotonic(const StoredResult& result) {
    return std::any_of(result.findings.begin(), result.findings.end(),
                       [](const Finding& finding) { return finding.kind == "monotonic"; });
  }

  base::TempDir directory_;
  std::unique_ptr<Connection> connection_;
  int64_t time_ = 0;
  size_t steps_ = 0;
};

TEST_F(StoredSample, ASmallTableComesWhole) {
  Make({"b", "c"});
  EXPECT_TRUE(Sample(1000).empty());
  Put({"a", "a1", "b", "b1", "c9"});
  const std::map<Bytes, int64_t> all = {{"a", 1}, {"a1", 2}, {"b", 3}, {"b1", 4}, {"c9", 5}};
  EXPECT_EQ(Sample(1000), all);
  EXPECT_EQ(steps_, 3U);
}

TEST_F(StoredSample, ALargeOneComesInPart) {
  Make({"00005000"});
  std::vector<Bytes> keys;
  for (int i = 0; i < 10'000; ++i) keys.push_back(fmt::format("{:08}", i));
  Put(keys);
  const auto sample = Sample(1000);
  EXPECT_LE(sample.size(), 1000U);
  EXPECT_GE(sample.size(), 800U);
  // Both ends of both regions, and rows between.
  for (const int row : {0, 4999, 5000, 9999}) EXPECT_TRUE(sample.contains(keys[row])) << row;
  int tenths = 0;
  for (int tenth = 0; tenth < 10; ++tenth) {
    const auto first = sample.lower_bound(keys[tenth * 1000]);
    if (first != sample.end() && first->first <= keys[tenth * 1000 + 999]) ++tenths;
  }
  EXPECT_GE(tenths, 8);
}

TEST_F(StoredSample, ManyRegionsAreChosenFrom) {
  std::vector<Bytes> splits;
  std::vector<Bytes> keys;
  for (int i = 0; i < 60; ++i) {
    splits.push_back(fmt::format("{:02}", i + 1));
    for (int j = 0; j < 10; ++j) keys.push_back(fmt::format("{:02}{}", i, j));
  }
  Make(splits);
  Put(keys);
  const auto sample = Sample(100);
  EXPECT_LE(sample.size(), 100U);
  EXPECT_TRUE(sample.contains("000"));
  EXPECT_EQ(steps_, 12U);
}

TEST_F(StoredSample, WhatTheCheckMakesOfIt) {
  Make({"00005000"});
  std::vector<Bytes> keys;
  for (int i = 0; i < 10'000; ++i) keys.push_back(fmt::format("{:08}", i));
  Put(keys);
  EXPECT_TRUE(Monotonic(Check(1000)));
}

// All salts in one region: the sample has the oldest rows of some salts and the newest of others.
TEST_F(StoredSample, SaltsInOneRegionAreNoHotspot) {
  Make();
  std::mt19937_64 random(1);
  std::vector<Bytes> keys;
  for (int i = 0; i < 20'000; ++i) keys.push_back(fmt::format("{:02}{:08}", random() % 16, i));
  Put(keys);
  for (const uint32_t rows : {200U, 1000U, 5000U, 100'000U}) {
    const StoredResult result = Check(rows);
    EXPECT_FALSE(Monotonic(result)) << rows << "\n" << TextReport(result);
  }
}

}  // namespace
}  // namespace basalt::design
