#include "catalog/hotspot_monitor.h"

#include <random>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "basalt/key_table.h"
#include "catalog/test_catalog.h"

namespace basalt::catalog {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;
using testing::StartsWith;
enum class Touched : uint8_t { kRead, kDeleted, kWritten };

constexpr int64_t kPeriodMs = 10'000;

class HotspotMonitorTest : public testing::Test {
 protected:
  HotspotMonitorTest() { Start(30'000); }

  void Start(int64_t after_ms) {
    HotspotMonitor::Hooks hooks;
    hooks.warn = [this](const std::string& line) { warnings_.push_back(line); };
    hooks.log = [this](const std::string& line) { lines_.push_back(line); };
    monitor_ = std::make_unique<HotspotMonitor>(
        *catalog_, HotspotMonitorOptions{.after_ms = after_ms}, std::move(hooks));
  }
  void Touch(const Bytes& row, Touched how = Touched::kWritten) {
    const auto region = *catalog_->regions().For(Name("t"), row);
    if (how == Touched::kRead) return region->RecordRead(row, 0);
    if (how == Touched::kDeleted) return region->RecordWrite(Delete(row));
    region->RecordWrite(Put(row));
  }
  Bytes NextTime() { return fmt::format("t{:012}", ++time_); }
  Bytes Random() { return fmt::format("{:016x}", random_()); }
  // A period of writes with a check at its end.
  template <typename Make>
  void Period(Make make, int writes = 4'000, Touched how = Touched::kWritten) {
    for (int i = 0; i < writes; ++i) Touch(make(), how);
    catalog_.clock().Advance(kPeriodMs);
    monitor_->RunOnce();
  }
  auto Times() {
    return [this] { return NextTime(); };
  }
  auto Randoms() {
    return [this] { return Random(); };
  }

  TestCatalog catalog_;
  std::unique_ptr<HotspotMonitor> monitor_;
  std::vector<std::string> warnings_;
  std::vector<std::string> lines_;
  uint64_t time_ = 0;
  std::mt19937_64 random_{1};
};

TEST_F(HotspotMonitorTest, AHotspotIsReportedOnce) {
  catalog_.Create("t", {"4", "8", "c", "t"});
  for (int i = 0; i < 3; ++i) Period(Times());
  EXPECT_THAT(warnings_, IsEmpty());  // twenty seconds
  Period(Times());
  ASSERT_THAT(warnings_, SizeIs(1));
  EXPECT_THAT(warnings_[0],
              AllOf(StartsWith("table t has a write hotspot: "),
                    HasSubstr("had monotonically increasing row keys, and one of 5 regions takes "
                              "100 % of all writes; the hot region starts at t, the last row was "
                              "t0000000"),
                    HasSubstr("; put salt(n) before the keys")));
  for (int i = 0; i < 10; ++i) Period(Times());
  EXPECT_THAT(warnings_, SizeIs(1));
  EXPECT_THAT(lines_, IsEmpty());
}

TEST_F(HotspotMonitorTest, AHotspotThatReturnsIsReportedAgain) {
  catalog_.Create("t", {"8"});
  for (int i = 0; i < 4; ++i) Period(Times());
  EXPECT_THAT(warnings_, SizeIs(1));
  // One check without the hotspot is a gap.
  Period(Randoms(), 20'000);
  Period(Times());
  EXPECT_THAT(lines_, IsEmpty());
  for (int i = 0; i < 2; ++i) Period(Randoms(), 20'000);
  EXPECT_THAT(lines_, ElementsAre("the write hotspot of table t is gone"));
  for (int i = 0; i < 12; ++i) Period(Times());
  EXPECT_THAT(warnings_, SizeIs(2));
}

TEST_F(HotspotMonitorTest, AShortLoadIsNotReported) {
  catalog_.Create("t");
  // One burst, then no writes.
  Period(Times(), 100'000);
  for (int i = 0; i < 20; ++i) Period(Times(), 0);
  EXPECT_THAT(warnings_, IsEmpty());
  // The same load later does not count as a second hit.
  Period(Times(), 100'000);
  Period(Times());
  for (int i = 0; i < 20; ++i) Period(Times(), 0);
  EXPECT_THAT(warnings_, IsEmpty());
}

TEST_F(HotspotMonitorTest, RandomRowsHotRowsReadsAndDeletesAreNoHotspot) {
  catalog_.Create("t");
  for (int i = 0; i < 8; ++i) Period(Randoms());
  for (int i = 0; i < 8; ++i) Period([] { return Bytes("counter"); });
  for (int i = 0; i < 8; ++i) Period(Times(), 4'000, Touched::kRead);
  for (int i = 0; i < 8; ++i) Period(Times(), 4'000, Touched::kDeleted);
  EXPECT_THAT(warnings_, IsEmpty());
}

TEST_F(HotspotMonitorTest, SaltsWithRegionsOfTheirOwnAreHealthy) {
  catalog_.Create("t", {"1", "2", "3"});
  for (int i = 0; i < 8; ++i) {
    Period([this] { return std::to_string(random_() % 4) + NextTime(); });
  }
  EXPECT_THAT(warnings_, IsEmpty());
}

TEST_F(HotspotMonitorTest, SamplesOfASlowTableAccumulate) {
  catalog_.Create("t");
  // About 25 samples in each period: too few for one verdict.
  for (int i = 0; i < 100 && warnings_.empty(); ++i) Period(Times(), 400);
  EXPECT_THAT(warnings_, SizeIs(1));
}

TEST_F(HotspotMonitorTest, SplitsDoNotHideAHotspot) {
  catalog_.Create("t");
  for (int i = 0; i < 4; ++i) {
    Period(Times());
    const auto regions = *catalog_->regions().Of(Name("t"));
    ASSERT_TRUE(catalog_->regions().Split(regions.back()->encoded_name(), NextTime()).ok());
  }
  EXPECT_THAT(warnings_, SizeIs(1));
}

TEST_F(HotspotMonitorTest, TheAdviceFollowsTheKeySchema) {
  TableDescriptor table = Descriptor("t");
  table.SetAttribute(kKeySchemaAttribute, "'t' ts:millis(12)");
  ASSERT_TRUE(catalog_->tables().Create(table, {}).ok());
  for (int i = 0; i < 4; ++i) Period(Times());
  ASSERT_THAT(warnings_, SizeIs(1));
  EXPECT_THAT(warnings_[0], HasSubstr("the keys begin with ts:millis(12), a time; put salt(n)"));
}

TEST_F(HotspotMonitorTest, AnInvalidKeySchemaGetsGeneralAdvice) {
  TableDescriptor table = Descriptor("t");
  table.SetAttribute(kKeySchemaAttribute, "no such(");
  EXPECT_THAT(DescribeHotspot(table, {}), HasSubstr("; put salt(n) before the keys"));
}

TEST_F(HotspotMonitorTest, CanBeDisabled) {
  Start(0);
  catalog_.Create("t");
  for (int i = 0; i < 10; ++i) Period(Times());
  EXPECT_THAT(warnings_, IsEmpty());
}

TEST_F(HotspotMonitorTest, ADroppedTableIsForgotten) {
  catalog_.Create("t");
  for (int i = 0; i < 3; ++i) Period(Times());
  ASSERT_TRUE(catalog_->tables().SetEnabled(Name("t"), false).ok());
  ASSERT_TRUE(catalog_->tables().Delete(Name("t")).ok());
  monitor_->RunOnce();
  catalog_.Create("t");
  for (int i = 0; i < 3; ++i) Period(Times());
  EXPECT_THAT(warnings_, IsEmpty());
  Period(Times());
  EXPECT_THAT(warnings_, SizeIs(1));
}

}  // namespace
}  // namespace basalt::catalog
