// A process that is killed while it restores a snapshot, and the one that looks afterwards.
//
//   snapshot_victim prepare|restore|check DIRECTORY
//
// prepare leaves a disabled table that has been replaced by another of its name since its snapshot:
// other families, other regions, other data. check prints "old" or "restored", and fails when the
// table is neither.
#include <cstdio>
#include <memory>
#include <string>
#include <string_view>

#include "basalt/connection.h"

namespace {

using namespace basalt;  // NOLINT(google-build-using-namespace): a program of one file

const TableName& Name() {
  static const TableName name = *TableName::Parse("t");
  return name;
}

Status Create(Admin& admin, const char* family, const std::vector<Bytes>& splits) {
  TableDescriptor table(Name());
  BASALT_RETURN_IF_ERROR(table.AddFamily(FamilyDescriptor("both")));
  BASALT_RETURN_IF_ERROR(table.AddFamily(FamilyDescriptor(family)));
  return admin.CreateTable(table, splits);
}

Status Fill(Connection& connection, const char* family, const std::string& value) {
  BASALT_ASSIGN_OR_RETURN(const auto table, connection.GetTable(Name()));
  for (const char* row : {"a", "g", "z"}) {
    BASALT_RETURN_IF_ERROR(
        table->Put(Put(row).AddColumn("both", "q", value).AddColumn(family, "q", value)));
  }
  return {};
}

Status Prepare(Connection& connection) {
  Admin& admin = connection.admin();
  BASALT_RETURN_IF_ERROR(Create(admin, "before", {"m"}));
  BASALT_RETURN_IF_ERROR(Fill(connection, "before", "restored"));
  BASALT_RETURN_IF_ERROR(admin.Snapshot("s", Name()));
  BASALT_RETURN_IF_ERROR(admin.DisableTable(Name()));
  BASALT_RETURN_IF_ERROR(admin.DeleteTable(Name()));
  BASALT_RETURN_IF_ERROR(Create(admin, "later", {"c", "p"}));
  BASALT_RETURN_IF_ERROR(Fill(connection, "later", "old"));
  return admin.DisableTable(Name());
}

Status Look(Connection& connection) {
  BASALT_ASSIGN_OR_RETURN(const auto descriptor, connection.admin().GetDescriptor(Name()));
  const bool restored = descriptor.FindFamily("before") != nullptr;
  const std::string expected = restored ? "restored" : "old";
  BASALT_RETURN_IF_ERROR(connection.admin().EnableTable(Name()));
  BASALT_ASSIGN_OR_RETURN(const auto table, connection.GetTable(Name()));
  auto scanner = table->GetScanner(Scan());
  if (!scanner.ok()) return scanner.status();
  int cells = 0;
  for (const RowResult& row : *scanner) {
    for (const CellView& cell : row) {
      if (cell.value != expected) return {StatusCode::kInternal, "a cell of another table"};
      ++cells;
    }
  }
  BASALT_RETURN_IF_ERROR(scanner->status());
  if (cells != 6) return {StatusCode::kInternal, "there are " + std::to_string(cells) + " cells"};
  std::printf("%s\n", expected.c_str());
  return {};
}

Status Run(std::string_view command, const char* directory) {
  BASALT_ASSIGN_OR_RETURN(const auto connection, Connection::Open(directory));
  if (command == "prepare") return Prepare(*connection);
  if (command == "restore") return connection->admin().RestoreSnapshot("s", false);
  if (command == "check") return Look(*connection);
  return {StatusCode::kInvalidArgument, "prepare, restore or check?"};
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  const Status status = Run(argv[1], argv[2]);
  if (!status.ok()) std::fprintf(stderr, "snapshot_victim: %s\n", status.ToString().c_str());
  return status.ok() ? 0 : 1;
}
