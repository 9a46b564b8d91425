// Runs Visibility inside RocksDB: drops the cells that flush and compaction may drop.
//
// A flush or compaction may see only part of a row's history, so the filter applies the rules of
// minor compaction; a major compaction ends with a sweep (sweep.h).
#pragma once

#include <memory>

#include <rocksdb/compaction_filter.h>

#include "basalt/clock.h"
#include "store/family.h"

namespace basalt::store {

// One per column family; RocksDB's background threads call it.
class CellFilterFactory : public rocksdb::CompactionFilterFactory {
 public:
  CellFilterFactory(std::shared_ptr<FamilyControl> family, const Clock* clock,
                    ReadersGate* readers_gate)
      : family_(std::move(family)), clock_(clock), readers_gate_(readers_gate) {}

  const char* Name() const override { return "basalt.CellFilterFactory"; }
  bool ShouldFilterTableFileCreation(rocksdb::TableFileCreationReason reason) const override;
  std::unique_ptr<rocksdb::CompactionFilter> CreateCompactionFilter(
      const rocksdb::CompactionFilter::Context& context) override;

 private:
  const std::shared_ptr<FamilyControl> family_;
  const Clock* const clock_;
  ReadersGate* const readers_gate_;
};

}  // namespace basalt::store
