// Which directories can be opened, and which are rejected.
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>

#include <gtest/gtest.h>

#include "journal.h"
#include "test_store.h"

extern char** environ;

namespace basalt::crash {
namespace {

namespace fs = std::filesystem;

void ExpectRefused(const Result<std::unique_ptr<Connection>>& opened, StatusCode code,
                   const std::string& words) {
  ASSERT_FALSE(opened.ok());
  EXPECT_EQ(opened.status().code(), code) << opened.status().ToString();
  EXPECT_NE(opened.status().message().find(words), std::string::npos) << opened.status().ToString();
}

TEST(Open, TwiceInThisProcessIsRefused) {
  TestStore store;
  store.Open();
  ExpectRefused(Connection::Open(store.directory()), StatusCode::kLocked,
                "already open in process " + std::to_string(::getpid()));
  store.Close();
  EXPECT_TRUE(Connection::Open(store.directory()).ok());
}

TEST(Open, WhileAnotherProcessHasItIsRefused) {
  const WorkDirectory work;
  const std::string directory = work.Sub("data");
  const auto journal = Journal::Create(work.Sub("journal"), 1);
  std::string words[] = {CRASH_WRITER, "--only-open", "--dir=" + directory,
                         "--journal=" + work.Sub("journal")};
  char* arguments[] = {words[0].data(), words[1].data(), words[2].data(), words[3].data(), nullptr};
  pid_t pid = -1;
  ASSERT_EQ(::posix_spawn(&pid, words[0].c_str(), nullptr, nullptr, arguments, environ), 0);
  while (!journal->ready() && ::waitpid(pid, nullptr, WNOHANG) == 0) ::sched_yield();
  ASSERT_TRUE(journal->ready()) << journal->failure();

  ExpectRefused(Connection::Open(directory), StatusCode::kLocked,
                "already open in process " + std::to_string(pid));
  // The lock goes with the process, however it goes.
  ASSERT_EQ(::kill(pid, SIGKILL), 0);
  ::waitpid(pid, nullptr, 0);
  const auto opened = Connection::Open(directory);
  EXPECT_TRUE(opened.ok()) << opened.status().ToString();
}

TEST(Open, NewerFormatIsRefused) {
  TestStore store;
  store.Open();
  store.Close();
  std::ofstream(store.directory() + "/FORMAT") << "basalt 2\n";
  ExpectRefused(Connection::Open(store.directory()), StatusCode::kNewerFormat, "format version 2");
}

TEST(Open, SomeoneElsesDirectoryIsRefused) {
  const WorkDirectory work;
  std::ofstream(work.Sub("letter.txt")) << "Dear all";
  ExpectRefused(Connection::Open(work.path()), StatusCode::kInvalidArgument,
                "not a Basalt directory");
  EXPECT_EQ(std::distance(fs::directory_iterator(work.path()), {}), 1) << "it was left alone";
}

TEST(Open, AFileIsRefused) {
  const WorkDirectory work;
  std::ofstream(work.Sub("file")) << "text";
  ExpectRefused(Connection::Open(work.Sub("file")), StatusCode::kInvalidArgument,
                "is not a directory");
}

TEST(Open, NoDirectoryIsMadeWhenNoneIsWanted) {
  const WorkDirectory work;
  ConnectionOptions options;
  options.create_if_missing = false;
  ExpectRefused(Connection::Open(work.Sub("none"), options), StatusCode::kIoError,
                "does not exist");
  EXPECT_FALSE(fs::exists(work.Sub("none")));
}

// What is left when the process dies while it makes the directory.
TEST(Open, FirstStepsOfAKilledProcessAreTakenUp) {
  const WorkDirectory work;
  fs::create_directory(work.Sub("families"));
  std::ofstream(work.Sub("lock")) << "1";
  std::ofstream(work.Sub("FORMAT.tmp")) << "bas";
  const auto opened = Connection::Open(work.path());
  EXPECT_TRUE(opened.ok()) << opened.status().ToString();
}

TEST(Open, EngineWithoutTablesIsTakenUp) {
  TestStore store;
  store.Open();
  store.Close();
  // RocksDB makes CURRENT last, and before any family has a file.
  fs::remove(store.directory() + "/CLOSED");
  for (const auto& entry : fs::directory_iterator(store.directory() + "/families")) {
    fs::remove(entry.path());
  }
  for (const auto& entry : fs::directory_iterator(store.directory() + "/engine")) {
    const std::string name = entry.path().filename().string();
    if (name == "CURRENT" || name.ends_with(".log")) fs::remove(entry.path());
  }
  store.Open();
  store.CreateTable({FamilyDescriptor("f")});
}

}  // namespace
}  // namespace basalt::crash
