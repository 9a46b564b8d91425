// Random trees of filters on random tables.
//
// Codes that let a scan move ahead (next column, next row, hint) are optimizations. So a filter
// that decides by each cell alone must pass the same cells when all these codes are replaced by
// "skip", in forward and in reversed scans.
#include "filter/random_filters.h"

#include <algorithm>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "filter/built_in.h"
#include "filter/filter_fixture.h"

namespace basalt::filter {
namespace {

// The filter without its optimizations.
class WithoutSeeks : public Filter {
 public:
  explicit WithoutSeeks(std::unique_ptr<Filter> wrapped) : wrapped_(std::move(wrapped)) {}

  std::unique_ptr<Filter> Clone() const override {
    return std::make_unique<WithoutSeeks>(wrapped_->Clone());
  }
  void Reset() override { wrapped_->Reset(); }
  // Ending the scan is an optimization, too.
  bool FilterAllRemaining() override { return false; }
  bool FilterRowKey(BytesView row) override {
    skips_row_ = wrapped_->FilterAllRemaining() || wrapped_->FilterRowKey(row);
    return false;
  }
  Code FilterCell(const CellView& cell) override {
    if (skips_row_) return Code::kSkip;
    return Includes(wrapped_->FilterCell(cell)) ? Code::kInclude : Code::kSkip;
  }
  CellView TransformCell(const CellView& cell) override { return wrapped_->TransformCell(cell); }
  bool HasFilterRow() const override { return wrapped_->HasFilterRow(); }
  void FilterRowCells(RowResult& row) override { wrapped_->FilterRowCells(row); }
  bool FilterRow() override { return skips_row_ || wrapped_->FilterRow(); }
  void SetReversed(bool reversed) override { wrapped_->SetReversed(reversed); }
  Status status() const override { return wrapped_->status(); }

 private:
  std::unique_ptr<Filter> wrapped_;
  bool skips_row_ = false;
};

class RandomFiltersTest : public FilterFixture {
 protected:
  static constexpr int kTables = 6;
  static constexpr int kScansPerTable = 120;

  template <typename Use>
  void ForEachTable(uint64_t seed, Use use) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    RandomFilters random(seed);
    for (int i = 0; i < kTables; ++i) {
      NewTable("random" + std::to_string(i));
      for (const Cell& cell : random.Table(10 + random.Below(150))) {
        Put(cell.row, cell.family, cell.qualifier, cell.timestamp, cell.value);
      }
      for (int scan = 0; scan < kScansPerTable; ++scan) use(random, scan);
      if (HasFailure()) return;
    }
  }

  static Scan RandomScan(RandomFilters& random) {
    Scan scan;
    scan.ReadVersions(1 + random.Below(3));
    if (random.OneIn(4)) scan.AddFamily(random.Family());
    if (random.OneIn(4)) scan.AddColumn(random.Family(), random.Qualifier());
    return scan;
  }

  // The lines of `text`, unordered.
  static std::multiset<std::string> Lines(const std::string& text) {
    std::multiset<std::string> lines;
    for (size_t at = 0; at < text.size();) {
      const size_t end = text.find('\n', at);
      lines.insert(text.substr(at, end - at));
      at = end + 1;
    }
    return lines;
  }
};

TEST_F(RandomFiltersTest, ShortcutsChangeNothing) {
  int found = 0;
  ForEachTable(20'260, [&](RandomFilters& random, int number) {
    const FilterPtr filter = random.Tree(random.Below(4), RandomFilters::Kind::kPlain);
    Scan scan = RandomScan(random);
    const std::string quick = Cells(scan.SetFilter(filter));
    EXPECT_EQ(quick, Cells(scan.SetFilter(std::make_shared<WithoutSeeks>(filter->Clone()))))
        << "scan " << number;
    if (!quick.empty()) ++found;
  });
  EXPECT_GT(found, kTables * kScansPerTable / 4);
}

TEST_F(RandomFiltersTest, DirectionChangesNothingButTheOrder) {
  ForEachTable(20'263, [&](RandomFilters& random, int number) {
    const FilterPtr filter = random.Tree(random.Below(4), RandomFilters::Kind::kPlainAll);
    Scan scan = RandomScan(random);
    const std::string forwards = Cells(scan.SetFilter(filter));
    scan.SetReversed();
    const std::string backwards = Cells(scan);
    EXPECT_EQ(Lines(forwards), Lines(backwards)) << "scan " << number;
    EXPECT_EQ(backwards, Cells(scan.SetFilter(std::make_shared<WithoutSeeks>(filter->Clone()))))
        << "scan " << number;
  });
}

TEST_F(RandomFiltersTest, BatchesChangeNothing) {
  ForEachTable(20'261, [&](RandomFilters& random, int number) {
    const FilterPtr filter = random.Tree(random.Below(4), RandomFilters::Kind::kPlain);
    Scan scan = RandomScan(random);
    const std::string whole = Cells(scan.SetFilter(filter));
    EXPECT_EQ(whole, Cells(scan.SetBatch(1 + random.Below(3)))) << "scan " << number;
  });
}

TEST_F(RandomFiltersTest, ClonesStartAfresh) {
  ForEachTable(20'262, [&](RandomFilters& random, int number) {
    Scan scan = RandomScan(random);
    scan.SetFilter(random.Tree(random.Below(4))).SetReversed(random.OneIn(2));
    EXPECT_EQ(Cells(scan), Cells(scan)) << "scan " << number;
  });
}

}  // namespace
}  // namespace basalt::filter
