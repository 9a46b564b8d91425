#include "basalt/cell.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

#include <gtest/gtest.h>

namespace basalt {
namespace {

constexpr CellType kAllTypes[] = {CellType::kMinimum,      CellType::kPut,
                                  CellType::kDelete,       CellType::kDeleteFamilyVersion,
                                  CellType::kDeleteColumn, CellType::kDeleteFamily,
                                  CellType::kMaximum};

// HBase's rules one by one, over plain unsigned bytes; slow and obvious. Negative, zero, positive.
int ReferenceCompareBytes(BytesView a, BytesView b) {
  for (size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
    const int left = static_cast<unsigned char>(a[i]);
    const int right = static_cast<unsigned char>(b[i]);
    if (left != right) return left - right;
  }
  return static_cast<int>(a.size()) - static_cast<int>(b.size());
}

int ReferenceCompare(const CellView& a, const CellView& b) {
  if (const int rows = ReferenceCompareBytes(a.row, b.row)) return rows;
  const auto is_last = [](const CellView& cell) {
    return cell.family.size() + cell.qualifier.size() == 0 && cell.type == CellType::kMinimum;
  };
  if (is_last(a) && !is_last(b)) return 1;
  if (is_last(b) && !is_last(a)) return -1;
  if (const int families = ReferenceCompareBytes(a.family, b.family)) return families;
  if (const int qualifiers = ReferenceCompareBytes(a.qualifier, b.qualifier)) return qualifiers;
  if (a.timestamp != b.timestamp) return a.timestamp > b.timestamp ? -1 : 1;
  return static_cast<int>(b.type) - static_cast<int>(a.type);
}

int Sign(std::strong_ordering order) { return std::is_lt(order) ? -1 : std::is_gt(order) ? 1 : 0; }
int Sign(int order) { return order < 0 ? -1 : order > 0 ? 1 : 0; }

std::vector<Cell> RandomCells(size_t count, uint32_t seed) {
  std::mt19937 random(seed);
  const auto bytes = [&random] {
    const char alphabet[] = {'\0', '\x01', 'a', '\x7F', '\x80', '\xFF'};
    Bytes text(random() % 3, '\0');
    for (char& c : text) c = alphabet[random() % std::size(alphabet)];
    return text;
  };
  const int64_t times[] = {0, 1, 2, kLatestTimestamp, std::numeric_limits<int64_t>::min()};
  std::vector<Cell> cells(count);
  for (Cell& cell : cells) {
    cell.row = bytes();
    cell.family = bytes();
    cell.qualifier = bytes();
    cell.timestamp = times[random() % std::size(times)];
    cell.type = kAllTypes[random() % std::size(kAllTypes)];
  }
  return cells;
}

// R1: row, column, then newest first.
TEST(CellOrderTest, R1_AgreesWithTheReferenceOnAllPairs) {
  const auto cells = RandomCells(700, 7);
  for (const Cell& a : cells) {
    for (const Cell& b : cells) {
      ASSERT_EQ(Sign(CompareCells(a.view(), b.view())), Sign(ReferenceCompare(a.view(), b.view())))
          << ToString(a.view()) << " and " << ToString(b.view());
    }
  }
}

TEST(CellOrderTest, IsATotalOrder) {
  auto cells = RandomCells(120, 8);
  for (const Cell& a : cells) {
    EXPECT_EQ(Sign(CompareCells(a.view(), a.view())), 0);
    for (const Cell& b : cells) {
      EXPECT_EQ(Sign(CompareCells(a.view(), b.view())), -Sign(CompareCells(b.view(), a.view())));
      for (const Cell& c : cells) {
        if (std::is_lteq(CompareCells(a.view(), b.view())) &&
            std::is_lteq(CompareCells(b.view(), c.view()))) {
          ASSERT_TRUE(std::is_lteq(CompareCells(a.view(), c.view())));
        }
      }
    }
  }
}

TEST(CellOrderTest, AtOneTimestampMarkersComeBeforePuts) {
  std::vector<CellType> types(std::begin(kAllTypes), std::end(kAllTypes));
  std::sort(types.begin(), types.end(), [](CellType a, CellType b) {
    return std::is_lt(CompareCells({"r", "f", "q", 5, a, {}, {}}, {"r", "f", "q", 5, b, {}, {}}));
  });
  const std::vector<CellType> expected = {CellType::kMaximum,      CellType::kDeleteFamily,
                                          CellType::kDeleteColumn, CellType::kDeleteFamilyVersion,
                                          CellType::kDelete,       CellType::kPut,
                                          CellType::kMinimum};
  EXPECT_EQ(types, expected);
}

TEST(CellOrderTest, ValueAndTagsPlayNoPart) {
  const auto order = CompareCells({"r", "f", "q", 5, CellType::kPut, "a", "x"},
                                  {"r", "f", "q", 5, CellType::kPut, "b", ""});
  EXPECT_EQ(Sign(order), 0);
}

TEST(CellTest, ToStringPrintsAsHBase) {
  const struct {
    CellView cell;
    std::string_view text;
  } cases[] = {
      {{BytesOf("r\0"), "f", "q", 7, CellType::kPut, "abc", {}}, "r\\x00/f:q/7/Put/vlen=3/seqid=0"},
      {{"r", "f", "", kLatestTimestamp, CellType::kDeleteFamily, {}, {}},
       "r/f:/LATEST_TIMESTAMP/DeleteFamily/vlen=0/seqid=0"},
      {{"r", "", "", std::numeric_limits<int64_t>::min(), CellType::kMinimum, {}, {}},
       "r//OLDEST_TIMESTAMP/Minimum/vlen=0/seqid=0"},
      {{"r", "f", "q", 0, CellType::kDeleteFamilyVersion, {}, {}},
       "r/f:q/0/DeleteFamilyVersion/vlen=0/seqid=0"},
  };
  for (const auto& c : cases) EXPECT_EQ(ToString(c.cell), c.text);
}

TEST(CellTest, TypeNamesAndKinds) {
  const struct {
    CellType type;
    std::string_view name;
    bool is_marker;
    bool is_family_marker;
  } cases[] = {
      {CellType::kMinimum, "Minimum", false, false},
      {CellType::kPut, "Put", false, false},
      {CellType::kDelete, "Delete", true, false},
      {CellType::kDeleteFamilyVersion, "DeleteFamilyVersion", true, true},
      {CellType::kDeleteColumn, "DeleteColumn", true, false},
      {CellType::kDeleteFamily, "DeleteFamily", true, true},
      {CellType::kMaximum, "Maximum", false, false},
  };
  for (const auto& c : cases) {
    EXPECT_EQ(CellTypeName(c.type), c.name);
    EXPECT_EQ(IsDeleteMarker(c.type), c.is_marker) << c.name;
    EXPECT_EQ(IsFamilyMarker(c.type), c.is_family_marker) << c.name;
  }
}

// R17: the measure of the cell size limit; the numbers are HBase's for the same cells.
TEST(CellTest, R17_SerializedSizeIsHBases) {
  EXPECT_EQ(SerializedCellSize({BytesOf("r\0"), "f", "q", 7, CellType::kPut, "abc", {}}), 31U);
  EXPECT_EQ(SerializedCellSize({"r", "f", "", 7, CellType::kDeleteFamily, {}, {}}), 26U);
  Bytes tags;
  AppendTag(tags, kTtlTagType, EncodeLong(5));
  EXPECT_EQ(SerializedCellSize({"r", "f", "q", 1, CellType::kPut, "v", tags}), 41U);
}

TEST(CellTest, CellOwnsWhatItsViewShows) {
  Bytes source = "row family qualifier value tags";
  const BytesView all = source;
  const Cell cell(CellView{all.substr(0, 3), all.substr(4, 6), all.substr(11, 9), 42,
                           CellType::kDeleteColumn, all.substr(21, 5), all.substr(27, 4)});
  source.assign(source.size(), '!');
  const CellView view = cell.view();
  EXPECT_EQ(view.row, "row");
  EXPECT_EQ(view.family, "family");
  EXPECT_EQ(view.qualifier, "qualifier");
  EXPECT_EQ(view.timestamp, 42);
  EXPECT_EQ(view.type, CellType::kDeleteColumn);
  EXPECT_EQ(view.value, "value");
  EXPECT_EQ(view.tags, "tags");
}

// R10: a cell's own TTL travels as a tag, in HBase's bytes.
TEST(TagTest, R10_TtlTagHasHBasesBytes) {
  Bytes tags;
  AppendTag(tags, kTtlTagType, EncodeLong(5));
  EXPECT_EQ(tags, BytesOf("\x00\x09\x08\x00\x00\x00\x00\x00\x00\x00\x05"));
  EXPECT_EQ(TtlFromTags(tags), 5);
}

TEST(TagTest, TtlIsFoundAmongOtherTags) {
  Bytes tags;
  AppendTag(tags, 1, "acl");
  AppendTag(tags, 2, "");
  EXPECT_EQ(TtlFromTags(tags), std::nullopt);
  AppendTag(tags, kTtlTagType, EncodeLong(1000));
  AppendTag(tags, kTtlTagType, EncodeLong(2000));
  EXPECT_EQ(TtlFromTags(tags), 1000);
  EXPECT_EQ(TtlFromTags(""), std::nullopt);
}

TEST(TagTest, RemoveTagsKeepsTheOthersInOrder) {
  Bytes tags;
  AppendTag(tags, 1, "a");
  AppendTag(tags, kTtlTagType, EncodeLong(1));
  AppendTag(tags, 2, Bytes(300, 'b'));
  AppendTag(tags, kTtlTagType, EncodeLong(2));
  Bytes expected;
  AppendTag(expected, 1, "a");
  AppendTag(expected, 2, Bytes(300, 'b'));
  EXPECT_EQ(RemoveTags(tags, kTtlTagType), expected);
  EXPECT_EQ(RemoveTags(expected, kTtlTagType), expected);
  EXPECT_EQ(RemoveTags(BytesView(), 1), "");
}

TEST(TagTest, DamagedListsEndWhereTheDamageIs) {
  Bytes tags;
  AppendTag(tags, 1, "abc");
  AppendTag(tags, kTtlTagType, EncodeLong(1));
  for (size_t length = 0; length < tags.size(); ++length) {
    EXPECT_EQ(TtlFromTags(BytesView(tags).substr(0, length)), std::nullopt) << length;
  }
  // A tag of length zero cannot even hold its type.
  EXPECT_EQ(TtlFromTags(BytesOf("\0\0\x08\0\0")), std::nullopt);
  // A TTL tag that is not a long says nothing.
  Bytes odd;
  AppendTag(odd, kTtlTagType, "1234567");
  EXPECT_EQ(TtlFromTags(odd), std::nullopt);
}

}  // namespace
}  // namespace basalt
