// Table: reads and writes one table. ResultScanner: the rows of a scan, as a range.
#pragma once

#include <cstdint>
#include <functional>
#include <iterator>
#include <memory>
#include <span>
#include <variant>
#include <vector>

#include "basalt/call_options.h"
#include "basalt/descriptor.h"
#include "basalt/export.h"
#include "basalt/mutation.h"
#include "basalt/query.h"
#include "basalt/row_result.h"
#include "basalt/status.h"

namespace basalt {
inline namespace v1 {

struct ScanMetrics;  // basalt/scan_metrics.h

// Rows of one scan, in order.
//
//   for (const RowResult& row : scanner) Use(row);
//   if (!scanner.status().ok()) ...        // a loop also ends at the first error
//
// Move-only; destruction closes it. One thread at a time. Its Connection must outlive it.
class BASALT_EXPORT ResultScanner {
 public:
  // Produces the rows; embedded and remote tables each implement it.
  class Source {
   public:
    virtual ~Source() = default;
    // Fills `row` with the next result; false at the end.
    virtual Result<bool> Next(RowResult& row) = 0;
    // The scan's metrics, if it keeps them; updated by Next and when the source is destroyed.
    virtual std::shared_ptr<const ScanMetrics> metrics() const { return nullptr; }
  };

  class Iterator {
   public:
    using iterator_category = std::input_iterator_tag;
    using value_type = RowResult;
    using difference_type = std::ptrdiff_t;
    using pointer = const RowResult*;
    using reference = const RowResult&;
    Iterator() = default;
    explicit Iterator(ResultScanner* scanner) : scanner_(scanner) { ++*this; }
    reference operator*() const { return scanner_->current_; }
    pointer operator->() const { return &scanner_->current_; }
    Iterator& operator++() {
      if (!scanner_->Advance()) scanner_ = nullptr;
      return *this;
    }
    void operator++(int) { ++*this; }
    friend bool operator==(const Iterator&, const Iterator&) = default;

   private:
    ResultScanner* scanner_ = nullptr;
  };

  explicit ResultScanner(std::unique_ptr<Source> source)
      : source_(std::move(source)), metrics_(source_->metrics()) {}

  // Fills `row` with the next result; false at the end.
  Result<bool> Next(RowResult& row);
  // Iterators borrow the scanner; a row is valid until the next increment.
  Iterator begin() { return Iterator(this); }
  Iterator end() { return {}; }
  // The error that ended the loop, or OK.
  const Status& status() const { return status_; }
  void Close() { source_.reset(); }
  // The metrics so far, also after Close(); nullptr unless the scan asked for them
  // (Scan::SetScanMetricsEnabled). Owned by the scanner.
  const ScanMetrics* metrics() const { return metrics_.get(); }

 private:
  bool Advance();

  std::unique_ptr<Source> source_;
  std::shared_ptr<const ScanMetrics> metrics_;
  RowResult current_;
  Status status_;
};

struct BASALT_EXPORT CheckAndMutateResult {
  bool success = false;
  // The new cells of an Increment or Append among the mutations.
  RowResult result;
};

// One entry of a batch.
using Action = std::variant<Get, Put, Delete, Increment, Append, RowMutations>;

// Thread safe. A cheap handle; its Connection must outlive it.
class BASALT_EXPORT Table {
 public:
  virtual ~Table() = default;

  virtual const TableName& name() const = 0;
  virtual Result<TableDescriptor> GetDescriptor(const CallOptions& options = {}) = 0;

  virtual Result<RowResult> Get(const basalt::Get& get, const CallOptions& options = {}) = 0;
  // Results in the order of `gets`. Returns the first error.
  virtual Result<std::vector<RowResult>> Get(std::span<const basalt::Get> gets,
                                             const CallOptions& options = {}) = 0;
  virtual Result<bool> Exists(const basalt::Get& get, const CallOptions& options = {}) = 0;
  virtual Result<ResultScanner> GetScanner(const Scan& scan, const CallOptions& options = {}) = 0;

  virtual Status Put(const basalt::Put& put, const CallOptions& options = {}) = 0;
  // Atomic per row, as in HBase. Nothing is written if a put is malformed.
  virtual Status Put(std::span<const basalt::Put> puts, const CallOptions& options = {}) = 0;
  virtual Status Delete(const basalt::Delete& del, const CallOptions& options = {}) = 0;
  virtual Status Delete(std::span<const basalt::Delete> deletes,
                        const CallOptions& options = {}) = 0;
  virtual Result<RowResult> Increment(const basalt::Increment& increment,
                                      const CallOptions& options = {}) = 0;
  virtual Result<RowResult> Append(const basalt::Append& append,
                                   const CallOptions& options = {}) = 0;
  // Returns the new cells of increments and appends among the mutations.
  virtual Result<RowResult> MutateRow(const RowMutations& mutations,
                                      const CallOptions& options = {}) = 0;
  virtual Result<CheckAndMutateResult> CheckAndMutate(const basalt::CheckAndMutate& check,
                                                      const CallOptions& options = {}) = 0;
  // One result per action, in order. A failed action does not stop the others.
  virtual std::vector<Result<RowResult>> Batch(std::span<const Action> actions,
                                               const CallOptions& options = {}) = 0;

  // Adds to an 8-byte counter and returns its new value.
  Result<int64_t> IncrementColumnValue(BytesView row, BytesView family, BytesView qualifier,
                                       int64_t amount, const CallOptions& options = {});
};

}  // namespace v1
}  // namespace basalt
