// Many threads on the same rows, concurrent with flushes, major compactions and alters.
#include <algorithm>
#include <atomic>
#include <functional>
#include <future>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "test_store.h"

namespace basalt::crash {
namespace {

constexpr int kThreads = 4;

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

  // Runs step(thread, 0), step(thread, 1), ... on each of kThreads threads until `beside` has run
  // `rounds` times in this one. Returns how many steps each thread has done.
  std::vector<int> Run(const std::function<void(int thread, int step)>& step, int rounds,
                       const std::function<void(int round)>& beside) {
    std::atomic<bool> stop{false};
    std::vector<int> steps(kThreads);
    std::vector<std::thread> threads;
    threads.reserve(kThreads);
    for (int thread = 0; thread < kThreads; ++thread) {
      threads.emplace_back([&, thread] {
        for (int i = 0; !stop || i < kThreads; ++i) {
          step(thread, i);
          steps[static_cast<size_t>(thread)] = i + 1;
        }
      });
    }
    for (int round = 0; round < rounds; ++round) beside(round);
    stop = true;
    for (std::thread& thread : threads) thread.join();
    return steps;
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
  constexpr int kRows = 3;
  const auto table = store_.table();
  const std::vector<int> steps = Run(
      [&](int /*thread*/, int step) {
        const std::string row = "r" + std::to_string(step % kRows);
        const auto result =
            table->Increment(Increment(row).AddColumn("a", "n", 1).AddColumn("b", "n", 2));
        EXPECT_TRUE(result.ok()) << result.status().ToString();
      },
      120, [&](int round) { Maintain(round); });
  const auto contents = MustGet(store_.Read());
  for (int row = 0; row < kRows; ++row) {
    int64_t sum = 0;
    for (const int done : steps) sum += (done + kRows - 1 - row) / kRows;
    const std::string prefix = "r" + std::to_string(row);
    EXPECT_EQ(DecodeLong(contents.at(prefix + "/a:n")), sum);
    EXPECT_EQ(DecodeLong(contents.at(prefix + "/b:n")), 2 * sum);
  }
}

TEST_F(Concurrency, CheckAndMutateLosesNoUpdate) {
  std::atomic<int64_t> successes{0};
  const auto table = store_.table();
  Run(
      [&](int /*thread*/, int /*step*/) {
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
      },
      120, [&](int round) { Maintain(round); });
  const auto contents = MustGet(store_.Read());
  EXPECT_GT(successes, 0);
  EXPECT_EQ(DecodeLong(contents.at("r/a:n")), successes);
  EXPECT_EQ(DecodeLong(contents.at("r/b:n")), successes);
}

// R5: every put writes one value to both families, so a read that sees two values saw half a row.
TEST_F(Concurrency, R5_ReadsSeeWholeRows) {
  const auto table = store_.table();
  const std::string padding(200, 'x');
  const auto check_row = [](const RowResult& row) {
    const auto a = row.GetValue("a", "q");
    const auto b = row.GetValue("b", "q");
    ASSERT_TRUE(a && b) << "half of row " << row.row();
    ASSERT_EQ(*a, *b) << "half of row " << row.row();
  };
  Run(
      [&](int thread, int step) {
        if (thread == 0) {
          auto scanner = MustGet(table->GetScanner(Scan().SetReversed(step % 2 == 0)));
          for (const RowResult& row : scanner) check_row(row);
          EXPECT_TRUE(scanner.status().ok()) << scanner.status().ToString();
          return;
        }
        const std::string row = "r" + std::to_string(step % 20);
        const std::string value = std::to_string(thread) + "." + std::to_string(step) + padding;
        MustBeOk(table->Put(Put(row).AddColumn("a", "q", value).AddColumn("b", "q", value)));
        if (step % 5 == 0) check_row(MustGet(table->Get(Get(row))));
      },
      120, [&](int round) { Maintain(round); });
}

// A put with a higher timestamp than its row's delete marker must stay, whatever a major compaction
// sweeps at the same time.
TEST_F(Concurrency, R11_PutsAfterDeletesOutliveSweeps) {
  constexpr int kRows = 10;
  const auto table = store_.table();
  const std::vector<int> steps = Run(
      [&](int thread, int step) {
        const std::string row = "r" + std::to_string(thread) + "." + std::to_string(step % kRows);
        MustBeOk(table->Delete(Delete(row)));
        EXPECT_TRUE(MustGet(table->Get(Get(row))).empty()) << row << " was deleted";
        const std::string value = std::to_string(step);
        MustBeOk(table->Put(Put(row).AddColumn("a", "q", value).AddColumn("b", "q", value)));
        const RowResult seen = MustGet(table->Get(Get(row)));
        EXPECT_EQ(seen.GetValue("a", "q"), value) << row << " lost its put in family a";
        EXPECT_EQ(seen.GetValue("b", "q"), value) << row << " lost its put in family b";
      },
      25, [&](int /*round*/) { EXPECT_TRUE(admin().MajorCompact(name()).ok()); });
  size_t rows = 0;
  for (const int done : steps) rows += static_cast<size_t>(std::min(done, kRows));
  EXPECT_EQ(MustGet(store_.Read()).size(), 2 * rows);
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

// A write that has begun when its family is dropped belongs to the time before; it must not harm
// the store or the row's other families.
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
  const auto table = store_.table();
  const std::vector<int> steps = Run(
      [&](int thread, int step) {
        const std::string row = "r" + std::to_string(thread);
        // Deletes a row in every family there is.
        const Status deleted = table->Delete(Delete(row + ".gone"));
        EXPECT_TRUE(deleted.ok()) << deleted.ToString();
        const Bytes value = std::to_string(step);
        const Status status =
            table->Put(Put(row).AddColumn("a", "q", value).AddColumn("x", "q", "v"));
        EXPECT_TRUE(status.ok() || status.code() == StatusCode::kNoSuchColumnFamily)
            << status.ToString();
        MustBeOk(table->Put(Put(row).AddColumn("a", "q", value)));
        if (thread == 0 && step % 10 == 0) {
          const Status flushed =
              step % 20 == 0 ? admin().Flush(name()) : admin().MajorCompact(name());
          EXPECT_TRUE(flushed.ok()) << flushed.ToString();
        }
      },
      100,
      [&](int round) {
        const Status status = round % 2 == 0 ? admin().AddFamily(name(), FamilyDescriptor("x"))
                                             : admin().DeleteFamily(name(), "x");
        EXPECT_TRUE(status.ok()) << status.ToString();
      });
  const auto contents = MustGet(store_.Read());
  for (size_t thread = 0; thread < kThreads; ++thread) {
    EXPECT_EQ(contents.at("r" + std::to_string(thread) + "/a:q"),
              std::to_string(steps[thread] - 1));
  }
}

// A table that is disabled, truncated and dropped while it is used answers as HBase's would, and
// other tables do not notice.
TEST_F(Concurrency, TablesComeAndGoBesideWriters) {
  const auto table = store_.table();
  const TableName scratch = *TableName::Parse("scratch");
  const auto expect = [](const Status& status) {
    EXPECT_TRUE(status.ok() || status.code() == StatusCode::kTableNotFound ||
                status.code() == StatusCode::kTableNotEnabled)
        << status.ToString();
  };
  const std::vector<int> steps = Run(
      [&](int thread, int step) {
        const std::string row = "r" + std::to_string(thread);
        auto other = store_.connection().GetTable(scratch);
        expect(other.status());
        if (other.ok()) {
          expect((*other)->Put(Put(row).AddColumn("a", "q", "v")));
          expect((*other)->Get(Get(row)).status());
          if (step % 10 == 0) expect(admin().Flush(scratch));
          if (step % 50 == 0) expect(admin().MajorCompact(scratch));
        }
        MustBeOk(table->Put(Put(row).AddColumn("a", "q", std::to_string(step))));
      },
      100,
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
  for (size_t thread = 0; thread < kThreads; ++thread) {
    EXPECT_EQ(contents.at("r" + std::to_string(thread) + "/a:q"),
              std::to_string(steps[thread] - 1));
  }
}

}  // namespace
}  // namespace basalt::crash
