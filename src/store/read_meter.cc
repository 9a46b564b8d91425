#include "store/read_meter.h"

#include <rocksdb/perf_context.h>
#include <rocksdb/perf_level.h>

namespace basalt::store {
namespace {

ReadCosts Now() {
  const rocksdb::PerfContext& context = *rocksdb::get_perf_context();
  return {.blocks = context.block_read_count,
          .bytes = context.block_read_byte,
          .nanos = context.block_read_time};
}

}  // namespace

ReadMeter::ReadMeter() : before_(Now()), level_before_(static_cast<int>(rocksdb::GetPerfLevel())) {
  rocksdb::SetPerfLevel(rocksdb::PerfLevel::kEnableTimeExceptForMutex);
}

ReadMeter::~ReadMeter() { rocksdb::SetPerfLevel(static_cast<rocksdb::PerfLevel>(level_before_)); }

ReadCosts ReadMeter::Read() const {
  const ReadCosts now = Now();
  return {.blocks = now.blocks - before_.blocks,
          .bytes = now.bytes - before_.bytes,
          .nanos = now.nanos - before_.nanos};
}

}  // namespace basalt::store
