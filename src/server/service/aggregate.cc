// AggregateService: maximum, minimum, sum, count, average, and the sums behind a deviation and a
// median, of the cells of a scan over one region. As HBase's AggregateImplementation, which reads
// the cells of all columns that the scan selects.
#include <algorithm>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

#include "basalt/filters.h"
#include "hbase/endpoint.pb.h"
#include "server/service/aggregate_numbers.h"
#include "server/service/client_verbs.h"
#include "wire/big_endian.h"
#include "wire/comparator_codec.h"
#include "wire/frame.h"
#include "wire/query_codec.h"

namespace basalt::server {
namespace {

using hbase::pb::AggregateRequest;
using hbase::pb::AggregateResponse;

enum class AggregateMethod : uint8_t { kMax, kMin, kSum, kAvg, kStd, kMedian };

std::optional<AggregateMethod> MethodByName(std::string_view name) {
  if (name == "GetMax") return AggregateMethod::kMax;
  if (name == "GetMin") return AggregateMethod::kMin;
  if (name == "GetSum") return AggregateMethod::kSum;
  if (name == "GetAvg") return AggregateMethod::kAvg;
  if (name == "GetStd") return AggregateMethod::kStd;
  if (name == "GetMedian") return AggregateMethod::kMedian;
  return std::nullopt;
}

Bytes CountBytes(int64_t count) {
  Bytes bytes;
  wire::AppendBigEndian(bytes, count);
  return bytes;
}

// Calls `on_row` for each result of the scan: a row or, with a batch, a part of one. `last`: the
// last of them, if there is one.
template <typename OnRow>
Status ForEachRow(const RegionAccess& access, Scan scan, RowResult& last, OnRow on_row) {
  BASALT_ASSIGN_OR_RETURN(const auto rows, access->OpenScanner(std::move(scan)));
  RowResult row;
  store::StepLimits limits;
  limits.budget = access.budget();
  while (true) {
    BASALT_ASSIGN_OR_RETURN(const auto step, rows->Next(row, limits));
    if (step != catalog::TableScanner::Step::kRow) return {};
    BASALT_RETURN_IF_ERROR(on_row(row));
    std::swap(row, last);
  }
}

// Whether HBase, behind the last result of a scan, has to look for one more before it knows that
// there is none: when rows follow that the scan does not select, or a batch was full. It counts
// that look as a row.
Result<bool> LooksOnce(const RegionAccess& access, const Scan& scan, const RowResult& last) {
  if (scan.batch() > 0 && last.size() == static_cast<size_t>(scan.batch())) return true;
  Scan rest;
  rest.WithStartRow(Bytes(last.row()), false)
      .WithStopRow(scan.stop_row(), scan.include_stop_row())
      .SetReversed(scan.reversed())
      .SetRaw()
      .SetLimit(1);
  for (const auto& [family, qualifiers] : scan.columns()) rest.AddFamily(family);
  BASALT_ASSIGN_OR_RETURN(const auto rows, access->OpenScanner(std::move(rest)));
  RowResult row;
  store::StepLimits limits;
  limits.budget = access.budget();
  BASALT_ASSIGN_OR_RETURN(const auto step, rows->Next(row, limits));
  return step == catalog::TableScanner::Step::kRow;
}

// What a method computes; of an empty scan, nothing.
template <typename Numbers>
class Aggregate {
 public:
  using Value = typename Numbers::Value;

  // `weighted`: the scan names a second column for the weights of a median.
  Aggregate(AggregateMethod method, bool weighted) : method_(method), weighted_(weighted) {}

  Status Take(const RowResult& row) {
    Total of_row;
    for (const CellView cell : row) {
      BASALT_ASSIGN_OR_RETURN(const std::optional<Value> value, Numbers::Read(cell.value));
      if (!value) continue;
      if (method_ == AggregateMethod::kMax) {
        if (!total_.given || Numbers::Less(total_.value, *value)) total_ = {true, *value};
      } else if (method_ == AggregateMethod::kMin) {
        if (!total_.given || Numbers::Less(*value, total_.value)) total_ = {true, *value};
      } else if (method_ == AggregateMethod::kSum || method_ == AggregateMethod::kAvg) {
        // One by one: sums of doubles depend on the order.
        Add(total_, *value);
      } else {
        Add(of_row, *value);
      }
    }
    ++rows_;
    if (!of_row.given) return {};
    Add(total_, of_row.value);
    // The square of a row's sum, and the same cells as weights: HBase's interpreters do not look at
    // the column either.
    if (method_ == AggregateMethod::kStd) {
      Add(second_, Numbers::Multiply(of_row.value, of_row.value));
    }
    if (method_ == AggregateMethod::kMedian && weighted_) Add(second_, of_row.value);
    return {};
  }

  // Whether rows are divided by.
  bool NeedsCount() const {
    return total_.given && (method_ == AggregateMethod::kAvg || method_ == AggregateMethod::kStd);
  }
  void CountOneMore() { ++rows_; }

