// Random cells and random trees of filters, from a seed. Included by *_test.cc files only.
//
// Row keys have three letters, so that every kind of seek skips something; the parts have few
// distinct values, so that filters often match.
#pragma once

#include <cstdint>
#include <iterator>
#include <random>
#include <string>
#include <vector>

#include "basalt/cell.h"
#include "basalt/filters.h"

namespace basalt::filter {

class RandomFilters {
 public:
  explicit RandomFilters(uint64_t seed) : random_(seed) {}

  int Below(int bound) { return std::uniform_int_distribution<int>(0, bound - 1)(random_); }
  bool OneIn(int chances) { return Below(chances) == 0; }

  Bytes Row() { return Bytes{Letter(), Letter(), Letter()}; }
  Bytes Family() { return OneIn(2) ? "f" : "g"; }
  Bytes Qualifier() {
    static constexpr const char* kQualifiers[] = {"", "a", "aa", "ab", "b", "ba", "c"};
    return kQualifiers[Below(std::size(kQualifiers))];
  }
  Bytes Value() { return Bytes(1 + Below(2), Letter()); }
  int64_t Timestamp() { return 1 + Below(5); }

  // Cells of two families, each at most once.
  std::vector<Cell> Table(int cells) {
    std::vector<Cell> table;
    for (int i = 0; i < cells; ++i) {
      Cell cell;
      cell.row = Row();
      cell.family = Family();
      cell.qualifier = Qualifier();
      cell.timestamp = Timestamp();
      cell.value = Value();
      table.push_back(std::move(cell));
    }
    return table;
  }

  enum class Kind : uint8_t {
    kAny,
    // Each cell or row is judged by itself, whatever came before it.
    kPlain,
    // The same without MUST_PASS_ONE lists: in reversed scans these lose cells, as HBase's do,
    // since they take a hint already reached for one ahead.
    kPlainAll,
  };
  FilterPtr Tree(int depth, Kind kind = Kind::kAny) {
    if (depth == 0 || OneIn(3)) return Leaf(kind == Kind::kAny);
    if (kind == Kind::kAny && OneIn(6)) {
      return OneIn(2) ? filters::Skip(Tree(depth - 1)) : filters::WhileMatch(Tree(depth - 1));
    }
    std::vector<FilterPtr> list;
    for (int i = 1 + Below(3); i > 0; --i) list.push_back(Tree(depth - 1, kind));
    return OneIn(2) || kind == Kind::kPlainAll ? filters::All(std::move(list))
                                               : filters::One(std::move(list));
  }

  FilterPtr Leaf(bool counting) { return counting && OneIn(3) ? CountingLeaf() : PlainLeaf(); }

  // Judges each cell, or each row, by itself.
  FilterPtr PlainLeaf() {
    switch (Below(12)) {
      case 0: return filters::Row(Operator(), RowComparator());
      case 1: return filters::Family(Operator(), comparators::Binary(Family()));
      case 2: return filters::Qualifier(Operator(), TextComparator(Qualifier()));
      case 3: return filters::Value(Operator(), TextComparator(Value()));
      case 4: return filters::Prefix(Row().substr(0, 1 + Below(2)));
      case 5: return filters::ColumnPrefix(Qualifier());
      case 6: return MultipleColumnPrefix();
      case 7: return ColumnRange();
      case 8: return *filters::Timestamps({Timestamp(), Timestamp()}, OneIn(2));
      case 9: return filters::KeyOnly(OneIn(2));
      case 10: return MultiRowRange();
      default: return Fuzzy();
    }
  }

  FilterPtr CountingLeaf() {
    switch (Below(12)) {
      case 0: return filters::InclusiveStop(Row());
      case 1: return *filters::Page(1 + Below(8));
      case 2: return *filters::ColumnPagination(1 + Below(3), Below(3));
      case 3: return *filters::ColumnPagination(1 + Below(3), Qualifier());
      case 4: return *filters::ColumnCountGet(1 + Below(4));
      case 5: return filters::FirstKeyOnly();
      case 6: return filters::FirstKeyMatching({Qualifier(), Qualifier()});
      case 7: return *filters::SingleColumnValue(Condition());
      case 8: return *filters::SingleColumnValueExclude(Condition());
      case 9:
        return filters::ColumnValue(Family(), Qualifier(), Operator(), TextComparator(Value()));
      case 10: return filters::DependentColumn(Family(), Qualifier(), OneIn(2));
      default:
        return filters::DependentColumn(Family(), Qualifier(), OneIn(2), Operator(),
                                        TextComparator(Value()));
    }
  }

 private:
  char Letter() { return static_cast<char>('a' + Below(3)); }
  CompareOperator Operator() { return static_cast<CompareOperator>(Below(6)); }

  ComparatorPtr TextComparator(const Bytes& value) {
    switch (Below(7)) {
      case 0: return comparators::BinaryPrefix(value);
      case 1: return comparators::Substring(value);
      case 2: return *comparators::Regex("^" + value + "[ab]");
      case 3: return comparators::Null();
      default: return comparators::Binary(value);
    }
  }
  ComparatorPtr RowComparator() {
    switch (Below(4)) {
      case 0: return comparators::BinaryComponent(Row().substr(1), 1);
      case 1: return comparators::Bit(Row(), static_cast<BitwiseOperator>(Below(3)));
      default: return TextComparator(Row().substr(0, 1 + Below(3)));
    }
  }
  filters::ColumnCondition Condition() {
    return {Family(), Qualifier(), Operator(), TextComparator(Value()), OneIn(2), OneIn(2)};
  }
  FilterPtr MultipleColumnPrefix() {
    std::vector<Bytes> prefixes = {Qualifier()};
    if (const Bytes other = Qualifier(); other != prefixes[0]) prefixes.push_back(other);
    return *filters::MultipleColumnPrefix(std::move(prefixes));
  }
  FilterPtr ColumnRange() {
    const auto bound = [this] { return OneIn(4) ? std::nullopt : std::optional(Qualifier()); };
    return filters::ColumnRange(bound(), OneIn(2), bound(), OneIn(2));
  }
  FilterPtr MultiRowRange() {
    std::vector<RowRange> ranges;
    for (int i = 1 + Below(3); i > 0; --i) {
      RowRange range{Row(), OneIn(2), Row(), OneIn(2)};
      if (range.start > range.stop) std::swap(range.start, range.stop);
      if (range.start == range.stop) range.include_stop = range.include_start = true;
      ranges.push_back(std::move(range));
    }
    return *filters::MultiRowRange(std::move(ranges));
  }
  FilterPtr Fuzzy() {
    std::vector<FuzzyKey> keys;
    for (int i = 1 + Below(2); i > 0; --i) {
      FuzzyKey key{Row().substr(0, 2 + Below(2)), {}};
      for (size_t byte = 0; byte < key.key.size(); ++byte) {
        key.mask.push_back(static_cast<char>(Below(2)));
      }
      keys.push_back(std::move(key));
    }
    return *filters::FuzzyRow(std::move(keys));
  }

  std::mt19937_64 random_;
};

}  // namespace basalt::filter
