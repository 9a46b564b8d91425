#include "example.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <iostream>

#include <basalt/key_splits.h>

namespace example {
namespace {

using basalt::Bytes;
using basalt::Status;
using basalt::TableName;

constexpr const char* kNamespace = "basalt_examples";
constexpr size_t kShownRows = 6;

// Goes away with everything in it.
class TemporaryDirectory {
 public:
  TemporaryDirectory() {
    path_ = (std::filesystem::temp_directory_path() / "basalt-example-XXXXXX").string();
    if (::mkdtemp(path_.data()) == nullptr) path_.clear();
  }
  TemporaryDirectory(const TemporaryDirectory&) = delete;
  TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;
  ~TemporaryDirectory() {
    std::error_code ignored;
    if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
  }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

Status DropTable(basalt::Admin& admin, const TableName& name) {
  BASALT_ASSIGN_OR_RETURN(const bool exists, admin.TableExists(name));
  if (!exists) return Status::Ok();
  BASALT_ASSIGN_OR_RETURN(const bool enabled, admin.IsTableEnabled(name));
  if (enabled) BASALT_RETURN_IF_ERROR(admin.DisableTable(name));
  return admin.DeleteTable(name);
}

// The namespace is made by the first study that meets a store.
Status CreateTable(basalt::Admin& admin, const basalt::TableDescriptor& table,
                   const std::vector<Bytes>& splits) {
  Status made = admin.CreateTable(table, splits);
  if (made.code() != basalt::StatusCode::kNamespaceNotFound) return made;
  BASALT_RETURN_IF_ERROR(admin.CreateNamespace({.name = kNamespace, .configuration = {}}));
  return admin.CreateTable(table, splits);
}

}  // namespace

basalt::Result<basalt::KeyRecord> RecordOf(const basalt::KeySchema& schema,
                                           const std::vector<std::string>& fields) {
  basalt::KeyRecord record(schema.fields().size());
  for (size_t i = 0; i < std::min(fields.size(), record.size()); ++i) {
    BASALT_ASSIGN_OR_RETURN(record[i], schema.ParseValue(i, fields[i]));
  }
  return record;
}

basalt::Result<size_t> CountRows(basalt::Table& table, const basalt::Scan& scan) {
  BASALT_ASSIGN_OR_RETURN(auto scanner, table.GetScanner(scan));
  size_t rows = 0;
  for ([[maybe_unused]] const basalt::RowResult& row : scanner) ++rows;
  BASALT_RETURN_IF_ERROR(scanner.status());
  return rows;
}

basalt::Result<std::vector<Bytes>> Splits(std::string_view text, int regions) {
  BASALT_ASSIGN_OR_RETURN(const auto schema, basalt::KeySchema::Parse(text));
  BASALT_ASSIGN_OR_RETURN(basalt::KeySplits splits, basalt::SplitsFromSchema(schema, regions));
  return std::move(splits.keys);
}

std::string PrintColumns(const basalt::RowResult& row) {
  std::string text;
  for (const basalt::CellView& cell : row) {
    text += (text.empty() ? "" : " ") + basalt::ToStringBinary(cell.qualifier) + "=";
    const auto number = basalt::DecodeLong(cell.value);
    const bool counter = number && *number >= 0 && *number < (int64_t{1} << 56);
    text += counter ? std::to_string(*number) : basalt::ToStringBinary(cell.value);
  }
  return text;
}

basalt::Result<std::unique_ptr<basalt::KeyTable>> Example::NewTable(
    std::string_view name, std::string_view schema_text, const std::vector<Bytes>& splits,
    const std::vector<basalt::FamilyDescriptor>& families) {
  BASALT_ASSIGN_OR_RETURN(const auto schema, basalt::KeySchema::Parse(schema_text));
  BASALT_ASSIGN_OR_RETURN(const auto table,
                          TableName::Parse(kNamespace + (":" + std::string(name))));
  basalt::Admin& admin = connection_.admin();
  BASALT_RETURN_IF_ERROR(DropTable(admin, table));
  BASALT_RETURN_IF_ERROR(DropTable(admin, basalt::KeyDictionaryName(table)));
  basalt::TableDescriptor description(table);
  for (const auto& family : families) BASALT_RETURN_IF_ERROR(description.AddFamily(family));
  // The schema is kept with the table: whoever opens it later knows how its keys are made.
  description.SetAttribute(basalt::kKeySchemaAttribute, schema.text());
  BASALT_RETURN_IF_ERROR(CreateTable(admin, description, splits));
  std::cout << "table " << name << ": " << schema.text() << '\n';
  return basalt::KeyTable::Open(connection_, table);
}

Status Example::Put(basalt::KeyTable& table, const std::vector<std::string>& fields,
                    const Columns& columns) {
  BASALT_ASSIGN_OR_RETURN(const auto record, RecordOf(table.schema(), fields));
  BASALT_ASSIGN_OR_RETURN(auto put, table.NewPut(record));
  for (const auto& [column, value] : columns) put.AddColumn("d", column, value);
  return table.table().Put(put);
}

Status Example::Plan(basalt::KeyTable& table, std::string_view query) {
  std::cout << "\n? " << (query.empty() ? "(everything)" : query) << '\n';
  const auto plan = table.Plan(query);
  std::cout << (plan.ok() ? plan->ToString() : "refused: " + plan.status().message() + "\n");
  return Status::Ok();
}

Status Example::Ask(basalt::KeyTable& table, std::string_view query, Printer printer) {
  if (!printer) printer = PrintColumns;
  BASALT_RETURN_IF_ERROR(Plan(table, query));
  BASALT_ASSIGN_OR_RETURN(auto scanner, table.Scan(query));
  basalt::RowResult row;
  for (size_t rows = 0;; ++rows) {
    BASALT_ASSIGN_OR_RETURN(const bool more, scanner.Next(row));
    if (!more) {
      if (rows == 0) std::cout << "= no rows\n";
      if (rows > kShownRows) std::cout << "= and " << rows - kShownRows << " more rows\n";
      return Status::Ok();
    }
    if (rows >= kShownRows) continue;
    std::cout << "= " << table.schema().Print(row.row(), table.context()) << " | " << printer(row)
              << '\n';
  }
}

Status Example::Explain(basalt::KeyTable& table, const std::vector<std::string>& fields) {
  BASALT_ASSIGN_OR_RETURN(const auto record, RecordOf(table.schema(), fields));
  BASALT_ASSIGN_OR_RETURN(const Bytes key, table.Key(record));
  std::cout << "a key has " << key.size() << " bytes:\n";
  for (const auto& piece : table.schema().Explain(key, table.context())) {
    std::cout << "  " << basalt::ToStringBinary(piece.bytes) << "  " << piece.meaning << '\n';
  }
  return Status::Ok();
}

Status Example::Spread(basalt::KeyTable& table) {
  BASALT_ASSIGN_OR_RETURN(const auto regions,
                          connection_.admin().ListRegions(table.table().name()));
  std::cout << "rows in each region:";
  for (const basalt::RegionMetrics& region : regions) {
    BASALT_ASSIGN_OR_RETURN(
        const size_t rows,
        CountRows(table.table(), basalt::Scan(region.start_key, region.end_key)));
    std::cout << ' ' << rows;
  }
  std::cout << '\n';
  return Status::Ok();
}

int RunExample(int argc, char** argv, const std::function<Status(Example&)>& study) {
  const TemporaryDirectory temporary;
  const std::string target = argc > 1 ? argv[1] : temporary.path();
  auto connection = basalt::Connection::Open(target);
  Status status = connection.status();
  if (status.ok()) {
    Example example(**connection);
    status = study(example);
    connection->reset();
  }
  if (!status.ok()) std::cerr << argv[0] << ": " << status.ToString() << '\n';
  return status.ok() ? 0 : 1;
}

}  // namespace example
