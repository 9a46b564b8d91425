// Test helpers of this room: two stores, and dumps of their tables. Included by *_test.cc files
// only.
#pragma once

#include <memory>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "basalt/connection.h"
#include "base/testing.h"
#include "copy/copier.h"

namespace basalt::copy {

inline TableName Name(const std::string& name) { return *TableName::Parse(name); }

inline void Check(const Status& status) { ASSERT_TRUE(status.ok()) << status.ToString(); }

// "row/f:q/1/Put=value" for each cell; `raw`: all stored cells.
inline std::vector<std::string> Dump(Connection& connection, const std::string& name, bool raw) {
  std::vector<std::string> cells;
  const auto table = connection.GetTable(Name(name));
  if (!table.ok()) return {table.status().ToString()};
  auto scanner = (*table)->GetScanner(Scan().ReadAllVersions().SetRaw(raw));
  if (!scanner.ok()) return {scanner.status().ToString()};
  for (const RowResult& row : *scanner) {
    for (const CellView cell : row) {
      cells.push_back(ToString(cell) + "=" + ToStringBinary(cell.value) + " " +
                      ToStringBinary(cell.tags));
    }
  }
  if (!scanner->status().ok()) cells.push_back(scanner->status().ToString());
  return cells;
}

inline Result<std::vector<Bytes>> RegionStarts(Connection& connection, const std::string& name) {
  BASALT_ASSIGN_OR_RETURN(const auto regions, connection.admin().ListRegions(Name(name)));
  std::vector<Bytes> starts;
  for (const RegionMetrics& region : regions) starts.push_back(region.start_key);
  return starts;
}

// Random puts and deletes of every kind on few rows, columns and timestamps, so that they interact.
class RandomWriter {
 public:
  // Whether to write columns with an empty qualifier.
  enum class Empty : uint8_t { kNo, kYes };

  RandomWriter(Connection& connection, const std::string& table, uint64_t seed,
               Empty empty = Empty::kYes)
      : first_qualifier_(empty == Empty::kYes ? "" : "0"),
        connection_(connection),
        name_(Name(table)),
        table_(*connection.GetTable(name_)),
        random_(seed) {}

  void Write(int operations) {
    for (int i = 0; i < operations; ++i) Check(One());
  }

 private:
  size_t Below(size_t limit) { return random_() % limit; }

  Status One() {
    const Bytes row = "r" + std::to_string(10 + Below(60));
    const Bytes family = Below(2) == 0 ? "f" : "g";
    const Bytes qualifier =
        std::vector<Bytes>{first_qualifier_, "a", "b", BytesOf("\0\xff").data()}[Below(4)];
    const auto timestamp = static_cast<int64_t>(1 + Below(15));
    Delete del(row, timestamp);
    switch (Below(30)) {
      case 0: return table_->Delete(del);
      case 1: return table_->Delete(del.AddFamily(family, timestamp));
      case 2: return table_->Delete(del.AddFamilyVersion(family, timestamp));
      case 3:
      case 4: return table_->Delete(del.AddColumns(family, qualifier, timestamp));
      case 5:
      case 6: return table_->Delete(del.AddColumn(family, qualifier, timestamp));
      case 7: return Below(10) == 0 ? connection_.admin().Flush(name_) : Status();
      default: break;
    }
    Put put(row);
    put.AddColumn(family, qualifier, timestamp, Bytes(Below(40), 'v') + std::to_string(random_()));
    if (Below(10) == 0) put.SetTtl(int64_t{1} << 50);
    return table_->Put(put);
  }

  const Bytes first_qualifier_;
  Connection& connection_;
  const TableName name_;
  const std::unique_ptr<Table> table_;
  std::mt19937_64 random_;
};

class TwoStores : public testing::Test {
 protected:
  void SetUp() override {
    source_ = Open("source");
    destination_ = Open("destination");
  }
  // Manual compactions only, and a stopped clock.
  std::unique_ptr<Connection> Open(const std::string& name) {
    ConnectionOptions options;
    options.clock = &clock_;
    options.automatic_compactions = false;
    auto connection = Connection::Open(directory_.Sub(name), options);
    EXPECT_TRUE(connection.ok()) << connection.status().ToString();
    return std::move(connection).value();
  }
  static void MakeTable(Connection& connection, const std::string& name,
                        const std::vector<Bytes>& splits = {}) {
    TableDescriptor table(Name(name));
    Check(table.AddFamily(FamilyDescriptor("f").SetMaxVersions(3)));
    Check(table.AddFamily(
        FamilyDescriptor("g").SetMaxVersions(2).SetKeepDeletedCells(KeepDeletedCells::kTrue)));
    Check(connection.admin().CreateTable(table, splits));
  }
  static void Write(Connection& connection, const std::string& table, const Mutation& mutation) {
    RowMutations row(mutation.row());
    Check((*connection.GetTable(Name(table)))->MutateRow(row.Add(mutation)).status());
  }
  CopySpec Spec() const {
    CopySpec spec;
    spec.source = directory_.Sub("source");
    spec.destination = directory_.Sub("destination");
    spec.state_path = directory_.Sub("state");
    return spec;
  }
  // Small limits, so that batches, parts and splits occur often.
  CopySpec SmallSpec() const {
    CopySpec spec = Spec();
    spec.threads = 3;
    spec.batch_bytes = 300;
    spec.max_row_bytes = 150;
    spec.split_bytes = 600;
    spec.verify_rows = 4;
    return spec;
  }
  Result<CopyReport> Run(const CopySpec& spec) {
    return Copier(*source_, *destination_, spec, [](const Progress&) {}).Run();
  }
  CopyReport RunWell(const CopySpec& spec) {
    auto report = Run(spec);
    EXPECT_TRUE(report.ok()) << report.status().ToString();
    return report.ok() ? *std::move(report) : CopyReport();
  }
  void ExpectEqual(const std::string& from, const std::string& to) {
    EXPECT_EQ(Dump(*source_, from, true), Dump(*destination_, to, true));
    EXPECT_EQ(Dump(*source_, from, false), Dump(*destination_, to, false));
  }

  base::TempDir directory_;
  base::ManualClock clock_{1'000'000};
  std::unique_ptr<Connection> source_;
  std::unique_ptr<Connection> destination_;
};

}  // namespace basalt::copy
