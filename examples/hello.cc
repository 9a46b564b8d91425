// A first program with Basalt: makes a table in a directory or on a server, writes, reads and
// scans.
//
//   hello ./data
//   hello hbase://localhost:16020
#include <iostream>

#include <basalt/connection.h>

namespace {

// Every call says how it went; this passes the first error up.
basalt::Status Hello(const char* target) {
  BASALT_ASSIGN_OR_RETURN(auto connection, basalt::Connection::Open(target));
  BASALT_ASSIGN_OR_RETURN(const auto name, basalt::TableName::Parse("greetings"));

  BASALT_ASSIGN_OR_RETURN(const bool exists, connection->admin().TableExists(name));
  if (!exists) {
    basalt::TableDescriptor description(name);
    BASALT_RETURN_IF_ERROR(description.AddFamily(basalt::FamilyDescriptor("f")));
    BASALT_RETURN_IF_ERROR(connection->admin().CreateTable(description));
  }

  BASALT_ASSIGN_OR_RETURN(auto table, connection->GetTable(name));
  BASALT_RETURN_IF_ERROR(table->Put(basalt::Put("en").AddColumn("f", "text", "hello")));
  BASALT_RETURN_IF_ERROR(table->Put(basalt::Put("is").AddColumn("f", "text", "halló")));
  BASALT_ASSIGN_OR_RETURN(const auto runs, table->IncrementColumnValue("runs", "f", "count", 1));

  BASALT_ASSIGN_OR_RETURN(const basalt::RowResult row, table->Get(basalt::Get("en")));
  std::cout << "get en: " << row.GetValue("f", "text").value_or("(nothing)") << '\n';

  BASALT_ASSIGN_OR_RETURN(auto scanner, table->GetScanner(basalt::Scan("a", "r")));
  for (const basalt::RowResult& result : scanner) {
    std::cout << "scan: " << result.row() << " = " << *result.GetValue("f", "text") << '\n';
  }
  BASALT_RETURN_IF_ERROR(scanner.status());
  std::cout << "runs: " << runs << '\n';
  return basalt::Status::Ok();
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "usage: hello DIRECTORY or hbase://HOST:PORT\n";
    return 2;
  }
  const basalt::Status status = Hello(argv[1]);
  if (!status.ok()) {
    std::cerr << "hello: " << status.ToString() << '\n';
    return 1;
  }
  return 0;
}
