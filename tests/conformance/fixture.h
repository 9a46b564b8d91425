// Fixture for test cases that run on every kind of Connection: a directory, a Basalt server, and
// the target of BASALT_CONFORMANCE_URL, such as an Apache HBase. Included by *_test.cc files only.
#pragma once

#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "basalt/connection.h"
#include "base/testing.h"
#include "server_process.h"
#include "tls_proxy.h"

namespace basalt::conformance {

inline std::vector<std::string> Targets() {
  std::vector<std::string> targets = {"embedded", "server", "zookeeper", "tls"};
  if (std::getenv("BASALT_CONFORMANCE_URL") != nullptr) targets.emplace_back("url");
  return targets;
}

inline std::string TargetName(const testing::TestParamInfo<std::string>& info) {
  return info.param;
}

// A table of its own for each case, removed at the end.
class Conformance : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    std::string& where = where_;
    if (GetParam() == "embedded") {
      where = directory_.Sub("data");
    } else if (GetParam() == "server") {
      server_ = std::make_unique<ServerProcess>();
      where = server_->url();
    } else if (GetParam() == "zookeeper") {
      server_ = std::make_unique<ServerProcess>();
      where = server_->zookeeper_url();
    } else if (GetParam() == "tls") {
      server_ = std::make_unique<ServerProcess>(TlsProxy::kHost);
      const std::string ca_file = directory_.Sub("ca.pem");
      front_ = std::make_unique<TlsProxy>(server_->ports(), ca_file);
      where = "hbases://" + std::string(TlsProxy::kHost) + ":" +
              std::to_string(server_->ports().front()) + "?ca=" + ca_file;
    } else {
      where = std::getenv("BASALT_CONFORMANCE_URL");
    }
    Connect();
  }
  void Connect() {
    ConnectionOptions options;
    options.operation_timeout_ms = 30'000;
    auto connection = Connection::Open(where_, options);
    ASSERT_TRUE(connection.ok()) << connection.status().ToString();
    connection_ = std::move(*connection);
  }
  void TearDown() override {
    table_.reset();
    for (const TableName& name : made_) {
      const auto enabled = admin().IsTableEnabled(name);
      if (!enabled.ok()) continue;
      if (*enabled) {
        EXPECT_TRUE(admin().DisableTable(name).ok());
      }
      EXPECT_TRUE(admin().DeleteTable(name).ok());
    }
  }

  Admin& admin() { return connection_->admin(); }
  Table& table() { return *table_; }

  static TableName Name(const std::string& name = "conformance") { return *TableName::Parse(name); }
  // Makes the case's table with the families f (three versions) and g.
  void Make(const std::vector<Bytes>& splits = {}) {
    TableDescriptor descriptor(Name());
    Check(descriptor.AddFamily(FamilyDescriptor("f").SetMaxVersions(3)));
    Check(descriptor.AddFamily(FamilyDescriptor("g")));
    made_.push_back(Name());
    Check(admin().CreateTable(descriptor, splits));
    auto table = connection_->GetTable(Name());
    ASSERT_TRUE(table.ok()) << table.status().ToString();
    table_ = std::move(*table);
  }
  // Makes it with the rows a0..a3, b0..b3, ... e3 in the regions (, b) (b, d) (d, ).
  void MakeRows() {
    Make({"b", "d"});
    std::vector<basalt::Put> puts;
    for (char letter = 'a'; letter <= 'e'; ++letter) {
      for (char digit = '0'; digit <= '3'; ++digit) {
        const std::string row = {letter, digit};
        puts.push_back(basalt::Put(row).AddColumn("f", "q", 1, row).AddColumn("f", "r", 1, "x"));
      }
    }
    Check(table().Put(puts));
  }
  static void Check(const Status& status) { ASSERT_TRUE(status.ok()) << status.ToString(); }

  void Put(const std::string& row, const std::string& qualifier, const std::string& value,
           int64_t timestamp = 1) {
    Check(table().Put(basalt::Put(row).AddColumn("f", qualifier, timestamp, value)));
  }

  // "row/f:q/1/Put=value" for each cell; rows that come in parts end with "...".
  static std::string Print(const RowResult& row) {
    std::string text;
    for (const CellView cell : row) {
      if (!text.empty()) text += ' ';
      text += ToStringBinary(cell.row) + "/" + ToStringBinary(cell.family) + ":" +
              ToStringBinary(cell.qualifier) + "/" + std::to_string(cell.timestamp) + "/" +
              std::string(CellTypeName(cell.type)) + "=" + ToStringBinary(cell.value);
    }
    return row.partial() ? text + " ..." : text;
  }
  std::string Print(const Get& get) {
    const auto row = table().Get(get);
    return row.ok() ? Print(*row) : row.status().ToString();
  }
  // The keys of a scan's rows, with a comma between them.
  std::string Rows(const Scan& scan) {
    auto scanner = table().GetScanner(scan);
    if (!scanner.ok()) return scanner.status().ToString();
    std::string text;
    for (const RowResult& row : *scanner) {
      if (!text.empty()) text += ",";
      text += ToStringBinary(row.row());
    }
    return scanner->status().ok() ? text : scanner->status().ToString();
  }

  base::TempDir directory_;
  std::unique_ptr<ServerProcess> server_;
  std::unique_ptr<TlsProxy> front_;
  std::string where_;  // the address
  std::unique_ptr<Connection> connection_;
  std::unique_ptr<Table> table_;
  std::vector<TableName> made_;
};

}  // namespace basalt::conformance
