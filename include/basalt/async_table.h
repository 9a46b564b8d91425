// AsyncTable: the operations of a Table without waiting. On servers a call under way takes no
// thread: any number of them share the connections. On a directory a few threads do the work.
// Thread safe; valid while its Connection is. Destruction waits for what is under way.
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

struct BASALT_EXPORT AsyncOptions {
  // Threads that tell of results, and that do the work on a directory.
  int threads = 2;
  // How many operations may be under way; one more waits in the call that begins it.
  int max_under_way = 1000;
};

// Each operation comes twice: with `done`, which is called once, on one of the threads above,
// and with a future. A `done` may begin operations, which then do not wait for others. It should
// not block for long: other results wait behind it; nor may it destroy the table. A scan is one
// operation from its first row to its last.
class BASALT_EXPORT AsyncTable {
 public:
  template <typename T>
  using Done = std::function<void(T)>;
  using RowDone = Done<Result<RowResult>>;
  using BatchResult = std::vector<Result<RowResult>>;
  using Rows = std::vector<RowResult>;
  // Says how a scan goes on: it reads (true) or ends (false). From any thread, at once or later;
  // the first time counts. When all copies are gone and none was called, the scan ends.
  using ReadOn = std::function<void(bool more)>;
  using TakeRows = std::function<void(Rows rows, ReadOn read_on)>;

  // What ScanAll holds at most, unless it is told.
  static constexpr size_t kScanAllBytes = size_t{64} << 20;

  // Errors: those of Connection::GetTable.
  static Result<std::unique_ptr<AsyncTable>> Open(Connection& connection, const TableName& name,
                                                  const AsyncOptions& options = {});
  virtual ~AsyncTable() = default;

  virtual const TableName& name() const = 0;
  virtual void Get(basalt::Get get, RowDone done) = 0;
  virtual void Put(basalt::Put put, Done<Status> done) = 0;
  virtual void Delete(basalt::Delete del, Done<Status> done) = 0;
  virtual void Increment(basalt::Increment increment, RowDone done) = 0;
  virtual void Append(basalt::Append append, RowDone done) = 0;
  virtual void MutateRow(RowMutations mutations, RowDone done) = 0;
  virtual void CheckAndMutate(basalt::CheckAndMutate check,
                              Done<Result<CheckAndMutateResult>> done) = 0;
  virtual void Batch(std::vector<Action> actions, Done<BatchResult> done) = 0;
  // Rows as they come: `take` gets some, in order, on one of the threads above, never two calls at
  // once. No more are read before it says so, so that never more is in memory than one round trip
  // brings: 2 MB, or Scan::caching rows. `done` is told when the scan is over or has been ended.
  virtual void Scan(basalt::Scan scan, TakeRows take, Done<Status> done) = 0;
  // All rows in one piece. kResultTooLarge when they are more than `max_bytes`.
  void ScanAll(basalt::Scan scan, Done<Result<Rows>> done, size_t max_bytes = kScanAllBytes);

  std::future<Result<RowResult>> Get(basalt::Get get);
  std::future<Status> Put(basalt::Put put);
  std::future<Status> Delete(basalt::Delete del);
  std::future<Result<RowResult>> Increment(basalt::Increment increment);
  std::future<Result<RowResult>> Append(basalt::Append append);
  std::future<Result<RowResult>> MutateRow(RowMutations mutations);
  std::future<Result<CheckAndMutateResult>> CheckAndMutate(basalt::CheckAndMutate check);
  std::future<BatchResult> Batch(std::vector<Action> actions);
  std::future<Status> Scan(basalt::Scan scan, TakeRows take);
  std::future<Result<Rows>> ScanAll(basalt::Scan scan, size_t max_bytes = kScanAllBytes);
};

}  // namespace v1
}  // namespace basalt
