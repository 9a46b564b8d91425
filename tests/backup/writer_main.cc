// The backup test's writer: threads that count, and one that creates backups, until the process is
// killed.
//
//   backup_writer DATA BACKUPS COUNTERS
#include <algorithm>
#include <cstdio>
#include <memory>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "basalt/mutation.h"
#include "counters.h"
#include "store/backup.h"
#include "store/cell_table.h"
#include "store/store.h"
#include "table.h"

namespace basalt::backup_test {
namespace {

void Count(const store::CellTable& table, Counters& counters, int thread) {
  const int other = (thread + 1) % kThreads;
  for (uint64_t number = counters.acknowledged[thread] + 1;; ++number) {
    // Written after the other's number was acknowledged: no moment has this without that.
    const uint64_t seen = counters.acknowledged[other];
    counters.begun[thread] = number;
    const std::string value = std::to_string(number) + " " + std::to_string(seen);
    const Mutation put =
        Put(RowOf(thread, number)).AddColumn("a", "q", value).AddColumn("b", "q", value);
    const Status status = table.MutateRow(put.row(), std::span(&put, 1)).status();
    if (!status.ok()) {
      std::fprintf(stderr, "%s\n", status.ToString().c_str());
      std::abort();
    }
    counters.acknowledged[thread] = number;
  }
}

void MakeBackups(store::Store& store, Counters& counters, const std::string& directory) {
  for (int made = 0;; ++made) {
    std::array<uint64_t, kThreads> at_least;
    std::ranges::copy(counters.acknowledged, at_least.begin());
    ++counters.backups_begun;
    const auto writer =
        store::BackupWriter::Open({.directory = directory, .full = made % 5 == 4}, store);
    auto created = writer.ok() ? (*writer)->Create() : writer.status();
    if (!created.ok()) {
      std::fprintf(stderr, "%s\n", created.status().ToString().c_str());
      std::abort();
    }
    Counters::Backup& backup = counters.backups[created->id];
    backup.at_least = at_least;
    std::ranges::copy(counters.begun, backup.at_most.begin());
    backup.complete = true;
  }
}

int Run(const std::string& data, const std::string& backups, const std::string& path) {
  Counters& counters = *Counters::Map(path);
  const auto table = OpenTable(data);
  if (!table.ok()) {
    std::fprintf(stderr, "%s\n", table.status().ToString().c_str());
    return 3;
  }
  // A write that was under way at the last end has happened or not.
  const auto found = ReadNumbers(**table);
  if (!found.ok()) return 4;
  for (int thread = 0; thread < kThreads; ++thread) {
    counters.begun[thread] = counters.acknowledged[thread] = (*found)[thread].highest;
  }
  std::vector<std::thread> threads;
  for (int thread = 0; thread < kThreads; ++thread) {
    threads.emplace_back([&, thread] { Count(**table, counters, thread); });
  }
  MakeBackups(*(*table)->store(), counters, backups);
  return 0;
}

}  // namespace
}  // namespace basalt::backup_test

int main(int argc, char** argv) {
  return argc == 4 ? basalt::backup_test::Run(argv[1], argv[2], argv[3]) : 2;
}
