#include "wire/throttle_fields.h"

#include <algorithm>
#include <array>

namespace basalt::wire {
namespace {

using hbase::pb::Throttle;
using hbase::pb::ThrottleType;
using hbase::pb::TimedQuota;

struct ThrottleField {
  ThrottleType type;
  bool (Throttle::*has)() const;
  const TimedQuota& (Throttle::*get)() const;
  TimedQuota* (Throttle::*mutate)();
  void (Throttle::*clear)();
};

#define BASALT_THROTTLE_FIELD(type, name)                                               \
  ThrottleField {                                                                       \
    hbase::pb::type, &Throttle::has_##name, &Throttle::name, &Throttle::mutable_##name, \
        &Throttle::clear_##name                                                         \
  }

constexpr std::array kThrottleFields = {
    BASALT_THROTTLE_FIELD(REQUEST_NUMBER, req_num),
    BASALT_THROTTLE_FIELD(REQUEST_SIZE, req_size),
    BASALT_THROTTLE_FIELD(WRITE_NUMBER, write_num),
    BASALT_THROTTLE_FIELD(WRITE_SIZE, write_size),
    BASALT_THROTTLE_FIELD(READ_NUMBER, read_num),
    BASALT_THROTTLE_FIELD(READ_SIZE, read_size),
    BASALT_THROTTLE_FIELD(REQUEST_CAPACITY_UNIT, req_capacity_unit),
    BASALT_THROTTLE_FIELD(READ_CAPACITY_UNIT, read_capacity_unit),
    BASALT_THROTTLE_FIELD(WRITE_CAPACITY_UNIT, write_capacity_unit),
    BASALT_THROTTLE_FIELD(ATOMIC_READ_SIZE, atomic_read_size),
    BASALT_THROTTLE_FIELD(ATOMIC_WRITE_SIZE, atomic_write_size),
    BASALT_THROTTLE_FIELD(ATOMIC_REQUEST_NUMBER, atomic_req_num),
    BASALT_THROTTLE_FIELD(REQUEST_HANDLER_USAGE_MS, req_handler_usage_ms),
};

#undef BASALT_THROTTLE_FIELD

constexpr auto kThrottleTypes = [] {
  std::array<ThrottleType, kThrottleFields.size()> types{};
  for (size_t i = 0; i < types.size(); ++i) types[i] = kThrottleFields[i].type;
  return types;
}();

const ThrottleField& FieldOf(ThrottleType type) {
  return *std::ranges::find(kThrottleFields, type, &ThrottleField::type);
}

}  // namespace

std::span<const ThrottleType> AllThrottleTypes() { return kThrottleTypes; }

const TimedQuota* FindTimedQuota(const Throttle& throttle, ThrottleType type) {
  const ThrottleField& field = FieldOf(type);
  return (throttle.*field.has)() ? &(throttle.*field.get)() : nullptr;
}

void SetTimedQuota(ThrottleType type, const TimedQuota& quota, Throttle& throttle) {
  *(throttle.*FieldOf(type).mutate)() = quota;
}

void ClearTimedQuota(ThrottleType type, Throttle& throttle) { (throttle.*FieldOf(type).clear)(); }

}  // namespace basalt::wire
