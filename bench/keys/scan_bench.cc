// keys_scan_bench: a table with 32 salts, one region each, read whole: by one plain scan, and by 1
// to 32 branches at a time, unordered and merged in order. Ratios within one run.
//
//   keys_scan_bench [URL] [--rows N] [--value BYTES] [--rounds N]
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "basalt/key_table.h"

namespace {

using namespace basalt;  // NOLINT(google-build-using-namespace): a program of one file

constexpr int kSalts = 32;

[[noreturn]] void Die(const Status& status) {
  fmt::print(stderr, "keys_scan_bench: {}\n", status.ToString());
  std::exit(1);
}

template <typename T>
T Must(Result<T> result) {
  if (!result.ok()) Die(result.status());
  return std::move(*result);
}

void Must(const Status& status) {
  if (!status.ok()) Die(status);
}

double Seconds(std::chrono::steady_clock::time_point since) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - since).count();
}

double Median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

void Fill(KeyTable& table, uint64_t rows, size_t value_bytes) {
  const std::string value(value_bytes, 'v');
  std::vector<Put> puts;
  for (uint64_t i = 0; i < rows; ++i) {
    puts.push_back(Must(table.NewPut(KeyRecord{i})));
    puts.back().AddColumn("f", "q", value);
    if (puts.size() == 500 || i + 1 == rows) {
      Must(table.table().Put(puts));
      puts.clear();
    }
  }
}

double PlainScan(Table& table, uint64_t rows) {
  const auto start = std::chrono::steady_clock::now();
  Scan scan;
  scan.SetCaching(128);
  ResultScanner scanner = Must(table.GetScanner(scan));
  uint64_t seen = 0;
  for (const RowResult& row : scanner) seen += row.empty() ? 0 : 1;
  Must(scanner.status());
  if (seen != rows) Die({StatusCode::kInternal, fmt::format("{} rows of {}", seen, rows)});
  return Seconds(start);
}

double BranchedScan(KeyTable& table, uint64_t rows, int threads, bool ordered) {
  const auto start = std::chrono::steady_clock::now();
  // "n >= 0" matches every row, but makes the plan a range for each salt.
  const KeyPlan plan = Must(table.Plan(ordered ? "order key" : "n >= 0"));
  KeyScanner scanner = Must(table.Scan(plan, {.threads = threads}));
  RowResult row;
  uint64_t seen = 0;
  while (Must(scanner.Next(row))) ++seen;
  if (seen != rows) Die({StatusCode::kInternal, fmt::format("{} rows of {}", seen, rows)});
  return Seconds(start);
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("A salted table read by one scan and by many at once");
  std::string url;
  uint64_t rows = 200'000;
  size_t value_bytes = 100;
  int rounds = 5;
  app.add_option("url", url, "A directory or a server; a temporary directory when left out");
  app.add_option("--rows", rows)->capture_default_str();
  app.add_option("--value", value_bytes)->capture_default_str();
  app.add_option("--rounds", rounds)->capture_default_str()->check(CLI::PositiveNumber);
  CLI11_PARSE(app, argc, argv);

  std::string temporary;
  if (url.empty()) {
    temporary = std::filesystem::temp_directory_path() / "basalt-keys-scan-XXXXXX";
    if (mkdtemp(temporary.data()) == nullptr) Die({StatusCode::kIoError, "no temporary directory"});
    url = temporary;
  }
  {
    auto connection = Must(Connection::Open(url));
    const TableName name = *TableName::Parse("keys_scan_bench");
    Admin& admin = connection->admin();
    if (Must(admin.TableExists(name))) {
      if (Must(admin.IsTableEnabled(name))) Must(admin.DisableTable(name));
      Must(admin.DeleteTable(name));
    }
    TableDescriptor descriptor(name);
    descriptor.SetAttribute(kKeySchemaAttribute, "salt(32, roundrobin) n:u64");
    Must(descriptor.AddFamily(FamilyDescriptor("f")));
    std::vector<Bytes> splits;
    for (int salt = 1; salt < kSalts; ++salt) splits.emplace_back(1, static_cast<char>(salt));
    Must(admin.CreateTable(descriptor, splits));
    const auto table = Must(KeyTable::Open(*connection, name));
    Fill(*table, rows, value_bytes);
    Must(admin.Flush(name));

    const std::vector<int> threads = {1, 2, 4, 8, 16, 32};
    std::vector<double> plain;
    std::vector<std::vector<double>> free(threads.size());
    std::vector<std::vector<double>> merged(threads.size());
    for (int round = 0; round < rounds; ++round) {
      plain.push_back(PlainScan(table->table(), rows));
      for (size_t i = 0; i < threads.size(); ++i) {
        free[i].push_back(BranchedScan(*table, rows, threads[i], false));
        merged[i].push_back(BranchedScan(*table, rows, threads[i], true));
      }
      fmt::print(stderr, "round {} of {}\n", round + 1, rounds);
    }
    const double one = Median(plain);
    fmt::print("one plain scan: {:.0f} rows/s\n\n", static_cast<double>(rows) / one);
    fmt::print("| at a time | unordered | merged in order |\n|---|---|---|\n");
    for (size_t i = 0; i < threads.size(); ++i) {
      fmt::print("| {} | {:.2f} x | {:.2f} x |\n", threads[i], one / Median(free[i]),
                 one / Median(merged[i]));
    }
    Must(admin.DisableTable(name));
    Must(admin.DeleteTable(name));
  }
  if (!temporary.empty()) std::filesystem::remove_all(temporary);
  return 0;
}
