// KeyTable: a table whose row keys follow a schema: records in, plans out, salted scans merged.
//
//   auto events = KeyTable::Open(*connection, *TableName::Parse("events"));
//   auto put = (*events)->NewPut({Bytes("click"), Bytes("2024-01-31"), uint64_t{7}});
//   auto rows = (*events)->Scan("event = 'click' and date = 2024-01-31");
//
// It uses nothing but Table and Admin, and so works on a directory, on a Basalt server and on an
// Apache HBase alike.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "basalt/connection.h"
#include "basalt/export.h"
#include "basalt/key_plan.h"
#include "basalt/key_schema.h"

namespace basalt {
inline namespace v1 {

// The table attribute that has the schema. HBase keeps it as it keeps any other.
inline constexpr const char* kKeySchemaAttribute = "KEY_SCHEMA";

struct BASALT_EXPORT KeyScanOptions {
  // Which columns, versions and so on; its rows, limit and direction are the plan's.
  Query columns;
  // So many ranges are read at a time.
  int threads = 8;
  // Rows that are fetched ahead take about this much memory at most.
  uint64_t buffer_bytes = 32ULL << 20;
  // Go on after the page that ended with this token. Only for plans with an order.
  std::string resume;
};

// The rows of a plan, merged from its ranges. Move-only; closing it ends what is being fetched. One
// thread at a time.
class BASALT_EXPORT KeyScanner {
 public:
  class Merger;

  explicit KeyScanner(std::unique_ptr<Merger> merger);
  KeyScanner(KeyScanner&&) noexcept;
  KeyScanner& operator=(KeyScanner&&) noexcept;
  ~KeyScanner();

  // Fills `row` with the next one; false at the end. An error of one range ends the whole.
  Result<bool> Next(RowResult& row);
  // For KeyScanOptions::resume: after the last row that Next gave. Empty before the first row and
  // for plans without an order.
  std::string token() const;
  void Close();

 private:
  std::unique_ptr<Merger> merger_;
};

// Thread safe. Valid while its Connection is.
class BASALT_EXPORT KeyTable {
 public:
  // With the schema that the table has.
  static Result<std::unique_ptr<KeyTable>> Open(Connection& connection, const TableName& name);
  // With this one, whatever the table says.
  static Result<std::unique_ptr<KeyTable>> Open(Connection& connection, const TableName& name,
                                                const KeySchema& schema);
  // Whether the table may get this schema: it has no rows, or has the schema already. Rows that
  // were made by another one would not be found.
  static Status CheckSchemaChange(Connection& connection, const TableName& name,
                                  const KeySchema& schema);
  // Writes the schema into the table's descriptor, unless that check forbids it.
  static Status SetSchema(Connection& connection, const TableName& name, const KeySchema& schema,
                          bool force = false);
  ~KeyTable();

  const KeySchema& schema() const { return schema_; }
  Table& table() { return *table_; }
  // For encoding and decoding by hand; its dictionary is null when the schema has no ids.
  KeyContext context();

  // The row key of a record.
  Result<Bytes> Key(std::span<const KeyValue> record);
  Result<Put> NewPut(std::span<const KeyValue> record);
  // The record of a row.
  Result<KeyRecord> Record(BytesView key);
  // The record's row, looked for under every salt.
  Result<RowResult> Get(std::span<const KeyValue> record, const Query& columns = {});

  Result<KeyPlan> Plan(std::string_view query);
  Result<KeyPlan> Plan(const KeyQuery& query);
  Result<KeyScanner> Scan(const KeyPlan& plan, const KeyScanOptions& options = {});
  Result<KeyScanner> Scan(std::string_view query, const KeyScanOptions& options = {});

 private:
  KeyTable(std::unique_ptr<Table> table, KeySchema schema,
           std::unique_ptr<KeyDictionary> dictionary);

  std::unique_ptr<Table> table_;
  KeySchema schema_;
  std::unique_ptr<KeyDictionary> dictionary_;
};

// Ids for names, kept in a table of their own and drawn from a counter: two writers who meet a new
// name at the same time get the same id. Both directions are cached. The table, with the family
// "d", is made with the first id. `connection` must outlive it.
BASALT_EXPORT std::unique_ptr<KeyDictionary> OpenKeyDictionary(Connection& connection,
                                                               const TableName& name);
// Where the ids of a table's schema are: its name with "_ids" after it.
BASALT_EXPORT TableName KeyDictionaryName(const TableName& table);

}  // namespace v1
}  // namespace basalt
