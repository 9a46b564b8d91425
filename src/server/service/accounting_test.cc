// The same operations on a directory and over the server's verbs are accounted for alike.
#include <chrono>
#include <memory>
#include <optional>
#include <vector>

#include <gtest/gtest.h>

#include "basalt/connection.h"
#include "basalt/filters.h"
#include "catalog/region_metrics.h"
#include "server/nonce_manager.h"
#include "server/scanner_registry.h"
#include "server/service/client_verbs.h"
#include "server/service/master_fixture.h"
#include "wire/mutation_codec.h"
#include "wire/query_codec.h"

namespace basalt::server {
namespace {

class AccountingTest : public ServiceTest {
 protected:
  AccountingTest() {
    connection_.codec = wire::CellCodec::kKeyValue;
    ConnectionOptions options;
    options.clock = &clock_;
    auto connection = Connection::Open(directory_.Sub("embedded"), options);
    Check(connection.status());
    connection_to_directory_ = std::move(*connection);
    Check(context_.catalog().tables().Create(Describe("t"), {"m"}));
    Check(connection_to_directory_->admin().CreateTable(Describe("t"), {"m"}));
    embedded_ = *connection_to_directory_->GetTable(Name("t"));
  }

  // Over the verbs, with the cells of mutations in a block.
  void AskClient(const char* method, const google::protobuf::MessageLite& request,
                 BytesView block = {}) {
    const Verb* verb = verbs_.Find("ClientService", method);
    ASSERT_NE(verb, nullptr);
    google::protobuf::Arena arena;
    auto& parsed = verb->NewRequest(arena);
    ASSERT_TRUE(parsed.ParseFromString(request.SerializeAsString()));
    const Call call{.connection = connection_, .cell_block = block, .received = Call::TimePoint()};
    Bytes cells;
    Check(verb->Run(call, parsed, verb->NewResponse(arena), cells));
  }
  pb::RegionSpecifier RegionWith(const Bytes& row) {
    return Specify((*context_.catalog().regions().For(Name("t"), row))->name());
  }
  void ServerGet(const Get& get) {
    pb::GetRequest request;
    *request.mutable_region() = RegionWith(get.row());
    Check(wire::FillGet(get, *request.mutable_get()));
    AskClient("Get", request);
  }
  void ServerMutate(const Mutation& mutation, const CheckAndMutate* check = nullptr) {
    pb::MutateRequest request;
    *request.mutable_region() = RegionWith(mutation.row());
    Bytes block;
    wire::FillMutation(mutation, wire::CellCodec::kKeyValue, block, *request.mutable_mutation());
    if (check != nullptr) Check(wire::FillCondition(*check, *request.mutable_condition()));
    AskClient("Mutate", request, block);
  }
  // One group per region.
  void ServerMulti(const std::vector<std::vector<Mutation>>& groups, bool atomic) {
    pb::MultiRequest request;
    Bytes block;
    for (const auto& group : groups) {
      auto& actions = *request.add_regionaction();
      *actions.mutable_region() = RegionWith(group.front().row());
      actions.set_atomic(atomic);
      uint32_t index = 0;
      for (const Mutation& mutation : group) {
        auto& action = *actions.add_action();
        action.set_index(index++);
        wire::FillMutation(mutation, wire::CellCodec::kKeyValue, block, *action.mutable_mutation());
      }
    }
    AskClient("Multi", request, block);
  }
  void ServerScan(const Scan& scan) {
    const auto regions = context_.catalog().regions().Of(Name("t"));
    for (const auto& region : *regions) {
      pb::ScanRequest request;
      *request.mutable_region() = Specify(region->name());
      Check(wire::FillScan(scan, *request.mutable_scan()));
      request.set_number_of_rows(1000);
      request.set_close_scanner(true);
      AskClient("Scan", request);
    }
  }
  void EmbeddedScan(const Scan& scan) {
    auto scanner = embedded_->GetScanner(scan);
    Check(scanner.status());
    RowResult row;
    while (*scanner->Next(row)) continue;
  }

