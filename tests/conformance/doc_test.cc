// The example of docs/client.md: run here, and compared with the page.
#include <fstream>
#include <sstream>

#include "fixture.h"

namespace basalt::conformance {
namespace {

Status Example(const std::string& target, std::ostream& out) {
  // clang-format off
  // [example]
basalt::ConnectionOptions options;
options.operation_timeout_ms = 20'000;
auto connection = basalt::Connection::Open(target, options);
if (!connection.ok()) return connection.status();
basalt::Admin& admin = (*connection)->admin();

basalt::TableDescriptor visits(*basalt::TableName::Parse("visits"));
BASALT_RETURN_IF_ERROR(visits.AddFamily(basalt::FamilyDescriptor("f")));
BASALT_RETURN_IF_ERROR(admin.CreateTable(visits, {"m"}));

auto table = (*connection)->GetTable(visits.name());
if (!table.ok()) return table.status();
BASALT_RETURN_IF_ERROR((*table)->Put(basalt::Put("anna").AddColumn("f", "city", "Oslo")));
BASALT_RETURN_IF_ERROR((*table)->Put(basalt::Put("olaf").AddColumn("f", "city", "Bergen")));
BASALT_RETURN_IF_ERROR((*table)->IncrementColumnValue("anna", "f", "visits", 1).status());

auto scanner = (*table)->GetScanner(basalt::Scan().AddColumn("f", "city"));
if (!scanner.ok()) return scanner.status();
for (const basalt::RowResult& row : *scanner) {
  out << row.row() << ": " << *row.GetValue("f", "city") << "\n";
}
return scanner->status();
  // [end]
  // clang-format on
}

std::string ReadFile(const std::string& path) {
  std::ifstream file(path);
  EXPECT_TRUE(file) << path;
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

TEST(ClientDoc, TheExampleRunsOnADirectoryAndOnAServer) {
  const base::TempDir directory;
  const ServerProcess server;
  const std::string page = ReadFile(BASALT_SOURCE_DIR "/docs/client.md");
  for (const std::string& target : {directory.Sub("data"), server.url()}) {
    std::ostringstream out;
    const Status status = Example(target, out);
    EXPECT_TRUE(status.ok()) << target << ": " << status.ToString();
    EXPECT_NE(page.find("It prints:\n\n```\n" + out.str() + "```\n"), std::string::npos)
        << out.str();
  }
}

TEST(ClientDoc, ThePageShowsTheExample) {
  const std::string source = ReadFile(BASALT_SOURCE_DIR "/tests/conformance/doc_test.cc");
  const size_t begin = source.find('\n', source.find("// [example]")) + 1;
  const size_t end = source.find("  // [end]", begin);
  const std::string page = ReadFile(BASALT_SOURCE_DIR "/docs/client.md");
  EXPECT_NE(page.find("```cpp\n" + source.substr(begin, end - begin) + "```\n"), std::string::npos);
}

}  // namespace
}  // namespace basalt::conformance
