// Asynchronous scans: the same on every kind of Connection.
#include <atomic>
#include <future>
#include <mutex>

#include "basalt/async_table.h"
#include "filter/filter_language.h"
#include "fixture.h"

namespace basalt::conformance {
namespace {

using RowList = AsyncTable::Rows;
using ReadOn = AsyncTable::ReadOn;

class AsyncScans : public Conformance {
 protected:
  // Rows a0..a3, b0..b3, ... e3 in the regions (, b) (b, d) (d, ).
  void MakeRows(const Bytes& value = "v") {
    Make({"b", "d"});
    std::vector<basalt::Put> puts;
    for (char letter = 'a'; letter <= 'e'; ++letter) {
      for (char digit = '0'; digit <= '3'; ++digit) {
        puts.push_back(
            basalt::Put({letter, digit}).AddColumn("f", "q", 1, value).AddColumn("f", "r", 1, "x"));
      }
    }
    Check(table().Put(puts));
  }
  // One thread, so that an operation that blocks it makes the test hang.
  std::unique_ptr<AsyncTable> OpenAsync(int max_under_way = 1000) {
    auto table =
        AsyncTable::Open(*connection_, Name(), {.threads = 1, .max_under_way = max_under_way});
    EXPECT_TRUE(table.ok()) << table.status().ToString();
    return *std::move(table);
  }
  static std::string Keys(const RowList& rows) {
    std::string text;
    for (const RowResult& row : rows) {
      if (!text.empty()) text += ",";
      text += ToStringBinary(row.row());
    }
    return text;
  }
  static std::string All(AsyncTable& async, const Scan& scan) {
    const auto rows = async.ScanAll(scan).get();
    return rows.ok() ? Keys(*rows) : rows.status().ToString();
  }

  // A scan of three rows at a time, held after the first ones.
  struct Held {
    std::promise<ReadOn> first;
    std::atomic<int> takes = 0;
    std::string keys;

    AsyncTable::TakeRows Taker() {
      return [this](const RowList& rows, ReadOn read_on) {
        EXPECT_FALSE(rows.empty());
        EXPECT_LE(rows.size(), 3U);
        keys += (keys.empty() ? "" : ",") + Keys(rows);
        if (++takes == 1) {
          first.set_value(std::move(read_on));
        } else {
          read_on(true);
        }
      };
    }
  };
  static Scan ThreeAtATime() {
    Scan scan;
    scan.SetCaching(3);
    return scan;
  }
};

INSTANTIATE_TEST_SUITE_P(On, AsyncScans, testing::ValuesIn(Targets()), TargetName);

TEST_P(AsyncScans, GiveWhatScannersGive) {
  MakeRows();
  const auto async = OpenAsync();
  std::vector<Scan> scans = {
      Scan(),
      Scan("a2", "d1"),
      Scan().SetLimit(7),
      Scan().SetLimit(0),
      Scan().SetReversed(),
      Scan("x"),
      Scan().SetBatch(1),
      Scan().SetFilter(*filter::ParseFilterString("RowFilter(>, 'binary:c1')"))};
  for (size_t i = scans.size(); i-- > 0;) {
    scans.push_back(scans[i]);
    scans.back().SetCaching(2);
  }
  for (const Scan& scan : scans) EXPECT_EQ(All(*async, scan), Rows(scan));
  const auto rows = async->ScanAll(Scan("b2", "b3")).get();
  ASSERT_TRUE(rows.ok()) << rows.status().ToString();
  ASSERT_EQ(rows->size(), 1U);
  EXPECT_EQ(Print(rows->front()), "b2/f:q/1/Put=v b2/f:r/1/Put=x");
}

TEST_P(AsyncScans, ManyAtOnceOnOneThread) {
  MakeRows();
  const auto async = OpenAsync(5);
  std::vector<std::future<Result<RowList>>> scans;
  for (int i = 0; i < 50; ++i) scans.push_back(async->ScanAll(ThreeAtATime()));
  for (auto& scan : scans) {
    const auto rows = scan.get();
    ASSERT_TRUE(rows.ok()) << rows.status().ToString();
    EXPECT_EQ(rows->size(), 20U);
  }
}

TEST_P(AsyncScans, AllHasABound) {
  MakeRows(Bytes(10'000, 'x'));
  const auto async = OpenAsync();
  EXPECT_EQ(async->ScanAll(Scan(), 100'000).get().status().code(), StatusCode::kResultTooLarge);
  EXPECT_EQ(async->ScanAll(Scan("a", "b"), 100'000).get()->size(), 4U);
}

TEST_P(AsyncScans, ATakerHoldsTheReading) {
  MakeRows();
  const auto async = OpenAsync();
  Held held;
  auto end = async->Scan(ThreeAtATime(), held.Taker());
  const ReadOn read_on = held.first.get_future().get();
  // Other operations run meanwhile on the one thread; the paused scan does not.
  for (int i = 0; i < 20; ++i) EXPECT_TRUE(async->Get(Get("a0")).get().ok());
  EXPECT_EQ(held.takes, 1);
  read_on(true);
  Check(end.get());
  EXPECT_EQ(held.keys, Rows(Scan()));
  EXPECT_GE(held.takes, 7);
}

TEST_P(AsyncScans, ATakerEndsTheScan) {
  MakeRows();
  const auto async = OpenAsync();
  Held held;
  auto end = async->Scan(ThreeAtATime(), held.Taker());
  held.first.get_future().get()(false);
  Check(end.get());
  EXPECT_EQ(held.takes, 1);
  EXPECT_EQ(held.keys, "a0,a1,a2");
  // Destroying ReadOn without a call ends the scan, too.
  int takes = 0;
  Check(async->Scan(ThreeAtATime(), [&](const auto&, const auto&) { ++takes; }).get());
  EXPECT_EQ(takes, 1);
}

TEST_P(AsyncScans, ASplitInTheMiddleLosesNothing) {
  MakeRows();
  const auto async = OpenAsync();
  Held held;
  auto end = async->Scan(ThreeAtATime(), held.Taker());
  const ReadOn read_on = held.first.get_future().get();
  Check(admin().SplitTable(Name(), Bytes("a2")));
  Check(admin().SplitTable(Name(), Bytes("c")));
  read_on(true);
  Check(end.get());
  EXPECT_EQ(held.keys, Rows(Scan()));
}

TEST_P(AsyncScans, ErrorsAreTold) {
  MakeRows();
  const auto async = OpenAsync();
  EXPECT_EQ(async->ScanAll(Scan().AddFamily("nowhere")).get().status().code(),
            StatusCode::kNoSuchColumnFamily);
  if (GetParam() == "embedded") return;  // a directory keeps what an open scanner reads
  Held held;
  auto end = async->Scan(ThreeAtATime(), held.Taker());
  const ReadOn read_on = held.first.get_future().get();
  Check(admin().DisableTable(Name()));
  read_on(true);
  EXPECT_EQ(end.get().code(), StatusCode::kTableNotEnabled);
  EXPECT_EQ(held.keys, "a0,a1,a2");
}

}  // namespace
}  // namespace basalt::conformance
