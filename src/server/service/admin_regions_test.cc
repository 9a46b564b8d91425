#include <chrono>
#include <condition_variable>
#include <future>
#include <mutex>
#include <thread>
#include <vector>

#include "server/service/master_fixture.h"

namespace basalt::server {
namespace {

using store::RowLocks;

class AdminRegionsTest : public ServiceTest {
 protected:
  template <typename Request>
  static Request For(const catalog::Region& region) {
    Request request;
    *request.mutable_region() = Specify(region.name());
    return request;
  }
  pb::GetRegionInfoResponse::CompactionState StateOf(const catalog::Region& region) {
    auto request = For<pb::GetRegionInfoRequest>(region);
    request.set_compaction_state(true);
    return Admin<pb::GetRegionInfoResponse>("GetRegionInfo", request)->compaction_state();
  }
  Status Compact(const catalog::Region& region, bool major, const Bytes& family = {}) {
    auto request = For<pb::CompactRegionRequest>(region);
    request.set_major(major);
    if (!family.empty()) request.set_family(family);
    return Admin<pb::CompactRegionResponse>("CompactRegion", request).status();
  }
  // Waits until the region is not being compacted any more.
  void AwaitCompactions(const catalog::Region& region) {
    // Long, so that a failing test ends and a busy machine does not fail it.
    const auto patience = std::chrono::steady_clock::now() + std::chrono::seconds(30);
    while (StateOf(region) != pb::GetRegionInfoResponse::NONE) {
      ASSERT_LT(std::chrono::steady_clock::now(), patience) << "a compaction has not ended";
      std::this_thread::yield();
    }
  }
  void DeleteRow(const std::string& table, const std::string& row) {
    const auto entry = context_.catalog().tables().Find(Name(table));
    const Mutation marker = basalt::Delete(row);
    Check((*(*entry)->Cells())->MutateRow(row, {&marker, 1}).status());
  }
  int64_t LastMajorOf(const std::string& table) {
    return Master<pb::MajorCompactionTimestampResponse>(
               "getLastMajorCompactionTimestamp",
               ForTable<pb::MajorCompactionTimestampRequest>(table))
        ->compaction_timestamp();
  }

  // Holds all threads of the pool until it is told to let go.
  class Hold {
   public:
    explicit Hold(base::ThreadPool& pool) {
      for (size_t i = 0; i <= CompactionQueue::kMaxRunning; ++i) {
        // A thread may come to it only when the hold is gone.
        EXPECT_TRUE(pool.Submit([door = door_] {
          std::unique_lock lock(door->mutex);
          door->wake.wait(lock, [&] { return door->open; });
        }));
      }
    }
    ~Hold() { Open(); }
    void Open() {
      const std::lock_guard lock(door_->mutex);
      door_->open = true;
      door_->wake.notify_all();
    }

