#include <algorithm>
#include <fstream>
#include <sstream>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/temporary_directory.h"
#include "cli/test_program.h"

namespace basalt::cli {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;

class ShellCommandTest : public ::testing::Test {
 protected:
  Outcome Run(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), {"shell", data_});
    return RunBasalt(arguments);
  }

  TemporaryDirectory directory_ = *TemporaryDirectory::Create("basalt-shell-command-test");
  std::string data_ = directory_.path() + "/data";
};

TEST_F(ShellCommandTest, CommandsAreRunInOrder) {
  const Outcome outcome =
      Run({"-e", "create 't', 'f'", "-e", "put 't', 'r', 'f:a', 'v', 1", "-e", "scan 't'"});
  EXPECT_EQ(outcome.code, kExitOk) << outcome.err;
  EXPECT_EQ(outcome.out,
            "Created table t\n"
            "ROW  COLUMN+CELL\n"
            " r column=f:a, timestamp=1970-01-01T00:00:00.001, value=v\n"
            "1 row(s)\n");
  EXPECT_EQ(
      Run({"--format", "json", "-e", "get 't', 'r'"}).out,
      "{\"ROW\":\"r\",\"COLUMN\":\"f:a\",\"TIMESTAMP\":1,\"TYPE\":\"Put\",\"VALUE\":\"v\"}\n");
}

TEST_F(ShellCommandTest, AScriptStopsAtTheFirstErrorAndSaysWhere) {
  const std::string script = directory_.path() + "/script";
  std::ofstream(script) << "create 't',\n  'f'\n\ndrop 't'\nlist\n";
  const Outcome outcome = Run({script});
  EXPECT_EQ(outcome.code, kExitFailure);
  EXPECT_EQ(outcome.out, "Created table t\n");
  EXPECT_THAT(outcome.err, HasSubstr("ERROR: Table t is enabled. Disable it first.\n"));
  EXPECT_THAT(outcome.err, EndsWith("/script:4: stopped at this error\n"));
}

TEST_F(ShellCommandTest, TakesTheFlagsOfHBasesShell) {
  const std::string script = directory_.path() + "/script.rb";
  std::ofstream(script) << "create 't', 'f'\n";
  const Outcome created = Run({script, "-n", "--top-level-defs", "-Dhbase.x=1"});
  EXPECT_EQ(created.code, kExitOk) << created.err;
  EXPECT_EQ(created.out, "Created table t\n");
  EXPECT_EQ(Run({"-d", "-e", "list"}).out, "Setting DEBUG log level...\nTABLE\nt\n1 row(s)\n");
  EXPECT_THAT(Run({"-r", "-e", "list"}).err, HasSubstr("--return-values option is ignored"));
  // ZooKeeper's address as HBase is given it; nothing listens there.
  const Outcome missing = RunBasalt({"shell", "-Dhbase.zookeeper.quorum=127.0.0.1", "-D",
                                     "hbase.zookeeper.property.clientPort=1", "-e", "list"});
  EXPECT_NE(missing.code, kExitOk);
}

TEST_F(ShellCommandTest, AFileInPlaceOfATargetIsAScript) {
  const std::string script = directory_.path() + "/script.rb";
  std::ofstream(script) << "sleep 0\nno_such_command\n";
  const Outcome outcome = RunBasalt({"shell", script, "an argument of the script"});
  EXPECT_EQ(outcome.code, kExitFailure);
  EXPECT_THAT(outcome.err, EndsWith("/script.rb:2: stopped at this error\n"));
}

TEST_F(ShellCommandTest, JsonAndCsvLeaveTextAlone) {
  const std::vector<std::string> commands = {
      "-e", "create 't', {NAME => 'f', VERSIONS => 3}", "-e",
      "put 't', 'gr\xC3\xBCn', 'f:\xE2\x82\xAC', \"\xC3\xBC \\xFF \\\\\\\\x41\", 1"};
  EXPECT_EQ(Run(commands).code, kExitOk);
  EXPECT_EQ(
      Run({"--format", "json", "-e", "scan 't'"}).out,
      "{\"ROW\":\"gr\xC3\xBCn\",\"COLUMN\":\"f:\xE2\x82\xAC\",\"TIMESTAMP\":1,\"TYPE\":\"Put\","
      "\"VALUE\":\"\xC3\xBC \\\\xFF \\\\\\\\x5Cx41\"}\n");
  EXPECT_EQ(Run({"--format", "csv", "-e", "scan 't'"}).out,
            "ROW,COLUMN,TIMESTAMP,TYPE,VALUE\r\n"
            "gr\xC3\xBCn,f:\xE2\x82\xAC,1,Put,\xC3\xBC \\xFF \\\\x5Cx41\r\n");
  const Outcome described = Run({"--format", "json", "-e", "describe 't'"});
  EXPECT_THAT(described.out, HasSubstr("\"ENABLED\":true"));
  EXPECT_THAT(described.out, HasSubstr("\"DESCRIPTION\":{\"NAME\":\"f\","));
  EXPECT_THAT(described.out, HasSubstr("\"VERSIONS\":\"3\""));
}

TEST_F(ShellCommandTest, OrGoesOnWhenTold) {
  const Outcome outcome = Run({"--keep-going", "-e", "drop 'no'", "-e", "version"});
  EXPECT_EQ(outcome.code, kExitFailure);
  EXPECT_THAT(outcome.out, HasSubstr("RocksDB"));
  EXPECT_THAT(outcome.err, HasSubstr("-e:1: the first error was here"));
}

TEST_F(ShellCommandTest, ACommandThatIsNotCompleteIsAnError) {
  const Outcome outcome = Run({"-e", "create 't', {"});
  EXPECT_EQ(outcome.code, kExitFailure);
  EXPECT_THAT(outcome.err, HasSubstr("'{' is not closed"));
}

TEST_F(ShellCommandTest, ExitEndsAScript) {
  EXPECT_EQ(Run({"-e", "exit; drop 'no'"}).code, kExitOk);
  EXPECT_EQ(Run({"-e", "exit 7"}).code, 7);
}

TEST_F(ShellCommandTest, WhatCannotBeOpenedIsOneLine) {
  const std::string file = directory_.path() + "/file";
  std::ofstream(file) << "not a directory";
  const Outcome outcome = RunBasalt({"shell", file, "-e", "list"});
  EXPECT_EQ(outcome.code, kExitFailure);
  EXPECT_EQ(outcome.err.find('\n'), outcome.err.size() - 1);
  EXPECT_EQ(Run({"--format", "xml"}).code, kExitUsage);
  EXPECT_THAT(Run({"no-such-script"}).err, HasSubstr("cannot read no-such-script"));
}

TEST_F(ShellCommandTest, ATranscriptHasPromptsAndValues) {
  EXPECT_EQ(Run({"--echo", "-e", "x = [1,", "-e", "2]"}).out,
            "hbase:001:0> x = [1,\nhbase:001:1* 2]\n=> [1, 2]\n");
}

TEST_F(ShellCommandTest, AnAddressWhereNobodyIs) {
  const Outcome outcome = RunBasalt({"shell", "hbase://127.0.0.1:1", "-e", "list"});
  EXPECT_EQ(outcome.code, kExitFailure);
  EXPECT_EQ(outcome.out, "");
  EXPECT_THAT(outcome.err, HasSubstr("no server answers at 127.0.0.1:1"));
  EXPECT_EQ(std::ranges::count(outcome.err, '\n'), 1);
}

}  // namespace
}  // namespace basalt::cli
