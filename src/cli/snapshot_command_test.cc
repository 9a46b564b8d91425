// The snapshot subcommands: arguments and output.
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "basalt/connection.h"
#include "cli/temporary_directory.h"
#include "cli/test_program.h"

namespace basalt::cli {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

class SnapshotCommand : public testing::Test {
 protected:
  SnapshotCommand() {
    const auto connection = Open();
    TableDescriptor table(Name("t"));
    EXPECT_TRUE(table.AddFamily(FamilyDescriptor("f")).ok());
    EXPECT_TRUE(connection->admin().CreateTable(table).ok());
    EXPECT_TRUE((*connection->GetTable(Name("t")))->Put(Put("r").AddColumn("f", "q", "v")).ok());
  }

  static TableName Name(std::string_view name) { return *TableName::Parse(name); }
  std::unique_ptr<Connection> Open() { return std::move(*Connection::Open(data_)); }

  // snapshot <command> --data <the directory> <arguments>
  Outcome Run(const std::string& command, const std::vector<std::string>& arguments = {}) {
    return RunAt(data_, command, arguments);
  }
  static Outcome RunAt(const std::string& data, const std::string& command,
                       const std::vector<std::string>& arguments = {}) {
    std::vector<std::string> words = {"snapshot", command, "--data", data};
    words.insert(words.end(), arguments.begin(), arguments.end());
    return RunBasalt(words);
  }

  const TemporaryDirectory directory_ = *TemporaryDirectory::Create("basalt-snapshot-test");
  const std::string data_ = directory_.path() + "/data";
  const std::string folder_ = directory_.path() + "/exported";
};

TEST_F(SnapshotCommand, TheWholeWay) {
  EXPECT_EQ(Run("create", {"t", "s", "--ttl", "3600", "--owner", "me"}).code, kExitOk);
  const Outcome list = Run("list");
  EXPECT_EQ(list.code, kExitOk);
  EXPECT_THAT(list.out, HasSubstr("SNAPSHOT"));
  EXPECT_THAT(list.out, HasSubstr("s                              t"));
  EXPECT_THAT(Run("list", {"--json"}).out,
              HasSubstr(R"([{"name":"s","table":"t","type":"FLUSH",)"));
  const Outcome described = Run("describe", {"s"});
  EXPECT_THAT(described.out, HasSubstr("ttl      3600 s\nowner    me\nregions  1\nfiles    1\n"));
  EXPECT_THAT(described.out, HasSubstr("{NAME => 'f'"));
  EXPECT_THAT(Run("describe", {"s", "--json"}).out, HasSubstr(R"("descriptor":"'t')"));

  EXPECT_EQ(Run("clone", {"s", "u"}).code, kExitOk);
  const Outcome refused = Run("restore", {"s"});
  EXPECT_EQ(refused.code, kExitFailure);
  EXPECT_THAT(refused.err, HasSubstr("Not DISABLED"));
  ASSERT_TRUE(Open()->admin().DisableTable(Name("t")).ok());
  EXPECT_EQ(Run("restore", {"s"}).code, kExitOk);
  EXPECT_EQ(Run("export", {"s", folder_}).code, kExitOk);
  EXPECT_EQ(Run("delete", {"s"}).code, kExitOk);
  EXPECT_THAT(Run("list", {"--json"}).out, "[]\n");
  EXPECT_EQ(Run("import", {folder_, "--name", "again"}).code, kExitOk);
  EXPECT_EQ(Run("clone", {"again", "v"}).code, kExitOk);
  const auto connection = Open();
  EXPECT_EQ((*connection->GetTable(Name("v")))->Get(Get("r"))->GetLatest("f", "q")->value, "v");
}

// As while a server has the directory open.
TEST_F(SnapshotCommand, WhileTheDirectoryIsOpen) {
  const auto connection = Open();
  ASSERT_TRUE(connection->admin().Snapshot("s", Name("t")).ok());
  for (const auto& arguments : std::vector<std::vector<std::string>>{
           {"create", "t", "x"}, {"clone", "s", "u"}, {"restore", "s"}, {"delete", "s"}}) {
    const Outcome outcome = Run(arguments[0], {arguments.begin() + 1, arguments.end()});
    EXPECT_EQ(outcome.code, kExitFailure) << arguments[0];
    EXPECT_THAT(outcome.err, HasSubstr("is already open")) << arguments[0];
    EXPECT_THAT(outcome.err, HasSubstr("use the HBase shell")) << arguments[0];
  }
  EXPECT_EQ(Run("export", {"s", folder_, "--copy"}).code, kExitOk);
  EXPECT_EQ(Run("import", {folder_, "--name", "second"}).code, kExitOk);
  EXPECT_EQ(connection->admin().ListSnapshots()->size(), 2);
  ASSERT_TRUE(connection->admin().CloneSnapshot("second", Name("u")).ok());
}

TEST_F(SnapshotCommand, Mistakes) {
  EXPECT_EQ(Run("create", {"t"}).code, kExitUsage);
  EXPECT_EQ(Run("create", {"t", "s", "--ttl", "-1"}).code, kExitUsage);
  EXPECT_THAT(Run("describe", {"s"}).err, HasSubstr("Snapshot 's' doesn't exist"));
  EXPECT_THAT(Run("create", {"none", "s"}).err, HasSubstr("Table 'none' doesn't exist"));
  EXPECT_THAT(Run("import", {directory_.path()}).err, HasSubstr("is not an exported snapshot"));
  EXPECT_EQ(Run("create", {"t", "s"}).code, kExitOk);
  EXPECT_THAT(Run("export", {"s", directory_.path()}).err, HasSubstr("it exists already"));
  std::filesystem::create_directory(folder_);
  EXPECT_THAT(RunAt(folder_, "list").err, HasSubstr("is not a Basalt directory"));
  EXPECT_THAT(Run("--help").out, HasSubstr("while a server has the directory open"));
}

}  // namespace
}  // namespace basalt::cli
