// A table with the families f and g (VERSIONS 5) in a temporary directory, with helpers to write
// cells and to print what passes a filter. Included by *_test.cc files only.
#pragma once

#include <memory>
#include <string>

#include <gtest/gtest.h>

#include "basalt/connection.h"
#include "basalt/filters.h"
#include "base/testing.h"

namespace basalt::filter {

class FilterFixture : public ::testing::Test {
 protected:
  FilterFixture() : clock_(1'000'000'000'000) {
    ConnectionOptions options;
    options.clock = &clock_;
    options.automatic_compactions = false;
    auto connection = Connection::Open(directory_.Sub("data"), options);
    Check(connection.status());
    connection_ = std::move(*connection);
    NewTable("t");
  }

  static void Check(const Status& status) { ASSERT_TRUE(status.ok()) << status.ToString(); }

  // Makes the table that the other functions use.
  void NewTable(const std::string& name) {
    TableDescriptor descriptor(*TableName::Parse(name));
    for (const char* family : {"f", "g"}) {
      FamilyDescriptor described(family);
      described.SetMaxVersions(5);
      Check(descriptor.AddFamily(described));
    }
    Check(connection_->admin().CreateTable(descriptor));
    table_ = *connection_->GetTable(descriptor.name());
  }
  Table& table() { return *table_; }

  void Put(const Bytes& row, const Bytes& family, const Bytes& qualifier, int64_t timestamp,
           const Bytes& value) {
    Check(table_->Put(basalt::Put(row).AddColumn(family, qualifier, timestamp, value)));
  }

  // "row row", or the error.
  std::string Rows(const FilterPtr& filter, bool reversed = false) {
    std::string text;
    const Status status =
        ForEach(Scan().SetFilter(filter).SetReversed(reversed),
                [&](const RowResult& row) { text += " " + ToStringBinary(row.row()); });
    if (!status.ok()) return status.ToString();
    return text.empty() ? text : text.substr(1);
  }

  // "family:qualifier@timestamp=value ..." of one row.
  std::string Row(const Bytes& row, const FilterPtr& filter) {
    std::string text;
    const auto result = table_->Get(Get(row).SetFilter(filter));
    for (const CellView& cell : *result) {
      text += " " + Bytes(cell.family) + ":" + ToStringBinary(cell.qualifier) + "@" +
              std::to_string(cell.timestamp) + "=" + ToStringBinary(cell.value);
    }
    return text.empty() ? text : text.substr(1);
  }
  // "qualifier qualifier" of one row.
  std::string Columns(const Bytes& row, const FilterPtr& filter) {
    std::string text;
    const auto result = table_->Get(Get(row).SetFilter(filter));
    for (const CellView& cell : *result) {
      text += " " + Bytes(cell.qualifier);
    }
    return text.empty() ? text : text.substr(1);
  }

  template <typename Use>
  Status ForEach(const Scan& scan, Use use) {
    auto scanner = table_->GetScanner(scan);
    if (!scanner.ok()) return scanner.status();
    for (const RowResult& row : *scanner) use(row);
    return scanner->status();
  }
  // All cells, a line each; or the error.
  std::string Cells(const Scan& scan) {
    std::string text;
    const Status status = ForEach(scan, [&](const RowResult& row) {
      for (const CellView& cell : row) {
        text += ToString(cell) + " " + ToStringBinary(cell.value) + "\n";
      }
    });
    return status.ok() ? text : status.ToString();
  }

 private:
  base::TempDir directory_;
  base::ManualClock clock_;
  std::unique_ptr<Connection> connection_;
  std::unique_ptr<Table> table_;
};

}  // namespace basalt::filter
