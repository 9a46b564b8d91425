// Converts a family's settings to RocksDB options.
#pragma once

#include <memory>
#include <string>
#include <unordered_map>

#include <rocksdb/cache.h>
#include <rocksdb/options.h>

#include "basalt/clock.h"
#include "store/family.h"

namespace basalt::store {

// Objects shared by all families of a store.
struct FamilyEnvironment {
  const Clock* clock = nullptr;
  ReadersGate* readers_gate = nullptr;
  std::shared_ptr<rocksdb::Cache> block_cache;
  // For families declared IN_MEMORY, so that others do not push their blocks out.
  std::shared_ptr<rocksdb::Cache> in_memory_cache;
  uint64_t memstore_flush_bytes = 64ULL << 20;
  bool automatic_compactions = true;
};

rocksdb::ColumnFamilyOptions MakeFamilyOptions(const std::shared_ptr<FamilyControl>& family,
                                               const FamilyEnvironment& environment);

// The options that can be changed while the store is open, for DB::SetOptions.
std::unordered_map<std::string, std::string> MutableFamilyOptions(const FamilySettings& settings);

}  // namespace basalt::store
