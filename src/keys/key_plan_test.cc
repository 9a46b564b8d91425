#include "basalt/key_plan.h"

#include <map>
#include <set>

#include <gtest/gtest.h>

#include "keys/query_parser.h"
#include "keys/random_schema.h"

namespace basalt {
namespace {

using keys::Schema;

KeyPlan Plan(const KeySchema& schema, std::string_view query) {
  const auto parsed = KeyQuery::Parse(schema, query);
  EXPECT_TRUE(parsed.ok()) << parsed.status().message();
  auto plan = KeyPlan::Make(schema, *parsed);
  EXPECT_TRUE(plan.ok()) << plan.status().message();
  return *plan;
}

std::string PlanError(const KeySchema& schema, std::string_view query) {
  const auto parsed = KeyQuery::Parse(schema, query);
  if (!parsed.ok()) return parsed.status().message();
  return KeyPlan::Make(schema, *parsed).status().message();
}

// For random schemas, records and conditions: reading the plan's ranges gives exactly the records
// that satisfy the condition; ranges do not overlap.
TEST(KeyPlan, GivesWhatFilteringGives) {
  constexpr int kRounds = 600;
  int full_scans = 0;
  int narrowed = 0;
  for (int round = 0; round < kRounds; ++round) {
    keys::RandomKeys random(static_cast<uint64_t>(round));
    const std::string text = random.Schema();
    SCOPED_TRACE(testing::Message() << "round " << round << ": " << text);
    const auto schema = KeySchema::Parse(text);
    ASSERT_TRUE(schema.ok()) << schema.status().message();
    const keys::Layout& layout = keys::LayoutOf(*schema);

    std::map<Bytes, KeyRecord> table;
    for (int i = 0; i < 150; ++i) {
      KeyRecord record = random.Record(layout);
      record[*schema->FieldIndex("n")] = static_cast<uint64_t>(i);
      Bytes key;
      const Status status = schema->Encode(record, {}, key);
      // Encoding may fail only for a text that contains its separator.
      if (!status.ok()) {
        ASSERT_NE(status.message().find("separator"), std::string::npos) << status.message();
        continue;
      }
      table[key] = record;
    }
    for (int i = 0; i < 12; ++i) {
      KeyQuery query;
      query.where = random.Condition(layout);
      query.order = random.Below(3) == 0 ? KeyOrder::kLogical : KeyOrder::kNone;
      const auto plan = KeyPlan::Make(*schema, query);
      if (!plan.ok()) {
        // Planning may fail only for an impossible order or a value that contains a separator.
        ASSERT_TRUE(plan.status().message().find("order") != std::string::npos ||
                    plan.status().message().find("separator") != std::string::npos)
            << plan.status().message();
        continue;
      }
      std::set<Bytes> wanted;
      for (const auto& [key, record] : table) {
        if (keys::Holds(layout, query.where, record)) wanted.insert(key);
      }
      std::set<Bytes> got;
      Bytes last_stop;
      size_t read = 0;
      for (size_t r = 0; r < plan->ranges().size(); ++r) {
        const KeyRange& range = plan->ranges()[r];
        if (r > 0) {
          ASSERT_FALSE(last_stop.empty());
          ASSERT_LE(last_stop, range.start);
        }
        last_stop = range.stop;
        for (auto row = table.lower_bound(range.start);
             row != table.end() && (range.stop.empty() || row->first < range.stop); ++row) {
          ++read;
          const auto matches = plan->Matches(range, row->first);
          ASSERT_TRUE(matches.ok()) << matches.status().message();
          if (*matches) got.insert(row->first);
        }
      }
      ASSERT_EQ(got, wanted) << plan->ToString();
      if (plan->verdict() == KeyVerdict::kFullScan) ++full_scans;
      if (read < table.size()) ++narrowed;
    }
  }
  EXPECT_GT(narrowed, kRounds * 3);  // most plans narrow the scan
  EXPECT_GT(full_scans, 0);
}

// With equality on the leading fields of the key, every row that is read is a result.
TEST(KeyPlan, LeadingFieldsAreEnough) {
  int asked = 0;
  for (uint64_t seed = 5000; seed < 5400; ++seed) {
    keys::RandomKeys random(seed);
    const auto schema = KeySchema::Parse(random.Schema());
    ASSERT_TRUE(schema.ok());
    const keys::Layout& layout = keys::LayoutOf(*schema);
    SCOPED_TRACE(layout.text);
    std::map<Bytes, KeyRecord> table;
    for (uint64_t i = 0; i < 60; ++i) {
      KeyRecord record = random.Record(layout);
      record[*schema->FieldIndex("n")] = i;
      Bytes key;
      if (schema->Encode(record, {}, key).ok()) table[key] = record;
    }
    if (table.empty()) continue;
    // Equality on the leading fields, with the values of a record.
    const KeyRecord& like =
        std::next(table.begin(), static_cast<ptrdiff_t>(random.Below(table.size())))->second;
    const uint64_t fields = 1 + random.Below(3);
    std::set<size_t> given;
    uint64_t own = 0;
    for (const keys::Part& part : layout.parts) {
      if (own == fields) break;
      given.insert(part.fields.begin(), part.fields.end());
      if (part.kind == keys::PartKind::kField) ++own;
    }
    KeyQuery query;
    for (const size_t field : given) {
      KeyCondition equal;
      equal.op = KeyCondition::Op::kEqual;
      equal.field = field;
      equal.values = {like[field]};
      query.where.children.push_back(std::move(equal));
    }
    const auto plan = KeyPlan::Make(*schema, query);
    ASSERT_TRUE(plan.ok()) << plan.status().message();
    EXPECT_NE(plan->verdict(), KeyVerdict::kFullScan) << plan->ToString();
    size_t read = 0;
    for (const KeyRange& range : plan->ranges()) {
      EXPECT_TRUE(range.exact || fields < 3) << plan->ToString();
      for (auto row = table.lower_bound(range.start);
           row != table.end() && (range.stop.empty() || row->first < range.stop); ++row) {
        ++read;
        EXPECT_TRUE(keys::Holds(layout, query.where, row->second)) << plan->ToString();
      }
    }
    EXPECT_GE(read, 1U);
    ++asked;
  }
  EXPECT_GT(asked, 300);
}

TEST(KeyPlan, EventStore) {  // R40: everything, by event, by event and date
  const KeySchema schema = Schema("salt(16, text) event:text date:date offset:u64");
  const KeyPlan all = Plan(schema, "");
  EXPECT_EQ(all.verdict(), KeyVerdict::kFullScan);
  EXPECT_EQ(all.ranges().size(), 1U);
  EXPECT_EQ(Plan(schema, "order key").ranges().size(), 16U);
  const KeyPlan event = Plan(schema, "event = 'click'");
  EXPECT_EQ(event.verdict(), KeyVerdict::kRanges);
  ASSERT_EQ(event.ranges().size(), 16U);
  EXPECT_EQ(event.ranges()[3].start, Bytes("03click\0\1", 9));
  EXPECT_TRUE(event.ranges()[3].exact);
  const KeyPlan day = Plan(schema, "event = 'click' and date = 2024-01-31");
  ASSERT_EQ(day.ranges().size(), 16U);
  EXPECT_EQ(day.ranges()[15].start, Bytes("15click\0\1", 9) + "20240131");
  // Later days of one event are one range in each salt.
  const KeyPlan days = Plan(schema, "event = 'click' and date between 2024-01-30 and 2024-02-02");
  ASSERT_EQ(days.ranges().size(), 16U);
  EXPECT_EQ(days.ranges()[0].stop, Bytes("00click\0\1", 9) + "20240203");
}

TEST(KeyPlan, ReversedTimeBoundsTheRightWayRound) {  // R33, M1
  const KeySchema schema = Schema("user:text(5) desc(ts:millis)");
  const KeyPlan plan = Plan(schema, "user = 'alice' and ts between 1000 and 2000");
  EXPECT_EQ(plan.verdict(), KeyVerdict::kOneRange);
  const int64_t max = INT64_MAX;
  EXPECT_EQ(plan.ranges()[0].start, "alice" + EncodeLong(max - 2000));
  EXPECT_EQ(plan.ranges()[0].stop, "alice" + EncodeLong(max - 1000 + 1));
  const KeyPlan newest = Plan(schema, "user = 'alice' order newest limit 1");
  EXPECT_FALSE(newest.reversed());
  EXPECT_EQ(newest.limit(), 1U);
  EXPECT_TRUE(Plan(schema, "user = 'alice' order oldest").reversed());
}

TEST(KeyPlan, HashedFieldsNeedEquality) {  // M6
  const KeySchema schema = Schema("hash(region, 2, hex) '_' region:text '_' ts:millis(13)");
  EXPECT_EQ(Plan(schema, "region = 'eu' and ts > 5").verdict(), KeyVerdict::kOneRange);
  const KeyPlan range = Plan(schema, "region > 'eu'");
  EXPECT_EQ(range.verdict(), KeyVerdict::kFullScan);
  ASSERT_EQ(range.notes().size(), 1U);
  EXPECT_NE(range.notes()[0].find("only when region is given by = or in"), std::string::npos);
  const KeySchema digest = Schema("md5(host) ts:millis");
  EXPECT_NE(PlanError(digest, "host > 'a'").find("not by a range"), std::string::npos);
  EXPECT_EQ(Plan(digest, "host in ('a', 'b')").ranges().size(), 2U);
}

TEST(KeyPlan, PointGets) {  // R29: a key that can be rebuilt is fetched by a get
  const KeySchema schema = Schema("hash(user, 4) user:text");
  const KeyPlan plan = Plan(schema, "user in ('alice', 'bob')");
  EXPECT_EQ(plan.verdict(), KeyVerdict::kPointGets);
  EXPECT_EQ(plan.ranges().size(), 2U);
  const KeySchema phones = Schema("mod(phone, 10) '_' phone:digits(11)");
  EXPECT_EQ(Plan(phones, "phone = 18518885160").ranges()[0].start, "0_18518885160");  // R30
}

TEST(KeyPlan, PhoenixSaltsOfWholeKeysAreComputed) {
  const KeySchema schema = Schema("salt(8, phoenix) user:text");
  const KeyPlan one = Plan(schema, "user = 'abc'");
  EXPECT_EQ(one.verdict(), KeyVerdict::kPointGets);
  ASSERT_EQ(one.ranges().size(), 1U);
  EXPECT_EQ(one.ranges()[0].start, "\1abc");
  EXPECT_EQ(Plan(schema, "user prefix 'ab'").ranges().size(), 8U);
}

TEST(KeyPlan, BucketsOfTime) {  // R35
  const KeySchema schema = Schema("bucket(ts, 100) ts:millis md5(host) md5(event)");
  EXPECT_EQ(Plan(schema, "ts between 1000 and 5000").ranges().size(), 100U);
  EXPECT_EQ(Plan(schema, "ts between 1000 and 1002").ranges().size(), 3U);
}

TEST(KeyPlan, WindowsOfTime) {  // R36
  const KeySchema schema = Schema("host:text window(ts, 15m)");
  const KeyPlan plan =
      Plan(schema, "host = 'h' and ts between 2024-01-01T00:05 and 2024-01-01T00:40");
  EXPECT_EQ(plan.verdict(), KeyVerdict::kOneRange);
  ASSERT_EQ(plan.notes().size(), 1U);
  const uint64_t first = 1704067200000 / 900000;
  EXPECT_EQ(plan.ranges()[0].start, Bytes("h\0\1", 3) + EncodeLong(static_cast<int64_t>(first)));
  EXPECT_EQ(plan.ranges()[0].stop, Bytes("h\0\1", 3) + EncodeLong(static_cast<int64_t>(first + 3)));
}

TEST(KeyPlan, FieldsThatAreOnlyDerivedNarrowToo) {
  const KeySchema digests = Schema("md5(host) md5(event) ts:millis");
  const KeyPlan both = Plan(digests, "host = 'a' and event = 'b'");
  EXPECT_EQ(both.verdict(), KeyVerdict::kOneRange);
  EXPECT_LT(both.fraction(), 1e-60);
  EXPECT_EQ(Plan(digests, "").verdict(), KeyVerdict::kFullScan);
  EXPECT_EQ(Plan(Schema("a:text b:u8"), "a = ''").verdict(), KeyVerdict::kOneRange);
  const KeySchema remainders = Schema("mod(phone:u64, 10) n:u8");
  EXPECT_NEAR(Plan(remainders, "phone = 18518885160").fraction(), 0.1, 1e-9);
  const KeySchema windows = Schema("window(ts, 15m) host:text");
  EXPECT_EQ(Plan(windows, "ts = 2024-03-15T12:05").verdict(), KeyVerdict::kOneRange);
}

TEST(KeyPlan, FieldsMayBeCalledAsTheTailIs) {
  const KeySchema schema = Schema("order:u32 limit:u8 desc(ts:millis)");
  const KeyPlan plan = Plan(schema, "order = 7 and limit in (1, 2) order newest limit 3");
  EXPECT_EQ(plan.ranges().size(), 2U);
  EXPECT_EQ(plan.limit(), 3U);
  EXPECT_EQ(Plan(schema, "limit between 1 and 2").verdict(), KeyVerdict::kFullScan);
  EXPECT_TRUE(Plan(schema, "order key").ordered());
}

TEST(KeyPlan, PercentsAreReadable) {
  EXPECT_EQ(Plan(Schema("a:u8"), "").ToString(),
            "full scan, about 100% of the key space\n  scan [, end)\n");
}

TEST(KeyPlan, TimesWithoutAnEndAreNotEverything) {
  for (const std::string type : {"millis", "seconds", "date"}) {
    const KeyPlan plan = Plan(Schema("ts:" + type + " n:u8"), "ts >= 2024-01-01");
    EXPECT_EQ(plan.verdict(), KeyVerdict::kOneRange) << type;
    EXPECT_NEAR(plan.fraction(), 0.58, 0.03) << type;
  }
  EXPECT_EQ(Plan(Schema("ts:millis"), "ts >= 1970-01-01").verdict(), KeyVerdict::kFullScan);
}

// A condition on a field that keys do not store cannot be checked on rows: planning fails.
TEST(KeyPlan, WhatKeysDoNotTellHasToBeReached) {
  const KeySchema schema = Schema("a:u32 md5(b) window(ts, 1h)");
  EXPECT_NE(PlanError(schema, "b = 'x'").find("keys store only md5(b) of field b"),
            std::string::npos);
  EXPECT_NE(
      PlanError(schema, "a = 1 and ts > 2024-01-01")
          .find("keys store only window(ts, 1h) of field ts, so rows cannot be filtered by it"),
      std::string::npos);
  EXPECT_EQ(Plan(schema, "a = 1 and b = 'x' and ts > 2024-01-01").verdict(), KeyVerdict::kOneRange);
  EXPECT_EQ(Plan(schema, "a in (1, 2) and b = 'x'").ranges().size(), 2U);
}

TEST(KeyPlan, ShapesOfQueries) {
  const KeySchema schema = Schema("user:text ts:millis");
  const auto shape = keys::ParseQueryShape(
      schema, "user = ? and ts between ? and 2024-01-31 or user in (?, 'b') or user prefix ?");
  ASSERT_TRUE(shape.ok()) << shape.status().message();
  const KeyCondition& first = shape->where.children[0];
  EXPECT_EQ(first.children[0].values[0], KeyValue());
  EXPECT_EQ(first.children[1].values[0], KeyValue());
  EXPECT_NE(first.children[1].values[1], KeyValue());
  EXPECT_EQ(shape->where.children[1].values[1], KeyValue(Bytes("b")));
  EXPECT_EQ(shape->where.children[2].values[0], KeyValue());
  EXPECT_FALSE(KeyPlan::Make(schema, *shape).ok());
  EXPECT_NE(PlanError(schema, "user = ?").find("column 8: expected a value"), std::string::npos);
  EXPECT_NE(PlanError(schema, "user prefix ?").find("column 13: expected a value"),
            std::string::npos);
}

TEST(KeyPlan, NewestOfSeveral) {
  const KeySchema schema = Schema("salt(4) user:text desc(ts:millis)");
  const KeyPlan plan = Plan(schema, "user in ('a', 'b') order newest limit 5");
  ASSERT_EQ(plan.ranges().size(), 8U);
  EXPECT_TRUE(plan.ordered());
  EXPECT_EQ(plan.ranges()[0].branch_width, 4U);
  EXPECT_NE(PlanError(schema, "order newest").find("give the key parts before"), std::string::npos);
}

TEST(KeyPlan, ErrorsPointAtThePlace) {
  const KeySchema schema = Schema("user:text ts:millis");
  EXPECT_NE(PlanError(schema, "usr = 'a'")
                .find("column 1: the schema has no field 'usr' (did you "
                      "mean user?)"),
            std::string::npos);
  EXPECT_NE(PlanError(schema, "user = alice").find("column 8: 'alice' should be in quotes"),
            std::string::npos);
  EXPECT_NE(PlanError(schema, "ts = 'noon'").find("column 6: 'noon' is not a value of type millis"),
            std::string::npos);
  EXPECT_NE(PlanError(schema, "user = 'a").find("column 8"), std::string::npos);
  EXPECT_NE(PlanError(schema, "user = 'a' nad ts = 1").find("column 12"), std::string::npos);
}

}  // namespace
}  // namespace basalt
