// QuotaLimiter: the rate limiters of one throttle (HBase's TimeBasedLimiter): one for each type
// that a user, a table, a namespace or the server can be limited by. Thread safe.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "basalt/clock.h"
#include "basalt/status.h"
#include "hbase/quota.pb.h"
#include "quota/rate_limiter.h"

namespace basalt::quota {

// What an operation costs, estimated before it and measured after it.
struct Cost {
  int64_t writes = 0;
  int64_t reads = 0;
  int64_t write_bytes = 0;
  int64_t read_bytes = 0;
  int64_t write_units = 0;
  int64_t read_units = 0;
  int64_t handler_ms = 0;
  // A read-modify-write.
  bool atomic = false;
};

class QuotaLimiter {
 public:
  // nullptr when the throttle limits nothing. The clock must outlive the limiter.
  static std::shared_ptr<QuotaLimiter> Make(const hbase::pb::Throttle& throttle, const Clock& clock,
                                            const RateLimiterOptions& options);

  // Takes over the limits of another one and keeps what was consumed.
  void Update(const QuotaLimiter& other);

  // Whether there is enough of everything: kThrottled with HBase's message, which tells clients
  // how long to wait.
  Status Check(const Cost& cost);
  void Grab(const Cost& cost);
  // Gives back what Grab took.
  void Return(const Cost& cost);
  // What was consumed beyond the estimate; negative: less than that.
  void ConsumeWrite(int64_t bytes, int64_t units, bool atomic);
  void ConsumeRead(int64_t bytes, int64_t units, bool atomic);
  void ConsumeTime(int64_t ms);

  int64_t request_number_limit() const;
  int64_t read_number_limit() const;
  int64_t write_number_limit() const;
  int64_t read_size_limit() const;
  int64_t write_size_limit() const;
  int64_t read_available() const;

 private:
  static constexpr size_t kTypes = hbase::pb::ThrottleType_MAX + 1;

  QuotaLimiter(const Clock& clock, const RateLimiterOptions& options);
  RateLimiter& Of(hbase::pb::ThrottleType type) { return *limiters_[static_cast<size_t>(type)]; }
  const RateLimiter& Of(hbase::pb::ThrottleType type) const {
    return *limiters_[static_cast<size_t>(type)];
  }
  Status CheckOne(hbase::pb::ThrottleType type, int64_t amount);

  std::array<std::unique_ptr<RateLimiter>, kTypes> limiters_;
};

// HBase's "1hr, 2mins, 3sec, 4ms".
std::string WaitText(int64_t ms);

}  // namespace basalt::quota
