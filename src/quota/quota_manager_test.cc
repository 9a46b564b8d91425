#include "quota/quota_manager.h"

#include <gtest/gtest.h>

#include "catalog/test_catalog.h"
#include "store/maintenance.h"
#include "wire/descriptor_messages.h"
#include "wire/quota_codec.h"

namespace basalt::quota {
namespace {

namespace pb = hbase::pb;
using catalog::Name;

class QuotaManagerTest : public ::testing::Test {
 protected:
  QuotaManagerTest() {
    options_.enabled = true;
    Open();
  }

  void Open() {
    quotas_.reset();
    quotas_ = std::make_unique<QuotaManager>(
        *catalog_, options_,
        QuotaManager::Hooks{.log = [](const std::string&) {},
                            .requests_per_second = [] { return 0.0; }});
    const Status status = quotas_->Open();
    ASSERT_TRUE(status.ok()) << status.ToString();
  }

  static pb::SetQuotaRequest Throttle(uint64_t limit, pb::ThrottleType type = pb::REQUEST_NUMBER,
                                      pb::TimeUnit unit = pb::MINUTES) {
    pb::SetQuotaRequest request;
    request.mutable_throttle()->set_type(type);
    request.mutable_throttle()->mutable_timed_quota()->set_soft_limit(limit);
    request.mutable_throttle()->mutable_timed_quota()->set_time_unit(unit);
    request.mutable_throttle()->mutable_timed_quota()->set_scope(pb::MACHINE);
    return request;
  }
  static pb::SetQuotaRequest OfUser(pb::SetQuotaRequest request, const std::string& user) {
    request.set_user_name(user);
    return request;
  }
  static pb::SetQuotaRequest OfTable(pb::SetQuotaRequest request, std::string_view table) {
    wire::FillTableName(Name(table), *request.mutable_table_name());
    return request;
  }
  static pb::SetQuotaRequest OfNamespace(pb::SetQuotaRequest request, const std::string& ns) {
    request.set_namespace_(ns);
    return request;
  }
  static pb::SetQuotaRequest Space(uint64_t limit, pb::SpaceViolationPolicy policy) {
    pb::SetQuotaRequest request;
    request.mutable_space_limit()->mutable_quota()->set_soft_limit(limit);
    request.mutable_space_limit()->mutable_quota()->set_violation_policy(policy);
    return request;
  }
  static pb::SetQuotaRequest NoSpace() {
    pb::SetQuotaRequest request;
    request.mutable_space_limit()->mutable_quota()->set_remove(true);
    return request;
  }
  void Set(const pb::SetQuotaRequest& request) {
    const Status status = quotas_->Set(request);
    ASSERT_TRUE(status.ok()) << status.ToString();
  }
  // How many reads of a user on a table are let through, of at most 20.
  int Reads(std::string_view user, std::string_view table) {
    for (int i = 0; i < 20; ++i) {
      const auto quota = quotas_->FindThrottles(user, catalog::Descriptor(table));
      if (quota != nullptr && !quota->CheckBatch(0, 1, false).ok()) return i;
    }
    return 20;
  }
  std::vector<std::string> Listed() {
    std::vector<std::string> cells;
    for (const auto& [cell, value] : catalog_.Cells("hbase:quota")) cells.push_back(cell);
    return cells;
  }
  void Fill(std::string_view table, size_t bytes) {
    catalog_.Put(table, "r", bytes);
    ASSERT_TRUE(store::FlushFamily(
                    catalog_.store(),
                    *(*(*catalog_->tables().Find(Name(table)))->Cells())->families()[0].family)
                    .ok());
  }
  void PassTime() {
    catalog_.clock().Advance(options_.space_check_period_ms);
    const Status status = quotas_->RunDueChores();
    ASSERT_TRUE(status.ok()) << status.ToString();
  }
  std::string WriteRefusal(std::string_view table, MutationType type = MutationType::kPut) {
    const auto policy = quotas_->space().PolicyOf(Name(table));
    return policy ? SpaceQuotas::Check(*policy, type).message() : "";
  }
  bool Enabled(std::string_view table) {
    return (*catalog_->tables().Find(Name(table)))->record().enabled;
  }

