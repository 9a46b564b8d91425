#include "store/naming_env.h"

#include <filesystem>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "base/testing.h"
#include "store/store.h"

namespace basalt::store {
namespace {

class OptionsFiles : public testing::Test {
 protected:
  std::set<std::string> Names() const {
    std::set<std::string> names;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(path_)) {
      const std::string name = entry.path().filename();
      if (name.starts_with("OPTIONS-")) names.insert(name);
    }
    return names;
  }

  base::TempDir directory_;
  const std::string path_ = directory_.Sub("data");
};

// With many tables, writing the options of all families dominated the time of creating one.
TEST_F(OptionsFiles, AreNotWrittenWithEveryFamilyThatComesOrGoes) {
  {
    const auto store = Store::Open(path_, {});
    ASSERT_TRUE(store.ok()) << store.status().ToString();
    const std::set<std::string> before = Names();
    const auto a = (*store)->CreateFamily("1.a", FamilyDescriptor("a"));
    ASSERT_TRUE(a.ok()) << a.status().ToString();
    const auto b = (*store)->CreateFamily("1.b", FamilyDescriptor("b"));
    ASSERT_TRUE(b.ok()) << b.status().ToString();
    Status status =
        (*store)->ConfigureFamily(**a, FamilyDescriptor("a").SetCompression(Compression::kLz4));
    EXPECT_TRUE(status.ok()) << status.ToString();
    status = (*store)->DropFamily("1.b");
    EXPECT_TRUE(status.ok()) << status.ToString();
    EXPECT_EQ(Names(), before);
  }
  const auto again = Store::Open(path_, {});
  ASSERT_TRUE(again.ok()) << again.status().ToString();
  EXPECT_NE((*again)->FindFamily("1.a"), nullptr);
  EXPECT_EQ((*again)->FindFamily("1.b"), nullptr);
}

TEST(WithoutOptionsFile, OtherErrorsStay) {
  EXPECT_TRUE(WithoutOptionsFile([] { return rocksdb::Status::NoSpace("full"); }).IsNoSpace());
  EXPECT_TRUE(WithoutOptionsFile([] { return rocksdb::Status::IOError("bad"); }).IsIOError());
}

}  // namespace
}  // namespace basalt::store
