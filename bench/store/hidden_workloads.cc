// Scans over cells that a reader does not get to see: old versions, deleted columns, deleted rows.
#include "bench.h"

namespace basalt::bench {
namespace {

constexpr double kScanTarget = 0.7;
constexpr size_t kHiddenColumns = 2;
// From this many versions on a raw reader is better off with a seek than with steps.
constexpr int64_t kSeekFrom = 20;
constexpr size_t kDeletedColumns = 100;
constexpr uint64_t kDeletedOfTen = 9;

uint64_t sink = 0;

// A Basalt table and a RocksDB column family with the same cells.
class Twin {
 public:
  Twin(Bench& bench, const FamilyDescriptor& family)
      : bench_(bench),
        table_(bench.MakeTable("hidden", {family})),
        raw_(bench.raw().CreateFamily("hidden")) {}
  ~Twin() {
    table_.reset();
    bench_.DropTable("hidden");
    bench_.raw().Drop(raw_);
  }
  Twin(const Twin&) = delete;
  Twin& operator=(const Twin&) = delete;

  void Write(const Mutation& mutation) {
    RawKey key;
    key.StartRow(mutation.row());
    for (const MutationCell& cell : mutation.cells()) {
      key.SetColumn(cell.qualifier, cell.timestamp, cell.type);
      CheckRaw(batch_.Put(raw_, key.slice(), Bytes(1, '\0') + cell.value));
      ++stored_;
    }
  }
  void Write(const Put& put) {
    Check(table_->Put(put));
    Write(static_cast<const Mutation&>(put));
  }
  void Write(const Delete& del) {
    Check(table_->Delete(del));
    Write(static_cast<const Mutation&>(del));
  }
  // Files of their own for what was written so far: deletes come after the flush of what they
  // delete, so that the flush cannot drop it.
  void Flush() {
    bench_.raw().Write(batch_);
    batch_.Clear();
    Check(bench_.admin().Flush(table_->name()));
    CheckRaw(bench_.raw().db().Flush(rocksdb::FlushOptions(), raw_));
  }

  uint64_t stored() const { return stored_; }

  // Returns the number of visible cells.
  uint64_t Scan() {
    ResultScanner scanner = Take(table_->GetScanner(basalt::Scan()));
    uint64_t cells = 0;
    for (const RowResult& row : scanner) {
      cells += row.size();
      for (const CellView& cell : row) sink += cell.value.size();
    }
    Check(scanner.status());
    return cells;
  }

  // Every key there is.
  uint64_t RawSteps() {
    const auto iterator = RawIterator();
    uint64_t cells = 0;
    for (iterator->SeekToFirst(); iterator->Valid(); iterator->Next()) {
      sink += iterator->key().size() + iterator->value().size();
      ++cells;
    }
    CheckRaw(iterator->status());
    return cells;
  }

  // The first key of every column, found by a seek.
  uint64_t RawSeeks() {
    constexpr size_t kSuffix = 9;
    const auto iterator = RawIterator();
    uint64_t cells = 0;
    Bytes target;
    for (iterator->SeekToFirst(); iterator->Valid(); iterator->Seek(target)) {
      sink += iterator->value().size();
      ++cells;
      target.assign(iterator->key().data(), iterator->key().size() - kSuffix);
      target.back() = '\x02';
    }
    CheckRaw(iterator->status());
    return cells;
  }

 private:
  std::unique_ptr<rocksdb::Iterator> RawIterator() {
    rocksdb::ReadOptions options;
    options.total_order_seek = true;
    return std::unique_ptr<rocksdb::Iterator>(bench_.raw().db().NewIterator(options, raw_));
  }

