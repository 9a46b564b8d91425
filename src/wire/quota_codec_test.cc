#include "wire/quota_codec.h"

#include <gtest/gtest.h>

#include "wire/throttle_fields.h"

namespace basalt::wire {
namespace {

TableName TableCalled(std::string_view name) { return *TableName::Parse(name); }

TEST(QuotaCodecTest, EveryOwnerHasItsCell) {
  struct Case {
    QuotaOwner owner;
    Bytes row;
    Bytes qualifier;
  };
  for (const auto& [owner, row, qualifier] :
       std::initializer_list<Case>{{{.user = "u"}, "u.u", "s"},
                                   {{.user = "u", .table = TableCalled("ns:t")}, "u.u", "s.ns:t"},
                                   {{.user = "u", .table = TableCalled("t")}, "u.u", "s.t"},
                                   {{.user = "u", .ns = "ns"}, "u.u", "s.ns:"},
                                   {{.table = TableCalled("ns:t")}, "t.ns:t", "s"},
                                   {{.ns = "ns"}, "n.ns", "s"},
                                   {{.region_server = "all"}, "r.all", "s"}}) {
    EXPECT_EQ(QuotaRow(owner), row);
    EXPECT_EQ(QuotaQualifier(owner), qualifier);
    const auto parsed = ParseQuotaOwner(row, qualifier);
    ASSERT_TRUE(parsed) << row;
    EXPECT_EQ(parsed->ToString(), owner.ToString());
  }
}

TEST(QuotaCodecTest, OtherCellsAreNobodys) {
  EXPECT_FALSE(ParseQuotaOwner(kExceedThrottleRow, "s"));
  EXPECT_FALSE(ParseQuotaOwner("u.u", "x"));
  EXPECT_FALSE(ParseQuotaOwner("u.u", "s.a:b:c"));
  EXPECT_FALSE(ParseQuotaOwner("t.t", "s.x"));
  EXPECT_FALSE(ParseQuotaOwner("", "s"));
}

TEST(QuotaCodecTest, ValuesHaveTheMagicInFront) {
  hbase::pb::Quotas quotas;
  quotas.set_bypass_globals(true);
  EXPECT_EQ(EncodeQuotas(quotas), Bytes("PBUF\x08\x01", 6));
  EXPECT_TRUE(DecodeQuotas(EncodeQuotas(quotas))->bypass_globals());
  EXPECT_EQ(DecodeQuotas("").status().message(), "Missing pb magic prefix");
  EXPECT_EQ(DecodeQuotas("PBUF\x12\x7f").status().code(), StatusCode::kCorruption);
}

TEST(QuotaCodecTest, EveryTypeOfThrottleHasItsField) {
  hbase::pb::Throttle throttle;
  hbase::pb::TimedQuota quota;
  quota.set_time_unit(hbase::pb::SECONDS);
  for (const auto type : AllThrottleTypes()) {
    EXPECT_EQ(FindTimedQuota(throttle, type), nullptr);
    quota.set_soft_limit(static_cast<uint64_t>(type));
    SetTimedQuota(type, quota, throttle);
  }
  EXPECT_EQ(throttle.req_num().soft_limit(), uint64_t{hbase::pb::REQUEST_NUMBER});
  EXPECT_EQ(throttle.read_capacity_unit().soft_limit(), uint64_t{hbase::pb::READ_CAPACITY_UNIT});
  for (const auto type : AllThrottleTypes()) {
    ASSERT_NE(FindTimedQuota(throttle, type), nullptr);
    EXPECT_EQ(FindTimedQuota(throttle, type)->soft_limit(), static_cast<uint64_t>(type));
    ClearTimedQuota(type, throttle);
  }
  EXPECT_EQ(throttle.ByteSizeLong(), 0U);
}

TEST(QuotaCodecTest, SettingsAreListedInHBasesWords) {
  hbase::pb::Quotas quotas;
  auto& number = *quotas.mutable_throttle()->mutable_req_num();
  number.set_soft_limit(10);
  number.set_time_unit(hbase::pb::DAYS);
  auto& size = *quotas.mutable_throttle()->mutable_write_size();
  size.set_soft_limit(1536);
  size.set_time_unit(hbase::pb::MINUTES);
  size.set_scope(hbase::pb::CLUSTER);
  quotas.mutable_space()->set_soft_limit(3ULL << 40);
  quotas.mutable_space()->set_violation_policy(hbase::pb::NO_WRITES_COMPACTIONS);
  std::vector<std::string> texts;
  for (const auto& each : SettingsOf({.table = TableCalled("t")}, quotas)) {
    texts.push_back(each.ToString());
  }
  EXPECT_EQ(texts, (std::vector<std::string>{
                       "TYPE => THROTTLE, THROTTLE_TYPE => REQUEST_NUMBER, LIMIT => 10req/day, "
                       "SCOPE => MACHINE",
                       "TYPE => THROTTLE, THROTTLE_TYPE => WRITE_SIZE, LIMIT => 1.50K/min, SCOPE "
                       "=> CLUSTER",
                       "TYPE => SPACE, TABLE => t, LIMIT => 3.00T, VIOLATION_POLICY => "
                       "NO_WRITES_COMPACTIONS"}));
}

}  // namespace
}  // namespace basalt::wire
