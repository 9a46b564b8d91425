// Backups of a store under load whose process is killed repeatedly, and restores that are killed:
// every complete backup holds exactly the state of one point in time between its start and its end.
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "counters.h"
#include "store/backup.h"
#include "store/store.h"
#include "table.h"

namespace basalt::backup_test {
namespace {

namespace fs = std::filesystem;

constexpr int kKills = 12;

pid_t StartProcess(const std::vector<std::string>& command) {
  std::vector<char*> arguments;
  for (const std::string& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  const pid_t pid = ::fork();
  if (pid == 0) {
    ::execv(arguments[0], arguments.data());
    std::_Exit(127);
  }
  return pid;
}

// Whether it died of the kill, and not before.
bool Kill(pid_t pid) {
  ::kill(pid, SIGKILL);
  int state = 0;
  ::waitpid(pid, &state, 0);
  return WIFSIGNALED(state) && WTERMSIG(state) == SIGKILL;
}

class BackupKill : public testing::Test {
 protected:
  static std::string NewDirectory() {
    std::string pattern = (fs::temp_directory_path() / "basalt-backup-XXXXXX").string();
    return ::mkdtemp(pattern.data());
  }
  ~BackupKill() override { fs::remove_all(dir_); }

  // Runs the writer until it has begun so many more backups, and a little longer.
  void RunAndKill(uint64_t backups, std::chrono::microseconds more) {
    const uint64_t until = counters_->backups_begun + backups;
    const pid_t writer = StartProcess({BACKUP_WRITER, data_, backups_, dir_ + "/counters"});
    int state = 0;
    while (counters_->backups_begun < until) {
      ASSERT_EQ(::waitpid(writer, &state, WNOHANG), 0) << "the writer ended by itself";
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    std::this_thread::sleep_for(more);
    ASSERT_TRUE(Kill(writer)) << "the writer ended by itself";
  }

  void ExpectOneMoment(const std::string& restored, uint32_t id) {
    const auto table = OpenTable(restored);
    ASSERT_TRUE(table.ok()) << table.status().ToString();
    const auto threads = ReadNumbers(**table);
    ASSERT_TRUE(threads.ok()) << threads.status().ToString();
    const Counters::Backup& known = counters_->backups[id];
    for (int thread = 0; thread < kThreads; ++thread) {
      const ThreadState& state = (*threads)[thread];
      // All numbers up to the highest, and none above.
      for (uint64_t number = state.highest; number + kRowsPerThread > state.highest && number > 0;
           --number) {
        const auto found = state.rows.find(RowOf(thread, number));
        ASSERT_NE(found, state.rows.end()) << "backup " << id << " lacks " << number;
        EXPECT_EQ(found->second, number) << "backup " << id << ", thread " << thread;
      }
      EXPECT_LE(state.seen_of_next, (*threads)[(thread + 1) % kThreads].highest)
          << "backup " << id << ": what was written first is missing";
      if (known.complete) {
        EXPECT_GE(state.highest, known.at_least[thread]) << "backup " << id;
        EXPECT_LE(state.highest, known.at_most[thread]) << "backup " << id;
      }
    }
  }

  const std::string dir_ = NewDirectory();
  const std::string data_ = dir_ + "/data";
  const std::string backups_ = dir_ + "/backups";
  Counters* const counters_ = Counters::Map(dir_ + "/counters");
  std::mt19937 random_{1};
};

TEST_F(BackupKill, EveryCompleteBackupIsOneMoment) {
  uint32_t checked = 0;
  for (int kill = 0; kill < kKills; ++kill) {
    RunAndKill(1 + random_() % 4, std::chrono::microseconds(random_() % 30'000));
    if (HasFatalFailure()) return;
    const auto backups = store::ListBackups(backups_);
    // Killed before the first was stamped.
    if (!backups.ok() && !fs::exists(backups_ + "/BACKUPS")) continue;
    ASSERT_TRUE(backups.ok()) << backups.status().ToString();
    ASSERT_TRUE(store::VerifyBackup(backups_, 0).ok());
    for (const store::BackupInfo& backup : *backups) {
      if (backup.id <= checked) continue;
      checked = backup.id;
      const std::string restored = dir_ + "/restored" + std::to_string(backup.id);
      const auto done = store::RestoreBackup(backups_, restored, {.id = backup.id});
      ASSERT_TRUE(done.ok()) << done.status().ToString();
      ExpectOneMoment(restored, backup.id);
      fs::remove_all(restored);
    }
  }
  int complete = 0;
  for (const Counters::Backup& backup : counters_->backups) complete += backup.complete ? 1 : 0;
  EXPECT_GE(checked, static_cast<uint32_t>(complete)) << "a complete backup is gone";
  EXPECT_GT(complete, kKills / 2);
  RecordProperty("backups", complete);
  std::cout << "proof: kill-backup " << kKills << " kills\nproof: kill-backup " << checked
            << " backups restored\n";
}

TEST_F(BackupKill, AKilledRestoreIsNoStore) {
  RunAndKill(4, std::chrono::milliseconds(1));
  if (HasFatalFailure()) return;
  const auto backups = store::ListBackups(backups_);
  ASSERT_TRUE(backups.ok()) << backups.status().ToString();
  ASSERT_FALSE(backups->empty());
  int unfinished = 0;
  for (int kill = 0; kill < 40; ++kill) {
    const std::string target = dir_ + "/killed";
    fs::remove_all(target);
    const pid_t restore =
        StartProcess({BASALT_PROGRAM, "backup", "restore", backups_, "--to", target});
    std::this_thread::sleep_for(std::chrono::microseconds(random_() % 60'000));
    (void)Kill(restore);
    std::error_code error;
    if (!fs::exists(target, error) || fs::is_empty(target)) continue;
    if (fs::exists(target + "/FORMAT")) {
      ExpectOneMoment(target, backups->back().id);
    } else {
      ++unfinished;
      const Status opened = store::Store::Open(target, store::StoreOptions()).status();
      EXPECT_NE(opened.message().find("did not finish"), std::string::npos) << opened.ToString();
      const Status again = store::RestoreBackup(backups_, target, {}).status();
      EXPECT_EQ(again.code(), StatusCode::kInvalidArgument) << again.ToString();
    }
  }
  EXPECT_GT(unfinished, 0);
  std::cout << "proof: kill-backup " << unfinished << " killed restores\n";
}

}  // namespace
}  // namespace basalt::backup_test
