// Loads and unloads of tables in directories: what is unloaded is loaded again equal, rejects,
// resuming.
#include "transfer/loader.h"

#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/testing.h"
#include "copy/test_tables.h"
#include "transfer/unloader.h"

namespace basalt::transfer {
namespace {

using copy::Dump;
using copy::Name;
using testing::ElementsAre;
using testing::HasSubstr;

void Check(const Status& status) { ASSERT_TRUE(status.ok()) << status.ToString(); }

// A directory with tables of the families f and g, all versions kept.
class Tables : public testing::Test {
 protected:
  Tables() {
    ConnectionOptions options;
    options.automatic_compactions = false;
    connection_ = *Connection::Open(directory_.Sub("data"), options);
  }

  void Create(const std::string& name, const std::vector<Bytes>& splits = {},
              const std::string& schema = "") {
    TableDescriptor table(Name(name));
    if (!schema.empty()) table.SetAttribute(kKeySchemaAttribute, schema);
    for (const char* family : {"f", "g"}) {
      Check(table.AddFamily(FamilyDescriptor(family).SetMaxVersions(100)));
    }
    Check(connection_->admin().CreateTable(table, splits));
  }

  LoadSpec Spec(const std::string& table, const std::string& file, TextFormat format) {
    LoadSpec spec;
    spec.target = directory_.Sub("data");
    spec.table = Name(table);
    spec.input.files = {file};
    spec.input.format.format = format;
    spec.input.format.delimiter = format == TextFormat::kTsv ? '\t' : ',';
    spec.state_path = directory_.Sub("state");
    spec.threads = 3;
    return spec;
  }
  Result<LoadReport> Load(const LoadSpec& spec, const std::string& input = "") {
    std::istringstream in(input);
    Loader loader(connection_.get(), spec, &in, [](const LoadProgress&) {});
    auto report = loader.Run();
    last_ = loader.report();
    return report;
  }
  Result<UnloadCounts> Unload(const UnloadSpec& spec, std::string* text = nullptr) {
    std::ostringstream out;
    Unloader unloader(*connection_, spec, out, [](const UnloadCounts&, double) {});
    auto counts = unloader.Run();
    if (text != nullptr) *text = out.str();
    return counts;
  }
  std::string Write(const std::string& name, const std::string& text) {
    std::ofstream(directory_.Sub(name), std::ios::binary) << text;
    return directory_.Sub(name);
  }
  std::string Content(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }

