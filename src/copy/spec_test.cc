#include "copy/spec.h"

#include <filesystem>

#include <gtest/gtest.h>

namespace basalt::copy {
namespace {

std::vector<TableDescriptor> Tables() {
  std::vector<TableDescriptor> tables;
  for (const char* name : {"web_a", "web_b", "shop:orders", "hbase:meta"}) {
    tables.emplace_back(*TableName::Parse(name));
  }
  return tables;
}

std::string Choose(const std::string& text) {
  const auto pairs = ChooseTables(text, Tables());
  if (!pairs.ok()) return pairs.status().message();
  std::string names;
  for (const TablePair& pair : *pairs) names += pair.ToString() + ";";
  return names;
}

TEST(CopySpec, ChoosesTables) {
  EXPECT_EQ(Choose(""), "web_a;web_b;shop:orders;");
  EXPECT_EQ(Choose("web_a,shop:orders"), "web_a;shop:orders;");
  EXPECT_EQ(Choose("web_.*"), "web_a;web_b;");
  EXPECT_EQ(Choose("web_b,web_.*"), "web_b;web_a;");
  EXPECT_EQ(Choose("shop:.+"), "shop:orders;");
  EXPECT_EQ(Choose("web_a=old:a,web_b"), "web_a as old:a;web_b;");
  EXPECT_EQ(Choose("nope"), "the source has no table 'nope'");
  EXPECT_EQ(Choose("x.*"), "no table of the source matches 'x.*'");
  EXPECT_EQ(Choose("x(*"), "'x(*' is neither a table's name nor a regular expression");
  EXPECT_EQ(Choose("hbase:meta"), "tables of the namespace hbase are not copied");
  EXPECT_EQ(Choose("web_a=c,web_b=c"), "two tables would be copied to 'c'");
  EXPECT_EQ(ChooseTables("", {}).status().message(), "the source has no tables");
}

TEST(CopySpec, KnowsTheSameTarget) {
  const std::string here = std::filesystem::current_path().string();
  EXPECT_EQ(NormalTarget("data/"), NormalTarget("file://" + here + "/./data"));
  EXPECT_EQ(NormalTarget("hbase://localhost"), "hbase://127.0.0.1:16000");
  EXPECT_EQ(NormalTarget("hbase://B:1,a"), NormalTarget("hbase://a:16000,b:1"));
  EXPECT_EQ(NormalTarget("zk://h"), "zk://h:2181/hbase");
  EXPECT_EQ(NormalTarget("zk://h/other/"), "zk://h:2181/other");
}

TEST(CopySpec, Checks) {
  CopySpec spec;
  EXPECT_TRUE(spec.Check().ok());
  spec.threads = 0;
  EXPECT_FALSE(spec.Check().ok());
}

}  // namespace
}  // namespace basalt::copy
