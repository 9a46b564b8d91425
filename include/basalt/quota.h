// Quotas as HBase has them: throttles of requests, limits of space, and who is limited by them.
// Plain values. Admin::quotas() (basalt/quota_admin.h) sets and lists them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "basalt/export.h"
#include "basalt/table_name.h"

namespace basalt {
inline namespace v1 {

// What a throttle counts. The numbers are those of HBase's protocol.
enum class ThrottleType : uint8_t {
  kRequestNumber = 1,          // reads and writes
  kRequestSize = 2,            // bytes read and written
  kWriteNumber = 3,            // writes
  kWriteSize = 4,              // bytes written
  kReadNumber = 5,             // reads
  kReadSize = 6,               // bytes read
  kRequestCapacityUnit = 7,    // capacity units: kilobytes, rounded up for each request
  kWriteCapacityUnit = 8,      // capacity units of writes
  kReadCapacityUnit = 9,       // capacity units of reads
  kAtomicReadSize = 10,        // bytes that read-modify-writes read
  kAtomicRequestNumber = 11,   // read-modify-writes
  kAtomicWriteSize = 12,       // bytes that read-modify-writes write
  kRequestHandlerUsageMs = 13  // milliseconds of the server's handlers
};

// Whether each server has the limit, or all servers share it. A Basalt server is alone: for it both
// are the same. The numbers are those of HBase's protocol.
enum class QuotaScope : uint8_t {
  kCluster = 1,  // the limit is divided among the region servers
  kMachine = 2   // every region server has the whole limit
};

// The time in which a throttle's limit is available. The numbers are those of HBase's protocol.
enum class QuotaTimeUnit : uint8_t {
  kMilliseconds = 3,  // per millisecond
  kSeconds = 4,       // per second
  kMinutes = 5,       // per minute
  kHours = 6,         // per hour
  kDays = 7           // per day
};

// What happens to a table that has more data than its limit. The numbers are those of HBase's
// protocol.
enum class SpaceViolationPolicy : uint8_t {
  kDisable = 1,              // the table is disabled
  kNoWritesCompactions = 2,  // no writes and no compactions that a client asks for
  kNoWrites = 3,             // no writes, deletes included
  kNoInserts = 4             // no puts, increments and appends; deletes are possible
};

// HBase's name of a value, such as "REQUEST_NUMBER". Static text.
BASALT_EXPORT std::string_view ThrottleTypeName(ThrottleType type);
// The same for scopes: "MACHINE".
BASALT_EXPORT std::string_view QuotaScopeName(QuotaScope scope);
// The same for policies: "NO_INSERTS".
BASALT_EXPORT std::string_view SpaceViolationPolicyName(SpaceViolationPolicy policy);
// The value of such a name; nullopt if there is none.
BASALT_EXPORT std::optional<ThrottleType> ParseThrottleType(std::string_view name);
// The same for policies.
BASALT_EXPORT std::optional<SpaceViolationPolicy> ParseSpaceViolationPolicy(std::string_view name);

// Who is limited: a user, also in one table or namespace only; a table; a namespace; or the region
// servers, by the name "all".
struct BASALT_EXPORT QuotaOwner {
  std::optional<std::string> user;           // as a client's connection names it
  std::optional<TableName> table;            // a table, or with a user: the user in this table
  std::optional<std::string> ns;             // a namespace, or with a user: the user in this one
  std::optional<std::string> region_server;  // "all"
  // "USER => u1, TABLE => t1", as HBase's shell lists owners.
  std::string ToString() const;
};

// A throttle: so many per unit of time.
struct BASALT_EXPORT ThrottleLimit {
  ThrottleType type = ThrottleType::kRequestNumber;  // what is counted
  uint64_t limit = 0;                                // how many; at least 1
  QuotaTimeUnit unit = QuotaTimeUnit::kSeconds;      // in which time
  QuotaScope scope = QuotaScope::kMachine;           // for each server, or for all
};

// A limit of the space that a table or a namespace takes on disk.
struct BASALT_EXPORT SpaceLimit {
  uint64_t limit_bytes = 0;  // the size on disk that is allowed
  SpaceViolationPolicy policy = SpaceViolationPolicy::kNoInserts;  // what happens above it
};

// A user that the throttles of tables, namespaces and region servers do not apply to.
struct BASALT_EXPORT GlobalBypass {
  bool bypass = true;  // whether they do not apply
};

// One quota, as HBase lists them.
struct BASALT_EXPORT QuotaSettings {
  QuotaOwner owner;                                             // who is limited
  std::variant<ThrottleLimit, SpaceLimit, GlobalBypass> value;  // by what
  // HBase's text: "TYPE => THROTTLE, THROTTLE_TYPE => REQUEST_NUMBER, LIMIT => 10req/sec, SCOPE =>
  // MACHINE".
  std::string ToString() const;
};

// What is known of a table with a space quota.
struct BASALT_EXPORT SpaceQuotaSnapshot {
  uint64_t usage_bytes = 0;                       // the table's size when it was measured
  uint64_t limit_bytes = 0;                       // what is allowed
  std::optional<SpaceViolationPolicy> violation;  // the policy in effect; nullopt: none
};

}  // namespace v1
}  // namespace basalt
