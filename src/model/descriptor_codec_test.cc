#include "model/descriptor_codec.h"

#include <random>
#include <string>

#include <gtest/gtest.h>

namespace basalt::model {
namespace {

TableDescriptor Sample() {
  TableDescriptor table(*TableName::Parse("ns:t"));
  table.SetAttribute("READONLY", "true").SetAttribute("MAX_FILESIZE", "many");
  EXPECT_TRUE(table.AddFamily(FamilyDescriptor("\xFF\x80").SetAttribute("k", "v")).ok());
  FamilyDescriptor family("a");
  family.SetMaxVersions(3).SetAttribute("long", std::string(300, 'x'));
  family.SetAttribute("bytes", std::string("\0\xFF", 2)).SetConfiguration("c", "d");
  EXPECT_TRUE(table.AddFamily(family).ok());
  EXPECT_TRUE(table.AddFamily(FamilyDescriptor("b")).ok());
  return table;
}

// Adds `by` to the byte at `position`.
Bytes Changed(Bytes record, size_t position, int by) {
  record[position] = static_cast<char>(record[position] + by);
  return record;
}

TEST(DescriptorCodecTest, TheBytesAreAsDescribed) {
  TableDescriptor table(*TableName::Parse("t"));
  table.SetAttribute("k", "v");
  ASSERT_TRUE(table.AddFamily(FamilyDescriptor("f").SetMaxVersions(2)).ok());
  EXPECT_EQ(EncodeTableDescriptor(table),
            BytesOf("T\1\7default\1t\1\1k\1v\1\1f\1\10VERSIONS\0012\0"));
  EXPECT_EQ(EncodeNamespaceDescriptor({"ns", {{"a", ""}}}), BytesOf("N\1\2ns\1\1a\0"));
}

TEST(DescriptorCodecTest, TablesComeBackAsTheyWent) {
  for (const TableDescriptor& table : {Sample(), TableDescriptor(*TableName::Parse("t"))}) {
    const auto decoded = DecodeTableDescriptor(EncodeTableDescriptor(table));
    ASSERT_TRUE(decoded.ok()) << decoded.status().message();
    EXPECT_EQ(*decoded, table);
  }
}

TEST(DescriptorCodecTest, NamespacesComeBackAsTheyWent) {
  const NamespaceDescriptor descriptor{"ns", {{"a", ""}, {"b", std::string(200, 'y')}}};
  const auto decoded = DecodeNamespaceDescriptor(EncodeNamespaceDescriptor(descriptor));
  ASSERT_TRUE(decoded.ok());
  EXPECT_EQ(decoded->name, descriptor.name);
  EXPECT_EQ(decoded->configuration, descriptor.configuration);
}

TEST(DescriptorCodecTest, CutAnywhereIsCorruption) {
  const Bytes table = EncodeTableDescriptor(Sample());
  for (size_t length = 0; length < table.size(); ++length) {
    // A copy of its own, so that a sanitizer sees any read past the end.
    const Bytes cut(table, 0, length);
    EXPECT_EQ(DecodeTableDescriptor(cut).status().code(), StatusCode::kCorruption) << length;
  }
  const Bytes ns = EncodeNamespaceDescriptor({"ns", {{"a", "b"}}});
  for (size_t length = 0; length < ns.size(); ++length) {
    const Bytes cut(ns, 0, length);
    EXPECT_EQ(DecodeNamespaceDescriptor(cut).status().code(), StatusCode::kCorruption) << length;
  }
}

TEST(DescriptorCodecTest, BytesTooManyAreCorruption) {
  EXPECT_EQ(DecodeTableDescriptor(EncodeTableDescriptor(Sample()) + '\0').status().message(),
            "descriptor record: 1 bytes too many");
  const auto decoded = DecodeNamespaceDescriptor(EncodeNamespaceDescriptor({"ns", {}}) + "xy");
  EXPECT_EQ(decoded.status().code(), StatusCode::kCorruption);
}

TEST(DescriptorCodecTest, KindAndVersionAreChecked) {
  const Bytes table = EncodeTableDescriptor(Sample());
  EXPECT_EQ(DecodeNamespaceDescriptor(table).status().code(), StatusCode::kCorruption);
  EXPECT_EQ(DecodeTableDescriptor(Changed(table, 1, -1)).status().code(), StatusCode::kCorruption);
  const Status newer = DecodeTableDescriptor(Changed(table, 1, 1)).status();
  EXPECT_EQ(newer.code(), StatusCode::kNewerFormat);
  EXPECT_EQ(newer.message(), "descriptor record has version 2, this Basalt reads up to 1");
}

TEST(DescriptorCodecTest, WhatNoEncoderWritesIsCorruption) {
  const BytesView records[] = {
      BytesOf("T\1\1n\1:\0\0"),                       // a table name that cannot be
      BytesOf("T\1\0\1t\0\0"),                        // no namespace
      BytesOf("T\1\1n\1t\2\1b\1x\1a\1x\0"),           // attributes out of order
      BytesOf("T\1\1n\1t\2\1a\1x\1a\1y\0"),           // an attribute twice
      BytesOf("T\1\1n\1t\1\1a\0\0"),                  // an empty attribute
      BytesOf("T\1\1n\1t\0\2\1b\0\0\1a\0\0"),         // families out of order
      BytesOf("T\1\1n\1t\0\2\1a\0\0\1a\0\0"),         // a family twice
      BytesOf("T\1\1n\1t\0\1\0\0\0"),                 // a family without a name
      BytesOf("T\1\1n\1t\0\1\1f\1\3TTL\0051 DAY\0"),  // a time nobody normalised
      BytesOf("N\1\x81\0a\0"),                        // a number in a longer form than needed
      BytesOf("N\1\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\2"),      // a number past 64 bits
      BytesOf("N\1\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\1"),      // a length past the end
      BytesOf("N\1\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\1"),  // a number of 11 bytes
      BytesOf("N\1\1n\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\1"),   // more entries than bytes
  };
  for (const BytesView record : records) {
    const Status status = record[0] == 'T' ? DecodeTableDescriptor(record).status()
                                           : DecodeNamespaceDescriptor(record).status();
    EXPECT_EQ(status.code(), StatusCode::kCorruption) << ToStringBinary(record);
  }
}

// Whatever the bytes, decoding says no or gives something that encodes to the same bytes.
TEST(DescriptorCodecTest, DamagedRecordsAreRefusedOrMeanWhatTheySay) {
  const Bytes good = EncodeTableDescriptor(Sample());
  std::mt19937 random(11);
  int accepted = 0;
  for (int round = 0; round < 20000; ++round) {
    Bytes record = good;
    for (size_t changes = 1 + random() % 3; changes > 0; --changes) {
      record[random() % record.size()] = static_cast<char>(random());
    }
    const auto decoded = DecodeTableDescriptor(record);
    if (!decoded.ok()) continue;
    ++accepted;
    ASSERT_EQ(EncodeTableDescriptor(*decoded), record) << ToStringBinary(record);
  }
  EXPECT_GT(accepted, 0);
}

}  // namespace
}  // namespace basalt::model
