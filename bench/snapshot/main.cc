// snapshot_bench: the duration of taking, cloning, restoring and deleting snapshots of a table of a
// given size under writes, how long writers are blocked, and the disk space used. Uses the catalog,
// which reports more than the public interface.
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <random>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include <CLI/CLI.hpp>

#include "basalt/version.h"
#include "catalog/catalog.h"
#include "store/family_files.h"
#include "store/store.h"

namespace {

namespace fs = std::filesystem;
using basalt::Status;
using Time = std::chrono::steady_clock;

constexpr size_t kValueBytes = 1000;
constexpr size_t kRowsInABatch = 200;

void Check(const Status& status) {
  if (status.ok()) return;
  std::fprintf(stderr, "snapshot_bench: %s\n", status.ToString().c_str());
  std::exit(1);
}

double MsSince(Time::time_point start) {
  return std::chrono::duration<double, std::milli>(Time::now() - start).count();
}

// The disk usage of a directory: each inode once. Without the logs, for which RocksDB preallocates
// space.
uint64_t DiskBytes(const std::string& directory) {
  std::set<ino_t> seen;
  uint64_t blocks = 0;
  for (const auto& entry : fs::recursive_directory_iterator(directory)) {
    if (entry.path().extension() == ".log") continue;
    struct stat info;
    if (::lstat(entry.path().c_str(), &info) != 0 || !seen.insert(info.st_ino).second) continue;
    blocks += static_cast<uint64_t>(info.st_blocks);
  }
  return blocks * 512;
}

std::string RowName(uint64_t number) {
  char name[32];
  std::snprintf(name, sizeof(name), "row%012llu", static_cast<unsigned long long>(number));
  return name;
}

using Cells = basalt::store::CellTable;

void Load(const Cells& table, uint64_t rows) {
  std::mt19937_64 random(1);
  std::string value(kValueBytes, '\0');
  for (uint64_t row = 0; row < rows;) {
    std::vector<basalt::Mutation> batch;
    for (; batch.size() < kRowsInABatch && row < rows; ++row) {
      for (char& c : value) c = static_cast<char>(random());
      basalt::Put put(RowName(row));
      put.AddColumn("f", "q", value).AddColumn("g", "q", value);
      batch.push_back(std::move(put));
    }
    std::vector<const basalt::Mutation*> pointers;
    for (const basalt::Mutation& put : batch) pointers.push_back(&put);
    Check(table.MutateRows(pointers));
  }
}

// Threads that put one row after the other and remember their slowest put.
class Writers {
 public:
  Writers(const Cells& table, int threads, uint64_t rows) {
    for (int i = 0; i < threads; ++i) {
      threads_.emplace_back([this, &table, rows, i] { Run(table, rows, i); });
    }
  }
  ~Writers() {
    stop_ = true;
    for (std::thread& thread : threads_) thread.join();
  }
  // Since the last call.
  double TakeSlowestMs() { return static_cast<double>(slowest_us_.exchange(0)) / 1000; }
  uint64_t TakePuts() { return puts_.exchange(0); }

 private:
  void Run(const Cells& table, uint64_t rows, int seed) {
    std::mt19937_64 random(static_cast<uint64_t>(seed) + 100);
    const std::string value(100, 'w');
    while (!stop_) {
      basalt::Put put(RowName(random() % rows));
      put.AddColumn("f", "w", value).AddColumn("g", "w", value);
      const basalt::Mutation mutation = put;
      const auto start = Time::now();
      Check(table.MutateRow(mutation.row(), {&mutation, 1}).status());
      const auto us = static_cast<int64_t>(MsSince(start) * 1000);
      int64_t slowest = slowest_us_;
      while (us > slowest && !slowest_us_.compare_exchange_weak(slowest, us)) {
      }
      ++puts_;
    }
  }

