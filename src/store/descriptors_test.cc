// File descriptors: families hold none of their own, and a process that has run out of them goes on
// when it has some again.
#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <iterator>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>
#include <rocksdb/db.h>

#include "base/testing.h"
#include "store/store.h"

namespace basalt::store {
namespace {

int64_t OpenDescriptors() {
  return std::distance(std::filesystem::directory_iterator("/proc/self/fd"),
                       std::filesystem::directory_iterator());
}

// Leaves the process with this many descriptors, for as long as it exists.
class FewDescriptors {
 public:
  explicit FewDescriptors(int64_t left) {
    ::getrlimit(RLIMIT_NOFILE, &before_);
    rlimit few = before_;
    few.rlim_cur = static_cast<rlim_t>(OpenDescriptors() + left + 8);
    ::setrlimit(RLIMIT_NOFILE, &few);
    for (int fd = ::open("/dev/null", O_RDONLY | O_CLOEXEC); fd >= 0;
         fd = ::open("/dev/null", O_RDONLY | O_CLOEXEC)) {
      taken_.push_back(fd);
    }
    for (; left > 0 && !taken_.empty(); --left) {
      ::close(taken_.back());
      taken_.pop_back();
    }
  }
  ~FewDescriptors() {
    for (const int fd : taken_) ::close(fd);
    ::setrlimit(RLIMIT_NOFILE, &before_);
  }

 private:
  rlimit before_{};
  std::vector<int> taken_;
};

class DescriptorsTest : public testing::Test {
 protected:
  void SetUp() override {
    options_.report = [this](const std::string& line) {
      const std::lock_guard lock(mutex_);
      reports_.push_back(line);
    };
    auto opened = Store::Open(dir_.Sub("data"), options_);
    ASSERT_TRUE(opened.ok()) << opened.status().ToString();
    store_ = *opened;
  }
  Status Flush() {
    const rocksdb::Status status = store_->engine().Flush(rocksdb::FlushOptions());
    return status.ok() ? Status() : Status(StatusCode::kIoError, status.ToString());
  }
  template <typename Work>
  static Status TryForAMinute(Work work) {
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::minutes(1);
    Status status = work();
    while (!status.ok() && std::chrono::steady_clock::now() < deadline) {
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
      status = work();
    }
    return status;
  }

  base::TempDir dir_;
  StoreOptions options_;
  std::mutex mutex_;
  std::vector<std::string> reports_;
  std::shared_ptr<Store> store_;
};

TEST_F(DescriptorsTest, AFamilyHoldsNone) {
  ASSERT_TRUE(store_->CreateFamily("first", FamilyDescriptor("f")).ok());
  const int64_t before = OpenDescriptors();
  for (int i = 0; i < 60; ++i) {
    ASSERT_TRUE(store_->CreateFamily("f" + std::to_string(i), FamilyDescriptor("f")).ok());
  }
  EXPECT_LE(OpenDescriptors(), before + 3);
}

TEST_F(DescriptorsTest, WritesResumeWhenThereAreSomeAgain) {
  ASSERT_TRUE(store_->CreateFamily("f", FamilyDescriptor("f")).ok());
  ASSERT_TRUE(store_->WriteRecords({{"before", "v"}}).ok());
  {
    const FewDescriptors none(0);
    EXPECT_FALSE(Flush().ok());
    // A log is open already.
    (void)store_->PutRecord("meanwhile", Bytes("v")).ok();
    EXPECT_FALSE(store_->CreateFamily("g", FamilyDescriptor("f")).ok());
  }
  const Status written = TryForAMinute([&] { return store_->WriteRecords({{"after", "v"}}); });
  ASSERT_TRUE(written.ok()) << written.ToString();
  const Status flushed = TryForAMinute([&] { return Flush(); });
  ASSERT_TRUE(flushed.ok()) << flushed.ToString();
  const Status created =
      TryForAMinute([&] { return store_->CreateFamily("g", FamilyDescriptor("f")).status(); });
  EXPECT_TRUE(created.ok()) << created.ToString();
  EXPECT_EQ(*store_->GetRecord("before"), Bytes("v"));
  EXPECT_EQ(*store_->GetRecord("after"), Bytes("v"));
  const std::lock_guard lock(mutex_);
  const auto count = [this](const std::string& words) {
    return std::ranges::count_if(
        reports_, [&](const std::string& line) { return line.find(words) != std::string::npos; });
  };
  EXPECT_GE(count("the disk failed"), 1);
  EXPECT_EQ(count("the disk failed"), count("the disk works again"));
}

}  // namespace
}  // namespace basalt::store
