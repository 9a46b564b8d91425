#include "server/service/master_fixture.h"
#include "wire/exceptions.h"

namespace basalt::server {
namespace {

class MasterTablesTest : public ServiceTest {
 protected:
  // The exception a client would see, with its message.
  static std::string Exception(const Status& status) {
    if (status.ok()) return "none";
    std::string_view name = wire::ExceptionFor(status.code()).class_name;
    name.remove_prefix(name.rfind('.') + 1);
    return std::string(name) + ": " + status.message();
  }
  static std::string Exception(const pb::GetProcedureResultResponse& result) {
    if (!result.has_exception()) return "none";
    const auto& exception = result.exception().generic_exception();
    const size_t dot = exception.class_name().rfind('.');
    return exception.class_name().substr(dot + 1) + ": " + exception.message();
  }
  pb::TableSchema SchemaOf(const std::string& name) {
    pb::GetTableDescriptorsRequest request;
    wire::FillTableName(Name(name), *request.add_table_names());
    return Master<pb::GetTableDescriptorsResponse>("GetTableDescriptors", request)->table_schema(0);
  }
  static std::string AttributeOf(const pb::TableSchema& schema, const std::string& key) {
    for (const auto& pair : schema.attributes()) {
      if (pair.first() == key) return pair.second();
    }
    return "";
  }
  bool Exists(const std::string& name) { return context_.catalog().tables().Find(Name(name)).ok(); }
  pb::TruncateTableRequest TruncateRequest(const std::string& name, bool preserve) {
    pb::TruncateTableRequest request;
    wire::FillTableName(Name(name), *request.mutable_tablename());
    request.set_preservesplits(preserve);
    return request;
  }
};

TEST_F(MasterTablesTest, CreateAnswersWithAProcedureThatHasEnded) {
  const auto response =
      Master<pb::CreateTableResponse>("CreateTable", CreateRequest(Describe("t"), {"b", "c"}));
  ASSERT_TRUE(response.ok()) << response.status().ToString();
  const auto result = ResultOf(response->proc_id());
  EXPECT_EQ(result.state(), pb::GetProcedureResultResponse::FINISHED);
  EXPECT_FALSE(result.has_exception());
  EXPECT_EQ(result.submitted_time(), static_cast<uint64_t>(kStart));
  EXPECT_EQ(context_.catalog().regions().Of(Name("t"))->size(), 3U);
}

TEST_F(MasterTablesTest, CreateAddsWhatHBaseAdds) {
  Create("t");
  EXPECT_EQ(AttributeOf(SchemaOf("t"), "IS_META"), "false");
  EXPECT_EQ(AttributeOf(SchemaOf("t"), "hbase.store.file-tracker.impl"), "DEFAULT");
  TableDescriptor table = Describe("own");
  table.SetAttribute("hbase.store.file-tracker.impl", "FILE");
  Check(Master<pb::CreateTableResponse>("CreateTable", CreateRequest(table)).status());
  EXPECT_EQ(AttributeOf(SchemaOf("own"), "hbase.store.file-tracker.impl"), "FILE");
}

TEST_F(MasterTablesTest, TheSameNonceIsTheSameProcedure) {
  auto request = CreateRequest(Describe("t"));
  request.set_nonce_group(7);
  request.set_nonce(8);
  const auto first = Master<pb::CreateTableResponse>("CreateTable", request);
  const auto again = Master<pb::CreateTableResponse>("CreateTable", request);
  ASSERT_TRUE(first.ok());
  ASSERT_TRUE(again.ok()) << again.status().ToString();
  EXPECT_EQ(first->proc_id(), again->proc_id());
  request.set_nonce(9);
  EXPECT_EQ(Exception(MasterError("CreateTable", request)), "TableExistsException: t");
}

TEST_F(MasterTablesTest, CreateRefusesAtOnce) {
  Create("t");
  EXPECT_EQ(Exception(MasterError("CreateTable", CreateRequest(Describe("t")))),
            "TableExistsException: t");
  EXPECT_EQ(Exception(MasterError("CreateTable", CreateRequest(Describe("no:t")))),
            "NamespaceNotFoundException: no");
  // The namespace is looked at before the schema.
  EXPECT_EQ(Exception(MasterError("CreateTable", CreateRequest(Describe("no:t", {})))),
            "NamespaceNotFoundException: no");
  const Status empty = MasterError("CreateTable", CreateRequest(Describe("u", {})));
  EXPECT_TRUE(wire::ExceptionFor(empty.code()).do_not_retry) << empty.ToString();
  EXPECT_FALSE(Exists("u"));
}

TEST_F(MasterTablesTest, DeleteWantsADisabledTable) {
  EXPECT_EQ(Exception(MasterError("DeleteTable", ForTable<pb::DeleteTableRequest>("t"))),
            "TableNotFoundException: t");
  Create("t");
  EXPECT_EQ(Exception(MasterError("DeleteTable", ForTable<pb::DeleteTableRequest>("t"))),
            "TableNotDisabledException: Not DISABLED; tableName=t, state=ENABLED");
  Disable("t");
  const auto response =
      Master<pb::DeleteTableResponse>("DeleteTable", ForTable<pb::DeleteTableRequest>("t"));
  ASSERT_TRUE(response.ok());
  EXPECT_EQ(ResultOf(response->proc_id()).state(), pb::GetProcedureResultResponse::FINISHED);
  EXPECT_FALSE(Exists("t"));
}

TEST_F(MasterTablesTest, TruncateKeepsOrDropsSplits) {
  Check(
      Master<pb::CreateTableResponse>("CreateTable", CreateRequest(Describe("t"), {"b"})).status());
  Put("t", "a", "1");
  const std::string old_name = RegionOf("t")->encoded_name();
  clock_.Advance(1);
  Disable("t");
  Check(Master<pb::TruncateTableResponse>("truncateTable", TruncateRequest("t", true)).status());
  EXPECT_EQ(context_.catalog().regions().Of(Name("t"))->size(), 2U);
  EXPECT_NE(RegionOf("t")->encoded_name(), old_name);
  const auto row = (*(*context_.catalog().tables().Find(Name("t")))->Cells())->Get(Get("a"));
  ASSERT_TRUE(row.ok());
  EXPECT_TRUE(row->empty());
  clock_.Advance(1);
  Disable("t");
  Check(Master<pb::TruncateTableResponse>("truncateTable", TruncateRequest("t", false)).status());
  EXPECT_EQ(context_.catalog().regions().Of(Name("t"))->size(), 1U);
}

TEST_F(MasterTablesTest, TruncateRefusesAtOnce) {
  EXPECT_EQ(Exception(MasterError("truncateTable", TruncateRequest("t", false))),
            "TableNotFoundException: t");
  Create("t");
  EXPECT_EQ(Exception(MasterError("truncateTable", TruncateRequest("t", false))),
            "TableNotDisabledException: t");
}

// The shell prints them all, also for clients that have not heard of some.
TEST_F(MasterTablesTest, FamiliesGetTheirDefaults) {
  TableDescriptor table = Describe("t");
  Check(table.ReplaceFamily(FamilyDescriptor("f").SetMaxVersions(3)));
  Check(Master<pb::CreateTableResponse>("CreateTable", CreateRequest(table)).status());
  const auto attributes = [&](const char* family) {
    return wire::ParseTable(SchemaOf("t"))->FindFamily(family)->attributes();
  };
  EXPECT_EQ(attributes("f").size(), 12U);
  EXPECT_EQ(attributes("f").at("INDEX_BLOCK_ENCODING"), "NONE");
  EXPECT_EQ(attributes("f").at("VERSIONS"), "3");
  auto add = ForTable<pb::AddColumnRequest>("t");
  add.mutable_column_families()->set_name("g");
  Check(Master<pb::AddColumnResponse>("AddColumn", add).status());
  EXPECT_EQ(attributes("g").at("TTL"), "2147483647");
}

TEST_F(MasterTablesTest, EnableTellsByTheOutcome) {
  Create("t");
  const auto request = ForTable<pb::EnableTableRequest>("t");
  const auto response = Master<pb::EnableTableResponse>("EnableTable", request);
  ASSERT_TRUE(response.ok());
  EXPECT_EQ(Exception(ResultOf(response->proc_id())),
            "TableNotDisabledException: tableName=t, state=ENABLED");
  const auto missing =
      Master<pb::EnableTableResponse>("EnableTable", ForTable<pb::EnableTableRequest>("u"));
  ASSERT_TRUE(missing.ok());
  EXPECT_EQ(Exception(ResultOf(missing->proc_id())), "TableNotFoundException: u");
  connection_.version_major = 1;
  connection_.version_minor = 0;
  EXPECT_EQ(Exception(MasterError("EnableTable", request)),
            "TableNotDisabledException: tableName=t, state=ENABLED");
}

TEST_F(MasterTablesTest, DisableAndEnable) {
  Create("t");
  Disable("t");
  EXPECT_EQ(Exception(MasterError("DisableTable", ForTable<pb::DisableTableRequest>("t"))),
            "TableNotEnabledException: t");
  EXPECT_EQ(Exception(MasterError("DisableTable", ForTable<pb::DisableTableRequest>("u"))),
            "TableNotFoundException: u");
  EXPECT_FALSE(RegionOf("t")->online());
  const auto response =
      Master<pb::EnableTableResponse>("EnableTable", ForTable<pb::EnableTableRequest>("t"));
  ASSERT_TRUE(response.ok());
  EXPECT_EQ(Exception(ResultOf(response->proc_id())), "none");
  EXPECT_TRUE(RegionOf("t")->online());
}

TEST_F(MasterTablesTest, CatalogTablesStay) {
  EXPECT_EQ(Exception(MasterError("DisableTable", ForTable<pb::DisableTableRequest>("hbase:meta"))),
            "ConstraintException: Cannot disable hbase:meta");
  EXPECT_EQ(Exception(MasterError("DeleteTable", ForTable<pb::DeleteTableRequest>("hbase:meta"))),
            "DoNotRetryIOException: Can't modify catalog tables");
  auto request = ForTable<pb::DeleteColumnRequest>("hbase:namespace");
  request.set_column_name("info");
  EXPECT_EQ(Exception(MasterError("DeleteColumn", request)),
            "DoNotRetryIOException: Can't modify catalog tables");
}

TEST_F(MasterTablesTest, ModifyReplacesTheDescriptor) {
  Create("t");
  TableDescriptor table = Describe("t", {"f", "g"});
  table.SetAttribute("MAX_FILESIZE", "1073741824");
  pb::ModifyTableRequest request = ForTable<pb::ModifyTableRequest>("t");
  wire::FillTable(table, *request.mutable_table_schema());
  Check(Master<pb::ModifyTableResponse>("ModifyTable", request).status());
  EXPECT_EQ(SchemaOf("t").column_families_size(), 2);
  EXPECT_EQ(AttributeOf(SchemaOf("t"), "MAX_FILESIZE"), "1073741824");

  // No family may come or go without a reopen of the regions.
  request.set_reopen_regions(false);
  request.mutable_table_schema()->Clear();
  wire::FillTable(Describe("t"), *request.mutable_table_schema());
  EXPECT_EQ(Exception(MasterError("ModifyTable", request)),
            "DoNotRetryIOException: Cannot add or remove column families when this modification "
            "won't reopen regions.");

  wire::FillTableName(Name("u"), *request.mutable_table_schema()->mutable_table_name());
  request.set_reopen_regions(true);
  EXPECT_EQ(Exception(MasterError("ModifyTable", request)), "TableNotFoundException: u");
}

TEST_F(MasterTablesTest, Columns) {
  Create("t");
  auto add = ForTable<pb::AddColumnRequest>("t");
  add.mutable_column_families()->set_name("g");
  Check(Master<pb::AddColumnResponse>("AddColumn", add).status());
  EXPECT_EQ(Exception(MasterError("AddColumn", add)),
            "InvalidFamilyOperationException: Column family 'g' in table 't' already exists so "
            "cannot be added");

  auto modify = ForTable<pb::ModifyColumnRequest>("t");
  FamilyDescriptor family("g");
  family.SetMaxVersions(5);
  wire::FillFamily(family, *modify.mutable_column_families());
  Check(Master<pb::ModifyColumnResponse>("ModifyColumn", modify).status());
  EXPECT_EQ(wire::ParseTable(SchemaOf("t"))->FindFamily("g")->max_versions(), 5);
  modify.mutable_column_families()->set_name("h");
  EXPECT_EQ(Exception(MasterError("ModifyColumn", modify)),
            "InvalidFamilyOperationException: Family 'h' does not exist, so it cannot be modified");

  auto remove = ForTable<pb::DeleteColumnRequest>("t");
  remove.set_column_name("g");
  Check(Master<pb::DeleteColumnResponse>("DeleteColumn", remove).status());
  EXPECT_EQ(Exception(MasterError("DeleteColumn", remove)),
            "InvalidFamilyOperationException: Family 'g' does not exist, so it cannot be deleted");
  remove.set_column_name("f");
  EXPECT_EQ(Exception(MasterError("DeleteColumn", remove)),
            "InvalidFamilyOperationException: Family 'f' is the only column family in the table, "
            "so it cannot be deleted");

  wire::FillTableName(Name("u"), *remove.mutable_table_name());
  EXPECT_EQ(Exception(MasterError("DeleteColumn", remove)), "TableNotFoundException: u");
}

TEST_F(MasterTablesTest, StoreFileTrackersAreRemembered) {
  Create("t");
  auto request = ForTable<pb::ModifyTableStoreFileTrackerRequest>("t");
  request.set_dst_sft("file");
  Check(Master<pb::ModifyTableStoreFileTrackerResponse>("ModifyTableStoreFileTracker", request)
            .status());
  EXPECT_EQ(AttributeOf(SchemaOf("t"), "hbase.store.file-tracker.impl"), "file");
  request.set_dst_sft("MIGRATION");
  EXPECT_EQ(Exception(MasterError("ModifyTableStoreFileTracker", request)),
            "DoNotRetryIOException: Do not need to transfer to MIGRATION");
  auto column = ForTable<pb::ModifyColumnStoreFileTrackerRequest>("t");
  column.set_family("f");
  column.set_dst_sft("DEFAULT");
  const auto outcome = [&] {
    return ResultOf(Master<pb::ModifyColumnStoreFileTrackerResponse>("ModifyColumnStoreFileTracker",
                                                                     column)
                        ->proc_id())
        .exception()
        .generic_exception()
        .message();
  };
  EXPECT_EQ(outcome(),
            "Should use src tracker FILE first but got DEFAULT when migrating from FILE for family "
            "f of table t");
  Create("u");
  wire::FillTableName(Name("u"), *column.mutable_table_name());
  column.set_dst_sft("FILE");
  EXPECT_EQ(outcome(), "");
  EXPECT_EQ(wire::ParseTable(SchemaOf("u"))
                ->FindFamily("f")
                ->configuration()
                .at("hbase.store.file-tracker.impl"),
            "FILE");
  column.set_family("x");
  EXPECT_EQ(outcome(), "x does not exist for table u");
}

TEST_F(MasterTablesTest, FlushTellsByTheOutcome) {
  Create("t");
  Put("t", "a", "1");
  const auto outcome = [&](const pb::FlushTableRequest& request) {
    const auto response = Master<pb::FlushTableResponse>("FlushTable", request);
    EXPECT_TRUE(response.ok());
    return Exception(ResultOf(response->proc_id()));
  };
  auto request = ForTable<pb::FlushTableRequest>("t");
  EXPECT_EQ(outcome(request), "none");
  request.add_column_family("f");
  EXPECT_EQ(outcome(request), "none");
  request.add_column_family("x");
  EXPECT_EQ(outcome(request),
            "NoSuchColumnFamilyException: Column families [x] don't exist in table t");
  Disable("t");
  EXPECT_EQ(outcome(ForTable<pb::FlushTableRequest>("t")), "TableNotEnabledException: t");
  EXPECT_EQ(outcome(ForTable<pb::FlushTableRequest>("u")), "TableNotFoundException: u");
}

}  // namespace
}  // namespace basalt::server
