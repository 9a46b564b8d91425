// Rows in two families, five cells in each. RocksDB's side reads two column families at one
// snapshot. It need not bring the families of a row together when it scans, and does not.
#include "bench.h"

namespace basalt::bench {
namespace {

constexpr double kGetTarget = 0.7;
constexpr double kScanTarget = 0.7;
constexpr double kPutTarget = 0.8;
constexpr uint64_t kGetsPerPiece = 64;
constexpr uint64_t kBatchRows = 100;
constexpr size_t kFamilies = 2;
// About what a cell takes in a batch besides its value.
constexpr uint64_t kKeyBytes = 40;

uint64_t sink = 0;

class TwoFamilies {
 public:
  explicit TwoFamilies(Bench& bench) : bench_(bench), loaded_(Load(bench, "families", kFamilies)) {}
  ~TwoFamilies() { Unload(bench_, "families", loaded_); }
  TwoFamilies(const TwoFamilies&) = delete;
  TwoFamilies& operator=(const TwoFamilies&) = delete;

  uint64_t Get() {
    for (uint64_t i = 0; i < kGetsPerPiece; ++i) {
      const RowResult row = Take(loaded_.table->Get(basalt::Get(RandomRow())));
      if (row.size() != Data::kColumns) Check(Status(StatusCode::kInternal, "half a row"));
      for (const CellView& cell : row) sink += cell.value.size();
    }
    return kGetsPerPiece;
  }

  uint64_t RawGet() {
    for (uint64_t i = 0; i < kGetsPerPiece; ++i) {
      key_.StartRow(RandomRow());
      values_.clear();
      ReadBoth(true, [this](rocksdb::Iterator& iterator) {
        for (iterator.Seek(key_.row()); iterator.Valid(); iterator.Next()) {
          const rocksdb::Slice value = iterator.value();
          values_.append(value.data() + 1, value.size() - 1);
        }
      });
      sink += values_.size();
    }
    return kGetsPerPiece;
  }

  uint64_t Scan() {
    ResultScanner scanner = Take(loaded_.table->GetScanner(basalt::Scan()));
    uint64_t cells = 0;
    for (const RowResult& row : scanner) {
      cells += row.size();
      for (const CellView& cell : row) sink += cell.value.size();
    }
    Check(scanner.status());
    return cells;
  }

  uint64_t RawScan() {
    uint64_t cells = 0;
    ReadBoth(false, [&cells](rocksdb::Iterator& iterator) {
      for (iterator.SeekToFirst(); iterator.Valid(); iterator.Next()) {
        sink += iterator.key().size() + iterator.value().size();
        ++cells;
      }
    });
    return cells;
  }

 private:
  template <typename Read>
  void ReadBoth(bool one_row, Read read) {
    rocksdb::DB& db = bench_.raw().db();
    rocksdb::ReadOptions options;
    options.prefix_same_as_start = one_row;
    options.total_order_seek = !one_row;
    options.snapshot = db.GetSnapshot();
    for (auto* family : loaded_.raw) {
      const std::unique_ptr<rocksdb::Iterator> iterator(db.NewIterator(options, family));
      read(*iterator);
      CheckRaw(iterator->status());
    }
    db.ReleaseSnapshot(options.snapshot);
  }
  Bytes RandomRow() { return Data::Row(dice_.Below(bench_.settings().rows)); }

  Bench& bench_;
  Loaded loaded_;
  Dice dice_{2};
  RawKey key_;
  Bytes values_;
};

void RunTwoFamilyPuts(Bench& bench, const std::string& name) {
  if (!bench.Wanted(name)) return;
  std::unique_ptr<Table> table;
  std::vector<rocksdb::ColumnFamilyHandle*> raw;
  uint64_t next_row = 0;
  const auto drop_raw = [&] {
    for (auto* family : raw) bench.raw().Drop(family);
    raw.clear();
  };
  const auto reset = [&] {
    drop_raw();
    std::vector<FamilyDescriptor> descriptors;
    for (size_t i = 0; i < kFamilies; ++i) {
      descriptors.emplace_back(FamilyName(i));
      raw.push_back(bench.raw().CreateFamily("two_puts" + FamilyName(i)));
    }
    table.reset();
    table = bench.MakeTable("two_puts", descriptors);
    next_row = 0;
  };
  const auto put_basalt = [&]() -> uint64_t {
    std::vector<Put> puts;
    puts.reserve(kBatchRows);
    for (uint64_t i = 0; i < kBatchRows; ++i, ++next_row) {
      Put& put = puts.emplace_back(Data::Row(next_row));
      for (size_t c = 0; c < Data::kColumns; ++c) {
        put.AddColumn(c % kFamilies == 0 ? "f0" : "f1", bench.data().Column(c),
                      bench.data().Value(next_row * Data::kColumns + c));
      }
    }
    Check(table->Put(puts));
    return kBatchRows;
  };
  RawKey key;
  Bytes value;
  const auto put_raw = [&]() -> uint64_t {
    const int64_t now_ms = Clock::System()->NowMs();
    rocksdb::WriteBatch batch(kBatchRows * Data::kColumns *
                              (bench.settings().value_bytes + kKeyBytes));
    for (uint64_t i = 0; i < kBatchRows; ++i, ++next_row) {
      key.StartRow(Data::Row(next_row));
      for (size_t c = 0; c < Data::kColumns; ++c) {
        key.SetColumn(bench.data().Column(c), now_ms);
        value.assign(1, '\0').append(bench.data().Value(next_row * Data::kColumns + c));
        CheckRaw(batch.Put(raw[c % kFamilies], key.slice(), value));
      }
    }
    bench.raw().Write(batch);
    return kBatchRows;
  };
  bench.Run({.name = name,
             .unit = "row",
             .target = kPutTarget,
             .basalt = put_basalt,
             .raw = put_raw,
             .before_turn = reset});
  table.reset();
  drop_raw();
  bench.DropTable("two_puts");
}

}  // namespace

void RunTwoFamilies(Bench& bench) {
  const std::string get = "two families, get a row";
  const std::string scan = "two families, scan";
  RunTwoFamilyPuts(bench, "two families, put 100 rows of 2 x 5 cells");
  if (!bench.Wanted(get) && !bench.Wanted(scan)) return;
  TwoFamilies sides(bench);
  bench.Run({.name = get,
             .unit = "get",
             .target = kGetTarget,
             .basalt = [&] { return sides.Get(); },
             .raw = [&] { return sides.RawGet(); }});
  bench.Run({.name = scan,
             .unit = "cell",
             .target = kScanTarget,
             .basalt = [&] { return sides.Scan(); },
             .raw = [&] { return sides.RawScan(); }});
}

}  // namespace basalt::bench
