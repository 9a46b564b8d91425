// ResultScanner: the rows of one scan, in order, as a range. Table::GetScanner returns it.
//
//   for (const RowResult& row : scanner) Use(row);
//   if (!scanner.status().ok()) ...        // a loop also ends at the first error
#pragma once

#include <iterator>
#include <memory>
#include <utility>

#include "basalt/export.h"
#include "basalt/row_result.h"
#include "basalt/status.h"

namespace basalt {
inline namespace v1 {

struct ScanMetrics;  // basalt/scan_metrics.h

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

  // For implementations of Table; the scanner owns the source.
  explicit ResultScanner(std::unique_ptr<Source> source)
      : source_(std::move(source)), metrics_(source_->metrics()) {}

  // Fills `row`, which the caller owns, with the next result; false at the end and after Close.
  Result<bool> Next(RowResult& row);
  // Iterators borrow the scanner; a row is valid until the next increment.
  Iterator begin() { return Iterator(this); }
  Iterator end() { return {}; }
  // The error that ended the loop, or OK.
  const Status& status() const { return status_; }
  // Frees what the scan holds, on a server too. Destruction does the same.
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

}  // namespace v1
}  // namespace basalt
