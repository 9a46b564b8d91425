// The example of docs/constraints.md, read from the page and run.
#include <fstream>
#include <regex>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>

#include "constraints/constraint_fixture.h"

namespace basalt::constraints {
namespace {

using ::testing::EndsWith;
using ::testing::StartsWith;

struct Write {
  std::string family;
  std::string qualifier;
  Bytes value;
  std::string refused_by;  // empty: written
  std::string reason;
};

struct Page {
  std::vector<std::pair<std::string, std::string>> attributes;
  std::vector<Write> writes;
};

Page ReadPage() {
  const std::regex attribute(R"((basalt\.constraint\.\S+)\s+= (.+))");
  const std::regex write(
      R"(\| `(\w+):(\w+)` \| `([^`]+)` \| (?:written|refused by `(\w+)`: (.+)) \|)");
  Page page;
  std::ifstream file(BASALT_SOURCE_DIR "/docs/constraints.md");
  std::smatch match;
  for (std::string line; std::getline(file, line);) {
    if (std::regex_match(line, match, attribute)) page.attributes.emplace_back(match[1], match[2]);
    if (std::regex_match(line, match, write)) {
      page.writes.push_back(
          {match[1], match[2], FromStringBinary(match[3].str()), match[4], match[5]});
    }
  }
  return page;
}

using ConstraintDocTest = ConstraintFixture;

TEST_F(ConstraintDocTest, R18_TheExampleOfThePageIsTrue) {
  const Page page = ReadPage();
  ASSERT_EQ(page.attributes.size(), 6U);
  ASSERT_EQ(page.writes.size(), 15U);

  ASSERT_TRUE(PutValue(*Create("customers"), "c1", "x", "").ok());
  TableDescriptor descriptor(Name("example"));
  for (const char* family : {"i", "notes"}) {
    ASSERT_TRUE(descriptor.AddFamily(FamilyDescriptor(family)).ok());
  }
  for (const auto& [key, text] : page.attributes) descriptor.SetAttribute(key, text);
  const Status created = admin().CreateTable(descriptor);
  ASSERT_TRUE(created.ok()) << created.ToString();

  const auto table = Find("example");
  for (const Write& write : page.writes) {
    const Status status =
        table->Put(Put("row").AddColumn(write.family, write.qualifier, write.value));
    if (write.refused_by.empty()) {
      EXPECT_TRUE(status.ok()) << status.ToString();
    } else {
      EXPECT_THAT(status.message(), StartsWith("constraint '" + write.refused_by + "' "));
      EXPECT_THAT(status.message(), EndsWith("': " + write.reason));
    }
  }
}

}  // namespace
}  // namespace basalt::constraints
