// Test fixture for constraints: a store in a temporary directory that can be reopened, with a clock
// that advances at every call. One thread at a time.
#pragma once

#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "basalt/connection.h"

namespace basalt::constraints {

class TickingClock : public Clock {
 public:
  int64_t NowMs() const override { return ++now_ms_; }

 private:
  mutable std::atomic<int64_t> now_ms_ = 1'000'000;
};

class ConstraintFixture : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = ::testing::TempDir() + "/basalt-constraints-XXXXXX";
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    directory_ = pattern;
    Open();
  }
  void TearDown() override {
    connection_.reset();
    std::filesystem::remove_all(directory_);
  }

  // Opens or reopens the store. REQUIRES: no table is held.
  void Open() {
    connection_.reset();
    ConnectionOptions options;
    options.clock = &clock_;
    auto connection = Connection::Open(directory_, options);
    ASSERT_TRUE(connection.ok()) << connection.status().ToString();
    connection_ = *std::move(connection);
  }
  Admin& admin() { return connection_->admin(); }
  static TableName Name(std::string_view name) { return *TableName::Parse(name); }

  // A table of families f and g with the constraints, each "name = declaration".
  static TableDescriptor Describe(std::string_view name,
                                  const std::vector<std::string>& constraints) {
    TableDescriptor table(Name(name));
    for (const std::string_view family : {"f", "g"}) {
      EXPECT_TRUE(table.AddFamily(FamilyDescriptor(family)).ok());
    }
    for (const std::string& constraint : constraints) {
      const size_t equals = constraint.find(" = ");
      table.SetAttribute("basalt.constraint." + constraint.substr(0, equals),
                         constraint.substr(equals + 3));
    }
    return table;
  }
  std::unique_ptr<Table> Create(std::string_view name,
                                const std::vector<std::string>& constraints = {}) {
    const Status status = admin().CreateTable(Describe(name, constraints));
    EXPECT_TRUE(status.ok()) << status.ToString();
    return Find(name);
  }
  std::unique_ptr<Table> Find(std::string_view name) {
    auto table = connection_->GetTable(Name(name));
    EXPECT_TRUE(table.ok()) << table.status().ToString();
    return *std::move(table);
  }

  // The newest value of f:qualifier; "(none)" if there is no cell.
  static Bytes Read(Table& table, BytesView row, BytesView qualifier) {
    const auto result = table.Get(Get(Bytes(row)));
    EXPECT_TRUE(result.ok()) << result.status().ToString();
    return Bytes(result->GetValue("f", qualifier).value_or("(none)"));
  }
  static Status PutValue(Table& table, BytesView row, BytesView qualifier, BytesView value) {
    return table.Put(Put(Bytes(row)).AddColumn("f", qualifier, value));
  }

  TickingClock clock_;
  std::string directory_;
  std::unique_ptr<Connection> connection_;
};

}  // namespace basalt::constraints
