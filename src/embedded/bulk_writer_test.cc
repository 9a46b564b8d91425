// Bulk writes: the same cells as by puts, all at once or not at all.
#include "basalt/bulk_writer.h"

#include <atomic>
#include <filesystem>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "client/test_table.h"

namespace basalt::embedded {
namespace {

using client::TestTable;
using testing::HasSubstr;

std::unique_ptr<BulkWriter> Open(TestTable& t) {
  auto writer = t->OpenBulkWriter();
  TestTable::Check(writer.status());
  return *std::move(writer);
}

Scan Raw() { return Scan().ReadAllVersions().SetRaw(); }

std::vector<FamilyDescriptor> TwoFamilies() {
  return {FamilyDescriptor("f").SetMaxVersions(3), FamilyDescriptor("g")};
}

// Puts and deletes of every kind that needs no read, on few rows and columns.
std::vector<Mutation> RandomMutations(uint64_t seed, int count) {
  std::mt19937_64 random(seed);
  const auto pick = [&](uint64_t below) { return random() % below; };
  std::vector<Mutation> mutations;
  for (int i = 0; i < count; ++i) {
    Bytes row = "r" + std::to_string(pick(20));
    if (pick(4) == 0) row += Bytes("\0\xFF", 2);
    const Bytes qualifier = pick(5) == 0 ? Bytes() : "q" + std::to_string(pick(3));
    const auto timestamp = static_cast<int64_t>(1 + pick(5));
    const char* family = pick(3) == 0 ? "g" : "f";
    switch (pick(8)) {
      case 0: mutations.push_back(Delete(row, timestamp)); break;
      case 1: mutations.push_back(Delete(row).AddColumn(family, qualifier, timestamp)); break;
      case 2: mutations.push_back(Delete(row).AddColumns(family, qualifier, timestamp)); break;
      case 3: mutations.push_back(Delete(row).AddFamily(family, timestamp)); break;
      default: {
        Put put(row);
        put.AddColumn(family, qualifier, timestamp, "v" + std::to_string(i));
        if (pick(6) == 0) put.SetTtl(1'000'000);
        mutations.push_back(put);
      }
    }
  }
  return mutations;
}

void Apply(TestTable& t, const Mutation& mutation) {
  if (mutation.type() == MutationType::kPut) {
    Put put(mutation.row());
    put.mutable_cells() = mutation.cells();
    if (mutation.ttl()) put.SetTtl(*mutation.ttl());
    TestTable::Check(t->Put(put));
  } else {
    Delete del(mutation.row(), mutation.timestamp());
    del.mutable_cells() = mutation.cells();
    TestTable::Check(t->Delete(del));
  }
}

TEST(BulkWriter, WritesWhatPutsAndDeletesWrite) {
  for (uint64_t seed = 1; seed <= 6; ++seed) {
    TestTable bulk(TwoFamilies());
    TestTable puts(TwoFamilies());
    const auto mutations = RandomMutations(seed, 300);
    // A mix of memstore, files, and chunks.
    auto writer = Open(bulk);
    for (size_t i = 0; i < mutations.size(); ++i) {
      Apply(puts, mutations[i]);
      if (i % 97 < 20) {
        // What came before is older.
        TestTable::Check(writer->Commit());
        Apply(bulk, mutations[i]);
      } else {
        TestTable::Check(writer->Add(mutations[i]));
      }
      if (i % 50 == 49) TestTable::Check(writer->Commit());
    }
    TestTable::Check(writer->Commit());
    // A commit flushes, which drops some of the hidden cells.
    ASSERT_EQ(bulk.Print(Scan().ReadAllVersions()), puts.Print(Scan().ReadAllVersions()))
        << "seed " << seed;
    bulk.MajorCompact();
    puts.MajorCompact();
    ASSERT_EQ(bulk.Print(Raw()), puts.Print(Raw())) << "seed " << seed;
    writer.reset();
    bulk.Reopen();
    ASSERT_EQ(bulk.Print(Raw()), puts.Print(Raw())) << "seed " << seed;
  }
}

TEST(BulkWriter, IsVisibleWithCommitOnly) {
  TestTable t(TwoFamilies());
  auto writer = Open(t);
  TestTable::Check(writer->Add(Put("a").AddColumn("f", "q", 1, "v")));
  EXPECT_GT(writer->buffered_bytes(), 0U);
  TestTable::Check(writer->Prepare());
  EXPECT_EQ(writer->Add(Put("b").AddColumn("f", "q", 1, "v")).code(), StatusCode::kInvalidArgument);
  EXPECT_EQ(t.Print(Scan()), "");
  TestTable::Check(writer->Commit());
  EXPECT_EQ(t.Print(Scan()), "a/f:q/1/Put v\n");
  // The next chunk.
  TestTable::Check(writer->Add(Put("b").AddColumn("f", "q", 1, "w")));
  TestTable::Check(writer->Commit());
  TestTable::Check(writer->Commit());
  EXPECT_EQ(t.Print(Scan()), "a/f:q/1/Put v\nb/f:q/1/Put w\n");
}

TEST(BulkWriter, LeavesNothingBehind) {
  TestTable t(TwoFamilies());
  const std::string folder = t.directory() + "/bulk";
  {
    auto writer = Open(t);
    TestTable::Check(writer->Add(Put("a").AddColumn("f", "q", 1, "v")));
    TestTable::Check(writer->Prepare());
    EXPECT_FALSE(std::filesystem::is_empty(folder));
  }
  EXPECT_TRUE(std::filesystem::is_empty(folder));
  auto writer = Open(t);
  TestTable::Check(writer->Add(Put("a").AddColumn("f", "q", 1, "v")));
  TestTable::Check(writer->Commit());
  EXPECT_TRUE(std::filesystem::is_empty(folder));
  writer.reset();
  // As if the process had been killed.
  std::filesystem::create_directories(folder + "/7");
  t.Reopen();
  EXPECT_FALSE(std::filesystem::exists(folder));
}

TEST(BulkWriter, OverwritesAndIsOverwritten) {
  TestTable t(TwoFamilies());
  t.Put("a", "q", 5, "put");
  auto writer = Open(t);
  TestTable::Check(writer->Add(Put("a").AddColumn("f", "q", 5, "first")));
  TestTable::Check(writer->Add(Put("a").AddColumn("f", "q", 5, "bulk")));
  TestTable::Check(writer->Commit());
  EXPECT_EQ(t.Print(Scan()), "a/f:q/5/Put bulk\n");
  t.Put("a", "q", 5, "later");
  EXPECT_EQ(t.Print(Scan()), "a/f:q/5/Put later\n");
  t.Flush();
  t.MajorCompact();
  EXPECT_EQ(t.Print(Scan()), "a/f:q/5/Put later\n");
}

TEST(BulkWriter, RefusesWhatPutsRefuse) {
  ConnectionOptions options;
  options.max_cell_bytes = 1000;
  TestTable t(TwoFamilies(), options);
  auto writer = Open(t);
  const std::vector<Mutation> wrong = {
      Put("a").AddColumn("nope", "q", "v"), Put("").AddColumn("f", "q", "v"), Put("a"),
      Put("a").AddColumn("f", "q", Bytes(2000, 'x')), Put("a").AddColumn("f", "q", -1, "v")};
  for (const Mutation& mutation : wrong) {
    Put put(mutation.row());
    put.mutable_cells() = mutation.cells();
    EXPECT_EQ(writer->Add(mutation).ToString(), t->Put(put).ToString());
  }
  EXPECT_EQ(writer->Add(Delete("a").AddColumn("f", "q")).code(), StatusCode::kInvalidArgument);
  EXPECT_EQ(writer->Add(Increment("a").AddColumn("f", "q", 1)).code(),
            StatusCode::kInvalidArgument);
  TestTable::Check(writer->Add(Put("b").AddColumn("f", "q", 1, "v")));
  TestTable::Check(writer->Commit());
  EXPECT_EQ(t.Print(Scan()), "b/f:q/1/Put v\n");
}

TEST(BulkWriter, LeavesConstraintsAndMobToPuts) {
  TestTable mob({FamilyDescriptor("f").SetMob(100)});
  EXPECT_EQ(mob->OpenBulkWriter().status().code(), StatusCode::kNotSupported);
  TestTable constrained(TwoFamilies());
  auto begun = Open(constrained);
  TestTable::Check(begun->Add(Put("a").AddColumn("f", "q", 1, "too long")));
  auto checked = *constrained->GetDescriptor();
  checked.SetAttribute("basalt.constraint.short", "f:q length 1..3");
  TestTable::Check(constrained.admin().ModifyTable(checked));
  EXPECT_EQ(begun->Commit().code(), StatusCode::kNotSupported);
  EXPECT_EQ(constrained->OpenBulkWriter().status().code(), StatusCode::kNotSupported);
  EXPECT_EQ(constrained.Print(Scan()), "");
  TestTable t(TwoFamilies());
  auto writer = Open(t);
  TestTable::Check(writer->Add(Put("a").AddColumn("f", "q", 1, "v")));
  auto descriptor = *t->GetDescriptor();
  descriptor.SetAttribute("READONLY", "true");
  TestTable::Check(t.admin().ModifyTable(descriptor));
  EXPECT_EQ(writer->Commit().code(), StatusCode::kDoNotRetry);
  EXPECT_EQ(t.Print(Scan()), "");
}

TEST(BulkWriter, NoticesThatTheTableWasReplaced) {
  TestTable t(TwoFamilies());
  auto writer = Open(t);
  TestTable::Check(writer->Add(Put("a").AddColumn("f", "q", 1, "v")));
  TestTable::Check(t.admin().DisableTable(t.name()));
  EXPECT_EQ(t->OpenBulkWriter().status().code(), StatusCode::kTableNotEnabled);
  TestTable::Check(t.admin().TruncateTable(t.name()));
  const Status status = writer->Commit();
  EXPECT_EQ(status.code(), StatusCode::kDoNotRetry);
  EXPECT_THAT(status.message(), HasSubstr("replaced"));
  EXPECT_EQ(t.Print(Scan()), "");
}

TEST(BulkWriter, TimesWithoutATimestampAreTheClocks) {
  TestTable t(TwoFamilies());
  TestTable::Check(t->Delete(Delete("a")));
  auto writer = Open(t);
  TestTable::Check(writer->Add(Put("a").AddColumn("f", "q", "v")));
  TestTable::Check(writer->Commit());
  // Later than the marker of the same millisecond, as a put's.
  EXPECT_EQ(t.Print(Scan()), "a/f:q/" + std::to_string(TestTable::kStart + 1) + "/Put v\n");
}

TEST(BulkWriter, IsCountedInItsRegion) {
  TestTable t(TwoFamilies());
  auto writer = Open(t);
  for (int i = 0; i < 10; ++i) {
    TestTable::Check(writer->Add(Put("a" + std::to_string(i)).AddColumn("f", "q", 1, "v")));
  }
  TestTable::Check(writer->Commit());
  const auto regions = *t.admin().ListRegions(t.name());
  ASSERT_EQ(regions.size(), 1U);
  EXPECT_EQ(regions[0].write_request_count, 10U);
}

TEST(BulkWriter, ReadersSeeAllFamiliesOrNone) {
  TestTable t(TwoFamilies());
  std::atomic<bool> done{false};
  std::atomic<int> torn{0};
  std::thread reader([&] {
    while (!done) {
      const auto row = t->Get(Get("a"));
      if (!row.ok()) {
        ++torn;
        continue;
      }
      const auto f = row->GetValue("f", "q");
      const auto g = row->GetValue("g", "q");
      if (f.has_value() != g.has_value() || (f && *f != *g)) ++torn;
    }
  });
  auto writer = Open(t);
  for (int i = 1; i <= 100; ++i) {
    const std::string value = std::to_string(i);
    TestTable::Check(
        writer->Add(Put("a").AddColumn("f", "q", i, value).AddColumn("g", "q", i, value)));
    TestTable::Check(writer->Commit());
  }
  done = true;
  reader.join();
  EXPECT_EQ(torn, 0);
}

}  // namespace
}  // namespace basalt::embedded
