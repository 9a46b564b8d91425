#include "basalt/key_table.h"

#include <algorithm>

#include <fmt/format.h>

#include "client/keyed/merger.h"
#include "keys/layout.h"

namespace basalt {
inline namespace v1 {
namespace {

bool HasIds(const KeySchema& schema) {
  const auto& parts = schema.layout().parts;
  return std::any_of(parts.begin(), parts.end(),
                     [](const keys::Part& part) { return part.kind == keys::PartKind::kId; });
}

Status CheckChange(Connection& connection, const TableDescriptor& descriptor,
                   const KeySchema& schema) {
  const auto old = descriptor.GetAttribute(kKeySchemaAttribute);
  if (old == schema.text()) return Status::Ok();
  BASALT_ASSIGN_OR_RETURN(const auto table, connection.GetTable(descriptor.name()));
  BASALT_ASSIGN_OR_RETURN(ResultScanner scanner, table->GetScanner(Scan().SetLimit(1)));
  RowResult row;
  BASALT_ASSIGN_OR_RETURN(const bool has_rows, scanner.Next(row));
  if (!has_rows) return Status::Ok();
  return {
      StatusCode::kInvalidArgument,
      fmt::format("table {} has rows, and {}: they would not be found by another; copy them into "
                  "a new table, or force it",
                  descriptor.name().ToString(),
                  old ? fmt::format("its keys are made by '{}'", *old)
                      : std::string("nothing says how their keys were made"))};
}

}  // namespace

KeyScanner::KeyScanner(std::unique_ptr<Merger> merger) : merger_(std::move(merger)) {}
KeyScanner::KeyScanner(KeyScanner&&) noexcept = default;
KeyScanner& KeyScanner::operator=(KeyScanner&&) noexcept = default;
KeyScanner::~KeyScanner() = default;

Result<bool> KeyScanner::Next(RowResult& row) {
  if (merger_ == nullptr) return Status(StatusCode::kCancelled, "the scanner is closed");
  return merger_->Next(row);
}
std::string KeyScanner::token() const { return merger_ == nullptr ? "" : merger_->token(); }
void KeyScanner::Close() { merger_.reset(); }

KeyTable::KeyTable(std::unique_ptr<Table> table, KeySchema schema,
                   std::unique_ptr<KeyDictionary> dictionary)
    : table_(std::move(table)), schema_(std::move(schema)), dictionary_(std::move(dictionary)) {}

KeyTable::~KeyTable() = default;

Result<std::unique_ptr<KeyTable>> KeyTable::Open(Connection& connection, const TableName& name) {
  BASALT_ASSIGN_OR_RETURN(const TableDescriptor descriptor, connection.admin().GetDescriptor(name));
  const auto text = descriptor.GetAttribute(kKeySchemaAttribute);
  if (!text) {
    return Status(StatusCode::kInvalidArgument,
                  fmt::format("table {} has no key schema; set its attribute {}", name.ToString(),
                              kKeySchemaAttribute));
  }
  BASALT_ASSIGN_OR_RETURN(const KeySchema schema, KeySchema::Parse(*text));
  return Open(connection, name, schema);
}

Result<std::unique_ptr<KeyTable>> KeyTable::Open(Connection& connection, const TableName& name,
                                                 const KeySchema& schema) {
  BASALT_ASSIGN_OR_RETURN(auto table, connection.GetTable(name));
  std::unique_ptr<KeyDictionary> dictionary;
  if (HasIds(schema)) {
    dictionary = OpenKeyDictionary(connection, KeyDictionaryName(name));
  }
  return std::unique_ptr<KeyTable>(new KeyTable(std::move(table), schema, std::move(dictionary)));
}

Status KeyTable::CheckSchemaChange(Connection& connection, const TableName& name,
                                   const KeySchema& schema) {
  BASALT_ASSIGN_OR_RETURN(const TableDescriptor descriptor, connection.admin().GetDescriptor(name));
  return CheckChange(connection, descriptor, schema);
}

Status KeyTable::SetSchema(Connection& connection, const TableName& name, const KeySchema& schema,
                           bool force) {
  BASALT_ASSIGN_OR_RETURN(TableDescriptor descriptor, connection.admin().GetDescriptor(name));
  if (descriptor.GetAttribute(kKeySchemaAttribute) == schema.text()) return Status::Ok();
  if (!force) BASALT_RETURN_IF_ERROR(CheckChange(connection, descriptor, schema));
  descriptor.SetAttribute(kKeySchemaAttribute, schema.text());
  return connection.admin().ModifyTable(descriptor);
}

KeyContext KeyTable::context() { return {.dictionary = dictionary_.get(), .salt = {}}; }

Result<Bytes> KeyTable::Key(std::span<const KeyValue> record) {
  Bytes key;
  BASALT_RETURN_IF_ERROR(schema_.Encode(record, context(), key));
  return key;
}

Result<Put> KeyTable::NewPut(std::span<const KeyValue> record) {
  BASALT_ASSIGN_OR_RETURN(Bytes key, Key(record));
  return Put(std::move(key));
}

Result<KeyRecord> KeyTable::Record(BytesView key) { return schema_.Decode(key, context()); }

Result<RowResult> KeyTable::Get(std::span<const KeyValue> record, const Query& columns) {
  uint32_t salts = 1;
  for (const keys::Part& part : schema_.layout().parts) {
    if (part.kind == keys::PartKind::kSalt && part.rule != keys::SaltRule::kPhoenix) {
      salts = static_cast<uint32_t>(part.count);
    }
  }
  std::vector<basalt::Get> gets;
  for (uint32_t salt = 0; salt < salts; ++salt) {
    KeyContext with_salt = context();
    with_salt.salt = salt;
    Bytes key;
    BASALT_RETURN_IF_ERROR(schema_.Encode(record, with_salt, key));
    gets.emplace_back(std::move(key));
    static_cast<Query&>(gets.back()) = columns;
  }
  BASALT_ASSIGN_OR_RETURN(std::vector<RowResult> rows,
                          table_->Get(std::span<const basalt::Get>(gets)));
  for (RowResult& row : rows) {
    if (!row.empty()) return std::move(row);
  }
  return RowResult();
}

Result<KeyPlan> KeyTable::Plan(const KeyQuery& query) {
  return KeyPlan::Make(schema_, query, {.dictionary = dictionary_.get()});
}

Result<KeyPlan> KeyTable::Plan(std::string_view query) {
  BASALT_ASSIGN_OR_RETURN(const KeyQuery parsed, KeyQuery::Parse(schema_, query));
  return Plan(parsed);
}

Result<KeyScanner> KeyTable::Scan(const KeyPlan& plan, const KeyScanOptions& options) {
  BASALT_ASSIGN_OR_RETURN(auto merger, KeyScanner::Merger::Start(*table_, plan, options));
  return KeyScanner(std::move(merger));
}

Result<KeyScanner> KeyTable::Scan(std::string_view query, const KeyScanOptions& options) {
  BASALT_ASSIGN_OR_RETURN(const KeyPlan plan, Plan(query));
  return Scan(plan, options);
}

}  // namespace v1
}  // namespace basalt
