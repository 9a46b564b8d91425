// R60: a time series in window rows, one column for each event of five minutes.
//
//   time_series [DIRECTORY or ADDRESS]
#include <iostream>

#include "example.h"

namespace {

using basalt::Bytes;
using basalt::Status;
using example::Example;

constexpr uint64_t kWindow = 300'000;
constexpr uint64_t kNoon = 1710504000000;  // 2024-03-15T12:00

// The column of an event: its distance from the window's beginning, in two bytes that sort.
Bytes OffsetColumn(uint64_t ts) {
  const uint64_t tenths = ts % kWindow / 100;
  return {static_cast<char>(tenths >> 8), static_cast<char>(tenths)};
}

uint64_t TimeOf(uint64_t window_start, basalt::BytesView column) {
  const auto byte = [&](size_t at) {
    return static_cast<uint64_t>(static_cast<uint8_t>(column[at]));
  };
  return window_start + (byte(0) << 8 | byte(1)) * 100;
}

Status Write(basalt::KeyTable& series) {
  for (const std::string host : {"web01", "web02"}) {
    for (uint64_t i = 0; i < 40; ++i) {
      const uint64_t ts = kNoon + i * 30'000;
      BASALT_ASSIGN_OR_RETURN(auto put,
                              series.NewPut(basalt::KeyRecord{Bytes(host), Bytes("load"), ts}));
      put.AddColumn("d", OffsetColumn(ts), std::to_string(i * i % 17));
      BASALT_RETURN_IF_ERROR(series.table().Put(put));
    }
  }
  return Status::Ok();
}

// Keys are only as fine as their windows: the first and the last row have more than was asked for,
// and the columns say which of it to leave out.
Status Read(basalt::KeyTable& series, uint64_t from, uint64_t to) {
  const std::string query = "host = 'web01' and event = 'load' and ts between " +
                            std::to_string(from) + " and " + std::to_string(to);
  BASALT_RETURN_IF_ERROR(Example::Plan(series, query));
  BASALT_ASSIGN_OR_RETURN(auto scanner, series.Scan(query));
  basalt::RowResult row;
  while (true) {
    BASALT_ASSIGN_OR_RETURN(const bool more, scanner.Next(row));
    if (!more) return Status::Ok();
    // The key ends with the number of the window.
    const auto number = basalt::DecodeLong(row.row().substr(row.row().size() - 8));
    const uint64_t window_start = static_cast<uint64_t>(*number) * kWindow;
    std::cout << "= " << series.schema().Print(row.row()) << " | " << row.size() << " columns:";
    for (const basalt::CellView& cell : row) {
      const uint64_t ts = TimeOf(window_start, cell.qualifier);
      if (ts < from || ts > to) continue;
      std::cout << " +" << (ts - kNoon) / 1000 << "s=" << cell.value;
    }
    std::cout << '\n';
  }
}

Status Study(Example& example) {
  BASALT_ASSIGN_OR_RETURN(auto series,
                          example.NewTable("series", "host:text event:text window(ts, 5m)"));
  BASALT_RETURN_IF_ERROR(Example::Explain(*series, {"web01", "load", "2024-03-15T12:00:30"}));
  BASALT_RETURN_IF_ERROR(Write(*series));
  BASALT_ASSIGN_OR_RETURN(const size_t rows, example::CountRows(series->table(), basalt::Scan()));
  std::cout << "80 events in " << rows << " rows\n";
  BASALT_RETURN_IF_ERROR(Read(*series, kNoon + 240'000, kNoon + 660'000));

  // OpenTSDB's own layout: ids of three bytes, hours, the tag behind them.
  std::cout << '\n';
  BASALT_ASSIGN_OR_RETURN(auto opentsdb, example.NewTable("opentsdb", "@opentsdb"));
  return Example::Explain(*opentsdb, {"sys.cpu.user", "2024-03-15T12:34:56", "host", "web01"});
}

}  // namespace

int main(int argc, char** argv) { return example::RunExample(argc, argv, Study); }
