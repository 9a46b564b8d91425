#include "model/region_info.h"

#include <gtest/gtest.h>

namespace basalt::model {
namespace {

TableName Name(std::string_view name) { return *TableName::Parse(name); }

RegionInfo Info(std::string_view table, Bytes start, Bytes end, int64_t id) {
  RegionInfo info{Name(table), std::move(start), std::move(end)};
  info.region_id = id;
  return info;
}

// Digits made with md5sum.
TEST(RegionInfo, NamesAreHBases) {
  const RegionInfo first = Info("t", "", "m", 1700000000000);
  EXPECT_EQ(first.EncodedName(), "3e7c693fad145c1b69daad40c4b268c6");
  EXPECT_EQ(first.Name(), "t,,1700000000000.3e7c693fad145c1b69daad40c4b268c6.");
  const RegionInfo other = Info("ns:t", Bytes(BytesOf("a,\0b")), "", 7);
  EXPECT_EQ(other.EncodedName(), "277eba00ba6d3137552825a37f3e1d9f");
  EXPECT_EQ(other.Name(), Bytes(BytesOf("ns:t,a,\0b,7.277eba00ba6d3137552825a37f3e1d9f.")));
  RegionInfo replica = first;
  replica.replica_id = 26;
  EXPECT_EQ(replica.Name(), "t,,1700000000000_001A.41bb2118bb93c74e94e2ad2a23e9009d.");
}

TEST(RegionInfo, MetaHasANameOfItsOwn) {
  const RegionInfo meta = RegionInfo::Meta();
  EXPECT_EQ(meta.Name(), "hbase:meta,,1");
  EXPECT_EQ(meta.EncodedName(), "1588230740");
  EXPECT_EQ(EncodedNameOf("hbase:meta,,1"), "1588230740");
  EXPECT_TRUE(meta.Contains("anything"));
}

TEST(RegionInfo, EncodedNameInAWholeName) {
  const RegionInfo info = Info("t", "..,", "", 7);
  EXPECT_EQ(EncodedNameOf(info.Name()), info.EncodedName());
  EXPECT_EQ(EncodedNameOf(info.EncodedName()), "");
  EXPECT_EQ(EncodedNameOf(""), "");
  EXPECT_EQ(EncodedNameOf("t,,1."), "");
  EXPECT_EQ(EncodedNameOf(info.Name().substr(0, info.Name().size() - 1)), "");
}

TEST(RegionInfo, HoldsRowsFromStartToBeforeEnd) {
  const RegionInfo info = Info("t", "b", "d", 1);
  EXPECT_FALSE(info.Contains("a"));
  EXPECT_TRUE(info.Contains("b"));
  EXPECT_TRUE(info.Contains("c\xFF"));
  EXPECT_FALSE(info.Contains("d"));
  EXPECT_TRUE(Info("t", "b", "", 1).Contains("\xFF"));
}

TEST(RegionInfo, MessageHasAllFields) {
  const RegionInfo info = Info("ns:t", "a", "b", 300);
  const Bytes message = info.ToProtobuf();
  EXPECT_EQ(message, Bytes(BytesOf("\x08\xAC\x02"
                                   "\x12\x07\x0A\x02ns\x12\x01t"
                                   "\x1A\x01"
                                   "a\x22\x01"
                                   "b\x28\x00\x30\x00\x38\x00")));
  EXPECT_EQ(info.ToCellValue(), "PBUF" + message);
}

TEST(RegionInfo, MessagesComeBackAsTheyWere) {
  RegionInfo info = Info("ns:t", Bytes(BytesOf("a\0,")), "b", 1700000000000);
  info.offline = true;
  info.split = true;
  info.replica_id = 3;
  EXPECT_EQ(*RegionInfo::FromProtobuf(info.ToProtobuf()), info);
  EXPECT_EQ(*RegionInfo::FromCellValue(info.ToCellValue()), info);
  // Fields this version does not know are passed over, of whatever kind.
  EXPECT_EQ(*RegionInfo::FromProtobuf(info.ToProtobuf() + Bytes(BytesOf("\x7A\x01x\x78\x05"))),
            info);
  EXPECT_EQ(*RegionInfo::FromProtobuf(
                info.ToProtobuf() + Bytes(BytesOf("\x79\x01\x02\x03\x04\x05\x06\x07\x08\x7D__12"))),
            info);
}

TEST(RegionInfo, BadMessagesAreRefused) {
  const Bytes message = Info("t", "a", "b", 300).ToProtobuf();
  EXPECT_EQ(RegionInfo::FromProtobuf("").status().code(), StatusCode::kCorruption);
  EXPECT_FALSE(RegionInfo::FromProtobuf(message.substr(0, 6)).ok());
  EXPECT_FALSE(RegionInfo::FromProtobuf("\x0B").ok());
  EXPECT_FALSE(RegionInfo::FromProtobuf(Bytes(12, '\xFF')).ok());
  EXPECT_EQ(RegionInfo::FromCellValue(message).status().code(), StatusCode::kCorruption);
  // Whatever is cut off, nothing past the end is read.
  for (size_t length = 0; length < message.size(); ++length) {
    (void)RegionInfo::FromProtobuf(BytesView(message).substr(0, length)).ok();
  }
}

TEST(RegionInfo, PrintedAsHBasePrintsIt) {
  RegionInfo info = Info("t", "", BytesOf("\x01").data(), 1700000000000);
  EXPECT_EQ(info.ToString(),
            "{ENCODED => 3e7c693fad145c1b69daad40c4b268c6, NAME => "
            "'t,,1700000000000.3e7c693fad145c1b69daad40c4b268c6.', STARTKEY => '', ENDKEY => "
            "'\\x01'}");
  info.offline = info.split = true;
  EXPECT_TRUE(info.ToString().ends_with(", OFFLINE => true, SPLIT => true}"));
}

TEST(NamespaceMessage, ComesBackAsItWas) {
  const NamespaceDescriptor ns{"ns", {{"k", "v"}, {"k2", ""}}};
  const Bytes message = NamespaceToProtobuf(ns);
  EXPECT_EQ(message, Bytes(BytesOf("\x0A\x02ns\x12\x06\x0A\x01k\x12\x01v\x12\x06\x0A\x02k2\x12"
                                   "\x00")));
  const auto back = NamespaceFromProtobuf(message);
  ASSERT_TRUE(back.ok());
  EXPECT_EQ(back->name, ns.name);
  EXPECT_EQ(back->configuration, ns.configuration);
  EXPECT_FALSE(NamespaceFromProtobuf("\x0A\x05ns").ok());
}

}  // namespace
}  // namespace basalt::model
