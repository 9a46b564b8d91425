// R62 and R52: the same readings as many rows, as wide rows, as rows of an hour, and as versions of
// one cell. What each costs is measured.
//
//   tall_wide [DIRECTORY or ADDRESS [READINGS OF EACH SENSOR]]
#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <iomanip>
#include <iostream>
#include <map>
#include <random>

#include <basalt/filters.h>

#include "example.h"

namespace {

using basalt::Bytes;
using basalt::Status;
using example::Example;

constexpr uint64_t kSensors = 8;
constexpr uint64_t kStart = 1710504000000;  // 2024-03-15T12:00
constexpr uint64_t kStep = 10'000;
constexpr uint64_t kHour = 3'600'000;
constexpr uint64_t kSlices = 9;

Bytes Long(uint64_t number) { return basalt::EncodeLong(static_cast<int64_t>(number)); }

// Where a shape keeps a reading. Fields that are not set do not tell readings apart.
struct Place {
  Bytes row;
  Bytes column = "v";
  int64_t timestamp = 1;
};

class Shape {
 public:
  Shape(std::string name, std::unique_ptr<basalt::KeyTable> table)
      : name_(std::move(name)), table_(std::move(table)) {}
  const std::string& name() const { return name_; }
  basalt::KeyTable& keyed() { return *table_; }
  basalt::Table& table() { return table_->table(); }

  basalt::Result<Place> PlaceOf(uint64_t sensor, uint64_t ts) {
    Place place;
    basalt::KeyRecord record{sensor};
    if (name_ == "tall" || name_ == "middle") record.emplace_back(ts);
    BASALT_ASSIGN_OR_RETURN(place.row, table_->Key(record));
    if (name_ == "wide") place.column = Long(ts);
    if (name_ == "middle") place.column = Long(ts % kHour).substr(5);  // three bytes are enough
    if (name_ == "versions") place.timestamp = static_cast<int64_t>(ts);
    return place;
  }
  // The readings of one sensor from `ts` on, for an hour.
  basalt::Result<basalt::Scan> HourOf(uint64_t sensor, uint64_t ts) {
    BASALT_ASSIGN_OR_RETURN(const Place first, PlaceOf(sensor, ts));
    BASALT_ASSIGN_OR_RETURN(const Place end, PlaceOf(sensor, ts + kHour));
    if (name_ == "tall") return basalt::Scan(first.row, end.row);
    basalt::Scan scan(first.row, basalt::PrefixStop(first.row));
    if (name_ == "wide") {
      scan.SetFilter(basalt::filters::ColumnRange(first.column, true, end.column, false));
    }
    if (name_ == "versions") {
      BASALT_ASSIGN_OR_RETURN(const auto range,
                              basalt::TimeRange::Of(first.timestamp, end.timestamp));
      scan.SetTimeRange(range).ReadAllVersions();
    }
    return scan;
  }

