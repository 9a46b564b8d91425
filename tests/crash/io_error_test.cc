// A failing disk: reads and writes return an error that names the file, no acknowledged write is
// lost, and the store works again when the disk does, without being reopened.
#include <pthread.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <map>
#include <string>
#include <thread>

#include <gtest/gtest.h>

#include "io_hook.h"
#include "random.h"
#include "test_store.h"

namespace basalt::crash {
namespace {

// What fails, and of which files (the end of their names).
std::atomic<IoCall> failing_call{IoCall::kRead};
std::atomic<const char*> failing_files{nullptr};
std::atomic<bool> failing_only_compactions{false};

bool EndsWith(int fd, std::string_view suffix) {
  char path[4096];
  const std::string link = "/proc/self/fd/" + std::to_string(fd);
  const ssize_t length = ::readlink(link.c_str(), path, sizeof(path));
  return length > 0 && std::string_view(path, static_cast<size_t>(length)).ends_with(suffix);
}

// RocksDB names its threads: flushes have the high priority.
bool InCompaction() {
  char name[16];
  return ::pthread_getname_np(::pthread_self(), name, sizeof(name)) == 0 &&
         std::string_view(name) == "rocksdb:low";
}

IoDecision FailSome(IoCall call, int fd, size_t /*bytes*/) {
  IoDecision decision;
  const char* files = failing_files.load();
  if (files != nullptr && call == failing_call && EndsWith(fd, files) &&
      (!failing_only_compactions || InCompaction())) {
    decision.error = EIO;
    decision.limit = 0;
  }
  return decision;
}

class IoError : public testing::Test {
 protected:
  IoError() {
    SetIoHook(FailSome);
    store_.options().automatic_compactions = false;
    store_.Open();
    store_.CreateTable({FamilyDescriptor("a"), FamilyDescriptor("m").SetMob(100)});
  }
  ~IoError() override {
    Mend();
    store_.Close();
    SetIoHook(nullptr);
  }

  static void Break(IoCall call, const char* files) {
    failing_call = call;
    failing_files = files;
  }
  static void Mend() {
    failing_files = nullptr;
    failing_only_compactions = false;
  }

  Status PutRow(Durability durability = Durability::kUseDefault) {
    const std::string row = "r" + std::to_string(next_row_++);
    const Bytes value = row + random_.Letters(500);
    Status status = store_.table()->Put(
        Put(row).AddColumn("a", "q", value).AddColumn("m", "q", value).SetDurability(durability));
    (status.ok() ? acknowledged_ : refused_)[row] = value;
    return status;
  }
  void PutRows(int count) {
    for (int i = 0; i < count; ++i) MustBeOk(PutRow());
  }
  // The disk works again; the store looks for it about once a second.
  template <typename Work>
  static void WaitUntilOk(Work work) {
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    Status status = work();
    while (!status.ok() && std::chrono::steady_clock::now() < deadline) {
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
      status = work();
    }
    MustBeOk(status);
  }
  Status Flush() { return store_.admin().Flush(TestStore::name()); }

  static void ExpectIoError(const Status& status, const std::string& file) {
    EXPECT_EQ(status.code(), StatusCode::kIoError) << status.ToString();
    EXPECT_NE(status.message().find(file), std::string::npos) << status.ToString();
  }

  void ExpectAllThere() {
    const auto contents = store_.Read();
    ASSERT_TRUE(contents.ok()) << contents.status().ToString();
    for (const auto& [row, value] : acknowledged_) {
      for (const char* column : {"/a:q", "/m:q"}) {
        const auto found = contents->find(row + column);
        ASSERT_TRUE(found != contents->end()) << row << column << " is lost";
        EXPECT_EQ(found->second, value) << row << column;
      }
    }
    for (const auto& [row, value] : refused_) {
      EXPECT_EQ(contents->contains(row + "/a:q"), contents->contains(row + "/m:q"))
          << "half of row " << row;
    }
  }

