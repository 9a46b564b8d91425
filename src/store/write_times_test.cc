// A write that begins after a delete was acknowledged is not hidden by it, although the clock
// stands still, is set back, or the store is opened again.
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "basalt/mutation.h"
#include "base/testing.h"
#include "store/cell_table.h"
#include "store/store.h"

namespace basalt::store {
namespace {

constexpr int64_t kNow = 1'700'000'000'000;
constexpr int64_t kHour = 3'600'000;

class WriteTimesTest : public testing::Test {
 protected:
  WriteTimesTest() { Open(); }

  void Open() {
    table_.reset();
    store_.reset();
    StoreOptions options;
    options.clock = &clock_;
    store_ = *Store::Open(dir_.Sub("data"), options);
    TableDescriptor descriptor(*TableName::Parse("t"));
    FamilyDescriptor family("f");
    family.SetMaxVersions(100);
    EXPECT_TRUE(descriptor.AddFamily(family).ok());
    auto cells = store_->FindFamily("1.f");
    if (cells == nullptr) cells = *store_->CreateFamily("1.f", family);
    EXPECT_TRUE(store_->ConfigureFamily(*cells, family).ok());
    table_ = std::make_unique<CellTable>(store_, 1, descriptor,
                                         std::vector<std::shared_ptr<Family>>{cells});
  }
  void Write(const Mutation& mutation) {
    const auto written = table_->MutateRow(mutation.row(), {&mutation, 1});
    ASSERT_TRUE(written.ok()) << written.status().ToString();
  }
  void PutValue(const Bytes& row, const Bytes& value) {
    Write(Put(row).AddColumn("f", "q", value));
  }
  // The newest value; "" if there is none.
  Bytes Read(const Bytes& row) {
    const auto result = table_->Get(Get(row));
    EXPECT_TRUE(result.ok()) << result.status().ToString();
    const auto cell = result->GetLatest("f", "q");
    return cell ? Bytes(cell->value) : Bytes();
  }
  int64_t TimeOf(const Bytes& row) { return (*table_->Get(Get(row)))[0].timestamp; }

