// Tables with key schemas, on every kind of Connection.
#include <algorithm>

#include "basalt/key_table.h"
#include "fixture.h"

namespace basalt::conformance {
namespace {

class Keys : public Conformance {
 protected:
  void Open(const std::string& text, const std::vector<Bytes>& splits = {}) {
    Make(splits);
    const auto schema = KeySchema::Parse(text);
    ASSERT_TRUE(schema.ok()) << schema.status().message();
    // In the descriptor, and from there back.
    Check(KeyTable::SetSchema(*connection_, Name(), *schema));
    auto opened = KeyTable::Open(*connection_, Name());
    ASSERT_TRUE(opened.ok()) << opened.status().message();
    keys_ = std::move(*opened);
    ASSERT_EQ(keys_->schema().text(), text);
  }
  void TearDown() override {
    keys_.reset();
    Conformance::TearDown();
  }
  void PutRecord(const KeyRecord& record, const std::string& value) {
    auto put = keys_->NewPut(record);
    ASSERT_TRUE(put.ok()) << put.status().message();
    Check(keys_->table().Put(put->AddColumn("f", "v", value)));
  }
  // The values of the rows.
  std::string Values(const std::string& query, const KeyScanOptions& options = {}) {
    auto scanner = keys_->Scan(query, options);
    if (!scanner.ok()) return scanner.status().message();
    std::string text;
    RowResult row;
    while (true) {
      const auto more = scanner->Next(row);
      if (!more.ok()) return more.status().message();
      if (!*more) return text;
      text += std::string(row.GetValue("f", "v").value_or("?")) + " ";
    }
  }

  std::unique_ptr<KeyTable> keys_;
};

TEST_P(Keys, EventStore) {  // R40
  std::vector<Bytes> splits;
  for (int salt = 1; salt < 8; ++salt) splits.push_back("0" + std::to_string(salt));
  Open("salt(8, roundrobin, digits(2)) event:text date:date offset:u64", splits);
  for (uint64_t i = 0; i < 40; ++i) {
    PutRecord(
        {Bytes(i % 2 == 0 ? "click" : "view"), Bytes(i < 20 ? "2024-01-30" : "2024-01-31"), i},
        std::to_string(i));
  }
  std::string all = Values("order key");
  EXPECT_EQ(std::count(all.begin(), all.end(), ' '), 40);
  EXPECT_EQ(Values("event = 'click' and date = 2024-01-31 order key"),
            "20 22 24 26 28 30 32 34 36 38 ");
  EXPECT_EQ(Values("event = 'view' order reverse limit 3"), "39 37 35 ");
  // A condition on a field after one that is not given: a server-side filter where possible.
  EXPECT_EQ(Values("event in ('click', 'view') and offset between 18 and 21 order key"),
            "18 20 19 21 ");
  const auto row = keys_->Get(KeyRecord{Bytes("view"), Bytes("2024-01-30"), uint64_t{7}});
  ASSERT_TRUE(row.ok()) << row.status().ToString();
  EXPECT_EQ(row->GetValue("f", "v"), "7");
}

TEST_P(Keys, FilterOnTheServer) {
  Open("user:u16 desc(ts:millis) kind:u8");
  for (uint64_t i = 0; i < 30; ++i) PutRecord({i % 3, 1000 + i, i % 5}, std::to_string(i));
  const auto plan = keys_->Plan("kind = 4 and user <= 1 order key");
  ASSERT_TRUE(plan.ok()) << plan.status().message();
  EXPECT_NE(plan->filter(), nullptr);
  EXPECT_EQ(Values("kind = 4 and user <= 1 order key"), "24 9 19 4 ");
}

TEST_P(Keys, NewestFirstByPages) {  // R32, R63
  Open("receiver:text desc(ts:millis) sender:text");
  for (uint64_t i = 0; i < 9; ++i) {
    PutRecord({Bytes(i % 2 == 0 ? "bob" : "eve"), i * 1000, Bytes("al")}, std::to_string(i));
  }
  EXPECT_EQ(Values("receiver = 'bob' order newest limit 2"), "8 6 ");
  auto first = keys_->Scan("receiver = 'bob' order newest limit 2");
  ASSERT_TRUE(first.ok());
  RowResult row;
  ASSERT_TRUE(*first->Next(row));
  ASSERT_TRUE(*first->Next(row));
  KeyScanOptions next;
  next.resume = first->token();
  EXPECT_EQ(Values("receiver = 'bob' order newest limit 2", next), "4 2 ");
  EXPECT_EQ(Values("receiver in ('bob', 'eve') order newest limit 4"), "8 7 6 5 ");
}

TEST_P(Keys, IdsInADictionary) {  // R37
  Open("id(host) id(event) window(ts, 15m)");
  made_.push_back(KeyDictionaryName(Name()));
  PutRecord({Bytes("web01"), Bytes("login"), uint64_t{1700000000000}}, "a");
  PutRecord({Bytes("web02"), Bytes("login"), uint64_t{1700000000000}}, "b");
  PutRecord({Bytes("web01"), Bytes("logout"), uint64_t{1700001000000}}, "c");
  EXPECT_EQ(Values("host = 'web01' order key"), "a c ");
  EXPECT_EQ(Values("host in ('web01', 'web02') and event = 'login' order key"), "a b ");
  EXPECT_EQ(Values("host = 'nobody'"), "");
}

INSTANTIATE_TEST_SUITE_P(On, Keys, testing::ValuesIn(Targets()), TargetName);

}  // namespace
}  // namespace basalt::conformance