  TestStore store_;
  Random random_{1};
  int next_row_ = 0;
  std::map<std::string, Bytes> acknowledged_;
  std::map<std::string, Bytes> refused_;
};

class ReadError : public IoError, public testing::WithParamInterface<const char*> {};

TEST_P(ReadError, IsReportedAndPasses) {
  PutRows(200);
  MustBeOk(Flush());
  store_.Open();  // with empty caches
  Break(IoCall::kRead, GetParam());
  const auto contents = store_.Read();
  ASSERT_FALSE(contents.ok());
  ExpectIoError(contents.status(), GetParam());
  const auto row = store_.table()->Get(Get("r7"));
  ASSERT_FALSE(row.ok());
  ExpectIoError(row.status(), GetParam());
  // Writes do not need those files.
  PutRows(1);
  Mend();
  ExpectAllThere();
}

TEST_P(ReadError, InACompactionLosesNothing) {
  for (int file = 0; file < 3; ++file) {
    PutRows(100);
    MustBeOk(Flush());
  }
  store_.Open();
  Break(IoCall::kRead, GetParam());
  ExpectIoError(store_.admin().MajorCompact(TestStore::name()), GetParam());
  Mend();
  ExpectAllThere();
  // The compaction that failed has changed nothing, so nothing need stop.
  PutRows(10);
  MustBeOk(store_.admin().MajorCompact(TestStore::name()));
  ExpectAllThere();
  store_.Open();
  ExpectAllThere();
}

INSTANTIATE_TEST_SUITE_P(Files, ReadError, testing::Values(".sst", ".blob"),
                         [](const auto& info) { return std::string(info.param + 1); });

// Files pile up when none can be compacted. Writes then fail; they do not wait for ever.
TEST_F(IoError, WritesFailWhenCompactionsFailForLong) {
  store_.options().automatic_compactions = true;
  store_.Open();
  PutRows(1);
  MustBeOk(Flush());
  Break(IoCall::kWrite, ".sst");
  failing_only_compactions = true;
  Status status;
  for (int file = 0; file < 100 && status.ok(); ++file) {
    // Files that overlap, or they could be moved instead of written.
    status = store_.table()->Put(Put("a").AddColumn("a", "q", "v"));
    if (status.ok()) status = store_.table()->Put(Put("z").AddColumn("a", "q", "v"));
    if (status.ok()) MustBeOk(Flush());
  }
  ExpectIoError(status, ".sst");
  Mend();
  // The next compaction clears the way.
  MustBeOk(store_.admin().Compact(TestStore::name()));
  PutRows(10);
  ExpectAllThere();
}

// Increments and appends must not build on what they could not read.
TEST_F(IoError, CountersDoNotStartAnewWhenTheyCannotBeRead) {
  EXPECT_EQ(MustGet(store_.table()->IncrementColumnValue("c", "a", "n", 5)), 5);
  MustBeOk(Flush());
  store_.Open();
  Break(IoCall::kRead, ".sst");
  ExpectIoError(store_.table()->IncrementColumnValue("c", "a", "n", 1).status(), ".sst");
  CheckAndMutate check("c");
  check.IfNotExists("a", "n").Then(Put("c").AddColumn("a", "n", "overwritten"));
  ExpectIoError(store_.table()->CheckAndMutate(check).status(), ".sst");
  Mend();
  EXPECT_EQ(MustGet(store_.table()->IncrementColumnValue("c", "a", "n", 1)), 6);
}

class WriteError : public IoError, public testing::WithParamInterface<IoCall> {};

TEST_P(WriteError, OfTheLogRefusesWritesUntilTheDiskWorks) {
  for (int round = 0; round < 3; ++round) {
    PutRows(50);
    Break(GetParam(), ".log");
    const Status status = PutRow(Durability::kFsyncWal);
    ExpectIoError(status, ".log");
    // What is in the log after that is anybody's guess, so nothing more goes into it.
    ExpectIoError(PutRow(), ".log");
    Mend();
    WaitUntilOk([this] { return PutRow(); });
    PutRows(50);
    ExpectAllThere();
  }
  store_.Open();
  ExpectAllThere();
  PutRows(50);
  store_.Open();
  ExpectAllThere();
}

TEST_P(WriteError, OfAFlushLosesNothing) {
  PutRows(50);
  Break(GetParam(), ".sst");
  ExpectIoError(Flush(), ".sst");
  ExpectAllThere();
  // Writes need a log and memory only.
  PutRows(50);
  Mend();
  WaitUntilOk([this] { return Flush(); });
  PutRows(50);
  MustBeOk(Flush());
  ExpectAllThere();
  store_.Open();
  ExpectAllThere();
}

INSTANTIATE_TEST_SUITE_P(Calls, WriteError, testing::Values(IoCall::kWrite, IoCall::kSync),
                         [](const auto& info) {
                           return std::string(info.param == IoCall::kWrite ? "write" : "sync");
                         });

}  // namespace
}  // namespace basalt::crash
