#include "design/sample/record_reader.h"

#include <sstream>

#include <gtest/gtest.h>

namespace basalt::design {
namespace {

struct Read {
  std::vector<std::vector<std::string>> rows;  // "-" for a value that is absent
  std::vector<std::string> broken;             // "line: reason"
  Status status;
};

Read ReadAll(const std::string& text, std::vector<std::string> columns,
             RecordFormat format = RecordFormat::kAny) {
  std::istringstream in(text);
  RecordReader reader(in, std::move(columns), format);
  Read read;
  SampleRecord record;
  while (true) {
    const auto more = reader.Next(record);
    if (!more.ok()) read.status = more.status();
    if (!more.ok() || !*more) break;
    if (!record.broken.ok()) {
      read.broken.push_back(std::to_string(record.line) + ": " + record.broken.message());
      continue;
    }
    read.rows.emplace_back();
    for (const auto& value : record.values) read.rows.back().push_back(value.value_or("-"));
  }
  EXPECT_EQ(reader.bytes(), text.size());
  return read;
}

using Rows = std::vector<std::vector<std::string>>;
using Texts = std::vector<std::string>;

TEST(RecordReader, Csv) {
  const Read read = ReadAll("a,b,c\r\n1,2,3\r\n\n\"x,y\",\"say \"\"hi\"\"\",\n", {"b", "a"});
  EXPECT_TRUE(read.status.ok());
  EXPECT_EQ(read.rows, (Rows{{"2", "1"}, {"say \"hi\"", "x,y"}}));
}

TEST(RecordReader, AByteOrderMarkIsNoName) {
  EXPECT_EQ(ReadAll("\xEF\xBB\xBF"
                    "a,b\n1,2",
                    {"a"})
                .rows,
            (Rows{{"1"}}));
}

TEST(RecordReader, BrokenLinesOfCsv) {
  const Read read = ReadAll("a,b\n1\n\"x,2\n\"x\"y,2\n3,4\n", {"a"});
  EXPECT_EQ(read.rows, (Rows{{"3"}}));
  EXPECT_EQ(read.broken, (Texts{"2: 1 columns instead of 2", "3: a quote is not closed",
                                "4: text after a closing quote"}));
}

TEST(RecordReader, TheHeaderMustHaveTheColumns) {
  EXPECT_EQ(ReadAll("a,b\n", {"c"}).status.message(),
            "the header line has no column 'c'; it has a, b");
  EXPECT_EQ(ReadAll("a,a\n", {"a"}).status.message(), "the header line has the column 'a' twice");
}

TEST(RecordReader, JsonLines) {
  const Read read = ReadAll(
      "{\"a\": 18446744073709551615, \"b\": \"x\"}\n{\"b\": null, \"a\": true}\n"
      "{\"a\": [1]}\n{\"a\": 1\n[1]\n",
      {"a", "b"});
  EXPECT_EQ(read.rows, (Rows{{"18446744073709551615", "x"}, {"true", "-"}}));
  EXPECT_EQ(read.broken, (Texts{"3: 'a' is neither a text nor a number", "4: not a JSON object",
                                "5: not a JSON object"}));
}

TEST(RecordReader, LinesAreBounded) {
  const Read read =
      ReadAll("a\n" + std::string(RecordReader::kMaxLine + 10, 'x') + "\nend\n", {"a"});
  EXPECT_EQ(read.rows, (Rows{{"end"}}));
  EXPECT_EQ(read.broken, (Texts{"2: longer than 1048576 bytes"}));
}

TEST(RecordReader, RecordsOfASchema) {
  const KeySchema schema = *KeySchema::Parse("user:text n:u8");
  SampleRecord record;
  record.line = 7;
  record.values = {"al", "x"};
  EXPECT_EQ(ParseRecord(schema, record).status().message(),
            "line 7: field n: 'x' is not a value of type u8");
  record.values = {"al", "5"};
  EXPECT_EQ(*ParseRecord(schema, record), (KeyRecord{Bytes("al"), uint64_t{5}}));
}

}  // namespace
}  // namespace basalt::design
