// Many threads on the same rows, beside flushes, major compactions and alters.
#include <gtest/gtest.h>

#include <atomic>
#include <functional>
#include <future>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "test_store.h"

namespace basalt::crash {
namespace {

constexpr int kThreads = 4;
constexpr int kRounds = 300;

ConnectionOptions SmallMemstores() {
  ConnectionOptions options;
  options.memstore_flush_bytes = 64 << 10;
  options.block_cache_bytes = 8 << 20;
  return options;
}

class Concurrency : public testing::Test {
 protected:
  Concurrency() : store_(SmallMemstores()) {
    store_.Open();
    store_.CreateTable({FamilyDescriptor("a"), FamilyDescriptor("b")});
  }

  Admin& admin() { return store_.admin(); }
  static TableName name() { return TestStore::name(); }

  // Runs work(thread) on kThreads threads and `beside` again and again until they are done.
  void Run(const std::function<void(int thread)>& work, const std::function<void(int round)>& beside) {
    std::atomic<int> working{kThreads};
    std::vector<std::thread> threads;
    for (int thread = 0; thread < kThreads; ++thread) {
      threads.emplace_back([&, thread] {
        work(thread);
        --working;
      });
    }
    for (int round = 0; working > 0; ++round) beside(round);
    for (std::thread& thread : threads) thread.join();
  }

  // Flushes, compactions and alters in turn.
  void Maintain(int round) {
    switch (round % 4) {
      case 0: EXPECT_TRUE(admin().Flush(name()).ok()); break;
      case 1: EXPECT_TRUE(admin().MajorCompact(name()).ok()); break;
      case 2: EXPECT_TRUE(admin().Compact(name()).ok()); break;
      default: {
        FamilyDescriptor family(round % 8 < 4 ? "a" : "b");
        family.SetMaxVersions(1 + round % 3).SetBlockSize(8192 << round % 2);
        EXPECT_TRUE(admin().ModifyFamily(name(), family).ok());
      }
    }
  }

