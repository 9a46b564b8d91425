#include "quota/operation_quota.h"

#include <gtest/gtest.h>

#include "basalt/mutation.h"
#include "base/testing.h"
#include "wire/throttle_fields.h"

namespace basalt::quota {
namespace {

namespace pb = hbase::pb;

constexpr int64_t kBlock = 65536;
constexpr int64_t kStartTime = 1'700'000'000'000;

class OperationQuotaTest : public ::testing::Test {
 protected:
  std::shared_ptr<QuotaLimiter> Limiter(pb::ThrottleType type, uint64_t limit,
                                        pb::TimeUnit unit = pb::SECONDS) {
    pb::Throttle throttle;
    pb::TimedQuota quota;
    quota.set_soft_limit(limit);
    quota.set_time_unit(unit);
    wire::SetTimedQuota(type, quota, throttle);
    return QuotaLimiter::Make(throttle, clock_, {});
  }
  OperationQuota Quota(OperationQuota::Limiters limiters,
                       std::shared_ptr<QuotaLimiter> region_server = nullptr) {
    return {options_, std::move(limiters), std::move(region_server), kBlock, 1};
  }
  std::string Refusal(const std::shared_ptr<QuotaLimiter>& limiter, int writes, int reads,
                      bool atomic = false) {
    const Status status = Quota({limiter}).CheckBatch(writes, reads, atomic);
    EXPECT_TRUE(status.ok() || status.code() == StatusCode::kThrottled) << status.ToString();
    return status.message();
  }

