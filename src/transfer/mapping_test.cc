#include "transfer/mapping.h"

#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/testing.h"
#include "transfer/mapping_file.h"
#include "transfer/record_mapper.h"

namespace basalt::transfer {
namespace {

using testing::HasSubstr;

std::string Error(const std::string& map, const KeySchema* schema = nullptr) {
  const auto mapping = Mapping::Parse(map, ValueType());
  return mapping.ok() ? mapping->Check(schema).message() : mapping.status().message();
}

// "row f:q@ts=value ..." of a record with the columns a, b, c.
std::string Mapped(const std::string& map, const std::vector<Field>& fields,
                   const KeySchema* schema = nullptr) {
  MapperContext context;
  context.families = {"f", "g"};
  context.timestamp = 7;
  context.schema = schema;
  auto mapper =
      RecordMapper::ForColumns(*Mapping::Parse(map, ValueType()), {"a", "b", "c"}, context);
  if (!mapper.ok()) return mapper.status().message();
  MappedRecord record;
  const Status status = mapper->Map(fields, record);
  if (!status.ok()) return status.message();
  std::string text = ToStringBinary(record.row);
  if (record.is_delete) text += " delete@" + std::to_string(record.timestamp);
  for (const MutationCell& cell : record.cells) {
    text += " " + ToStringBinary(cell.family) + ":" + ToStringBinary(cell.qualifier) + "@" +
            std::to_string(cell.timestamp) + "/" + std::string(CellTypeName(cell.type)) + "=" +
            ToStringBinary(cell.value);
  }
  return text;
}

Field Text(const char* text) { return {{}, text, false}; }
Field Absent() { return {{}, {}, true}; }

TEST(Mapping, PrintsWhatItReads) {
  const std::string text =
      R"(key:hex=a f:b:long=2 "f:c=with space" ts=t ttl=l type=o f:x\x3Ay=d key.u=q)";
  const auto mapping = Mapping::Parse(text, ValueType());
  ASSERT_TRUE(mapping.ok()) << mapping.status().message();
  EXPECT_EQ(mapping->items[6].qualifier, "x:y");
  EXPECT_EQ(Mapping::Parse(mapping->ToString(), ValueType())->ToString(), mapping->ToString());
}

TEST(Mapping, SaysWhatIsWrong) {
  EXPECT_THAT(Error("f:a=1"), HasSubstr("no column is the row key"));
  EXPECT_THAT(Error("key=1"), HasSubstr("no column of the table is mapped"));
  EXPECT_THAT(Error("key=1 f:a:lung=2"), HasSubstr("there is no type 'lung'"));
  EXPECT_THAT(Error("key=1 f=2"), HasSubstr("'f' is not a column"));
  EXPECT_THAT(Error("key=1 f:a"), HasSubstr("is not target=column"));
  EXPECT_THAT(Error("key=1 f:a=2 f:a:long=3"), HasSubstr("mapped twice"));
  EXPECT_THAT(Error("key=1 column=2"), HasSubstr("need each other"));
  EXPECT_THAT(Error("key.u=1 f:a=2"), HasSubstr("no key schema"));
  EXPECT_THAT(Error("key=1 f:a=\"2"), HasSubstr("quote"));
  EXPECT_EQ(Error("key=1 column=2 value=3 ts=4 type=5 tags=6"), "");
  EXPECT_EQ(Error("HBASE_ROW_KEY=1 f:a=2 HBASE_TS_KEY=3"), "");
}

TEST(RecordMapper, MakesRows) {
  EXPECT_EQ(Mapped("key=a f:x=b g:y:short=c", {Text("r"), Text("v"), Text("258")}),
            R"(r f:x@7/Put=v g:y@7/Put=\x01\x02)");
  EXPECT_EQ(Mapped("key=3 f:x=1", {Text(""), Absent(), Text("r")}), "r f:x@7/Put=");
  EXPECT_EQ(Mapped("key=a f:x=b ts=c", {Text("r"), Text("v"), Text("12")}), "r f:x@12/Put=v");
  EXPECT_EQ(Mapped("key=a f:x=b ts=c", {Text("r"), Text("v"), Text("1970-01-01T00:00:01Z")}),
            "r f:x@1000/Put=v");
  EXPECT_EQ(Mapped("key=a f:x=b type=c", {Text("r"), Text("v"), Text("deletecolumn")}),
            "r delete@7 f:x@7/DeleteColumn=");
  EXPECT_EQ(Mapped("key=a f:x=b type=c", {Text("r"), Absent(), Text("DeleteRow")}), "r delete@7");
  EXPECT_EQ(Mapped("key=a column=b value=c", {Text("r"), Text("g:q:q"), Text("v")}),
            "r g:q:q@7/Put=v");
  EXPECT_EQ(Mapped("key=a column=b value=c", {Text("r"), Text("g:"), Absent()}), "r g:@7/Put=");
}

TEST(RecordMapper, RejectsWhatIsNoRow) {
  EXPECT_EQ(Mapped("key=a f:x=b", {Text("r"), Text("v")}), "2 fields instead of 3");
  EXPECT_EQ(Mapped("key=a f:x=b", {Absent(), Text("v"), Text("")}), "the row key is empty");
  EXPECT_EQ(Mapped("key=a f:x=b", {Text("r"), Absent(), Text("")}), "the row has no cells");
  EXPECT_EQ(Mapped("key=a f:x:int=b", {Text("r"), Text("?"), Text("")}),
            "f:x:int: '?' is not of type int");
  EXPECT_EQ(Mapped("key=a f:x=b", {Text("r"), Text("\xFF"), Text("")}), "f:x: not UTF-8");
  EXPECT_EQ(Mapped("key=a h:x=b", {Text("r"), Text("v"), Text("")}), "the table has no family 'h'");
  EXPECT_EQ(Mapped("key=a f:x=nope", {}), "mapping: there is no column 'nope'; there are a, b, c");
  EXPECT_THAT(Mapped("key=a f:x=b ts=c", {Text("r"), Text("v"), Text("soon")}),
              HasSubstr("'soon'"));
  EXPECT_THAT(Mapped("key=a f:x=b ttl=c", {Text("r"), Text("v"), Text("-1")}), HasSubstr("'-1'"));
  EXPECT_THAT(Mapped("key=a column=b value=c", {Text("r"), Text("q"), Text("v")}),
              HasSubstr("is not family:qualifier"));
}

TEST(RecordMapper, MakesKeysByASchema) {
  const auto schema = *KeySchema::Parse("user:text '_' n:digits(3)");
  EXPECT_EQ(Mapped("key.user=b key.n=a f:x=c", {Text("7"), Text("ada"), Text("v")}, &schema),
            "ada_007 f:x@7/Put=v");
  EXPECT_THAT(Mapped("key.user=b key.n=a f:x=c", {Text("x"), Text("ada"), Text("v")}, &schema),
              HasSubstr("key.n"));
  Mapping mapping = *Mapping::Parse("f:x=c", ValueType());
  mapping.AddKeyFields(schema);
  EXPECT_EQ(mapping.ToString(), "f:x=c key.user=user key.n=n");
}

TEST(MappingFile, SaysTheSame) {
  const base::TempDir directory;
  const std::string path = directory.Sub("map.toml");
  std::ofstream(path) << R"(format = "tsv"
delimiter = "|"
header = false
key = { column = 1, type = "hex" }
timestamp = "when"
[columns]
"f:a" = "x"
"f:b:c" = { column = "y", type = "long" }
)";
  const auto file = ReadMappingFile(path);
  ASSERT_TRUE(file.ok()) << file.status().message();
  EXPECT_EQ(file->format, TextFormat::kTsv);
  EXPECT_EQ(file->delimiter, "|");
  EXPECT_EQ(file->header, false);
  EXPECT_EQ(file->mapping->ToString(), R"(f:a=x f:b\x3Ac:long=y key:hex=1 ts=when)");
  std::ofstream(path) << "colour = 1\n";
  EXPECT_THAT(ReadMappingFile(path).status().message(), HasSubstr("'colour' is not an option"));
  std::ofstream(path) << "key = \n";
  EXPECT_THAT(ReadMappingFile(path).status().message(), HasSubstr("map.toml:1"));
  EXPECT_FALSE(ReadMappingFile(directory.Sub("none")).ok());
}

}  // namespace
}  // namespace basalt::transfer
