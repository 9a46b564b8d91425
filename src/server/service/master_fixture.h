// A node on a temporary directory and its verbs, asked by messages as the network would ask them.
// Included by *_test.cc files only.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <google/protobuf/arena.h>
#include <gtest/gtest.h>

#include "basalt/mutation.h"
#include "base/testing.h"
#include "catalog/procedure_journal.h"
#include "hbase/admin.pb.h"
#include "hbase/master.pb.h"
#include "server/backup_jobs.h"
#include "server/net/worker_pool.h"
#include "server/node.h"
#include "server/region_chores.h"
#include "server/service/master_context.h"
#include "server/service/master_verbs.h"
#include "server/service/verb_table.h"
#include "wire/descriptor_messages.h"

namespace basalt::server {

namespace pb = hbase::pb;

class ControlTest : public testing::Test {
 protected:
  static constexpr int64_t kStart = 1'700'000'000'000;

  ControlTest() : clock_(kStart), node_(config_) {
    store::StoreOptions options;
    options.clock = &clock_;
    auto store = store::Store::Open(directory_.Sub("data"), options);
    Check(store.status());
    node_.store = std::move(*store);
    auto catalog = catalog::Catalog::Open(node_.store);
    Check(catalog.status());
    node_.catalog = std::move(*catalog);
    node_.identity = {"0f3d1a52-0000-4000-8000-000000000001", kStart, 16000, 16020};
    node_.procedures = std::make_unique<catalog::ProcedureJournal>(*node_.store);
    Check(node_.procedures->Load());
    node_.pool = std::make_unique<WorkerPool>(2, 100);
    node_.backups = std::make_unique<BackupJobs>(node_.store, 1);
    node_.region_chores = std::make_unique<RegionChores>(node_);
    node_.request_stop = [this](std::string reason) { stops_.push_back(std::move(reason)); };
    control_ = RegisterControlVerbs(verbs_, node_);
    connection_.version_major = 2;
    connection_.version_minor = 6;
    connection_.dialled_host = "db.example.org";
  }

  static void Check(const Status& status) { ASSERT_TRUE(status.ok()) << status.ToString(); }

  // By the bytes of the messages, as they travel.
  template <typename Response, typename Request>
  Result<Response> Ask(std::string_view service, std::string_view method, const Request& request) {
    const Verb* verb = verbs_.Find(service, method);
    if (verb == nullptr) return Status(StatusCode::kInternal, "no such verb");
    google::protobuf::Arena arena;
    auto& verbs_request = verb->NewRequest(arena);
    if (!verbs_request.ParseFromString(request.SerializeAsString())) {
      return Status(StatusCode::kInternal, "the request does not parse");
    }
    auto& verbs_response = verb->NewResponse(arena);
    const Call call{.connection = connection_, .received = Call::TimePoint()};
    Bytes cells;
    BASALT_RETURN_IF_ERROR(verb->Run(call, verbs_request, verbs_response, cells));
    EXPECT_TRUE(cells.empty());
    // A response with a required field missing would be no response to a client.
    EXPECT_TRUE(verbs_response.IsInitialized()) << verb->name();
    Response response;
    if (!response.ParseFromString(verbs_response.SerializePartialAsString())) {
      return Status(StatusCode::kInternal, "the response does not parse");
    }
    return response;
  }
  template <typename Response, typename Request>
  Result<Response> Master(std::string_view method, const Request& request) {
    return Ask<Response>("MasterService", method, request);
  }
  template <typename Response, typename Request>
  Result<Response> Admin(std::string_view method, const Request& request) {
    return Ask<Response>("AdminService", method, request);
  }
  // The error alone.
  template <typename Request>
  Status MasterError(std::string_view method, const Request& request) {
    return Master<pb::EmptyMsg>(method, request).status();
  }
  template <typename Request>
  Status AdminError(std::string_view method, const Request& request) {
    return Admin<pb::EmptyMsg>(method, request).status();
  }

  static TableName Name(const std::string& name) { return *TableName::Parse(name); }
  template <typename Request>
  static Request ForTable(const std::string& name) {
    Request request;
    wire::FillTableName(Name(name), *request.mutable_table_name());
    return request;
  }
  static TableDescriptor Describe(const std::string& name,
                                  const std::vector<std::string>& families = {"f"}) {
    TableDescriptor table(Name(name));
    for (const std::string& family : families) Check(table.AddFamily(FamilyDescriptor(family)));
    return table;
  }

  static pb::CreateTableRequest CreateRequest(const TableDescriptor& table,
                                              const std::vector<std::string>& splits = {}) {
    pb::CreateTableRequest request;
    wire::FillTable(table, *request.mutable_table_schema());
    for (const std::string& split : splits) request.add_split_keys(split);
    return request;
  }
  void Create(const std::string& name, const std::vector<std::string>& splits = {}) {
    Check(Master<pb::CreateTableResponse>("CreateTable", CreateRequest(Describe(name), splits))
              .status());
  }
  void Disable(const std::string& name) {
    Check(Master<pb::DisableTableResponse>("DisableTable", ForTable<pb::DisableTableRequest>(name))
              .status());
  }
  void Put(const std::string& table, const std::string& row, const std::string& value) {
    const auto entry = node_.catalog->tables().Find(Name(table));
    Check(entry.status());
    const Mutation put = basalt::Put(row).AddColumn("f", "q", value);
    Check((*(*entry)->Cells())->MutateRow(row, {&put, 1}).status());
  }
  // Of the table's regions, in their order.
  std::shared_ptr<catalog::Region> RegionOf(const std::string& table, size_t index = 0) {
    return node_.catalog->regions().Of(Name(table))->at(index);
  }
  static pb::RegionSpecifier Specify(const Bytes& name) {
    pb::RegionSpecifier specifier;
    specifier.set_type(pb::RegionSpecifier::REGION_NAME);
    specifier.set_value(name);
    return specifier;
  }

  pb::GetProcedureResultResponse ResultOf(uint64_t id) {
    pb::GetProcedureResultRequest request;
    request.set_proc_id(id);
    return *Master<pb::GetProcedureResultResponse>("getProcedureResult", request);
  }

  base::TempDir directory_;
  base::ManualClock clock_;
  ServerConfig config_;
  Node node_;
  VerbTable verbs_;
  std::shared_ptr<Control> control_;
  ConnectionInfo connection_;
  std::vector<std::string> stops_;
};

}  // namespace basalt::server
