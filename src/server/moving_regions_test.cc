// Clients whose knowledge of regions is old: what they are told, and that they lose nothing by it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hbase/admin.pb.h"
#include "model/region_info.h"
#include "server/test_rpc.h"
#include "wire/descriptor_messages.h"

namespace basalt::server {
namespace {

using ::testing::EndsWith;

class MovingRegionsTest : public ::testing::Test {
 protected:
  MovingRegionsTest()
      : first_(server_.CreateTable("t")),
        client_(server_.port()),
        master_(server_.server().ports().master) {
    client_.Open("ClientService");
    master_.Open("MasterService");
  }

  // The table's regions as meta has them now.
  std::vector<model::RegionInfo> Regions() {
    hbase::pb::ScanRequest request;
    *request.mutable_region() = Specifier("hbase:meta,,1");
    request.set_number_of_rows(1000);
    request.set_close_scanner(true);
    request.mutable_scan()->set_start_row("t,,");
    request.mutable_scan()->set_stop_row("t ,,");
    auto& column = *request.mutable_scan()->add_column();
    column.set_family("info");
    column.add_qualifier("regioninfo");
    hbase::pb::ScanResponse response;
    const TestReply reply = client_.Call("Scan", request, response);
    EXPECT_TRUE(reply.ok());
    wire::CellBlockReader cells(wire::CellCodec::kKeyValue, reply.cells);
    std::vector<model::RegionInfo> regions;
    while (!cells.AtEnd()) {
      const auto info = model::RegionInfo::FromCellValue(cells.Next()->value);
      EXPECT_TRUE(info.ok());
      if (!info->split) regions.push_back(*info);
    }
    return regions;
  }
  Bytes Locate(const Bytes& row) {
    for (const model::RegionInfo& region : Regions()) {
      if (region.Contains(row)) return region.Name();
    }
    return {};
  }
  // The region before that row, for a client that goes backwards; an empty row is after all.
  Bytes LocateBefore(const Bytes& row) {
    for (const model::RegionInfo& region : Regions()) {
      if (row.empty()
              ? region.end_key.empty()
              : region.start_key < row && (region.end_key.empty() || row <= region.end_key)) {
        return region.Name();
      }
    }
    return {};
  }
  void Split(const Bytes& row) {
    for (const model::RegionInfo& region : Regions()) {
      if (!region.Contains(row)) continue;
      hbase::pb::SplitTableRegionRequest request;
      wire::FillRegionInfo(region, *request.mutable_region_info());
      request.set_split_row(row);
      hbase::pb::SplitTableRegionResponse response;
      const TestReply reply = master_.Call("SplitRegion", request, response);
      ASSERT_TRUE(reply.ok()) << reply.header.exception().stack_trace();
    }
  }
  void MergeAll() {
    hbase::pb::MergeTableRegionsRequest request;
    for (const model::RegionInfo& region : Regions())
      *request.add_region() = Specifier(region.Name());
    hbase::pb::MergeTableRegionsResponse response;
    const TestReply reply = master_.Call("MergeTableRegions", request, response);
    ASSERT_TRUE(reply.ok()) << reply.header.exception().stack_trace();
  }

  TestReply Put(const Bytes& region, const Bytes& row) {
    hbase::pb::MutateResponse response;
    return client_.Call("Mutate", PutRequest(region, row, "v"), response);
  }
  static Bytes Row(int i) { return "r" + std::to_string(100 + i); }

  // Changes for ScanAll: splits at these rows, and before the last of them a merge of all.
  std::map<int, std::function<void()>> SplitsAndAMerge(int first, int second, int third) {
    const auto split = [this](int row) {
      return [this, row] {
        Split(Row(row));
        Remember();
      };
    };
    const auto merge = [this] {
      MergeAll();
      Remember();
    };
    return {{2, split(first)}, {6, split(second)}, {9, merge}, {12, split(third)}};
  }

