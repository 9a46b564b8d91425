#include "keys/leading_part.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace basalt::keys {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

struct Case {
  const char* schema;
  const char* begins;  // the part that the advice names
  const char* advice;  // a substring
  bool time;
};

TEST(LeadingPart, TheAdviceNamesThePart) {
  const Case cases[] = {
      {"ts:millis user:text", "ts:millis", "a time; put salt(n)", true},
      {"desc(ts:seconds) user:text", "desc(ts:seconds)", "a time; put salt(n)", true},
      {"window(ts, 1h) user:text ts:millis", "window(ts, 1h)", "a time; put salt(n)", true},
      {"'e_' day:date n:u64", "day:date", "a time; put salt(n)", true},
      {"order:u64", "order:u64", "reverse(...)", false},
      {"order:digits(12)", "order:digits(12)", "reverse(...)", false},
      {"reverse(ts:millis(13))", "reverse(ts:millis(13))", "last digits", false},
      {"salt(2) ts:millis", "salt(2)", "which has 2 values", false},
      {"mod(n, 4) n:u64", "mod(n, 4)", "which has 4 values", false},
      {"hash(user, 4) user:text ts:millis", "hash(user, 4)", "one hash", false},
      {"id(host) ts:millis", "id(host)", "each new name", false},
      {"name:text", "name:text", "only grow", false},
  };
  for (const Case& c : cases) {
    const auto schema = KeySchema::Parse(c.schema);
    ASSERT_TRUE(schema.ok()) << c.schema << ": " << schema.status().message();
    const std::string advice = AdviceOnMonotonicKeys(*schema);
    EXPECT_THAT(advice, StartsWith("the keys begin with " + std::string(c.begins) + ", "));
    EXPECT_THAT(advice, HasSubstr(c.advice)) << c.schema;
    EXPECT_EQ(LeadsWithTime(keys::LayoutOf(*schema)), c.time) << c.schema;
  }
}

TEST(LeadingPart, WithoutASchemaItIsGeneral) {
  EXPECT_THAT(AdviceOnMonotonicKeys(), StartsWith("put salt(n) before the keys"));
}

}  // namespace
}  // namespace basalt::keys
