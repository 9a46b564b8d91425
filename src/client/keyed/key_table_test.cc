#include "basalt/key_table.h"

#include <algorithm>
#include <map>
#include <set>
#include <thread>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "client/test_table.h"
#include "keys/layout.h"
#include "keys/random_schema.h"

namespace basalt::client {
namespace {

class KeyTableTest : public testing::Test {
 protected:
  std::unique_ptr<KeyTable> Open(std::string_view schema_text) {
    auto schema = KeySchema::Parse(schema_text);
    EXPECT_TRUE(schema.ok()) << schema.status().message();
    auto opened = KeyTable::Open(table_.connection(), TestTable::name(), *schema);
    EXPECT_TRUE(opened.ok()) << opened.status().message();
    return std::move(*opened);
  }
  Bytes Put(KeyTable& table, const KeyRecord& record, const std::string& value = "v") {
    auto put = table.NewPut(record);
    EXPECT_TRUE(put.ok()) << put.status().message();
    put->AddColumn("f", "q", value);
    EXPECT_TRUE(table.table().Put(*put).ok());
    return put->row();
  }
  static std::vector<Bytes> Keys(Result<KeyScanner> scanner) {
    EXPECT_TRUE(scanner.ok()) << scanner.status().message();
    std::vector<Bytes> keys;
    RowResult row;
    while (true) {
      const auto more = scanner->Next(row);
      EXPECT_TRUE(more.ok()) << more.status().message();
      if (!more.ok() || !*more) return keys;
      keys.emplace_back(row.row());
    }
  }

