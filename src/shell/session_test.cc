#include "shell/session.h"

#include <chrono>
#include <sstream>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "shell/test_shell.h"

namespace basalt::shell {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::MatchesRegex;
using ::testing::Not;
using Fed = Session::Fed;

SessionOptions Interactive() {
  SessionOptions options;
  options.interactive = true;
  return options;
}

TEST(SessionTest, ACommandMayTakeSeveralLines) {
  TestShell shell(Interactive());
  EXPECT_EQ(shell.session().Prompt(), "hbase:001:0> ");
  EXPECT_EQ(shell.Run("create 't',"), "");
  EXPECT_EQ(shell.last, Fed::kMore);
  EXPECT_EQ(shell.session().Prompt(), "hbase:001:1* ");
  EXPECT_EQ(shell.Run("  'f'"), "Created table t\n=> Hbase::Table - t\n");
  EXPECT_EQ(shell.session().Prompt(), "hbase:002:0> ");
  EXPECT_EQ(shell.session().line(), 1);
}

TEST(SessionTest, WhatWasBegunCanBeForgotten) {
  TestShell shell(Interactive());
  shell.Run("create 't', {");
  shell.session().Forget();
  EXPECT_EQ(shell.Run("x = 5"), "=> 5\n");
  shell.Run("create 't', {");
  EXPECT_EQ(shell.session().Finish(), Fed::kError);
}

TEST(SessionTest, ScriptsPrintNoValues) {
  TestShell shell;
  EXPECT_EQ(shell.Run("create 't', 'f'"), "Created table t\n");
  EXPECT_EQ(shell.Run("put 't', 'r'"),
            "ERROR: wrong number of arguments (given 2, expected 4..6)\n");
  EXPECT_EQ(shell.last, Fed::kError);
}

TEST(SessionTest, TheFirstErrorEndsALine) {
  TestShell shell(Interactive());
  const std::string printed = shell.Run("x = 1; drop 'no'; x = 2");
  EXPECT_EQ(printed,
            "=> 1\n\nERROR: Table no does not exist.\n\nFor usage try 'help \"drop\"'\n\n");
  EXPECT_EQ(shell.Run("x"), "=> 1\n");
}

TEST(SessionTest, MistakesAreNamedWithAHint) {
  TestShell shell;
  shell.Run("create 't', 'f'");
  EXPECT_THAT(shell.Run("scan 't', {RAW => true, VERSION => 1000}"),
              HasSubstr("NameError (line 2, column 25): uninitialized constant VERSION"));
  EXPECT_THAT(shell.Run("scan 't', {VERSION => 1000}"), HasSubstr("Did you mean VERSIONS?"));
  EXPECT_THAT(shell.Run("scan 't', {'VERSION' => 1000}"),
              HasSubstr("scan has no option VERSION, which is ignored; did you mean VERSIONS?"));
  EXPECT_THAT(shell.Run("scn 't'"), HasSubstr("Did you mean scan?"));
  EXPECT_THAT(shell.Run("scan 't', {LIMIT => 'many'}"), HasSubstr("LIMIT must be a number"));
  EXPECT_THAT(shell.Run("set_peer_serial '1'"), HasSubstr("there is no replication"));
  EXPECT_THAT(shell.Run("'t'.explode"),
              HasSubstr("NoMethodError (line 8, column 5): undefined method `explode' for "
                        "\"t\":String"));
}

TEST(SessionTest, InScriptsLinesCountFromTheBeginning) {
  TestShell shell;
  shell.Run("x = 1");
  shell.Run("y = [1,");
  EXPECT_THAT(shell.Run("2)"), HasSubstr("SyntaxError (line 3, column 2): ')' cannot close '['"));
  EXPECT_EQ(shell.session().line(), 2);
}

TEST(SessionTest, ExitEndsIt) {
  TestShell shell;
  shell.Run("exit 3");
  EXPECT_EQ(shell.last, Fed::kExit);
  EXPECT_EQ(shell.session().exit_code(), 3);
}

// A stream that cancels the session when it is written to, like a user who presses Ctrl-C.
class CancellingBuffer final : public std::stringbuf {
 public:
  Session* session = nullptr;