  base::ManualClock clock_{kStartTime};
  QuotaOptions options_;
};

TEST_F(OperationQuotaTest, HBasesMessagesForEveryType) {
  struct Case {
    pb::ThrottleType type;
    std::string text;
  };
  for (const auto& [type, text] : std::initializer_list<Case>{
           {pb::REQUEST_NUMBER, "number of requests exceeded"},
           {pb::REQUEST_SIZE, "request size limit exceeded"},
           {pb::WRITE_NUMBER, "number of write requests exceeded"},
           {pb::WRITE_SIZE, "write size limit exceeded"},
           {pb::READ_NUMBER, "number of read requests exceeded"},
           {pb::READ_SIZE, "read size limit exceeded"},
           {pb::REQUEST_CAPACITY_UNIT, "request capacity unit exceeded"},
           {pb::WRITE_CAPACITY_UNIT, "write capacity unit exceeded"},
           {pb::READ_CAPACITY_UNIT, "read capacity unit exceeded"},
           {pb::ATOMIC_READ_SIZE, "atomic read size exceeded"},
           {pb::ATOMIC_REQUEST_NUMBER, "atomic request number exceeded"},
           {pb::ATOMIC_WRITE_SIZE, "atomic write size exceeded"},
           {pb::REQUEST_HANDLER_USAGE_MS, "request handler usage time exceeded"}}) {
    const auto limiter = Limiter(type, 100, pb::MINUTES);
    Cost cost{.writes = 1,
              .reads = 1,
              .write_bytes = 1,
              .read_bytes = 1,
              .write_units = 1,
              .read_units = 1,
              .handler_ms = 1,
              .atomic = true};
    EXPECT_TRUE(limiter->Check(cost).ok()) << text;
    for (int i = 0; i < 100; ++i) limiter->Grab(cost);
    EXPECT_TRUE(limiter->Check(cost).message().starts_with(text + " - wait "))
        << text << ": " << limiter->Check(cost).message();
  }
}

TEST_F(OperationQuotaTest, WaitsAreWrittenAsHBaseWritesThem) {
  EXPECT_EQ(WaitText(0), "0ms");
  EXPECT_EQ(WaitText(9000), "9sec, 0ms");
  EXPECT_EQ(WaitText(61'001), "1min, 1sec, 1ms");
  EXPECT_EQ(WaitText(7'200'000), "2hrs, 0ms");
  EXPECT_EQ(WaitText(3'600'000 + 120'000 + 5), "1hr, 2mins, 5ms");
}

TEST_F(OperationQuotaTest, RequestsAreCountedUntilTheyComeBack) {
  const auto limiter = Limiter(pb::REQUEST_NUMBER, 6, pb::MINUTES);
  for (int i = 0; i < 6; ++i) EXPECT_EQ(Refusal(limiter, 1, 0), "");
  EXPECT_EQ(Refusal(limiter, 0, 1), "number of requests exceeded - wait 10sec, 0ms");
  clock_.Advance(10'000);
  EXPECT_EQ(Refusal(limiter, 0, 1), "");
}

TEST_F(OperationQuotaTest, ReadsAndWritesAreLimitedApart) {
  const auto limiter = Limiter(pb::WRITE_NUMBER, 1, pb::MINUTES);
  EXPECT_EQ(Refusal(limiter, 1, 0), "");
  EXPECT_EQ(Refusal(limiter, 1, 0), "number of write requests exceeded - wait 1min, 0ms");
  for (int i = 0; i < 5; ++i) EXPECT_EQ(Refusal(limiter, 0, 1), "");
  const auto atomic = Limiter(pb::ATOMIC_REQUEST_NUMBER, 2, pb::MINUTES);
  EXPECT_EQ(Refusal(atomic, 1, 1, true), "");
  EXPECT_EQ(Refusal(atomic, 1, 1, true), "atomic request number exceeded - wait 1min, 0ms");
  EXPECT_EQ(Refusal(atomic, 1, 0), "") << "plain writes are not atomic";
}

TEST_F(OperationQuotaTest, ABatchLargerThanTheLimitWaitsForAllOfIt) {
  const auto limiter = Limiter(pb::WRITE_NUMBER, 10);
  EXPECT_EQ(Refusal(limiter, 1000, 0), "");
  EXPECT_EQ(Refusal(limiter, 1, 0), "number of write requests exceeded - wait 1min, 39sec, 100ms");
}

TEST_F(OperationQuotaTest, TheTrueSizeIsChargedAfterwards) {
  const auto limiter = Limiter(pb::WRITE_SIZE, 1000);
  {
    OperationQuota quota = Quota({limiter});
    ASSERT_TRUE(quota.CheckBatch(1, 0, false).ok());
    const Put put = Put("r").AddColumn("f", "q", Bytes(2977, 'v'));
    EXPECT_EQ(OperationQuota::MutationBytes(put), 3000);
    quota.AddMutation(put);
    quota.Close(0, 0);
  }
  EXPECT_EQ(Refusal(limiter, 1, 0), "write size limit exceeded - wait 2sec, 100ms");
}

TEST_F(OperationQuotaTest, ReadsCostWhatTheyLookAt) {
  const auto limiter = Limiter(pb::READ_SIZE, 1'000'000);
  OperationQuota quota = Quota({limiter});
  ASSERT_TRUE(quota.CheckBatch(0, 1, false).ok());
  EXPECT_EQ(limiter->read_available(), 1'000'000 - kBlock);
  EXPECT_EQ(quota.max_result_bytes(), 1'000'000U);
  RowResult row;
  row.StartRow("r");
  row.Append({.row = "r", .family = "f", .qualifier = "q", .value = "v"});
  quota.AddResult(row);
  quota.Close(10'000, 0);
  EXPECT_EQ(limiter->read_available(), 990'000);

  options_.use_result_size = true;
  OperationQuota by_result = Quota({limiter});
  ASSERT_TRUE(by_result.CheckBatch(0, 1, false).ok());
  by_result.AddResult(row);
  by_result.Close(10'000, 0);
  EXPECT_EQ(limiter->read_available(), 990'000 - OperationQuota::ResultBytes(row));
}

TEST_F(OperationQuotaTest, CapacityUnitsAreRoundedUp) {
  const auto limiter = Limiter(pb::WRITE_CAPACITY_UNIT, 10);
  OperationQuota quota = Quota({limiter});
  ASSERT_TRUE(quota.CheckBatch(1, 0, false).ok());
  quota.AddMutation(Put("r").AddColumn("f", "q", Bytes(10 * 1024, 'v')));
  quota.Close(0, 0);
  EXPECT_EQ(Refusal(limiter, 1, 0), "write capacity unit exceeded - wait 200ms");
}

TEST_F(OperationQuotaTest, WhatIsRunAgainIsGivenBack) {
  const auto limiter = Limiter(pb::REQUEST_NUMBER, 1, pb::MINUTES);
  OperationQuota quota = Quota({limiter});
  ASSERT_TRUE(quota.CheckBatch(0, 1, false).ok());
  quota.Undo();
  quota.Close(100, 100);
  EXPECT_EQ(Refusal(limiter, 0, 1), "");
  EXPECT_NE(Refusal(limiter, 0, 1), "");
}

TEST_F(OperationQuotaTest, AllLimitersMustHaveEnough) {
  const auto wide = Limiter(pb::REQUEST_NUMBER, 100, pb::MINUTES);
  const auto narrow = Limiter(pb::REQUEST_NUMBER, 1, pb::MINUTES);
  EXPECT_TRUE(Quota({wide, narrow}).CheckBatch(1, 0, false).ok());
  EXPECT_FALSE(Quota({wide, narrow}).CheckBatch(1, 0, false).ok());
  for (int i = 0; i < 99; ++i) EXPECT_EQ(Refusal(wide, 1, 0), "") << "a refusal takes nothing";
  EXPECT_NE(Refusal(wide, 1, 0), "");
}

TEST_F(OperationQuotaTest, OthersMayBeExceededWhileTheServerHasEnough) {
  const auto server = Limiter(pb::REQUEST_NUMBER, 3);
  const auto user = Limiter(pb::REQUEST_NUMBER, 1);
  for (int i = 0; i < 3; ++i) {
    EXPECT_TRUE(Quota({user}, server).CheckBatch(1, 0, false).ok()) << i;
  }
  EXPECT_EQ(Quota({user}, server).CheckBatch(1, 0, false).message(),
            "number of requests exceeded - wait 333ms");
  EXPECT_EQ(Refusal(user, 1, 0), "number of requests exceeded - wait 3sec, 0ms") << "in debt";
}

TEST_F(OperationQuotaTest, AScanIsEstimatedByItsEarlierCalls) {
  const auto available_after = [&](uint64_t call, const ScanHistory& history) {
    const auto limiter = Limiter(pb::READ_SIZE, 10'000'000);
    EXPECT_TRUE(Quota({limiter}).CheckScan(call, 5'000'000, history).ok());
    return limiter->read_available();
  };
  EXPECT_EQ(available_after(0, {}), 10'000'000 - kBlock);
  ScanHistory flat;
  flat.Add(500'000);
  flat.Add(500'000);
  EXPECT_EQ(available_after(2, flat), 9'500'000);
  ScanHistory growing;
  growing.Add(100'000);
  growing.Add(600'000);
  EXPECT_EQ(available_after(2, growing), 10'000'000 - 1'200'000);
  EXPECT_EQ(available_after(100, growing), 5'000'000) << "at most a whole result";
  const auto small = Limiter(pb::READ_SIZE, 1000);
  EXPECT_TRUE(Quota({small}).CheckScan(0, 5'000'000, {}).ok());
  EXPECT_EQ(small->read_available(), 100) << "at most nine tenths of the limit";
}

}  // namespace
}  // namespace basalt::quota
