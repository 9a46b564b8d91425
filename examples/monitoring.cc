// R64: measurements by host, by metric, and by quarters of an hour.
//
//   monitoring [DIRECTORY or ADDRESS]
#include <iostream>

#include "example.h"

namespace {

using basalt::Status;
using example::Example;

constexpr uint64_t kNoon = 1710504000000;  // 2024-03-15T12:00
constexpr uint64_t kMinute = 60'000;
constexpr uint64_t kQuarter = 15 * kMinute;

// Half an hour of three hosts and two metrics, a measurement each minute. Fields by name, since
// each schema has its own order of them.
Status Fill(basalt::KeyTable& table, bool column_per_minute) {
  for (uint64_t i = 0; i < 30; ++i) {
    for (const std::string host : {"db01", "web01", "web02"}) {
      for (const std::string metric : {"cpu", "disk"}) {
        std::vector<std::string> fields;
        for (const auto& field : table.schema().fields()) {
          if (field.name == "host") fields.push_back(host);
          if (field.name == "metric") fields.push_back(metric);
          if (field.name == "ts") fields.push_back(std::to_string(kNoon + i * kMinute));
        }
        const std::string column = column_per_minute ? "m" + std::to_string(10 + i % 15) : "v";
        BASALT_RETURN_IF_ERROR(
            Example::Put(table, fields, {{column, std::to_string(i * 7 % 100)}}));
      }
    }
  }
  return Status::Ok();
}

std::string CountColumns(const basalt::RowResult& row) {
  return std::to_string(row.size()) + " measurements";
}

Status ByHostAndByMetric(Example& example) {
  // Two queries, two tables: what leads the key is what can be asked for.
  BASALT_ASSIGN_OR_RETURN(auto hosts, example.NewTable("metrics_by_host",
                                                       "hash(host, 1) host:text ts:millis "
                                                       "metric:text"));
  BASALT_RETURN_IF_ERROR(Fill(*hosts, false));
  BASALT_RETURN_IF_ERROR(
      Example::Ask(*hosts, "host = 'web01' and ts between 2024-03-15T12:10 and 2024-03-15T12:12"));
  BASALT_RETURN_IF_ERROR(Example::Plan(*hosts, "metric = 'cpu'"));
  std::cout << '\n';
  BASALT_ASSIGN_OR_RETURN(auto metrics,
                          example.NewTable("metrics_by_metric", "metric:text host:text ts:millis"));
  BASALT_RETURN_IF_ERROR(Fill(*metrics, false));
  return Example::Ask(
      *metrics,
      "metric = 'cpu' and host in ('web01', 'web02') and ts = 2024-03-15T12:10 order key");
}

Status ByQuarter(Example& example) {
  // M8: a table that has grown for an hour has regions for the quarters that are over; everything
  // new goes to the last. The document's key also has one row for all of a quarter's measurements
  // of a metric, so that each needs a column of its own.
  std::vector<basalt::Bytes> past;
  for (uint64_t ago = 3; ago <= 6; ++ago) {
    past.insert(past.begin(), basalt::EncodeLong(static_cast<int64_t>(kNoon / kQuarter - ago)));
  }
  std::cout << '\n';
  BASALT_ASSIGN_OR_RETURN(
      auto leading,
      example.NewTable("metrics_leading_window", "window(ts, 15m) host:text metric:text", past));
  BASALT_RETURN_IF_ERROR(Fill(*leading, true));
  BASALT_RETURN_IF_ERROR(example.Spread(*leading));

  // A salt computed from the rest of the key spreads the quarter, and can still be looked up.
  const std::string spread = "salt(4, phoenix) window(ts, 15m) host:text metric:text";
  std::cout << '\n';
  BASALT_ASSIGN_OR_RETURN(const auto splits, example::Splits(spread, 4));
  BASALT_ASSIGN_OR_RETURN(auto salted, example.NewTable("metrics_window", spread, splits));
  BASALT_RETURN_IF_ERROR(Fill(*salted, true));
  BASALT_RETURN_IF_ERROR(example.Spread(*salted));
  BASALT_RETURN_IF_ERROR(Example::Ask(
      *salted, "ts between 2024-03-15T12:00 and 2024-03-15T12:14 order key", CountColumns));
  return Example::Ask(*salted, "ts = 2024-03-15T12:15 and host = 'db01' and metric = 'disk'",
                      CountColumns);
}

}  // namespace

int main(int argc, char** argv) {
  return example::RunExample(argc, argv, [](Example& example) -> Status {
    BASALT_RETURN_IF_ERROR(ByHostAndByMetric(example));
    return ByQuarter(example);
  });
}