  // Scans all rows as a client does: region by region, a few rows a call. Before the call numbered
  // so in `changes` that change happens. Returns the rows.
  std::vector<Bytes> ScanAll(bool reversed, const std::map<int, std::function<void()>>& changes) {
    std::vector<Bytes> rows;
    Bytes region = reversed ? LocateBefore("") : Locate("");
    int calls = 0;
    retries_ = 0;
    while (!region.empty()) {
      hbase::pb::ScanRequest request;
      *request.mutable_region() = Specifier(region);
      request.set_number_of_rows(3);
      auto& scan = *request.mutable_scan();
      scan.set_reversed(reversed);
      if (!rows.empty()) {
        scan.set_start_row(rows.back());
        scan.set_include_start_row(false);
      }
      uint64_t sequence = 0;
      bool ended = false;
      while (!ended) {
        if (const auto change = changes.find(calls++); change != changes.end()) change->second();
        hbase::pb::ScanResponse response;
        const TestReply reply = client_.Call("Scan", request, response);
        if (!reply.ok()) {
          EXPECT_THAT(reply.exception(), EndsWith("NotServingRegionException"));
          ++retries_;
          break;
        }
        wire::CellBlockReader cells(wire::CellCodec::kKeyValue, reply.cells);
        while (!cells.AtEnd()) rows.emplace_back(cells.Next()->row);
        ended = !response.more_results_in_region();
        const uint64_t id = response.scanner_id();
        request.Clear();
        request.set_scanner_id(id);
        request.set_number_of_rows(3);
        request.set_next_call_seq(sequence++);
      }
      const auto info = Bounds(region);
      if (ended) {
        const Bytes& edge = reversed ? info.start_key : info.end_key;
        region = edge.empty() ? Bytes() : reversed ? LocateBefore(edge) : Locate(edge);
      } else if (reversed) {
        region = LocateBefore(rows.empty() ? info.end_key : rows.back());
      } else {
        region = Locate(rows.empty() ? info.start_key : rows.back() + Bytes(1, '\0'));
      }
    }
    return rows;
  }
  // Of a region that may be gone.
  model::RegionInfo Bounds(const Bytes& name) {
    for (const model::RegionInfo& region : known_) {
      if (region.Name() == name) return region;
    }
    for (const model::RegionInfo& region : Regions()) known_.push_back(region);
    for (const model::RegionInfo& region : known_) {
      if (region.Name() == name) return region;
    }
    ADD_FAILURE() << name;
    return known_.front();
  }
  void Remember() {
    for (const model::RegionInfo& region : Regions()) known_.push_back(region);
  }

  TestServer server_;
  Bytes first_;
  TestClient client_;
  TestClient master_;
  std::vector<model::RegionInfo> known_;
  int retries_ = 0;
};

TEST_F(MovingRegionsTest, AWriteByAnOldNameIsToldToLookAgain) {
  ASSERT_TRUE(Put(first_, "r1").ok());
  Split("m");
  EXPECT_THAT(Put(first_, "r2").exception(), EndsWith("NotServingRegionException"));
  EXPECT_TRUE(Put(Locate("r2"), "r2").ok());
  const Bytes high = Locate("r2");
  MergeAll();
  EXPECT_THAT(Put(high, "r3").exception(), EndsWith("NotServingRegionException"));
  EXPECT_TRUE(Put(Locate("r3"), "r3").ok());
}

TEST_F(MovingRegionsTest, AScanUnderWaySeesEveryRowOnce) {
  std::vector<Bytes> expected;
  for (int i = 0; i < 40; ++i) {
    expected.push_back(Row(i));
    ASSERT_TRUE(Put(first_, Row(i)).ok());
  }
  Remember();
  EXPECT_EQ(ScanAll(false, {}), expected);
  EXPECT_EQ(retries_, 0);
  const auto rows = ScanAll(false, SplitsAndAMerge(20, 30, 5));
  EXPECT_EQ(rows, expected);
  EXPECT_GE(retries_, 2);
}

TEST_F(MovingRegionsTest, AReverseScanUnderWayToo) {
  std::vector<Bytes> expected;
  for (int i = 39; i >= 0; --i) {
    expected.push_back(Row(i));
    ASSERT_TRUE(Put(first_, Row(i)).ok());
  }
  Remember();
  const auto rows = ScanAll(true, SplitsAndAMerge(20, 10, 35));
  EXPECT_EQ(rows, expected);
  EXPECT_GE(retries_, 2);
}

TEST_F(MovingRegionsTest, LoadsShowWhatWasReadAndWritten) {
  for (int i = 0; i < 10; ++i) ASSERT_TRUE(Put(first_, Row(i)).ok());
  EXPECT_EQ(ScanAll(false, {}).size(), 10U);
  // A filter that leaves out all rows, the first of them by looking at it.
  hbase::pb::ScanRequest request;
  *request.mutable_region() = Specifier(first_);
  request.set_number_of_rows(100);
  request.set_close_scanner(true);
  hbase::pb::PrefixFilter prefix;
  prefix.set_prefix("z");
  auto& filter = *request.mutable_scan()->mutable_filter();
  filter.set_name("org.apache.hadoop.hbase.filter.PrefixFilter");
  filter.set_serialized_filter(prefix.SerializeAsString());
  hbase::pb::ScanResponse response;
  ASSERT_TRUE(client_.Call("Scan", request, response).ok());

  TestClient admin(server_.port());
  admin.Open("AdminService");
  hbase::pb::GetRegionLoadRequest ask;
  wire::FillTableName(*TableName::Parse("t"), *ask.mutable_table_name());
  hbase::pb::GetRegionLoadResponse answer;
  ASSERT_TRUE(admin.Call("GetRegionLoad", ask, answer).ok());
  ASSERT_EQ(answer.region_loads_size(), 1);
  const auto& load = answer.region_loads(0);
  EXPECT_EQ(load.write_requests_count(), 10U);
  EXPECT_EQ(load.read_requests_count(), 10U);
  EXPECT_GT(load.filtered_read_requests_count(), 0U);  // the filter seeks past the others
  EXPECT_EQ(load.stores(), 1U);
  EXPECT_EQ(load.data_locality(), 1);
}

}  // namespace
}  // namespace basalt::server
