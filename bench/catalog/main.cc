// The cost of tables and regions, by their number.
//
//   catalog_bench [--sizes 1,10,100,1000,10000] [--tables 500] [--directory DIR]
//
// For each number of regions, in a process of its own: as many tables as there are, up to --tables,
// with the regions spread over them. Every table gets rows. Times are of the operations named, on
// an otherwise idle store; memory and open files are the process's, after opening.
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <span>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "catalog/catalog.h"
#include "store/cell_table.h"

namespace basalt::bench {
namespace {

using catalog::Catalog;
using Clock = std::chrono::steady_clock;

void Must(const Status& status) {
  if (status.ok()) return;
  std::cerr << status.ToString() << std::endl;
  std::_Exit(1);
}
template <typename T>
T Must(Result<T> result) {
  Must(result.status());
  return std::move(*result);
}

double MsSince(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

double MemoryMb() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with("VmRSS:")) return std::stod(line.substr(6)) / 1024;
  }
  return 0;
}

long OpenFiles() {
  const std::filesystem::directory_iterator files("/proc/self/fd");
  return std::distance(begin(files), end(files));
}

TableName Name(int table) { return *TableName::Parse(fmt::format("t{:05}", table)); }

TableDescriptor Descriptor(int table) {
  TableDescriptor descriptor(Name(table));
  Must(descriptor.AddFamily(FamilyDescriptor("f")));
  return descriptor;
}

std::vector<Bytes> Splits(int regions) {
  std::vector<Bytes> splits;
  for (int i = 1; i < regions; ++i) splits.push_back(fmt::format("row{:08}", i * 100));
  return splits;
}

struct Opened {
  std::shared_ptr<store::Store> store;
  std::unique_ptr<Catalog> catalog;

  explicit Opened(const std::string& directory)
      : store(Must(store::Store::Open(directory, store::StoreOptions()))),
        catalog(Must(Catalog::Open(store))) {}
};

// Of some operations, in milliseconds: the median.
class Times {
 public:
  template <typename Work>
  void Take(Work work) {
    const auto start = Clock::now();
    work();
    times_.push_back(MsSince(start));
  }
  double Median() {
    std::ranges::sort(times_);
    return times_.empty() ? 0 : times_[times_.size() / 2];
  }

 private:
  std::vector<double> times_;
};

void Build(const std::string& directory, int regions, int tables) {
  const Opened opened(directory);
  const auto start = Clock::now();
  for (int table = 0; table < tables; ++table) {
    const int share = regions / tables + (table < regions % tables ? 1 : 0);
    Must(opened.catalog->tables().Create(Descriptor(table), Splits(share)));
    const auto cells = Must(Must(opened.catalog->tables().Find(Name(table)))->Cells());
    for (int i = 0; i < share; ++i) {
      const Bytes row = fmt::format("row{:08}", i * 100 + 50);
      const Mutation put = Put(row).AddColumn("f", "q", Bytes(100, 'v'));
      Must(cells->MutateRow(row, std::span(&put, 1)).status());
    }
  }
  fmt::print("| {:>6} | {:>5} | {:>7.1f} |", regions, tables, MsSince(start) / tables);
}

void Measure(const std::string& directory, int tables) {
  const auto start = Clock::now();
  Opened opened(directory);
  const double open_ms = MsSince(start);
  fmt::print(" {:>6.0f} | {:>5.0f} | {:>6} |", open_ms, MemoryMb(), OpenFiles());
  Catalog& catalog = *opened.catalog;

  Times list;
  Times find;
  Times create;
  Times split;
  Times merge;
  Times drop;
  for (int i = 0; i < 5; ++i) {
    list.Take([&] {
      for (const auto& record : catalog.tables().List()) {
        if (Must(catalog.regions().Of(record.descriptor.name())).empty()) std::_Exit(1);
      }
    });
  }
  for (int i = 0; i < 1000; ++i) {
    find.Take([&] { Must(catalog.regions().For(Name(i % tables), fmt::format("row{:08}", i))); });
  }
  for (int i = 0; i < 11; ++i) {
    const int table = tables + i;
    create.Take([&] { Must(catalog.tables().Create(Descriptor(table), Splits(10))); });
    const auto first = Must(catalog.regions().Of(Name(table))).front();
    std::vector<std::shared_ptr<catalog::Region>> halves;
    split.Take([&] { halves = Must(catalog.regions().Split(first->name(), Bytes("row"))); });
    merge.Take([&] {
      Must(catalog.regions().Merge({halves[0]->name(), halves[1]->name()}, false));
    });
    Must(catalog.tables().SetEnabled(Name(table), false));
    drop.Take([&] { Must(catalog.tables().Delete(Name(table))); });
  }
  fmt::print(" {:>7.2f} | {:>6.1f} | {:>6.1f} | {:>5.1f} | {:>5.1f} | {:>5.1f} |\n", list.Median(),
             find.Median() * 1000, create.Median(), split.Median(), merge.Median(), drop.Median());
}

