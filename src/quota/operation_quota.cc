#include "quota/operation_quota.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace basalt::quota {
namespace {

// HBase's guesses for one write, one read and one call of a scanner.
constexpr int64_t kWriteGuess = 100;
constexpr int64_t kReadGuess = 100;
constexpr int64_t kScanGuess = 1000;
// The estimate of a scan takes no more than this part of a limit, or it would never succeed.
constexpr double kLargestScanPart = 0.9;
// Lengths, timestamp and type of a KeyValue.
constexpr int64_t kKeyValueHead = 20;
constexpr int64_t kTagsLength = 2;

int64_t BytesOf(size_t row, size_t family, size_t qualifier, size_t value, size_t tags) {
  return kKeyValueHead + static_cast<int64_t>(row + family + qualifier + value) +
         (tags > 0 ? kTagsLength + static_cast<int64_t>(tags) : 0);
}

int64_t UnitsOf(int64_t bytes, uint64_t unit_bytes) {
  return static_cast<int64_t>(
      std::ceil(static_cast<double>(bytes) / static_cast<double>(unit_bytes)));
}

}  // namespace

OperationQuota::OperationQuota(const QuotaOptions& options, Limiters limiters,
                               std::shared_ptr<QuotaLimiter> region_server, int64_t block_bytes,
                               int64_t handler_ms)
    : options_(options),
      limiters_(std::move(limiters)),
      region_server_(std::move(region_server)),
      block_bytes_(block_bytes),
      handler_ms_(handler_ms) {}

int64_t OperationQuota::MutationBytes(const Mutation& mutation) {
  int64_t bytes = 0;
  for (const MutationCell& cell : mutation.cells()) {
    bytes += BytesOf(mutation.row().size(), cell.family.size(), cell.qualifier.size(),
                     cell.value.size(), cell.tags.size());
  }
  return bytes;
}

int64_t OperationQuota::ResultBytes(const RowResult& row) {
  int64_t bytes = 0;
  for (const CellView& cell : row) {
    bytes += BytesOf(cell.row.size(), cell.family.size(), cell.qualifier.size(), cell.value.size(),
                     cell.tags.size());
  }
  return bytes;
}

int64_t OperationQuota::ReadUnits(int64_t bytes) const {
  return UnitsOf(bytes, options_.read_capacity_unit_bytes);
}

int64_t OperationQuota::WriteUnits(int64_t bytes) const {
  return UnitsOf(bytes, options_.write_capacity_unit_bytes);
}

Status OperationQuota::CheckBatch(int64_t writes, int64_t reads, bool atomic) {
  estimate_.writes = writes;
  estimate_.reads = reads;
  estimate_.atomic = atomic;
  estimate_.write_bytes = kWriteGuess * writes;
  // One block for all reads: probably too little, which is corrected afterwards.
  estimate_.read_bytes =
      options_.use_result_size ? kReadGuess * reads : (reads > 0 ? block_bytes_ : 0);
  estimate_.handler_ms = (reads + writes) * handler_ms_;
  return Check();
}

Status OperationQuota::CheckScan(uint64_t call, uint64_t max_result_bytes,
                                 const ScanHistory& history) {
  estimate_.reads = 1;
  estimate_.handler_ms = handler_ms_;
  if (options_.use_result_size) {
    estimate_.read_bytes = kScanGuess;
    return Check();
  }
  int64_t limit = RateLimiter::kNoLimit;
  for (const auto& limiter : limiters_) limit = std::min(limit, limiter->read_size_limit());
  const auto max_bytes = static_cast<int64_t>(history.max_bytes);
  if (call == 0) {
    estimate_.read_bytes = block_bytes_;
  } else if (history.last_growth > block_bytes_) {
    // The scanner reads more with every call.
    const double grown = static_cast<double>(call) * static_cast<double>(max_bytes);
    estimate_.read_bytes =
        static_cast<int64_t>(std::min(grown, static_cast<double>(max_result_bytes)));
  } else {
    estimate_.read_bytes = std::max(max_bytes, block_bytes_);
  }
  if (limit != RateLimiter::kNoLimit) {
    const auto part =
        static_cast<int64_t>(std::llround(kLargestScanPart * static_cast<double>(limit)));
    estimate_.read_bytes = std::min(estimate_.read_bytes, part);
  }
  return Check();
}

Status OperationQuota::Check() {
  estimate_.write_units = WriteUnits(estimate_.write_bytes);
  estimate_.read_units = ReadUnits(estimate_.read_bytes);
  if (region_server_ == nullptr) return CheckLimiters();
  BASALT_RETURN_IF_ERROR(region_server_->Check(estimate_));
  if (!CheckLimiters().ok()) {
    // The server has enough: the others go into debt.
    for (const auto& limiter : limiters_) limiter->Grab(estimate_);
    taken_ = true;
  }
  read_available_ = std::max(read_available_, region_server_->read_available());
  region_server_->Grab(estimate_);
  return {};
}

Status OperationQuota::CheckLimiters() {
  read_available_ = RateLimiter::kNoLimit;
  for (const auto& limiter : limiters_) {
    // A single operation that is larger than the limit has to wait for all of it, and not forever.
    const int64_t requests = limiter->request_number_limit();
    Cost cost = estimate_;
    cost.writes = std::min({cost.writes, requests, limiter->write_number_limit()});
    cost.reads = std::min({cost.reads, requests, limiter->read_number_limit()});
    cost.write_bytes = std::min(cost.write_bytes, limiter->write_size_limit());
    cost.read_bytes = std::min(cost.read_bytes, limiter->read_size_limit());
    BASALT_RETURN_IF_ERROR(limiter->Check(cost));
    read_available_ = std::min(read_available_, limiter->read_available());
  }
  for (const auto& limiter : limiters_) limiter->Grab(estimate_);
  taken_ = true;
  return {};
}

uint64_t OperationQuota::max_result_bytes() const {
  return static_cast<uint64_t>(std::max({read_available_, estimate_.read_bytes, int64_t{1}}));
}

void OperationQuota::Close(uint64_t looked_at_bytes, int64_t elapsed_ms) {
  if (!std::exchange(taken_, false)) return;
  const int64_t read = options_.use_result_size
                           ? result_bytes_
                           : std::max(static_cast<int64_t>(looked_at_bytes), result_bytes_);
  const int64_t more_written = write_bytes_ - estimate_.write_bytes;
  const int64_t more_read = read - estimate_.read_bytes;
  const int64_t write_units = WriteUnits(write_bytes_) - estimate_.write_units;
  const int64_t read_units = ReadUnits(result_bytes_) - estimate_.read_units;
  // HBase's sign: a request that ends before its estimate costs the difference once more.
  const int64_t more_time = estimate_.handler_ms - elapsed_ms;
  const auto correct = [&](QuotaLimiter& limiter, bool atomic) {
    if (more_written != 0) limiter.ConsumeWrite(more_written, write_units, atomic);
    if (more_read != 0) limiter.ConsumeRead(more_read, read_units, atomic);
    if (more_time != 0) limiter.ConsumeTime(more_time);
  };
  for (const auto& limiter : limiters_) correct(*limiter, estimate_.atomic);
  if (region_server_ != nullptr) correct(*region_server_, false);
}

void OperationQuota::Undo() {
  if (!std::exchange(taken_, false)) return;
  for (const auto& limiter : limiters_) limiter->Return(estimate_);
  if (region_server_ != nullptr) region_server_->Return(estimate_);
}

}  // namespace basalt::quota
