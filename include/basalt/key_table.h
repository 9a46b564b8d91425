// KeyTable: a table whose row keys follow a schema: it encodes records, plans queries and merges
// salted scans.
//
//   auto events = KeyTable::Open(*connection, *TableName::Parse("events"));
//   auto put = (*events)->NewPut({Bytes("click"), Bytes("2024-01-31"), uint64_t{7}});
//   auto rows = (*events)->Scan("event = 'click' and date = 2024-01-31");
//
// It is built on Table and Admin and so works on a directory, a Basalt server and Apache HBase.
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

// The table attribute that holds the schema. HBase stores it like any other attribute.
inline constexpr const char* kKeySchemaAttribute = "KEY_SCHEMA";

// Options of KeyTable::Scan.
struct BASALT_EXPORT KeyScanOptions {
  // Columns, versions and so on; rows, limit and direction are the plan's.
  Query columns;
  // The number of ranges that are read in parallel.
  int threads = 8;
  // The approximate memory limit of prefetched rows.
  uint64_t buffer_bytes = 32ULL << 20;
  // Continue after the page that ended with this token. Only for plans with an order.
  std::string resume;
  // Of every read of the scan: `timeout_ms` is for one read, `deadline` for all of them.
  CallOptions call;
};

// The rows of a plan, merged from its ranges. Move-only; Close() ends the reads in progress. One
// thread at a time. Its KeyTable must outlive it.
class BASALT_EXPORT KeyScanner {
 public:
  class Merger;

  // For KeyTable::Scan, which is how one gets a scanner.
  explicit KeyScanner(std::unique_ptr<Merger> merger);
  // A scanner that was moved from behaves as a closed one.
  KeyScanner(KeyScanner&&) noexcept;
  KeyScanner& operator=(KeyScanner&&) noexcept;
  ~KeyScanner();

  // Fills `row`, which the caller owns, with the next row; false at the end. An error of one range
  // ends the scan. kCancelled after Close.
  Result<bool> Next(RowResult& row);
  // For KeyScanOptions::resume: the position after the last row that Next returned. Empty before
  // the first row and for plans without an order.
  std::string token() const;
  // Ends the reads in progress and frees the prefetched rows. Destruction does the same.
  void Close();

 private:
  std::unique_ptr<Merger> merger_;
};

// Thread safe. Its Connection must outlive it.
class BASALT_EXPORT KeyTable {
 public:
  // With the schema that the table has. Later calls that look ids up use these options, too.
  static Result<std::unique_ptr<KeyTable>> Open(Connection& connection, const TableName& name,
                                                const CallOptions& options = {});
  // With the given schema instead of the table's.
  static Result<std::unique_ptr<KeyTable>> Open(Connection& connection, const TableName& name,
                                                const KeySchema& schema,
                                                const CallOptions& options = {});
  // Fails unless the table has no rows or has this schema already: rows with keys of another schema
  // would not be found.
  static Status CheckSchemaChange(Connection& connection, const TableName& name,
                                  const KeySchema& schema, const CallOptions& options = {});
  // Sets the table's schema. `force`: without CheckSchemaChange.
  static Status SetSchema(Connection& connection, const TableName& name, const KeySchema& schema,
                          bool force = false, const CallOptions& options = {});
  ~KeyTable();

  // The schema that keys are made by, and the table itself, for what needs no schema. Both are
  // valid while the KeyTable is.
  const KeySchema& schema() const { return schema_; }
  Table& table() { return *table_; }
  // For KeySchema::Encode and Decode. Its dictionary belongs to the KeyTable; null when the schema
  // has no ids.
  KeyContext context();

  // The row key of a record. Fails, naming the field, on a missing value and on one that does not
  // fit. Names of id parts that are new are added to the dictionary.
  Result<Bytes> Key(std::span<const KeyValue> record);
  // A Put for the record's row, without columns yet.
  Result<Put> NewPut(std::span<const KeyValue> record);
  // The record of a row. Fields that cannot be decoded are std::monostate.
  Result<KeyRecord> Record(BytesView key);
  // The record's row, under whichever salt it was written. Empty when there is none.
  Result<RowResult> Get(std::span<const KeyValue> record, const Query& columns = {},
                        const CallOptions& options = {});

  // How a query would be answered; nothing is read but ids. The text is that of KeyQuery::Parse.
  // The plan borrows the KeyTable's dictionary, so the KeyTable must outlive it.
  Result<KeyPlan> Plan(std::string_view query);
  Result<KeyPlan> Plan(const KeyQuery& query);
  // Begins to read the rows of a plan, or of a query. The plan may be destroyed before the scanner.
  Result<KeyScanner> Scan(const KeyPlan& plan, const KeyScanOptions& options = {});
  Result<KeyScanner> Scan(std::string_view query, const KeyScanOptions& options = {});

 private:
  KeyTable(std::unique_ptr<Table> table, KeySchema schema,
           std::unique_ptr<KeyDictionary> dictionary);

  std::unique_ptr<Table> table_;
  KeySchema schema_;
  std::unique_ptr<KeyDictionary> dictionary_;
};

// A dictionary in a table of its own, with ids from a counter: two writers that add the same name
// at the same time get the same id. Both directions are cached. The table, with the family "d", is
// made with the first id. `options` are for every call it makes. `connection` must outlive it.
BASALT_EXPORT std::unique_ptr<KeyDictionary> OpenKeyDictionary(Connection& connection,
                                                               const TableName& name,
                                                               const CallOptions& options = {});
// The dictionary table of a table: its name with the suffix "_ids".
BASALT_EXPORT TableName KeyDictionaryName(const TableName& table);

}  // namespace v1
}  // namespace basalt
