#include "bench.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

namespace basalt::bench {
namespace {

constexpr uint64_t kLoadBatch = 100;
constexpr int64_t kLoadTimestamp = 1700000000000;

}  // namespace

void Check(const Status& status) {
  if (status.ok()) return;
  std::fprintf(stderr, "store_bench: %s\n", status.ToString().c_str());
  std::exit(1);
}

Bench::Bench(Settings settings)
    : settings_(std::move(settings)),
      data_(settings_.value_bytes),
      connection_(Take(Connection::Open(settings_.directory + "/basalt"))),
      // Its defaults are those of ConnectionOptions.
      raw_(std::make_unique<RawStore>(settings_.directory, store::StoreOptions())) {}

std::unique_ptr<Table> Bench::MakeTable(const std::string& name,
                                        const std::vector<FamilyDescriptor>& families) {
  DropTable(name);
  const TableName table_name = Take(TableName::Parse(name));
  TableDescriptor table(table_name);
  for (const FamilyDescriptor& family : families) Check(table.AddFamily(family));
  Check(admin().CreateTable(table));
  return Take(connection_->GetTable(table_name));
}

void Bench::DropTable(const std::string& name) {
  const TableName table_name = Take(TableName::Parse(name));
  if (!Take(admin().TableExists(table_name))) return;
  Check(admin().DisableTable(table_name));
  Check(admin().DeleteTable(table_name));
}

void Bench::CompactTable(const std::string& name) {
  const TableName table_name = Take(TableName::Parse(name));
  Check(admin().Flush(table_name));
  Check(admin().MajorCompact(table_name));
}

bool Bench::Wanted(std::string_view name) const {
  return name.find(settings_.only) != std::string_view::npos;
}

void Bench::Run(const Workload& workload) {
  if (!Wanted(workload.name)) return;
  outcomes_.push_back(Measure(workload, settings_));
  PrintOutcome(outcomes_.back());
}

Bytes FamilyName(size_t index) { return Bytes("f").append(std::to_string(index)); }

Loaded Load(Bench& bench, const std::string& name, size_t families) {
  const Data& data = bench.data();
  Loaded loaded;
  std::vector<FamilyDescriptor> descriptors;
  for (size_t i = 0; i < families; ++i) {
    descriptors.emplace_back(FamilyName(i));
    loaded.raw.push_back(bench.raw().CreateFamily(name + FamilyName(i)));
  }
  loaded.table = bench.MakeTable(name, descriptors);

  RawKey key;
  Bytes value;
  for (uint64_t first = 0; first < bench.settings().rows; first += kLoadBatch) {
    std::vector<Put> puts;
    rocksdb::WriteBatch batch;
    for (uint64_t row = first; row < std::min(first + kLoadBatch, bench.settings().rows); ++row) {
      const Bytes row_key = Data::Row(row);
      Put& put = puts.emplace_back(row_key, kLoadTimestamp);
      key.StartRow(row_key);
      for (size_t column = 0; column < Data::kColumns; ++column) {
        const size_t family = column % families;
        const BytesView bytes = data.Value(row * Data::kColumns + column);
        put.AddColumn(FamilyName(family), data.Column(column), bytes);
        key.SetColumn(data.Column(column), kLoadTimestamp);
        value.assign(1, '\0').append(bytes);
        CheckRaw(batch.Put(loaded.raw[family], key.slice(), value));
      }
    }
    Check(loaded.table->Put(puts));
    bench.raw().Write(batch);
  }
  bench.CompactTable(name);
  for (auto* family : loaded.raw) bench.raw().Compact(family);
  return loaded;
}

void Unload(Bench& bench, const std::string& name, Loaded& loaded) {
  loaded.table.reset();
  bench.DropTable(name);
  for (auto* family : loaded.raw) bench.raw().Drop(family);
  loaded.raw.clear();
}

}  // namespace basalt::bench