  TestStore store_;
};

// R5, R15
TEST_F(Concurrency, R15_CountersAreExact) {
  Run(
      [&](int /*thread*/) {
        const auto table = store_.table();
        for (int i = 0; i < kRounds; ++i) {
          const std::string row = "r" + std::to_string(i % 3);
          const auto result =
              table->Increment(Increment(row).AddColumn("a", "n", 1).AddColumn("b", "n", 2));
          ASSERT_TRUE(result.ok()) << result.status().ToString();
        }
      },
      [&](int round) { Maintain(round); });
  const auto contents = MustGet(store_.Read());
  for (int row = 0; row < 3; ++row) {
    const std::string prefix = "r" + std::to_string(row);
    EXPECT_EQ(DecodeLong(contents.at(prefix + "/a:n")), kThreads * kRounds / 3);
    EXPECT_EQ(DecodeLong(contents.at(prefix + "/b:n")), kThreads * kRounds / 3 * 2);
  }
}

TEST_F(Concurrency, CheckAndMutateLosesNoUpdate) {
  std::atomic<int64_t> successes{0};
  Run(
      [&](int /*thread*/) {
        const auto table = store_.table();
        for (int i = 0; i < kRounds; ++i) {
          const auto row = MustGet(table->Get(Get("r").AddColumn("a", "n")));
          const auto seen = row.GetValue("a", "n");
          const int64_t number = seen ? DecodeLong(*seen).value_or(0) : 0;
          CheckAndMutate check("r");
          if (seen) {
            check.IfEquals("a", "n", *seen);
          } else {
            check.IfNotExists("a", "n");
          }
          const Bytes next = EncodeLong(number + 1);
          check.Then(Put("r").AddColumn("a", "n", next).AddColumn("b", "n", next));
          if (MustGet(table->CheckAndMutate(check)).success) ++successes;
        }
      },
      [&](int round) { Maintain(round); });
  const auto contents = MustGet(store_.Read());
  EXPECT_GT(successes, 0);
  EXPECT_EQ(DecodeLong(contents.at("r/a:n")), successes);
  EXPECT_EQ(DecodeLong(contents.at("r/b:n")), successes);
}

// R5: every put writes one value to both families, so a read that sees two values saw half a row.
TEST_F(Concurrency, R5_ReadsSeeWholeRows) {
  const auto check_row = [](const RowResult& row) {
    const auto a = row.GetValue("a", "q");
    const auto b = row.GetValue("b", "q");
    ASSERT_TRUE(a && b) << "half of row " << row.row();
    ASSERT_EQ(*a, *b) << "half of row " << row.row();
  };
  Run(
      [&](int thread) {
        const auto table = store_.table();
        const std::string padding(200, 'x');
        for (int i = 0; i < kRounds; ++i) {
          if (thread == 0) {
            auto scanner = MustGet(table->GetScanner(Scan().SetReversed(i % 2 == 0)));
            for (const RowResult& row : scanner) check_row(row);
            EXPECT_TRUE(scanner.status().ok()) << scanner.status().ToString();
            continue;
          }
          const std::string row = "r" + std::to_string(i % 20);
          const std::string value = std::to_string(thread) + "." + std::to_string(i) + padding;
          MustBeOk(table->Put(Put(row).AddColumn("a", "q", value).AddColumn("b", "q", value)));
          if (i % 5 == 0) check_row(MustGet(table->Get(Get(row))));
        }
      },
      [&](int round) { Maintain(round); });
}

// A put with a higher timestamp than its row's delete marker must stay, whatever a major compaction
// sweeps at the same time.
TEST_F(Concurrency, R11_PutsAfterDeletesOutliveSweeps) {
  Run(
      [&](int thread) {
        const auto table = store_.table();
        for (int i = 0; i < kRounds; ++i) {
          const std::string row = "r" + std::to_string(thread) + "." + std::to_string(i % 10);
          MustBeOk(table->Delete(Delete(row)));
          EXPECT_TRUE(MustGet(table->Get(Get(row))).empty()) << row << " was deleted";
          const std::string value = std::to_string(i);
          MustBeOk(table->Put(Put(row).AddColumn("a", "q", value).AddColumn("b", "q", value)));
          const RowResult seen = MustGet(table->Get(Get(row)));
          EXPECT_EQ(seen.GetValue("a", "q"), value) << row << " lost its put in family a";
          EXPECT_EQ(seen.GetValue("b", "q"), value) << row << " lost its put in family b";
        }
      },
      [&](int /*round*/) { EXPECT_TRUE(admin().MajorCompact(name()).ok()); });
  EXPECT_EQ(MustGet(store_.Read()).size(), kThreads * 10 * 2);
}

// Lets a test do something while a write stands between looking and writing.
class Halt : public Filter {
 public:
  struct Gates {
    std::promise<void> reached;
    std::promise<void> go_on;
  };
  explicit Halt(std::shared_ptr<Gates> gates) : gates_(std::move(gates)) {}
  std::unique_ptr<Filter> Clone() const override { return std::make_unique<Halt>(gates_); }
  bool FilterRowKey(BytesView /*row*/) override {
    gates_->reached.set_value();
    gates_->go_on.get_future().wait();
    return false;
  }

