// Bench: one run. Both stores, the data, the settings, and what has been measured. The workloads
// are in the *_workloads.cc files, one function per group.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "basalt/connection.h"
#include "data.h"
#include "driver.h"
#include "raw_store.h"

namespace basalt::bench {

void Check(const Status& status);
template <typename T>
T Take(Result<T> result) {
  Check(result.status());
  return std::move(*result);
}

struct MemoryOutcome {
  uint64_t rows = 0;
  uint64_t scanned_bytes = 0;
  uint64_t cache_bytes = 0;
  // Before the scan began.
  uint64_t resident_before = 0;
  // Resident memory when a quarter, half, three quarters and all of the rows had been read.
  std::vector<uint64_t> resident;
  // The largest growth after the first quarter.
  uint64_t growth = 0;
};

// The cost of writes with one style of compaction.
struct StyleOutcome {
  std::string style;
  double cpu_micros = 0;    // per row, flushes and compactions included
  double write_factor = 0;  // bytes written to files over bytes of cells
};

class Bench {
 public:
  explicit Bench(Settings settings);

  const Settings& settings() const { return settings_; }
  const Data& data() const { return data_; }
  Admin& admin() { return connection_->admin(); }
  RawStore& raw() { return *raw_; }

  // A new, empty table in place of any of that name.
  std::unique_ptr<Table> MakeTable(const std::string& name,
                                   const std::vector<FamilyDescriptor>& families);
  void DropTable(const std::string& name);
  void CompactTable(const std::string& name);

  bool Wanted(std::string_view name) const;
  // Measures it if it is wanted, and prints the line.
  void Run(const Workload& workload);
  void Note(MemoryOutcome outcome) { memory_ = std::move(outcome); }
  void Note(StyleOutcome outcome) { styles_.push_back(std::move(outcome)); }

  const std::vector<Outcome>& outcomes() const { return outcomes_; }
  const MemoryOutcome& memory() const { return memory_; }
  const std::vector<StyleOutcome>& styles() const { return styles_; }

 private:
  const Settings settings_;
  const Data data_;
  std::unique_ptr<Connection> connection_;
  std::unique_ptr<RawStore> raw_;
  std::vector<Outcome> outcomes_;
  MemoryOutcome memory_;
  std::vector<StyleOutcome> styles_;
};

// The same rows on both sides: `rows` rows of Data::kColumns columns, in as many families as
// handles. Written, flushed and compacted.
struct Loaded {
  std::unique_ptr<Table> table;
  std::vector<rocksdb::ColumnFamilyHandle*> raw;
};
Loaded Load(Bench& bench, const std::string& name, size_t families);
void Unload(Bench& bench, const std::string& name, Loaded& loaded);

// "f0", "f1"...
Bytes FamilyName(size_t index);

void RunPuts(Bench& bench);
void RunReads(Bench& bench);
void RunHidden(Bench& bench);
void RunIncrements(Bench& bench);
void RunTwoFamilies(Bench& bench);
void RunMemory(Bench& bench);
void RunStyles(Bench& bench);

void PrintEnvironment(const Bench& bench);
void PrintHeader();
void PrintOutcome(const Outcome& outcome);
void PrintMemory(const MemoryOutcome& memory);
void PrintStyle(const StyleOutcome& style);
void WriteJson(const Bench& bench, const std::string& file);

}  // namespace basalt::bench
