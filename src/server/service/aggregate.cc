// AggregateService: maximum, minimum, sum, count, average and the sums behind a deviation, of one
// column over a range of one region. Numbers are 8-byte longs, as LongColumnInterpreter reads them.
#include <cstdint>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "hbase/common.pb.h"
#include "hbase/endpoint.pb.h"
#include "server/service/client_verbs.h"
#include "wire/big_endian.h"
#include "wire/frame.h"
#include "wire/query_codec.h"

namespace basalt::server {
namespace {

constexpr std::string_view kLongInterpreter =
    "org.apache.hadoop.hbase.client.coprocessor.LongColumnInterpreter";

struct Summary {
  std::optional<int64_t> max;
  std::optional<int64_t> min;
  // Java's long: it wraps.
  uint64_t sum = 0;
  uint64_t sum_of_squares = 0;
  int64_t values = 0;
  int64_t rows = 0;
};

Result<Summary> Summarise(const RegionAccess& access, const hbase::pb::AggregateRequest& request) {
  BASALT_ASSIGN_OR_RETURN(Scan scan, wire::ParseScan(request.scan()));
  if (scan.columns().size() != 1) {
    return Status(StatusCode::kDoNotRetry, "AggregateService wants one family in its scan");
  }
  Summary summary;
  BASALT_ASSIGN_OR_RETURN(const auto rows, access->OpenScanner(std::move(scan)));
  RowResult row;
  store::StepLimits limits;
  limits.budget = access.budget();
  while (true) {
    BASALT_ASSIGN_OR_RETURN(const auto step, rows->Next(row, limits));
    if (step != catalog::TableScanner::Step::kRow) break;
    ++summary.rows;
    for (const CellView cell : row) {
      // HBase's interpreter skips values that are not 8 bytes.
      const std::optional<int64_t> value = DecodeLong(cell.value);
      if (!value) continue;
      summary.max = summary.max ? std::max(*summary.max, *value) : *value;
      summary.min = summary.min ? std::min(*summary.min, *value) : *value;
      const auto bits = static_cast<uint64_t>(*value);
      summary.sum += bits;
      summary.sum_of_squares += bits * bits;
      ++summary.values;
    }
  }
  return summary;
}

Bytes LongMessage(uint64_t value) {
  hbase::pb::LongMsg message;
  message.set_long_msg(static_cast<int64_t>(value));
  return message.SerializeAsString();
}

Bytes CountBytes(int64_t count) {
  Bytes bytes;
  wire::AppendBigEndian(bytes, count);
  return bytes;
}

}  // namespace

Status RunAggregate(const RegionAccess& access, const hbase::pb::CoprocessorServiceCall& call,
                    hbase::pb::NameBytesPair& response) {
  hbase::pb::AggregateRequest request;
  BASALT_RETURN_IF_ERROR(wire::ParseMessage(call.request(), request));
  const std::string& method = call.method_name();
  if (request.interpreter_class_name() != kLongInterpreter && method != "GetRowNum") {
    return {StatusCode::kNotSupported,
            fmt::format("AggregateService with {} is not supported by Basalt; {} is",
                        request.interpreter_class_name(), kLongInterpreter)};
  }
  BASALT_ASSIGN_OR_RETURN(const Summary summary, Summarise(access, request));
  hbase::pb::AggregateResponse answer;
  if (method == "GetMax") {
    if (summary.max) answer.add_first_part(LongMessage(static_cast<uint64_t>(*summary.max)));
  } else if (method == "GetMin") {
    if (summary.min) answer.add_first_part(LongMessage(static_cast<uint64_t>(*summary.min)));
  } else if (method == "GetSum") {
    if (summary.values > 0) answer.add_first_part(LongMessage(summary.sum));
  } else if (method == "GetRowNum") {
    answer.add_first_part(CountBytes(summary.rows));
  } else if (method == "GetAvg") {
    if (summary.values > 0) {
      answer.add_first_part(LongMessage(summary.sum));
      answer.set_second_part(CountBytes(summary.rows));
    }
  } else if (method == "GetStd") {
    if (summary.values > 0) {
      answer.add_first_part(LongMessage(summary.sum));
      answer.add_first_part(LongMessage(summary.sum_of_squares));
      answer.set_second_part(CountBytes(summary.rows));
    }
  } else {
    return UnknownMethod(call);
  }
  response.set_name("org.apache.hadoop.hbase.protobuf.generated.AggregateProtos$AggregateResponse");
  answer.SerializeToString(response.mutable_value());
  return {};
}

}  // namespace basalt::server
