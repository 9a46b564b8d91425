// The data model by example, requirement by requirement (R1 to R17), through the public API.
#include <filesystem>
#include <limits>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "client/test_table.h"

namespace basalt::embedded {
namespace {

using client::TestTable;

FamilyDescriptor Family(int32_t versions = 1) {
  return FamilyDescriptor("f").SetMaxVersions(versions);
}

TEST(DataModel, R1_CellsAreSortedByRowColumnAndTimeDescending) {
  TestTable t({Family(3), FamilyDescriptor("g")});
  t.Put("b", "x", 1, "bx1");
  t.Put("a", "y", 1, "ay1");
  t.Put("a", "x", 2, "ax2");
  t.Put("a", "x", 3, "ax3");
  t.Put("a", "x", 1, "agx1", "g");
  EXPECT_EQ(t.PrintAll(),
            "a/f:x/3/Put ax3\n"
            "a/f:x/2/Put ax2\n"
            "a/f:y/1/Put ay1\n"
            "a/g:x/1/Put agx1\n"
            "b/f:x/1/Put bx1\n");
}

TEST(DataModel, R2_RowKeysAreBytesInUnsignedOrder) {
  TestTable t({Family()});
  const std::vector<Bytes> rows = {Bytes("\x00", 1),     Bytes("\x00\x00", 2), Bytes("\x00\x01", 2),
                                   Bytes("\x00\xFF", 2), Bytes("\x01", 1),     Bytes("a"),
                                   Bytes("a\x00", 2),    Bytes("ab"),          Bytes("\x7F"),
                                   Bytes("\x80"),        Bytes("\xFF"),        Bytes("\xFF\xFF")};
  const std::vector<Bytes> backwards(rows.rbegin(), rows.rend());
  for (const Bytes& row : backwards) t.Put(row, "q", 1, "v");
  std::vector<Bytes> seen;
  auto scanner = t->GetScanner(Scan());
  for (const RowResult& row : *scanner) seen.emplace_back(row.row());
  EXPECT_EQ(seen, rows);
}

TEST(DataModel, R2_RowKeyLengths) {
  TestTable t({Family()});
  const Bytes longest(kMaxRowLength, 'x');
  EXPECT_TRUE(t->Put(Put(longest).AddColumn("f", "q", "v")).ok());
  EXPECT_TRUE(*t->Exists(Get(longest)));
  const Status too_long = t->Put(Put(longest + "x").AddColumn("f", "q", "v"));
  EXPECT_EQ(too_long.code(), StatusCode::kInvalidArgument);
  EXPECT_EQ(too_long.message(), "Row length 32768 is > 32767");
  EXPECT_EQ(t->Put(Put("").AddColumn("f", "q", "v")).message(), "Row length is 0");
  EXPECT_EQ(t->Get(Get("")).status().code(), StatusCode::kInvalidArgument);
}

TEST(DataModel, R3_GetScanRangeAndReverse) {
  TestTable t({Family()});
  for (const char* row : {"a", "b", "c", "d"}) t.Put(row, "q", 1, "v");
  EXPECT_EQ(t.Print(Get("b")), "b/f:q/1/Put v\n");
  EXPECT_EQ(t.Print(Get("x")), "");
  EXPECT_EQ(t.Print(Scan("b", "d")), "b/f:q/1/Put v\nc/f:q/1/Put v\n");
  EXPECT_EQ(t.Print(Scan().WithStartRow("b", false).WithStopRow("d", true)),
            "c/f:q/1/Put v\nd/f:q/1/Put v\n");
  EXPECT_EQ(t.Print(Scan("c", "a").SetReversed()), "c/f:q/1/Put v\nb/f:q/1/Put v\n");
  EXPECT_EQ(t.Print(Scan().SetReversed().SetLimit(2)), "d/f:q/1/Put v\nc/f:q/1/Put v\n");
  EXPECT_EQ(t.Print(Scan("b", "b")), "");
  EXPECT_EQ(t.Print(Scan().SetStartStopRowForPrefixScan("c")), "c/f:q/1/Put v\n");
}

TEST(DataModel, R4_FamiliesAreDeclaredQualifiersAreNot) {
  TestTable t({Family()});
  t.Put("r", "anything \xF0", 1, Bytes("\x00\xFF", 2));
  EXPECT_EQ(t.PrintAll(), "r/f:anything \\xF0/1/Put \\x00\\xFF\n");
  const Status status = t->Put(Put("r").AddColumn("nope", "q", "v"));
  EXPECT_EQ(status.code(), StatusCode::kNoSuchColumnFamily);
  EXPECT_TRUE(status.message().starts_with("Column family nope does not exist in region"))
      << status.message();
  EXPECT_EQ(t->Get(Get("r").AddFamily("nope")).status().code(), StatusCode::kNoSuchColumnFamily);
}

TEST(DataModel, R5_ARowIsWrittenWholeOrNotAtAll) {
  TestTable t({Family(), FamilyDescriptor("g")});
  // One bad column: nothing of the put is there.
  EXPECT_FALSE(t->Put(Put("r").AddColumn("f", "a", "1").AddColumn("nope", "b", "2")).ok());
  EXPECT_EQ(t.PrintAll(), "");
  RowMutations row("r");
  row.Add(Put("r", 5).AddColumn("f", "a", "1").AddColumn("g", "b", "2"));
  row.Add(Delete("r", 4).AddColumns("f", "old"));
  ASSERT_TRUE(t->MutateRow(row).ok());
  EXPECT_EQ(t.PrintAll(), "r/f:a/5/Put 1\nr/g:b/5/Put 2\n");
}

TEST(DataModel, R6_SameTimestampReplacesAnotherAdds) {
  TestTable t({Family(3)});
  t.Put("r", "q", 5, "old");
  t.Put("r", "q", 5, "new");
  t.Put("r", "q", 6, "later");
  EXPECT_EQ(t.PrintAll(), "r/f:q/6/Put later\nr/f:q/5/Put new\n");
  TestTable one({Family(1)});
  one.Put("r", "q", 5, "old");
  one.Put("r", "q", 6, "later");
  EXPECT_EQ(one.PrintAll(), "r/f:q/6/Put later\n");
}

TEST(DataModel, R6_WithoutATimestampTheServersClockIsUsed) {
  TestTable t({Family()});
  ASSERT_TRUE(t->Put(Put("r").AddColumn("f", "q", "v")).ok());
  EXPECT_EQ((*t->Get(Get("r")))[0].timestamp, TestTable::kStart);
}

TEST(DataModel, R7_SurplusVersionsAreNeverReturnedAndVanishAtFlush) {
  TestTable t({Family(2)});
  for (int64_t ts : {1, 2, 3}) t.Put("r", "q", ts, "v" + std::to_string(ts));
  EXPECT_EQ(t.PrintAll(), "r/f:q/3/Put v3\nr/f:q/2/Put v2\n");
  EXPECT_NE(t.PrintRaw().find("r/f:q/1/Put"), std::string::npos);
  t.Flush();
  EXPECT_EQ(t.PrintRaw(), "r/f:q/3/Put v3\nr/f:q/2/Put v2\n");
  EXPECT_EQ(FamilyDescriptor("f").max_versions(), 1);  // the default of HBase 2.x
}

TEST(DataModel, R8_MinVersionsOutliveTheTtl) {
  TestTable t({Family(3).SetMinVersions(1).SetTtlSeconds(10)});
  const int64_t now = TestTable::kStart;
  t.Put("r", "q", now - 2000, "b");
  t.Put("r", "q", now - 1000, "c");
  t.clock().Advance(60'000);
  EXPECT_EQ(t.PrintAll(), "r/f:q/" + std::to_string(now - 1000) + "/Put c\n");
  t.Flush();
  t.MajorCompact();
  EXPECT_EQ(t.PrintRaw(), "r/f:q/" + std::to_string(now - 1000) + "/Put c\n");
  // HBase lets them be equal; more would make no sense.
  EXPECT_TRUE(Family(2).SetMinVersions(2).SetTtlSeconds(10).Validate().ok());
  EXPECT_FALSE(Family(2).SetMinVersions(3).SetTtlSeconds(10).Validate().ok());
}

TEST(DataModel, R9_ExpiredCellsAreUnreadableAtOnceAndGoneAtCompaction) {
  TestTable t({Family(3).SetTtlSeconds(10)});
  t.Put("r", "q", TestTable::kStart, "v");
  t.clock().Advance(10'000);
  EXPECT_NE(t.PrintAll(), "");
  t.clock().Advance(1);
  EXPECT_EQ(t.PrintAll(), "");
  EXPECT_NE(t.PrintRaw(), "");  // still stored
  t.Flush();
  t.MajorCompact();
  EXPECT_EQ(t.PrintRaw(), "");
}

TEST(DataModel, R10_CellTtl) {
  TestTable t({Family().SetTtlSeconds(100)});
  ASSERT_TRUE(t->Put(Put("short").AddColumn("f", "q", "v").SetTtl(5'000)).ok());
  ASSERT_TRUE(t->Put(Put("long").AddColumn("f", "q", "v").SetTtl(1'000'000)).ok());
  t.clock().Advance(5'001);
  EXPECT_FALSE(*t->Exists(Get("short")));
  EXPECT_TRUE(*t->Exists(Get("long")));
  t.clock().Advance(100'000);
  EXPECT_FALSE(*t->Exists(Get("long")));
  t.Flush();
  EXPECT_EQ(t.PrintRaw(), "");
}

TEST(DataModel, R10_AnExpiredCellDoesNotUncoverWhatItOverwrote) {
  TestTable t({Family()});
  t.Put("r", "q", TestTable::kStart, "overwritten");
  t.Flush();
  Put put("r", TestTable::kStart);
  put.AddColumn("f", "q", "brief").SetTtl(10);
  ASSERT_TRUE(t->Put(put).ok());
  t.clock().Advance(1000);
  EXPECT_EQ(t.PrintAll(), "");
  t.Flush();
  EXPECT_EQ(t.PrintAll(), "");
  t.MajorCompact();
  EXPECT_EQ(t.PrintAll(), "");
}

TEST(DataModel, R11_TheFourDeletes) {
  const auto fresh = [](TestTable& t) {
    for (const char* q : {"a", "b"}) {
      for (int64_t ts : {1, 2, 3}) t.Put("r", q, ts, "v");
    }
  };
  {
    TestTable t({Family(5)});
    fresh(t);
    ASSERT_TRUE(t->Delete(Delete("r").AddColumn("f", "a", 2)).ok());
    EXPECT_EQ(t.PrintAll(),
              "r/f:a/3/Put v\nr/f:a/1/Put v\nr/f:b/3/Put v\nr/f:b/2/Put v\nr/f:b/1/Put v\n");
  }
  {
    TestTable t({Family(5)});
    fresh(t);
    ASSERT_TRUE(t->Delete(Delete("r").AddColumns("f", "a", 2)).ok());
    EXPECT_EQ(t.PrintAll(), "r/f:a/3/Put v\nr/f:b/3/Put v\nr/f:b/2/Put v\nr/f:b/1/Put v\n");
  }
  {
    TestTable t({Family(5)});
    fresh(t);
    ASSERT_TRUE(t->Delete(Delete("r").AddFamily("f", 2)).ok());
    EXPECT_EQ(t.PrintAll(), "r/f:a/3/Put v\nr/f:b/3/Put v\n");
  }
  {
    TestTable t({Family(5)});
    fresh(t);
    ASSERT_TRUE(t->Delete(Delete("r").AddFamilyVersion("f", 2)).ok());
    EXPECT_EQ(t.PrintAll(), "r/f:a/3/Put v\nr/f:a/1/Put v\nr/f:b/3/Put v\nr/f:b/1/Put v\n");
  }
}

TEST(DataModel, R11_DeletingTheNewestVersionUncoversTheOneBefore) {
  TestTable t({Family(5)});
  for (int64_t ts : {1, 2, 3}) t.Put("r", "a", ts, "v" + std::to_string(ts));
  ASSERT_TRUE(t->Delete(Delete("r").AddColumn("f", "a")).ok());
  EXPECT_EQ(t.PrintAll(), "r/f:a/2/Put v2\nr/f:a/1/Put v1\n");
  // Twice in one mutation: the two newest.
  ASSERT_TRUE(t->Delete(Delete("r").AddColumn("f", "a").AddColumn("f", "a")).ok());
  EXPECT_EQ(t.PrintAll(), "");
}

TEST(DataModel, R11_MarkersMaskLaterPutsUntilAMajorCompaction) {
  TestTable t({Family(5)});
  ASSERT_TRUE(t->Delete(Delete("r").AddFamily("f", 10)).ok());
  t.Put("r", "a", 5, "masked");
  EXPECT_EQ(t.PrintAll(), "");
  t.Flush();
  EXPECT_EQ(t.PrintAll(), "");
  t.MajorCompact();
  t.Put("r", "a", 5, "seen");
  EXPECT_EQ(t.PrintAll(), "r/f:a/5/Put seen\n");
}

TEST(DataModel, R11_AWholeRowDeletedInEveryFamily) {
  TestTable t({Family(), FamilyDescriptor("g")});
  t.Put("r", "a", 1, "v");
  t.Put("r", "a", 1, "v", "g");
  t.Put("s", "a", 1, "v");
  ASSERT_TRUE(t->Delete(Delete("r")).ok());
  EXPECT_EQ(t.PrintAll(), "s/f:a/1/Put v\n");
}

TEST(DataModel, R12_KeepDeletedCells) {
  TestTable t({Family(5).SetKeepDeletedCells(KeepDeletedCells::kTrue)});
  t.Put("r", "a", 5, "v");
  ASSERT_TRUE(t->Delete(Delete("r").AddColumns("f", "a", 10)).ok());
  for (int round = 0; round < 2; ++round) {
    EXPECT_EQ(t.PrintAll(), "");
    EXPECT_EQ(t.Print(Scan().SetTimeRange(*TimeRange::Of(0, 10))), "r/f:a/5/Put v\n");
    t.Flush();
    t.MajorCompact();
  }
}

TEST(DataModel, R12_KeepDeletedCellsUntilTtl) {
  TestTable t({Family(5).SetKeepDeletedCells(KeepDeletedCells::kTtl).SetTtlSeconds(100)});
  const int64_t now = TestTable::kStart;
  t.Put("r", "a", now, "v");
  ASSERT_TRUE(t->Delete(Delete("r").AddColumns("f", "a", now)).ok());
  t.Flush();
  t.MajorCompact();
  EXPECT_EQ(t.PrintRaw(), "r/f:a/" + std::to_string(now) + "/DeleteColumn\nr/f:a/" +
                              std::to_string(now) + "/Put v\n");
  t.clock().Advance(101'000);
  t.MajorCompact();
  EXPECT_EQ(t.PrintRaw(), "");
}

TEST(DataModel, R13_RawScansListMarkersWithTheirTypes) {
  TestTable t({Family(5)});
  t.Put("r", "a", 1, "v");
  ASSERT_TRUE(t->Delete(Delete("r")
                            .AddFamily("f", 4)
                            .AddFamilyVersion("f", 3)
                            .AddColumns("f", "a", 2)
                            .AddColumn("f", "a", 1))
                  .ok());
  EXPECT_EQ(t.PrintRaw(),
            "r/f:/4/DeleteFamily\n"
            "r/f:/3/DeleteFamilyVersion\n"
            "r/f:a/2/DeleteColumn\n"
            "r/f:a/1/Delete\n"
            "r/f:a/1/Put v\n");
  EXPECT_EQ(t->GetScanner(Scan().SetRaw().AddColumn("f", "a")).status().message(),
            "Cannot specify any column for a raw scan");
}

// The transcript of the documents, line for line. M9: in HBase 2.x it needs deleteall.
struct Transcript {
  KeepDeletedCells keep;
  bool delete_all;
  const char* written;
  const char* flushed;
  const char* compacted;
};

class R14 : public testing::TestWithParam<Transcript> {};

TEST_P(R14, Transcript) {
  const Transcript& expected = GetParam();
  TestTable t({Family(std::numeric_limits<int32_t>::max()).SetKeepDeletedCells(expected.keep)});
  for (int64_t ts : {10, 12, 14}) t.Put("r1", "c1", ts, "value" + std::to_string(ts));
  Delete del("r1");
  if (expected.delete_all) {
    del.AddColumns("f", "c1", 11);
  } else {
    del.AddColumn("f", "c1", 11);
  }
  ASSERT_TRUE(t->Delete(del).ok());
  EXPECT_EQ(t.PrintRaw(), expected.written);
  t.Flush();
  EXPECT_EQ(t.PrintRaw(), expected.flushed);
  t.MajorCompact();
  EXPECT_EQ(t.PrintRaw(), expected.compacted);
}

constexpr char kFour[] =
    "r1/f:c1/14/Put value14\nr1/f:c1/12/Put value12\nr1/f:c1/11/DeleteColumn\n"
    "r1/f:c1/10/Put value10\n";
constexpr char kFourOneVersion[] =
    "r1/f:c1/14/Put value14\nr1/f:c1/12/Put value12\nr1/f:c1/11/Delete\nr1/f:c1/10/Put value10\n";
INSTANTIATE_TEST_SUITE_P(
    DataModel, R14,
    testing::Values(
        Transcript{KeepDeletedCells::kFalse, true, kFour,
                   "r1/f:c1/14/Put value14\nr1/f:c1/12/Put value12\nr1/f:c1/11/DeleteColumn\n",
                   "r1/f:c1/14/Put value14\nr1/f:c1/12/Put value12\n"},
        Transcript{KeepDeletedCells::kTrue, true, kFour, kFour, kFour},
        Transcript{KeepDeletedCells::kFalse, false, kFourOneVersion, kFourOneVersion,
                   "r1/f:c1/14/Put value14\nr1/f:c1/12/Put value12\nr1/f:c1/10/Put value10\n"},
        Transcript{KeepDeletedCells::kTrue, false, kFourOneVersion, kFourOneVersion,
                   kFourOneVersion}),
    [](const auto& info) {
      return std::string(info.param.delete_all ? "deleteall" : "delete") +
             (info.param.keep == KeepDeletedCells::kTrue ? "_kept" : "");
    });

TEST(DataModel, R15_Counters) {
  TestTable t({Family()});
  EXPECT_EQ(*t->IncrementColumnValue("r", "f", "n", 1), 1);
  EXPECT_EQ(*t->IncrementColumnValue("r", "f", "n", 10), 11);
  EXPECT_EQ(*t->IncrementColumnValue("r", "f", "n", -12), -1);
  EXPECT_EQ(ToStringBinary(*t->Get(Get("r"))->GetValue("f", "n")),
            "\\xFF\\xFF\\xFF\\xFF\\xFF\\xFF\\xFF\\xFF");
  // Java's arithmetic: it wraps.
  EXPECT_EQ(*t->IncrementColumnValue("max", "f", "n", std::numeric_limits<int64_t>::max()),
            std::numeric_limits<int64_t>::max());
  EXPECT_EQ(*t->IncrementColumnValue("max", "f", "n", 1), std::numeric_limits<int64_t>::min());
}

TEST(DataModel, R15_OnlyEightBytesAreACounter) {
  TestTable t({Family()});
  t.Put("r", "n", 1, "12345");
  const auto result = t->IncrementColumnValue("r", "f", "n", 1);
  EXPECT_EQ(result.status().code(), StatusCode::kDoNotRetry);
  EXPECT_EQ(result.status().message(), "Field is not a long, it's 5 bytes wide");
  // Nothing of the mutation is written, its good column included.
  EXPECT_FALSE(t->Increment(Increment("r").AddColumn("f", "good", 1).AddColumn("f", "n", 1)).ok());
  EXPECT_EQ(t.PrintAll(), "r/f:n/1/Put 12345\n");
}

TEST(DataModel, R15_IncrementsFromManyThreadsAllCount) {
  TestTable t({Family()});
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      for (int n = 0; n < 500; ++n) {
        EXPECT_TRUE(t->IncrementColumnValue("r", "f", "n", 1).ok());
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(*t->IncrementColumnValue("r", "f", "n", 0), 2000);
}

TEST(DataModel, R16_Append) {
  TestTable t({Family(2)});
  ASSERT_TRUE(t->Append(Append("r").AddColumn("f", "s", "Hello")).ok());
  const auto result = t->Append(Append("r").AddColumn("f", "s", " World"));
  EXPECT_EQ(*result->GetValue("f", "s"), "Hello World");
  // The clock stands still, yet the new value is the newest.
  EXPECT_EQ((*result)[0].timestamp, TestTable::kStart + 1);
  // M2: appending "1" to count makes "111".
  for (int i = 0; i < 3; ++i) {
    ASSERT_TRUE(t->Append(Append("r").AddColumn("f", "count", "1")).ok());
  }
  EXPECT_EQ(*t->Get(Get("r"))->GetValue("f", "count"), "111");
}

TEST(DataModel, R17_CellsOverTheLimitAreRefused) {
  TestTable t({Family()});
  const Bytes ten_mb(10 * 1024 * 1024, 'x');
  const Status status = t->Put(Put("r").AddColumn("f", "q", 7, ten_mb));
  EXPECT_EQ(status.code(), StatusCode::kDoNotRetry);
  EXPECT_EQ(status.message(),
            "Cell[r/f:q/7/Put/vlen=10485760/seqid=0] with size 10485787 exceeds limit of 10485760 "
            "bytes");
  EXPECT_EQ(t.PrintAll(), "");
  EXPECT_TRUE(t->Put(Put("r").AddColumn("f", "q", 7, ten_mb.substr(100))).ok());
  // An append that would grow past it leaves the old value.
  EXPECT_FALSE(t->Append(Append("r").AddColumn("f", "q", Bytes(200, 'y'))).ok());
  EXPECT_EQ(t->Get(Get("r"))->GetValue("f", "q")->size(), ten_mb.size() - 100);
}

TEST(DataModel, R17_ATableSetsItsOwnLimitOfCells) {
  TestTable t({Family()});
  const Bytes large(11 * 1024 * 1024, 'x');
  const auto put = [&] { return t->Put(Put("r").AddColumn("f", "q", 7, large)).code(); };
  const auto modify = [&](const std::string& limit) {
    TableDescriptor table = *t.admin().GetDescriptor(TestTable::name());
    return t.admin().ModifyTable(table.SetAttribute("hbase.server.keyvalue.maxsize", limit));
  };
  const auto set = [&](const std::string& limit) { TestTable::Check(modify(limit)); };
  EXPECT_EQ(put(), StatusCode::kDoNotRetry);
  set("20000000");
  EXPECT_EQ(put(), StatusCode::kOk);
  set("1000");
  EXPECT_EQ(put(), StatusCode::kDoNotRetry);
  set("0");
  EXPECT_EQ(put(), StatusCode::kOk);
  EXPECT_EQ(modify("much").code(), StatusCode::kDoNotRetry);
}

TEST(DataModel, R17_MobValuesMoveWithTheThreshold) {
  TestTable t({Family().SetMob(1000)});
  const auto blob_bytes = [&] {
    uintmax_t bytes = 0;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(t.directory())) {
      if (entry.path().extension() == ".blob") bytes += entry.file_size();
    }
    return bytes;
  };
  for (int i = 0; i < 20; ++i) t.Put("r" + std::to_string(i), "q", 1, Bytes(1001, 'L'));
  t.Put("edge", "q", 1, Bytes(1000, 'e'));  // as large as the threshold: not above it
  t.Flush();
  const uintmax_t all = blob_bytes();
  EXPECT_GE(all, 20U * 1001);
  EXPECT_LT(all, 20U * 1001 + 2000);
  const std::string content = t.PrintAll();

  // Half of them go, and their room comes back.
  for (int i = 0; i < 10; ++i) ASSERT_TRUE(t->Delete(Delete("r" + std::to_string(i))).ok());
  t.MajorCompact();
  EXPECT_LE(blob_bytes(), all / 2 + 1000);
  EXPECT_EQ(*t->Get(Get("r15"))->GetValue("f", "q"), Bytes(1001, 'L'));

  // A family that is no MOB family any more takes its values back, one that is one again moves them
  // out.
  ASSERT_TRUE(t.admin().ModifyFamily(TestTable::name(), Family()).ok());
  t.MajorCompact();
  EXPECT_EQ(blob_bytes(), 0U);
  EXPECT_EQ(*t->Get(Get("r15"))->GetValue("f", "q"), Bytes(1001, 'L'));
  ASSERT_TRUE(t.admin().ModifyFamily(TestTable::name(), Family().SetMob(500)).ok());
  t.MajorCompact();
  EXPECT_GE(blob_bytes(), 10U * 1001 + 1000);
  t.Reopen();
  EXPECT_EQ(*t->Get(Get("r15"))->GetValue("f", "q"), Bytes(1001, 'L'));
  EXPECT_EQ(*t->Get(Get("edge"))->GetValue("f", "q"), Bytes(1000, 'e'));
}

TEST(DataModel, R17_MobFamiliesKeepLargeValuesInBlobFiles) {
  ConnectionOptions options;
  options.max_cell_bytes = 0;
  TestTable t({Family().SetMob(1000)}, options);
  const Bytes large(20 * 1024 * 1024, 'L');
  t.Put("large", "q", 1, large);
  t.Put("small", "q", 1, "s");
  t.Flush();
  const auto blob_bytes = [&] {
    uintmax_t bytes = 0;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(t.directory())) {
      if (entry.path().extension() == ".blob") bytes += entry.file_size();
    }
    return bytes;
  };
  EXPECT_GE(blob_bytes(), large.size());
  EXPECT_LT(blob_bytes(), large.size() + 1000);
  EXPECT_EQ(*t->Get(Get("large"))->GetValue("f", "q"), large);
  EXPECT_EQ(*t->Get(Get("small"))->GetValue("f", "q"), "s");
  t.Reopen();
  EXPECT_EQ(*t->Get(Get("large"))->GetValue("f", "q"), large);
  // Deleted values are collected by a major compaction.
  ASSERT_TRUE(t->Delete(Delete("large")).ok());
  t.MajorCompact();
  EXPECT_EQ(blob_bytes(), 0U);
}

}  // namespace
}  // namespace basalt::embedded