 private:
  std::string name_;
  std::unique_ptr<basalt::KeyTable> table_;
};

basalt::Result<size_t> CountCells(basalt::Table& table, const basalt::Scan& scan) {
  BASALT_ASSIGN_OR_RETURN(auto scanner, table.GetScanner(scan));
  size_t cells = 0;
  for (const basalt::RowResult& row : scanner) cells += row.size();
  BASALT_RETURN_IF_ERROR(scanner.status());
  return cells;
}

// Microseconds of the parts of the work, by shape and kind of work.
using Times = std::map<std::pair<std::string, std::string>, std::vector<double>>;

template <typename Work>
Status Timed(Times& times, Shape& shape, const std::string& kind, uint64_t parts, Work work) {
  const auto begin = std::chrono::steady_clock::now();
  BASALT_RETURN_IF_ERROR(work());
  const std::chrono::duration<double, std::micro> took = std::chrono::steady_clock::now() - begin;
  times[{shape.name(), kind}].push_back(took.count() / static_cast<double>(parts));
  return Status::Ok();
}

// Readings arrive as they happen: all sensors of one moment, then those of the next.
Status Write(Shape& shape, uint64_t first, uint64_t last) {
  std::vector<basalt::Put> puts;
  for (uint64_t i = first; i < last; ++i) {
    for (uint64_t sensor = 0; sensor < kSensors; ++sensor) {
      BASALT_ASSIGN_OR_RETURN(const Place place, shape.PlaceOf(sensor, kStart + i * kStep));
      puts.push_back(basalt::Put(place.row).AddColumn("d", place.column, place.timestamp,
                                                      Long(i * 1'000'003 + sensor)));
    }
    if (puts.size() < 1000 && i + 1 < last) continue;
    BASALT_RETURN_IF_ERROR(shape.table().Put(puts));
    puts.clear();
  }
  return Status::Ok();
}

Status ReadOnes(Shape& shape, uint64_t readings, uint64_t seed) {
  std::minstd_rand random(static_cast<uint32_t>(seed));
  for (int i = 0; i < 100; ++i) {
    const uint64_t sensor = random() % kSensors;
    BASALT_ASSIGN_OR_RETURN(const Place place,
                            shape.PlaceOf(sensor, kStart + random() % readings * kStep));
    basalt::Get get(place.row);
    get.AddColumn("d", place.column);
    if (shape.name() == "versions") {
      BASALT_ASSIGN_OR_RETURN(const auto moment, basalt::TimeRange::At(place.timestamp));
      get.SetTimeRange(moment);
    }
    BASALT_ASSIGN_OR_RETURN(const auto row, shape.table().Get(get));
    if (row.size() != 1) return {basalt::StatusCode::kInternal, "a reading is not there"};
  }
  return Status::Ok();
}

Status Measure(std::vector<Shape>& shapes, uint64_t readings, Times& times) {
  const uint64_t hours = std::max<uint64_t>(readings * kStep / kHour, 1);
  for (uint64_t slice = 0; slice < kSlices;
       ++slice) {  // by turns, so that all get the same weather
    for (Shape& shape : shapes) {
      const uint64_t hour = kStart + slice % hours * kHour;
      BASALT_RETURN_IF_ERROR(Timed(times, shape, "read one", 100,
                                   [&] { return ReadOnes(shape, readings, slice + 1); }));
      size_t cells = 0;
      const auto count = [&](const basalt::Scan& scan) -> Status {
        BASALT_ASSIGN_OR_RETURN(cells, CountCells(shape.table(), scan));
        return Status::Ok();
      };
      BASALT_ASSIGN_OR_RETURN(const auto scan, shape.HourOf(slice % kSensors, hour));
      BASALT_RETURN_IF_ERROR(Timed(times, shape, "read an hour", 1, [&] { return count(scan); }));
      if (slice == 0) std::cout << shape.name() << ": an hour has " << cells << " readings";
      BASALT_RETURN_IF_ERROR(Timed(times, shape, "read all", readings * kSensors,
                                   [&] { return count(basalt::Scan().ReadAllVersions()); }));
      if (slice == 0) std::cout << ", all have " << cells << '\n';
    }
  }
  return Status::Ok();
}

void Report(const std::string& kind, const std::vector<double>& values, const char* unit) {
  if (values[0] <= 0) {  // sizes that a server does not tell, or tells in megabytes
    std::cout << kind << ": not told\n";
    return;
  }
  std::cout << std::left << std::setw(16) << kind << std::right << std::fixed;
  for (const double value : values) {
    std::cout << std::setw(11) << std::setprecision(2) << value << " (" << std::setw(5)
              << value / values[0] << ")";
  }
  std::cout << "  " << unit << '\n';
}

Status Study(Example& example, uint64_t readings) {
  const basalt::FamilyDescriptor family("d");
  const basalt::FamilyDescriptor versioned =
      basalt::FamilyDescriptor("d").SetMaxVersions(basalt::kAllVersions);
  std::vector<Shape> shapes;
  for (const auto& [name, schema] :
       std::vector<std::pair<std::string, std::string>>{{"tall", "sensor:u32 ts:millis"},
                                                        {"wide", "sensor:u32"},
                                                        {"middle", "sensor:u32 window(ts, 1h)"},
                                                        {"versions", "sensor:u32"}}) {
    BASALT_ASSIGN_OR_RETURN(
        auto table, example.NewTable(name, schema, {}, {name == "versions" ? versioned : family}));
    shapes.emplace_back(name, std::move(table));
  }
  Times times;
  for (uint64_t slice = 0; slice < kSlices; ++slice) {
    const uint64_t first = readings * slice / kSlices;
    const uint64_t last = readings * (slice + 1) / kSlices;
    for (Shape& shape : shapes) {
      BASALT_RETURN_IF_ERROR(Timed(times, shape, "write", (last - first) * kSensors,
                                   [&] { return Write(shape, first, last); }));
    }
  }
  std::vector<double> bytes;
  for (Shape& shape : shapes) {
    basalt::Admin& admin = example.connection().admin();
    BASALT_RETURN_IF_ERROR(admin.Flush(shape.table().name()));
    BASALT_RETURN_IF_ERROR(admin.MajorCompact(shape.table().name()));
    BASALT_ASSIGN_OR_RETURN(const auto regions, admin.ListRegions(shape.table().name()));
    uint64_t disk = 0;
    for (const auto& region : regions) {
      for (const auto& facts : region.families) disk += facts.store_file_size_bytes;
    }
    bytes.push_back(static_cast<double>(disk) / static_cast<double>(readings * kSensors));
  }
  BASALT_RETURN_IF_ERROR(Measure(shapes, readings, times));
  for (Shape* shape : {&shapes[0], &shapes[2]}) {
    BASALT_RETURN_IF_ERROR(Example::Plan(
        shape->keyed(), "sensor = 3 and ts between 2024-03-15T12:00 and 2024-03-15T12:59:59"));
  }

  std::cout << "measured, " << readings * kSensors << " readings; in parentheses: tall is 1\n";
  std::cout << "                             tall               wide             middle           "
               "versions\n";
  Report("on disk", bytes, "bytes a reading");
  for (const std::string kind : {"write", "read one", "read an hour", "read all"}) {
    std::vector<double> medians;
    for (const Shape& shape : shapes) {
      std::vector<double>& all = times[{shape.name(), kind}];
      std::nth_element(all.begin(), all.begin() + kSlices / 2, all.end());
      medians.push_back(all[kSlices / 2]);
    }
    Report(kind, medians, kind == "read an hour" ? "us" : "us a reading");
  }
  return Status::Ok();
}

}  // namespace

int main(int argc, char** argv) {
  const uint64_t readings = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 720;
  return example::RunExample(argc, argv, [&](Example& example) {
    return Study(example, std::max<uint64_t>(readings, kSlices));
  });
}
