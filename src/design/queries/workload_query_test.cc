#include "design/queries/workload_query.h"

#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "keys/random_schema.h"

namespace basalt::design {
namespace {

using keys::Schema;
using testing::HasSubstr;

TEST(WorkloadQuery, Weights) {
  const KeySchema schema = Schema("a:u8 x:u8");
  const auto weight = [&](std::string_view text) {
    const auto query = ParseWorkloadQuery(schema, text, "here");
    return query.ok() ? std::to_string(query->weight) + "|" + query->text
                      : query.status().message();
  };
  EXPECT_EQ(weight("50x: a = 1"), "50|a = 1");
  EXPECT_EQ(weight(" 7x :a = 1 \n"), "7|a = 1");
  EXPECT_EQ(weight("a = 1"), "1|a = 1");
  EXPECT_EQ(weight("3x:"), "3|");
  EXPECT_EQ(weight("0x: a = 1"), "here: the weight '0' is not a number from 1 to 1000000000");
  EXPECT_THAT(weight("99999999999999999999x: a = 1"), HasSubstr("is not a number from 1"));
  EXPECT_THAT(weight("5: a = 1"), HasSubstr("here: condition, column 1: "));
  EXPECT_THAT(weight("5x: b = 1"), HasSubstr("here: condition, column 1: the schema has no field"));
  EXPECT_THAT(weight("a = 'x'"), HasSubstr("here: condition, column 5"));
  EXPECT_THAT(weight("a prefix ?"), HasSubstr("here: field a: values of type u8 have no prefix"));
}

TEST(WorkloadQuery, Lines) {
  const KeySchema schema = Schema("a:u8");
  std::istringstream in("# ours\n\n2x: a = ?\r\n  a < 3\n");
  std::vector<WorkloadQuery> queries;
  ASSERT_TRUE(ReadWorkloadQueries(schema, in, "q.txt", queries).ok());
  ASSERT_EQ(queries.size(), 2U);
  EXPECT_TRUE(queries[0].open);
  EXPECT_FALSE(queries[1].open);
  EXPECT_EQ(queries[1].place, "q.txt, line 4");
  std::istringstream bad("a = 1\nb = 1\n");
  EXPECT_THAT(ReadWorkloadQueries(schema, bad, "q.txt", queries).message(),
              HasSubstr("q.txt, line 2: condition, column 1"));
  std::string many;
  for (size_t i = 0; i <= kMaxQueries; ++i) many += "a = 1\n";
  std::istringstream lines(many);
  queries.clear();
  EXPECT_EQ(ReadWorkloadQueries(schema, lines, "q.txt", queries).message(),
            "q.txt, line 65: more than 64 queries; give those that weigh most");
}

TEST(WorkloadQuery, BoundsAreTheRightWayRound) {
  const KeySchema schema = Schema("a:u8 b:text");
  const auto filled = [&](std::string_view text) {
    const auto query = ParseWorkloadQuery(schema, text, "");
    const std::vector<KeyRecord> records = {{uint64_t{9}, Bytes("later")},
                                            {uint64_t{4}, Bytes("first")}};
    return WithValues(schema, query->shape,
                      [&](size_t field, size_t n) { return records[n % 2][field]; })
        .where;
  };
  const KeyCondition between = filled("a between ? and ?");
  EXPECT_EQ(between.values, (std::vector<KeyValue>{uint64_t{4}, uint64_t{9}}));
  const KeyCondition both = filled("a >= ? and b = ? and a < ?");
  EXPECT_EQ(both.children[0].values[0], KeyValue(uint64_t{4}));
  EXPECT_EQ(both.children[1].values[0], KeyValue(Bytes("later")));
  EXPECT_EQ(both.children[2].values[0], KeyValue(uint64_t{9}));
  EXPECT_EQ(filled("b prefix ?").values[0], KeyValue(Bytes("lat")));
}

}  // namespace
}  // namespace basalt::design
