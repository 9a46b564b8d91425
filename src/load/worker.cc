#include "load/worker.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "load/check_value.h"

namespace basalt::load {
namespace {

constexpr size_t kMaxErrorTexts = 10;
constexpr std::string_view kCounter = "counter";

}  // namespace

std::string FamilyName(int family) { return fmt::format("f{}", family); }
std::string ColumnName(int column) { return fmt::format("c{}", column); }

Runner::Worker::Worker(Runner& runner, Table& table, int thread)
    : runner_(runner),
      spec_(runner.spec_),
      table_(table),
      chooser_(spec_.workload.distribution, spec_.seed * 1000003 + static_cast<uint64_t>(thread),
               spec_.rows),
      turn_(spec_.rows / static_cast<uint64_t>(spec_.threads) * static_cast<uint64_t>(thread)) {}

void Runner::Worker::CountError(const Status& status) {
  ++errors;
  const std::string text = status.ToString();
  if (error_texts.size() < kMaxErrorTexts || error_texts.contains(text)) ++error_texts[text];
}

Operation Runner::Worker::Next(Status& status) {
  const Operation operation = Choose();
  status = Do(operation);
  return operation;
}

Operation Runner::Worker::Choose() {
  auto ticket = static_cast<int>(chooser_.random()() % 100);
  for (size_t i = 0; i < kOperations; ++i) {
    ticket -= spec_.workload.share[i];
    if (ticket < 0) return static_cast<Operation>(i);
  }
  return Operation::kGet;
}

Status Runner::Worker::Do(Operation operation) {
  switch (operation) {
    case Operation::kGet: return Read(ChooseRow());
    case Operation::kMultiGet: return MultiGet();
    case Operation::kScan: return ScanSome();
    case Operation::kPut: return table_.Put(MakePut(ChooseRow()));
    case Operation::kInsert: return Insert();
    case Operation::kReadModifyWrite: return ReadModifyWrite();
    case Operation::kIncrement:
      return table_
          .IncrementColumnValue(RowKey(spec_.workload, ChooseRow()), FamilyName(0), kCounter, 1)
          .status();
    case Operation::kAppend:
      return table_
          .Append(basalt::Append(RowKey(spec_.workload, ChooseRow()))
                      .AddColumn(FamilyName(0), "log", "8 bytes!"))
          .status();
    case Operation::kCheckAndPut: return CheckAndPut();
    case Operation::kMultiPut: return MultiPut();
  }
  return {};
}

uint64_t Runner::Worker::ChooseRow() {
  const uint64_t rows = runner_.rows_.load(std::memory_order_relaxed);
  return spec_.workload.sequential ? turn_++ % rows : chooser_.Next(rows);
}

Put Runner::Worker::MakePut(uint64_t number) {
  Put put(RowKey(spec_.workload, number));
  for (int family = 0; family < spec_.families; ++family) {
    for (int column = 0; column < spec_.columns; ++column) {
      const auto place = static_cast<uint64_t>(family * spec_.columns + column);
      MakeValue(number, place, chooser_.random()(), spec_.value_bytes, value_);
      put.AddColumn(FamilyName(family), ColumnName(column), value_);
    }
  }
  return put;
}

Status Runner::Worker::CheckRow(uint64_t number, const RowResult& row) const {
  const auto bad = [&](std::string_view why) {
    return Status(StatusCode::kCorruption,
                  fmt::format("row {} {}", RowKey(spec_.workload, number), why));
  };
  if (row.empty()) return bad("is not there");
  if (!spec_.verify) return {};
  for (int family = 0; family < spec_.families; ++family) {
    for (int column = 0; column < spec_.columns; ++column) {
      const auto value = row.GetValue(FamilyName(family), ColumnName(column));
      const auto place = static_cast<uint64_t>(family * spec_.columns + column);
      if (!value) return bad("lacks a column");
      if (!IsValueOf(number, place, *value)) return bad("has a value that was not written");
    }
  }
  return {};
}

Status Runner::Worker::Read(uint64_t number) {
  BASALT_ASSIGN_OR_RETURN(const RowResult row, table_.Get(Get(RowKey(spec_.workload, number))));
  return CheckRow(number, row);
}

Status Runner::Worker::MultiGet() {
  std::vector<uint64_t> numbers;
  std::vector<Get> gets;
  for (int i = 0; i < spec_.batch; ++i) {
    numbers.push_back(ChooseRow());
    gets.emplace_back(RowKey(spec_.workload, numbers.back()));
  }
  BASALT_ASSIGN_OR_RETURN(const auto rows, table_.Get(gets));
  for (size_t i = 0; i < rows.size(); ++i) {
    BASALT_RETURN_IF_ERROR(CheckRow(numbers[i], rows[i]));
  }
  return {};
}

Status Runner::Worker::MultiPut() {
  std::vector<Put> puts;
  for (int i = 0; i < spec_.batch; ++i) puts.push_back(MakePut(ChooseRow()));
  return table_.Put(puts);
}

Status Runner::Worker::ScanSome() {
  Scan scan(RowKey(spec_.workload, ChooseRow()));
  scan.SetLimit(spec_.scan_rows);
  scan.SetCaching(spec_.scan_rows);
  BASALT_ASSIGN_OR_RETURN(ResultScanner scanner, table_.GetScanner(scan));
  int rows = 0;
  for (const RowResult& row : scanner) rows += row.empty() ? 0 : 1;
  BASALT_RETURN_IF_ERROR(scanner.status());
  return rows > 0 ? Status() : Status(StatusCode::kCorruption, "a scan found no row");
}

Status Runner::Worker::Insert() {
  const uint64_t number = runner_.next_row_.fetch_add(1, std::memory_order_relaxed);
  BASALT_RETURN_IF_ERROR(table_.Put(MakePut(number)));
  runner_.Arrived(number);
  return {};
}

Status Runner::Worker::ReadModifyWrite() {
  const uint64_t number = ChooseRow();
  BASALT_RETURN_IF_ERROR(Read(number));
  return table_.Put(MakePut(number));
}

Status Runner::Worker::CheckAndPut() {
  const uint64_t number = ChooseRow();
  const std::string row = RowKey(spec_.workload, number);
  BASALT_ASSIGN_OR_RETURN(const RowResult current,
                          table_.Get(Get(row).AddColumn(FamilyName(0), ColumnName(0))));
  const auto value = current.GetValue(FamilyName(0), ColumnName(0));
  if (!value) return {StatusCode::kCorruption, "row " + row + " is not there"};
  // Another thread may have changed the value first; that is a result, not an error.
  return table_
      .CheckAndMutate(CheckAndMutate(row)
                          .IfEquals(FamilyName(0), ColumnName(0), Bytes(*value))
                          .Then(MakePut(number)))
      .status();
}

}  // namespace basalt::load
