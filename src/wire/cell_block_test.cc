#include "wire/cell_block.h"

#include <gtest/gtest.h>

#include "wire/big_endian.h"

namespace basalt::wire {
namespace {

constexpr CellCodec kCodecs[] = {CellCodec::kKeyValue, CellCodec::kKeyValueWithTags,
                                 CellCodec::kCell, CellCodec::kCellWithTags, CellCodec::kMessage};

CellView Sample() {
  return {.row = "row",
          .family = "f",
          .qualifier = "qual",
          .timestamp = 1234567890123,
          .type = CellType::kPut,
          .value = "value",
          .tags = BytesOf("\0\x09\x08\0\0\0\0\0\0\x03\xe8")};
}

void ExpectEqual(const CellView& a, const CellView& b, bool with_tags) {
  EXPECT_EQ(a.row, b.row);
  EXPECT_EQ(a.family, b.family);
  EXPECT_EQ(a.qualifier, b.qualifier);
  EXPECT_EQ(a.timestamp, b.timestamp);
  EXPECT_EQ(a.type, b.type);
  EXPECT_EQ(a.value, b.value);
  EXPECT_EQ(a.tags, with_tags ? b.tags : BytesView());
}

TEST(CellBlockTest, KeyValueBytesAreHBases) {
  Bytes block;
  AppendCell(CellCodec::kKeyValueWithTags, Sample(), block);
  EXPECT_EQ(block, BytesOf("\0\0\0\x2e"  // length of the rest
                           "\0\0\0\x14\0\0\0\x05"
                           "\0\x03row\x01"
                           "fqual"
                           "\0\0\x01\x1f\x71\xfb\x04\xcb\x04"
                           "value"
                           "\0\x0b\0\x09\x08\0\0\0\0\0\0\x03\xe8"));
  // Without tags there is no length of tags either.
  CellView plain = Sample();
  plain.tags = {};
  Bytes with;
  Bytes without;
  AppendCell(CellCodec::kKeyValueWithTags, plain, with);
  AppendCell(CellCodec::kKeyValue, Sample(), without);
  EXPECT_EQ(with, without);
}

TEST(CellBlockTest, EveryCodecReadsWhatItWrote) {
  CellView marker = Sample();
  marker.type = CellType::kDeleteFamily;
  marker.qualifier = {};
  marker.value = {};
  for (const CellCodec codec : kCodecs) {
    Bytes block;
    AppendCell(codec, Sample(), block);
    AppendCell(codec, marker, block);
    CellBlockReader reader(codec, block);
    const bool tags = codec == CellCodec::kKeyValueWithTags || codec == CellCodec::kCellWithTags;
    const auto first = reader.Next();
    ASSERT_TRUE(first.ok()) << first.status().ToString();
    ExpectEqual(*first, Sample(), tags);
    const auto second = reader.Next();
    ASSERT_TRUE(second.ok());
    ExpectEqual(*second, marker, tags);
    EXPECT_TRUE(reader.AtEnd());
  }
}

TEST(CellBlockTest, ABlockCutAnywhereIsAnError) {
  for (const CellCodec codec : kCodecs) {
    Bytes block;
    AppendCell(codec, Sample(), block);
    for (size_t length = 1; length < block.size(); ++length) {
      EXPECT_FALSE(CellBlockReader(codec, BytesView(block).substr(0, length)).Next().ok())
          << ClassNameOf(codec) << " cut at " << length;
    }
  }
}

TEST(CellBlockTest, LengthsThatContradictOneAnotherAreErrors) {
  Bytes good;
  AppendCell(CellCodec::kKeyValue, Sample(), good);
  for (const size_t at : {4, 5, 6, 7, 8, 12, 13}) {
    Bytes bad = good;
    bad[at] = '\x7f';
    EXPECT_FALSE(CellBlockReader(CellCodec::kKeyValue, bad).Next().ok()) << at;
  }
  Bytes type = good;
  type[4 + 8 + 19] = '\x05';
  EXPECT_FALSE(CellBlockReader(CellCodec::kKeyValue, type).Next().ok());
}

TEST(CellBlockTest, CodecsAreNamedAsInJava) {
  for (const CellCodec codec : kCodecs) EXPECT_EQ(CodecByClassName(ClassNameOf(codec)), codec);
  EXPECT_EQ(CodecByClassName(""), CellCodec::kNone);
  EXPECT_EQ(CodecByClassName("com.example.Codec"), std::nullopt);
}

}  // namespace
}  // namespace basalt::wire
