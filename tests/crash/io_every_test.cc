// A failure at every I/O call: a fixed workload of open, puts, flush, compaction, split, snapshot,
// alter, backup and close, in which one call fails: the first, the second, and so on. Afterwards
// the store opens, and nothing acknowledged is missing.
//
// The usual run takes a sample of the calls; BASALT_IO_EVERY=1 takes all.
#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <iostream>
#include <map>
#include <string>

#include <gtest/gtest.h>

#include "io_hook.h"
#include "store/backup.h"
#include "store/store.h"
#include "test_store.h"

namespace basalt::crash {
namespace {

enum class Fault { kEio, kEnospc, kShortWrite };

std::atomic<int64_t> calls{0};
std::atomic<int64_t> failing_call{0};
std::atomic<Fault> fault{Fault::kEio};

IoDecision FailOne(IoCall /*call*/, int fd, size_t bytes) {
  // The terminal is not a disk.
  if (fd >= 0 && fd <= 2) return {};
  IoDecision decision;
  if (++calls != failing_call) return decision;
  if (fault == Fault::kShortWrite) {
    // Without an error; the rest must be written by another call.
    if (bytes > 1) decision.limit = bytes / 2;
  } else {
    decision.error = fault == Fault::kEio ? EIO : ENOSPC;
    decision.limit = bytes / 2;
  }
  return decision;
}

class IoEvery : public testing::TestWithParam<Fault> {
 protected:
  ~IoEvery() override { SetIoHook(nullptr); }

  // Everything in it may fail; what is acknowledged is remembered.
  void Work(TestStore& store, const std::string& backup) {
    if (store.TryOpen().ok()) {
      TableDescriptor descriptor(TestStore::name());
      MustBeOk(descriptor.AddFamily(FamilyDescriptor("a")));
      MustBeOk(descriptor.AddFamily(FamilyDescriptor("m").SetMob(100)));
      (void)store.admin().CreateTable(descriptor).ok();
      PutRows(store, 0, 20, Durability::kUseDefault);
      (void)store.admin().Flush(TestStore::name()).ok();
      PutRows(store, 20, 30, Durability::kFsyncWal);
      (void)store.admin().Flush(TestStore::name()).ok();
      (void)store.admin().MajorCompact(TestStore::name()).ok();
      (void)store.admin().SplitTable(TestStore::name(), Bytes("r15")).ok();
      PutRows(store, 30, 40, Durability::kUseDefault);
      (void)store.admin().Snapshot("snap", TestStore::name()).ok();
      (void)store.admin()
          .ModifyFamily(TestStore::name(), FamilyDescriptor("a").SetMaxVersions(3))
          .ok();
      PutRows(store, 40, 50, Durability::kUseDefault);
      store.Close();
    }
    store::StoreOptions options;
    options.create_if_missing = false;
    const auto opened = store::Store::Open(store.directory(), options);
    if (!opened.ok()) return;
    const auto writer = store::BackupWriter::Open({.directory = backup}, **opened);
    if (writer.ok()) (void)(*writer)->Create().ok();
  }

  void PutRows(TestStore& store, int begin, int end, Durability durability) {
    const auto table = store.connection().GetTable(TestStore::name());
    if (!table.ok()) return;
    for (int i = begin; i < end; ++i) {
      const std::string row = "r" + std::to_string(10 + i);
      const Bytes value = row + std::string(static_cast<size_t>(20 + 37 * (i % 11)), 'x');
      const Status status = (*table)->Put(
          Put(row).AddColumn("a", "q", value).AddColumn("m", "q", value).SetDurability(durability));
      if (status.ok()) acknowledged_[row] = value;
    }
  }

  void Check(TestStore& store) {
    const Status opened = store.TryOpen();
    ASSERT_TRUE(opened.ok()) << opened.ToString();
    if (acknowledged_.empty() && !*store.admin().TableExists(TestStore::name())) return;
    const auto contents = store.Read();
    ASSERT_TRUE(contents.ok()) << contents.status().ToString();
    for (const auto& [row, value] : acknowledged_) {
      for (const char* column : {"/a:q", "/m:q"}) {
        const auto found = contents->find(row + column);
        ASSERT_TRUE(found != contents->end()) << row << column << " is lost";
        EXPECT_EQ(found->second, value);
      }
    }
    // It takes writes.
    MustBeOk(store.table()->Put(Put("after").AddColumn("a", "q", "v")));
  }

  // Runs the workload with the n-th call failing; returns how many calls there were.
  int64_t RunWith(int64_t n) {
    acknowledged_.clear();
    const WorkDirectory backup;
    TestStore store;
    store.options().block_cache_bytes = 4 << 20;
    calls = 0;
    failing_call = n;
    SetIoHook(FailOne);
    Work(store, backup.Sub("backup"));
    const int64_t made = calls;
    SetIoHook(nullptr);
    Check(store);
    return made;
  }

  std::map<std::string, Bytes> acknowledged_;
};

TEST_P(IoEvery, CallMayFail) {
  fault = GetParam();
  const int64_t all = RunWith(0);
  ASSERT_EQ(acknowledged_.size(), 50U);
  const char* asked = std::getenv("BASALT_IO_EVERY");
  // An odd number, so that calls which come in pairs take turns.
  const int64_t stride = asked != nullptr ? std::max(1, std::atoi(asked)) : all / 40 | 1;
  int64_t runs = 0;
  for (int64_t n = 1; n <= all; n += stride, ++runs) {
    SCOPED_TRACE("call " + std::to_string(n) + " of " + std::to_string(all) + " fails");
    RunWith(n);
    if (HasFailure()) break;
  }
  std::cout << "crash: " << runs << " of " << all << " I/O calls failed, nothing lost\n"
            << "proof: io-faults " << runs << " failed I/O calls\n";
}

INSTANTIATE_TEST_SUITE_P(Faults, IoEvery,
                         testing::Values(Fault::kEio, Fault::kEnospc, Fault::kShortWrite),
                         [](const auto& info) {
                           switch (info.param) {
                             case Fault::kEio: return std::string("eio");
                             case Fault::kEnospc: return std::string("enospc");
                             default: return std::string("short");
                           }
                         });

}  // namespace
}  // namespace basalt::crash
