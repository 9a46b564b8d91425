// A server that is killed and restarted under load: acknowledged writes are there, and no increment
// counts twice.
#include <array>
#include <atomic>
#include <csignal>
#include <cstdlib>
#include <thread>

#include "fixture.h"

namespace basalt::conformance {
namespace {

void MakeTable(Connection& connection, const TableName& name, const std::vector<Bytes>& splits) {
  TableDescriptor descriptor(name);
  ASSERT_TRUE(descriptor.AddFamily(FamilyDescriptor("f")).ok());
  const Status made = connection.admin().CreateTable(descriptor, splits);
  ASSERT_TRUE(made.ok()) << made.ToString();
}

// Threads that write rows and count, each a counter of its own, in a table of many regions. In the
// end everything that was acknowledged must be there, once.
class Load {
 public:
  Load(Connection& connection, TableName name) : connection_(connection), name_(std::move(name)) {
    MakeTable(connection, name_,
              {"counter1", "counter2", "counter3", "row0", "row1", "row2", "row3"});
    for (size_t id = 0; id < kThreads; ++id) threads_.emplace_back([this, id] { Run(id); });
  }
  // Until each thread has done this much more.
  void WaitForProgress(int64_t rounds) {
    for (const std::atomic<int64_t>& done : done_) {
      const int64_t target = done + rounds;
      while (done < target) std::this_thread::yield();
    }
  }
  void StopAndCheck() {
    stop_ = true;
    for (std::thread& thread : threads_) thread.join();
    auto table = *connection_.GetTable(name_);
    int64_t expected = 0;
    for (size_t id = 0; id < kThreads; ++id) {
      expected += done_[id];
      EXPECT_EQ(*table->IncrementColumnValue(Counter(id), "f", "n", 0), done_[id]);
    }
    int64_t rows = 0;
    auto scanner = table->GetScanner(Scan("row"));
    ASSERT_TRUE(scanner.ok());
    for (const RowResult& row : *scanner) rows += row.GetValue("f", "q") == row.row() ? 1 : 0;
    EXPECT_TRUE(scanner->status().ok()) << scanner->status().ToString();
    EXPECT_EQ(rows, expected);
  }

 private:
  static constexpr size_t kThreads = 4;

  static std::string Counter(size_t id) { return "counter" + std::to_string(id); }
  void Run(size_t id) {
    auto table = *connection_.GetTable(name_);
    while (!stop_) {
      const std::string row = "row" + std::to_string(id) + "-" + std::to_string(done_[id]);
      const Status put = table->Put(Put(row).AddColumn("f", "q", row));
      EXPECT_TRUE(put.ok()) << put.ToString();
      const auto count = table->IncrementColumnValue(Counter(id), "f", "n", 1);
      EXPECT_TRUE(count.ok()) << count.status().ToString();
      ++done_[id];
    }
  }

  Connection& connection_;
  const TableName name_;
  std::atomic<bool> stop_ = false;
  std::array<std::atomic<int64_t>, kThreads> done_{};
  std::vector<std::thread> threads_;
};

// A connection to a server of its own.
class Restart : public testing::Test {
 protected:
  void SetUp() override {
    ConnectionOptions options;
    options.retry_pause_ms = 20;
    auto connection = Connection::Open(server_.url(), options);
    ASSERT_TRUE(connection.ok()) << connection.status().ToString();
    connection_ = std::move(*connection);
  }
  void MakeTable(const std::vector<Bytes>& splits) {
    conformance::MakeTable(*connection_, name_, splits);
  }

  ServerProcess server_;
  std::unique_ptr<Connection> connection_;
  const TableName name_ = *TableName::Parse("t");
};

TEST_F(Restart, LosesNothingAndCountsOnce) {
  Load load(*connection_, name_);
  for (const int signal : {SIGKILL, SIGTERM, SIGKILL}) {
    load.WaitForProgress(50);
    server_.Stop(signal);
    server_.Start();
  }
  load.WaitForProgress(50);
  load.StopAndCheck();
}

// The cluster at BASALT_CONFORMANCE_URL loses the region server whose process id is in
// BASALT_CONFORMANCE_VICTIM; the others take its regions over.
TEST(RegionServerDies, NothingIsLostAndCountersCountOnce) {
  const char* url = std::getenv("BASALT_CONFORMANCE_URL");
  const char* victim = std::getenv("BASALT_CONFORMANCE_VICTIM");
  if (url == nullptr || victim == nullptr) GTEST_SKIP() << "there is no server to be killed";
  auto connection = Connection::Open(url);
  ASSERT_TRUE(connection.ok()) << connection.status().ToString();
  const TableName name = *TableName::Parse("conformance_load");
  Load load(**connection, name);
  load.WaitForProgress(50);
  ASSERT_EQ(::kill(std::atoi(victim), SIGKILL), 0);
  load.WaitForProgress(50);
  load.StopAndCheck();
  Admin& admin = (*connection)->admin();
  EXPECT_TRUE(admin.DisableTable(name).ok());
  EXPECT_TRUE(admin.DeleteTable(name).ok());
}

TEST_F(Restart, ScannersGoOnWhereTheyWere) {
  MakeTable({"05", "10"});
  auto table = *connection_->GetTable(name_);
  constexpr int kRows = 16;
  constexpr int kColumns = 5;
  for (int i = 0; i < kRows; ++i) {
    Put put((i < 10 ? "0" : "") + std::to_string(i));
    for (int j = 0; j < kColumns; ++j) put.AddColumn("f", "q" + std::to_string(j), 1, "v");
    ASSERT_TRUE(table->Put(put).ok());
  }
  // Whole rows, partial rows and reversed: the server is restarted after each result.
  for (const int batch : {-1, 2}) {
    for (const bool reversed : {false, true}) {
      Scan scan;
      scan.SetReversed(reversed);
      if (batch > 0) scan.SetBatch(batch);
      scan.SetCaching(1);
      auto scanner = table->GetScanner(scan);
      ASSERT_TRUE(scanner.ok());
      std::vector<std::string> seen;
      int results = 0;
      for (const RowResult& row : *scanner) {
        for (const CellView cell : row) {
          seen.push_back(std::string(cell.row) + std::string(cell.qualifier));
        }
        if (++results % 7 == 0) {
          server_.Stop(SIGKILL);
          server_.Start();
        }
      }
      ASSERT_TRUE(scanner->status().ok()) << scanner->status().ToString();
      std::vector<std::string> expected;
      for (int i = 0; i < kRows; ++i) {
        const int row = reversed ? kRows - 1 - i : i;
        for (int j = 0; j < kColumns; ++j) {
          expected.push_back((row < 10 ? "0" : "") + std::to_string(row) + "q" + std::to_string(j));
        }
      }
      EXPECT_EQ(seen, expected) << "batch " << batch << (reversed ? " reversed" : "");
    }
  }
}

}  // namespace
}  // namespace basalt::conformance
