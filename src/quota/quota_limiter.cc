#include "quota/quota_limiter.h"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

#include "wire/throttle_fields.h"

namespace basalt::quota {
namespace {

namespace pb = hbase::pb;

// The beginning of HBase's messages, by which its clients know the type and the time to wait.
std::string_view ExceededText(pb::ThrottleType type) {
  switch (type) {
    case pb::REQUEST_NUMBER: return "number of requests exceeded";
    case pb::REQUEST_SIZE: return "request size limit exceeded";
    case pb::WRITE_NUMBER: return "number of write requests exceeded";
    case pb::WRITE_SIZE: return "write size limit exceeded";
    case pb::READ_NUMBER: return "number of read requests exceeded";
    case pb::READ_SIZE: return "read size limit exceeded";
    case pb::REQUEST_CAPACITY_UNIT: return "request capacity unit exceeded";
    case pb::WRITE_CAPACITY_UNIT: return "write capacity unit exceeded";
    case pb::READ_CAPACITY_UNIT: return "read capacity unit exceeded";
    case pb::ATOMIC_READ_SIZE: return "atomic read size exceeded";
    case pb::ATOMIC_REQUEST_NUMBER: return "atomic request number exceeded";
    case pb::ATOMIC_WRITE_SIZE: return "atomic write size exceeded";
    case pb::REQUEST_HANDLER_USAGE_MS: return "request handler usage time exceeded";
  }
  return "quota exceeded";
}

int64_t MsOf(pb::TimeUnit unit) {
  constexpr int64_t kSecond = 1000;
  switch (unit) {
    case pb::SECONDS: return kSecond;
    case pb::MINUTES: return 60 * kSecond;
    case pb::HOURS: return 3600 * kSecond;
    case pb::DAYS: return 24 * 3600 * kSecond;
    default: return 1;
  }
}

int64_t SumOrNoLimit(int64_t a, int64_t b) {
  return a > RateLimiter::kNoLimit - b ? RateLimiter::kNoLimit : a + b;
}

}  // namespace

std::string WaitText(int64_t ms) {
  const int64_t hours = ms / 3'600'000;
  const int64_t minutes = ms % 3'600'000 / 60'000;
  const int64_t seconds = ms % 60'000 / 1000;
  std::string text;
  if (hours != 0) text += fmt::format("{}{}, ", hours, hours > 1 ? "hrs" : "hr");
  if (minutes != 0) text += fmt::format("{}{}, ", minutes, minutes > 1 ? "mins" : "min");
  if (seconds != 0) text += fmt::format("{}sec, ", seconds);
  return text + fmt::format("{}ms", ms % 1000);
}

QuotaLimiter::QuotaLimiter(const Clock& clock, const RateLimiterOptions& options) {
  for (auto& limiter : limiters_) limiter = std::make_unique<RateLimiter>(clock, options);
}

std::shared_ptr<QuotaLimiter> QuotaLimiter::Make(const pb::Throttle& throttle, const Clock& clock,
                                                 const RateLimiterOptions& options) {
  std::shared_ptr<QuotaLimiter> limiter;
  for (const pb::ThrottleType type : wire::AllThrottleTypes()) {
    const pb::TimedQuota* quota = wire::FindTimedQuota(throttle, type);
    if (quota == nullptr) continue;
    if (limiter == nullptr) limiter.reset(new QuotaLimiter(clock, options));
    const uint64_t limit = std::min<uint64_t>(quota->soft_limit(), RateLimiter::kNoLimit);
    limiter->Of(type).Set(static_cast<int64_t>(limit), MsOf(quota->time_unit()));
  }
  return limiter;
}

void QuotaLimiter::Update(const QuotaLimiter& other) {
  for (size_t i = 0; i < kTypes; ++i) limiters_[i]->Update(*other.limiters_[i]);
}

Status QuotaLimiter::CheckOne(pb::ThrottleType type, int64_t amount) {
  const int64_t wait_ms = Of(type).WaitMs(amount);
  if (wait_ms <= 0) return {};
  return {StatusCode::kThrottled,
          fmt::format("{} - wait {}", ExceededText(type), WaitText(wait_ms))};
}

Status QuotaLimiter::Check(const Cost& cost) {
  const int64_t requests = cost.writes + cost.reads;
  BASALT_RETURN_IF_ERROR(CheckOne(pb::REQUEST_NUMBER, requests));
  BASALT_RETURN_IF_ERROR(CheckOne(pb::REQUEST_SIZE, cost.write_bytes + cost.read_bytes));
  BASALT_RETURN_IF_ERROR(CheckOne(pb::REQUEST_CAPACITY_UNIT, cost.write_units + cost.read_units));
  if (cost.atomic) BASALT_RETURN_IF_ERROR(CheckOne(pb::ATOMIC_REQUEST_NUMBER, requests));
  if (cost.write_bytes > 0) {
    BASALT_RETURN_IF_ERROR(CheckOne(pb::WRITE_NUMBER, cost.writes));
    BASALT_RETURN_IF_ERROR(CheckOne(pb::WRITE_SIZE, cost.write_bytes));
    BASALT_RETURN_IF_ERROR(CheckOne(pb::WRITE_CAPACITY_UNIT, cost.write_units));
    // The atomic sizes are asked for as many bytes as there are requests, as in HBase: what an
    // operation reads and writes is known afterwards, and the next ones wait for it.
    if (cost.atomic) BASALT_RETURN_IF_ERROR(CheckOne(pb::ATOMIC_WRITE_SIZE, cost.writes));
  }
  if (cost.read_bytes > 0) {
    BASALT_RETURN_IF_ERROR(CheckOne(pb::READ_NUMBER, cost.reads));
    BASALT_RETURN_IF_ERROR(CheckOne(pb::READ_SIZE, cost.read_bytes));
    BASALT_RETURN_IF_ERROR(CheckOne(pb::READ_CAPACITY_UNIT, cost.read_units));
    if (cost.atomic) BASALT_RETURN_IF_ERROR(CheckOne(pb::ATOMIC_READ_SIZE, requests));
  }
  return CheckOne(pb::REQUEST_HANDLER_USAGE_MS, cost.handler_ms);
}

void QuotaLimiter::Grab(const Cost& cost) {
  const int64_t requests = cost.writes + cost.reads;
  Of(pb::REQUEST_NUMBER).Consume(requests);
  if (cost.write_bytes != 0) Of(pb::WRITE_NUMBER).Consume(cost.writes);
  if (cost.read_bytes != 0) Of(pb::READ_NUMBER).Consume(cost.reads);
  if (cost.atomic) Of(pb::ATOMIC_REQUEST_NUMBER).Consume(requests);
  ConsumeWrite(cost.write_bytes, cost.write_units, cost.atomic);
  ConsumeRead(cost.read_bytes, cost.read_units, cost.atomic);
  ConsumeTime(cost.handler_ms);
}

void QuotaLimiter::Return(const Cost& cost) {
  Cost negative = cost;
  for (int64_t* part :
       {&negative.writes, &negative.reads, &negative.write_bytes, &negative.read_bytes,
        &negative.write_units, &negative.read_units, &negative.handler_ms}) {
    *part = -*part;
  }
  Grab(negative);
}

void QuotaLimiter::ConsumeWrite(int64_t bytes, int64_t units, bool atomic) {
  Of(pb::REQUEST_SIZE).Consume(bytes);
  Of(pb::WRITE_SIZE).Consume(bytes);
  Of(pb::REQUEST_CAPACITY_UNIT).Consume(units);
  Of(pb::WRITE_CAPACITY_UNIT).Consume(units);
  if (atomic) Of(pb::ATOMIC_WRITE_SIZE).Consume(bytes);
}

void QuotaLimiter::ConsumeRead(int64_t bytes, int64_t units, bool atomic) {
  Of(pb::REQUEST_SIZE).Consume(bytes);
  Of(pb::READ_SIZE).Consume(bytes);
  Of(pb::REQUEST_CAPACITY_UNIT).Consume(units);
  Of(pb::READ_CAPACITY_UNIT).Consume(units);
  if (atomic) Of(pb::ATOMIC_READ_SIZE).Consume(bytes);
}

void QuotaLimiter::ConsumeTime(int64_t ms) { Of(pb::REQUEST_HANDLER_USAGE_MS).Consume(ms); }

int64_t QuotaLimiter::request_number_limit() const {
  return std::min(Of(pb::REQUEST_NUMBER).limit(),
                  SumOrNoLimit(read_number_limit(), write_number_limit()));
}

int64_t QuotaLimiter::read_number_limit() const { return Of(pb::READ_NUMBER).limit(); }

int64_t QuotaLimiter::write_number_limit() const { return Of(pb::WRITE_NUMBER).limit(); }

int64_t QuotaLimiter::read_size_limit() const {
  return std::min(Of(pb::READ_SIZE).limit(), Of(pb::REQUEST_SIZE).limit());
}

int64_t QuotaLimiter::write_size_limit() const {
  return std::min(Of(pb::WRITE_SIZE).limit(), Of(pb::REQUEST_SIZE).limit());
}

int64_t QuotaLimiter::read_available() const { return Of(pb::READ_SIZE).available(); }

}  // namespace basalt::quota