// One table with all the regions.
void MeasureWide(const std::string& directory, int regions) {
  Times create;
  Times split;
  Times drop;
  const Opened opened(directory);
  Catalog& catalog = *opened.catalog;
  create.Take([&] { Must(catalog.tables().Create(Descriptor(0), Splits(regions))); });
  for (int i = 0; i < 5; ++i) {
    const Bytes row = fmt::format("row000000{}", 60 + i);
    const auto region = Must(catalog.regions().For(Name(0), row));
    split.Take([&] { Must(catalog.regions().Split(region->name(), row)); });
  }
  Must(catalog.tables().SetEnabled(Name(0), false));
  drop.Take([&] { Must(catalog.tables().Delete(Name(0))); });
  fmt::print("| {:>6} | {:>7.1f} | {:>5.1f} | {:>7.1f} |\n", regions, create.Median(),
             split.Median(), drop.Median());
}

// In a process of its own, so that its memory is its own.
template <typename Work>
void Apart(Work work) {
  std::fflush(stdout);
  const pid_t pid = ::fork();
  if (pid == 0) {
    work();
    std::fflush(stdout);
    ::_exit(0);
  }
  int status = 0;
  ::waitpid(pid, &status, 0);
  if (status != 0) std::exit(1);
}

void Run(const std::string& directory, const std::vector<int>& sizes, int max_tables) {
  fmt::print(
      "| regions | tables | create ms/table | open ms | memory MB | open files | list all ms | "
      "find a "
      "region µs | create 10 regions ms | split ms | merge ms | drop ms |\n"
      "|---|---|---|---|---|---|---|---|---|---|---|---|\n");
  for (const int regions : sizes) {
    const std::string path = fmt::format("{}/{}", directory, regions);
    const int tables = std::min(regions, max_tables);
    Apart([&] { Build(path, regions, tables); });
    Apart([&] { Measure(path, tables); });
    std::filesystem::remove_all(path);
  }
  fmt::print(
      "\n| regions of one table | create ms | split one ms | drop ms |\n|---|---|---|---|\n");
  for (const int regions : sizes) {
    const std::string path = fmt::format("{}/wide{}", directory, regions);
    Apart([&] { MeasureWide(path, regions); });
    std::filesystem::remove_all(path);
  }
}

}  // namespace
}  // namespace basalt::bench

int main(int argc, char** argv) {
  CLI::App app("What tables and regions cost, by their number.", "catalog_bench");
  std::vector<int> sizes = {1, 10, 100, 1000, 10000};
  int tables = 500;
  std::string directory;
  app.add_option("--sizes", sizes, "Numbers of regions")->delimiter(',')->capture_default_str();
  app.add_option("--tables", tables, "Tables at most")->capture_default_str();
  app.add_option("--directory", directory, "Where to store (default: a temporary directory)");
  CLI11_PARSE(app, argc, argv);
  const bool temporary = directory.empty();
  if (temporary) {
    std::string pattern =
        (std::filesystem::temp_directory_path() / "basalt-catalog-bench-XXXXXX").string();
    directory = ::mkdtemp(pattern.data());
  }
  basalt::bench::Run(directory, sizes, tables);
  if (temporary) std::filesystem::remove_all(directory);
}
