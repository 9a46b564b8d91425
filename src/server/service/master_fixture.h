// A ServerContext on a temporary directory and its verbs, asked by messages as the network would
// ask them. Included by *_test.cc files only.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <google/protobuf/arena.h>
#include <gtest/gtest.h>

#include "basalt/mutation.h"
#include "base/testing.h"
#include "hbase/admin.pb.h"
#include "hbase/master.pb.h"
#include "server/backup_jobs.h"
#include "server/compaction_queue.h"
#include "server/region_chores.h"
#include "server/server_context.h"
#include "server/service/verb_table.h"
#include "server/service/verbs.h"
#include "wire/descriptor_messages.h"

namespace basalt::server {

namespace pb = hbase::pb;

class ServiceTest : public testing::Test {
 protected:
  static constexpr int64_t kStart = 1'700'000'000'000;

  ServiceTest() : clock_(kStart), owned_context_(MakeContext()), context_(*owned_context_) {
    context_.SetPorts(16000, 16020);
    RegisterAllVerbs(verbs_, context_);
    connection_.version_major = 2;
    connection_.version_minor = 6;
    connection_.dialled_host = "db.example.org";
  }

  static void Check(const Status& status) { ASSERT_TRUE(status.ok()) << status.ToString(); }

  std::unique_ptr<ServerContext> MakeContext() {
    config_.data_dir = directory_.Sub("data");
    config_.store.clock = &clock_;
    auto context = ServerContext::Open(
        config_, [this](std::string reason) { stops_.push_back(std::move(reason)); });
    Check(context.status());
    return std::move(context).value();
  }

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
  // One of Basalt's own services of the master.
  template <typename Response, typename Request>
  Result<Response> Extension(const std::string& service, const std::string& method,
                             const Request& request) {
    pb::CoprocessorServiceRequest call;
    *call.mutable_region() = Specify("");
    call.mutable_call()->set_row("");
    call.mutable_call()->set_service_name(service);
    call.mutable_call()->set_method_name(method);
    request.SerializeToString(call.mutable_call()->mutable_request());
    BASALT_ASSIGN_OR_RETURN(const auto answer,
                            Master<pb::CoprocessorServiceResponse>("ExecMasterService", call));
    Response response;
    EXPECT_TRUE(response.ParseFromString(answer.value().value()));
    return response;
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
    const auto entry = context_.catalog().tables().Find(Name(table));
    Check(entry.status());
    const Mutation put = basalt::Put(row).AddColumn("f", "q", value);
    Check((*(*entry)->Cells())->MutateRow(row, {&put, 1}).status());
  }
  // Of the table's regions, in their order.
  std::shared_ptr<catalog::Region> RegionOf(const std::string& table, size_t index = 0) {
    return context_.catalog().regions().Of(Name(table))->at(index);
  }
  // How many rows hbase:meta has.
  int MetaRows() {
    const auto meta = *(*context_.catalog().tables().Find(model::MetaTableName()))->Cells();
    const auto scanner = meta->OpenScanner(Scan());
    RowResult row;
    int count = 0;
    while (*(*scanner)->Next(row)) ++count;
    return count;
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
  std::vector<std::string> stops_;
  const std::unique_ptr<ServerContext> owned_context_;
  ServerContext& context_;
  VerbTable verbs_;
  ConnectionInfo connection_;
};

}  // namespace basalt::server