  base::TempDir directory_;
  std::unique_ptr<Connection> connection_;
  LoadReport last_;
};

Bytes RandomBytes(std::mt19937_64& random, bool may_be_empty) {
  static const std::vector<Bytes> interesting = {
      "a",    "ä€😀",          "\"",   ",",    "\n",           "\r\n", "\t", "\\", "\\x41",
      "\\N",  "\\e",          "null", "\xFF", Bytes("\0", 1), "'",    "#",  " ",  "{\"a\":1}",
      "\xC3", "=HYPERLINK()", "\x7F", "|"};
  Bytes bytes;
  for (size_t i = random() % 6; i > 0; --i) bytes += interesting[random() % interesting.size()];
  if (bytes.empty() && !may_be_empty) bytes = "x";
  return bytes;
}

void FillAtRandom(Table& table, uint64_t seed) {
  std::mt19937_64 random(seed);
  for (int i = 0; i < 150; ++i) {
    const Bytes row = "#" + std::to_string(random() % 9) + RandomBytes(random, true);
    const Bytes qualifier = RandomBytes(random, true);
    const auto timestamp = static_cast<int64_t>(random() % 4 + 1);
    const char* family = random() % 3 == 0 ? "g" : "f";
    switch (random() % 10) {
      case 0: Check(table.Delete(Delete(row, timestamp))); break;
      case 1: Check(table.Delete(Delete(row).AddColumn(family, qualifier, timestamp))); break;
      case 2: Check(table.Delete(Delete(row).AddColumns(family, qualifier, timestamp))); break;
      case 3: Check(table.Delete(Delete(row).AddFamilyVersion(family, timestamp))); break;
      default: {
        Put put(row);
        put.AddColumn(family, qualifier, timestamp,
                      random() % 50 == 0 ? Bytes(300'000, '"') : RandomBytes(random, true));
        if (random() % 5 == 0) put.SetTtl(1LL << 40);
        Check(table.Put(put));
      }
    }
  }
}

struct Way {
  TextFormat format;
  const char* type;
  FileCompression compression;
  char delimiter;
  bool bulk;
};

TEST_F(Tables, WhatIsUnloadedIsLoadedEqual) {
  const std::vector<Way> ways = {
      {TextFormat::kCsv, "escaped", FileCompression::kNone, ',', true},
      {TextFormat::kCsv, "hex", FileCompression::kGzip, ';', false},
      {TextFormat::kCsv, "base64", FileCompression::kZstd, ',', true},
      {TextFormat::kCsv, "bytes", FileCompression::kNone, ',', true},
      {TextFormat::kTsv, "escaped", FileCompression::kZstd, '\t', true},
      {TextFormat::kTsv, "escaped", FileCompression::kNone, '|', false},
      {TextFormat::kTsv, "hex", FileCompression::kNone, '\x01', true},
      {TextFormat::kJsonLines, "text", FileCompression::kGzip, ',', true},
      {TextFormat::kJsonLines, "escaped", FileCompression::kNone, ',', false},
      {TextFormat::kJsonLines, "hex", FileCompression::kNone, ',', true},
  };
  int number = 0;
  for (uint64_t seed = 1; seed <= 3; ++seed) {
    const std::string source = "source" + std::to_string(seed);
    Create(source, {"#4", "#7"});
    FillAtRandom(**connection_->GetTable(Name(source)), seed);
    const auto expected = Dump(*connection_, source, true);
    for (const Way& way : ways) {
      const std::string target = "t" + std::to_string(++number);
      SCOPED_TRACE(std::to_string(seed) + " " + std::string(TextFormatName(way.format)) + " " +
                   way.type);
      UnloadSpec unload;
      unload.table = Name(source);
      unload.format.format.format = way.format;
      unload.format.format.delimiter = way.delimiter;
      unload.format.type = *ValueType::Parse(way.type);
      unload.format.types = unload.format.tags = true;
      unload.scan.ReadAllVersions().SetRaw();
      unload.compression = way.compression;
      unload.per_region = seed == 2;
      unload.output = directory_.Sub(target + (unload.per_region ? "" : ".text"));
      const auto counts = Unload(unload);
      ASSERT_TRUE(counts.ok()) << counts.status().ToString();
      EXPECT_EQ(counts->files, unload.per_region ? 3U : 1U);
      EXPECT_EQ(counts->cells, expected.size());
      Create(target);
      LoadSpec load = Spec(target, unload.output, way.format);
      load.input.format.delimiter = way.delimiter;
      load.input.piece_bytes = 2000;
      load.bulk = way.bulk;
      if (unload.per_region) {
        load.input.files.clear();
        for (const auto& entry : std::filesystem::directory_iterator(unload.output)) {
          load.input.files.push_back(entry.path().string());
        }
      }
      const auto report = Load(load);
      ASSERT_TRUE(report.ok()) << report.status().ToString() << " "
                               << (last_.first_rejects.empty() ? ""
                                                               : last_.first_rejects[0].reason);
      EXPECT_EQ(report->bulk, way.bulk);
      EXPECT_EQ(report->total.rejects, 0U);
      ASSERT_EQ(Dump(*connection_, target, true), expected);
    }
  }
}

TEST_F(Tables, RowsAreLoadedEqual) {
  Create("t");
  const auto table = *connection_->GetTable(Name("t"));
  std::mt19937_64 random(5);
  for (int i = 0; i < 100; ++i) {
    Put put(std::to_string(i) + RandomBytes(random, true));
    put.AddColumn("f", "n", 5, EncodeLong(static_cast<int64_t>(random())));
    if (random() % 2 == 0) put.AddColumn("f", "a", 5, RandomBytes(random, true));
    if (random() % 2 == 0) put.AddColumn("g", "b:c", 5, RandomBytes(random, true));
    Check(table->Put(put));
  }
  int number = 0;
  for (const TextFormat format : {TextFormat::kCsv, TextFormat::kTsv, TextFormat::kJsonLines}) {
    for (const bool targets : {false, true}) {
      const bool json = format == TextFormat::kJsonLines;
      const std::string type = json ? "" : ":escaped";
      const auto mapping = Mapping::Parse(
          "key" + type + "=id f:n:long=n f:a" + type + "=a g:b\\x3Ac" + type + "=b ts=when",
          ValueType());
      Check(mapping.status());
      UnloadSpec unload;
      unload.table = Name("t");
      unload.format.format.format = format;
      unload.format.format.delimiter = format == TextFormat::kTsv ? '\t' : ',';
      unload.format.mapping = *mapping;
      unload.format.targets_as_names = targets;
      std::string text;
      const auto counts = Unload(unload, &text);
      ASSERT_TRUE(counts.ok()) << counts.status().ToString();
      const std::string target = "u" + std::to_string(++number);
      Create(target);
      LoadSpec load = Spec(target, "-", format);
      if (!targets) load.mapping = *mapping;
      const auto report = Load(load, text);
      ASSERT_TRUE(report.ok()) << report.status().ToString() << " "
                               << (last_.first_rejects.empty() ? ""
                                                               : last_.first_rejects[0].reason);
      ASSERT_EQ(Dump(*connection_, target, true), Dump(*connection_, "t", true))
          << TextFormatName(format) << targets;
    }
  }
}

TEST_F(Tables, TextIsPlain) {
  Create("t");
  const auto table = *connection_->GetTable(Name("t"));
  Check(table->Put(Put("zoë").AddColumn("f", "name", 1, "Zoë, \"the\" one")));
  Check(table->Put(Put(Bytes("\x01\xFF")).AddColumn("f", "name", 1, "back\\slash")));
  UnloadSpec unload;
  unload.table = Name("t");
  std::string text;
  Check(Unload(unload, &text).status());
  EXPECT_EQ(text,
            "row:escaped,column:escaped,timestamp,value:escaped\n"
            "\\x01\\xFF,f:name,1,back\\\\slash\n"
            "zoë,f:name,1,\"Zoë, \"\"the\"\" one\"\n");
  unload.format.format.format = TextFormat::kJsonLines;
  unload.format.type = ValueType();
  Check(Unload(unload, &text).status());
  EXPECT_EQ(text,
            "{\"row:base64\":\"Af8=\",\"column\":\"f:name\",\"timestamp\":1,\"value\":"
            "\"back\\\\slash\"}\n"
            "{\"row\":\"zoë\",\"column\":\"f:name\",\"timestamp\":1,\"value\":\"Zoë, \\\"the\\\" "
            "one\"}\n");
}

TEST_F(Tables, RejectsAreCountedAndCanBeLoadedAgain) {
  Create("t");
  const std::string file = Write("in.csv",
                                 "key,f:n:int\n"
                                 "a,1\n"
                                 "b,x\n"
                                 "c\n"
                                 "\"d\"e,1\n"
                                 ",1\n"
                                 "f,\xFF\n"
                                 "\"open,1\n"
                                 "g,2\n"
                                 "h\"x,3\n"
                                 "i,4\n");
  LoadSpec spec = Spec("t", file, TextFormat::kCsv);
  spec.rejects_path = directory_.Sub("rejects.csv");
  const auto stopped = Load(spec);
  EXPECT_EQ(stopped.status().code(), StatusCode::kFailedSanityCheck);
  EXPECT_THAT(stopped.status().message(), HasSubstr("more than 0"));
  EXPECT_THAT(Dump(*connection_, "t", true), ElementsAre());
  spec.max_rejects = 100;
  const auto report = Load(spec);
  ASSERT_TRUE(report.ok()) << report.status().ToString();
  EXPECT_EQ(report->total.rows, 3U);
  EXPECT_EQ(report->total.rejects, 7U);
  EXPECT_EQ(Content(spec.rejects_path),
            "key,f:n:int\n"
            "# " +
                file +
                ":3: f:n:int: 'x' is not of type int\nb,x\n"
                "# " +
                file +
                ":4: 1 fields instead of 2\nc\n"
                "# " +
                file +
                ":5: field 1: text after the closing quote\n\"d\"e,1\n"
                "# " +
                file +
                ":6: the row key is empty\n,1\n"
                "# " +
                file +
                ":7: f:n:int: '\\xFF' is not of type int\nf,\xFF\n"
                "# " +
                file +
                ":8: field 1: text after the closing quote\n\"open,1\n"
                "# " +
                file + ":10: a quote is not closed\nh\"x,3\n");
  EXPECT_FALSE(std::filesystem::exists(spec.state_path));
  // Corrected.
  LoadSpec again =
      Spec("t", Write("fixed.csv", "key,f:n:int\n# a comment\nb,7\n"), TextFormat::kCsv);
  again.input.format.comment = "#";
  EXPECT_EQ(Load(again)->total.rows, 1U);
  EXPECT_EQ(Dump(*connection_, "t", true).size(), 4U);
}

TEST_F(Tables, RowsThatTheTableRefusesAreRejects) {
  for (const bool bulk : {true, false}) {
    const std::string name = bulk ? "bulk" : "puts";
    Create(name);
    std::string text = "row,column,timestamp,value\n";
    text += "a,f:x,1,small\na,f:y,1," + Bytes(11 << 20, 'x') + "\na,f:z,1,small\nb,h:x,1,v\n";
    LoadSpec spec = Spec(name, Write("in.csv", text), TextFormat::kCsv);
    spec.max_rejects = 2;
    spec.bulk = bulk;
    const auto report = Load(spec);
    ASSERT_TRUE(report.ok()) << report.status().ToString();
    ASSERT_EQ(report->first_rejects.size(), 2U);
    std::vector<uint64_t> lines = {report->first_rejects[0].line, report->first_rejects[1].line};
    std::sort(lines.begin(), lines.end());
    EXPECT_THAT(lines, ElementsAre(3U, 5U));
    EXPECT_EQ(Dump(*connection_, name, true).size(), 2U);
  }
}

TEST_F(Tables, ConstraintsAreObeyed) {
  Create("t");
  auto descriptor = *connection_->admin().GetDescriptor(Name("t"));
  descriptor.SetAttribute("basalt.constraint.short", "f:a length 1..3");
  Check(connection_->admin().ModifyTable(descriptor));
  LoadSpec spec = Spec("t", "-", TextFormat::kCsv);
  spec.max_rejects = 1;
  const auto report = Load(spec, "key,f:a\nr1,abc\nr2,abcd\nr3,x\n");
  ASSERT_TRUE(report.ok()) << report.status().ToString();
  EXPECT_FALSE(report->bulk);
  EXPECT_EQ(report->total.rows, 2U);
  ASSERT_EQ(report->first_rejects.size(), 1U);
  EXPECT_EQ(report->first_rejects[0].line, 3U);
  EXPECT_EQ(Dump(*connection_, "t", true).size(), 2U);
}

TEST_F(Tables, DryRunTouchesNothing) {
  Create("t");
  LoadSpec spec = Spec("t", Write("in.csv", "key,f:a\nr1,v\nr2,\"x\ty\"\n"), TextFormat::kCsv);
  spec.dry_run = true;
  spec.timestamp = 9;
  Loader loader(connection_.get(), spec, nullptr, [](const LoadProgress&) {});
  const auto report = loader.DryRun(*connection_->admin().GetDescriptor(Name("t")));
  ASSERT_TRUE(report.ok()) << report.status().ToString();
  EXPECT_EQ(report->total.rows, 2U);
  EXPECT_THAT(report->preview, ElementsAre("r1: f:a@9='v'", "r2: f:a@9='x\\ty'"));
  EXPECT_THAT(Dump(*connection_, "t", true), ElementsAre());
  EXPECT_FALSE(std::filesystem::exists(spec.state_path));
}

TEST_F(Tables, KeysFollowTheSchema) {
  Create("t", {}, "user:text '_' n:digits(3)");
  LoadSpec spec = Spec("t", "-", TextFormat::kCsv);
  EXPECT_EQ(Load(spec, "n,user,f:a\n7,ada,x\n8,bob,y\n")->total.rows, 2U);
  const auto cells = Dump(*connection_, "t", false);
  ASSERT_EQ(cells.size(), 2U);
  EXPECT_THAT(cells[0], HasSubstr("ada_007/f:a"));
  // And back.
  UnloadSpec unload;
  unload.table = Name("t");
  unload.format.mapping = *Mapping::Parse("key.user=user key.n=n f:a=a", ValueType());
  std::string text;
  Check(Unload(unload, &text).status());
  EXPECT_EQ(text, "user,n,a\nada,007,x\nbob,008,y\n");
}

TEST_F(Tables, UnloadsARangeAndVersions) {
  Create("t");
  LoadSpec spec = Spec("t", "-", TextFormat::kCsv);
  Check(Load(spec, "key,f:a,ts\na,1,1\nb,2,1\nb,3,2\nc,4,1\n").status());
  UnloadSpec unload;
  unload.table = Name("t");
  unload.format.header = false;
  unload.format.type = ValueType();
  unload.scan.WithStartRow("b").WithStopRow("c");
  std::string text;
  Check(Unload(unload, &text).status());
  EXPECT_EQ(text, "b,f:a,2,3\n");
  unload.scan.ReadVersions(2);
  Check(Unload(unload, &text).status());
  EXPECT_EQ(text, "b,f:a,2,3\nb,f:a,1,2\n");
  unload.output = directory_.Sub("out.csv");
  Check(Unload(unload).status());
  EXPECT_THAT(Unload(unload).status().message(), HasSubstr("--force"));
  unload.force = true;
  Check(Unload(unload).status());
}

TEST_F(Tables, ResumesWithItsTimestampAndRefusesAnotherInput) {
  Create("t");
  std::string text = "key,f:a\n";
  for (int i = 0; i < 2000; ++i) text += "r" + std::to_string(i) + ",v\n";
  const std::string file = Write("in.csv", text + "bad\n");
  LoadSpec spec = Spec("t", file, TextFormat::kCsv);
  spec.input.piece_bytes = 1000;
  spec.threads = 1;
  ASSERT_FALSE(Load(spec).ok());
  const int64_t timestamp = last_.timestamp;
  EXPECT_GT(last_.total.rows, 1000U);
  ASSERT_TRUE(std::filesystem::exists(spec.state_path));
  spec.max_rejects = 1;
  const auto report = Load(spec);
  ASSERT_TRUE(report.ok()) << report.status().ToString();
  EXPECT_TRUE(report->resumed);
  EXPECT_EQ(report->timestamp, timestamp);
  EXPECT_EQ(report->total.rows, 2000U);
  EXPECT_LT(report->this_run.rows, 1000U);
  EXPECT_EQ(Dump(*connection_, "t", true).size(), 2000U);
  // Another file under the same name.
  spec.max_rejects = 0;
  ASSERT_FALSE(Load(spec).ok());
  Write("in.csv", "key,f:a\nx,y\n");
  EXPECT_THAT(Load(spec).status().message(), HasSubstr("--restart"));
  spec.restart = true;
  EXPECT_TRUE(Load(spec).ok());
}

TEST_F(Tables, SaysWhatIsWrongWithTheMapping) {
  Create("t");
  LoadSpec spec = Spec("t", "-", TextFormat::kCsv);
  EXPECT_THAT(Load(spec, "id,f:a\n1,2\n").status().message(), HasSubstr("'id' is not a column"));
  spec.mapping = *Mapping::Parse("key=id h:a=x", ValueType());
  EXPECT_EQ(Load(spec, "id,x\n1,2\n").status().code(), StatusCode::kNoSuchColumnFamily);
  spec.mapping = *Mapping::Parse("key=id f:a=y", ValueType());
  spec.restart = true;
  EXPECT_THAT(Load(spec, "id,x\n1,2\n").status().message(), HasSubstr("there is no column 'y'"));
}

}  // namespace
}  // namespace basalt::transfer