  std::atomic<bool> stop_{false};
  std::atomic<int64_t> slowest_us_{0};
  std::atomic<uint64_t> puts_{0};
  std::vector<std::thread> threads_;
};

basalt::TableName Name(const std::string& name) { return *basalt::TableName::Parse(name); }

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("What snapshots cost.");
  std::string directory = (fs::temp_directory_path() / "snapshot_bench").string();
  uint64_t megabytes = 2000;
  int rounds = 5;
  int threads = 2;
  app.add_option("--dir", directory, "Where to work; must not exist, and is removed");
  app.add_option("--mb", megabytes, "Size of the table");
  app.add_option("--rounds", rounds, "Snapshots to take");
  app.add_option("--writers", threads, "Threads that write meanwhile");
  CLI11_PARSE(app, argc, argv);
  if (fs::exists(directory)) {
    std::fprintf(stderr, "snapshot_bench: %s exists\n", directory.c_str());
    return 1;
  }

  const uint64_t rows = megabytes * 1000 * 1000 / (2 * kValueBytes);
  auto opened = basalt::store::Store::Open(directory, {});
  Check(opened.status());
  const std::shared_ptr<basalt::store::Store> store = *opened;
  auto catalog_opened = basalt::catalog::Catalog::Open(store);
  Check(catalog_opened.status());
  basalt::catalog::Catalog& catalog = **catalog_opened;
  basalt::TableDescriptor descriptor(Name("t"));
  Check(descriptor.AddFamily(basalt::FamilyDescriptor("f")));
  Check(descriptor.AddFamily(basalt::FamilyDescriptor("g")));
  Check(catalog.tables().Create(descriptor, {}));
  const auto table = *(*catalog.tables().Find(Name("t")))->Cells();
  Load(*table, rows);
  // Fully compacted, so that no compaction disturbs the comparison of space.
  Check(table->MajorCompact({}));
  const uint64_t before = DiskBytes(directory);
  std::printf("%s; %llu rows of 2 families, %.0f MB on disk; %d writers\n",
              basalt::EngineVersion().c_str(), static_cast<unsigned long long>(rows),
              static_cast<double>(before) / 1e6, threads);

  // Without writers: the disk space that a snapshot and a clone add.
  auto start = Time::now();
  Check(catalog.snapshots().Take("quiet", Name("t"), {}));
  std::printf("quiet: take %.1f ms", MsSince(start));
  std::printf(", %.1f kB more", static_cast<double>(DiskBytes(directory) - before) / 1e3);
  start = Time::now();
  Check(catalog.snapshots().Clone("quiet", Name("clone")));
  std::printf("; clone %.1f ms", MsSince(start));
  std::printf(", %.1f kB more in all\n", static_cast<double>(DiskBytes(directory) - before) / 1e3);

  {
    std::vector<std::shared_ptr<basalt::store::Family>> families;
    for (const auto& family : table->families()) families.push_back(family.family);
    Writers writers(*table, threads, rows);
    for (int i = 0; i < rounds; ++i) {
      // A second without a snapshot, for comparison.
      writers.TakeSlowestMs();
      writers.TakePuts();
      std::this_thread::sleep_for(std::chrono::seconds(1));
      const double slowest_before = writers.TakeSlowestMs();
      const uint64_t puts = writers.TakePuts();
      const std::string name = "s" + std::to_string(i);
      start = Time::now();
      Check(catalog.snapshots().Take(name, Name("t"), {}));
      const double took = MsSince(start);
      const double slowest = writers.TakeSlowestMs();
      start = Time::now();
      Check(catalog.snapshots().Clone(name, Name("c" + std::to_string(i))));
      const double cloned = MsSince(start);
      // Only the step that blocks writers, which reports its duration.
      basalt::store::FamilyCapture capture(store, families);
      Check(capture.Prepare());
      Check(capture.Take(true));
      std::printf(
          "round %d: take %.1f ms; writers waited %.1f ms; slowest put %.1f ms (%.1f ms without, "
          "%llu puts/s); clone %.1f ms\n",
          i, took, std::chrono::duration<double, std::milli>(capture.pause()).count(), slowest,
          slowest_before, static_cast<unsigned long long>(puts), cloned);
    }
  }
  Check(catalog.tables().SetEnabled(Name("t"), false));
  start = Time::now();
  Check(catalog.snapshots().Restore("quiet"));
  std::printf("restore %.1f ms", MsSince(start));
  start = Time::now();
  Check(catalog.snapshots().Delete("quiet"));
  std::printf("; delete %.1f ms\n", MsSince(start));
  fs::remove_all(directory);
  return 0;
}