  std::unique_ptr<Connection> connection_to_directory_;
  std::unique_ptr<Table> embedded_;
};

basalt::Put PutOf(const Bytes& row, const Bytes& value) {
  return basalt::Put(row).AddColumn("f", "q", value).AddColumn("f", "r", "second");
}

TEST_F(AccountingTest, BothWaysCountTheSame) {
  for (const Bytes row : {"a", "b", "c", "n", "o"}) {
    const basalt::Put put = PutOf(row, Bytes(100 + row[0], 'x'));
    Check(embedded_->Put(put));
    ServerMutate(put);
  }
  const std::vector<basalt::Put> puts = {PutOf("d", "1"), PutOf("e", "22"), PutOf("p", "333")};
  Check(embedded_->Put(puts));
  ServerMulti({{puts[0], puts[1]}, {puts[2]}}, false);

  const auto increment = Increment("i").AddColumn("f", "n", 5);
  Check(embedded_->Increment(increment).status());
  ServerMutate(increment);
  const auto append = Append("x").AddColumn("f", "q", "tail");
  Check(embedded_->Append(append).status());
  ServerMutate(append);

  RowMutations together("b");
  together.Add(PutOf("b", "new"));
  together.Add(Delete("b").AddColumns("f", "r"));
  Check(embedded_->MutateRow(together).status());
  ServerMulti({{together.mutations().begin(), together.mutations().end()}}, true);

  for (const Bytes expected : {"1", "other"}) {  // one that holds and one that does not
    const basalt::Put put = PutOf("d", "checked");
    CheckAndMutate check("d");
    check.IfEquals("f", "q", expected);
    ServerMutate(put, &check);
    Check(embedded_->CheckAndMutate(check.Then(put)).status());
  }
  const auto del = Delete("c").AddColumns("f", "q");
  Check(embedded_->Delete(del));
  ServerMutate(del);

  for (const Bytes row : {"a", "c", "n", "nothing"}) {
    Check(embedded_->Get(Get(row)).status());
    ServerGet(Get(row));
  }
  Get exists("o");
  exists.SetCheckExistenceOnly();
  Check(embedded_->Exists(Get("o")).status());
  ServerGet(exists);

  EmbeddedScan(Scan());
  ServerScan(Scan());
  Scan filtered;
  filtered.SetFilter(filters::Row(CompareOperator::kEqual, *comparators::Regex("[aep]")));
  EmbeddedScan(filtered);
  ServerScan(filtered);

  const auto on_server = *catalog::CollectRegionMetrics(context_.catalog(), Name("t"));
  const auto on_directory = *connection_to_directory_->admin().ListRegions(Name("t"));
  ASSERT_EQ(on_server.size(), 2U);
  ASSERT_EQ(on_directory.size(), 2U);
  for (size_t i = 0; i < 2; ++i) {
    SCOPED_TRACE(on_server[i].start_key);
    EXPECT_EQ(on_server[i].read_request_count, on_directory[i].read_request_count);
    EXPECT_EQ(on_server[i].write_request_count, on_directory[i].write_request_count);
    EXPECT_EQ(on_server[i].filtered_read_request_count,
              on_directory[i].filtered_read_request_count);
    EXPECT_EQ(on_server[i].bytes_read, on_directory[i].bytes_read);
    EXPECT_EQ(on_server[i].bytes_written, on_directory[i].bytes_written);
    EXPECT_GT(on_server[i].filtered_read_request_count, 0U);
  }
  EXPECT_EQ(on_server[0].write_request_count, 3U + 2 + 1 + 2 + 2 + 1);
  EXPECT_EQ(on_server[0].read_request_count, 2U + 6 + 2);
  EXPECT_EQ(on_server[1].write_request_count, 2U + 1 + 1);
}

}  // namespace
}  // namespace basalt::server
