#include "design/queries/query_sample.h"

#include <algorithm>
#include <sstream>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "keys/layout.h"
#include "keys/random_schema.h"

namespace basalt::design {
namespace {

using keys::RandomKeys;
using keys::Schema;

std::string Csv(const KeySchema& schema, const std::vector<KeyRecord>& records) {
  std::string csv;
  for (const KeySchema::Field& field : schema.fields()) {
    csv += (csv.empty() ? "" : ",") + field.name;
  }
  for (const KeyRecord& record : records) {
    csv += '\n';
    for (size_t i = 0; i < record.size(); ++i) {
      if (i > 0) csv += ',';
      csv += schema.PrintValue(i, record[i]);
    }
  }
  return csv + "\n";
}

// Dates in the form that RandomKeys uses in conditions.
KeyRecord AsNumbers(const KeySchema& schema, KeyRecord record) {
  for (size_t i = 0; i < record.size(); ++i) {
    const keys::FieldType& type = keys::LayoutOf(schema).fields[i].type;
    if (type.kind == keys::TypeKind::kDate) record[i] = *type.OrdinalOf(record[i]);
  }
  return record;
}

TEST(QuerySample, CountsWhatFilteringCounts) {
  uint64_t read = 0;
  uint64_t matched = 0;
  for (uint64_t seed = 0; seed < 60; ++seed) {
    RandomKeys random(seed);
    const KeySchema schema = Schema(random.Schema());
    SCOPED_TRACE(fmt::format("seed {}: {}", seed, schema.text()));
    std::vector<KeyRecord> records;
    for (int i = 0; i < 200; ++i) records.push_back(random.Record(keys::LayoutOf(schema)));
    std::istringstream in(Csv(schema, records));
    RecordReader reader(in, FieldNames(schema));
    QuerySample sample(schema);
    SampleRecord line;
    while (*reader.Next(line)) sample.Add(line);
    sample.Sort();
    for (int i = 0; i < 10; ++i) {
      KeyQuery query;
      query.where = random.Condition(keys::LayoutOf(schema));
      const auto count = sample.Run(query);
      const auto plan = KeyPlan::Make(schema, query);
      if (!plan.ok()) {
        EXPECT_FALSE(count.ok());
        continue;
      }
      ASSERT_TRUE(count.ok()) << count.status().message();
      uint64_t in_ranges = 0;
      uint64_t holding = 0;
      for (const QuerySample::Row& row : sample.rows()) {
        in_ranges += static_cast<uint64_t>(
            std::any_of(plan->ranges().begin(), plan->ranges().end(), [&](const KeyRange& range) {
              return row.key >= range.start && (range.stop.empty() || row.key < range.stop);
            }));
        holding +=
            keys::Holds(keys::LayoutOf(schema), query.where, AsNumbers(schema, row.record)) ? 1 : 0;
      }
      EXPECT_EQ(count->read, in_ranges);
      EXPECT_EQ(count->matched, holding);
      read += count->read;
      matched += count->matched;
    }
  }
  EXPECT_GT(matched, 1000U);
  EXPECT_GT(read, matched);
}

TEST(QuerySample, IsBounded) {
  const KeySchema schema = Schema("a:text");
  const auto fill = [&](size_t max_rows, size_t max_bytes) {
    QuerySample sample(schema, max_rows, max_bytes);
    for (uint64_t i = 0; i < 1000; ++i) {
      SampleRecord record;
      record.line = i;
      record.values = {std::string(100, static_cast<char>('a' + i % 26))};
      sample.Add(record);
    }
    return sample.rows().size();
  };
  EXPECT_EQ(fill(50, size_t{1} << 20), 50U);
  EXPECT_THAT(fill(1000, 30'000), testing::AllOf(testing::Gt(50U), testing::Lt(130U)));
}

}  // namespace
}  // namespace basalt::design