  catalog::TestCatalog catalog_;
  QuotaOptions options_;
  std::unique_ptr<QuotaManager> quotas_;
};

TEST_F(QuotaManagerTest, DisabledItAnswersAsHBase) {
  options_.enabled = false;
  catalog::TestCatalog other;
  QuotaManager off(*other, options_, {});
  ASSERT_TRUE(off.Open().ok());
  EXPECT_FALSE(other->tables().Find(Name("hbase:quota")).ok());
  const Status refused = off.Set(OfUser(Throttle(1), "u"));
  EXPECT_EQ(refused.code(), StatusCode::kNotSupported);
  EXPECT_TRUE(refused.message().ends_with("quota support disabled"));
  EXPECT_FALSE(*off.SwitchRpcThrottle(true));
  EXPECT_FALSE(*off.SwitchExceedThrottle(true));
  EXPECT_FALSE(off.rpc_throttle_enabled());
  EXPECT_FALSE(off.active());
}

TEST_F(QuotaManagerTest, RowsAndValuesAreHBases) {
  EXPECT_FALSE(quotas_->active());
  Set(OfUser(Throttle(10), "u1"));
  Set(OfTable(OfUser(Throttle(10), "u1"), "t"));
  Set(OfNamespace(OfUser(Throttle(10), "u1"), "ns"));
  Set(OfTable(Throttle(5), "ns:t"));
  Set(OfNamespace(Throttle(5), "ns"));
  pb::SetQuotaRequest servers = Throttle(7);
  servers.set_region_server("all");
  Set(servers);
  EXPECT_TRUE(quotas_->active());
  EXPECT_EQ(Listed(), (std::vector<std::string>{"n.ns q:s", "r.all q:s", "t.ns:t q:s", "u.u1 q:s",
                                                "u.u1 q:s.ns:", "u.u1 q:s.t"}));
  // The bytes that Apache HBase 2.6 writes for 5 requests per minute.
  EXPECT_EQ(catalog_.Cells("hbase:quota")[0].second,
            Bytes("PBUF\x12\x08\x0a\x06\x08\x05\x10\x05\x20\x02", 14));
  Open();
  EXPECT_TRUE(quotas_->active());
  EXPECT_EQ(Reads("u2", "other"), 7) << "of the region server, after a restart";
}

TEST_F(QuotaManagerTest, TheNarrowestOfAUserApplies) {
  Set(OfUser(Throttle(3), "u"));
  Set(OfNamespace(OfUser(Throttle(5), "u"), "ns"));
  Set(OfTable(OfUser(Throttle(7), "u"), "ns:t"));
  EXPECT_EQ(Reads("u", "x"), 3);
  EXPECT_EQ(Reads("u", "ns:x"), 5);
  EXPECT_EQ(Reads("u/host@REALM", "ns:t"), 7);
  EXPECT_EQ(Reads("v", "ns:t"), 20);
  EXPECT_EQ(Reads("u", "hbase:meta"), 20) << "system tables are not limited";
}

TEST_F(QuotaManagerTest, TablesNamespacesAndBypass) {
  Set(OfTable(Throttle(4), "t"));
  Set(OfNamespace(Throttle(6), "default"));
  EXPECT_EQ(Reads("u", "t"), 4);
  EXPECT_EQ(Reads("u", "other"), 2) << "of the namespace's six two are left";
  pb::SetQuotaRequest bypass;
  bypass.set_user_name("root");
  bypass.set_bypass_globals(true);
  Set(bypass);
  EXPECT_EQ(Reads("root", "t"), 20);
  bypass.set_bypass_globals(false);
  Set(bypass);
  EXPECT_EQ(Reads("root", "t"), 0);
}

TEST_F(QuotaManagerTest, ThrottlesAreRemovedOneByOneOrAll) {
  Set(OfUser(Throttle(3), "u"));
  Set(OfUser(Throttle(1000, pb::WRITE_SIZE), "u"));
  pb::SetQuotaRequest one;
  one.set_user_name("u");
  one.mutable_throttle()->set_type(pb::REQUEST_NUMBER);
  Set(one);
  EXPECT_EQ(Reads("u", "t"), 20);
  EXPECT_EQ(Listed().size(), 1U);
  one.mutable_throttle()->set_type(pb::WRITE_SIZE);
  Set(one);
  EXPECT_TRUE(Listed().empty());
  Set(OfUser(Throttle(3), "u"));
  EXPECT_EQ(Reads("u", "t"), 3);
  pb::SetQuotaRequest all;
  all.set_user_name("u");
  all.mutable_throttle();
  Set(all);
  EXPECT_TRUE(Listed().empty());
  EXPECT_FALSE(quotas_->active());
  EXPECT_EQ(Reads("u", "t"), 20);
}

TEST_F(QuotaManagerTest, WrongRequestsAreRefused) {
  EXPECT_TRUE(quotas_->Set(OfUser(Throttle(0), "u"))
                  .message()
                  .ends_with("The throttle limit must be greater then 0, got 0"));
  EXPECT_TRUE(quotas_->Set(Throttle(1))
                  .message()
                  .ends_with("a user, a table, a namespace or region server must be specified"));
  EXPECT_EQ(quotas_->Set(OfUser(Space(1, pb::NO_INSERTS), "u")).code(),
            StatusCode::kInvalidArgument);
  EXPECT_TRUE(Listed().empty());
}

TEST_F(QuotaManagerTest, AChangeKeepsWhatWasConsumed) {
  Set(OfUser(Throttle(3), "u"));
  EXPECT_EQ(Reads("u", "t"), 3);
  Set(OfUser(Throttle(5), "u"));
  EXPECT_EQ(Reads("u", "t"), 2);
}

TEST_F(QuotaManagerTest, SwitchesSurviveARestart) {
  Set(OfUser(Throttle(1), "u"));
  EXPECT_TRUE(quotas_->rpc_throttle_enabled());
  EXPECT_TRUE(*quotas_->SwitchRpcThrottle(false));
  EXPECT_FALSE(quotas_->active());
  EXPECT_EQ(Reads("u", "t"), 20);
  Open();
  EXPECT_FALSE(quotas_->rpc_throttle_enabled());
  EXPECT_FALSE(*quotas_->SwitchRpcThrottle(true));
  EXPECT_EQ(Reads("u", "t"), 1);
}

TEST_F(QuotaManagerTest, ExceedingNeedsQuotasOfTheServer) {
  EXPECT_EQ(quotas_->SwitchExceedThrottle(true).status().message(),
            "Please set region server quota before enable exceed throttle quota");
  pb::SetQuotaRequest servers = Throttle(4, pb::READ_NUMBER);
  servers.set_region_server("all");
  Set(servers);
  EXPECT_EQ(
      quotas_->SwitchExceedThrottle(true).status().message(),
      "Please set at least one write region server quota before enable exceed throttle quota");
  servers = Throttle(4);
  servers.set_region_server("all");
  Set(servers);
  EXPECT_EQ(quotas_->SwitchExceedThrottle(true).status().message(),
            "All region server quota must be in seconds time unit if enable exceed throttle quota");
  for (const auto type : {pb::READ_NUMBER, pb::REQUEST_NUMBER}) {
    servers = Throttle(4, type, pb::SECONDS);
    servers.set_region_server("all");
    Set(servers);
  }
  EXPECT_FALSE(*quotas_->SwitchExceedThrottle(true));
  EXPECT_TRUE(*quotas_->SwitchExceedThrottle(true));
  Set(OfUser(Throttle(1), "u"));
  EXPECT_EQ(Reads("u", "t"), 4) << "the server's, and not the user's";
}

TEST_F(QuotaManagerTest, SpaceQuotasOfATable) {
  catalog_.Create("t");
  Set(OfTable(Space(5000, pb::NO_INSERTS), "t"));
  PassTime();
  EXPECT_EQ(WriteRefusal("t"), "");
  EXPECT_EQ(quotas_->space().Enforced().at(Name("t")).limit_bytes, 5000U);
  Fill("t", 100'000);
  EXPECT_EQ(WriteRefusal("t"), "") << "not before it is measured";
  PassTime();
  EXPECT_EQ(WriteRefusal("t"), "NO_INSERTS Puts are disallowed due to a space quota.");
  EXPECT_EQ(WriteRefusal("t", MutationType::kIncrement),
            "NO_INSERTS Increments are disallowed due to a space quota.");
  EXPECT_EQ(WriteRefusal("t", MutationType::kDelete), "");
  EXPECT_GT(quotas_->space().Sizes().at(Name("t")), 5000U);
  EXPECT_EQ(Listed(), (std::vector<std::string>{"t.t q:s", "t.t u:p"}));

  Open();
  EXPECT_NE(WriteRefusal("t"), "") << "enforced at once after a restart";
  Set(OfTable(Space(5000, pb::NO_WRITES), "t"));
  PassTime();
  EXPECT_EQ(WriteRefusal("t", MutationType::kDelete),
            "NO_WRITES Deletes are disallowed due to a space quota.");
  Set(OfTable(Space(50'000'000, pb::NO_WRITES), "t"));
  PassTime();
  EXPECT_EQ(WriteRefusal("t"), "");
  Set(OfTable(NoSpace(), "t"));
  EXPECT_TRUE(Listed().empty());
  EXPECT_FALSE(quotas_->active());
}

TEST_F(QuotaManagerTest, RemovingTheLimitReleases) {
  catalog_.Create("t");
  Fill("t", 100'000);
  Set(OfTable(Space(5000, pb::NO_WRITES), "t"));
  Set(OfTable(Throttle(1000), "t"));
  PassTime();
  EXPECT_NE(WriteRefusal("t"), "");
  Set(OfTable(NoSpace(), "t"));
  EXPECT_EQ(WriteRefusal("t"), "");
  EXPECT_EQ(Listed(), std::vector<std::string>{"t.t q:s"}) << "its throttle stays";
}

TEST_F(QuotaManagerTest, DisableDisablesTheTable) {
  catalog_.Create("t");
  Fill("t", 100'000);
  Set(OfTable(Space(5000, pb::DISABLE), "t"));
  PassTime();
  EXPECT_FALSE(Enabled("t"));
  EXPECT_EQ(quotas_->space().CheckEnable(Name("t")).message(),
            "Enabling the table 't' is disallowed due to a violated space quota.");
  Set(OfTable(Space(50'000'000, pb::DISABLE), "t"));
  PassTime();
  EXPECT_TRUE(Enabled("t"));
  Set(OfTable(Space(5000, pb::DISABLE), "t"));
  PassTime();
  EXPECT_FALSE(Enabled("t"));
  Set(OfTable(NoSpace(), "t"));
  EXPECT_TRUE(Enabled("t"));
  EXPECT_TRUE(quotas_->space().CheckEnable(Name("t")).ok());
}

TEST_F(QuotaManagerTest, SpaceQuotasOfANamespace) {
  ASSERT_TRUE(catalog_->namespaces().Create({"ns", {}}).ok());
  catalog_.Create("ns:a");
  catalog_.Create("ns:b");
  catalog_.Create("other");
  Fill("ns:a", 60'000);
  Fill("ns:b", 60'000);
  Fill("other", 60'000);
  Set(OfNamespace(Space(100'000, pb::NO_WRITES), "ns"));
  Set(OfTable(Space(5000, pb::NO_INSERTS), "ns:b"));
  PassTime();
  EXPECT_EQ(WriteRefusal("ns:a"), "NO_WRITES Puts are disallowed due to a space quota.");
  EXPECT_EQ(WriteRefusal("ns:b"), "NO_INSERTS Puts are disallowed due to a space quota.")
      << "the table's own limit goes first";
  EXPECT_EQ(WriteRefusal("other"), "");
  EXPECT_EQ(quotas_->space().Namespaces().at("ns").violation, SpaceViolationPolicy::kNoWrites);
  Set(OfNamespace(NoSpace(), "ns"));
  EXPECT_EQ(WriteRefusal("ns:a"), "");
  EXPECT_NE(WriteRefusal("ns:b"), "");
}

TEST_F(QuotaManagerTest, QuotasGoWithTheirTable) {
  catalog_.Create("t");
  Set(OfTable(Throttle(1), "t"));
  Set(OfTable(Space(1, pb::NO_WRITES), "t"));
  PassTime();
  EXPECT_FALSE(Listed().empty());
  ASSERT_TRUE(quotas_->ForgetTable(Name("t")).ok());
  EXPECT_TRUE(Listed().empty());
  EXPECT_FALSE(quotas_->active());
  Set(OfNamespace(Throttle(1), "ns"));
  ASSERT_TRUE(quotas_->ForgetNamespace("ns").ok());
  EXPECT_TRUE(Listed().empty());
}

TEST_F(QuotaManagerTest, SnapshotsCountForTheirTable) {
  catalog_.Create("t");
  Fill("t", 100'000);
  ASSERT_TRUE(catalog_->snapshots().Take("s1", Name("t"), {}).ok());
  ASSERT_TRUE(catalog_->snapshots().Take("s2", Name("t"), {}).ok());
  Set(OfTable(Space(50'000'000, pb::NO_WRITES), "t"));
  const auto sizes = [&] {
    std::map<std::string, uint64_t> found;
    for (const auto& [cell, value] : catalog_.Cells("hbase:quota")) {
      pb::SpaceQuotaSnapshot message;
      EXPECT_TRUE(cell.find(" q:") != std::string::npos || message.ParseFromString(value));
      if (cell.find("u:ss") != std::string::npos) {
        found[cell.substr(cell.find("u:ss") + 4)] = message.quota_usage();
      }
    }
    return found;
  };
  ASSERT_TRUE(quotas_->space().MeasureSnapshots().ok());
  EXPECT_EQ(sizes(), (std::map<std::string, uint64_t>{{"s1", 0}, {"s2", 0}}))
      << "the table has these files, too";
  ASSERT_TRUE(catalog_->tables().SetEnabled(Name("t"), false).ok());
  ASSERT_TRUE(catalog_->tables().Truncate(Name("t"), false).ok());
  ASSERT_TRUE(quotas_->space().MeasureSnapshots().ok());
  EXPECT_GT(sizes()["s1"], 50'000U);
  EXPECT_EQ(sizes()["s2"], 0U) << "a file counts once";
  PassTime();
  EXPECT_GT(quotas_->space().Enforced().at(Name("t")).usage_bytes, 50'000U);
  ASSERT_TRUE(catalog_->snapshots().Delete("s1").ok());
  ASSERT_TRUE(quotas_->space().MeasureSnapshots().ok());
  EXPECT_EQ(sizes().size(), 1U);
  EXPECT_GT(sizes()["s2"], 50'000U);
}

}  // namespace
}  // namespace basalt::quota
