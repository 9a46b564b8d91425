// Rules on single cells. tests/semantics tests the whole, against a model and against Apache HBase.
#include "store/visibility.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "store/cell_codec.h"

namespace basalt::store {
namespace {

struct Input {
  std::string qualifier;
  int64_t timestamp;
  CellType type = CellType::kPut;
  int64_t ttl_ms = kNoTtl;
  uint64_t order = 0;
};

// Passes a row to Visibility; returns the kept cells as "q@10 q@8(DeleteColumn)".
std::string Kept(Visibility visibility, const std::vector<Input>& cells) {
  visibility.StartRow();
  std::string kept;
  std::string column = "none";
  bool column_over = false;
  for (const Input& cell : cells) {
    const bool new_column = cell.qualifier != column;
    if (new_column) column_over = false;
    column = cell.qualifier;
    if (column_over) continue;
    const Bytes qualifier = EncodeRow(cell.qualifier);
    const Verdict verdict =
        visibility.Judge(qualifier, new_column, cell.timestamp, cell.type, cell.ttl_ms, cell.order);
    if (Keeps(verdict)) {
      kept += (kept.empty() ? "" : " ") + cell.qualifier + "@" + std::to_string(cell.timestamp);
      if (cell.type != CellType::kPut) kept += "(" + std::string(CellTypeName(cell.type)) + ")";
    }
    if (verdict == Verdict::kNextRow || verdict == Verdict::kKeepThenNextRow) break;
    column_over = verdict == Verdict::kNextColumn || verdict == Verdict::kKeepThenNextColumn;
  }
  return kept;
}

Visibility Reader(const FamilyRules& rules, int32_t versions, int64_t now = 1000000) {
  ReadShape shape;
  shape.max_versions = versions;
  return {rules, Purpose::kRead, shape, now};
}

FamilyRules Versions(int32_t max) {
  FamilyRules rules;
  rules.max_versions = max;
  return rules;
}

Input Ordered(uint64_t order, std::string qualifier, int64_t timestamp,
              CellType type = CellType::kPut) {
  return {std::move(qualifier), timestamp, type, kNoTtl, order};
}

FamilyRules NewVersions(int32_t max) {
  FamilyRules rules = Versions(max);
  rules.new_version_behavior = true;
  return rules;
}

TEST(Visibility, NewVersionBehaviorHidesWhatWasWrittenBefore) {
  const auto all = Reader(NewVersions(3), 10);
  const auto marker = CellType::kDeleteColumn;
  EXPECT_EQ(Kept(all, {Ordered(1, "a", 9, marker), Ordered(2, "a", 5)}), "a@5");
  EXPECT_EQ(Kept(all, {Ordered(2, "a", 9, marker), Ordered(1, "a", 5)}), "");
  // Of one write the marker wins, and so it does among cells without order numbers.
  EXPECT_EQ(Kept(all, {Ordered(1, "a", 9, marker), Ordered(1, "a", 5)}), "");
  EXPECT_EQ(Kept(all, {Ordered(0, "a", 9, marker), Ordered(0, "a", 7, marker), Ordered(0, "a", 8)}),
            "");
  // The version before a deletion of its timestamp and the one after it.
  EXPECT_EQ(Kept(all, {Ordered(2, "a", 5, CellType::kDelete), Ordered(3, "a", 5),
                       Ordered(1, "a", 5), Ordered(1, "a", 4)}),
            "a@5 a@4");
}

TEST(Visibility, NewVersionBehaviorDoesNotBringSurplusVersionsBack) {
  const std::vector<Input> cells = {Ordered(4, "a", 9, CellType::kDelete), Ordered(3, "a", 9),
                                    Ordered(2, "a", 8), Ordered(1, "a", 7)};
  EXPECT_EQ(Kept(Reader(Versions(2), 10), cells), "a@8 a@7");
  EXPECT_EQ(Kept(Reader(NewVersions(2), 10), cells), "a@8");
  EXPECT_EQ(Kept(Reader(NewVersions(3), 1), cells), "a@8");
  // Only a look at all cells tells, so a flush keeps them.
  EXPECT_EQ(Kept({NewVersions(2), Purpose::kMinor, 1000000, 0}, cells), "a@9(Delete) a@9 a@8 a@7");
  EXPECT_EQ(Kept({NewVersions(2), Purpose::kMajor, 1000000, 0}, cells), "a@8");
}

TEST(Visibility, R7_SurplusVersionsAreNotReturned) {
  EXPECT_EQ(Kept(Reader(Versions(2), 10), {{"a", 5}, {"a", 4}, {"a", 3}, {"b", 1}}), "a@5 a@4 b@1");
  EXPECT_EQ(Kept(Reader(Versions(5), 1), {{"a", 5}, {"a", 4}, {"b", 1}}), "a@5 b@1");
}

TEST(Visibility, R11_EachMarkerMasksItsOwn) {
  const auto all = Reader(Versions(10), 10);
  EXPECT_EQ(Kept(all, {{"a", 5}, {"a", 4, CellType::kDelete}, {"a", 4}, {"a", 3}}), "a@5 a@3");
  EXPECT_EQ(Kept(all, {{"a", 5}, {"a", 4, CellType::kDeleteColumn}, {"a", 4}, {"a", 3}, {"b", 2}}),
            "a@5 b@2");
  EXPECT_EQ(Kept(all, {{"", 4, CellType::kDeleteFamily}, {"a", 5}, {"a", 4}, {"b", 3}}), "a@5");
  EXPECT_EQ(Kept(all, {{"", 4, CellType::kDeleteFamilyVersion}, {"a", 5}, {"a", 4}, {"b", 3}}),
            "a@5 b@3");
  // A marker of one version does not take the place of one of all versions above it.
  EXPECT_EQ(
      Kept(all,
           {{"a", 9, CellType::kDeleteColumn}, {"a", 5, CellType::kDelete}, {"a", 5}, {"a", 4}}),
      "");
}

TEST(Visibility, RawReadsShowWhatHasExpired) {
  FamilyRules rules = Versions(10);
  rules.ttl_ms = 100;
  ReadShape shape;
  shape.max_versions = 10;
  EXPECT_EQ(Kept({rules, Purpose::kRawRead, shape, 2000}, {{"a", 950}, {"a", 900}}), "a@950 a@900");
}

TEST(Visibility, FamilyMarkersAmongCellsOfTheEmptyQualifierAreAllSeen) {
  const std::vector<Input> row = {{"", 9}, {"", 8},  {"", 7, CellType::kDeleteFamily},
                                  {"", 6}, {"a", 8}, {"a", 7}};
  EXPECT_EQ(Kept(Reader(Versions(1), 1), row), "@9 a@8");
}

TEST(Visibility, R12_ReadsBeforeAMarkerSeeKeptDeletedCells) {
  FamilyRules rules = Versions(10);
  ReadShape before_marker;
  before_marker.max_versions = 10;
  before_marker.time_range = *TimeRange::Of(0, 5);
  const std::vector<Input> row = {{"a", 5, CellType::kDeleteColumn}, {"a", 4}};
  EXPECT_EQ(Kept({rules, Purpose::kRead, before_marker, 1000}, row), "");
  rules.keep_deleted = KeepDeletedCells::kTrue;
  EXPECT_EQ(Kept({rules, Purpose::kRead, before_marker, 1000}, row), "a@4");
}

TEST(Visibility, R8_R9_ExpiryAndMinVersions) {
  FamilyRules rules = Versions(10);
  rules.ttl_ms = 100;
  EXPECT_EQ(Kept(Reader(rules, 10, 1000), {{"a", 950}, {"a", 900}, {"a", 899}}), "a@950 a@900");
  rules.min_versions = 1;
  EXPECT_EQ(Kept(Reader(rules, 10, 2000), {{"a", 950}, {"a", 900}}), "a@950");
  // An explicit column returns one expired version more than it should: as HBase does.
  ReadShape explicit_column;
  explicit_column.max_versions = 10;
  explicit_column.columns = {EncodeRow("a")};
  EXPECT_EQ(
      Kept({rules, Purpose::kRead, explicit_column, 1000}, {{"a", 950}, {"a", 800}, {"a", 700}}),
      "a@950 a@800");
}

TEST(Visibility, R10_CellTtlCannotProlong) {
  FamilyRules rules = Versions(1);
  rules.ttl_ms = 100;
  EXPECT_EQ(Kept(Reader(rules, 1, 1000), {{"a", 990, CellType::kPut, 5}}), "");
  EXPECT_EQ(Kept(Reader(rules, 1, 1000), {{"a", 990, CellType::kPut, 10}}), "a@990");
  EXPECT_EQ(Kept(Reader(rules, 1, 1000), {{"a", 890, CellType::kPut, 10000}}), "");
}

TEST(Visibility, MinorKeepsMarkersMajorDropsThem) {
  const std::vector<Input> row = {{"a", 5, CellType::kDeleteColumn}, {"a", 4}, {"b", 3}};
  EXPECT_EQ(Kept({Versions(1), Purpose::kMinor, 1000, 0}, row), "a@5(DeleteColumn) b@3");
  EXPECT_EQ(Kept({Versions(1), Purpose::kMajor, 1000, 3}, row), "b@3");
}

TEST(Visibility, R12_MajorKeepsMarkersOfKeptDeletedCellsWhileAPutIsOlder) {
  FamilyRules rules = Versions(10);
  rules.keep_deleted = KeepDeletedCells::kTrue;
  const std::vector<Input> row = {{"a", 5, CellType::kDeleteColumn}, {"a", 4}};
  EXPECT_EQ(Kept({rules, Purpose::kMajor, 1000, 4}, row), "a@5(DeleteColumn) a@4");
  EXPECT_EQ(Kept({rules, Purpose::kMajor, 1000, 6}, {{"a", 5, CellType::kDeleteColumn}}), "");
}

TEST(Visibility, R13_RawReadsShowEverythingInRange) {
  ReadShape shape;
  shape.max_versions = 10;
  EXPECT_EQ(Kept({Versions(1), Purpose::kRawRead, shape, 1000},
                 {{"a", 5, CellType::kDeleteColumn}, {"a", 4}, {"a", 3}}),
            "a@5(DeleteColumn) a@4 a@3");
}

}  // namespace
}  // namespace basalt::store
