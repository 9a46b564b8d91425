// Scrub and repair as a client asks for them, and the state as `status` shows it.
#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <thread>

#include "basalt/damage.pb.h"
#include "server/chores.h"
#include "server/damage_jobs.h"
#include "server/service/master_fixture.h"
#include "store/damage_registry.h"

namespace basalt::server {
namespace {

namespace fs = std::filesystem;

class DamageServiceTest : public ServiceTest {
 protected:
  template <typename Response, typename Request>
  Result<Response> Service(const std::string& method, const Request& request) {
    return Extension<Response>("BasaltDamageService", method, request);
  }
  messages::DamageJobResponse Await(const Result<messages::StartDamageJobResponse>& started) {
    EXPECT_TRUE(started.ok()) << started.status().ToString();
    messages::DamageJobRequest request;
    request.set_job(started.ok() ? started->job() : 0);
    while (true) {
      const auto progress = Service<messages::DamageJobResponse>("GetDamageJob", request);
      EXPECT_TRUE(progress.ok()) << progress.status().ToString();
      if (!progress.ok() || progress->done())
        return progress.ok() ? *progress : messages::DamageJobResponse();
      std::this_thread::yield();
    }
  }
  messages::DamageJobResponse Scrub() {
    return Await(
        Service<messages::StartDamageJobResponse>("StartScrub", messages::StartScrubRequest()));
  }
  // Flips a bit in the first block of the only file of a table.
  void DamageTable(const std::string& table) {
    const auto cells =
        (*context_.catalog().tables().Find(*TableName::Parse(table)))->CellsInAnyState();
    std::set<fs::path> before = StoreFiles();
    ASSERT_TRUE(cells->Flush({}).ok());
    for (const fs::path& file : StoreFiles()) {
      if (before.contains(file)) continue;
      std::fstream bytes(file, std::ios::in | std::ios::out | std::ios::binary);
      bytes.seekp(10);
      bytes.put('\x7F');
    }
  }
  std::set<fs::path> StoreFiles() {
    std::set<fs::path> files;
    for (const auto& entry : fs::directory_iterator(context_.store().path() + "/engine")) {
      if (entry.path().extension() == ".sst") files.insert(entry.path());
    }
    return files;
  }
};

TEST_F(DamageServiceTest, AScrubOfGoodFilesFindsNothing) {
  Create("t");
  Put("t", "r", "v");
  const auto done = Scrub();
  EXPECT_EQ(done.damaged_files(), 0U);
  ASSERT_EQ(done.lines_size(), 1);
}

TEST_F(DamageServiceTest, IsFoundShownAndRepaired) {
  Create("t");
  Create("other");
  for (int i = 0; i < 100; ++i) Put("t", "row" + std::to_string(100 + i), std::string(1000, 'v'));
  DamageTable("t");
  const auto found = Scrub();
  EXPECT_EQ(found.damaged_files(), 1U);
  ASSERT_EQ(found.lines_size(), 2);
  EXPECT_NE(found.lines(1).find("table t, family"), std::string::npos) << found.lines(1);

  const auto status =
      Master<pb::GetClusterStatusResponse>("GetClusterStatus", pb::GetClusterStatusRequest());
  ASSERT_TRUE(status.ok());
  ASSERT_EQ(status->cluster_status().master_tasks_size(), 2);
  EXPECT_NE(status->cluster_status().master_tasks(1).status().find("is damaged"),
            std::string::npos);
  Put("other", "r", "v");

  messages::StartRepairRequest request;
  request.set_table("t");
  const auto repaired = Await(Service<messages::StartDamageJobResponse>("StartRepair", request));
  ASSERT_GE(repaired.lines_size(), 3);
  EXPECT_EQ(repaired.lines(0), "table t: 1 families repaired");
  EXPECT_TRUE(context_.store().damage().List().empty());
  EXPECT_EQ(Scrub().damaged_files(), 0U);
  Put("t", "new", "v");
}

TEST_F(DamageServiceTest, FilesAreScrubbedBySchedule) {
  constexpr int64_t kHourMs = 3'600'000;
  Create("t");
  Put("t", "r", "v");
  DamageTable("t");
  Chores chores(context_);
  const auto first_job = static_cast<uint64_t>(context_.identity().start_code) + 1;
  // A period after the directory was first served, not at once.
  chores.ScrubFiles();
  clock_.Advance(config_.scrub_period_hours * kHourMs - 1);
  chores.ScrubFiles();
  EXPECT_FALSE(context_.damage_jobs().Find(first_job).ok());
  clock_.Advance(1);
  chores.ScrubFiles();
  ASSERT_TRUE(context_.damage_jobs().Find(first_job).ok());
  while (!context_.damage_jobs().Find(first_job)->outcome) std::this_thread::yield();
  EXPECT_EQ(context_.store().damage().List().size(), 1U);
}

TEST_F(DamageServiceTest, NonsenseIsRefused) {
  messages::StartRepairRequest request;
  request.set_table("missing");
  EXPECT_EQ(Service<messages::StartDamageJobResponse>("StartRepair", request).status().code(),
            StatusCode::kTableNotFound);
  messages::DamageJobRequest job;
  job.set_job(99);
  EXPECT_EQ(Service<messages::DamageJobResponse>("GetDamageJob", job).status().code(),
            StatusCode::kInvalidArgument);
  EXPECT_EQ(Service<messages::DamageJobResponse>("Break", job).status().code(),
            StatusCode::kUnknownProtocol);
  context_.damage_jobs().Stop();
  EXPECT_EQ(Service<messages::StartDamageJobResponse>("StartScrub", messages::StartScrubRequest())
                .status()
                .code(),
            StatusCode::kCancelled);
}

}  // namespace
}  // namespace basalt::server
