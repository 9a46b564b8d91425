#include "store/read_meter.h"

#include <rocksdb/perf_context.h>
#include <rocksdb/perf_level.h>

namespace basalt::store {
namespace {

ReadCosts Now() {
  const rocksdb::PerfContext& context = *rocksdb::get_perf_context();
  return {.blocks = context.block_read_count,
          .bytes = context.block_read_byte,
          .nanos = context.block_read_time,
          .data_blocks = context.block_read_count - context.index_block_read_count -
                         context.filter_block_read_count,
          .cached_blocks = context.block_cache_hit_count - context.block_cache_index_hit_count -
                           context.block_cache_filter_hit_count,
          .cell_bytes = context.iter_read_bytes,
          .memstore_moves = context.next_on_memtable_count + context.prev_on_memtable_count};
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
          .nanos = now.nanos - before_.nanos,
          .data_blocks = now.data_blocks - before_.data_blocks,
          .cached_blocks = now.cached_blocks - before_.cached_blocks,
          .cell_bytes = now.cell_bytes - before_.cell_bytes,
          .memstore_moves = now.memstore_moves - before_.memstore_moves};
}

}  // namespace basalt::store
