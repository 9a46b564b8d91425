#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "basalt/key_table.h"
#include "basalt/split_algorithm.h"
#include "cli/temporary_directory.h"
#include "cli/test_program.h"

namespace basalt::cli {
namespace {

using testing::HasSubstr;

Outcome Keys(std::vector<std::string> words, const std::string& input = "", bool terminal = false) {
  words.insert(words.begin(), "keys");
  return RunBasalt(words, input, terminal);
}

constexpr const char* kSchema = "user:text ts:seconds";

class KeysFiles : public testing::Test {
 protected:
  std::string Write(const std::string& name, const std::string& text) const {
    std::string path = directory_.path() + "/" + name;
    std::ofstream(path, std::ios::binary) << text;
    return path;
  }

 private:
  const TemporaryDirectory directory_ = *TemporaryDirectory::Create("basalt-keys");
};

TEST(KeysCommand, EncodeWords) {
  EXPECT_EQ(Keys({"encode", kSchema, "user=al", "ts=65"}).out, "al\\x00\\x01\\x00\\x00\\x00A\n");
  EXPECT_EQ(Keys({"encode", "--hex", kSchema, "user=al", "ts=65"}).out, "616c000100000041\n");
  EXPECT_EQ(Keys({"encode", "--raw", kSchema, "user=al", "ts=65"}).out,
            std::string("al\0\1\0\0\0A\n", 9));
  EXPECT_EQ(Keys({"encode", "salt(4, text) a:text", "a=x", "--salt", "3"}).out, "3x\n");
  EXPECT_EQ(Keys({"encode", "@hashed", "id=user_12345"}).out, "bbfcd9b9_user_12345\n");
  EXPECT_EQ(Keys({"encode", "id(a, 2) b:u8", "--new-ids"}, "a,b\nx,1\ny,2\nx,3\n").out,
            "\\x00\\x01\\x01\n\\x00\\x02\\x02\n\\x00\\x01\\x03\n");
}

TEST(KeysCommand, EncodeRecords) {
  const std::string keys = "al\\x00\\x01\\x00\\x00\\x00\\x01\nbo\\x00\\x01\\x00\\x00\\x00\\x02\n";
  EXPECT_EQ(Keys({"encode", kSchema}, "ts,user\n1,al\n2,bo\n").out, keys);
  EXPECT_EQ(
      Keys({"encode", kSchema}, "{\"user\":\"al\",\"ts\":1}\n{\"user\":\"bo\",\"ts\":2}\n").out,
      keys);
  const Outcome broken = Keys({"encode", kSchema}, "ts,user\n1,al\nx,bo\n3,cy\n");
  EXPECT_EQ(broken.code, 1);
  EXPECT_EQ(broken.err, "basalt: line 3: field ts: 'x' is not a value of type seconds\n");
  const auto json = nlohmann::json::parse(Keys({"encode", "--json", "a:u8", "a=255"}).out);
  EXPECT_EQ(json["key"], "\\xFF");
  EXPECT_EQ(json["hex"], "ff");
}

TEST(KeysCommand, MistakesAreSaid) {
  const auto error = [](const std::vector<std::string>& words) {
    const Outcome ran = Keys(words);
    EXPECT_EQ(ran.code, 1) << ran.out;
    EXPECT_EQ(ran.out, "");
    return ran.err;
  };
  EXPECT_THAT(error({"encode", "a:tex", "a=1"}), HasSubstr("did you mean text?"));
  EXPECT_THAT(error({"encode", "a:u8", "b=1"}), HasSubstr("one of the fields a"));
  EXPECT_THAT(error({"encode", "a:u8 b:u8", "a=1"}), HasSubstr("field b has no value"));
  EXPECT_THAT(error({"encode", "a:u8", "a=256"}), HasSubstr("does not fit u8"));
  EXPECT_THAT(error({"encode"}), HasSubstr("a schema is missing"));
  EXPECT_THAT(error({"encode", "@nosuch", "a=1"}), HasSubstr("there is no preset '@nosuch'"));
  EXPECT_THAT(error({"encode", "id(a)", "a=x"}), HasSubstr("needs a dictionary"));
  EXPECT_THAT(error({"decode", "--hex", "a:u8", "4"}), HasSubstr("not a key in hexadecimal"));
  EXPECT_THAT(error({"decode", "a:u8", "--input", "/nonexistent/file"}), HasSubstr("cannot read"));
  EXPECT_THAT(error({"plan", "a:u8"}), HasSubstr("give one query"));
  EXPECT_THAT(error({"plan", "a:u8", "b = 1"}), HasSubstr("the schema has no field 'b'"));
  EXPECT_THAT(error({"splits", "a:text", "-n", "4"}), HasSubstr("from a sample of keys"));
  EXPECT_THAT(error({"splits", "salt(4) a:text"}), HasSubstr("give the number of regions"));
  EXPECT_EQ(Keys({"splits", "--hex", "1"}).code, 2);
  EXPECT_EQ(Keys({"encod"}).code, 2);
}

TEST_F(KeysFiles, SchemasInFiles) {
  const std::string path = Write("schema", "# users\nuser:text\nts:seconds\n");
  const std::string key = "al\\x00\\x01\\x00\\x00\\x00A\n";
  EXPECT_EQ(Keys({"encode", "@" + path, "user=al", "ts=65"}).out, key);
  EXPECT_EQ(Keys({"encode", "--schema-file", path, "user=al", "ts=65"}).out, key);
  EXPECT_THAT(Keys({"encode", "--schema-file", path + "x", "a=1"}).err,
              HasSubstr("cannot read the schema file"));
}

TEST(KeysCommand, Decode) {
  EXPECT_EQ(Keys({"decode", kSchema, "al\\x00\\x01\\x00\\x00\\x00A"}).out,
            "user=al ts=1970-01-01T00:01:05Z\n");
  EXPECT_EQ(Keys({"decode", kSchema, "--hex"}, "616c000100000041\n616c000100000042\n").out,
            "user=al ts=1970-01-01T00:01:05Z\nuser=al ts=1970-01-01T00:01:06Z\n");
  const auto json =
      nlohmann::json::parse(Keys({"decode", "--json", "id(h, 1) n:u16", "\\x05\\x01\\x00"}).out);
  EXPECT_EQ(json["fields"]["h"]["id"], 5);
  EXPECT_EQ(json["fields"]["n"], 256);
  EXPECT_EQ(Keys({"decode", "id(h, 1) n:u16", "\\x05\\x01\\x00"}).out, "h=id:5 n=256\n");
  // Invalid keys are reported, valid ones decoded.
  const Outcome mixed = Keys({"decode", "a:u8"}, "A\nAA\nB\nBB\n");
  EXPECT_EQ(mixed.code, 1);
  EXPECT_EQ(mixed.out, "a=65\na=66\n");
  EXPECT_THAT(mixed.err, HasSubstr("the key AA does not match the schema"));
  EXPECT_THAT(mixed.err, HasSubstr("2 of 4 keys do not match the schema"));
}

TEST(KeysCommand, Explain) {
  const Outcome ran = Keys({"explain", "hash(a, 1) a:text", "\\x0Cx"});
  EXPECT_EQ(ran.code, 1);
  EXPECT_THAT(ran.out, HasSubstr("WRONG: the hash of a is"));
  const Outcome good = Keys({"explain", "--json", "a:u8 '-' b:text", "\\x05-x"});
  EXPECT_EQ(good.code, 0);
  const auto json = nlohmann::json::parse(good.out);
  EXPECT_EQ(json["sound"], true);
  EXPECT_EQ(json["pieces"][2]["offset"], 2);
  EXPECT_EQ(json["pieces"][2]["meaning"], "b = x");
}

TEST(KeysCommand, Plan) {
  EXPECT_THAT(Keys({"plan", kSchema, "user = 'al'"}).out, HasSubstr("one range"));
  const auto json = nlohmann::json::parse(
      Keys({"plan", "--json", "salt(4) a:u8", "a = 1 order key limit 5"}).out);
  EXPECT_EQ(json["verdict"], "point get");
  EXPECT_EQ(json["ranges"].size(), 4U);
  EXPECT_EQ(json["limit"], 5);
}

TEST_F(KeysFiles, Splits) {
  EXPECT_EQ(Keys({"splits", "salt(4) a:text", "-n", "4"}).out, "\\x01\n\\x02\n\\x03\n");
  EXPECT_EQ(Keys({"splits", "--hex", "4"}).out, "40000000\n80000000\nc0000000\n");
  EXPECT_EQ(Keys({"splits", "--decimal", "2"}).out, "50000000\n");
  const Outcome uneven = Keys({"splits", "salt(3) a:text", "-n", "2"});
  EXPECT_EQ(uneven.out, "\\x01\n");
  EXPECT_THAT(uneven.err, HasSubstr("note: salt(3)"));
  EXPECT_EQ(
      Keys({"splits", "hash(a, 2) a:text", "--region-size", "10GB", "--total-bytes", "40GB"}).out,
      "@\n\\x80\n\\xC0\n");
  // The output is valid as the shell's SPLITS_FILE.
  const std::string path = Write("splits", Keys({"splits", "--uniform", "7"}).out);
  EXPECT_EQ(*ReadSplitKeys(path), *SplitKeys(SplitAlgorithm::kUniform, 7));
}

TEST_F(KeysFiles, SplitsOfSamples) {
  const std::string csv = Write("sample.csv", "a,b\naa,\nbb,\ncc,\ndd,xxxxxxxxxxxxxxxx\n");
  EXPECT_EQ(Keys({"splits", "a:text", "--sample", csv, "-n", "2"}).out, "c\n");
  EXPECT_EQ(Keys({"splits", "a:text", "--sample", csv, "-n", "2", "--by-bytes"}).out, "d\n");
  EXPECT_EQ(Keys({"splits", "--keys", "--sample", "-", "-n", "2"}, "k\\x00a\nk\\x00b\n").out,
            "k\\x00b\n");
  const auto json =
      nlohmann::json::parse(Keys({"splits", "--json", "a:text", "--sample", csv, "-n", "9"}).out);
  EXPECT_EQ(json["regions"], 4);
  EXPECT_EQ(json["notes"].size(), 1U);
  // 31 bytes of records in regions of 16.
  EXPECT_EQ(Keys({"splits", "a:text", "--sample", csv, "--region-size", "16"}).out, "c\n");
  EXPECT_THAT(Keys({"splits", "a:text", "--sample", csv, "-n", "3", "--compare"}).out,
              HasSubstr("these splits"));
}

TEST(KeysCommand, CompareSplits) {  // R24
  const auto json =
      nlohmann::json::parse(Keys({"splits", "--hex", "10", "--compare", "--json"}).out);
  EXPECT_EQ(json[0]["regions"][1]["keys"], 437500);
  EXPECT_EQ(json[0]["regions"][4]["keys"], 0);
  EXPECT_EQ(json[1]["regions"][4]["keys"], 100000);
}

TEST(KeysCommand, Check) {
  const Outcome good = Keys({"check", "hash(a, 4) a:u32"}, "a\n1\n2\n");
  EXPECT_EQ(good.code, 0);
  EXPECT_THAT(good.out, HasSubstr("no findings"));
  const Outcome bad = Keys({"check", "hash(a, 4) a:u32"}, "a,b\n1,x\n1,y\nz,z\n");
  EXPECT_EQ(bad.code, 1);
  EXPECT_THAT(bad.out, HasSubstr("line 4: field a: 'z' is not a value of type u32"));
  EXPECT_THAT(bad.err, HasSubstr("2 errors"));
  EXPECT_THAT(Keys({"check", "a:u32"}, "b\n1\n").err, HasSubstr("no column 'a'"));
  const Outcome json = Keys({"check", "--json", "a:u32"}, "a\n1\n");
  EXPECT_EQ(nlohmann::json::parse(json.out)["records"], 1);
}

TEST_F(KeysFiles, CheckWithQueries) {
  // Without a sample no record is read.
  const Outcome plans =
      Keys({"check", "ts:millis user:text", "--query", "3x: user = ?", "--query", ""});
  EXPECT_EQ(plans.code, 0) << plans.err;
  EXPECT_THAT(plans.out, HasSubstr("query    3x: user = ?\n           full scan\n"));
  EXPECT_THAT(plans.out, HasSubstr("instead: user:text ts:millis"));
  EXPECT_THAT(plans.out, testing::Not(HasSubstr("records")));
  const std::string file = Write("queries.txt", "# ours\nuser = 'a'\n2x: ts > ?\n");
  const Outcome both = Keys({"check", "user:text ts:millis", "-", "--queries", file, "--json"},
                            "user,ts\na,1\na,2\nb,3\n");
  EXPECT_EQ(both.code, 0) << both.err;
  const auto json = nlohmann::json::parse(both.out);
  EXPECT_EQ(json["records"], 3);
  EXPECT_EQ(json["queries"][0]["sample"]["read"], 2);
  EXPECT_EQ(json["queries"][0]["place"], file + ", line 2");
  EXPECT_EQ(json["queries"][1]["verdict"], "full scan");
  EXPECT_EQ(json["tables"].size(), 2U);
  EXPECT_EQ(json["findings"][0]["kind"], "query_full_scan");
}

TEST_F(KeysFiles, CheckRefusesBadQueries) {
  const auto error = [](const std::vector<std::string>& words) {
    std::vector<std::string> all = {"check", "a:u8 md5(b)"};
    all.insert(all.end(), words.begin(), words.end());
    const Outcome ran = Keys(all);
    EXPECT_EQ(ran.code, 1);
    return ran.err;
  };
  EXPECT_THAT(error({"--query", "a = 1", "--query", "c = 1"}),
              HasSubstr("query 2: condition, column 1: the schema has no field 'c'"));
  EXPECT_THAT(error({"--query", "a = 'x'"}), HasSubstr("query 1: condition, column 5: 'x' is not"));
  EXPECT_THAT(error({"--query", "0x: a = 1"}), HasSubstr("query 1: the weight '0'"));
  EXPECT_THAT(error({"--query", "b > 'x'"}),
              HasSubstr("the queries do not fit the schema: 1 error"));
  EXPECT_THAT(error({"--queries", Write("none.txt", "# nothing\n")}), HasSubstr("has no queries"));
  EXPECT_THAT(error({"--queries", Write("bad.txt", "a = 1\n\na = \n")}),
              HasSubstr("bad.txt, line 3: condition, column 4: a value is missing"));
  EXPECT_THAT(error({"--queries", "/nonexistent/q"}), HasSubstr("cannot read /nonexistent/q"));
  std::vector<std::string> many;
  for (int i = 0; i < 65; ++i) many.insert(many.end(), {"--query", "a = 1"});
  EXPECT_THAT(error(many), HasSubstr("query 65: more than 64 queries"));
}

TEST(KeysCommand, ProgressOfALongSample) {
  std::string csv = "a\n";
  for (int i = 0; i < 70'000; ++i) csv += std::to_string(i) + "\n";
  EXPECT_THAT(Keys({"check", "hash(a, 4) a:u32"}, csv, true).err, HasSubstr("65536 records"));
  EXPECT_EQ(Keys({"check", "hash(a, 4) a:u32"}, csv, false).err, "");
}

// The schema and the ids of a table.
TEST(KeysCommand, OfATable) {
  const TemporaryDirectory directory = *TemporaryDirectory::Create("basalt-keys-test");
  const std::string data = directory.path() + "/data";
  Bytes key;
  {
    auto connection = Connection::Open(data);
    ASSERT_TRUE(connection.ok()) << connection.status().message();
    const TableName name = *TableName::Parse("logs");
    TableDescriptor descriptor(name);
    descriptor.SetAttribute(kKeySchemaAttribute, "id(host, 2) ts:millis");
    ASSERT_TRUE(descriptor.AddFamily(FamilyDescriptor("f")).ok());
    ASSERT_TRUE((*connection)->admin().CreateTable(descriptor).ok());
    auto table = KeyTable::Open(**connection, name);
    ASSERT_TRUE(table.ok());
    key = *(*table)->Key(KeyRecord{Bytes("web01"), uint64_t{5}});
  }
  const auto run = [&](std::vector<std::string> words) {
    words.insert(words.begin() + 1, {"--on", data, "--table", "logs"});
    const Outcome ran = Keys(words);
    return ran.out + ran.err;
  };
  EXPECT_THAT(run({"decode", ToStringBinary(key)}),
              HasSubstr("host=web01 ts=1970-01-01T00:00:00.005Z"));
  EXPECT_THAT(run({"explain", ToStringBinary(key)}), HasSubstr("id 1: host = web01"));
  EXPECT_THAT(run({"encode", "host=web01", "ts=5"}), HasSubstr(ToStringBinary(key)));
  EXPECT_THAT(run({"plan", "host = 'web01' and ts = 5"}), HasSubstr("point get"));
  EXPECT_THAT(run({"plan", "host = 'web02'"}), HasSubstr("nothing"));
  EXPECT_THAT(run({"encode", "host=web02", "ts=5"}), HasSubstr("'web02' has no id"));
  EXPECT_THAT(Keys({"decode", "--table", "logs", "x"}).err, HasSubstr("--on"));
}

// Stored rows of a table, without and with a schema.
TEST(KeysCommand, CheckStored) {
  const TemporaryDirectory directory = *TemporaryDirectory::Create("basalt-keys-test");
  const std::string data = directory.path() + "/data";
  {
    auto connection = Connection::Open(data);
    ASSERT_TRUE(connection.ok()) << connection.status().message();
    for (const char* name : {"raw", "days", "empty"}) {
      TableDescriptor descriptor(*TableName::Parse(name));
      if (name == std::string("days")) {
        descriptor.SetAttribute(kKeySchemaAttribute, "day:date n:digits(3)");
      }
      ASSERT_TRUE(descriptor.AddFamily(FamilyDescriptor("f")).ok());
      ASSERT_TRUE((*connection)->admin().CreateTable(descriptor, {"20240131200"}).ok());
    }
    for (const char* name : {"raw", "days"}) {
      auto table = (*connection)->GetTable(*TableName::Parse(name));
      for (int i = 100; i < 400; ++i) {
        Put put("20240131" + std::to_string(i), i);
        ASSERT_TRUE((*table)->Put(put.AddColumn("f", "q", "v")).ok());
      }
    }
  }
  const auto run = [&](std::vector<std::string> words, bool terminal = false) {
    words.insert(words.begin(), {"check", "--on", data, "--stored", "--table"});
    return Keys(words, "", terminal);
  };
  const Outcome raw = run({"raw"});
  EXPECT_EQ(raw.code, 0) << raw.err;
  EXPECT_THAT(raw.out, HasSubstr("table    raw, 2 regions\nschema   none\n"));
  EXPECT_THAT(raw.out, HasSubstr("sample   300 rows, written at 300 times"));
  EXPECT_THAT(raw.out, HasSubstr("100.0 % from 20240131200 on"));
  EXPECT_THAT(raw.out, HasSubstr("rows were inserted in key order: 100 % ascending"));
  EXPECT_EQ(raw.err, "");
  EXPECT_THAT(run({"raw"}, true).err, HasSubstr("300 rows of 2 of 2 regions"));

  EXPECT_THAT(run({"days"}).out, HasSubstr("the keys begin with day:date, a time"));
  const auto json = nlohmann::json::parse(run({"days", "--json", "--sample", "100"}).out);
  EXPECT_LE(json["rows"], 100);
  EXPECT_EQ(json["schema"], "day:date n:digits(3)");
  EXPECT_EQ(json["findings"][0]["kind"], "monotonic");

  // With an explicit schema.
  EXPECT_THAT(run({"raw", "n:digits(11)"}).out,
              HasSubstr("the keys begin with n:digits(11), a num"));
  const Outcome wrong = run({"raw", "n:u64"});
  EXPECT_EQ(wrong.code, 1);
  EXPECT_THAT(wrong.out, HasSubstr("300 of 300 rows have keys that are not of the schema"));
  EXPECT_THAT(wrong.err, HasSubstr("do not fit the schema"));

  EXPECT_THAT(run({"empty"}).out, HasSubstr("the table has no rows"));
  EXPECT_THAT(run({"missing"}).err, HasSubstr("missing"));
  EXPECT_THAT(run({"raw", "n:digits(11)", "file.csv"}).err, HasSubstr("not from a file"));
  EXPECT_THAT(Keys({"check", "--stored", "n:u64"}).err, HasSubstr("--on"));
}

}  // namespace
}  // namespace basalt::cli
