// Opening a store whose logs a crash, a loss of power or somebody has left incomplete. Writes are
// records of the catalog, numbered; a store holds a prefix if no record follows one that is
// missing.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rocksdb/db.h>

#include "base/testing.h"
#include "store/cell_codec.h"
#include "store/log_env.h"
#include "store/store.h"

namespace basalt::store {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

constexpr size_t kPage = 4096;

class LogRecoveryTest : public testing::Test {
 protected:
  LogRecoveryTest() { options_.wal_sync_interval_ms = 0; }

  void Open(const std::string& path) {
    other_.reset();
    store_.reset();
    options_.report = [this](const std::string& line) { reports_.push_back(line); };
    auto opened = Store::Open(path, options_);
    status_ = opened.status();
    if (opened.ok()) store_ = *opened;
  }
  void Write(int count, bool synced = false) {
    for (int i = 0; i < count; ++i, ++written_) {
      const Bytes value(300, static_cast<char>('a' + written_ % 26));
      const Bytes key = Key(written_);
      const Status status =
          synced ? store_->WriteRecords({{key, value}}) : store_->PutRecord(key, value);
      ASSERT_TRUE(status.ok()) << status.ToString();
    }
  }
  // A cell that compactions and flushes can read.
  static std::string CellKey() {
    Bytes key;
    AppendEscaped(key, "row");
    AppendEscaped(key, "q");
    AppendKeySuffix(key, 1, CellType::kPut);
    return key;
  }
  static Bytes Key(int number) { return "k" + std::to_string(100'000 + number); }

  // Begins a new log; what is in the old one stays there, in a family that is not flushed.
  void NewLog() {
    if (other_ == nullptr) {
      auto created = store_->CreateFamily("other", FamilyDescriptor("f"));
      ASSERT_TRUE(created.ok());
      other_ = *created;
    }
    rocksdb::WriteOptions unlogged;
    unlogged.disableWAL = true;
    ASSERT_TRUE(store_->engine().Put(unlogged, other_->handle(), CellKey(), "v").ok());
    ASSERT_TRUE(store_->engine().Flush(rocksdb::FlushOptions(), other_->handle()).ok());
  }

  // What a killed process leaves.
  std::string Image() {
    std::string image = dir_.Sub("image" + std::to_string(++images_));
    fs::copy(dir_.Sub("data"), image, fs::copy_options::recursive);
    return image;
  }
  static std::vector<std::string> Logs(const std::string& image) {
    std::vector<std::string> logs;
    for (const auto& entry : fs::directory_iterator(image + "/engine")) {
      const bool filled = entry.is_regular_file() && entry.file_size() > 0;
      if (filled && LogNumber(entry.path().filename().string())) {
        logs.push_back(entry.path().string());
      }
    }
    std::ranges::sort(logs);
    return logs;
  }
  static void Zero(const std::string& file, size_t at, size_t length) {
    std::fstream out(file, std::ios::in | std::ios::out | std::ios::binary);
    out.seekp(static_cast<std::streamoff>(at));
    out << std::string(length, '\0');
  }

  // How many records are there, all of them in a row; -1 if there is a hole.
  int Prefix() {
    int count = 0;
    bool ended = false;
    for (int i = 0; i < written_; ++i) {
      const auto found = store_->GetRecord(Key(i));
      EXPECT_TRUE(found.ok());
      if (!found->has_value()) {
        ended = true;
      } else if (ended) {
        return -1;
      } else {
        ++count;
      }
    }
    return count;
  }
  static size_t Kept(const std::string& image) {
    size_t files = 0;
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(image + "/cut", error)) {
      files += entry.is_regular_file() ? 1 : 0;
    }
    return files;
  }

  base::TempDir dir_;
  StoreOptions options_;
  Status status_;
  std::shared_ptr<Store> store_;
  std::shared_ptr<Family> other_;  // released before the store
  std::vector<std::string> reports_;
  int written_ = 0;
  int images_ = 0;
};

TEST_F(LogRecoveryTest, AKilledStoreHasEverythingAndCutsNothing) {
  Open(dir_.Sub("data"));
  Write(200);
  NewLog();
  Write(200);
  const std::string image = Image();
  Open(image);
  ASSERT_TRUE(status_.ok()) << status_.ToString();
  EXPECT_EQ(Prefix(), 400);
  EXPECT_THAT(reports_, IsEmpty());
  EXPECT_EQ(Kept(image), 0U);
}

TEST_F(LogRecoveryTest, APageOfZerosInUnsyncedWritesCutsThemThere) {
  Open(dir_.Sub("data"));
  Write(20, true);
  Write(200);
  const std::string image = Image();
  const std::string log = Logs(image).back();
  const size_t size = fs::file_size(log);
  Zero(log, size / 2 / kPage * kPage, kPage);
  Open(image);
  ASSERT_TRUE(status_.ok()) << status_.ToString();
  const int prefix = Prefix();
  EXPECT_GE(prefix, 20);
  EXPECT_LT(prefix, 220);
  EXPECT_EQ(Kept(image), 1U);
  ASSERT_THAT(reports_, SizeIs(1));
  EXPECT_THAT(reports_[0], HasSubstr(log));
  EXPECT_THAT(reports_[0], HasSubstr("sequence number"));
  // It goes on from there.
  written_ = prefix;
  Write(10);
  Open(image);
  ASSERT_TRUE(status_.ok()) << status_.ToString();
  EXPECT_EQ(Prefix(), prefix + 10);
  EXPECT_THAT(reports_, SizeIs(1)) << "cut twice";
}

TEST_F(LogRecoveryTest, ALogThatIsLostAtItsBeginningIsCutWhole) {
  Open(dir_.Sub("data"));
  Write(100);
  NewLog();
  Write(100);
  const std::string image = Image();
  ASSERT_THAT(Logs(image), SizeIs(2));
  Zero(Logs(image).back(), 0, kPage);
  Open(image);
  ASSERT_TRUE(status_.ok()) << status_.ToString();
  EXPECT_EQ(Prefix(), 100);
  EXPECT_EQ(Kept(image), 1U);
}

// A later log without the end of the one before would be a hole.
TEST_F(LogRecoveryTest, AnOlderLogThatIsShortOrMissingCutsAllLaterOnes) {
  Open(dir_.Sub("data"));
  Write(100);
  NewLog();
  Write(100);
  const std::string images[] = {Image(), Image()};
  for (const bool missing : {true, false}) {
    const std::string& image = images[missing ? 1 : 0];
    const auto logs = Logs(image);
    ASSERT_THAT(logs, SizeIs(2));
    // As if neither log had been synced: a loss of power loses what the journal says about it, too.
    std::ifstream in(image + "/LOGS");
    std::string links;
    for (std::string line; std::getline(in, line);) {
      if (line.find(" synced ") == std::string::npos) links += line + "\n";
    }
    std::ofstream(image + "/LOGS") << links;
    if (missing) {
      fs::remove(logs.front());
    } else {
      fs::resize_file(logs.front(), fs::file_size(logs.front()) / 2);
    }
    Open(image);
    ASSERT_TRUE(status_.ok()) << status_.ToString();
    EXPECT_GE(Prefix(), 0) << "a hole";
    EXPECT_LT(Prefix(), 100);
    EXPECT_EQ(Kept(image), missing ? 1U : 2U);
  }
}

TEST_F(LogRecoveryTest, ASyncedLogThatIsMissingOrShortIsAnErrorThatCanBeAccepted) {
  Open(dir_.Sub("data"));
  Write(100, true);
  NewLog();
  Write(100, true);
  std::vector<std::string> images = {Image(), Image(), Image(), Image()};
  for (const bool missing : {true, false}) {
    for (const bool first : {true, false}) {
      const std::string image = images.back();
      images.pop_back();
      const auto logs = Logs(image);
      ASSERT_GE(logs.size(), 2U);
      const std::string log = first ? logs.front() : logs.back();
      if (missing) {
        fs::remove(log);
      } else {
        fs::resize_file(log, fs::file_size(log) / 2);
      }
      options_.accept_log_loss = false;
      Open(image);
      ASSERT_EQ(status_.code(), StatusCode::kCorruption) << log;
      EXPECT_THAT(status_.message(), HasSubstr(fs::path(log).filename().string()));
      EXPECT_THAT(status_.message(), HasSubstr("basalt check --accept-log-loss " + image));
      options_.accept_log_loss = true;
      Open(image);
      ASSERT_TRUE(status_.ok()) << status_.ToString();
      EXPECT_GE(Prefix(), 0) << "a hole";
      EXPECT_LT(Prefix(), 200);
      options_.accept_log_loss = false;
      Open(image);
      EXPECT_TRUE(status_.ok()) << "accepted once and for all: " << status_.ToString();
    }
  }
}

TEST_F(LogRecoveryTest, DamageInSyncedWritesIsAnErrorWithThePlace) {
  Open(dir_.Sub("data"));
  Write(200, true);
  const std::string image = Image();
  const std::string log = Logs(image).back();
  Zero(log, fs::file_size(log) / 2 / kPage * kPage, kPage);
  Open(image);
  ASSERT_EQ(status_.code(), StatusCode::kCorruption);
  EXPECT_THAT(status_.message(), HasSubstr(fs::path(log).filename().string()));
  EXPECT_THAT(status_.message(), HasSubstr("damaged at byte"));
}

// Written by a version without a journal: nothing is known about syncs, so damage is an error.
TEST_F(LogRecoveryTest, WithoutAJournalWholeLogsAreTakenAndDamageIsReported) {
  Open(dir_.Sub("data"));
  Write(100);
  const std::string image = Image();
  const std::string damaged = Image();
  fs::remove(image + "/LOGS");
  Open(image);
  ASSERT_TRUE(status_.ok()) << status_.ToString();
  EXPECT_EQ(Prefix(), 100);
  fs::remove(damaged + "/LOGS");
  Zero(Logs(damaged).back(), kPage, kPage);
  Open(damaged);
  EXPECT_EQ(status_.code(), StatusCode::kCorruption);
  options_.accept_log_loss = true;
  Open(damaged);
  ASSERT_TRUE(status_.ok()) << status_.ToString();
  EXPECT_GE(Prefix(), 1);
}

}  // namespace
}  // namespace basalt::store
