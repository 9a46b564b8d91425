// Table: reads and writes of one table. ResultScanner: the rows of a scan, as a range.
#pragma once

#include <cstdint>
#include <functional>
#include <iterator>
#include <memory>
#include <span>
#include <variant>
#include <vector>

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
// Move-only; closes itself. One thread at a time.
class BASALT_EXPORT ResultScanner {
 public:
  // Where rows come from; embedded and remote tables each have one.
  class Source {
   public:
    virtual ~Source() = default;
    // Fills `row` with the next result; false at the end.
    virtual Result<bool> Next(RowResult& row) = 0;
    // What it counts, if it was asked to; changes with Next, and when the source ends.
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
  Iterator begin() { return Iterator(this); }
  Iterator end() { return {}; }
  // The error that ended the loop, or OK.
  const Status& status() const { return status_; }
  void Close() { source_.reset(); }
  // What the scan has cost so far, also once it is closed; nullptr unless the scan asked for it
  // (Scan::SetScanMetrics) and its table counts.
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

// Thread safe. A handle: cheap to get, valid while its Connection is.
class BASALT_EXPORT Table {
 public:
  virtual ~Table() = default;

  virtual const TableName& name() const = 0;
  virtual Result<TableDescriptor> GetDescriptor() = 0;

  virtual Result<RowResult> Get(const basalt::Get& get) = 0;
  // In the order asked; the first error is the call's.
  virtual Result<std::vector<RowResult>> Get(std::span<const basalt::Get> gets) = 0;
  virtual Result<bool> Exists(const basalt::Get& get) = 0;
  virtual Result<ResultScanner> GetScanner(const Scan& scan) = 0;

  virtual Status Put(const basalt::Put& put) = 0;
  // Many rows in one go. Atomic row by row, as in HBase; refused whole if any put is malformed.
  virtual Status Put(std::span<const basalt::Put> puts) = 0;
  virtual Status Delete(const basalt::Delete& del) = 0;
  virtual Status Delete(std::span<const basalt::Delete> deletes) = 0;
  virtual Result<RowResult> Increment(const basalt::Increment& increment) = 0;
  virtual Result<RowResult> Append(const basalt::Append& append) = 0;
  // The new cells of increments and appends among them; empty otherwise.
  virtual Result<RowResult> MutateRow(const RowMutations& mutations) = 0;
  virtual Result<CheckAndMutateResult> CheckAndMutate(const basalt::CheckAndMutate& check) = 0;
  // One outcome per action, in order; an action's failure does not stop the others.
  virtual std::vector<Result<RowResult>> Batch(std::span<const Action> actions) = 0;

  // Adds to an 8-byte counter and returns its new value.
  Result<int64_t> IncrementColumnValue(BytesView row, BytesView family, BytesView qualifier,
                                       int64_t amount);
};

}  // namespace v1
}  // namespace basalt
