// OperationQuota: the quotas of one call on one region: HBase's DefaultOperationQuota and
// ExceedOperationQuota. The cost is estimated and taken before the operation, and corrected when
// its true cost is known. Used by one thread.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "basalt/cell.h"
#include "basalt/mutation_base.h"
#include "basalt/row_result.h"
#include "basalt/status.h"
#include "quota/quota_limiter.h"
#include "quota/quota_options.h"

namespace basalt::quota {

// What a scanner's earlier calls have looked at.
struct ScanHistory {
  uint64_t max_bytes = 0;
  uint64_t last_bytes = 0;
  int64_t last_growth = 0;

  void Add(uint64_t bytes) {
    last_growth = static_cast<int64_t>(bytes) - static_cast<int64_t>(last_bytes);
    last_bytes = bytes;
    max_bytes = bytes > max_bytes ? bytes : max_bytes;
  }
};

class OperationQuota {
 public:
  using Limiters = std::vector<std::shared_ptr<QuotaLimiter>>;

  // `region_server`: with it calls may exceed the other limiters while it has enough.
  // `block_bytes`: the smallest block size of the table's families, the estimate of a read.
  // `handler_ms`: the estimate of the time of one request.
  OperationQuota(const QuotaOptions& options, Limiters limiters,
                 std::shared_ptr<QuotaLimiter> region_server, int64_t block_bytes,
                 int64_t handler_ms);

  // Takes the estimated cost; kThrottled. Called once.
  Status CheckBatch(int64_t writes, int64_t reads, bool atomic);
  // `call`: the number of the scanner's call, from 0.
  Status CheckScan(uint64_t call, uint64_t max_result_bytes, const ScanHistory& history);

  // What the operation has written and returned.
  void AddMutation(const Mutation& mutation) { write_bytes_ += MutationBytes(mutation); }
  void AddResult(const RowResult& row) { result_bytes_ += ResultBytes(row); }

  // How large a result may be: what is left of the reads' bytes, and at least what was taken.
  uint64_t max_result_bytes() const;

  // Corrects what was taken. `looked_at_bytes`: of all cells that the operation has looked at.
  void Close(uint64_t looked_at_bytes, int64_t elapsed_ms);
  // Gives back what was taken: the operation is run again.
  void Undo();

  // The bytes of cells as HBase counts them.
  static int64_t MutationBytes(const Mutation& mutation);
  static int64_t ResultBytes(const RowResult& row);

 private:
  // Checks all limiters and takes the estimate from them.
  Status CheckLimiters();
  Status Check();
  int64_t ReadUnits(int64_t bytes) const;
  int64_t WriteUnits(int64_t bytes) const;

  const QuotaOptions& options_;
  const Limiters limiters_;
  const std::shared_ptr<QuotaLimiter> region_server_;
  const int64_t block_bytes_;
  const int64_t handler_ms_;
  Cost estimate_;
  bool taken_ = false;
  int64_t read_available_ = 0;
  int64_t write_bytes_ = 0;
  int64_t result_bytes_ = 0;
};

}  // namespace basalt::quota
