// `basalt keys check --stored` on every kind of Connection: the insert order of a table's rows
// (R44). Runs the program itself.
#include <sys/wait.h>

#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>

#include <gmock/gmock.h>

#include "fixture.h"

namespace basalt::conformance {
namespace {

using testing::HasSubstr;

class Stored : public Conformance {
 protected:
  // What the command prints of the case's table.
  std::string CheckStored() {
    // A directory is for one process at a time.
    table_.reset();
    connection_.reset();
    const std::string command = std::string(BASALT_PROGRAM) + " keys check --on '" + where_ +
                                "' --table conformance --stored --json";
    std::string text;
    std::FILE* output = ::popen(command.c_str(), "r");
    char part[4096];
    while (const size_t size = std::fread(part, 1, sizeof(part), output)) text.append(part, size);
    const int status = ::pclose(output);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << text;
    Connect();
    return text;
  }
};

TEST_P(Stored, RowsInTheOrderOfTheirKeys) {
  Make({"3", "6"});
  for (int i = 0; i < 400; ++i) Put(std::to_string(400 + i), "q", "v", 1000 + i);
  const std::string text = CheckStored();
  EXPECT_THAT(text, HasSubstr("\"rows\": 400"));
  EXPECT_THAT(text, HasSubstr("\"moments\": 400"));
  EXPECT_THAT(text, HasSubstr("\"ascending\": 1.0"));
  EXPECT_THAT(text, HasSubstr("\"kind\": \"monotonic\""));
  EXPECT_THAT(text, HasSubstr("\"kind\": \"hot_region\""));
  EXPECT_THAT(text, HasSubstr("\"start_key\": \"6\",\n      \"rows\": 40\n"));
}

TEST_P(Stored, RowsAtRandom) {
  Make({"3", "6"});
  std::mt19937_64 random(1);
  for (int i = 0; i < 400; ++i) {
    // The first digits of large numbers are not uniformly distributed.
    Put(std::to_string(random() % 10) + std::to_string(random()), "q", "v", 1000 + i);
  }
  const std::string text = CheckStored();
  EXPECT_THAT(text, HasSubstr("\"rows\": 400"));
  EXPECT_THAT(text, HasSubstr("\"findings\": []"));
}

INSTANTIATE_TEST_SUITE_P(On, Stored, testing::ValuesIn(Targets()), TargetName);

}  // namespace
}  // namespace basalt::conformance
