// AsyncTable: the operations of a Table, without blocking the caller. On servers a call in progress
// occupies no thread: any number of calls share the connections. On a directory a few threads do
// the work. Thread safe; its Connection must outlive it. Destruction waits for operations in
// progress.
//
//   auto table = basalt::AsyncTable::Open(connection, name);
//   std::future<basalt::Result<basalt::RowResult>> row = (*table)->Get(basalt::Get("r"));
#pragma once

#include <cstddef>
#include <functional>
#include <future>
#include <memory>
#include <vector>

#include "basalt/connection.h"
#include "basalt/export.h"

namespace basalt {
inline namespace v1 {

// Options of AsyncTable::Open.
struct BASALT_EXPORT AsyncOptions {
  // Threads that call the callbacks and, on a directory, execute the operations.
  int threads = 2;
  // The limit of operations in progress. The call that would exceed it blocks until one has ended.
  int max_under_way = 1000;
};

// Each operation has two forms: one with a callback `done`, called once, on one of the threads
// above, and one that returns a future. A callback may start operations, which then do not block on
// the limit. It should return soon, since other results wait for its thread, and must not destroy
// the table. A scan is one operation from its first row to its last.
class BASALT_EXPORT AsyncTable {
 public:
  // A callback, called once with the outcome, which it owns.
  template <typename T>
  using Done = std::function<void(T)>;
  // The callback of an operation that returns a row.
  using RowDone = Done<Result<RowResult>>;
  // One result per action, in order.
  using BatchResult = std::vector<Result<RowResult>>;
  // Rows of a scan; whoever receives them owns them.
  using Rows = std::vector<RowResult>;
  // Continues a scan (true) or ends it (false). May be called on any thread, at once or later; the
  // first call counts. The scan ends when all copies are destroyed without a call.
  using ReadOn = std::function<void(bool more)>;
  // Receives a batch of rows, and what to call for the next one.
  using TakeRows = std::function<void(Rows rows, ReadOn read_on)>;

  // The default limit of the rows of a ScanAll, in bytes.
  static constexpr size_t kScanAllBytes = size_t{64} << 20;

  // Errors: those of Connection::GetTable.
  static Result<std::unique_ptr<AsyncTable>> Open(Connection& connection, const TableName& name,
                                                  const AsyncOptions& options = {},
                                                  const CallOptions& call = {});
  virtual ~AsyncTable() = default;

  // The table's name. Valid while the AsyncTable is.
  virtual const TableName& name() const = 0;

  // The operations of Table of the same name, with the same errors. Requests are taken by value:
  // the caller's objects are not needed after the call.
  virtual void Get(basalt::Get get, RowDone done, const CallOptions& options = {}) = 0;
  virtual void Put(basalt::Put put, Done<Status> done, const CallOptions& options = {}) = 0;
  virtual void Delete(basalt::Delete del, Done<Status> done, const CallOptions& options = {}) = 0;
  virtual void Increment(basalt::Increment increment, RowDone done,
                         const CallOptions& options = {}) = 0;
  virtual void Append(basalt::Append append, RowDone done, const CallOptions& options = {}) = 0;
  virtual void MutateRow(RowMutations mutations, RowDone done, const CallOptions& options = {}) = 0;
  virtual void CheckAndMutate(basalt::CheckAndMutate check, Done<Result<CheckAndMutateResult>> done,
                              const CallOptions& options = {}) = 0;
  virtual void Batch(std::vector<Action> actions, Done<BatchResult> done,
                     const CallOptions& options = {}) = 0;
  // Calls `take` with batches of rows, in order, on one of the threads above, one call at a time.
  // The next batch is read when `take` asks for it, so memory holds one round trip: 2 MB, or
  // Scan::caching() rows. `done` is called when the scan has ended.
  virtual void Scan(basalt::Scan scan, TakeRows take, Done<Status> done,
                    const CallOptions& options = {}) = 0;
  // All rows at once. kResultTooLarge when they exceed `max_bytes`.
  void ScanAll(basalt::Scan scan, Done<Result<Rows>> done, size_t max_bytes = kScanAllBytes,
               const CallOptions& options = {});

  // The same operations with a future instead of a callback. A future that is destroyed does not
  // end the operation. Do not wait for one in a callback: that holds a thread the result may need.
  std::future<Result<RowResult>> Get(basalt::Get get, const CallOptions& options = {});
  std::future<Status> Put(basalt::Put put, const CallOptions& options = {});
  std::future<Status> Delete(basalt::Delete del, const CallOptions& options = {});
  std::future<Result<RowResult>> Increment(basalt::Increment increment,
                                           const CallOptions& options = {});
  std::future<Result<RowResult>> Append(basalt::Append append, const CallOptions& options = {});
  std::future<Result<RowResult>> MutateRow(RowMutations mutations, const CallOptions& options = {});
  std::future<Result<CheckAndMutateResult>> CheckAndMutate(basalt::CheckAndMutate check,
                                                           const CallOptions& options = {});
  std::future<BatchResult> Batch(std::vector<Action> actions, const CallOptions& options = {});
  std::future<Status> Scan(basalt::Scan scan, TakeRows take, const CallOptions& options = {});
  std::future<Result<Rows>> ScanAll(basalt::Scan scan, size_t max_bytes = kScanAllBytes,
                                    const CallOptions& options = {});
};

}  // namespace v1
}  // namespace basalt