 private:
  const std::shared_ptr<Gates> gates_;
};

// A write that has begun when its family is dropped belongs to the time before; it must not harm the
// store or the row's other families.
TEST_F(Concurrency, FamilyDroppedUnderAWriteThatHasBegun) {
  MustBeOk(admin().AddFamily(name(), FamilyDescriptor("x")));
  const auto table = store_.table();
  MustBeOk(table->Put(Put("r").AddColumn("a", "q", "old")));
  const auto gates = std::make_shared<Halt::Gates>();
  Status written;
  std::thread writer([&] {
    CheckAndMutate check("r");
    check.IfMatches(std::make_shared<Halt>(gates));
    check.Then(Put("r").AddColumn("a", "q", "new").AddColumn("x", "q", "new"));
    written = table->CheckAndMutate(check).status();
  });
  gates->reached.get_future().wait();
  MustBeOk(admin().DeleteFamily(name(), "x"));
  gates->go_on.set_value();
  writer.join();
  EXPECT_TRUE(written.ok() || written.code() == StatusCode::kNoSuchColumnFamily)
      << written.ToString();

  const auto contents = MustGet(store_.Read());
  EXPECT_EQ(contents.size(), 1U);
  EXPECT_EQ(contents.at("r/a:q"), written.ok() ? "new" : "old");
  const Status next = table->Put(Put("r").AddColumn("b", "q", "still here"));
  EXPECT_TRUE(next.ok()) << next.ToString();
}

// A family that is dropped while rows are written: writers see it or do not, the store goes on.
TEST_F(Concurrency, FamiliesComeAndGoBesideWriters) {
  Run(
      [&](int thread) {
        const auto table = store_.table();
        for (int i = 0; i < kRounds * 3; ++i) {
          const std::string row = "r" + std::to_string(thread);
          // Deletes a row in every family there is.
          const Status deleted = table->Delete(Delete(row + ".gone"));
          EXPECT_TRUE(deleted.ok()) << deleted.ToString();
          const Status status =
              table->Put(Put(row).AddColumn("a", "q", std::to_string(i)).AddColumn("x", "q", "v"));
          EXPECT_TRUE(status.ok() || status.code() == StatusCode::kNoSuchColumnFamily)
              << status.ToString();
          MustBeOk(table->Put(Put(row).AddColumn("a", "q", std::to_string(i))));
          if (thread == 0 && i % 20 == 0) {
            const Status flushed = i % 40 == 0 ? admin().Flush(name()) : admin().MajorCompact(name());
            EXPECT_TRUE(flushed.ok()) << flushed.ToString();
          }
        }
      },
      [&](int round) {
        const Status status = round % 2 == 0 ? admin().AddFamily(name(), FamilyDescriptor("x"))
                                             : admin().DeleteFamily(name(), "x");
        EXPECT_TRUE(status.ok()) << status.ToString();
      });
  const auto contents = MustGet(store_.Read());
  for (int thread = 0; thread < kThreads; ++thread) {
    EXPECT_EQ(contents.at("r" + std::to_string(thread) + "/a:q"), std::to_string(kRounds * 3 - 1));
  }
}

// A table that is disabled, truncated and dropped while it is used answers as HBase's would, and other
// tables do not notice.
TEST_F(Concurrency, TablesComeAndGoBesideWriters) {
  const TableName scratch = *TableName::Parse("scratch");
  const auto expected = [](const Status& status) {
    return status.ok() || status.code() == StatusCode::kTableNotFound ||
           status.code() == StatusCode::kTableNotEnabled;
  };
  Run(
      [&](int thread) {
        const auto table = store_.table();
        for (int i = 0; i < kRounds; ++i) {
          const std::string row = "r" + std::to_string(thread);
          auto other = store_.connection().GetTable(scratch);
          EXPECT_TRUE(expected(other.status())) << other.status().ToString();
          if (other.ok()) {
            const Status put = (*other)->Put(Put(row).AddColumn("a", "q", "v"));
            EXPECT_TRUE(expected(put)) << put.ToString();
            const auto got = (*other)->Get(Get(row));
            EXPECT_TRUE(expected(got.status())) << got.status().ToString();
            if (i % 10 == 0) {
              const Status flushed = admin().Flush(scratch);
              EXPECT_TRUE(expected(flushed)) << flushed.ToString();
            }
          }
          MustBeOk(table->Put(Put(row).AddColumn("a", "q", std::to_string(i))));
        }
      },
      [&](int round) {
        if (round % 2 == 0) {
          TableDescriptor descriptor(scratch);
          MustBeOk(descriptor.AddFamily(FamilyDescriptor("a")));
          MustBeOk(admin().CreateTable(descriptor));
          MustBeOk(admin().DisableTable(scratch));
          MustBeOk(admin().TruncateTable(scratch));
        } else {
          MustBeOk(admin().DisableTable(scratch));
          MustBeOk(admin().DeleteTable(scratch));
        }
      });
  const auto contents = MustGet(store_.Read());
  for (int thread = 0; thread < kThreads; ++thread) {
    EXPECT_EQ(contents.at("r" + std::to_string(thread) + "/a:q"), std::to_string(kRounds - 1));
  }
}

}  // namespace
}  // namespace basalt::crash
