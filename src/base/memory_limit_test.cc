#include "base/memory_limit.h"

#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

#include "base/testing.h"

namespace basalt::base {
namespace {

class MemoryLimitTest : public testing::Test {
 protected:
  void Limit(const std::string& file, const std::string& text) {
    const std::filesystem::path path = mount_.path() + "/" + file;
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path) << text << "\n";
  }
  uint64_t Of(const std::string& membership) {
    return ControlGroupMemoryLimit(membership, mount_.path());
  }
  TempDir mount_;
};

TEST_F(MemoryLimitTest, OfVersion2IsTheLeastOnTheWayUp) {
  Limit("a/b/memory.max", "max");
  EXPECT_EQ(Of("0::/a/b\n"), UINT64_MAX);
  Limit("a/memory.max", "1048576");
  EXPECT_EQ(Of("0::/a/b\n"), 1048576U);
  Limit("a/b/memory.max", "4096");
  EXPECT_EQ(Of("0::/a/b\n"), 4096U);
  EXPECT_EQ(Of("0::/other\n"), UINT64_MAX);
}

TEST_F(MemoryLimitTest, OfVersion1IsThatOfTheMemoryController) {
  Limit("memory/box/memory.limit_in_bytes", "2097152");
  Limit("cpu/box/memory.limit_in_bytes", "1");
  EXPECT_EQ(Of("5:cpu,cpuacct:/box\n4:memory:/box\n"), 2097152U);
  Limit("memory/box/memory.limit_in_bytes", "9223372036854771712");
  EXPECT_EQ(Of("4:memory:/box\n"), UINT64_MAX);
}

// A container sees its own group as the root of the mount, and the host's path as its membership.
TEST_F(MemoryLimitTest, OfAContainerIsAtTheRootOfTheMount) {
  Limit("memory.max", "536870912");
  EXPECT_EQ(Of("0::/system.slice/docker-1234.scope\n"), 536870912U);
}

TEST_F(MemoryLimitTest, IsTheMachinesAtMost) {
  EXPECT_GT(MemoryLimit(), 0U);
  EXPECT_LT(MemoryLimit(), UINT64_MAX);
  EXPECT_EQ(Of("garbage"), UINT64_MAX);
}

}  // namespace
}  // namespace basalt::base
