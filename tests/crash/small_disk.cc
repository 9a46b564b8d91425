#include "small_disk.h"

#include <fcntl.h>
#include <sys/mount.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <map>

#include "io_hook.h"

namespace basalt::crash {
namespace {

namespace fs = std::filesystem;

class TmpfsDisk : public SmallDisk {
 public:
  bool Mount() {
    fs::create_directory(mount_point_);
    mounted_ = ::mount("tmpfs", mount_point_.c_str(), "tmpfs", 0, "size=32m") == 0;
    return mounted_;
  }
  ~TmpfsDisk() override {
    if (mounted_) ::umount2(mount_point_.c_str(), MNT_DETACH);
  }
  std::string directory() const override { return mount_point_ + "/data"; }

  void LeaveRoom(uint64_t bytes) override {
    const std::string ballast = mount_point_ + "/ballast";
    fs::remove(ballast);
    struct statvfs state;
    if (::statvfs(mount_point_.c_str(), &state) != 0) std::abort();
    const uint64_t available = static_cast<uint64_t>(state.f_bavail) * state.f_frsize;
    if (available <= bytes) return;
    const int fd = ::open(ballast.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0644);
    if (fd < 0 || ::posix_fallocate(fd, 0, static_cast<off_t>(available - bytes)) != 0)
      std::abort();
    ::close(fd);
  }

 private:
  const std::string mount_point_ = work_.Sub("mnt");
  bool mounted_ = false;
};

std::atomic<int64_t> budget{0};

IoDecision SpendBudget(IoCall call, int /*fd*/, size_t bytes) {
  IoDecision decision;
  if (call == IoCall::kAllocate && budget <= 0) decision.error = ENOSPC;
  if (call != IoCall::kWrite) return decision;
  const int64_t before = budget.fetch_sub(static_cast<int64_t>(bytes));
  if (before >= static_cast<int64_t>(bytes)) return decision;
  // As on a disk: what fits is written.
  decision.limit = before > 0 ? static_cast<size_t>(before) : 0;
  decision.error = ENOSPC;
  budget = 0;
  SetAvailableBytes(0);
  return decision;
}

class BudgetDisk : public SmallDisk {
 public:
  BudgetDisk() {
    MakeRoom();
    SetIoHook(SpendBudget);
  }
  ~BudgetDisk() override {
    SetIoHook(nullptr);
    SetAvailableBytes(-1);
  }
  std::string directory() const override { return work_.Sub("data"); }
  void LeaveRoom(uint64_t bytes) override {
    budget = static_cast<int64_t>(bytes);
    SetAvailableBytes(budget);
  }
};

// Name -> size and time of last change of every file in a directory.
using FileList = std::map<std::string, std::pair<uintmax_t, int64_t>>;

FileList Listing(const std::string& directory) {
  FileList files;
  std::error_code error;
  for (const auto& entry : fs::recursive_directory_iterator(directory, error)) {
    if (!entry.is_regular_file(error)) continue;
    files[fs::relative(entry.path(), directory, error).string()] = {
        entry.file_size(error), entry.last_write_time(error).time_since_epoch().count()};
  }
  return files;
}

}  // namespace

// The store goes on in the background while it is copied. A kill would find all files as they were
// at one moment, so a copy during which anything changed is made anew.
std::string SmallDisk::CopyAsAfterKill() {
  static int copies = 0;
  while (true) {
    std::string copy = work_.Sub("copy" + std::to_string(++copies));
    const auto before = Listing(directory());
    std::error_code error;
    fs::copy(directory(), copy, fs::copy_options::recursive, error);
    if (!error && Listing(directory()) == before) return copy;
    fs::remove_all(copy, error);
  }
}

std::unique_ptr<SmallDisk> SmallDisk::NewTmpfs() {
  auto disk = std::make_unique<TmpfsDisk>();
  if (!disk->Mount()) return nullptr;
  return disk;
}

std::unique_ptr<SmallDisk> SmallDisk::NewBudget() { return std::make_unique<BudgetDisk>(); }

}  // namespace basalt::crash
