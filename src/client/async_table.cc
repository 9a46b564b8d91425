#include "basalt/async_table.h"

#include <limits>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "base/call_limits.h"
#include "client/async_scan.h"
#include "client/async_workers.h"

namespace basalt {
inline namespace v1 {
namespace {

// The size of one batch of rows.
constexpr size_t kRowsBytes = 2 << 20;

// A scan by a ResultScanner, which workers read batch by batch.
class PooledScan : public client::AsyncScan {
 public:
  PooledScan(client::AsyncWorkers& workers, Table& table, basalt::Scan scan, CallOptions options,
             AsyncTable::TakeRows take, AsyncTable::Done<Status> done)
      : AsyncScan(workers, std::move(take), std::move(done)),
        table_(table),
        scan_(std::move(scan)),
        options_(std::move(options)) {}

 protected:
  void Read() override {
    AsyncTable::Rows rows;
    if (status_.ok()) status_ = ReadSome(rows);
    // The rows before an error are delivered first.
    if (!rows.empty()) return HandOut(std::move(rows));
    Close();
    Finish(status_);
  }
  void Close() override { scanner_.reset(); }

 private:
  Status ReadSome(AsyncTable::Rows& rows) {
    if (!scanner_) {
      BASALT_ASSIGN_OR_RETURN(scanner_, table_.GetScanner(scan_, options_));
    }
    const size_t most = scan_.caching() > 0 ? static_cast<size_t>(scan_.caching())
                                            : std::numeric_limits<size_t>::max();
    for (size_t bytes = 0; bytes < kRowsBytes && rows.size() < most;) {
      RowResult row;
      BASALT_ASSIGN_OR_RETURN(const bool more, scanner_->Next(row));
      if (!more) break;
      bytes += row.byte_size();
      rows.push_back(std::move(row));
    }
    return {};
  }

  Table& table_;
  const basalt::Scan scan_;
  const CallOptions options_;
  std::optional<ResultScanner> scanner_;
  Status status_;
};

// The AsyncTable of any Table: a few threads call it.
class PooledAsyncTable : public AsyncTable {
 public:
  PooledAsyncTable(std::unique_ptr<Table> table, const AsyncOptions& options)
      : table_(std::move(table)), workers_(options) {}

  const TableName& name() const override { return table_->name(); }
  void Get(basalt::Get get, RowDone done, const CallOptions& options) override {
    Run([this, get = std::move(get),
         options = base::WithDeadline(options)] { return table_->Get(get, options); },
        std::move(done));
  }
  void Put(basalt::Put put, Done<Status> done, const CallOptions& options) override {
    Run([this, put = std::move(put),
         options = base::WithDeadline(options)] { return table_->Put(put, options); },
        std::move(done));
  }
  void Delete(basalt::Delete del, Done<Status> done, const CallOptions& options) override {
    Run([this, del = std::move(del),
         options = base::WithDeadline(options)] { return table_->Delete(del, options); },
        std::move(done));
  }
  void Increment(basalt::Increment increment, RowDone done, const CallOptions& options) override {
    Run([this, increment = std::move(increment),
         options = base::WithDeadline(options)] { return table_->Increment(increment, options); },
        std::move(done));
  }
  void Append(basalt::Append append, RowDone done, const CallOptions& options) override {
    Run([this, append = std::move(append),
         options = base::WithDeadline(options)] { return table_->Append(append, options); },
        std::move(done));
  }
  void MutateRow(RowMutations mutations, RowDone done, const CallOptions& options) override {
    Run([this, mutations = std::move(mutations),
         options = base::WithDeadline(options)] { return table_->MutateRow(mutations, options); },
        std::move(done));
  }
  void CheckAndMutate(basalt::CheckAndMutate check, Done<Result<CheckAndMutateResult>> done,
                      const CallOptions& options) override {
    Run([this, check = std::move(check),
         options = base::WithDeadline(options)] { return table_->CheckAndMutate(check, options); },
        std::move(done));
  }
  void Batch(std::vector<Action> actions, Done<BatchResult> done,
             const CallOptions& options) override {
    Run([this, actions = std::move(actions),
         options = base::WithDeadline(options)] { return table_->Batch(actions, options); },
        std::move(done));
  }
  void Scan(basalt::Scan scan, TakeRows take, Done<Status> done,
            const CallOptions& options) override {
    std::make_shared<PooledScan>(workers_, *table_, std::move(scan), options, std::move(take),
                                 std::move(done))
        ->Begin();
  }

 private:
  template <typename Work, typename Tell>
  void Run(Work work, Tell done) {
    workers_.Begin();
    workers_.Post([this, work = std::move(work), done = std::move(done)] {
      auto result = work();
      workers_.End([&] { done(std::move(result)); });
    });
  }

  const std::unique_ptr<Table> table_;
  client::AsyncWorkers workers_;  // declared last, so destroyed first: it waits for operations
};

template <typename T, typename Begin>
std::future<T> Future(const Begin& begin) {
  auto promise = std::make_shared<std::promise<T>>();
  auto future = promise->get_future();
  begin([promise](T result) { promise->set_value(std::move(result)); });
  return future;
}

}  // namespace

Result<std::unique_ptr<AsyncTable>> AsyncTable::Open(Connection& connection, const TableName& name,
                                                     const AsyncOptions& options,
                                                     const CallOptions& call) {
  return connection.OpenAsyncTable(name, options, call);
}

Result<std::unique_ptr<AsyncTable>> Connection::OpenAsyncTable(const TableName& name,
                                                               const AsyncOptions& options,
                                                               const CallOptions& call) {
  BASALT_ASSIGN_OR_RETURN(auto table, GetTable(name, call));
  return std::unique_ptr<AsyncTable>(std::make_unique<PooledAsyncTable>(std::move(table), options));
}

std::future<Result<RowResult>> AsyncTable::Get(basalt::Get get, const CallOptions& options) {
  return Future<Result<RowResult>>([&](auto done) { Get(std::move(get), done, options); });
}

std::future<Status> AsyncTable::Put(basalt::Put put, const CallOptions& options) {
  return Future<Status>([&](auto done) { Put(std::move(put), done, options); });
}

std::future<Status> AsyncTable::Delete(basalt::Delete del, const CallOptions& options) {
  return Future<Status>([&](auto done) { Delete(std::move(del), done, options); });
}

std::future<Result<RowResult>> AsyncTable::Increment(basalt::Increment increment,
                                                     const CallOptions& options) {
  return Future<Result<RowResult>>(
      [&](auto done) { Increment(std::move(increment), done, options); });
}

std::future<Result<RowResult>> AsyncTable::Append(basalt::Append append,
                                                  const CallOptions& options) {
  return Future<Result<RowResult>>([&](auto done) { Append(std::move(append), done, options); });
}

std::future<Result<RowResult>> AsyncTable::MutateRow(RowMutations mutations,
                                                     const CallOptions& options) {
  return Future<Result<RowResult>>(
      [&](auto done) { MutateRow(std::move(mutations), done, options); });
}

std::future<Result<CheckAndMutateResult>> AsyncTable::CheckAndMutate(basalt::CheckAndMutate check,
                                                                     const CallOptions& options) {
  return Future<Result<CheckAndMutateResult>>(
      [&](auto done) { CheckAndMutate(std::move(check), done, options); });
}

std::future<AsyncTable::BatchResult> AsyncTable::Batch(std::vector<Action> actions,
                                                       const CallOptions& options) {
  return Future<BatchResult>([&](auto done) { Batch(std::move(actions), done, options); });
}

void AsyncTable::ScanAll(basalt::Scan scan, Done<Result<Rows>> done, size_t max_bytes,
                         const CallOptions& options) {
  struct All {
    Rows rows;
    size_t bytes = 0;
    bool too_large = false;
  };
  auto all = std::make_shared<All>();
  const auto take = [all, max_bytes](Rows rows, const ReadOn& read_on) {
    for (RowResult& row : rows) {
      all->bytes += row.byte_size();
      if (all->bytes <= max_bytes) all->rows.push_back(std::move(row));
    }
    all->too_large = all->bytes > max_bytes;
    read_on(!all->too_large);
  };
  Scan(
      std::move(scan), take,
      [all, max_bytes, done = std::move(done)](const Status& status) {
        if (!status.ok()) return done(status);
        if (all->too_large) {
          return done(Status(StatusCode::kResultTooLarge,
                             fmt::format("the rows are more than {} bytes", max_bytes)));
        }
        done(std::move(all->rows));
      },
      options);
}

std::future<Status> AsyncTable::Scan(basalt::Scan scan, TakeRows take, const CallOptions& options) {
  return Future<Status>([&](auto done) { Scan(std::move(scan), std::move(take), done, options); });
}

std::future<Result<AsyncTable::Rows>> AsyncTable::ScanAll(basalt::Scan scan, size_t max_bytes,
                                                          const CallOptions& options) {
  return Future<Result<Rows>>(
      [&](auto done) { ScanAll(std::move(scan), done, max_bytes, options); });
}

}  // namespace v1
}  // namespace basalt
