#include "basalt/row_result.h"

#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace basalt {
namespace {

// A result of that row with those cells; their own row is ignored.
RowResult Make(BytesView row, const std::vector<CellView>& cells) {
  RowResult result;
  result.StartRow(row);
  for (CellView cell : cells) {
    cell.row = row;
    result.Append(cell);
  }
  return result;
}

std::vector<std::string> Print(const RowResult& result) {
  std::vector<std::string> lines;
  for (const CellView cell : result) {
    lines.push_back(ToString(cell) + " " + ToStringBinary(cell.value) + " " +
                    ToStringBinary(cell.tags));
  }
  return lines;
}

TEST(RowResultTest, EmptyUntilSomethingIsAppended) {
  RowResult result;
  EXPECT_TRUE(result.empty());
  EXPECT_FALSE(result.exists());
  EXPECT_EQ(result.row(), "");
  EXPECT_EQ(result.begin(), result.end());
  EXPECT_FALSE(result.GetLatest("f", "q").has_value());
  result.StartRow("row");
  EXPECT_EQ(result.row(), "row");
  EXPECT_TRUE(result.empty());
}

TEST(RowResultTest, GivesBackWhatWasAppended) {
  const RowResult result = Make("row", {{"", "f", "a", 3, CellType::kPut, "v1", "t"},
                                        {"", "f", "a", 2, CellType::kDelete, "", ""},
                                        {"", "f", "", 1, CellType::kPut, BytesOf("\0"), ""},
                                        {"", "g", "b", 1, CellType::kPut, "v4", ""},
                                        {"", "f", "c", 1, CellType::kPut, "v5", ""}});
  EXPECT_EQ(Print(result), (std::vector<std::string>{
                               "row/f:a/3/Put/vlen=2/seqid=0 v1 t",
                               "row/f:a/2/Delete/vlen=0/seqid=0  ",
                               "row/f:/1/Put/vlen=1/seqid=0 \\x00 ",
                               "row/g:b/1/Put/vlen=2/seqid=0 v4 ",
                               "row/f:c/1/Put/vlen=2/seqid=0 v5 ",
                           }));
  EXPECT_TRUE(result.exists());
  EXPECT_EQ(result.size(), 5U);
  EXPECT_EQ(result[3].family, "g");
}

TEST(RowResultTest, ConsecutiveCellsShareTheirFamily) {
  const Bytes family(100, 'f');
  const RowResult result = Make("r", {{"", family, "a", 1, CellType::kPut, "v", ""},
                                      {"", family, "b", 1, CellType::kPut, "v", ""},
                                      {"", family, "c", 1, CellType::kPut, "v", ""}});
  EXPECT_EQ(result.byte_size(), 1 + 100 + 3 * 2U);
  EXPECT_EQ(result[2].family, family);
}

TEST(RowResultTest, StartRowForgetsTheRowBefore) {
  RowResult result = Make("first", {{"", "f", "a", 1, CellType::kPut, "v", ""}});
  result.set_partial(true);
  result.set_exists(true);
  result.StartRow("second");
  EXPECT_EQ(result.row(), "second");
  EXPECT_TRUE(result.empty());
  EXPECT_FALSE(result.partial());
  EXPECT_FALSE(result.exists());
  result.Append({"second", "f", "b", 1, CellType::kPut, "w", ""});
  EXPECT_EQ(Print(result), (std::vector<std::string>{"second/f:b/1/Put/vlen=1/seqid=0 w "}));
  result.Clear();
  EXPECT_EQ(result.row(), "");
  EXPECT_EQ(result.byte_size(), 0U);
}

TEST(RowResultTest, ExistsCanBeSetWithoutCells) {
  RowResult result;
  result.StartRow("r");
  result.set_exists(true);
  EXPECT_TRUE(result.exists());
  EXPECT_TRUE(result.empty());
}

TEST(RowResultTest, CopiesStandAlone) {
  RowResult result = Make("r", {{"", "f", "a", 1, CellType::kPut, "value", ""}});
  const RowResult copy = result;
  result.StartRow("other");
  EXPECT_EQ(copy.row(), "r");
  EXPECT_EQ(copy.GetValue("f", "a"), "value");
}

TEST(RowResultTest, GetLatestFindsTheFirstVersionOfTheColumn) {
  const RowResult result = Make("r", {{"", "f", "", 5, CellType::kPut, "empty", ""},
                                      {"", "f", "a", 3, CellType::kPut, "new", ""},
                                      {"", "f", "a", 2, CellType::kPut, "old", ""},
                                      {"", "f", "c", 9, CellType::kPut, "c", ""},
                                      {"", "g", "a", 1, CellType::kPut, "g", ""}});
  EXPECT_EQ(result.GetValue("f", ""), "empty");
  EXPECT_EQ(result.GetValue("f", "a"), "new");
  EXPECT_EQ(result.GetLatest("f", "a")->timestamp, 3);
  EXPECT_EQ(result.GetValue("f", "c"), "c");
  EXPECT_EQ(result.GetValue("g", "a"), "g");
  const std::pair<BytesView, BytesView> absent[] = {{"f", "b"}, {"f", "d"}, {"g", ""}, {"g", "b"},
                                                    {"e", "a"}, {"h", "a"}, {"", ""}};
  for (const auto& [family, qualifier] : absent) {
    EXPECT_EQ(result.GetValue(family, qualifier), std::nullopt) << family << ":" << qualifier;
  }
}

TEST(RowResultTest, GetLatestAgreesWithALinearSearch) {
  std::mt19937 random(5);
  for (int round = 0; round < 200; ++round) {
    RowResult result;
    result.StartRow("r");
    for (const char* family : {"a", "b", "c"}) {
      for (char qualifier = 'a'; qualifier < 'k'; ++qualifier) {
        const auto versions = static_cast<int64_t>(random() % 3);
        for (int64_t version = versions; version > 0; --version) {
          result.Append({"r", family, BytesView(&qualifier, 1), version, CellType::kPut, "v", ""});
        }
      }
    }
    for (const char* family : {"a", "b", "c"}) {
      for (char qualifier = 'a'; qualifier < 'k'; ++qualifier) {
        std::optional<int64_t> expected;
        for (const CellView cell : result) {
          if (cell.family == family && cell.qualifier == BytesView(&qualifier, 1)) {
            expected = cell.timestamp;
            break;
          }
        }
        const auto found = result.GetLatest(family, BytesView(&qualifier, 1));
        ASSERT_EQ(found.has_value(), expected.has_value());
        if (found) {
          ASSERT_EQ(found->timestamp, *expected);
        }
      }
    }
  }
}

TEST(RowResultTest, RetainKeepsWhatIsWanted) {
  RowResult result = Make("r", {{"", "f", "a", 3, CellType::kPut, "1", "x"},
                                {"", "f", "b", 2, CellType::kPut, "2", ""},
                                {"", "g", "a", 1, CellType::kPut, "3", ""}});
  result.Retain([](const CellView& cell) { return cell.qualifier == "a"; });
  EXPECT_EQ(Print(result), (std::vector<std::string>{"r/f:a/3/Put/vlen=1/seqid=0 1 x",
                                                     "r/g:a/1/Put/vlen=1/seqid=0 3 "}));
  result.Append({"r", "g", "b", 1, CellType::kPut, "4", ""});
  EXPECT_EQ(result.GetValue("g", "b"), "4");
  result.Retain([](const CellView&) { return false; });
  EXPECT_TRUE(result.empty());
  // The family of cells that are gone is not taken for that of the next one.
  result.Append({"r", "h", "a", 1, CellType::kPut, "5", ""});
  EXPECT_EQ(result[0].family, "h");
}

}  // namespace
}  // namespace basalt