  base::TempDir dir_;
  base::ManualClock clock_{kNow};
  std::shared_ptr<Store> store_;
  std::unique_ptr<CellTable> table_;
};

TEST_F(WriteTimesTest, PutAfterAnyKindOfDeleteIsVisible) {
  const std::vector<Delete> deletes = {Delete("r"), Delete("r").AddFamily("f"),
                                       Delete("r").AddColumns("f", "q"),
                                       Delete("r").AddColumn("f", "q")};
  for (size_t i = 0; i < deletes.size(); ++i) {
    for (int round = 0; round < 3; ++round) {
      PutValue("r", "before");
      EXPECT_EQ(Read("r"), "before") << i;
      Write(deletes[i]);
      if (i < 3) {
        EXPECT_EQ(Read("r"), "") << i;
      }
      PutValue("r", "after");
      EXPECT_EQ(Read("r"), "after") << i;
      Write(Delete("r"));
      EXPECT_EQ(Read("r"), "") << i;
    }
  }
}

TEST_F(WriteTimesTest, WritesWithoutADeleteGetTheClocksTime) {
  PutValue("r", "1");
  PutValue("r", "2");
  EXPECT_EQ(TimeOf("r"), kNow);
  EXPECT_EQ((*table_->Get(Get("r").ReadAllVersions())).size(), 1U)
      << "one millisecond, one version";
  Write(Delete("r"));
  PutValue("r", "3");
  EXPECT_EQ(TimeOf("r"), kNow + 1);
  clock_.Advance(10);
  PutValue("r", "4");
  EXPECT_EQ(TimeOf("r"), kNow + 10);
}

TEST_F(WriteTimesTest, PutsThatRanAheadDoNotHideLaterOnes) {
  Write(Delete("r"));
  for (int i = 0; i < 20; ++i) PutValue("r", std::to_string(i));
  EXPECT_EQ(TimeOf("r"), kNow + 20);
  clock_.Advance(5);
  PutValue("r", "later");
  EXPECT_EQ(Read("r"), "later");
}

TEST_F(WriteTimesTest, IncrementsAndAppendsStartAgainAfterADelete) {
  Write(Increment("r").AddColumn("f", "q", 5));
  Write(Delete("r"));
  Write(Increment("r").AddColumn("f", "q", 7));
  EXPECT_EQ(Read("r"), EncodeLong(7));
  Write(Delete("r"));
  Write(Append("r").AddColumn("f", "q", "x"));
  EXPECT_EQ(Read("r"), "x");
}

TEST_F(WriteTimesTest, MutationsOfOneRequestShareTheirTime) {
  const std::vector<Mutation> both = {Delete("r").AddFamily("f"),
                                      Put("r").AddColumn("f", "q", "v")};
  ASSERT_TRUE(table_->MutateRow("r", both).ok());
  EXPECT_EQ(Read("r"), "") << "as in HBase, the marker wins";
}

TEST_F(WriteTimesTest, MarkersInAPutDeleteAndLaterPutsAreVisible) {
  Mutation markers{Put("r")};
  MutationCell& marker = markers.mutable_cells().emplace_back();
  marker.family = "f";
  marker.qualifier = "q";
  marker.type = CellType::kDeleteColumn;
  marker.timestamp = kLatestTimestamp;
  PutValue("r", "before");
  Write(markers);
  EXPECT_EQ(Read("r"), "");
  PutValue("r", "after");
  EXPECT_EQ(Read("r"), "after");
}

TEST_F(WriteTimesTest, MarkersOfTheFutureHideLaterPutsAsInHBase) {
  Write(Delete("r").AddFamily("f", kNow + kHour));
  PutValue("r", "v");
  EXPECT_EQ(Read("r"), "");
}

TEST_F(WriteTimesTest, ClockSetBack) {
  PutValue("r", "before");
  Write(Delete("r"));
  clock_.Advance(-kHour);
  PutValue("r", "1");
  EXPECT_EQ(Read("r"), "1");
  PutValue("r", "2");
  EXPECT_EQ(Read("r"), "2");
  Write(Delete("r"));
  EXPECT_EQ(Read("r"), "");
}

TEST_F(WriteTimesTest, ClockSetBackAndOpenedAgain) {
  PutValue("r", "before");
  Write(Delete("r"));
  clock_.Advance(-kHour);
  Open();
  PutValue("r", "after");
  EXPECT_EQ(Read("r"), "after");
  Write(Delete("r"));
  Open();
  PutValue("r", "again");
  EXPECT_EQ(Read("r"), "again");
}

// Times run ahead of the clock after a restart with the clock set back; a delete still hides what
// was written before it, also after another restart.
TEST_F(WriteTimesTest, DeletesHidePutsThatRanAheadOfTheClock) {
  Write(Delete("r"));
  clock_.Advance(-kHour);
  for (int restart = 0; restart < 3; ++restart) {
    Open();
    for (int i = 0; i < 1500; ++i) Write(Increment("r").AddColumn("f", "q", 1));
    EXPECT_EQ(Read("r"), EncodeLong(1500));
    Open();
    Write(Delete("r"));
    EXPECT_EQ(Read("r"), "");
  }
}

TEST_F(WriteTimesTest, AfterAnOrderlyRestartTimesAreNotAheadOfTheClock) {
  Write(Delete("r"));
  clock_.Advance(1);
  Open();
  PutValue("r", "v");
  EXPECT_EQ(TimeOf("r"), kNow + 1);
}

TEST(WriteTimesRecordTest, IsNeverBehindAMarkerAndWrittenRarely) {
  std::vector<int64_t> records;
  WriteTimes times;
  times.Open(std::nullopt, [&](int64_t record) {
    records.push_back(record);
    return Status();
  });
  for (int64_t now = kNow; now < kNow + 5000; ++now) {
    ASSERT_TRUE(times.NoteMarker(1, "r", now, now).ok());
    ASSERT_GE(records.back(), now);
  }
  EXPECT_LE(records.size(), 6U);
}

TEST(WriteTimesRecordTest, MarkerIsRefusedWhenTheRecordCannotBeWritten) {
  WriteTimes times;
  times.Open(std::nullopt, [](int64_t) { return Status(StatusCode::kIoError, "no room"); });
  EXPECT_EQ(times.NoteMarker(1, "r", kNow, kNow).code(), StatusCode::kIoError);
}

}  // namespace
}  // namespace basalt::store
