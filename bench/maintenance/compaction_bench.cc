// compaction_bench: the latency of gets and puts at a steady pace, alone and while a major
// compaction of the same table runs, with and without a limit on its speed.
//
//   compaction_bench --megabytes 1000 --limit-mb 50
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <memory>
#include <random>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "basalt/mutation.h"
#include "basalt/query.h"
#include "store/cell_table.h"
#include "store/maintenance.h"
#include "store/store.h"

namespace basalt::bench {
namespace {

using SteadyClock = std::chrono::steady_clock;

constexpr size_t kValueBytes = 1000;

void Check(const Status& status) {
  if (status.ok()) return;
  fmt::print(stderr, "{}\n", status.ToString());
  std::exit(1);
}

class Table {
 public:
  Table(const std::string& directory, uint64_t limit) {
    store::StoreOptions options;
    options.automatic_compactions = false;
    // Smaller than the data, so that gets reach the page cache, as in practice.
    options.block_cache_bytes = 64 << 20;
    options.compaction_lower_bytes_per_s = limit;
    options.compaction_higher_bytes_per_s = limit;
    auto store = store::Store::Open(directory, options);
    Check(store.status());
    const FamilyDescriptor family("f");
    TableDescriptor descriptor(*TableName::Parse("t"));
    Check(descriptor.AddFamily(family));
    auto handle = (*store)->CreateFamily("1.f", family);
    Check(handle.status());
    table_ = std::make_unique<store::CellTable>(*store, 1, descriptor, std::vector{*handle});
  }
  static std::string Row(uint64_t number) { return fmt::format("row{:010}", number); }
  void Put(uint64_t number) {
    std::string value(kValueBytes, '\0');
    for (char& letter : value) letter = static_cast<char>(random_());
    const Mutation put = basalt::Put(Row(number)).AddColumn("f", "q", value);
    Check(table_->MutateRow(put.row(), std::span(&put, 1)).status());
  }
  void Get(uint64_t number) { Check(table_->Get(basalt::Get(Row(number))).status()); }
  void Compact() { Check(table_->MajorCompact({})); }

 private:
  std::unique_ptr<store::CellTable> table_;
  std::minstd_rand random_{1};
};

struct Latencies {
  std::vector<double> micros;
  double At(double part) {
    std::ranges::sort(micros);
    return micros.empty() ? 0 : micros[static_cast<size_t>(part * (micros.size() - 1.0))];
  }
};

// One get and one put after the other, at a pace, until told to stop. Latencies count from the
// scheduled time.
void Load(Table& table, uint64_t rows, int per_second, const std::atomic<bool>& stop,
          Latencies& gets, Latencies& puts) {
  std::mt19937_64 random(2);
  const auto pause = std::chrono::microseconds(1'000'000 / per_second);
  auto due = SteadyClock::now();
  for (uint64_t i = 0; !stop; ++i, due += pause) {
    std::this_thread::sleep_until(due);
    const uint64_t row = random() % rows;
    if (i % 2 == 0) {
      table.Get(row);
    } else {
      table.Put(row);
    }
    const std::chrono::duration<double, std::micro> took = SteadyClock::now() - due;
    (i % 2 == 0 ? gets : puts).micros.push_back(took.count());
  }
}

void Measure(const char* name, Table& table, uint64_t rows, int per_second,
             const std::function<void()>& meanwhile) {
  std::atomic<bool> stop{false};
  Latencies gets;
  Latencies puts;
  std::thread load([&] { Load(table, rows, per_second, stop, gets, puts); });
  const auto begin = SteadyClock::now();
  meanwhile();
  const std::chrono::duration<double> took = SteadyClock::now() - begin;
  stop = true;
  load.join();
  fmt::print(
      "{:<12} {:>7.1f} s  gets p50 {:>7.0f} p99 {:>8.0f} p99.9 {:>8.0f} us   puts p50 "
      "{:>7.0f} p99 {:>8.0f} p99.9 {:>8.0f} us\n",
      name, took.count(), gets.At(0.5), gets.At(0.99), gets.At(0.999), puts.At(0.5), puts.At(0.99),
      puts.At(0.999));
}

}  // namespace
}  // namespace basalt::bench

int main(int argc, char** argv) {
  namespace bench = basalt::bench;
  uint64_t megabytes = 1000;
  uint64_t limit_mb = 0;
  int per_second = 1000;
  int alone_s = 5;
  std::string parent = std::filesystem::temp_directory_path();
  CLI::App app("Gets and puts while a large compaction runs.");
  app.add_option("--megabytes", megabytes, "Size of the table")->capture_default_str();
  app.add_option("--limit-mb", limit_mb, "Of the compaction, per second; 0: none");
  app.add_option("--per-second", per_second, "Gets and puts together")->capture_default_str();
  app.add_option("--alone-s", alone_s, "Seconds without a compaction")->capture_default_str();
  app.add_option("--directory", parent, "Where to make the store")->capture_default_str();
  bool quick = false;
  app.add_flag("--quick", quick, "Small and short: shows that it runs, measures little");
  CLI11_PARSE(app, argc, argv);
  if (quick) {
    megabytes = 10;
    alone_s = 1;
  }
  std::string directory = parent + "/compaction_bench.XXXXXX";
  if (mkdtemp(directory.data()) == nullptr) return 1;
  {
    bench::Table table(directory, limit_mb << 20);
    const uint64_t rows = megabytes * 1000;
    for (uint64_t row = 0; row < rows; ++row) table.Put(row);
    fmt::print("{} MB loaded, limit {} MB/s\n", megabytes, limit_mb);
    bench::Measure("alone", table, rows, per_second,
                   [&] { std::this_thread::sleep_for(std::chrono::seconds(alone_s)); });
    bench::Measure("compacting", table, rows, per_second, [&] { table.Compact(); });
  }
  std::error_code ignored;
  std::filesystem::remove_all(directory, ignored);
  return 0;
}
