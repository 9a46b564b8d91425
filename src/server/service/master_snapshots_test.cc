// The verbs of snapshots: messages, errors, procedures and what older clients ask.
#include <gtest/gtest.h>

#include "server/service/master_fixture.h"

namespace basalt::server {
namespace {

class MasterSnapshotsTest : public ServiceTest {
 protected:
  static pb::SnapshotRequest TakeRequest(const std::string& name, const std::string& table) {
    pb::SnapshotRequest request;
    request.mutable_snapshot()->set_name(name);
    request.mutable_snapshot()->set_table(table);
    request.set_nonce_group(1);
    request.set_nonce(++last_nonce_);
    return request;
  }
  void Take(const std::string& name, const std::string& table, int64_t ttl = 0) {
    auto request = TakeRequest(name, table);
    request.mutable_snapshot()->set_ttl(ttl);
    Check(Master<pb::SnapshotResponse>("Snapshot", request).status());
  }
  std::vector<pb::SnapshotDescription> List() {
    const auto response =
        Master<pb::GetCompletedSnapshotsResponse>("GetCompletedSnapshots", pb::EmptyMsg());
    return {response->snapshots().begin(), response->snapshots().end()};
  }
  static pb::RestoreSnapshotRequest RestoreRequest(const std::string& name,
                                                   const std::string& table) {
    pb::RestoreSnapshotRequest request;
    request.mutable_snapshot()->set_name(name);
    request.mutable_snapshot()->set_table(table);
    return request;
  }
  // What a client learns that looks at the procedure.
  Result<pb::GetProcedureResultResponse> Restore(const std::string& name,
                                                 const std::string& table) {
    BASALT_ASSIGN_OR_RETURN(
        const auto response,
        Master<pb::RestoreSnapshotResponse>("RestoreSnapshot", RestoreRequest(name, table)));
    return ResultOf(response.proc_id());
  }
  std::string ValueOf(const std::string& table, const std::string& row) {
    const auto cells = (*context_.catalog().tables().Find(Name(table)))->CellsInAnyState();
    const auto found = cells->Get(Get(row));
    return found.ok() && !found->empty() ? Bytes((*found)[0].value) : "-";
  }