  Bench& bench_;
  std::unique_ptr<Table> table_;
  rocksdb::ColumnFamilyHandle* raw_;
  rocksdb::WriteBatch batch_;
  uint64_t stored_ = 0;
};

// The rows keep all versions, the reader wants the newest: its cost must not grow with the
// versions.
void RunVersions(Bench& bench, int64_t versions) {
  const std::string name = versions == 1 ? "scan, rows of 2 cells"
                                         : "scan, 1 of " + std::to_string(versions) + " versions";
  if (!bench.Wanted(name)) return;
  Twin twin(bench, FamilyDescriptor("f").SetMaxVersions(kAllVersions));
  for (uint64_t row = 0; row < bench.settings().hidden_rows; ++row) {
    Put put(Data::Row(row));
    for (size_t column = 0; column < kHiddenColumns; ++column) {
      for (int64_t version = 1; version <= versions; ++version) {
        put.AddColumn("f", bench.data().Column(column), version,
                      bench.data().Value(row + static_cast<uint64_t>(version)));
      }
    }
    twin.Write(put);
  }
  twin.Flush();
  const bool by_seeks = versions >= kSeekFrom;
  bench.Run({.name = name,
             .unit = "visible cell",
             .target = kScanTarget,
             .basalt = [&] { return twin.Scan(); },
             .raw =
                 [&twin, by_seeks, versions] {
                   if (by_seeks) return twin.RawSeeks();
                   return twin.RawSteps() / static_cast<uint64_t>(versions);
                 }});
}

// Rows of 10 living and 100 deleted columns. An operation is one stored key, marker or cell.
void RunDeletedColumns(Bench& bench) {
  const std::string name = "scan, 100 deleted columns a row";
  if (!bench.Wanted(name)) return;
  Twin twin(bench, FamilyDescriptor("f"));
  const auto deleted = [](size_t i) { return Bytes("d").append(std::to_string(1000 + i)); };
  for (uint64_t row = 0; row < bench.settings().hidden_rows; ++row) {
    Put put(Data::Row(row), 1);
    for (size_t i = 0; i < Data::kColumns; ++i) {
      put.AddColumn("f", bench.data().Column(i), bench.data().Value(row + i));
    }
    for (size_t i = 0; i < kDeletedColumns; ++i) {
      put.AddColumn("f", deleted(i), bench.data().Value(row + i));
    }
    twin.Write(put);
  }
  twin.Flush();
  for (uint64_t row = 0; row < bench.settings().hidden_rows; ++row) {
    Delete del(Data::Row(row), 2);
    for (size_t i = 0; i < kDeletedColumns; ++i) del.AddColumns("f", deleted(i));
    twin.Write(del);
  }
  twin.Flush();
  bench.Run({.name = name,
             .unit = "stored cell",
             .target = kScanTarget,
             .basalt =
                 [&] {
                   twin.Scan();
                   return twin.stored();
                 },
             .raw = [&] { return twin.RawSteps(); }});
}

// Nine rows of ten are deleted, each by one marker. An operation is one stored key.
void RunDeletedRows(Bench& bench) {
  const std::string name = "scan, 9 of 10 rows deleted";
  if (!bench.Wanted(name)) return;
  Twin twin(bench, FamilyDescriptor("f"));
  const uint64_t rows = bench.settings().hidden_rows * 10;
  for (uint64_t row = 0; row < rows; ++row) {
    Put put(Data::Row(row), 1);
    for (size_t i = 0; i < Data::kColumns; ++i) {
      put.AddColumn("f", bench.data().Column(i), bench.data().Value(row + i));
    }
    twin.Write(put);
  }
  twin.Flush();
  for (uint64_t row = 0; row < rows; ++row) {
    if (row % 10 < kDeletedOfTen) twin.Write(Delete(Data::Row(row), 2).AddFamily("f"));
  }
  twin.Flush();
  bench.Run({.name = name,
             .unit = "stored cell",
             .target = kScanTarget,
             .basalt =
                 [&] {
                   twin.Scan();
                   return twin.stored();
                 },
             .raw = [&] { return twin.RawSteps(); }});
}

}  // namespace

void RunHidden(Bench& bench) {
  for (const int64_t versions : {1, 10, 100, 1000}) RunVersions(bench, versions);
  RunDeletedColumns(bench);
  RunDeletedRows(bench);
}

}  // namespace basalt::bench
