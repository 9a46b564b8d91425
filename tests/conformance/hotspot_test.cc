// The server detects hotspots of monotonic row keys in live traffic: R44. A server process, and its
// log. The test does not sleep: it writes until the expected line is in the log.
#include <cstdio>
#include <fstream>
#include <random>
#include <string>

#include <gtest/gtest.h>

#include "basalt/connection.h"
#include "server_process.h"

namespace basalt::conformance {
namespace {

class LiveHotspot : public testing::Test {
 protected:
  LiveHotspot() {
    connection_ = std::move(*Connection::Open(server_.url()));
    for (const char* name : {"monotonic", "random", "salted"}) {
      TableDescriptor descriptor(*TableName::Parse(name));
      EXPECT_TRUE(descriptor.AddFamily(FamilyDescriptor("f")).ok());
      EXPECT_TRUE(connection_->admin().CreateTable(descriptor, {"1", "2", "3"}).ok());
    }
  }
  // 256 rows in one request.
  template <typename Make>
  void Write(const std::string& name, Make make) {
    std::vector<Put> puts;
    for (int i = 0; i < 256; ++i) {
      puts.push_back(Put(make()));
      puts.back().AddColumn("f", "q", "v");
    }
    auto table = connection_->GetTable(*TableName::Parse(name));
    ASSERT_TRUE(table.ok()) << table.status().ToString();
    const Status status = (*table)->Put(puts);
    ASSERT_TRUE(status.ok()) << status.ToString();
  }
  std::string Time() {
    char text[32];
    std::snprintf(text, sizeof(text), "%012llu", ++time_);
    return text;
  }
  void WriteMonotonic() {
    Write("monotonic", [this] { return "3" + Time(); });
  }
  // The same number of writes to tables without a hotspot.
  void WriteHealthy() {
    Write("random", [this] { return std::to_string(random_()); });
    Write("salted", [this] { return std::to_string(random_() % 4) + Time(); });
  }
  // How many lines of the log contain `text`.
  int Lines(const std::string& text) const {
    std::ifstream log(log_);
    int count = 0;
    for (std::string line; std::getline(log, line);) {
      if (line.find(text) != std::string::npos) ++count;
    }
    return count;
  }

  base::TempDir directory_;
  const std::string log_ = directory_.Sub("log");
  // The period is long enough that even a slow machine writes enough for a verdict in six checks.
  ServerProcess server_{"",
                        {"log.file=" + log_, "regions.split_check_period_ms=250",
                         "regions.hotspot_warning_after_ms=1"}};
  std::unique_ptr<Connection> connection_;
  unsigned long long time_ = 0;
  std::mt19937_64 random_{1};
};

TEST_F(LiveHotspot, TheServerWarnsOfHotspotsOnly) {
  const std::string warning = "table monotonic has a write hotspot: ";
  while (Lines(warning) == 0 && !HasFatalFailure()) {
    WriteMonotonic();
    WriteHealthy();
  }
  EXPECT_EQ(Lines("and one of 4 regions takes 100 % of all writes; the hot region starts at 3"), 1);
  // The hotspot ends, and returns.
  const std::string gone = "the write hotspot of table monotonic is gone";
  while (Lines(gone) == 0 && !HasFatalFailure()) {
    // Below the monotonic keys, so that those are ascending at once when they go on.
    Write("monotonic",
          [this] { return std::to_string(random_() % 3) + std::to_string(random_()); });
  }
  EXPECT_EQ(Lines(warning), 1);
  while (Lines(warning) == 1 && !HasFatalFailure()) WriteMonotonic();
  EXPECT_EQ(Lines("write hotspot"), 3) << "warnings about healthy tables";
}

}  // namespace
}  // namespace basalt::conformance