 private:
  static inline uint64_t last_nonce_ = 0;
};

TEST_F(MasterSnapshotsTest, TakeListCloneRestoreDelete) {
  Create("t", {"m"});
  Put("t", "r", "one");
  const auto taken = Master<pb::SnapshotResponse>("Snapshot", TakeRequest("s", "t"));
  Check(taken.status());
  EXPECT_EQ(taken->expected_timeout(), 300'000);
  EXPECT_EQ(ResultOf(static_cast<uint64_t>(taken->proc_id())).state(),
            pb::GetProcedureResultResponse::FINISHED);

  const auto list = List();
  ASSERT_EQ(list.size(), 1);
  EXPECT_EQ(list[0].name(), "s");
  EXPECT_EQ(list[0].table(), "t");
  EXPECT_EQ(list[0].creation_time(), kStart);
  EXPECT_EQ(list[0].type(), pb::SnapshotDescription::FLUSH);
  EXPECT_EQ(list[0].version(), 2);
  EXPECT_EQ(list[0].ttl(), 0);

  Put("t", "r", "two");
  EXPECT_FALSE(Restore("s", "u")->has_exception());
  EXPECT_EQ(ValueOf("u", "r"), "one");
  EXPECT_EQ(context_.catalog().regions().Of(Name("u"))->size(), 2);

  Disable("t");
  EXPECT_FALSE(Restore("s", "t")->has_exception());
  EXPECT_EQ(ValueOf("t", "r"), "one");
  EXPECT_FALSE(RegionOf("t")->online());

  pb::DeleteSnapshotRequest remove;
  remove.mutable_snapshot()->set_name("s");
  Check(Master<pb::DeleteSnapshotResponse>("DeleteSnapshot", remove).status());
  EXPECT_TRUE(List().empty());
  EXPECT_EQ(ValueOf("u", "r"), "one");
}

TEST_F(MasterSnapshotsTest, TheSameNonceIsTheSameSnapshot) {
  Create("t");
  const auto request = TakeRequest("s", "t");
  const auto first = Master<pb::SnapshotResponse>("Snapshot", request);
  const auto second = Master<pb::SnapshotResponse>("Snapshot", request);
  Check(second.status());
  EXPECT_EQ(first->proc_id(), second->proc_id());
  EXPECT_EQ(MasterError("Snapshot", TakeRequest("s", "t")).message(),
            "Snapshot 's' already stored on the filesystem.");
}

TEST_F(MasterSnapshotsTest, OlderClientsAskWhetherItIsDone) {
  Create("t");
  auto request = TakeRequest("s", "t");
  request.clear_nonce();
  request.clear_nonce_group();
  const auto taken = Master<pb::SnapshotResponse>("Snapshot", request);
  Check(taken.status());
  EXPECT_FALSE(taken->has_proc_id());
  pb::IsSnapshotDoneRequest done;
  *done.mutable_snapshot() = request.snapshot();
  EXPECT_TRUE(Master<pb::IsSnapshotDoneResponse>("IsSnapshotDone", done)->done());
  EXPECT_TRUE(
      Master<pb::IsRestoreSnapshotDoneResponse>("IsRestoreSnapshotDone", pb::EmptyMsg())->done());
  // They do not look at procedures: they are told at once.
  connection_.version_major = 1;
  clock_.Advance(1);
  Take("t1", "t", 1);
  clock_.Advance(5000);
  EXPECT_EQ(MasterError("RestoreSnapshot", RestoreRequest("t1", "u")).code(),
            StatusCode::kSnapshotExpired);
}

TEST_F(MasterSnapshotsTest, WhatIsRefused) {
  Create("t");
  EXPECT_EQ(MasterError("Snapshot", TakeRequest("s", "u")).code(), StatusCode::kSnapshotCreation);
  EXPECT_EQ(MasterError("Snapshot", TakeRequest("s", "u")).message(),
            "Table 'u' doesn't exist, can't take snapshot.");
  EXPECT_EQ(MasterError("Snapshot", TakeRequest("s", "hbase:meta")).message(),
            "System table snapshots are not allowed");
  EXPECT_EQ(MasterError("Snapshot", TakeRequest("-s", "t")).message(),
            "Illegal first character <45> at 0. Snapshot qualifiers can only start with "
            "'alphanumeric characters' from any language: -s");
  EXPECT_EQ(MasterError("Snapshot", TakeRequest("a/b", "t")).code(), StatusCode::kInvalidArgument);
  pb::SnapshotRequest no_table;
  no_table.mutable_snapshot()->set_name("s");
  EXPECT_EQ(MasterError("Snapshot", no_table).message(),
            "Descriptor doesn't apply to a table, so we can't build it.");
  EXPECT_TRUE(List().empty());

  pb::DeleteSnapshotRequest remove;
  remove.mutable_snapshot()->set_name("s");
  EXPECT_EQ(MasterError("DeleteSnapshot", remove).message(),
            "Snapshot 's' doesn't exist on the filesystem");
  remove.mutable_snapshot()->set_name("../families");
  EXPECT_EQ(MasterError("DeleteSnapshot", remove).code(), StatusCode::kSnapshotNotFound);

  pb::IsSnapshotDoneRequest done;
  EXPECT_EQ(MasterError("IsSnapshotDone", done).code(), StatusCode::kUnknownSnapshot);
  done.mutable_snapshot()->set_name("s");
  done.mutable_snapshot()->set_table("u");
  EXPECT_EQ(MasterError("IsSnapshotDone", done).message(),
            "Snapshot { ss=s table=u type=FLUSH ttl=0 } is not currently running or one of the "
            "known completed snapshots.");

  EXPECT_EQ(MasterError("RestoreSnapshot", RestoreRequest("s", "u")).code(),
            StatusCode::kSnapshotNotFound);
  EXPECT_EQ(MasterError("RestoreSnapshot", RestoreRequest("s", "no:u")).code(),
            StatusCode::kNamespaceNotFound);
  Take("s", "t");
  EXPECT_EQ(MasterError("RestoreSnapshot", RestoreRequest("s", "t")).message(),
            "Table 't' must be disabled in order to perform a restore operation.");
  Create("u");
  EXPECT_EQ(MasterError("RestoreSnapshot", RestoreRequest("s", "u")).code(),
            StatusCode::kTableExists);
}

TEST_F(MasterSnapshotsTest, TimeToLive) {
  config_.snapshot_ttl_s = 100;
  context_.Reconfigure(config_);
  Create("t");
  Take("default", "t");
  Take("own", "t", 5);
  EXPECT_EQ(List()[0].ttl(), 100);
  EXPECT_EQ(List()[1].ttl(), 5);
  clock_.Advance(5001);
  const auto outcome = Restore("own", "u");
  EXPECT_EQ(outcome->exception().generic_exception().class_name(),
            "org.apache.hadoop.hbase.snapshot.SnapshotTTLExpiredException");
  EXPECT_EQ(outcome->exception().generic_exception().message(),
            "TTL for snapshot 'own' has already expired.");
  EXPECT_EQ(*context_.catalog().snapshots().DeleteExpired(), 1);
  ASSERT_EQ(List().size(), 1);
  EXPECT_EQ(List()[0].name(), "default");
}

}  // namespace
}  // namespace basalt::server
