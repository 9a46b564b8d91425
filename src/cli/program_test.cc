#include <filesystem>
#include <fstream>
#include <sstream>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "basalt/version.h"
#include "cli/temporary_directory.h"
#include "cli/test_program.h"

namespace basalt::cli {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;

TEST(ProgramTest, HelpGoesToStandardOutput) {
  const Outcome top = RunBasalt({"--help"});
  EXPECT_EQ(top.code, kExitOk);
  EXPECT_THAT(top.out, HasSubstr("tour"));
  EXPECT_THAT(top.err, IsEmpty());
  const Outcome tour = RunBasalt({"tour", "--help"});
  EXPECT_EQ(tour.code, kExitOk);
  EXPECT_THAT(tour.out, HasSubstr("--fast"));
}

TEST(ProgramTest, VersionNamesTheEngine) {
  const Outcome outcome = RunBasalt({"--version"});
  EXPECT_EQ(outcome.code, kExitOk);
  EXPECT_THAT(outcome.out, StartsWith("basalt " + std::string(kVersion) + " (RocksDB "));
}

TEST(ProgramTest, WrongUsageIsTwoAndSaysWhatToTry) {
  for (const std::vector<std::string>& arguments :
       {std::vector<std::string>{}, {"no-such-command"}, {"tour", "--no-such-option"}}) {
    const Outcome outcome = RunBasalt(arguments);
    EXPECT_EQ(outcome.code, kExitUsage);
    EXPECT_THAT(outcome.out, IsEmpty());
    EXPECT_THAT(outcome.err, StartsWith("basalt: "));
    EXPECT_THAT(outcome.err, HasSubstr("--help"));
  }
}

TEST(ProgramTest, FailureIsOneAndGoesToStandardError) {
  auto directory = TemporaryDirectory::Create("basalt-program-test");
  ASSERT_TRUE(directory.ok());
  std::ofstream(directory->path() + "/something") << "in the way";
  const Outcome outcome = RunBasalt({"tour", "--dir", directory->path().c_str()});
  EXPECT_EQ(outcome.code, kExitFailure);
  EXPECT_THAT(outcome.out, IsEmpty());
  EXPECT_THAT(outcome.err, HasSubstr("is not empty"));
}

TEST(ProgramTest, TourKeepsTheDirectoryItIsGiven) {
  auto directory = TemporaryDirectory::Create("basalt-program-test");
  ASSERT_TRUE(directory.ok());
  const std::string data = directory->path() + "/data";
  const Outcome outcome = RunBasalt({"tour", "--fast", "--dir", data.c_str()});
  EXPECT_EQ(outcome.code, kExitOk) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("That was the tour."));
  EXPECT_FALSE(std::filesystem::is_empty(data));
}

TEST(ProgramTest, TemporaryDirectoryGoesWithItsOwner) {
  std::string path;
  {
    auto directory = TemporaryDirectory::Create("basalt-program-test");
    ASSERT_TRUE(directory.ok());
    path = directory->path();
    std::ofstream(path + "/file") << "x";
  }
  EXPECT_FALSE(std::filesystem::exists(path));
}

}  // namespace
}  // namespace basalt::cli
