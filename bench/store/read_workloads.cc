// Gets and scans of one family, all blocks in the cache, one sorted run.
//
// A raw get is what RocksDB offers for "the newest version of these columns": a new iterator, a
// seek to the row or column, steps; the values are copied out, since they must outlive the
// iterator. A raw scan looks at every key and value and copies nothing.
#include <algorithm>
#include <iterator>

#include "bench.h"

namespace basalt::bench {
namespace {

constexpr double kGetTarget = 0.7;
constexpr double kScanTarget = 0.7;
constexpr uint64_t kGetsPerPiece = 64;
constexpr uint64_t kShortScanRows = 10;
constexpr size_t kCopyBuffer = 4096;

// Reading must not be optimised away.
uint64_t sink = 0;

class ReadSides {
 public:
  explicit ReadSides(Bench& bench)
      : bench_(bench), loaded_(Load(bench, "reads", 1)), family_(FamilyName(0)) {}
  ~ReadSides() { Unload(bench_, "reads", loaded_); }
  ReadSides(const ReadSides&) = delete;
  ReadSides& operator=(const ReadSides&) = delete;

  enum class Ask : uint8_t { kOneColumn, kTenColumns, kFamily };

  uint64_t Get(Ask ask, bool absent) {
    for (uint64_t i = 0; i < kGetsPerPiece; ++i) {
      basalt::Get get(RandomRow(absent));
      if (ask == Ask::kOneColumn) {
        get.AddColumn(family_, RandomColumn());
      } else if (ask == Ask::kTenColumns) {
        for (size_t c = 0; c < Data::kColumns; ++c) get.AddColumn(family_, bench_.data().Column(c));
      } else {
        get.AddFamily(family_);
      }
      const RowResult row = Take(loaded_.table->Get(get));
      if (row.empty() != absent)
        Check(Status(StatusCode::kInternal, "a get found the wrong thing"));
      for (const CellView& cell : row) sink += cell.value.size();
    }
    return kGetsPerPiece;
  }

  uint64_t RawGet(Ask ask, bool absent) {
    for (uint64_t i = 0; i < kGetsPerPiece; ++i) {
      key_.StartRow(RandomRow(absent));
      const rocksdb::Slice row = key_.row();
      if (ask == Ask::kOneColumn) key_.SetColumnPrefix(RandomColumn());
      const rocksdb::Slice begin = ask == Ask::kOneColumn ? key_.slice() : row;
      rocksdb::ReadOptions options;
      options.prefix_same_as_start = true;
      const std::unique_ptr<rocksdb::Iterator> iterator(
          bench_.raw().db().NewIterator(options, loaded_.raw[0]));
      values_.clear();
      for (iterator->Seek(begin); iterator->Valid() && iterator->key().starts_with(begin);
           iterator->Next()) {
        const rocksdb::Slice value = iterator->value();
        values_.append(value.data() + 1, value.size() - 1);
        if (ask == Ask::kOneColumn) break;
      }
      CheckRaw(iterator->status());
      if (values_.empty() != absent) CheckRaw(rocksdb::Status::Corruption("a get went wrong"));
      sink += values_.size();
    }
    return kGetsPerPiece;
  }

  // The fastest RocksDB can be when the whole key is known, timestamp included.
  uint64_t RawExactGet() {
    rocksdb::PinnableSlice value;
    for (uint64_t i = 0; i < kGetsPerPiece; ++i) {
      key_.StartRow(RandomRow(false));
      key_.SetColumn(RandomColumn(), kLoadedTimestamp);
      value.Reset();
      CheckRaw(bench_.raw().db().Get(rocksdb::ReadOptions(), loaded_.raw[0], key_.slice(), &value));
      values_.assign(value.data() + 1, value.size() - 1);
      sink += values_.size();
    }
    return kGetsPerPiece;
  }

  uint64_t Scan(bool reversed) {
    basalt::Scan scan;
    scan.SetReversed(reversed);
    ResultScanner scanner = Take(loaded_.table->GetScanner(scan));
    uint64_t cells = 0;
    for (const RowResult& row : scanner) {
      cells += row.size();
      for (const CellView& cell : row) sink += cell.value.size();
    }
    Check(scanner.status());
    return cells;
  }

  // With `copies` every key and value is copied out, as a reader must who keeps them past the step.
  uint64_t RawScan(bool reversed, bool copies) {
    rocksdb::ReadOptions options;
    options.total_order_seek = true;
    const std::unique_ptr<rocksdb::Iterator> iterator(
        bench_.raw().db().NewIterator(options, loaded_.raw[0]));
    uint64_t cells = 0;
    if (reversed) {
      iterator->SeekToLast();
    } else {
      iterator->SeekToFirst();
    }
    while (iterator->Valid()) {
      const rocksdb::Slice key = iterator->key();
      const rocksdb::Slice value = iterator->value();
      sink += key.size() + value.size();
      if (copies) {
        if (values_.size() > kCopyBuffer) values_.clear();
        values_.append(key.data(), key.size()).append(value.data(), value.size());
      }
      ++cells;
      if (reversed) {
        iterator->Prev();
      } else {
        iterator->Next();
      }
    }
    CheckRaw(iterator->status());
    return cells;
  }

  uint64_t ShortScan() {
    basalt::Scan scan(RandomRow(false));
    scan.SetLimit(kShortScanRows);
    ResultScanner scanner = Take(loaded_.table->GetScanner(scan));
    for (const RowResult& row : scanner) sink += row.byte_size();
    Check(scanner.status());
    return 1;
  }

