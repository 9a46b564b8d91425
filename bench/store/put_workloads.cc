// Writes. Both sides make their objects anew for every operation, as a program does: Puts here,
// keys and a write batch there. Every turn begins with an empty memtable, so that no flush or
// compaction of one side runs in the other's time; what those cost is a workload of its own.
#include "bench.h"

namespace basalt::bench {
namespace {

constexpr double kPutTarget = 0.8;
constexpr uint64_t kBatchRows = 100;
// About what a cell takes in a batch besides its value.
constexpr uint64_t kKeyBytes = 40;

class PutSides {
 public:
  PutSides(Bench& bench, uint64_t rows_per_write, size_t columns)
      : bench_(bench), rows_per_write_(rows_per_write), columns_(columns) {}

  void Reset() {
    table_.reset();
    table_ = bench_.MakeTable("puts", {FamilyDescriptor("f")});
    if (raw_ != nullptr) bench_.raw().Drop(raw_);
    raw_ = bench_.raw().CreateFamily("puts");
    next_row_ = 0;
  }
  ~PutSides() {
    if (raw_ != nullptr) bench_.raw().Drop(raw_);
    table_.reset();
    bench_.DropTable("puts");
  }
  PutSides(const PutSides&) = delete;
  PutSides& operator=(const PutSides&) = delete;

  uint64_t WriteBasalt() {
    if (rows_per_write_ == 1) {
      Check(table_->Put(MakePut(next_row_++)));
      return 1;
    }
    std::vector<Put> puts;
    puts.reserve(rows_per_write_);
    for (uint64_t i = 0; i < rows_per_write_; ++i) puts.push_back(MakePut(next_row_++));
    Check(table_->Put(puts));
    return rows_per_write_;
  }

  uint64_t WriteRaw() {
    const int64_t now_ms = Clock::System()->NowMs();
    rocksdb::WriteBatch batch(rows_per_write_ * columns_ *
                              (bench_.settings().value_bytes + kKeyBytes));
    for (uint64_t i = 0; i < rows_per_write_; ++i) {
      key_.StartRow(Data::Row(next_row_));
      for (size_t column = 0; column < columns_; ++column) {
        key_.SetColumn(bench_.data().Column(column), now_ms);
        value_.assign(1, '\0').append(bench_.data().Value(next_row_ * Data::kColumns + column));
        CheckRaw(batch.Put(raw_, key_.slice(), value_));
      }
      ++next_row_;
    }
    bench_.raw().Write(batch);
    return rows_per_write_;
  }

  void Compact() { bench_.CompactTable("puts"); }
  void CompactRaw() { bench_.raw().Compact(raw_); }

 private:
  Put MakePut(uint64_t row) const {
    Put put(Data::Row(row));
    for (size_t column = 0; column < columns_; ++column) {
      put.AddColumn("f", bench_.data().Column(column),
                    bench_.data().Value(row * Data::kColumns + column));
    }
    return put;
  }

  Bench& bench_;
  const uint64_t rows_per_write_;
  const size_t columns_;
  std::unique_ptr<Table> table_;
  rocksdb::ColumnFamilyHandle* raw_ = nullptr;
  uint64_t next_row_ = 0;
  RawKey key_;
  Bytes value_;
};

void RunOnePut(Bench& bench, const std::string& name, uint64_t rows_per_write, size_t columns) {
  if (!bench.Wanted(name)) return;
  PutSides sides(bench, rows_per_write, columns);
  bench.Run({.name = name,
             .unit = "row",
             .target = kPutTarget,
             .basalt = [&] { return sides.WriteBasalt(); },
             .raw = [&] { return sides.WriteRaw(); },
             .before_turn = [&] { sides.Reset(); }});
}

// What writing costs in the end: the writes, their flushes and one compaction of everything.
void RunLoad(Bench& bench) {
  const std::string name = "load, flush, compact";
  if (!bench.Wanted(name)) return;
  PutSides sides(bench, kBatchRows, Data::kColumns);
  const uint64_t rows = bench.settings().rows;
  bench.Run({.name = name,
             .unit = "row",
             .basalt =
                 [&] {
                   uint64_t written = 0;
                   while (written < rows) written += sides.WriteBasalt();
                   sides.Compact();
                   return written;
                 },
             .raw =
                 [&] {
                   uint64_t written = 0;
                   while (written < rows) written += sides.WriteRaw();
                   sides.CompactRaw();
                   return written;
                 },
             .before_turn = [&] { sides.Reset(); },
             .whole_process = true,
             .once = true});
}

}  // namespace

void RunPuts(Bench& bench) {
  RunOnePut(bench, "put, 100 rows of 10 cells", kBatchRows, Data::kColumns);
  RunOnePut(bench, "put, 1 row of 10 cells", 1, Data::kColumns);
  RunOnePut(bench, "put, 1 row of 1 cell", 1, 1);
  RunLoad(bench);
}

}  // namespace basalt::bench
