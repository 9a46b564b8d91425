// Each filter by example, on a table in a directory.
#include "basalt/filters.h"

#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "filter/filter_fixture.h"
#include "filter/make.h"

namespace basalt::filter {
namespace {

using Op = CompareOperator;
using comparators::Binary;

// Rows a to e; columns f:1, f:2 and g:1 with two versions each: value "row+qualifier+timestamp".
class FiltersTest : public FilterFixture {
 protected:
  FiltersTest() {
    for (const char* row : {"a", "b", "bb", "c", "d"}) {
      for (const int64_t timestamp : {1, 2}) {
        for (const char* column : {"f:1", "f:2", "g:1"}) {
          Put(row, Bytes(column, 1), column + 2, timestamp,
              row + std::string(column + 2) + std::to_string(timestamp));
        }
      }
    }
  }
};

TEST_F(FiltersTest, RowsByComparison) {
  EXPECT_EQ(Rows(filters::Row(Op::kEqual, Binary("b"))), "b");
  EXPECT_EQ(Rows(filters::Row(Op::kNotEqual, Binary("b"))), "a bb c d");
  EXPECT_EQ(Rows(filters::Row(Op::kGreaterOrEqual, Binary("bb"))), "bb c d");
  EXPECT_EQ(Rows(filters::Row(Op::kEqual, comparators::BinaryPrefix("b"))), "b bb");
  EXPECT_EQ(Rows(filters::Row(Op::kEqual, *comparators::Regex("^(a|d)$"))), "a d");
  EXPECT_EQ(Rows(filters::Row(Op::kNoOp, nullptr)), "");
}

TEST_F(FiltersTest, PrefixFindsItsRowsInBothDirections) {
  EXPECT_EQ(Rows(filters::Prefix("b")), "b bb");
  EXPECT_EQ(Rows(filters::Prefix("b"), true), "bb b");
  EXPECT_EQ(Rows(filters::Prefix("")), "a b bb c d");
  EXPECT_EQ(Rows(filters::Prefix("x")), "");
  EXPECT_EQ(Rows(filters::Prefix("0"), true), "");
  // Above a prefix of the largest bytes, where HBase's filter fails.
  Put("\xFF\xFF", "f", "1", 1, "v");
  Put("\xFF\x01", "f", "1", 1, "v");
  Put("b\xFF", "f", "1", 1, "v");
  Put("b\xFFx", "f", "1", 1, "v");
  EXPECT_EQ(Rows(filters::Prefix("\xFF\xFF"), true), "\\xFF\\xFF");
  EXPECT_EQ(Rows(filters::Prefix("\xFF"), true), "\\xFF\\xFF \\xFF\\x01");
  EXPECT_EQ(Rows(filters::Prefix("b\xFF"), true), "b\\xFFx b\\xFF");
}

TEST_F(FiltersTest, InclusiveStopEndsTheScan) {
  EXPECT_EQ(Rows(filters::InclusiveStop("bb")), "a b bb");
  EXPECT_EQ(Rows(filters::InclusiveStop("bb"), true), "d c bb");
}

TEST_F(FiltersTest, PageCountsRowsThatPass) {
  EXPECT_EQ(Rows(*filters::Page(2)), "a b");
  EXPECT_EQ(Rows(*filters::Page(0)), "");
  EXPECT_EQ(Rows(filters::All({filters::Row(Op::kNotEqual, Binary("a")), *filters::Page(2)})),
            "b bb");
  EXPECT_EQ(filters::Page(-1).status().message(), "must be positive -1");
}

TEST_F(FiltersTest, RandomRowKeepsSome) {
  for (int i = 0; i < 300; ++i) Put("r" + std::to_string(i), "f", "1", 1, "v");
  EXPECT_EQ(Rows(filters::RandomRow(-0.1F)), "");
  EXPECT_EQ(Rows(filters::RandomRow(0)), "");
  const std::string all = Rows(nullptr);
  EXPECT_EQ(Rows(filters::RandomRow(1)), all);
  EXPECT_EQ(Rows(filters::RandomRow(1.5F)), all);
  const std::string some = Rows(filters::RandomRow(0.5F));
  EXPECT_NE(some, "");
  EXPECT_NE(some, all);
}

TEST_F(FiltersTest, FuzzyRowsMatchByPosition) {
  for (const char* row : {"x1-a", "x1-b", "x2-a", "x2-b", "x2-bz", "y1-a"}) {
    Put(row, "f", "1", 1, "v");
  }
  const FuzzyKey key{"x.-b", Bytes(BytesOf("\0\1\0\0"))};
  EXPECT_EQ(Rows(*filters::FuzzyRow({key})), "x1-b x2-b x2-bz");
  EXPECT_EQ(Rows(*filters::FuzzyRow({key}), true), "x2-bz x2-b x1-b");
  const FuzzyKey other{"..-a", Bytes(BytesOf("\1\1\0\0"))};
  EXPECT_EQ(Rows(*filters::FuzzyRow({key, other})), "a b bb c d x1-a x1-b x2-a x2-b x2-bz y1-a");
  EXPECT_EQ(filters::FuzzyRow({{"ab", "\1"}}).status().message(),
            "Fuzzy pair lengths do not match: {ab,\\x01}");
  EXPECT_FALSE(filters::FuzzyRow({}).ok());
}

TEST_F(FiltersTest, RowRangesAreMerged) {
  const auto rows = [this](std::vector<RowRange> ranges, bool reversed = false) {
    return Rows(*filters::MultiRowRange(std::move(ranges)), reversed);
  };
  EXPECT_EQ(rows({{"c", true, "d", true}, {"a", true, "b", false}}), "a c d");
  EXPECT_EQ(rows({{"c", true, "d", true}, {"a", true, "b", false}}, true), "d c a");
  EXPECT_EQ(rows({{"a", false, "bb", false}}), "b");
  EXPECT_EQ(rows({{"a", false, "bb", false}}, true), "b");
  EXPECT_EQ(rows({{"", true, "b", false}, {"b", false, "", false}}), "a bb c d");
  EXPECT_EQ(rows({{"", true, "b", false}, {"b", false, "", false}}, true), "d c bb a");
  EXPECT_EQ(rows({{"b", true, "b", true}}), "b");
  EXPECT_EQ(rows({{"e", true, "", false}, {"0", true, "1", true}}, true), "");
  EXPECT_EQ(filters::MultiRowRange({}).status().message(), "No ranges found.");
  EXPECT_EQ(
      filters::MultiRowRange({{"b", true, "a", true}, {"c", true, "c", false}}).status().message(),
      "2 invaild ranges.\nInvalid range: start row => b, stop row => a\n"
      "Invalid range: start row => c, stop row => c\n");
}

TEST_F(FiltersTest, PartsOfCells) {
  EXPECT_EQ(Row("a", filters::Family(Op::kEqual, Binary("f"))), "f:1@2=a12 f:2@2=a22");
  EXPECT_EQ(Row("a", filters::Family(Op::kGreater, Binary("f"))), "g:1@2=a12");
  EXPECT_EQ(Row("a", filters::Qualifier(Op::kEqual, Binary("1"))), "f:1@2=a12 g:1@2=a12");
  EXPECT_EQ(Row("a", filters::Value(Op::kEqual, comparators::Substring("22"))), "f:2@2=a22");
  // Versions the filter drops do not count against the request's.
  EXPECT_EQ(Row("a", filters::Value(Op::kEqual, comparators::Substring("21"))), "f:2@1=a21");
}

TEST_F(FiltersTest, Timestamps) {
  for (const bool hints : {false, true}) {
    EXPECT_EQ(Row("a", *filters::Timestamps({1, 7}, hints)), "f:1@1=a11 f:2@1=a21 g:1@1=a11");
    EXPECT_EQ(Row("a", *filters::Timestamps({}, hints)), "");
  }
  EXPECT_EQ(filters::Timestamps({1, -2}).status().message(), "must be positive -2");
}

TEST_F(FiltersTest, KeyOnly) {
  EXPECT_EQ(Row("a", filters::KeyOnly()), "f:1@2= f:2@2= g:1@2=");
  EXPECT_EQ(Row("bb", filters::KeyOnly(true)),
            "f:1@2=\\x00\\x00\\x00\\x04 f:2@2=\\x00\\x00\\x00\\x04 g:1@2=\\x00\\x00\\x00\\x04");
}

TEST_F(FiltersTest, ColumnsByPrefixAndRange) {
  for (const char* qualifier : {"", "a", "ab", "abc", "b", "bb"}) Put("z", "f", qualifier, 1, "v");
  const auto columns = [this](const FilterPtr& filter) { return Columns("z", filter); };
  EXPECT_EQ(columns(filters::ColumnPrefix("a")), "a ab abc");
  EXPECT_EQ(columns(filters::ColumnPrefix("")), " a ab abc b bb");
  EXPECT_EQ(columns(filters::ColumnPrefix("c")), "");
  EXPECT_EQ(columns(*filters::MultipleColumnPrefix({"bb", "abc"})), "abc bb");
  EXPECT_EQ(columns(*filters::MultipleColumnPrefix({})), " a ab abc b bb");
  EXPECT_EQ(filters::MultipleColumnPrefix({"a", "a"}).status().message(),
            "prefixes must be distinct");
  EXPECT_EQ(columns(filters::ColumnRange("a", true, "b", false)), "a ab abc");
  EXPECT_EQ(columns(filters::ColumnRange("a", false, "b", true)), "ab abc b");
  EXPECT_EQ(columns(filters::ColumnRange(std::nullopt, false, "a", false)), "");
  EXPECT_EQ(columns(filters::ColumnRange("b", false, std::nullopt, false)), "bb");
  // Past the prefix's columns the filter asks for the next row, of this family only.
  EXPECT_EQ(Row("a", filters::ColumnPrefix("1")), "f:1@2=a12 g:1@2=a12");
}

TEST_F(FiltersTest, PagesOfColumns) {
  EXPECT_EQ(Row("a", *filters::ColumnPagination(1, 1)), "f:2@2=a22");
  EXPECT_EQ(Row("a", *filters::ColumnPagination(2, 1)), "f:2@2=a22 g:1@2=a12");
  EXPECT_EQ(Row("a", *filters::ColumnPagination(0, 0)), "");
  EXPECT_EQ(Row("a", *filters::ColumnPagination(1, "2")), "f:2@2=a22");
  EXPECT_EQ(Row("a", *filters::ColumnPagination(5, "2")), "f:2@2=a22 g:1@2=a12");
  // Java's int overflow.
  EXPECT_EQ(Row("a", *filters::ColumnPagination(0x7FFFFFFF, 1)), "");
  EXPECT_EQ(filters::ColumnPagination(-1, 0).status().message(), "limit must be positive -1");
  EXPECT_EQ(filters::ColumnPagination(1, -3).status().message(), "offset must be positive -3");
}

TEST_F(FiltersTest, ColumnCountGetIsForOneRow) {
  EXPECT_EQ(Row("a", *filters::ColumnCountGet(2)), "f:1@2=a12 f:2@2=a22");
  EXPECT_EQ(Row("a", *filters::ColumnCountGet(3)), "f:1@2=a12 f:2@2=a22 g:1@2=a12");
  // In a scan it leaves each family in which a row had too many columns.
  EXPECT_EQ(Rows(*filters::ColumnCountGet(1)), "a");
  EXPECT_EQ(Rows(*filters::ColumnCountGet(2)), "a b bb c d");
  EXPECT_EQ(Cells(Scan("b").SetFilter(*filters::ColumnCountGet(2))),
            "b/f:1/2/Put/vlen=3/seqid=0 b12\nb/f:2/2/Put/vlen=3/seqid=0 b22\n"
            "bb/f:1/2/Put/vlen=4/seqid=0 bb12\nbb/f:2/2/Put/vlen=4/seqid=0 bb22\n"
            "c/f:1/2/Put/vlen=3/seqid=0 c12\nc/f:2/2/Put/vlen=3/seqid=0 c22\n"
            "d/f:1/2/Put/vlen=3/seqid=0 d12\nd/f:2/2/Put/vlen=3/seqid=0 d22\n");
  EXPECT_EQ(Rows(*filters::ColumnCountGet(3)), "a b bb c d");
  EXPECT_EQ(filters::ColumnCountGet(-1).status().message(), "limit be positive -1");
}

TEST_F(FiltersTest, FirstKeys) {
  EXPECT_EQ(Row("a", filters::FirstKeyOnly()), "f:1@2=a12");
  EXPECT_EQ(Row("a", filters::FirstKeyMatching({"2"})), "f:1@2=a12 f:2@2=a22");
  EXPECT_EQ(Row("a", filters::FirstKeyMatching({"9"})), "f:1@2=a12 f:2@2=a22 g:1@2=a12");
}

TEST_F(FiltersTest, RowsByTheValueOfAColumn) {
  Put("e", "f", "2", 5, "other");
  filters::ColumnCondition condition{"f", "1", Op::kEqual, Binary("b12")};
  EXPECT_EQ(Rows(*filters::SingleColumnValue(condition)), "b e");
  condition.filter_if_missing = true;
  EXPECT_EQ(Rows(*filters::SingleColumnValue(condition)), "b");
  // An older version, which must be read to be compared.
  condition.comparator = Binary("b11");
  EXPECT_EQ(Rows(*filters::SingleColumnValue(condition)), "");
  condition.latest_version_only = false;
  EXPECT_EQ(Rows(*filters::SingleColumnValue(condition)), "b");
  EXPECT_EQ(Row("b", *filters::SingleColumnValue(condition)), "f:1@2=b12 f:2@2=b22 g:1@2=b12");
  EXPECT_EQ(Row("b", *filters::SingleColumnValueExclude(condition)), "f:2@2=b22 g:1@2=b12");
  condition.op = Op::kNoOp;
  EXPECT_FALSE(filters::SingleColumnValue(condition).ok());
}

TEST_F(FiltersTest, CellsOfAColumnByTheirValue) {
  EXPECT_EQ(Row("a", filters::ColumnValue("f", "2", Op::kEqual, comparators::BinaryPrefix("a2"))),
            "f:2@2=a22");
  EXPECT_EQ(Row("a", filters::ColumnValue("f", "2", Op::kEqual, Binary("a21"))), "f:2@1=a21");
  EXPECT_EQ(Rows(filters::ColumnValue("g", "1", Op::kGreater, Binary("bb"))), "bb c d");
}

TEST_F(FiltersTest, CellsThatAreAsOldAsAColumns) {
  Put("a", "f", "2", 5, "new");
  EXPECT_EQ(Row("a", filters::DependentColumn("f", "1")), "f:1@2=a12 g:1@2=a12");
  EXPECT_EQ(Row("a", filters::DependentColumn("f", "1", true)), "g:1@2=a12");
  EXPECT_EQ(Row("a", filters::DependentColumn("f", "1", false, Op::kEqual, Binary("no"))), "");
  EXPECT_EQ(Row("a", filters::DependentColumn("f", "none")), "");
}

TEST_F(FiltersTest, SkipDropsRowsWithADroppedCell) {
  Put("b", "f", "2", 9, "bad");
  EXPECT_EQ(Rows(filters::Skip(filters::Value(Op::kNotEqual, Binary("bad")))), "a bb c d");
  // SkipFilter calls its filter for cells only.
  EXPECT_EQ(Rows(filters::Skip(filters::Row(Op::kEqual, Binary("b")))), "a b bb c d");
}

TEST_F(FiltersTest, WhileMatchEndsTheScan) {
  EXPECT_EQ(Rows(filters::WhileMatch(filters::Row(Op::kNotEqual, Binary("bb")))), "a b");
  Put("b", "f", "2", 9, "bad");
  EXPECT_EQ(Rows(filters::WhileMatch(filters::Value(Op::kNotEqual, Binary("bad")))), "a b");
  EXPECT_EQ(Row("b", filters::WhileMatch(filters::Value(Op::kNotEqual, Binary("bad")))),
            "f:1@2=b12");
}

TEST_F(FiltersTest, RowsSkippedByTheirKeyAreSeenNevertheless) {
  // The row's cells end the scan although another filter has skipped the row.
  Put("b", "f", "1", 9, "stop");
  EXPECT_EQ(Rows(filters::All({filters::WhileMatch(filters::Value(Op::kNotEqual, Binary("stop"))),
                               filters::Row(Op::kNotEqual, Binary("b"))})),
            "a");
}

TEST_F(FiltersTest, ErrorsEndTheRead) {
  EXPECT_EQ(Rows(filters::Value(Op::kEqual, comparators::Long(1))),
            "INVALID_ARGUMENT: Wrong length: 3, expected 8");
  EXPECT_EQ(Rows(filters::Row(Op::kEqual, comparators::Long(1))),
            "INVALID_ARGUMENT: Wrong length: 1, expected 8");
  EXPECT_EQ(Rows(filters::One({filters::Skip(filters::Value(Op::kLess, comparators::Long(1)))})),
            "INVALID_ARGUMENT: Wrong length: 3, expected 8");
}

TEST_F(FiltersTest, BatchesAndWholeRowFiltersDoNotMix) {
  Scan scan;
  scan.SetBatch(1).SetFilter(filters::One({filters::KeyOnly(), *filters::Page(1)}));
  EXPECT_EQ(table().GetScanner(scan).status().code(), StatusCode::kDoNotRetry);
}

FilterPtr OnFamilyF(bool filter_if_missing) {
  filters::ColumnCondition condition;
  condition.family = "f";
  condition.qualifier = "q";
  condition.comparator = comparators::Binary("v");
  condition.filter_if_missing = filter_if_missing;
  return *filters::SingleColumnValue(condition);
}

TEST(IsFamilyEssentialTest, OnlyFiltersThatNeedTheirColumnLeaveFamiliesOut) {
  EXPECT_TRUE(IsFamilyEssential(*OnFamilyF(true), "f"));
  EXPECT_FALSE(IsFamilyEssential(*OnFamilyF(true), "g"));
  EXPECT_TRUE(IsFamilyEssential(*OnFamilyF(false), "g"));
  EXPECT_TRUE(IsFamilyEssential(*filters::Prefix("r"), "g"));
}

}  // namespace
}  // namespace basalt::filter
