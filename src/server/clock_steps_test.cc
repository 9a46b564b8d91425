// The time of day is set, by hours, in both directions, while the server runs: what depends on
// periods goes on, and what depends on timestamps behaves as docs/operations.md says.
#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "server/chores.h"
#include "server/nonce_manager.h"
#include "server/scanner_registry.h"
#include "server/service/master_fixture.h"
#include "store/maintenance.h"

namespace basalt::server {
namespace {

constexpr int64_t kHour = 3'600'000;
constexpr int64_t kDayOfSteps = 24 * kHour;

// The step in hours.
class ClockStepTest : public ServiceTest, public testing::WithParamInterface<int> {
 protected:
  void StepClock() { clock_.Step(GetParam() * kHour); }
  std::shared_ptr<const store::CellTable> CellsOf(const std::string& table) {
    return (*context_.catalog().tables().Find(Name(table)))->CellsInAnyState();
  }
  // Whether a major compaction of the table's only region was queued; it may have ended.
  bool WasCompacted(const std::string& table) {
    const auto region = RegionOf(table);
    return context_.compactions().tracker().Of(*region).major > 0 ||
           context_.compactions().majors().Of(region->encoded_name(), "f").ended_ms > 0;
  }
  std::optional<std::string> Value(const std::string& table, const std::string& row) {
    const auto result = CellsOf(table)->Get(Get(row));
    EXPECT_TRUE(result.ok()) << result.status().ToString();
    const auto value = result->GetValue("f", "q");
    if (!value) return std::nullopt;
    return std::string(*value);
  }
};

// Before, a step back of some hours stopped all chores for these hours.
TEST_P(ClockStepTest, ChoresRunInTheirPeriod) {
  const auto nonce = context_.nonces().Begin({1, 1});
  context_.nonces().End(**nonce, true);
  Chores chores(context_);
  chores.Tick();
  StepClock();
  clock_.Advance(29 * 60'000);
  chores.Tick();
  EXPECT_EQ(context_.nonces().size(), 1U) << "kept for half an hour";
  clock_.Advance(2 * 60'000);
  chores.Tick();
  EXPECT_EQ(context_.nonces().size(), 0U);
}

TEST_P(ClockStepTest, CellsInMemoryAreFlushedWhenTheirTtlHasPassed) {
  TableDescriptor table(Name("t"));
  FamilyDescriptor family("f");
  family.SetTtlSeconds(60);
  Check(table.AddFamily(family));
  Check(Master<pb::CreateTableResponse>("CreateTable", CreateRequest(table)).status());
  Put("t", "r", "v");
  const auto entries = [this] {
    return store::EntriesInMemory(context_.store(), *CellsOf("t")->FindFamily("f")->family);
  };
  Chores chores(context_);
  chores.ExpireCells();
  StepClock();
  chores.ExpireCells();
  EXPECT_GT(entries(), 0U) << "no time has passed";
  clock_.Advance(61'000);
  chores.ExpireCells();
  EXPECT_EQ(entries(), 0U);
}

// A step forward made the server forget nonces before their window, so that a client's retry of an
// increment was applied twice.
TEST_P(ClockStepTest, NoncesAreKeptForTheirWindow) {
  NonceManager nonces(context_.store(), 30 * 60'000, 1000);
  const auto old = nonces.Begin({1, 1});
  Check(context_.store().WriteRecords({NonceManager::Record(**old)}));
  nonces.End(**old, true);
  StepClock();
  clock_.Advance(20 * 60'000);
  Check(nonces.Forget());
  EXPECT_FALSE(nonces.Begin({1, 1})->has_value()) << "it was done 20 minutes ago";
  const auto younger = nonces.Begin({1, 2});
  Check(context_.store().WriteRecords({NonceManager::Record(**younger)}));
  nonces.End(**younger, true);
  {
    NonceManager restarted(context_.store(), 30 * 60'000, 1000);
    Check(restarted.Load());
    EXPECT_FALSE(restarted.Begin({1, 1})->has_value());
    EXPECT_FALSE(restarted.Begin({1, 2})->has_value());
  }
  // Once more, while no server runs.
  StepClock();
  NonceManager later(context_.store(), 30 * 60'000, 1000);
  Check(later.Load());
  EXPECT_FALSE(later.Begin({1, 1})->has_value());
  clock_.Advance(15 * 60'000);
  Check(later.Forget());
  EXPECT_TRUE(later.Begin({1, 1})->has_value()) << "35 minutes have passed";
  EXPECT_FALSE(later.Begin({1, 2})->has_value());
}

TEST_P(ClockStepTest, ScannersKeepTheirLeases) {
  ScannerRegistry scanners(std::chrono::minutes(1), 10, clock_.NowMs());
  const auto scanner = std::make_shared<OpenScanner>();
  Check(scanners.Add(scanner));
  scanners.Release(scanner->id);
  const auto now = ScannerRegistry::SteadyClock::now();
  StepClock();
  scanners.Expire(now + std::chrono::seconds(30));
  EXPECT_EQ(scanners.size(), 1U);
  scanners.Expire(now + std::chrono::minutes(2));
  EXPECT_EQ(scanners.size(), 0U);
}

TEST_P(ClockStepTest, MajorCompactionsComeWithTheirPeriod) {
  Create("t");
  Put("t", "r", "v");
  StepClock();
  Chores chores(context_);
  chores.QueueMajors();
  EXPECT_FALSE(WasCompacted("t")) << "regions are compacted every seven days";
  clock_.Advance(11 * kDayOfSteps);
  chores.QueueMajors();
  EXPECT_TRUE(WasCompacted("t"));
}

// The clock was days ahead when the region was made.
TEST_P(ClockStepTest, AClockThatWasAheadDoesNotStopMajorCompactions) {
  clock_.Step(30 * kDayOfSteps);
  Create("t");
  Put("t", "r", "v");
  clock_.Step(-30 * kDayOfSteps);
  StepClock();
  Chores chores(context_);
  chores.QueueMajors();
  EXPECT_TRUE(WasCompacted("t"));
}

// Timestamps are of the time of day, as HBase's: a put after a step back lies behind what was
// written before. Increments, appends and checked writes see what is there and go past it.
TEST_P(ClockStepTest, TimestampsFollowTheTimeOfDay) {
  Create("t");
  Put("t", "r", "before");
  const auto add = [this](int64_t by) {
    const Mutation increment = Increment("n").AddColumn("f", "q", by);
    Check(CellsOf("t")->MutateRow("n", {&increment, 1}).status());
  };
  add(1);
  StepClock();
  Put("t", "r", "after");
  EXPECT_EQ(Value("t", "r"), GetParam() < 0 ? "before" : "after");
  add(2);
  EXPECT_EQ(Value("t", "n"), EncodeLong(3));
  // The schema never depends on it.
  Create("u");
  EXPECT_TRUE(RegionOf("u")->online());
  Disable("u");
  Check(context_.catalog().tables().SetEnabled(Name("u"), true));
  EXPECT_GT(RegionOf("u")->info().region_id, RegionOf("t")->info().region_id);
}

TEST_P(ClockStepTest, TtlsFollowTheTimeOfDay) {
  TableDescriptor table(Name("t"));
  FamilyDescriptor family("f");
  family.SetTtlSeconds(3600);
  Check(table.AddFamily(family));
  Check(Master<pb::CreateTableResponse>("CreateTable", CreateRequest(table)).status());
  Put("t", "r", "v");
  StepClock();
  EXPECT_EQ(Value("t", "r").has_value(), GetParam() < 0);
  clock_.Step(-GetParam() * kHour);
  EXPECT_TRUE(Value("t", "r").has_value()) << "nothing was removed by the step alone";
}

INSTANTIATE_TEST_SUITE_P(Hours, ClockStepTest, testing::Values(-5, -2, 2, 5), [](const auto& info) {
  return (info.param < 0 ? "Back" : "Forward") + std::to_string(std::abs(info.param));
});

}  // namespace
}  // namespace basalt::server
