// BufferedMutator: collects mutations and writes them in batches. A batch is written when the
// buffer is full or its oldest mutation has reached the maximum linger, by a thread of the mutator,
// in the order of the calls. Works on every Connection. Thread safe; its Connection must outlive
// it.
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

// A mutation that was not written, or of which it is unknown whether it was (kTimedOut,
// kCancelled).
struct BASALT_EXPORT FailedMutation {
  Action mutation;  // as it was given to Mutate
  Status error;     // why it failed, after all retries
};

// Options of BufferedMutator::Open.
struct BASALT_EXPORT BufferedMutatorOptions {
  // The size at which the buffer is written. HBase's hbase.client.write.buffer.
  uint64_t buffer_bytes = 2ULL << 20;
  // The limit of what is buffered and being written. Mutate blocks while it is exceeded.
  uint64_t limit_bytes = 8ULL << 20;
  // The maximum linger: how long a mutation stays in the buffer at most. 0: no limit, as in HBase.
  int64_t flush_interval_ms = 0;
  // Called with mutations that failed permanently, on the writing thread. May call Mutate, which
  // then does not block, but not Flush or Close. Without a callback the next call of Mutate, Flush
  // or Close returns the error, once.
  std::function<void(std::vector<FailedMutation>)> on_error;
  // Of every batch that is written: `timeout_ms` is for one batch, `deadline` and `cancellation`
  // are for all of them. A mutation whose batch was ended so fails with kTimedOut or kCancelled.
  CallOptions call;
};

// Timeout, deadline and token of a call limit how long that call waits; they do not end the
// writing, for which BufferedMutatorOptions::call is.
class BASALT_EXPORT BufferedMutator {
 public:
  // `call` is for opening the table. Errors: those of Connection::GetTable.
  static Result<std::unique_ptr<BufferedMutator>> Open(Connection& connection,
                                                       const TableName& name,
                                                       BufferedMutatorOptions options = {},
                                                       const CallOptions& call = {});
  // Closes the mutator and waits for its writes; errors that were not returned yet are lost.
  virtual ~BufferedMutator() = default;

  // Takes a Put, Delete, Increment, Append or RowMutations. kInvalidArgument for a malformed
  // mutation; kDoNotRetry after Close; kTimedOut or kCancelled when the call had to end while the
  // buffer was full. In these cases the mutation was not taken. Any other error is that of an
  // earlier mutation, and this one was taken.
  virtual Status Mutate(Action mutation, const CallOptions& options = {}) = 0;
  // Blocks until all earlier mutations are written or have failed. kTimedOut or kCancelled when the
  // call had to end before; the mutations are written nevertheless.
  virtual Status Flush(const CallOptions& options = {}) = 0;
  // Refuses later mutations, and flushes. After kTimedOut or kCancelled another Flush or Close
  // waits for the rest.
  virtual Status Close(const CallOptions& options = {}) = 0;
};

}  // namespace v1
}  // namespace basalt
