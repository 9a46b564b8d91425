// A server that is killed and started again under load: what it has acknowledged is there, and no
// increment counts twice.
#include <array>
#include <atomic>
#include <csignal>
#include <thread>

#include "fixture.h"

namespace basalt::conformance {
namespace {

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
    TableDescriptor descriptor(name_);
    ASSERT_TRUE(descriptor.AddFamily(FamilyDescriptor("f")).ok());
    ASSERT_TRUE(connection_->admin().CreateTable(descriptor, splits).ok());
  }

  ServerProcess server_;
  std::unique_ptr<Connection> connection_;
  const TableName name_ = *TableName::Parse("t");
};

TEST_F(Restart, LosesNothingAndCountsOnce) {
  MakeTable({"counter", "row"});

  constexpr int kThreads = 4;
  std::atomic<bool> stop = false;
  std::atomic<int64_t> counted = 0;
  std::atomic<int64_t> progress = 0;
  std::array<int, kThreads> written{};
  std::vector<std::thread> threads;
  for (int id = 0; id < kThreads; ++id) {
    threads.emplace_back([&, id] {
      auto table = *connection_->GetTable(name_);
      for (int i = 0; !stop; ++i) {
        const std::string row = "row" + std::to_string(id) + "-" + std::to_string(i);
        const Status put = table->Put(Put(row).AddColumn("f", "q", row));
        ASSERT_TRUE(put.ok()) << put.ToString();
        written[static_cast<size_t>(id)] = i + 1;
        const auto count = table->IncrementColumnValue("counter", "f", "n", 1);
        ASSERT_TRUE(count.ok()) << count.status().ToString();
        ++counted;
        ++progress;
      }
    });
  }
  const auto wait_for_progress = [&] {
    const int64_t target = progress + 200;
    while (progress < target) std::this_thread::yield();
  };
  for (const int signal : {SIGKILL, SIGTERM, SIGKILL}) {
    wait_for_progress();
    server_.Stop(signal);
    server_.Start();
  }
  wait_for_progress();
  stop = true;
  for (std::thread& thread : threads) thread.join();

  auto table = *connection_->GetTable(name_);
  EXPECT_EQ(*table->IncrementColumnValue("counter", "f", "n", 0), counted);
  int64_t rows = 0;
  auto scanner = table->GetScanner(Scan("row"));
  ASSERT_TRUE(scanner.ok());
  for (const RowResult& row : *scanner) rows += row.GetValue("f", "q") == row.row() ? 1 : 0;
  EXPECT_TRUE(scanner->status().ok());
  int64_t expected = 0;
  for (const int count : written) expected += count;
  EXPECT_EQ(rows, expected);
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
  // By whole rows, by parts of rows and backwards: the server goes away after each of the results.
  for (const int batch : {-1, 2}) {
    for (const bool reversed : {false, true}) {
      Scan scan;
      scan.SetReversed(reversed);
      if (batch > 0) scan.SetBatch(batch);
      scan.caching = 1;
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