 protected:
  std::streamsize xsputn(const char* text, std::streamsize length) override {
    if (session != nullptr && std::string_view(text, length).find("value=") != std::string::npos) {
      session->Cancel();
    }
    return std::stringbuf::xsputn(text, length);
  }
};

TEST(SessionTest, CancelEndsTheCommandAndNotTheSession) {
  TestShell shell;
  shell.Run("create 't', 'f'");
  for (const char* row : {"a", "b", "c"}) {
    shell.Run(std::string("put 't', '") + row + "', 'f:q', 1");
  }
  CancellingBuffer buffer;
  std::ostream out(&buffer);
  std::ostringstream err;
  Session session(shell.connection(), out, err, {});
  buffer.session = &session;
  EXPECT_EQ(session.Feed("scan 't'"), Fed::kError);
  EXPECT_EQ(err.str(), "ERROR: Interrupted\n");
  EXPECT_THAT(buffer.str(), HasSubstr(" a "));
  EXPECT_EQ(buffer.str().find(" b "), std::string::npos);
  buffer.session = nullptr;
  session.Resume();
  EXPECT_EQ(session.Feed("scan 't'"), Fed::kDone);
  EXPECT_THAT(buffer.str(), HasSubstr("3 row(s)"));
}

TEST(SessionTest, ManyTablesAreChangedAfterAQuestion) {
  TestShell shell;
  shell.Run("create 'a1', 'f'; create 'a2', 'f'");
  shell.answers = {"n"};
  EXPECT_EQ(shell.Run("disable_all 'a.*'"), "a1\na2\n\nDisable the above 2 tables (y/n)?\n");
  EXPECT_EQ(shell.Run("is_enabled 'a1'"), "true\n");
  shell.answers = {"y"};
  EXPECT_THAT(shell.Run("disable_all 'a.*'"), HasSubstr("2 tables successfully disabled"));
  // There is no input for the answer.
  EXPECT_EQ(shell.Run("drop_all 'a.*'"), "a1\na2\n\nDrop the above 2 tables (y/n)?\n");
  EXPECT_EQ(shell.Run("exists 'a1'"), "Table a1 does exist\n");
  EXPECT_EQ(shell.Run("drop_all 'b.*'"), "No tables matched the regex b.*\n");
}

TEST(SessionTest, HintsDoNotChangeHBasesText) {
  SessionOptions options;
  options.interactive = true;
  TestShell shell(options);
  shell.Run("create 'people', 'f'");
  const std::string command = "scan 'peple'";
  EXPECT_EQ(shell.Output(command),
            "ROW                   COLUMN+CELL\n"
            "\nERROR: Unknown table peple!\n\nFor usage try 'help \"scan\"'\n\n");
  EXPECT_THAT(shell.Run(command), EndsWith("\n\nDid you mean people?\n"));
  EXPECT_THAT(shell.Run("drop 'peopel'"), EndsWith("\n\nDid you mean people?\n"));
  EXPECT_THAT(shell.Run("alter 'peopl', 'g'"), EndsWith("\n\nDid you mean people?\n"));
  EXPECT_THAT(shell.Run("scan 'nothing like it'"), Not(HasSubstr("Did you mean")));
  EXPECT_THAT(shell.Output("scan 'people', {FILTER => \"PageFilter()\"}"),
              HasSubstr("ERROR: Incorrect filter string PageFilter()\n\nFor usage"));
  EXPECT_THAT(shell.Run("scan 'people', {FILTER => \"PageFilter()\"}"),
              EndsWith("\nExpected 1 but got: 0 at position 0\n"));
}

TEST(SessionTest, ADirectorysProcessAnswersForTheServers) {
  TestShell shell;
  shell.Run("create 't', 'f', SPLITS => ['m']");
  EXPECT_EQ(shell.Run("balance_switch false"), "Previous balancer state : true\n");
  EXPECT_EQ(shell.Run("balancer_enabled"), "false\n");
  EXPECT_EQ(shell.Run("balance_switch true"), "Previous balancer state : false\n");
  EXPECT_THAT(shell.Run("list_liveservers"),
              MatchesRegex("SERVERNAME\nlocalhost,0,[0-9]+\n1 row.*"));
  EXPECT_THAT(shell.Run("compaction_switch false"), HasSubstr("true\n1 row(s)"));
  EXPECT_THAT(shell.Run("compaction_switch true"), HasSubstr("false\n1 row(s)"));
  EXPECT_EQ(shell.Run("compaction_state 't'"), "NONE\n");
  EXPECT_EQ(shell.Run("clear_deadservers"), "true\n");
  EXPECT_EQ(shell.Run("update_all_config"), "");
  EXPECT_THAT(shell.Run("wal_roll locate_region('hbase:meta', '').getServerName"),
              HasSubstr("NAME => 'hbase:meta,,1'"));
  EXPECT_THAT(shell.Run("wal_roll 'elsewhere,1,1'"), HasSubstr("can not resolve elsewhere,1,1"));
  EXPECT_THAT(shell.Run("move 'no_such_region'"),
              HasSubstr("org.apache.hadoop.hbase.UnknownRegionException: no_such_region"));
  EXPECT_THAT(shell.Run("status 'simple'"), HasSubstr("regions: 4"));
  EXPECT_THAT(shell.Run("compact_rs locate_region('t', 'a').getServerName, true"),
              Not(HasSubstr("ERROR")));
}

TEST(SessionTest, TookDoesNotCountWaiting) {
  SessionOptions options;
  options.timing = true;
  int asked = 0;
  // An hour passes between the beginning and the end of a command.
  options.waited = [&] { return std::chrono::hours(asked++); };
  TestShell shell(options);
  const std::string took = shell.Run("exists 't'");
  EXPECT_THAT(took, HasSubstr("Took -3")) << "the hour is subtracted";
}

TEST(SessionTest, ValuesAreDataInJson) {
  SessionOptions options;
  options.format = Format::kJson;
  TestShell shell(options);
  shell.Run("create 't', 'f'");
  EXPECT_EQ(shell.Run("incr 't', 'r', 'f:n', 5"), "5\nCOUNTER VALUE = 5\n");
  EXPECT_EQ(shell.Run("count 't'"), "1\n");
  EXPECT_EQ(shell.Run("exists 't'"), "true\nTable t does exist\n");
  EXPECT_EQ(shell.Run("list"), "{\"TABLE\":\"t\"}\n");
  EXPECT_EQ(shell.Run("put 't', 's', 'f:a', \"x\\x00\", 7; get 't', 's'"),
            "{\"ROW\":\"s\",\"COLUMN\":\"f:a\",\"TIMESTAMP\":7,\"TYPE\":\"Put\","
            "\"VALUE\":\"x\\\\x00\"}\n");
}

TEST(SessionTest, LoopsFillTables) {
  TestShell shell(Interactive());
  shell.Run("create 't', 'f'");
  EXPECT_EQ(shell.Run("(1..3).each do |i|"), "");
  EXPECT_EQ(shell.last, Fed::kMore);
  EXPECT_EQ(shell.session().Prompt(), "hbase:002:1* ");
  EXPECT_EQ(shell.Run("  put 't', \"r#{'%02d' % i}\", 'f:q', i * i, i"), "");
  EXPECT_EQ(shell.Run("end"), "=> 1..3\n");
  EXPECT_EQ(shell.Run("t = get_table 't'; t.count"), "=> Hbase::Table - t\n3 row(s)\n=> 3\n");
  EXPECT_THAT(shell.Run("t.get 'r03'"), HasSubstr("value=9"));
  EXPECT_EQ(shell.Run("puts 'many' if t.count > 2"), "3 row(s)\nmany\n");
  EXPECT_EQ(shell.Run("list.map { |name| name.upcase }"), "TABLE\nt\n1 row(s)\n=> [\"T\"]\n");
}

TEST(SessionTest, CommandsFailInsideOfLoops) {
  TestShell shell(Interactive());
  EXPECT_EQ(shell.Run("[1, 2].each { |i| puts i; drop \"t#{i}\" }"),
            "1\n\nERROR: Table t1 does not exist.\n\nFor usage try 'help \"drop\"'\n\n");
  EXPECT_EQ(shell.Run("begin; drop 'no'; rescue => e; e.message; end"),
            "=> \"Table no does not exist.\"\n");
  EXPECT_EQ(shell.Run("[1, 2].each { exit 4 }"), "");
  EXPECT_EQ(shell.last, Fed::kExit);
  EXPECT_EQ(shell.session().exit_code(), 4);
}

TEST(SessionTest, CancelEndsALoop) {
  TestShell shell;
  CancellingBuffer buffer;
  std::ostream out(&buffer);
  std::ostringstream err;
  Session session(shell.connection(), out, err, {});
  buffer.session = &session;
  EXPECT_EQ(session.Feed("while true do puts 'value=' end"), Fed::kError);
  EXPECT_EQ(err.str(), "ERROR: Interrupted\n");
  buffer.session = nullptr;
  session.Resume();
  EXPECT_EQ(session.Feed("x = 1"), Fed::kDone);
}

TEST(SessionTest, LoopsAreLimited) {
  SessionOptions options = Interactive();
  options.limits.steps = 1000;
  TestShell shell(options);
  EXPECT_THAT(shell.Run("loop { }"), HasSubstr("the statement took more than 1000 steps"));
  EXPECT_EQ(shell.Run("1 + 1"), "=> 2\n");
}

TEST(SessionTest, Completion) {
  TestShell shell;
  shell.Run("create 'people', 'info', 'inner'; t = get_table 'people'");
  Session& session = shell.session();
  EXPECT_THAT(session.Complete("list_n"), ElementsAre("list_namespace", "list_namespace_tables"));
  EXPECT_THAT(session.Complete("scan 'pe"), ElementsAre("people"));
  EXPECT_THAT(session.Complete("get 'people', 'r', 'in"), ElementsAre("info", "inner"));
  EXPECT_THAT(session.Complete("scan 'people', {VERS"), ElementsAre("VERSIONS"));
  EXPECT_THAT(session.Complete("t.get_c"), ElementsAre("get_counter"));
  EXPECT_THAT(session.Complete(""), Contains("t"));
  EXPECT_THAT(session.Complete("get 'nothing', 'r', 'x"), ElementsAre());
}

TEST(SessionTest, EveryCommandHasHelp) {
  TestShell shell;
  const std::string all = shell.Run("help");
  for (const CommandGroup& group : CommandGroups()) {
    EXPECT_THAT(shell.Run("help '" + std::string(group.name) + "'"), HasSubstr(group.title));
    for (const Command& command : group.commands) {
      EXPECT_THAT(all, HasSubstr(command.name));
      EXPECT_THAT(shell.Run("help '" + std::string(command.name) + "'"),
                  HasSubstr(command.summary));
    }
  }
  EXPECT_THAT(shell.Run("help 'scann'"), HasSubstr("did you mean scan?"));
}

}  // namespace
}  // namespace basalt::shell
