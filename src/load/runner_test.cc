#include "load/runner.h"

#include <gtest/gtest.h>

#include "base/testing.h"

namespace basalt::load {
namespace {

class RunnerTest : public testing::Test {
 protected:
  RunnerTest() : connection_(*Connection::Open(directory_.Sub("data"))) {}

  static LoadSpec Spec(const std::string& workload) {
    LoadSpec spec;
    spec.workload = *FindWorkload(workload);
    spec.rows = 500;
    spec.threads = 2;
    spec.families = 2;
    spec.columns = 2;
    spec.batch = 20;
    spec.scan_rows = 5;
    spec.warm_up_s = 0;
    spec.duration_s = 0.1;
    spec.verify = workload != "append";
    return spec;
  }
  LoadResult Run(const LoadSpec& spec) {
    EXPECT_TRUE(spec.Check().ok()) << spec.Check().ToString();
    Runner runner(*connection_, spec, [](const std::string&) {});
    const Status prepared = runner.Prepare();
    EXPECT_TRUE(prepared.ok()) << prepared.ToString();
    auto result = runner.Run(ProcessMeter(::getpid()));
    EXPECT_TRUE(result.ok()) << result.status().ToString();
    const auto verified = runner.Verify();
    EXPECT_TRUE(verified.ok()) << verified.status().ToString();
    result->verified_rows = *verified;
    return *result;
  }

  base::TempDir directory_;
  std::unique_ptr<Connection> connection_;
};

TEST_F(RunnerTest, EveryWorkloadRunsWithoutErrors) {
  for (const Workload& workload : Workloads()) {
    LoadSpec spec = Spec(workload.name);
    spec.table = "t-" + workload.name;
    const LoadResult result = Run(spec);
    EXPECT_GT(result.operations, 0U) << workload.name;
    EXPECT_EQ(result.errors, 0U) << workload.name << ": " << result.error_texts.begin()->first;
    EXPECT_GE(result.verified_rows, 500U) << workload.name;
    uint64_t recorded = 0;
    for (size_t i = 0; i < kOperations; ++i) {
      // Operations outside the workload are not executed.
      if (workload.share[i] == 0) {
        EXPECT_EQ(result.latencies[i].count(), 0U) << workload.name;
      }
      recorded += result.latencies[i].count();
    }
    EXPECT_EQ(recorded, result.operations);
    EXPECT_TRUE(result.server_cpu_s);
  }
}

TEST_F(RunnerTest, ARateSendsWhatIsDueAndNoMore) {
  LoadSpec spec = Spec("get");
  spec.rate = 200;
  spec.duration_s = 0.5;
  EXPECT_EQ(Run(spec).operations, 100U);
}

TEST_F(RunnerTest, InsertsAddRows) {
  const LoadResult result = Run(Spec("insert"));
  EXPECT_EQ(result.verified_rows, 500 + result.operations);
}

// Threads share the connections in turn.
TEST_F(RunnerTest, ThreadsTakeConnectionsInTurn) {
  class Counting : public Connection {
   public:
    explicit Counting(Connection& inner) : inner_(inner) {}
    Result<std::unique_ptr<Table>> GetTable(const TableName& name,
                                            const CallOptions& options) override {
      ++opened;
      return inner_.GetTable(name, options);
    }
    Admin& admin() override { return inner_.admin(); }
    std::atomic<int> opened{0};

   private:
    Connection& inner_;
  };
  Counting first(*connection_);
  Counting second(*connection_);
  LoadSpec spec = Spec("get");
  spec.threads = 3;
  Runner runner(first, spec, [](const std::string&) {});
  runner.AddConnection(second);
  ASSERT_TRUE(runner.Prepare().ok());
  first.opened = second.opened = 0;
  ASSERT_TRUE(runner.Run(std::nullopt).ok());
  EXPECT_EQ(first.opened, 2);
  EXPECT_EQ(second.opened, 1);
}

TEST_F(RunnerTest, DamageIsFound) {
  const LoadSpec spec = Spec("get");
  Runner runner(*connection_, spec, [](const std::string&) {});
  ASSERT_TRUE(runner.Prepare().ok());
  const auto table = *connection_->GetTable(*TableName::Parse(spec.table));
  const std::string row = RowKey(spec.workload, 77);
  ASSERT_TRUE(table->Put(Put(row).AddColumn("f1", "c0", Bytes(100, 'x'))).ok());
  EXPECT_EQ(runner.Verify().status().message(), "row " + row + " has a value that was not written");
  ASSERT_TRUE(table->Delete(Delete(row)).ok());
  EXPECT_EQ(runner.Verify().status().message(), "row " + row + " is not there");
}

TEST_F(RunnerTest, ErrorsAreCountedAndTold) {
  const LoadSpec spec = Spec("get");
  Runner runner(*connection_, spec, [](const std::string&) {});
  ASSERT_TRUE(runner.Prepare().ok());
  ASSERT_TRUE(connection_->admin().DisableTable(*TableName::Parse(spec.table)).ok());
  const auto result = runner.Run(std::nullopt);
  ASSERT_TRUE(result.ok());
  EXPECT_EQ(result->operations, 0U);
  EXPECT_GT(result->errors, 0U);
  EXPECT_EQ(result->error_texts.begin()->first,
            "TABLE_NOT_ENABLED: " + spec.table + " is disabled.");
}

TEST(LoadSpec, Mistakes) {
  EXPECT_FALSE(FindWorkload("ycsb-z").ok());
  LoadSpec spec;
  spec.workload = *FindWorkload("append");
  EXPECT_TRUE(spec.Check().ok());
  spec.verify = true;
  EXPECT_EQ(spec.Check().message(),
            "--verify does not work with appends, as they change the values");
  spec.workload = *FindWorkload("get");
  spec.value_bytes = 10;
  EXPECT_EQ(spec.Check().message(), "--verify needs values of 24 bytes or more");
  spec.value_bytes = 100;
  spec.threads = 0;
  EXPECT_FALSE(spec.Check().ok());
}

}  // namespace
}  // namespace basalt::load
