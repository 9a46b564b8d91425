// The examples of docs/client.md: run here, and compared with the page.
#include <fstream>
#include <future>
#include <sstream>

#include "basalt/async_table.h"
#include "basalt/buffered_mutator.h"
#include "basalt/scan_metrics.h"
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

Status WithoutWaiting(basalt::Connection& connection, std::ostream& out) {
  // clang-format off
  // [without waiting]
const basalt::TableName visits = *basalt::TableName::Parse("visits");
basalt::BufferedMutatorOptions options;
options.flush_interval_ms = 100;
options.on_error = [&](std::vector<basalt::FailedMutation> failed) {
  for (const auto& one : failed) out << "not written: " << one.error.message() << "\n";
};
auto mutator = basalt::BufferedMutator::Open(connection, visits, options);
if (!mutator.ok()) return mutator.status();
for (int i = 0; i < 1000; ++i) {
  const std::string row = "guest" + std::to_string(i);
  BASALT_RETURN_IF_ERROR((*mutator)->Mutate(basalt::Put(row).AddColumn("f", "city", "Moss")));
}
BASALT_RETURN_IF_ERROR((*mutator)->Close());

auto table = basalt::AsyncTable::Open(connection, visits);
if (!table.ok()) return table.status();
std::vector<std::future<basalt::Result<basalt::RowResult>>> rows;
for (int i = 0; i < 1000; ++i) {
  rows.push_back((*table)->Get(basalt::Get("guest" + std::to_string(i))));
}
int found = 0;
for (auto& row : rows) {
  const auto result = row.get();
  if (!result.ok()) return result.status();
  found += result->empty() ? 0 : 1;
}
out << found << " guests\n";
return {};
  // [end of it]
  // clang-format on
}

Status RowsAsTheyCome(basalt::Connection& connection, std::ostream& out) {
  // clang-format off
  // [as they come]
auto table = basalt::AsyncTable::Open(connection, *basalt::TableName::Parse("visits"));
if (!table.ok()) return table.status();
basalt::Scan scan = basalt::Scan().SetStartStopRowForPrefixScan("guest");
scan.SetCaching(100);
size_t seen = 0;
const auto take = [&](const basalt::AsyncTable::Rows& rows, const basalt::AsyncTable::ReadOn& read_on) {
  seen += rows.size();
  read_on(seen < 500);
};
BASALT_RETURN_IF_ERROR((*table)->Scan(scan, take).get());
out << seen << " are enough\n";
return {};
  // [end of them]
  // clang-format on
}

Status WhatItCosts(basalt::Connection& connection, std::ostream& out) {
  // clang-format off
  // [costs]
const basalt::TableName visits = *basalt::TableName::Parse("visits");
auto table = connection.GetTable(visits);
if (!table.ok()) return table.status();
auto scanner = (*table)->GetScanner(basalt::Scan().AddColumn("f", "visits").SetScanMetricsEnabled());
if (!scanner.ok()) return scanner.status();
int found = 0;
for (const basalt::RowResult& row : *scanner) found += row.empty() ? 0 : 1;
const basalt::ScanMetrics& cost = *scanner->metrics();
out << cost.rows_scanned << " rows read for " << found << ", " << cost.regions_scanned << " regions\n";
return scanner->status();
  // [end of costs]
  // clang-format on
}

Status LimitsOfACall(basalt::Connection& connection, std::ostream& out) {
  // clang-format off
  // [limits]
auto table = connection.GetTable(*basalt::TableName::Parse("visits"));
if (!table.ok()) return table.status();
basalt::CancellationSource stop;  // stop.Cancel(): from any thread, or from a signal handler
auto row = (*table)->Get(basalt::Get("anna"), {.timeout_ms = 5000, .cancellation = stop.token()});
if (!row.ok()) return row.status();
out << *row->GetValue("f", "city") << "\n";
return {};
  // [end of limits]
  // clang-format on
}

std::string ReadFile(const std::string& path) {
  std::ifstream file(path);
  EXPECT_TRUE(file) << path;
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

TEST(ClientDoc, TheExamplesRunOnADirectoryAndOnAServer) {
  const base::TempDir directory;
  const ServerProcess server;
  const std::string page = ReadFile(BASALT_SOURCE_DIR "/docs/client.md");
  for (const std::string& target : {directory.Sub("data"), server.url()}) {
    std::ostringstream out;
    const Status status = Example(target, out);
    EXPECT_TRUE(status.ok()) << target << ": " << status.ToString();
    EXPECT_NE(page.find("It prints:\n\n```\n" + out.str() + "```\n"), std::string::npos)
        << out.str();
    // On the table that the example has made.
    std::ostringstream more;
    auto connection = Connection::Open(target);
    ASSERT_TRUE(connection.ok()) << connection.status().ToString();
    const Status second = WithoutWaiting(**connection, more);
    EXPECT_TRUE(second.ok()) << target << ": " << second.ToString();
    EXPECT_NE(page.find("and prints `" + more.str().substr(0, more.str().size() - 1) + "`"),
              std::string::npos)
        << more.str();
    for (const auto& example : {LimitsOfACall, RowsAsTheyCome, WhatItCosts}) {
      std::ostringstream said;
      const Status outcome = example(**connection, said);
      EXPECT_TRUE(outcome.ok()) << target << ": " << outcome.ToString();
      EXPECT_NE(page.find("prints `" + said.str().substr(0, said.str().size() - 1) + "`"),
                std::string::npos)
          << said.str();
    }
  }
}

TEST(ClientDoc, ThePageShowsTheExamples) {
  const std::string source = ReadFile(BASALT_SOURCE_DIR "/tests/conformance/doc_test.cc");
  const std::string page = ReadFile(BASALT_SOURCE_DIR "/docs/client.md");
  for (const auto& [first, last] : std::vector<std::pair<std::string, std::string>>{
           {"// [example]", "  // [end]"},
           {"// [without waiting]", "  // [end of it]"},
           {"// [as they come]", "  // [end of them]"},
           {"// [limits]", "  // [end of limits]"},
           {"// [costs]", "  // [end of costs]"}}) {
    const size_t begin = source.find('\n', source.find(first)) + 1;
    const size_t end = source.find(last, begin);
    EXPECT_NE(page.find("```cpp\n" + source.substr(begin, end - begin) + "```\n"),
              std::string::npos)
        << first;
  }
}

}  // namespace
}  // namespace basalt::conformance
