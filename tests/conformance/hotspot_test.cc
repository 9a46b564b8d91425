// Writes that march into one place are found in live traffic: R44. A server as a process, and its
// log. The writes themselves are what is waited for: they go on until the log says what it must.
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
    for (const char* name : {"marching", "random", "salted"}) {
      TableDescriptor descriptor(*TableName::Parse(name));
      EXPECT_TRUE(descriptor.AddFamily(FamilyDescriptor("f")).ok());
      EXPECT_TRUE(connection_->admin().CreateTable(descriptor, {"1", "2", "3"}).ok());
    }
  }
  // So many rows in one request.
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
  void WriteMarching() {
    Write("marching", [this] { return "3" + Time(); });
  }
  // Others at the same time, as many.
  void WriteHealthy() {
    Write("random", [this] { return std::to_string(random_()); });
    Write("salted", [this] { return std::to_string(random_() % 4) + Time(); });
  }
  // How many lines of the log have it.
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
  // Looks so far apart that even a slow machine writes enough for a verdict in six of them.
  ServerProcess server_{"",
                        {"log.file=" + log_, "regions.split_check_period_ms=250",
                         "regions.hotspot_warning_after_ms=1"}};
  std::unique_ptr<Connection> connection_;
  unsigned long long time_ = 0;
  std::mt19937_64 random_{1};
};

TEST_F(LiveHotspot, TheServerWarnsOfItAndOfNothingElse) {
  const std::string warning = "the writes to marching march into one place: ";
  while (Lines(warning) == 0 && !HasFatalFailure()) {
    WriteMarching();
    WriteHealthy();
  }
  EXPECT_EQ(Lines("and one of 4 regions takes 100 % of all writes, from 3 on"), 1);
  // It stops, and comes back.
  const std::string no_more = "the writes to marching march into one place no more";
  while (Lines(no_more) == 0 && !HasFatalFailure()) {
    // Below the front, so that it is one at once when it goes on.
    Write("marching", [this] { return std::to_string(random_() % 3) + std::to_string(random_()); });
  }
  EXPECT_EQ(Lines(warning), 1);
  while (Lines(warning) == 1 && !HasFatalFailure()) WriteMarching();
  EXPECT_EQ(Lines("march into one place"), 3) << "others were warned of";
}

}  // namespace
}  // namespace basalt::conformance
