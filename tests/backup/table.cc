#include "table.h"

#include <algorithm>
#include <cstdio>
#include <vector>

#include "basalt/query.h"
#include "store/store.h"

namespace basalt::backup_test {

Result<std::unique_ptr<store::CellTable>> OpenTable(const std::string& data) {
  store::StoreOptions options;
  // Much is flushed and compacted while backups are made.
  options.memstore_flush_bytes = 64 << 10;
  BASALT_ASSIGN_OR_RETURN(const auto store, store::Store::Open(data, options));
  TableDescriptor descriptor(*TableName::Parse("t"));
  std::vector<std::shared_ptr<store::Family>> handles;
  for (const char* name : {"a", "b"}) {
    const FamilyDescriptor family(name);
    BASALT_RETURN_IF_ERROR(descriptor.AddFamily(family));
    const std::string label = std::string("1.") + name;
    auto handle = store->FindFamily(label);
    if (handle == nullptr) {
      BASALT_ASSIGN_OR_RETURN(handle, store->CreateFamily(label, family));
    }
    BASALT_RETURN_IF_ERROR(store->ConfigureFamily(*handle, family));
    handles.push_back(handle);
  }
  return std::make_unique<store::CellTable>(store, 1, descriptor, handles);
}

Result<std::array<ThreadState, kThreads>> ReadNumbers(const store::CellTable& table) {
  std::array<ThreadState, kThreads> threads;
  for (int thread = 0; thread < kThreads; ++thread) {
    for (uint64_t row = 0; row < kRowsPerThread; ++row) {
      const std::string key = RowOf(thread, row);
      BASALT_ASSIGN_OR_RETURN(const RowResult found, table.Get(Get(key)));
      const auto a = found.GetValue("a", "q");
      const auto b = found.GetValue("b", "q");
      if (a != b) {
        return Status(StatusCode::kCorruption, "half of a write in row " + key);
      }
      if (!a) continue;
      unsigned long number = 0;
      unsigned long seen = 0;
      const std::string text(*a);
      if (std::sscanf(text.c_str(), "%lu %lu", &number, &seen) != 2) {
        return Status(StatusCode::kCorruption, "a strange value in row " + key);
      }
      ThreadState& state = threads[thread];
      state.rows[key] = number;
      if (number > state.highest) {
        state.highest = number;
        state.seen_of_next = seen;
      }
    }
  }
  return threads;
}

}  // namespace basalt::backup_test
