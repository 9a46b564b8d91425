// Backups as a client asks for them.
#include <filesystem>
#include <string>
#include <thread>

#include "basalt/backup.pb.h"
#include "server/backup_jobs.h"
#include "server/service/master_fixture.h"
#include "store/backup.h"

namespace basalt::server {
namespace {

class BackupsTest : public ServiceTest {
 protected:
  BackupsTest() { SetRoot(directory_.Sub("backups")); }
  void SetRoot(const std::string& root) {
    config_.backup_root = root;
    context_.Reconfigure(config_);
  }
  std::string Sub(const std::string& name) { return directory_.Sub("backups") + "/" + name; }
  template <typename Response, typename Request>
  Result<Response> Service(const std::string& method, const Request& request) {
    return Extension<Response>("BasaltBackupService", method, request);
  }
  Result<uint64_t> Start(const std::string& directory) {
    messages::StartBackupRequest request;
    request.set_directory(directory);
    BASALT_ASSIGN_OR_RETURN(const auto response,
                            Service<messages::StartBackupResponse>("StartBackup", request));
    return response.job();
  }
  Result<messages::BackupProgressResponse> Progress(uint64_t job) {
    messages::BackupProgressRequest request;
    request.set_job(job);
    return Service<messages::BackupProgressResponse>("GetBackupProgress", request);
  }
  messages::BackupProgressResponse Await(uint64_t job) {
    while (true) {
      const auto progress = Progress(job);
      EXPECT_TRUE(progress.ok()) << progress.status().ToString();
      if (!progress.ok()) return {};
      if (progress->done()) return *progress;
      std::this_thread::yield();
    }
  }
};

TEST_F(BackupsTest, IsStartedAndAskedAfter) {
  Create("t");
  Put("t", "r", "v");
  const auto job = Start(Sub("daily"));
  ASSERT_TRUE(job.ok()) << job.status().ToString();
  const auto made = Await(*job);
  EXPECT_EQ(made.backup_id(), 1U);
  EXPECT_GT(made.bytes(), 0U);
  EXPECT_GT(made.files(), 0U);
  EXPECT_TRUE(store::VerifyBackup(Sub("daily"), 1).ok());
  const auto second = Start(Sub("daily"));
  ASSERT_TRUE(second.ok()) << second.status().ToString();
  EXPECT_EQ(Await(*second).backup_id(), 2U);
  EXPECT_EQ(Progress(*job).status().code(), StatusCode::kInvalidArgument)
      << "only the last is known";
}

TEST_F(BackupsTest, NonsenseIsRefused) {
  EXPECT_EQ(Start("relative/path").status().code(), StatusCode::kInvalidArgument);
  EXPECT_EQ(Progress(99).status().code(), StatusCode::kInvalidArgument);
  EXPECT_EQ(Service<messages::StartBackupResponse>("EndBackup", pb::EmptyMsg()).status().code(),
            StatusCode::kUnknownProtocol);
  EXPECT_EQ(Service<messages::StartBackupResponse>("StartBackup", pb::EmptyMsg()).status().code(),
            StatusCode::kDoNotRetry)
      << "a directory is missing";
}

// Before, any client could have the server write a backup anywhere.
TEST_F(BackupsTest, WithoutARootThereAreNone) {
  SetRoot("");
  const Status status = Start(Sub("daily")).status();
  EXPECT_EQ(status.code(), StatusCode::kAccessDenied);
  EXPECT_NE(status.message().find("Set backup.root"), std::string::npos) << status.ToString();
  EXPECT_FALSE(std::filesystem::exists(directory_.Sub("backups")));
}

TEST_F(BackupsTest, DirectoriesAreBelowTheRoot) {
  namespace fs = std::filesystem;
  const std::string root = directory_.Sub("backups");
  const std::string other = directory_.Sub("other");
  fs::create_directories(root);
  fs::create_directory_symlink(directory_.path(), root + "/link");
  using namespace std::string_literals;
  for (const std::string& path :
       {other, root, root + "/", root + "/.", root + "/../other", root + "/x/../../other",
        root + "/link/other", root + "x", "/"s, root + "/x\0/../../other"s, root + "/x/\0"s}) {
    const Status status = Start(path).status();
    EXPECT_TRUE(status.code() == StatusCode::kAccessDenied ||
                status.code() == StatusCode::kInvalidArgument)
        << path << ": " << status.ToString();
  }
  EXPECT_FALSE(fs::exists(other));
  EXPECT_FALSE(fs::exists(root + "/x"));
  const auto job = Start(root + "/a/../daily");
  ASSERT_TRUE(job.ok()) << job.status().ToString();
  EXPECT_EQ(Await(*job).backup_id(), 1U);
  EXPECT_TRUE(store::VerifyBackup(Sub("daily"), 1).ok());
}

TEST_F(BackupsTest, NotIntoTheDataDirectory) {
  SetRoot(directory_.path());
  EXPECT_EQ(Start(directory_.Sub("data")).status().code(), StatusCode::kInvalidArgument);
  EXPECT_EQ(Start(directory_.Sub("data") + "/backups").status().code(),
            StatusCode::kInvalidArgument);
}

TEST_F(BackupsTest, NoneIsStartedWhenTheServerStops) {
  context_.backups().Stop();
  EXPECT_EQ(Start(Sub("daily")).status().code(), StatusCode::kCancelled);
}

}  // namespace
}  // namespace basalt::server
