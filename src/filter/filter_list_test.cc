// FilterList: how codes, hints and transformed cells are combined.
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "filter/built_in.h"
#include "filter/filter_fixture.h"

namespace basalt::filter {
namespace {

using Op = CompareOperator;
using comparators::Binary;

// Returns a given code and counts the calls.
class Told : public Filter {
 public:
  explicit Told(std::vector<Code> codes, std::string hint = {})
      : codes_(std::move(codes)), hint_(std::move(hint)), asked_(std::make_shared<int>(0)) {}

  std::unique_ptr<Filter> Clone() const override { return std::make_unique<Told>(*this); }
  Code FilterCell(const CellView& /*cell*/) override {
    return codes_[std::min<size_t>(static_cast<size_t>((*asked_)++), codes_.size() - 1)];
  }
  std::optional<Cell> NextCellHint(const CellView& cell) override {
    if (hint_.empty()) return std::nullopt;
    return FirstOnColumn(cell, hint_);
  }
  CellView TransformCell(const CellView& cell) override {
    text_ = Bytes(cell.value) + "+";
    CellView changed = cell;
    changed.value = text_;
    return changed;
  }
  int asked() const { return *asked_; }

 private:
  std::vector<Code> codes_;
  std::string hint_;
  std::string text_;
  // Shared with clones.
  std::shared_ptr<int> asked_;
};

std::shared_ptr<Told> Tell(std::vector<Code> codes, std::string hint = {}) {
  return std::make_shared<Told>(std::move(codes), std::move(hint));
}

Cell MakeCell(const Bytes& qualifier, const Bytes& family = "f", int64_t timestamp = 1) {
  Cell cell;
  cell.row = "r";
  cell.family = family;
  cell.qualifier = qualifier;
  cell.timestamp = timestamp;
  cell.value = "v";
  return cell;
}

constexpr Code kCodes[] = {Code::kInclude,
                           Code::kIncludeAndNextColumn,
                           Code::kIncludeAndSeekNextRow,
                           Code::kSkip,
                           Code::kNextColumn,
                           Code::kNextRow,
                           Code::kSeekNextUsingHint};

// HBase's tables: the rows are the first filter's code, the columns the second's, in kCodes' order.
// I include, C .. and next column, R .. and next row, s skip, c next column, r next row, h hint.
std::string MergedTable(bool all) {
  constexpr std::string_view kNames = "ICRscrh";
  std::string table;
  for (const Code first : kCodes) {
    for (const Code second : kCodes) {
      const std::vector<FilterPtr> list = {Tell({first}, "x"), Tell({second}, "x")};
      const auto filter = (all ? filters::All(list) : filters::One(list))->Clone();
      const Cell cell = MakeCell("a");
      const Code merged = filter->FilterCell(cell.view());
      table += kNames[static_cast<size_t>(std::find(std::begin(kCodes), std::end(kCodes), merged) -
                                          std::begin(kCodes))];
    }
    table += ' ';
  }
  return table;
}

TEST(FilterListTest, CodesMergeAsInHBase) {
  // A first filter that drops the cell is the last one asked.
  EXPECT_EQ(MergedTable(true), "ICRscrh CCRccrh RRRrrrh sssssss ccccccc rrrrrrr hhhhhhh ");
  EXPECT_EQ(MergedTable(false), "IIIIIII ICCICCI ICRICRI IIIssss ICCsccs ICRscrs IIIsssh ");
}

TEST(FilterListTest, AllAsksNoFurtherThanTheFirstNo) {
  const auto first = Tell({Code::kSkip});
  const auto second = Tell({Code::kInclude});
  const auto list = filters::All({first, second})->Clone();
  list->FilterCell(MakeCell("a").view());
  EXPECT_EQ(first->asked(), 1);
  EXPECT_EQ(second->asked(), 0);
}

TEST(FilterListTest, AllAsksTheRestForHints) {
  // ColumnPrefix gives hints, and so is asked after a filter that rejected the cell.
  const auto list =
      filters::All({Tell({Code::kSkip}), filters::ColumnPrefix("m"), filters::ColumnPrefix("k")})
          ->Clone();
  const Cell cell = MakeCell("a");
  EXPECT_EQ(list->FilterCell(cell.view()), Code::kSeekNextUsingHint);
  EXPECT_EQ(list->NextCellHint(cell.view())->qualifier, "m");
}

TEST(FilterListTest, AllGoesToTheFarthestHintAndOneToTheNearest) {
  const std::vector<FilterPtr> filters = {filters::ColumnPrefix("k"), filters::ColumnPrefix("m")};
  const Cell cell = MakeCell("a");
  const auto all = filters::All(filters)->Clone();
  EXPECT_EQ(all->FilterCell(cell.view()), Code::kSeekNextUsingHint);
  EXPECT_EQ(all->NextCellHint(cell.view())->qualifier, "m");
  const auto one = filters::One(filters)->Clone();
  EXPECT_EQ(one->FilterCell(cell.view()), Code::kSeekNextUsingHint);
  EXPECT_EQ(one->NextCellHint(cell.view())->qualifier, "k");
  // The list has a hint only if each child has one.
  const auto partly =
      filters::One({filters::ColumnPrefix("k"), Tell({Code::kSeekNextUsingHint})})->Clone();
  partly->FilterCell(cell.view());
  EXPECT_EQ(partly->NextCellHint(cell.view()), std::nullopt);
}

TEST(FilterListTest, OneDoesNotAskAboutWhatAFilterHasLeftBehind) {
  const auto include = Tell({Code::kInclude});
  const auto next_column = Tell({Code::kNextColumn});
  const auto next_row = Tell({Code::kIncludeAndSeekNextRow});
  const auto hint = Tell({Code::kSeekNextUsingHint}, "c");
  const auto list = filters::One({include, next_column, next_row, hint})->Clone();
  const auto asked = [&](const Cell& cell) {
    const int before[] = {next_column->asked(), next_row->asked(), hint->asked()};
    list->FilterCell(cell.view());
    return std::to_string(next_column->asked() - before[0]) +
           std::to_string(next_row->asked() - before[1]) +
           std::to_string(hint->asked() - before[2]);
  };
  EXPECT_EQ(asked(MakeCell("a", "f", 2)), "111");
  EXPECT_EQ(asked(MakeCell("a", "f", 1)), "000");
  EXPECT_EQ(asked(MakeCell("b")), "100");
  EXPECT_EQ(asked(MakeCell("c")), "101");
  EXPECT_EQ(asked(MakeCell("a", "g")), "111");
  EXPECT_EQ(asked(MakeCell("a", "g")), "000");
  list->Reset();
  EXPECT_EQ(asked(MakeCell("a", "g")), "111");
  EXPECT_EQ(include->asked(), 7);
}

TEST(FilterListTest, OnlyFiltersThatKeptTheCellChangeIt) {
  const Cell cell = MakeCell("a");
  const auto one = filters::One({Tell({Code::kInclude}), Tell({Code::kSkip}),
                                 Tell({Code::kIncludeAndNextColumn})})
                       ->Clone();
  one->FilterCell(cell.view());
  EXPECT_EQ(one->TransformCell(cell.view()).value, "v++");
  const auto all = filters::All({Tell({Code::kInclude}), Tell({Code::kInclude})})->Clone();
  all->FilterCell(cell.view());
  EXPECT_EQ(all->TransformCell(cell.view()).value, "v++");
}

TEST(FilterListTest, EmptyListsKeepEverything) {
  for (const FilterPtr& prototype : {filters::All({}), filters::One({})}) {
    const auto list = prototype->Clone();
    EXPECT_FALSE(list->FilterAllRemaining());
    EXPECT_FALSE(list->FilterRowKey("r"));
    EXPECT_EQ(list->FilterCell(MakeCell("a").view()), Code::kInclude);
    EXPECT_FALSE(list->HasFilterRow());
    EXPECT_FALSE(list->FilterRow());
  }
}

TEST(FilterListTest, DeepNestingWorks) {
  FilterPtr filter = filters::ColumnPrefix("a");
  for (int i = 0; i < 200; ++i)
    filter = i % 2 == 0 ? filters::All({filter}) : filters::One({filter});
  const auto clone = filter->Clone();
  EXPECT_EQ(clone->FilterCell(MakeCell("ab").view()), Code::kInclude);
  EXPECT_EQ(clone->FilterCell(MakeCell("b").view()), Code::kNextRow);
}

class FilterListScanTest : public FilterFixture {
 protected:
  FilterListScanTest() {
    for (const char* row : {"a", "b", "c", "d"}) {
      for (const char* qualifier : {"1", "2", "3"}) {
        Put(row, "f", qualifier, 1, Bytes(row) + qualifier);
        Put(row, "g", qualifier, 1, Bytes(row) + qualifier);
      }
    }
  }
};

TEST_F(FilterListScanTest, ConditionsCombine) {
  const FilterPtr rows_bc =
      filters::One({filters::Prefix("b"), filters::Row(Op::kEqual, Binary("c"))});
  EXPECT_EQ(Rows(rows_bc), "b c");
  EXPECT_EQ(Rows(rows_bc, true), "c b");
  const FilterPtr second =
      filters::One({filters::Qualifier(Op::kEqual, Binary("2")), filters::ColumnPrefix("3")});
  EXPECT_EQ(Row("b", filters::All({rows_bc, second})), "f:2@1=b2 f:3@1=b3 g:2@1=b2 g:3@1=b3");
  EXPECT_EQ(Row("a", filters::All({rows_bc, second})), "");
}

TEST_F(FilterListScanTest, PagesInListsCountWhatReachesThem) {
  EXPECT_EQ(Rows(filters::One({*filters::Page(1), filters::Prefix("c")})), "a c");
  EXPECT_EQ(Row("a", filters::All({filters::Qualifier(Op::kNotEqual, Binary("1")),
                                   *filters::ColumnPagination(1, 0)})),
            "f:2@1=a2");
  EXPECT_EQ(Row("a", filters::All({*filters::ColumnPagination(1, 0),
                                   filters::Qualifier(Op::kNotEqual, Binary("1"))})),
            "");
}

TEST_F(FilterListScanTest, WholeRowFiltersInsideMakeWholeRowLists) {
  filters::ColumnCondition condition{"f", "1", Op::kEqual, Binary("b1")};
  const FilterPtr list = filters::All({filters::KeyOnly(), *filters::SingleColumnValue(condition)});
  EXPECT_TRUE(list->HasFilterRow());
  // The value is compared before KeyOnly removes it.
  EXPECT_EQ(Rows(list), "b");
  EXPECT_EQ(Rows(filters::One({*filters::SingleColumnValue(condition), filters::Prefix("c")})),
            "b c");
}

}  // namespace
}  // namespace basalt::filter