   private:
    struct Door {
      std::mutex mutex;
      std::condition_variable wake;
      bool open = false;
    };
    const std::shared_ptr<Door> door_ = std::make_shared<Door>();
  };
};

TEST_F(AdminRegionsTest, Flush) {
  Create("t");
  Put("t", "a", "1");
  clock_.Advance(5);
  auto request = For<pb::FlushRegionRequest>(*RegionOf("t"));
  auto response = Admin<pb::FlushRegionResponse>("FlushRegion", request);
  ASSERT_TRUE(response.ok()) << response.status().ToString();
  EXPECT_TRUE(response->flushed());
  EXPECT_EQ(response->last_flush_time(), static_cast<uint64_t>(kStart + 5));
  // Not again when it is young enough.
  clock_.Advance(5);
  request.set_if_older_than_ts(static_cast<uint64_t>(kStart));
  response = Admin<pb::FlushRegionResponse>("FlushRegion", request);
  EXPECT_FALSE(response->has_flushed());
  EXPECT_EQ(response->last_flush_time(), static_cast<uint64_t>(kStart + 5));
  request.clear_if_older_than_ts();
  request.set_family("x");
  EXPECT_EQ(AdminError("FlushRegion", request).message(),
            "Column families [x] don't exist in table t");
}

TEST_F(AdminRegionsTest, RegionsThatAreNotHere) {
  Create("t");
  const auto region = RegionOf("t");
  Disable("t");
  const Status status = AdminError("FlushRegion", For<pb::FlushRegionRequest>(*region));
  EXPECT_EQ(status.code(), StatusCode::kNotServingRegion);
  EXPECT_TRUE(status.message().ends_with("is not online on db.example.org,16020,1700000000000"))
      << status.message();
}

TEST_F(AdminRegionsTest, CompactionGoesOnAfterTheAnswer) {
  Create("t", {"m"});
  Put("t", "a", "1");
  const auto region = RegionOf("t");
  clock_.Advance(7);
  {
    Hold hold(context_.background());
    Check(Compact(*region, true));
    Check(Compact(*region, true));  // once is enough
    EXPECT_EQ(StateOf(*region), pb::GetRegionInfoResponse::MAJOR);
    Check(Compact(*region, false));
    EXPECT_EQ(StateOf(*region), pb::GetRegionInfoResponse::MAJOR_AND_MINOR);
    EXPECT_EQ(StateOf(*RegionOf("t", 1)), pb::GetRegionInfoResponse::NONE);
    EXPECT_EQ(LastMajorOf("t"), 0);
    hold.Open();
  }
  AwaitCompactions(*region);
  pb::MajorCompactionTimestampForRegionRequest request;
  *request.mutable_region() = Specify(region->name());
  EXPECT_EQ(Master<pb::MajorCompactionTimestampResponse>("getLastMajorCompactionTimestampForRegion",
                                                         request)
                ->compaction_timestamp(),
            kStart + 7);
  EXPECT_EQ(LastMajorOf("t"), 0);  // the other region has not been
  EXPECT_EQ(LastMajorOf("unknown"), 0);
}

// All that one table has asked for waits for a row that is locked.
TEST_F(AdminRegionsTest, CompactionsDoNotWaitForThoseOfOtherTables) {
  Create("large", {"d", "h", "m", "r"});
  Create("small");
  std::vector<RowLocks::Request> rows;
  for (const char* row : {"a", "e", "i", "n", "s"}) {
    Put("large", row, "1");
    DeleteRow("large", row);
    rows.push_back({row, false});
  }
  Put("small", "a", "1");
  const uint64_t table = (*(*context_.catalog().tables().Find(Name("large")))->Cells())->id();
  std::promise<void> locked;
  std::promise<void> unlock;
  std::thread holder([&] {
    const auto guard = context_.store().row_locks().Lock(table, rows);
    locked.set_value();
    unlock.get_future().wait();
  });
  locked.get_future().wait();
  for (size_t i = 0; i < rows.size(); ++i) Check(Compact(*RegionOf("large", i), true));
  Check(Compact(*RegionOf("small"), true));
  AwaitCompactions(*RegionOf("small"));
  EXPECT_EQ(StateOf(*RegionOf("large", 0)), pb::GetRegionInfoResponse::MAJOR);
  unlock.set_value();
  holder.join();
  for (size_t i = 0; i < rows.size(); ++i) AwaitCompactions(*RegionOf("large", i));
  EXPECT_EQ(LastMajorOf("large"), kStart) << "all of its regions have been compacted";
}

TEST_F(AdminRegionsTest, QueuesCanBeCleared) {
  Create("t");
  Hold hold(context_.background());
  Check(Compact(*RegionOf("t"), true));
  pb::ClearCompactionQueuesRequest request;
  request.add_queue_name("long");
  Check(Admin<pb::ClearCompactionQueuesResponse>("ClearCompactionQueues", request).status());
  EXPECT_EQ(StateOf(*RegionOf("t")), pb::GetRegionInfoResponse::NONE);
  request.add_queue_name("other");
  EXPECT_EQ(AdminError("ClearCompactionQueues", request).message(), "Unknown queue name other");
}

TEST_F(AdminRegionsTest, CompactionsCanBeOff) {
  Create("t");
  pb::CompactionSwitchRequest off;
  off.set_enabled(false);
  EXPECT_TRUE(Admin<pb::CompactionSwitchResponse>("CompactionSwitch", off)->prev_state());
  EXPECT_FALSE(Admin<pb::CompactionSwitchResponse>("CompactionSwitch", off)->prev_state());
  Hold hold(context_.background());
  Check(Compact(*RegionOf("t"), true));
  EXPECT_EQ(StateOf(*RegionOf("t")), pb::GetRegionInfoResponse::NONE);
  EXPECT_EQ(Compact(*RegionOf("t"), true, "x").code(), StatusCode::kNoSuchColumnFamily);
}

TEST_F(AdminRegionsTest, InfoAndBestSplitRow) {
  Create("t");
  for (const char* row : {"a", "b", "c", "d"}) Put("t", row, std::string(100, 'x'));
  auto request = For<pb::GetRegionInfoRequest>(*RegionOf("t"));
  auto response = Admin<pb::GetRegionInfoResponse>("GetRegionInfo", request);
  ASSERT_TRUE(response.ok());
  EXPECT_EQ(*wire::ParseRegionInfo(response->region_info()), RegionOf("t")->info());
  EXPECT_TRUE(response->splittable());
  EXPECT_TRUE(response->mergeable());
  EXPECT_FALSE(response->has_compaction_state());
  EXPECT_FALSE(response->has_best_split_row());
  request.set_best_split_row(true);
  response = Admin<pb::GetRegionInfoResponse>("GetRegionInfo", request);
  ASSERT_TRUE(response.ok()) << response.status().ToString();
  EXPECT_TRUE(response->best_split_row() == "b" || response->best_split_row() == "c");
  const auto meta = Admin<pb::GetRegionInfoResponse>(
      "GetRegionInfo", For<pb::GetRegionInfoRequest>(*RegionOf("hbase:meta")));
  EXPECT_FALSE(meta->splittable());
}

TEST_F(AdminRegionsTest, OnlineRegionsAndLoads) {
  Create("t", {"m"});
  Create("off");
  Disable("off");
  const auto online = Admin<pb::GetOnlineRegionResponse>("GetOnlineRegion", pb::EmptyMsg());
  EXPECT_EQ(online->region_info_size(), 4);  // t's two, hbase:meta and hbase:namespace
  const auto all = Admin<pb::GetRegionLoadResponse>("GetRegionLoad", pb::EmptyMsg());
  EXPECT_EQ(all->region_loads_size(), 4);
  const auto load = [&](const char* table) {
    return Admin<pb::GetRegionLoadResponse>("GetRegionLoad",
                                            ForTable<pb::GetRegionLoadRequest>(table))
        ->region_loads_size();
  };
  EXPECT_EQ(load("t"), 2);
  EXPECT_EQ(load("off"), 0);
  EXPECT_EQ(load("unknown"), 0);
}

TEST_F(AdminRegionsTest, BlockCache) {
  Create("t");
  pb::ClearRegionBlockCacheRequest request;
  *request.add_region() = Specify(RegionOf("t")->name());
  *request.add_region() = Specify("unknown");
  const auto response = Admin<pb::ClearRegionBlockCacheResponse>("ClearRegionBlockCache", request);
  ASSERT_TRUE(response.ok());
  EXPECT_GT(response->stats().max_cache_size(), 0);
  ASSERT_EQ(response->stats().exception_size(), 1);
  EXPECT_EQ(response->stats().exception(0).exception().name(),
            "org.apache.hadoop.hbase.NotServingRegionException");
}

TEST_F(AdminRegionsTest, ServerCalls) {
  const auto info = Admin<pb::GetServerInfoResponse>("GetServerInfo", pb::EmptyMsg());
  EXPECT_EQ(ToText(info->server_info().server_name()), "db.example.org,16020,1700000000000");
  EXPECT_EQ(
      Admin<pb::RollWALWriterResponse>("RollWALWriter", pb::EmptyMsg())->region_to_flush_size(), 0);
  Check(Admin<pb::UpdateConfigurationResponse>("UpdateConfiguration", pb::EmptyMsg()).status());
  EXPECT_EQ(
      Admin<pb::SlowLogResponses>("GetLargeLogResponses", pb::EmptyMsg())->slow_log_payloads_size(),
      0);
  EXPECT_TRUE(
      Admin<pb::ClearSlowLogResponses>("ClearSlowLogsResponses", pb::EmptyMsg())->is_cleaned());
  pb::LogRequest request;
  request.set_log_message("");
  request.set_log_class_name(
      "org.apache.hadoop.hbase.shaded.protobuf.generated.AdminProtos$SlowLogResponseRequest");
  const auto entry = Admin<pb::LogEntry>("GetLogEntries", request);
  ASSERT_TRUE(entry.ok());
  EXPECT_TRUE(pb::SlowLogResponses().ParseFromString(entry->log_message()));
  request.set_log_class_name("other");
  EXPECT_EQ(AdminError("GetLogEntries", request).message(), "Invalid request params");
}

}  // namespace
}  // namespace basalt::server