  void Fill(AggregateResponse& answer) const {
    if (!total_.given) return;
    answer.add_first_part(Numbers::Message(total_.value));
    if (method_ == AggregateMethod::kStd || method_ == AggregateMethod::kMedian) {
      answer.add_first_part(Numbers::Message(second_.given ? second_.value : Numbers::MinValue()));
    }
    if (NeedsCount()) answer.set_second_part(CountBytes(rows_));
  }

 private:
  // Nothing until a value has been seen.
  struct Total {
    bool given = false;
    Value value{};
  };

  static void Add(Total& sum, const Value& value) {
    sum = {true, sum.given ? Numbers::Add(sum.value, value) : value};
  }

  const AggregateMethod method_;
  const bool weighted_;
  Total total_;
  Total second_;
  int64_t rows_ = 0;
};

template <typename Numbers>
Status RunMethod(const RegionAccess& access, const Scan& scan, AggregateMethod method,
                 AggregateResponse& answer) {
  const bool weighted = scan.columns().begin()->second.size() > 1;
  Aggregate<Numbers> aggregate(method, weighted);
  RowResult last;
  BASALT_RETURN_IF_ERROR(ForEachRow(
      access, scan, last, [&aggregate](const RowResult& row) { return aggregate.Take(row); }));
  if (aggregate.NeedsCount()) {
    BASALT_ASSIGN_OR_RETURN(const bool one_more, LooksOnce(access, scan, last));
    if (one_more) aggregate.CountOneMore();
  }
  aggregate.Fill(answer);
  return {};
}

// HBase takes the first column of the first family out of the scan before it counts: with one
// column it counts the rows of the family, with two those that have the second.
Result<Scan> ScanToCount(hbase::pb::Scan message) {
  hbase::pb::Column* first = nullptr;
  for (auto& column : *message.mutable_column()) {
    if (first == nullptr || column.family() < first->family()) first = &column;
  }
  if (first != nullptr && first->qualifier_size() > 0) {
    auto& qualifiers = *first->mutable_qualifier();
    qualifiers.erase(std::min_element(qualifiers.begin(), qualifiers.end()));
    return wire::ParseScan(message);
  }
  BASALT_ASSIGN_OR_RETURN(Scan scan, wire::ParseScan(message));
  if (scan.filter() == nullptr) scan.SetFilter(filters::FirstKeyOnly());
  return scan;
}

Status CountRows(const RegionAccess& access, const AggregateRequest& request,
                 AggregateResponse& answer) {
  BASALT_ASSIGN_OR_RETURN(Scan scan, ScanToCount(request.scan()));
  int64_t count = 0;
  RowResult last;
  BASALT_RETURN_IF_ERROR(ForEachRow(access, std::move(scan), last, [&count](const RowResult&) {
    ++count;
    return Status();
  }));
  answer.add_first_part(CountBytes(count));
  return {};
}

Status RunMethod(const RegionAccess& access, const AggregateRequest& request,
                 AggregateMethod method, AggregateResponse& answer) {
  BASALT_ASSIGN_OR_RETURN(const Scan scan, wire::ParseScan(request.scan()));
  if (scan.columns().empty()) {
    return {StatusCode::kDoNotRetry, "There must be only one family."};
  }
  std::string_view name = request.interpreter_class_name();
  if (!name.starts_with(kInterpreterPackage)) return wire::ClassNotFound(name);
  name.remove_prefix(kInterpreterPackage.size());
  if (name == LongNumbers::kClass) {
    return RunMethod<LongNumbers>(access, scan, method, answer);
  }
  if (name == DoubleNumbers::kClass) {
    return RunMethod<DoubleNumbers>(access, scan, method, answer);
  }
  if (name == DecimalNumbers::kClass) {
    return RunMethod<DecimalNumbers>(access, scan, method, answer);
  }
  return wire::ClassNotFound(request.interpreter_class_name());
}

}  // namespace

Status RunAggregate(ServerContext& /*context*/, const RegionAccess& access,
                    const hbase::pb::CoprocessorServiceCall& call,
                    hbase::pb::NameBytesPair& response) {
  AggregateRequest request;
  BASALT_RETURN_IF_ERROR(wire::ParseMessage(call.request(), request));
  AggregateResponse answer;
  if (call.method_name() == "GetRowNum") {
    BASALT_RETURN_IF_ERROR(CountRows(access, request, answer));
  } else {
    const std::optional<AggregateMethod> method = MethodByName(call.method_name());
    if (!method) return UnknownMethod(call);
    BASALT_RETURN_IF_ERROR(RunMethod(access, request, *method, answer));
  }
  response.set_name("org.apache.hadoop.hbase.protobuf.generated.AggregateProtos$AggregateResponse");
  answer.SerializeToString(response.mutable_value());
  return {};
}

}  // namespace basalt::server
