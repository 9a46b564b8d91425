// BufferedMutator: many small writes in few batches. Mutations wait until there are enough of
// them, or until the oldest has waited long enough, and are then written by a thread of its own, in
// the order they came. Works on every Connection. Thread safe; its Connection must outlive it.
//
//   auto mutator = basalt::BufferedMutator::Open(connection, name);
//   for (...) BASALT_RETURN_IF_ERROR((*mutator)->Mutate(basalt::Put(row).AddColumn(...)));
//   return (*mutator)->Close();
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "basalt/connection.h"
#include "basalt/export.h"

namespace basalt {
inline namespace v1 {

struct BASALT_EXPORT FailedMutation {
  Action mutation;
  Status error;
};

struct BASALT_EXPORT BufferedMutatorOptions {
  // So much waiting is written at once. HBase's hbase.client.write.buffer.
  uint64_t buffer_bytes = 2ULL << 20;
  // The most that waits and is being written; then Mutate waits too.
  uint64_t limit_bytes = 8ULL << 20;
  // The longest a mutation waits for company; 0: for ever, as in HBase.
  int64_t flush_interval_ms = 0;
  // Told of mutations that failed for good, on the thread that writes. May call Mutate, which then
  // does not wait, but not Flush or Close. Without it the next call of Mutate, Flush or Close
  // returns the error, once.
  std::function<void(std::vector<FailedMutation>)> on_error;
};

class BASALT_EXPORT BufferedMutator {
 public:
  // Errors: those of Connection::GetTable.
  static Result<std::unique_ptr<BufferedMutator>> Open(Connection& connection,
                                                       const TableName& name,
                                                       BufferedMutatorOptions options = {});
  // Closes it; errors that nobody was told of are lost.
  virtual ~BufferedMutator() = default;

  // Put, Delete, Increment, Append or RowMutations. What is malformed is refused here:
  // kInvalidArgument. kDoNotRetry after Close.
  virtual Status Mutate(Action mutation) = 0;
  // Waits until everything given before is written or has failed.
  virtual Status Flush() = 0;
  // The last Flush; then nothing is taken any more.
  virtual Status Close() = 0;
};

}  // namespace v1
}  // namespace basalt
