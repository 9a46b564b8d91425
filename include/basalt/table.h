// Table: reads and writes one table.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <variant>
#include <vector>

#include "basalt/call_options.h"
#include "basalt/descriptor.h"
#include "basalt/export.h"
#include "basalt/mutation.h"
#include "basalt/query.h"
#include "basalt/result_scanner.h"
#include "basalt/row_result.h"
#include "basalt/status.h"

namespace basalt {
inline namespace v1 {

// The outcome of Table::CheckAndMutate. A value.
struct BASALT_EXPORT CheckAndMutateResult {
  // Whether the condition held, and the mutations were applied.
  bool success = false;
  // The new cells of an Increment or Append among the mutations.
  RowResult result;
};

class BulkWriter;  // basalt/bulk_writer.h

// One entry of a batch.
using Action = std::variant<Get, Put, Delete, Increment, Append, RowMutations>;

// Thread safe. A cheap handle; its Connection must outlive it. Every operation fails with
// kTableNotEnabled on a disabled table, with kTableNotFound on a deleted one, and with
// kInvalidArgument on a row key that is empty or longer than kMaxRowLength. Arguments need to be
// valid during the call only.
class BASALT_EXPORT Table {
 public:
  virtual ~Table() = default;

  // The name it was opened with. Valid while the Table is.
  virtual const TableName& name() const = 0;
  // A copy of the table's present descriptor.
  virtual Result<TableDescriptor> GetDescriptor(const CallOptions& options = {}) = 0;

  // Reads one row: an empty result when there is none. kNoSuchColumnFamily.
  virtual Result<RowResult> Get(const basalt::Get& get, const CallOptions& options = {}) = 0;
  // Results in the order of `gets`. Returns the first error.
  virtual Result<std::vector<RowResult>> Get(std::span<const basalt::Get> gets,
                                             const CallOptions& options = {}) = 0;
  // Whether the row has a cell that the Get would return.
  virtual Result<bool> Exists(const basalt::Get& get, const CallOptions& options = {}) = 0;
  // Begins a scan. Errors appear here or while rows are read.
  virtual Result<ResultScanner> GetScanner(const Scan& scan, const CallOptions& options = {}) = 0;

  // Writes one row, atomically. kNoSuchColumnFamily; kDoNotRetry when a cell is too large, the
  // table is read-only, or a constraint refuses a value.
  virtual Status Put(const basalt::Put& put, const CallOptions& options = {}) = 0;
  // Writes several rows. Atomic per row, as in HBase. Nothing is written if a put is malformed.
  virtual Status Put(std::span<const basalt::Put> puts, const CallOptions& options = {}) = 0;
  // Deletes cells of one row, atomically. Deleting what does not exist is no error.
  virtual Status Delete(const basalt::Delete& del, const CallOptions& options = {}) = 0;
  // Deletes in several rows; as Put of several.
  virtual Status Delete(std::span<const basalt::Delete> deletes,
                        const CallOptions& options = {}) = 0;
  // Adds to counters of one row, atomically. Returns their new cells, unless the Increment says not
  // to. kDoNotRetry when a value is not 8 bytes.
  virtual Result<RowResult> Increment(const basalt::Increment& increment,
                                      const CallOptions& options = {}) = 0;
  // Appends to values of one row, atomically. Returns the new cells, unless the Append says not to.
  virtual Result<RowResult> Append(const basalt::Append& append,
                                   const CallOptions& options = {}) = 0;
  // Applies mutations of one row, atomically. Returns the new cells of increments and appends among
  // them.
  virtual Result<RowResult> MutateRow(const RowMutations& mutations,
                                      const CallOptions& options = {}) = 0;
  // Applies mutations if the row meets a condition, as one atomic step.
  virtual Result<CheckAndMutateResult> CheckAndMutate(const basalt::CheckAndMutate& check,
                                                      const CallOptions& options = {}) = 0;
  // One result per action, in order: the row of a Get, the new cells of an Increment or Append,
  // else an empty one. A failed action does not stop the others. Rows are written atomically, the
  // batch as a whole is not.
  virtual std::vector<Result<RowResult>> Batch(std::span<const Action> actions,
                                               const CallOptions& options = {}) = 0;

  // Begins a bulk write: basalt/bulk_writer.h. kNotSupported on servers, and on a directory for a
  // table with constraints or MOB families: write puts then.
  virtual Result<std::unique_ptr<BulkWriter>> OpenBulkWriter(const CallOptions& options = {});

  // Adds to an 8-byte counter and returns its new value.
  Result<int64_t> IncrementColumnValue(BytesView row, BytesView family, BytesView qualifier,
                                       int64_t amount, const CallOptions& options = {});
};

}  // namespace v1
}  // namespace basalt
