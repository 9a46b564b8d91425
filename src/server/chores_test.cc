// The chores, by a clock that stands where it is put.
#include "server/chores.h"

#include <algorithm>
#include <memory>
#include <string>
#include <thread>

#include "server/compaction_queue.h"
#include "server/service/master_fixture.h"
#include "store/maintenance.h"

namespace basalt::server {
namespace {

constexpr int64_t kDay = 86'400'000;

class ChoresTest : public ServiceTest {
 protected:
  // Until all that is queued is done.
  void Settle() {
    while (std::ranges::any_of(context_.catalog().regions().All(), [this](const auto& region) {
      return context_.compactions().tracker().Of(*region).major > 0;
    })) {
      context_.compactions().Resume();
      std::this_thread::yield();
    }
  }
  int64_t LastMajor(const std::string& table) {
    pb::MajorCompactionTimestampRequest request;
    wire::FillTableName(Name(table), *request.mutable_table_name());
    return Master<pb::MajorCompactionTimestampResponse>("getLastMajorCompactionTimestamp", request)
        ->compaction_timestamp();
  }
  void CreateWith(const TableDescriptor& table) {
    Check(Master<pb::CreateTableResponse>("CreateTable", CreateRequest(table)).status());
  }
  std::shared_ptr<store::Family> FamilyOf(const std::string& table) {
    const auto entry = context_.catalog().tables().Find(Name(table));
    return (*entry)->CellsInAnyState()->FindFamily("f")->family;
  }
};

TEST_F(ChoresTest, MajorsComeWithTheirPeriodAndOnlyWhenThereIsSomethingToDo) {
  Create("t");
  Put("t", "r", "v");
  Chores chores(context_);
  chores.QueueMajors();
  Settle();
  EXPECT_EQ(LastMajor("t"), 0) << "not before half of the period";

  clock_.Advance(11 * kDay);
  chores.QueueMajors();
  Settle();
  const int64_t first = clock_.NowMs();
  EXPECT_EQ(LastMajor("t"), first);

  clock_.Advance(11 * kDay);
  chores.QueueMajors();
  Settle();
  EXPECT_EQ(LastMajor("t"), first) << "nothing was written and nothing has expired";

  Put("t", "r", "new");
  chores.QueueMajors();
  Settle();
  EXPECT_EQ(LastMajor("t"), clock_.NowMs());

  // Another process knows it too.
  const CompactionQueue another(context_.store(), context_.catalog(), context_.background());
  EXPECT_EQ(another.majors().Of(RegionOf("t")->encoded_name(), "f").ended_ms, clock_.NowMs());
}

TEST_F(ChoresTest, MajorsAreOffWhereTheyAreTurnedOff) {
  TableDescriptor off = Describe("off");
  off.SetAttribute("COMPACTION_ENABLED", "false");
  CreateWith(off);
  TableDescriptor never = Describe("never");
  never.SetAttribute("hbase.hregion.majorcompaction", "0");
  CreateWith(never);
  Put("off", "r", "v");
  Put("never", "r", "v");
  clock_.Advance(30 * kDay);
  Chores chores(context_);
  chores.QueueMajors();
  Settle();
  EXPECT_EQ(LastMajor("off"), 0);
  EXPECT_EQ(LastMajor("never"), 0);
  Create("t");
  Put("t", "r", "v");
  clock_.Advance(30 * kDay);
  context_.switches().compactions = false;
  chores.QueueMajors();
  Settle();
  EXPECT_EQ(LastMajor("t"), 0);
}

TEST_F(ChoresTest, ExpiredCellsLeaveTheDiskThoughNobodyWrites) {
  TableDescriptor table(Name("t"));
  FamilyDescriptor family("f");
  family.SetTtlSeconds(3600);
  Check(table.AddFamily(family));
  CreateWith(table);
  for (int i = 0; i < 1000; ++i) Put("t", "r" + std::to_string(i), std::string(1000, 'v'));
  Check(store::FlushFamily(context_.store(), *FamilyOf("t")));
  Put("t", "in memory", "v");
  const uint64_t before = store::FileBytes(context_.store(), *FamilyOf("t"));
  EXPECT_GT(before, 10'000U);

  Chores chores(context_);
  chores.ExpireCells();
  EXPECT_EQ(store::FileBytes(context_.store(), *FamilyOf("t")), before) << "they live";
  clock_.Advance(3601 * 1000);
  chores.ExpireCells();
  EXPECT_EQ(store::FileBytes(context_.store(), *FamilyOf("t")), 0U);
  EXPECT_EQ(store::EntriesInMemory(context_.store(), *FamilyOf("t")), 0U);
}

TEST_F(ChoresTest, ExpiredLargeValuesLeaveTheDiskToo) {
  TableDescriptor table(Name("t"));
  FamilyDescriptor family("f");
  family.SetTtlSeconds(3600).SetMob(100);
  Check(table.AddFamily(family));
  CreateWith(table);
  for (int round = 0; round < 2; ++round) {
    for (int i = 0; i < 100; ++i) Put("t", "r" + std::to_string(i), std::string(1000, 'v'));
    Check(store::FlushFamily(context_.store(), *FamilyOf("t")));
  }
  // Once in files of level 0, once below it.
  Chores chores(context_);
  for (int round = 0; round < 2; ++round) {
    EXPECT_GT(store::FileBytes(context_.store(), *FamilyOf("t")), 1000U);
    clock_.Advance(3601 * 1000);
    chores.ExpireCells();
    EXPECT_EQ(store::FileBytes(context_.store(), *FamilyOf("t")), 0U);
    for (int i = 0; i < 100; ++i) Put("t", "r" + std::to_string(i), std::string(1000, 'v'));
    const auto cells = (*context_.catalog().tables().Find(Name("t")))->CellsInAnyState();
    Check(cells->MajorCompact({}));
  }
}

TEST_F(ChoresTest, TickDoesEachInItsTime) {
  Create("t");
  Put("t", "r", "v");
  Chores chores(context_);
  chores.Tick();
  clock_.Advance(11 * kDay);
  chores.Tick();
  Settle();
  EXPECT_EQ(LastMajor("t"), clock_.NowMs());
}

TEST_F(ChoresTest, TheThreadStopsWithTheWorkItGaveAway) {
  Create("t");
  Chores chores(context_);
  chores.Start();
  chores.Tick();  // expiry goes to the pool
  chores.Stop();
  chores.Stop();  // nothing left to do
  EXPECT_FALSE(context_.store().disk_space().low());
}

}  // namespace
}  // namespace basalt::server