  TestTable table_{{FamilyDescriptor("f")}};
};

TEST_F(KeyTableTest, SaltedRowsComeMergedInOrder) {  // R28
  const auto table = Open("salt(5) name:digits(4)");
  for (uint64_t i = 0; i < 1000; ++i) Put(*table, {i});
  const auto logical = [](const std::vector<Bytes>& keys) {
    std::vector<Bytes> names;
    for (const Bytes& key : keys) names.push_back(key.substr(1));
    return names;
  };
  std::vector<Bytes> wanted;
  for (int i = 0; i < 1000; ++i) wanted.push_back(fmt::format("{:04}", i));
  EXPECT_EQ(logical(Keys(table->Scan("order key"))), wanted);
  EXPECT_EQ(logical(Keys(table->Scan("order key", {.threads = 1}))), wanted);
  EXPECT_EQ(logical(Keys(table->Scan("order key", {.buffer_bytes = 1}))), wanted);
  std::reverse(wanted.begin(), wanted.end());
  EXPECT_EQ(logical(Keys(table->Scan("order reverse"))), wanted);
  wanted.resize(10);
  EXPECT_EQ(logical(Keys(table->Scan("order reverse limit 10"))), wanted);
  EXPECT_EQ(logical(Keys(table->Scan("name between 20 and 22 order key"))),
            (std::vector<Bytes>{"0020", "0021", "0022"}));
  auto unordered = logical(Keys(table->Scan("name >= 990")));
  std::sort(unordered.begin(), unordered.end());
  EXPECT_EQ(unordered.size(), 10U);
  EXPECT_EQ(unordered.front(), "0990");
  // A get knows no salt, and asks under each.
  const auto row = table->Get(KeyRecord{uint64_t{17}});
  ASSERT_TRUE(row.ok());
  EXPECT_EQ(row->GetValue("f", "q"), "v");
  EXPECT_TRUE(table->Get(KeyRecord{uint64_t{1700}})->empty());
}

TEST_F(KeyTableTest, PagesByTokens) {
  const auto table = Open("salt(3) user:text desc(ts:millis) n:u8");
  // Two rows of the same order in different salts, too.
  for (uint64_t i = 0; i < 100; ++i) {
    for (uint32_t salt = 0; salt < 3; ++salt) {
      Bytes key;
      ASSERT_TRUE(table->schema()
                      .Encode(KeyRecord{Bytes("u"), i, uint64_t{i % 7}},
                              {.dictionary = nullptr, .salt = salt}, key)
                      .ok());
      ASSERT_TRUE(table->table().Put(basalt::Put(key).AddColumn("f", "q", "v")).ok());
    }
  }
  for (const std::string order : {"newest", "oldest"}) {
    const std::vector<Bytes> all = Keys(table->Scan("user = 'u' order " + order));
    ASSERT_EQ(all.size(), 300U);
    std::vector<Bytes> paged;
    std::string token;
    while (true) {
      auto page = table->Scan("user = 'u' order " + order + " limit 7", {.resume = token});
      ASSERT_TRUE(page.ok()) << page.status().message();
      RowResult row;
      size_t rows = 0;
      while (true) {
        const auto more = page->Next(row);
        ASSERT_TRUE(more.ok());
        if (!*more) break;
        paged.emplace_back(row.row());
        ++rows;
      }
      if (rows == 0) break;
      token = page->token();
    }
    EXPECT_EQ(paged, all);
    const auto wrong = table->Scan("user = 'v' order " + order, {.resume = token});
    EXPECT_EQ(wrong.status().message(), "this resume token is of another query");
  }
  EXPECT_FALSE(table->Scan("user = 'u'", {.resume = "00"}).ok());
}

// Random schemas, records and conditions on a store: what is read is what filtering gives, in the
// order of the logical keys when one was asked for.
TEST_F(KeyTableTest, PlansOnAStore) {
  for (uint64_t seed = 1000; seed < 1030; ++seed) {
    keys::RandomKeys random(seed);
    const auto table = Open(random.Schema());
    const keys::Layout& layout = keys::LayoutOf(table->schema());
    SCOPED_TRACE(layout.text);
    std::map<Bytes, KeyRecord> rows;
    std::vector<basalt::Put> puts;
    for (uint64_t i = 0; i < 100; ++i) {
      KeyRecord record = random.Record(layout);
      record[*table->schema().FieldIndex("n")] = i;
      const auto key = table->Key(record);
      if (!key.ok()) continue;
      rows[*key] = record;
      puts.push_back(basalt::Put(*key).AddColumn("f", "q", "v"));
    }
    ASSERT_TRUE(table->table().Put(puts).ok());
    for (int i = 0; i < 10; ++i) {
      KeyQuery query;
      query.where = random.Condition(layout);
      query.order = random.One<KeyOrder>({KeyOrder::kNone, KeyOrder::kLogical, KeyOrder::kReverse});
      const auto plan = table->Plan(query);
      if (!plan.ok()) continue;  // no such order
      std::vector<Bytes> wanted;
      for (const auto& [key, record] : rows) {
        if (keys::Holds(layout, query.where, record)) wanted.push_back(key);
      }
      std::vector<Bytes> got = Keys(table->Scan(*plan));
      if (query.order != KeyOrder::kNone) {
        const size_t spread = table->schema().spread_width();
        const auto before = [&](const Bytes& a, const Bytes& b) {
          return query.order == KeyOrder::kReverse ? a.substr(spread) > b.substr(spread)
                                                   : a.substr(spread) < b.substr(spread);
        };
        ASSERT_TRUE(std::is_sorted(got.begin(), got.end(), before)) << plan->ToString();
      }
      std::sort(got.begin(), got.end());
      ASSERT_EQ(got, wanted) << plan->ToString();
    }
    std::vector<basalt::Delete> deletes;
    for (const auto& [key, record] : rows) deletes.emplace_back(key);
    ASSERT_TRUE(table->table().Delete(deletes).ok());
  }
}

TEST_F(KeyTableTest, IdsStandForNames) {  // R37
  const auto table = Open("id(host) id(event, 3) window(ts, 15m)");
  const Bytes key = Put(*table, {Bytes("web01"), Bytes("login"), uint64_t{1700000000000}});
  EXPECT_EQ(key, EncodeLong(1) + Bytes("\0\0\1", 3) + EncodeLong(1888888));
  Put(*table, {Bytes("web02"), Bytes("login"), uint64_t{1700000000000}});
  // Another who opens the table reads the same ids.
  const auto other = Open("id(host) id(event, 3) window(ts, 15m)");
  EXPECT_EQ(*other->Key(KeyRecord{Bytes("web01"), Bytes("login"), uint64_t{1700000000000}}), key);
  const auto record = other->Record(key);
  ASSERT_TRUE(record.ok()) << record.status().message();
  EXPECT_EQ(std::get<Bytes>((*record)[0]), "web01");
  EXPECT_EQ(Keys(other->Scan("host = 'web02'")).size(), 1U);
  EXPECT_EQ(Keys(other->Scan("host in ('web01', 'web02') and event = 'login'")).size(), 2U);
  const auto nothing = other->Plan("host = 'web03'");
  EXPECT_EQ(nothing->verdict(), KeyVerdict::kNothing);
}

TEST_F(KeyTableTest, WhoOnlyReadsMakesNoDictionary) {
  const auto table = Open("id(host) n:u8");
  EXPECT_EQ(table->Plan("host = 'a'")->verdict(), KeyVerdict::kNothing);
  EXPECT_FALSE(table->Record(EncodeLong(1) + "x").ok());
  EXPECT_FALSE(*table_.admin().TableExists(KeyDictionaryName(TestTable::name())));
}

TEST_F(KeyTableTest, IdsAreTheSameForEveryone) {
  const TableName name = *TableName::Parse("names_ids");
  constexpr int kThreads = 4;
  constexpr int kNames = 40;
  std::vector<std::map<std::string, uint64_t>> seen(kThreads);
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t) {
    threads.emplace_back([&, t] {
      const auto dictionary = OpenKeyDictionary(table_.connection(), name);
      for (int i = 0; i < kNames; ++i) {
        const std::string text = "name" + std::to_string((i * 7 + t) % kNames);
        const auto id = dictionary->IdOf("host", text, true);
        ASSERT_TRUE(id.ok() && id->has_value());
        seen[static_cast<size_t>(t)][text] = **id;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  std::set<uint64_t> ids;
  const auto dictionary = OpenKeyDictionary(table_.connection(), name);
  for (const auto& [text, id] : seen[0]) {
    ids.insert(id);
    EXPECT_EQ(*dictionary->NameOf("host", id), text);
    for (const auto& others : seen) EXPECT_EQ(others.at(text), id);
  }
  EXPECT_EQ(ids.size(), static_cast<size_t>(kNames));
  EXPECT_FALSE(dictionary->NameOf("host", 999999).ok());
  EXPECT_FALSE(dictionary->IdOf("event", "name1", false)->has_value());  // kinds are apart
}

TEST_F(KeyTableTest, IdsOfOneByteRunOut) {
  const auto table = Open("id(x, 1)");
  for (int i = 1; i <= 255; ++i) ASSERT_TRUE(table->Key(KeyRecord{Bytes(std::to_string(i))}).ok());
  const auto full = table->Key(KeyRecord{Bytes("one more")});
  ASSERT_FALSE(full.ok());
  EXPECT_NE(full.status().message().find("the ids of 1 bytes are used up"), std::string::npos);
}

TEST_F(KeyTableTest, TheSchemaIsKeptWithTheTable) {
  Connection& connection = table_.connection();
  const auto schema = KeySchema::Parse("user:text ts:millis");
  EXPECT_NE(
      KeyTable::Open(connection, TestTable::name()).status().message().find("has no key schema"),
      std::string::npos);
  ASSERT_TRUE(KeyTable::SetSchema(connection, TestTable::name(), *schema).ok());
  auto table = KeyTable::Open(connection, TestTable::name());
  ASSERT_TRUE(table.ok()) << table.status().message();
  EXPECT_EQ((*table)->schema().text(), schema->text());
  Put(**table, {Bytes("al"), uint64_t{1}});
  EXPECT_TRUE(KeyTable::SetSchema(connection, TestTable::name(), *schema).ok());
  const auto other = KeySchema::Parse("user:text desc(ts:millis)");
  const Status refused = KeyTable::SetSchema(connection, TestTable::name(), *other);
  EXPECT_NE(refused.message().find("its keys are made by 'user:text ts:millis'"),
            std::string::npos);
  EXPECT_TRUE(KeyTable::SetSchema(connection, TestTable::name(), *other, true).ok());
}

TEST_F(KeyTableTest, AnErrorOfOneBranchEndsTheWhole) {
  const auto table = Open("salt(4) user:text ts:millis");
  for (uint64_t i = 0; i < 50; ++i) Put(*table, {Bytes("u"), i});
  // A row that no record makes, among those that have to be checked.
  ASSERT_TRUE(table->table().Put(basalt::Put(Bytes("\2z", 2)).AddColumn("f", "q", "v")).ok());
  auto scanner = table->Scan("ts > 10 order key");
  ASSERT_TRUE(scanner.ok()) << scanner.status().message();
  RowResult row;
  Result<bool> more = true;
  while (more.ok() && *more) more = scanner->Next(row);
  ASSERT_FALSE(more.ok());
  EXPECT_NE(more.status().message().find("does not match the schema"), std::string::npos);
}

TEST_F(KeyTableTest, AScannerMayBeLeftEarly) {
  const auto table = Open("salt(16) n:u32");
  std::vector<basalt::Put> puts;
  for (uint64_t i = 0; i < 5000; ++i) {
    puts.push_back(basalt::Put(*table->Key(KeyRecord{i})).AddColumn("f", "q", "v"));
  }
  ASSERT_TRUE(table->table().Put(puts).ok());
  for (int i = 0; i < 20; ++i) {
    auto scanner = table->Scan(i % 2 == 0 ? "order key" : "n > 3");
    ASSERT_TRUE(scanner.ok());
    RowResult row;
    for (int rows = 0; rows < i; ++rows) ASSERT_TRUE(*scanner->Next(row));
  }
}

}  // namespace
}  // namespace basalt::client
