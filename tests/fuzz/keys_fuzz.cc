// Key schemas, queries, keys and samples, one after the other in lines.
#include <algorithm>
#include <cstdlib>
#include <sstream>

#include "basalt/key_plan.h"
#include "basalt/key_splits.h"
#include "design/check/sample_check.h"
#include "fuzz/target.h"

namespace basalt::fuzz {
namespace {

void Require(bool holds) {
  if (!holds) std::abort();
}

void UsePlan(const KeySchema& schema, std::string_view text) {
  const auto query = KeyQuery::Parse(schema, text);
  if (!query.ok()) return;
  const auto plan = KeyPlan::Make(schema, *query, {.dictionary = nullptr, .max_ranges = 64});
  if (!plan.ok()) return;
  for (size_t i = 1; i < plan->ranges().size(); ++i) {
    const Bytes& stop = plan->ranges()[i - 1].stop;
    Require(!stop.empty() && stop <= plan->ranges()[i].start);
  }
  (void)plan->ToString();
}

void UseShape(const KeySchema& schema, const std::string& text) {
  const auto query = design::ParseWorkloadQuery(schema, text, "here");
  if (!query.ok()) return;
  const design::QueryFit fit = design::FitQueries(schema, {*query}, nullptr);
  for (const design::TableAdvice& table : fit.tables.tables) {
    Require(KeySchema::Parse(table.schema).ok());
  }
  (void)design::QueryText(fit);
}

void UseKey(const KeySchema& schema, BytesView key) {
  Bytes whole;
  for (const KeySchema::Piece& piece : schema.Explain(key)) whole += piece.bytes;
  Require(whole == key);
  (void)schema.Print(key);
}

void UseSplits(const KeySchema& schema) {
  const auto splits = SplitsFromSchema(schema, 37);
  if (!splits.ok()) return;
  Require(splits->keys.size() == 36);
  for (size_t i = 1; i < splits->keys.size(); ++i) {
    Require(splits->keys[i - 1] < splits->keys[i]);
  }
}

void UseSample(const KeySchema& schema, std::istream& in) {
  design::RecordReader reader(in, design::FieldNames(schema));
  design::SampleCheck check(schema, {});
  design::SampleRecord record;
  for (auto more = reader.Next(record); more.ok() && *more; more = reader.Next(record)) {
    check.Add(record);
  }
  const design::CheckResult result = check.Finish();
  (void)design::TextReport(result);
  (void)design::JsonReport(result);
}

}  // namespace

std::vector<std::string> Samples() {
  return {
      "hash(user, 4) user:text desc(ts:millis)\n"
      "user = 'al' and ts between 2024-01-01 and 2024-02-01 order newest limit 5\n"
      "abcdal\\x00\\x01\\x7F\\xFF\\xFEt0\\x1A\\x97\\xFF\n"
      "user,ts\nal,2024-01-31T10:00:00Z\n\"b\"\"o\",5\n",
      "salt(16, text) e:enum('1' a, '2' b) '_' d:date n:i16\n"
      "e in (a, b) or (d >= 2024-01-01 and n != -5)\n051_20240131\\x80\\x01\n"
      "{\"e\": \"a\", \"d\": \"2024-01-31\", \"n\": 7}\n",
      "mod(p, 10) '-' p:digits(11) window(ts, 15m, start) id(h, 3) md5(x:hex, hex) b:bytes\n"
      "p < 18518885160 and b prefix 'q'\n0-18518885160\n",
      "hash(h, 2) h:text bucket(ts, 4) ts:millis m:text\n"
      "7x: m = ? and ts >= ? and ts < ? or h in (?, 'a') order oldest limit 3\n\n",
  };
}

}  // namespace basalt::fuzz

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace basalt;
  std::istringstream in{std::string(fuzz::View(data, size))};
  std::string schema_text;
  std::string query;
  std::string key;
  std::getline(in, schema_text);
  std::getline(in, query);
  std::getline(in, key);
  const auto schema = KeySchema::Parse(schema_text);
  if (!schema.ok()) return 0;
  fuzz::UsePlan(*schema, query);
  fuzz::UseShape(*schema, query);
  fuzz::UseKey(*schema, FromStringBinary(key));
  fuzz::UseSplits(*schema);
  fuzz::UseSample(*schema, in);
  return 0;
}
