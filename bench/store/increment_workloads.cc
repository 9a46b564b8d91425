// Counters. RocksDB's side reads the newest version and writes the next one under a lock chosen by
// the row's hash, which is the least that gives exact counters with the same bytes.
#include <array>
#include <mutex>
#include <optional>
#include <thread>

#include "bench.h"

namespace basalt::bench {
namespace {

constexpr uint64_t kPerThread = 500;
constexpr size_t kStripes = 4096;

class CounterSides {
 public:
  CounterSides(Bench& bench, int threads, uint64_t counters)
      : bench_(bench), threads_(threads), counters_(counters) {}
  ~CounterSides() {
    if (raw_ != nullptr) bench_.raw().Drop(raw_);
    table_.reset();
    bench_.DropTable("counters");
  }
  CounterSides(const CounterSides&) = delete;
  CounterSides& operator=(const CounterSides&) = delete;

  void Reset() {
    table_.reset();
    table_ = bench_.MakeTable("counters", {FamilyDescriptor("f")});
    if (raw_ != nullptr) bench_.raw().Drop(raw_);
    raw_ = bench_.raw().CreateFamily("counters");
  }

  uint64_t Basalt() {
    return OnAllThreads([this](uint64_t counter) {
      Take(table_->IncrementColumnValue(Data::Row(counter), "f", "n", 1));
    });
  }
  uint64_t Raw() {
    return OnAllThreads([this](uint64_t counter) { RawIncrement(counter); });
  }

 private:
  template <typename Increment>
  uint64_t OnAllThreads(Increment increment) {
    const auto work = [&](uint64_t seed) {
      Dice dice(seed);
      for (uint64_t i = 0; i < kPerThread; ++i) increment(dice.Below(counters_));
    };
    std::vector<std::thread> helpers;
    for (int i = 1; i < threads_; ++i) helpers.emplace_back(work, static_cast<uint64_t>(i));
    work(0);
    for (std::thread& helper : helpers) helper.join();
    return kPerThread * static_cast<uint64_t>(threads_);
  }

  void RawIncrement(uint64_t counter) {
    RawKey key;
    key.StartRow(Data::Row(counter));
    const std::lock_guard lock(
        stripes_[std::hash<std::string_view>()(key.row().ToStringView()) % kStripes]);
    int64_t timestamp = Clock::System()->NowMs();
    int64_t number = 1;
    {
      rocksdb::ReadOptions options;
      options.prefix_same_as_start = true;
      const std::unique_ptr<rocksdb::Iterator> iterator(
          bench_.raw().db().NewIterator(options, raw_));
      key.SetColumnPrefix("n");
      iterator->Seek(key.slice());
      CheckRaw(iterator->status());
      if (iterator->Valid() && iterator->key().starts_with(key.slice())) {
        const rocksdb::Slice value = iterator->value();
        number += DecodeLong({value.data() + 1, value.size() - 1}).value();
        // A counter's versions must not share a timestamp.
        uint64_t inverted = 0;
        std::memcpy(&inverted, iterator->key().data() + iterator->key().size() - 9, 8);
        timestamp = std::max(timestamp, static_cast<int64_t>(~__builtin_bswap64(inverted)) + 1);
      }
    }
    key.SetColumn("n", timestamp);
    rocksdb::WriteBatch batch;
    CheckRaw(batch.Put(raw_, key.slice(), Bytes(1, '\0') + EncodeLong(number)));
    bench_.raw().Write(batch);
  }

  Bench& bench_;
  const int threads_;
  const uint64_t counters_;
  std::unique_ptr<Table> table_;
  rocksdb::ColumnFamilyHandle* raw_ = nullptr;
  std::array<std::mutex, kStripes> stripes_;
};

void RunCounters(Bench& bench, int threads, uint64_t counters, const std::string& counters_text) {
  const std::string name = "increment, " + std::to_string(threads) +
                           (threads == 1 ? " thread, " : " threads, ") + counters_text;
  if (!bench.Wanted(name)) return;
  CounterSides sides(bench, threads, counters);
  bench.Run({.name = name,
             .unit = "increment",
             .basalt = [&] { return sides.Basalt(); },
             .raw = [&] { return sides.Raw(); },
             .before_turn = [&] { sides.Reset(); },
             .whole_process = true});
}

}  // namespace

void RunIncrements(Bench& bench) {
  RunCounters(bench, 1, 1000, "1,000 counters");
  RunCounters(bench, bench.settings().threads, 1000, "1,000 counters");
  RunCounters(bench, bench.settings().threads, 1, "1 counter");
}

}  // namespace basalt::bench
