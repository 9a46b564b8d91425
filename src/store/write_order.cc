#include "store/write_order.h"

#include <utility>

#include <rocksdb/db.h>

namespace basalt::store {

void WriteOrder::Open(rocksdb::DB& engine, std::optional<int64_t> recorded, Persist persist) {
  engine_ = &engine;
  offset_ = recorded.value_or(0);
  persist_ = std::move(persist);
}

uint64_t WriteOrder::Next() const {
  // The write itself gets at least this sequence number, so writes that begin after it get more.
  return engine_->GetLatestSequenceNumber() + static_cast<uint64_t>(offset_.load()) + 1;
}

Status WriteOrder::AdvancePast(uint64_t order) {
  const std::lock_guard lock(mutex_);
  const uint64_t next = Next();
  if (order < next) return {};
  const int64_t offset = offset_ + static_cast<int64_t>(order - next) + 1;
  BASALT_RETURN_IF_ERROR(persist_(offset));
  offset_ = offset;
  return {};
}

}  // namespace basalt::store