  uint64_t RawShortScan() {
    rocksdb::ReadOptions options;
    options.total_order_seek = true;
    const std::unique_ptr<rocksdb::Iterator> iterator(
        bench_.raw().db().NewIterator(options, loaded_.raw[0]));
    key_.StartRow(RandomRow(false));
    uint64_t cells = 0;
    for (iterator->Seek(key_.row()); iterator->Valid() && cells < kShortScanRows * Data::kColumns;
         iterator->Next()) {
      sink += iterator->key().size() + iterator->value().size();
      ++cells;
    }
    CheckRaw(iterator->status());
    return 1;
  }

 private:
  Bytes RandomRow(bool absent) {
    const uint64_t rows = bench_.settings().rows;
    return Data::Row(dice_.Below(rows) + (absent ? rows : 0));
  }
  const Bytes& RandomColumn() { return bench_.data().Column(dice_.Below(Data::kColumns)); }

  static constexpr int64_t kLoadedTimestamp = 1700000000000;

  Bench& bench_;
  Loaded loaded_;
  const Bytes family_;
  Dice dice_{1};
  RawKey key_;
  Bytes values_;
};

}  // namespace

void RunReads(Bench& bench) {
  using Ask = ReadSides::Ask;
  const std::string gets[] = {"get, 1 of 10 columns", "get, 10 columns by name",
                              "get, whole family", "get, absent row",
                              "get, 1 column, raw knows the key"};
  const std::string scans[] = {"scan, forward", "scan, reverse", "scan, 10 rows from anywhere",
                               "scan, forward, raw copies, too"};
  const auto wanted = [&bench](const std::string& name) { return bench.Wanted(name); };
  if (std::none_of(std::begin(gets), std::end(gets), wanted) &&
      std::none_of(std::begin(scans), std::end(scans), wanted)) {
    return;
  }
  ReadSides sides(bench);
  const auto run_get = [&](const std::string& name, Ask ask, bool absent) {
    bench.Run({.name = name,
               .unit = "get",
               .target = kGetTarget,
               .basalt = [&sides, ask, absent] { return sides.Get(ask, absent); },
               .raw = [&sides, ask, absent] { return sides.RawGet(ask, absent); }});
  };
  run_get(gets[0], Ask::kOneColumn, false);
  run_get(gets[1], Ask::kTenColumns, false);
  run_get(gets[2], Ask::kFamily, false);
  run_get(gets[3], Ask::kFamily, true);
  bench.Run({.name = gets[4],
             .unit = "get",
             .basalt = [&] { return sides.Get(Ask::kOneColumn, false); },
             .raw = [&] { return sides.RawExactGet(); }});
  for (const bool reversed : {false, true}) {
    bench.Run({.name = scans[reversed ? 1 : 0],
               .unit = "cell",
               .target = kScanTarget,
               .basalt = [&sides, reversed] { return sides.Scan(reversed); },
               .raw = [&sides, reversed] { return sides.RawScan(reversed, false); }});
  }
  bench.Run({.name = scans[3],
             .unit = "cell",
             .target = kScanTarget,
             .basalt = [&] { return sides.Scan(false); },
             .raw = [&] { return sides.RawScan(false, true); }});
  bench.Run({.name = scans[2],
             .unit = "scan",
             .target = kScanTarget,
             .basalt = [&] { return sides.ShortScan(); },
             .raw = [&] { return sides.RawShortScan(); }});
}

// Scans a table several times as large as its block cache and watches the process's memory.
void RunMemory(Bench& bench) {
  if (!bench.Wanted("memory of a full scan")) return;
  constexpr uint64_t kCacheBytes = 16ULL << 20;
  constexpr uint64_t kBatch = 1000;
  constexpr int kQuarters = 4;
  ConnectionOptions options;
  options.block_cache_bytes = kCacheBytes;
  options.memstore_flush_bytes = 8ULL << 20;
  const auto connection = Take(Connection::Open(bench.settings().directory + "/memory", options));
  const TableName name = Take(TableName::Parse("memory"));
  TableDescriptor descriptor(name);
  Check(descriptor.AddFamily(FamilyDescriptor("f")));
  Check(connection->admin().CreateTable(descriptor));
  const auto table = Take(connection->GetTable(name));
  const uint64_t rows = bench.settings().rows;
  for (uint64_t first = 0; first < rows; first += kBatch) {
    std::vector<Put> puts;
    for (uint64_t row = first; row < std::min(first + kBatch, rows); ++row) {
      Put& put = puts.emplace_back(Data::Row(row));
      for (size_t c = 0; c < Data::kColumns; ++c) {
        put.AddColumn("f", bench.data().Column(c), bench.data().Value(row * Data::kColumns + c));
      }
    }
    Check(table->Put(puts));
  }
  Check(connection->admin().Flush(name));
  Check(connection->admin().MajorCompact(name));

  MemoryOutcome outcome;
  outcome.cache_bytes = kCacheBytes;
  outcome.resident_before = ResidentBytes();
  ResultScanner scanner = Take(table->GetScanner(Scan()));
  const uint64_t sample_every = std::max<uint64_t>(rows / 100, 1);
  for (const RowResult& row : scanner) {
    outcome.scanned_bytes += row.byte_size();
    ++outcome.rows;
    if (outcome.rows % sample_every != 0) continue;
    const uint64_t resident = ResidentBytes();
    if (!outcome.resident.empty() && resident > outcome.resident.front()) {
      outcome.growth = std::max(outcome.growth, resident - outcome.resident.front());
    }
    if (outcome.rows * kQuarters / rows > outcome.resident.size()) {
      outcome.resident.push_back(resident);
    }
  }
  Check(scanner.status());
  PrintMemory(outcome);
  bench.Note(std::move(outcome));
}

}  // namespace basalt::bench
