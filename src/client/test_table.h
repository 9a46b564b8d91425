// A table in a temporary directory with a clock that stands still, and short ways to write to it
// and print what it holds. Included by *_test.cc files only.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "basalt/connection.h"
#include "base/testing.h"

namespace basalt::client {

class TestTable {
 public:
  static constexpr int64_t kStart = 1'000'000'000'000;

  explicit TestTable(const std::vector<FamilyDescriptor>& families, ConnectionOptions options = {})
      : options_(options), clock_(kStart) {
    options_.clock = &clock_;
    options_.automatic_compactions = false;
    Reopen();
    TableDescriptor descriptor(name());
    for (const FamilyDescriptor& family : families) Check(descriptor.AddFamily(family));
    Check(admin().CreateTable(descriptor));
    table_ = *connection_->GetTable(name());
  }

  static TableName name() { return *TableName::Parse("t"); }
  Table& operator*() { return *table_; }
  Table* operator->() { return table_.get(); }
  Connection& connection() { return *connection_; }
  Admin& admin() { return connection_->admin(); }
  base::ManualClock& clock() { return clock_; }
  const std::string directory() const { return directory_.Sub("data"); }

  void Reopen() {
    table_.reset();
    connection_.reset();
    auto connection = Connection::Open(directory(), options_);
    Check(connection.status());
    connection_ = std::move(*connection);
    if (*connection_->admin().TableExists(name())) table_ = *connection_->GetTable(name());
  }

  static void Check(const Status& status) { ASSERT_TRUE(status.ok()) << status.ToString(); }

  void Put(const std::string& row, const std::string& qualifier, int64_t timestamp,
           const std::string& value, const std::string& family = "f") {
    Check(table_->Put(basalt::Put(row).AddColumn(family, qualifier, timestamp, value)));
  }
  void Flush() { Check(admin().Flush(name())); }
  void MajorCompact() { Check(admin().MajorCompact(name())); }

  // One line per cell: "row/family:qualifier/timestamp/Type value".
  static std::string Print(const CellView& cell) {
    return ToStringBinary(cell.row) + "/" + ToStringBinary(cell.family) + ":" +
           ToStringBinary(cell.qualifier) + "/" + std::to_string(cell.timestamp) + "/" +
           std::string(CellTypeName(cell.type)) +
           (cell.value.empty() ? "" : " " + ToStringBinary(cell.value));
  }
  static std::string Print(const RowResult& row) {
    std::string text;
    for (const CellView& cell : row) text += Print(cell) + "\n";
    return text;
  }
  std::string Print(const Scan& scan) {
    auto scanner = table_->GetScanner(scan);
    if (!scanner.ok()) return scanner.status().ToString();
    std::string text;
    for (const RowResult& row : *scanner) text += Print(row);
    return scanner->status().ok() ? text : text + scanner->status().ToString();
  }
  std::string Print(const Get& get) {
    auto row = table_->Get(get);
    return row.ok() ? Print(*row) : row.status().ToString();
  }
  std::string PrintAll() { return Print(Scan().ReadAllVersions()); }
  std::string PrintRaw() { return Print(Scan().SetRaw().ReadAllVersions()); }

 private:
  base::TempDir directory_;
  ConnectionOptions options_;
  base::ManualClock clock_;
  std::unique_ptr<Connection> connection_;
  std::unique_ptr<Table> table_;
};

}  // namespace basalt::client
