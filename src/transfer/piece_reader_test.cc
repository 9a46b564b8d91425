// Records of CSV, TSV and JSON lines, in pieces of any size.
#include "transfer/piece_reader.h"

#include <random>
#include <sstream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/testing.h"

namespace basalt::transfer {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

struct Read {
  std::vector<std::string> records;  // "line|field|field"
  std::vector<std::string> rejects;  // "line: reason"
  std::string error;
};

InputSpec Spec(TextFormat format, bool header = false) {
  InputSpec spec;
  spec.files = {"-"};
  spec.format.format = format;
  spec.format.delimiter = format == TextFormat::kTsv ? '\t' : ',';
  spec.header = header;
  return spec;
}

// Splits as a loader does, without its way with malformed records.
Read ReadAll(const InputSpec& spec, const std::string& text, const InputPosition& from = {},
             size_t stop_after = 1000, InputPosition* end = nullptr) {
  std::istringstream in(text);
  PieceReader reader(spec, &in);
  Read read;
  if (from.offset > 0) {
    EXPECT_TRUE(reader.Seek(from).ok());
  }
  Piece piece;
  RecordParser parser(spec.format);
  std::vector<Field> fields;
  for (size_t pieces = 0; pieces < stop_after; ++pieces) {
    const auto more = reader.Next(piece);
    if (!more.ok()) read.error = more.status().message();
    if (!more.ok() || !*more) break;
    uint64_t line = piece.first_line;
    for (size_t at = 0; at < piece.text.size();) {
      const auto place = FindRecord(piece.text, at, spec.format, true);
      EXPECT_TRUE(place.has_value());
      if (!place) return read;
      const std::string_view record = std::string_view(piece.text).substr(at, place->end - at);
      if (!IsSkipped(record, spec.format)) {
        std::string printed = std::to_string(line);
        const Status status = parser.Parse(record, fields);
        for (const Field& field : fields) {
          printed += "|";
          if (!field.name.empty()) printed += std::string(field.name) + "=";
          printed += field.absent ? "∅" : std::string(field.text);
        }
        read.records.push_back(status.ok() ? printed : printed + "!" + status.message());
      }
      line += place->lines;
      at = place->next;
    }
    for (const Reject& reject : piece.rejects) {
      read.rejects.push_back(std::to_string(reject.line) + ": " + reject.reason);
    }
    if (end != nullptr) *end = piece.end;
  }
  return read;
}

TEST(RecordFormat, ReadsCsv) {
  const auto read = ReadAll(Spec(TextFormat::kCsv),
                            "a,b,c\r\n\n\"x,\"\"y\"\"\",\"\",\n\"two\nlines\",2,3\nä,\"a\",last");
  EXPECT_THAT(read.records,
              ElementsAre("1|a|b|c", "3|x,\"y\"||∅", "4|two\nlines|2|3", "6|ä|a|last"));
  EXPECT_THAT(ReadAll(Spec(TextFormat::kCsv), "\"a\"b,c\n").records,
              ElementsAre(HasSubstr("!field 1: text after the closing quote")));
  EXPECT_THAT(ReadAll(Spec(TextFormat::kCsv), "x,a\"b\"\n").records,
              ElementsAre(HasSubstr("!field 2: a quote within")));
}

TEST(RecordFormat, ReadsTsvAndJson) {
  EXPECT_THAT(ReadAll(Spec(TextFormat::kTsv), "a\t\"b\t\\t\n\t\n").records,
              ElementsAre("1|a|\"b|\\t", "2|∅|∅"));
  EXPECT_THAT(ReadAll(Spec(TextFormat::kJsonLines),
                      R"({"a":"x\n","b":1.5,"c":null,"d":{"e":true},"f":[1,"y"]})"
                      "\n[1]\n{\"a\"\n")
                  .records,
              ElementsAre("1|a=x\n|b=1.5|c=∅|d.e=true|f=[1,\"y\"]", "2!not a JSON object",
                          HasSubstr("3!not JSON")));
  const std::string deep = "{\"a\":" + std::string(100'000, '[') + "\n";
  EXPECT_THAT(ReadAll(Spec(TextFormat::kJsonLines), deep).records,
              ElementsAre("1!nested too deep"));
}

TEST(PieceReader, HasTheHeadersNames) {
  InputSpec spec = Spec(TextFormat::kCsv, true);
  spec.format.comment = "#";
  std::istringstream in("\xEF\xBB\xBF# a comment with a \"\n\nid,\"full name\"\n1,x\n");
  PieceReader reader(spec, &in);
  Piece piece;
  ASSERT_TRUE(*reader.Next(piece));
  EXPECT_THAT(piece.columns->names, ElementsAre("id", "full name"));
  EXPECT_EQ(piece.columns->header, "id,\"full name\"");
  EXPECT_EQ(piece.text, "1,x\n");
  EXPECT_EQ(piece.first_line, 4U);
  EXPECT_FALSE(*reader.Next(piece));
}

TEST(PieceReader, BoundsRecords) {
  InputSpec spec = Spec(TextFormat::kCsv);
  spec.format.max_record_bytes = 20;
  const std::string text =
      "a,b\n" + std::string(100, 'x') + ",y\nc,d\n\"open\ne,f\ng,h\ni,j\nk,l\n";
  for (const size_t piece_bytes : {8U, 30U, 1000U}) {
    spec.piece_bytes = piece_bytes;
    const auto read = ReadAll(spec, text);
    EXPECT_THAT(read.records, ElementsAre("1|a|b", "3|c|d", "5|e|f", "6|g|h", "7|i|j", "8|k|l"));
    EXPECT_THAT(read.rejects,
                ElementsAre("2: longer than 20 bytes", HasSubstr("4: a quote is not")));
  }
}

TEST(PieceReader, RejectsAnOpenQuoteAtTheEnd) {
  const auto read = ReadAll(Spec(TextFormat::kCsv), "a\n\"b\nc\nd");
  EXPECT_THAT(read.records, ElementsAre("1|a", "3|c", "4|d"));
  EXPECT_THAT(read.rejects, ElementsAre("2: a quote is not closed"));
}

TEST(PieceReader, PiecesOfAnySizeAreTheSameAndCanBeResumed) {
  std::mt19937 random(1);
  for (int round = 0; round < 200; ++round) {
    std::string text;
    for (unsigned i = random() % 40; i > 0; --i) {
      switch (random() % 6) {
        case 0: text += "\"q\"\"uo\nted\","; break;
        case 1: text += "\r\n"; break;
        case 2: text += random() % 8 == 0 ? "\"" : "x"; break;
        case 3: text += ","; break;
        default: text += "field\n";
      }
    }
    InputSpec spec = Spec(TextFormat::kCsv);
    spec.format.max_record_bytes = 64;
    const auto whole = ReadAll(spec, text);
    spec.piece_bytes = 1 + random() % 20;
    const auto pieces = ReadAll(spec, text);
    ASSERT_EQ(pieces.records, whole.records) << text;
    ASSERT_EQ(pieces.rejects, whole.rejects) << text;
    // In two runs.
    InputPosition end;
    const auto first = ReadAll(spec, text, {}, 1 + random() % 5, &end);
    if (end.file > 0) continue;
    const auto second = ReadAll(spec, text, end);
    auto records = first.records;
    records.insert(records.end(), second.records.begin(), second.records.end());
    ASSERT_EQ(records, whole.records) << text;
  }
}

TEST(PieceReader, ReadsCompressedText) {
  std::string text;
  for (int i = 0; i < 20'000; ++i) text += std::to_string(i) + ",x\n";
  for (const FileCompression compression : {FileCompression::kGzip, FileCompression::kZstd}) {
    Bytes packed;
    // Two members, or frames.
    for (const bool second : {false, true}) {
      const auto compressor = Compressor::New(compression);
      const size_t half = text.size() / 2;
      ASSERT_TRUE(
          compressor->Compress(second ? text.substr(half) : text.substr(0, half), true, packed)
              .ok());
    }
    EXPECT_LT(packed.size(), text.size());
    InputSpec spec = Spec(TextFormat::kCsv);
    spec.piece_bytes = 3000;
    const auto plain = ReadAll(spec, text, {}, 100'000);
    ASSERT_EQ(plain.records.size(), 20'000U);
    EXPECT_EQ(ReadAll(spec, packed, {}, 100'000).records, plain.records);
    // Cut off, and damaged: what came before is read.
    const auto cut = ReadAll(spec, packed.substr(0, packed.size() - 100), {}, 100'000);
    EXPECT_GT(cut.records.size(), 5000U);
    ASSERT_EQ(cut.rejects.size(), 1U);
    EXPECT_THAT(cut.rejects[0], HasSubstr("ends too early"));
    Bytes damaged = packed;
    damaged[packed.size() * 3 / 4] ^= 0x55;
    const auto broken = ReadAll(spec, damaged, {}, 100'000);
    ASSERT_GE(broken.rejects.size(), 1U);
    EXPECT_THAT(broken.rejects.back(),
                testing::AnyOf(HasSubstr("damaged"), HasSubstr("ends too early")));
  }
}

TEST(PieceReader, NamesAFileThatIsNotThere) {
  InputSpec spec = Spec(TextFormat::kCsv);
  spec.files = {"/nonexistent/x.csv"};
  PieceReader reader(spec, nullptr);
  Piece piece;
  EXPECT_THAT(reader.Next(piece).status().message(), HasSubstr("/nonexistent/x.csv"));
}

}  // namespace
}  // namespace basalt::transfer
