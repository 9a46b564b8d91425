#include "shell/cell_output.h"

#include <memory>
#include <sstream>
#include <vector>

#include <gtest/gtest.h>

namespace basalt::shell {
namespace {

// Returns prepared rows, then the given status.
class FixedRows final : public ResultScanner::Source {
 public:
  FixedRows(std::vector<RowResult> rows, Status end) : rows_(std::move(rows)), end_(end) {}
  Result<bool> Next(RowResult& row) override {
    if (next_ < rows_.size()) {
      row = rows_[next_++];
      return true;
    }
    if (!end_.ok()) return end_;
    return false;
  }

 private:
  std::vector<RowResult> rows_;
  Status end_;
  size_t next_ = 0;
};

RowResult Row(BytesView row, CellType type, BytesView value) {
  RowResult result;
  result.StartRow(row);
  result.Append(
      {.row = row, .family = "f", .qualifier = "q", .timestamp = 10, .type = type, .value = value});
  return result;
}

TEST(CellOutputTest, Get) {
  std::ostringstream out;
  PrintGet(out, Row("r", CellType::kPut, BytesOf("a\0")));
  EXPECT_EQ(out.str(),
            "COLUMN                CELL\n"
            " f:q                  timestamp=1970-01-01T00:00:00.010, value=a\\x00\n"
            "1 row(s)\n");
  std::ostringstream none;
  PrintGet(none, RowResult());
  EXPECT_EQ(none.str(), "COLUMN                CELL\n0 row(s)\n");
}

TEST(CellOutputTest, ScanShowsMarkersByType) {
  std::ostringstream out;
  ResultScanner scanner(std::make_unique<FixedRows>(
      std::vector{Row("a", CellType::kDeleteColumn, ""), Row("b", CellType::kPut, "v")}, Status()));
  EXPECT_TRUE(PrintScan(out, std::move(scanner)).ok());
  EXPECT_EQ(
      out.str(),
      "ROW                   COLUMN+CELL\n"
      " a                    column=f:q, timestamp=1970-01-01T00:00:00.010, type=DeleteColumn\n"
      " b                    column=f:q, timestamp=1970-01-01T00:00:00.010, value=v\n"
      "2 row(s)\n");
}

TEST(CellOutputTest, ScanReportsTheErrorThatEndedIt) {
  std::ostringstream out;
  ResultScanner scanner(std::make_unique<FixedRows>(
      std::vector<RowResult>{}, Status(StatusCode::kIoError, "the disk is gone")));
  EXPECT_EQ(PrintScan(out, std::move(scanner)).message(), "the disk is gone");
}

}  // namespace
}  // namespace basalt::shell
