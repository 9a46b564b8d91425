// R46: a key schema judged by its queries.
#include "design/queries/query_fit.h"

#include <algorithm>
#include <bit>
#include <numeric>
#include <sstream>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "keys/layout.h"
#include "keys/random_schema.h"

namespace basalt::design {
namespace {

using keys::RandomKeys;
using keys::Schema;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::vector<WorkloadQuery> Queries(const KeySchema& schema, const std::vector<std::string>& texts) {
  std::vector<WorkloadQuery> queries;
  for (const std::string& text : texts) {
    auto query = ParseWorkloadQuery(schema, text, fmt::format("query {}", queries.size() + 1));
    EXPECT_TRUE(query.ok()) << query.status().message();
    queries.push_back(*query);
  }
  return queries;
}

QueryFit Fit(const std::string& schema_text, const std::vector<std::string>& texts) {
  const KeySchema schema = Schema(schema_text);
  return FitQueries(schema, Queries(schema, texts), nullptr);
}

std::vector<std::string> Kinds(const QueryFit& fit) {
  std::vector<std::string> kinds;
  for (const Finding& finding : fit.findings) kinds.push_back(finding.kind);
  std::sort(kinds.begin(), kinds.end());
  kinds.erase(std::unique(kinds.begin(), kinds.end()), kinds.end());
  return kinds;
}

// "declared 0 1", "another 2: schema".
std::vector<std::string> Tables(const QueryFit& fit) {
  std::vector<std::string> lines;
  for (const TableAdvice& table : fit.tables.tables) {
    lines.push_back(fmt::format(
        "{} {}{}", TableKindName(table.kind), fmt::join(table.queries, " "),
        table.kind == TableAdvice::Kind::kDeclared ? "" : fmt::format(": {}", table.schema)));
  }
  return lines;
}

struct Study {
  std::string name;
  std::string schema;
  std::vector<std::string> queries;
  std::vector<std::string> verdicts;
  std::vector<std::string> tables;
  std::vector<std::string> findings;
};

class CaseStudies : public testing::TestWithParam<Study> {};

TEST_P(CaseStudies, AreJudged) {
  const Study& study = GetParam();
  const QueryFit fit = Fit(study.schema, study.queries);
  std::vector<std::string> verdicts;
  for (const QueryJudgement& judgement : fit.queries) {
    const PlanSummary& summary = judgement.plan;
    verdicts.push_back(!summary.refused.empty() ? "refused"
                       : summary.verdict == KeyVerdict::kFullScan
                           ? "full scan"
                           : fmt::format("{} {}", summary.ranges, KeyVerdictName(summary.verdict)));
  }
  EXPECT_EQ(verdicts, study.verdicts);
  EXPECT_EQ(Tables(fit), study.tables);
  EXPECT_EQ(Kinds(fit), study.findings);
}

const std::vector<Study> kStudies = {
    {"EventStore",  // R40
     "salt(16, roundrobin, text) event:text date:date offset:u64",
     {"", "event = ?", "event = ? and date = ? order key"},
     {"full scan", "16 ranges", "16 ranges"},
     {"declared 0 1 2"},
     {}},
    {"EventStoreByDate",
     "salt(16, roundrobin, text) event:text date:date offset:u64",
     {"9x: event = ?", "date between ? and ?"},
     {"16 ranges", "full scan"},
     {"declared 0", "another 1: salt(16, roundrobin, text) date:date event:text offset:u64"},
     {"query_full_scan", "several_tables"}},
    {"Inbox",  // R63
     "hash(receiver, 2) receiver:text desc(ts:millis) sender:text",
     {"receiver = ? order newest limit 20", "receiver = ? and ts between ? and ? order newest"},
     {"1 one range", "1 one range"},
     {"declared 0 1"},
     {}},
    {"InboxAndOutbox",
     "hash(receiver, 2) receiver:text desc(ts:millis) sender:text",
     {"2x: receiver = ? order newest limit 20", "sender = ? order newest"},
     {"1 one range", "full scan"},
     {"declared 0", "another 1: hash(sender, 2) sender:text desc(ts:millis) receiver:text"},
     {"query_full_scan", "query_order", "several_tables"}},
    {"Monitoring",  // R64: by host, by metric, by time
     "hash(host, 1) host:text ts:millis metric:text",
     {"3x: host = ? and ts between ? and ?", "2x: metric = ? and host = ? and ts between ? and ?",
      "metric = ? and ts between ? and ?", "ts between ? and ?"},
     {"1 one range", "1 one range", "full scan", "full scan"},
     {"declared 0", "another 2: hash(metric, 1) metric:text ts:millis host:text",
      "another 3: salt(16, phoenix) ts:millis host:text metric:text",
      "optional 1: hash(host, 1) host:text metric:text ts:millis"},
     {"query_full_scan", "query_residual", "several_tables"}},
    {"Orders",  // R39
     "reverse(order:digits(12)) desc(ts:millis)",
     {"order = ? order newest limit 1", "order = ? and ts between ? and ?", "order = ? and ts = ?"},
     {"1 one range", "1 one range", "1 point get"},
     {"declared 0 1 2"},
     {}},
    {"OrdersOfADay",
     "reverse(order:digits(12)) desc(ts:millis)",
     {"order = ? order newest limit 1", "ts between ? and ?", "order > ?"},
     {"1 one range", "full scan", "full scan"},
     {"declared 0", "another 1: salt(16, phoenix) desc(ts:millis) reverse(order:digits(12))"},
     {"query_full_scan", "several_tables"}},
    {"LogLines",  // R59: the time leads, and hosts are asked for
     "bucket(ts, 4) ts:millis host:text event:text",
     {"9x: host = ?", "5x: host = ? and event = ? and ts between ? and ?"},
     {"full scan", "4 ranges"},
     {"reordered 0 1: bucket(ts, 4) host:text event:text ts:millis"},
     {"field_order", "other_order", "query_full_scan", "query_residual"}},
    {"Digests",  // M6
     "md5(host) md5(event) ts:millis",
     {"host = ? and event = ?", "host prefix ?"},
     {"1 one range", "refused"},
     {"declared 0"},
     {"query_refused"}},
    {"Ids",
     "id(host) id(event) window(ts, 15m)",
     {"event = ? and ts >= ? and ts < ?", "event = ?"},
     {"refused", "full scan"},
     {"reordered 0 1: id(event) window(ts, 15m) id(host)"},
     {"field_order", "other_order", "query_full_scan", "query_refused"}},
    {"Separators",
     "a:text '_' b:text '_' c:text",
     {"c = ? and b = ?", "c = ?"},
     {"full scan", "full scan"},
     {"reordered 0 1: c:text '_' b:text '_' a:text"},
     {"field_order", "other_order", "query_full_scan"}},
    {"Alternatives",
     "a:text b:text c:u8",
     {"a = ? or b = ?", "a != 'x'"},
     {"full scan", "full scan"},
     {"declared 1"},
     {"query_full_scan"}},
};

INSTANTIATE_TEST_SUITE_P(QueryFit, CaseStudies, testing::ValuesIn(kStudies),
                         [](const auto& info) { return info.param.name; });

TEST(QueryFit, SaysWhatIsKnownBoundedAndChecked) {
  const QueryFit fit =
      Fit("salt(4) host:text '_' ts:millis metric:text",
          {"host = 'a' and ts between 2024-01-01 and 2024-02-01 and metric = 'cpu'"});
  EXPECT_THAT(fit.queries[0].known, ElementsAre("salt(4)", "host:text"));
  EXPECT_EQ(fit.queries[0].bounded, "ts:millis");
  EXPECT_THAT(fit.queries[0].residual, ElementsAre("metric"));
  EXPECT_FALSE(fit.queries[0].plan.served);
}

TEST(QueryFit, CountsTheUseOfFields) {
  const QueryFit fit = Fit("a:text ts:millis b:text",
                           {"5x: a = ? order newest", "3x: b = ? and ts > ?", "2x: ts = ?"});
  EXPECT_EQ(fit.total_weight, 10U);
  ASSERT_EQ(fit.fields.size(), 3U);
  EXPECT_EQ(fit.fields[0].equal, 5U);
  EXPECT_EQ(fit.fields[1].name, "ts");
  EXPECT_EQ(fit.fields[1].weight, 10U);
  EXPECT_EQ(fit.fields[1].equal, 2U);
  EXPECT_EQ(fit.fields[1].range, 3U);
  EXPECT_EQ(fit.fields[1].order, 5U);
  EXPECT_EQ(fit.fields[2].weight, 3U);
}

TEST(QueryFit, ManyShapesAreGroupedOneByOne) {
  std::string schema;
  std::vector<std::string> texts;
  for (char c = 'a'; c < 'a' + 14; ++c) {
    schema += fmt::format("{}{}:u32", schema.empty() ? "" : " ", c);
    texts.push_back(fmt::format("{}x: {} = ?", 100 - c % 32, c));
  }
  const QueryFit fit = Fit(schema, texts);
  EXPECT_FALSE(fit.tables.exact);
  EXPECT_EQ(fit.tables.tables.size(), 14U);
  EXPECT_THAT(fit.tables.unserved, IsEmpty());
}

TEST(QueryFit, TheLeastNumberOfTables) {
  // A greedy assignment would give the first two a common key and leave the others without one.
  const QueryFit fit =
      Fit("n:u32 a:u32 b:u32 c:u32", {"a = ? and b = ?", "a = ?", "b = ?", "a = ? and c = ?"});
  EXPECT_EQ(fit.tables.tables.size(), 2U) << QueryText(fit);
}

// Compared with an exhaustive search over all field orders and all sets of them.
TEST(QueryFit, NoSmallerSetOfKeysWouldDo) {
  std::vector<std::string> orders;
  std::vector<std::string> names = {"a", "b", "c"};
  do {
    orders.push_back(fmt::format("{}:u32 {}:u32 {}:u32", names[0], names[1], names[2]));
  } while (std::next_permutation(names.begin(), names.end()));
  size_t several = 0;
  for (uint64_t seed = 0; seed < 60; ++seed) {
    RandomKeys random(seed);
    const KeySchema schema = Schema(random.One(orders));
    std::vector<std::string> texts;
    const uint64_t count = 2 + random.Below(5);
    for (uint64_t i = 0; i < count; ++i) {
      std::vector<std::string> terms;
      for (const std::string name : {"a", "b", "c"}) {
        const uint64_t use = random.Below(5);
        if (use < 2) terms.push_back(name + " = ?");
        if (use == 2) terms.push_back(name + " between ? and ?");
      }
      texts.push_back(fmt::format("{}", fmt::join(terms, " and ")));
    }
    SCOPED_TRACE(fmt::format("seed {}: {}: {}", seed, schema.text(), fmt::join(texts, "; ")));
    const std::vector<WorkloadQuery> queries = Queries(schema, texts);
    const QueryFit fit = FitQueries(schema, queries, nullptr);
    // The queries that each order serves.
    std::vector<uint32_t> served;
    for (const std::string& order : orders) {
      const KeySchema other = Schema(order);
      served.push_back(0);
      for (size_t i = 0; i < queries.size(); ++i) {
        const KeyQuery query = OnSchema(schema, other, queries[i].typical);
        if (JudgePlan(other, query, nullptr).served) served.back() |= uint32_t{1} << i;
      }
    }
    size_t least = orders.size();
    for (uint32_t chosen = 1; chosen < uint32_t{1} << orders.size(); ++chosen) {
      uint32_t all = 0;
      for (size_t i = 0; i < orders.size(); ++i) all |= (chosen >> i & 1) != 0 ? served[i] : 0;
      if (all == (uint32_t{1} << queries.size()) - 1) {
        least = std::min(least, static_cast<size_t>(std::popcount(chosen)));
      }
    }
    EXPECT_THAT(fit.tables.unserved, IsEmpty());
    EXPECT_EQ(fit.tables.tables.size(), least) << QueryText(fit);
    several += least > 1 ? 1 : 0;
  }
  EXPECT_GT(several, 20U);
}

TEST(QueryFit, Reports) {
  QueryFit fit = Fit("ts:millis user:text", {"4x: user = ?", ""});
  EXPECT_THAT(QueryText(fit), HasSubstr("query    4x: user = ?\n           full scan\n"));
  EXPECT_THAT(QueryText(fit), HasSubstr("table    instead: user:text ts:millis\n"));
  const auto json = QueryJson(fit);
  EXPECT_EQ(json["queries"][0]["verdict"], "full scan");
  EXPECT_EQ(json["queries"][0]["served"], false);
  EXPECT_EQ(json["tables"][0]["kind"], "reordered");
  EXPECT_EQ(json["fields"][1]["weight"], 4);
  EXPECT_FALSE(json["queries"][0].contains("sample"));
}

// Every proposed key is planned again with random values: no query gets worse.
TEST(QueryFit, NoQueryIsWorseOffWithWhatIsProposed) {
  size_t proposed = 0;
  for (uint64_t seed = 0; seed < 150; ++seed) {
    RandomKeys random(seed);
    const KeySchema schema = Schema(random.Schema());
    SCOPED_TRACE(fmt::format("seed {}: {}", seed, schema.text()));
    std::vector<WorkloadQuery> queries;
    const uint64_t count = 1 + random.Below(5);
    for (uint64_t i = 0; i < count; ++i) {
      WorkloadQuery query;
      query.weight = 1 + random.Below(9);
      query.shape.where = random.Condition(keys::LayoutOf(schema));
      query.shape.order = random.One<KeyOrder>(
          {KeyOrder::kNone, KeyOrder::kNone, KeyOrder::kLogical, KeyOrder::kNewestFirst});
      query.typical = query.shape;
      queries.push_back(std::move(query));
    }
    GenerousDictionary dictionary;
    const QueryFit fit = FitQueries(schema, queries, nullptr);
    std::vector<size_t> assigned = fit.tables.unserved;
    for (const TableAdvice& table : fit.tables.tables) {
      const KeySchema other = Schema(table.schema);
      EXPECT_EQ(other.fields().size(), schema.fields().size());
      for (const size_t query : table.queries) {
        assigned.push_back(query);
        const PlanSummary before = JudgePlan(schema, queries[query].shape, &dictionary);
        const PlanSummary after =
            JudgePlan(other, OnSchema(schema, other, queries[query].shape), &dictionary);
        EXPECT_FALSE(Worse(after, before)) << table.schema << " query " << query;
        EXPECT_LE(after.verdict, before.unordered.empty() ? before.verdict : KeyVerdict::kFullScan);
        if (table.kind != TableAdvice::Kind::kDeclared) ++proposed;
      }
    }
    // Every query is assigned exactly once.
    std::sort(assigned.begin(), assigned.end());
    std::vector<size_t> all(queries.size());
    std::iota(all.begin(), all.end(), size_t{0});
    EXPECT_EQ(assigned, all);
  }
  EXPECT_GT(proposed, 50U);
}

TEST(QueryFit, ShapesAreRunWithValuesOfTheSample) {
  const KeySchema schema = Schema("salt(4) host:text ts:seconds metric:text");
  std::string csv = "host,ts,metric\n";
  for (int i = 0; i < 400; ++i)
    csv += fmt::format("h{},{},m{}\n", i % 4, 1'700'000'000 + i, i % 10);
  std::istringstream in(csv);
  RecordReader reader(in, FieldNames(schema));
  QuerySample sample(schema);
  SampleRecord line;
  while (*reader.Next(line)) sample.Add(line);
  sample.Sort();
  const QueryFit fit = FitQueries(
      schema, Queries(schema, {"host = ?", "metric = ?", "host = ? and metric = 'm0'"}), &sample);
  EXPECT_EQ(fit.sample_rows, 400U);
  EXPECT_EQ(fit.queries[0].runs, 8U);
  EXPECT_EQ(fit.queries[0].read, 800U);  // a hundred rows for each host
  EXPECT_EQ(fit.queries[0].matched, 800U);
  EXPECT_EQ(fit.queries[1].read, 3200U);  // all of them, for forty
  EXPECT_EQ(fit.queries[1].matched, 320U);
  EXPECT_EQ(fit.queries[2].read, 800U);
  EXPECT_THAT(QueryText(fit), HasSubstr("400.0 read for 40.0, of 400; 10.0 for each; 8 runs"));
  EXPECT_EQ(QueryJson(fit)["queries"][1]["sample"]["amplification"], 10.0);
}

}  // namespace
}  // namespace basalt::design
