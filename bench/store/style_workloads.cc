// What writes cost with leveled and with universal compaction. Here both sides are Basalt.
//
// Rows are written again and again through a small memory store, so that many files are flushed and
// merged; each side is given the time to finish its compactions, and all of the process's CPU time
// and writing to files count.
#include <unistd.h>

#include <chrono>
#include <ctime>
#include <fstream>
#include <string>
#include <thread>

#include "bench.h"

namespace basalt::bench {
namespace {

constexpr uint64_t kBatchRows = 100;
constexpr uint64_t kWritesPerRow = 3;
constexpr uint64_t kMemoryStoreBytes = 4ULL << 20;

double ProcessCpuSeconds() {
  timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

// Bytes the process has handed to write calls.
uint64_t WrittenBytes() {
  std::ifstream io("/proc/self/io");
  for (std::string name; io >> name;) {
    uint64_t value = 0;
    io >> value;
    if (name == "wchar:") return value;
  }
  return 0;
}

// Returns when the process has all but stopped using the processor.
void WaitUntilQuiet() {
  constexpr double kQuiet = 0.002;
  constexpr int kTimes = 3;
  double before = ProcessCpuSeconds();
  for (int quiet = 0; quiet < kTimes;) {
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    const double now = ProcessCpuSeconds();
    quiet = now - before < kQuiet ? quiet + 1 : 0;
    before = now;
  }
}

StyleOutcome RunStyle(Bench& bench, const std::string& style) {
  ConnectionOptions options;
  options.memstore_flush_bytes = kMemoryStoreBytes;
  const auto connection = Take(Connection::Open(bench.settings().directory + "/" + style, options));
  const TableName name = Take(TableName::Parse("t"));
  TableDescriptor descriptor(name);
  Check(descriptor.AddFamily(FamilyDescriptor("f").SetAttribute("COMPACTION", style)));
  Check(connection->admin().CreateTable(descriptor));
  const auto table = Take(connection->GetTable(name));
  WaitUntilQuiet();

  const double cpu_before = ProcessCpuSeconds();
  const uint64_t written_before = WrittenBytes();
  Dice dice(3);
  const uint64_t rows = bench.settings().rows;
  uint64_t data_bytes = 0;
  for (uint64_t written = 0; written < rows * kWritesPerRow; written += kBatchRows) {
    std::vector<Put> puts;
    puts.reserve(kBatchRows);
    for (uint64_t i = 0; i < kBatchRows; ++i) {
      const uint64_t row = dice.Below(rows);
      Put& put = puts.emplace_back(Data::Row(row));
      for (size_t c = 0; c < Data::kColumns; ++c) {
        const BytesView value = bench.data().Value(row + written + c);
        put.AddColumn("f", bench.data().Column(c), value);
        data_bytes += put.row().size() + bench.data().Column(c).size() + value.size();
      }
    }
    Check(table->Put(puts));
  }
  Check(connection->admin().Flush(name));
  WaitUntilQuiet();
  StyleOutcome outcome;
  outcome.style = style;
  outcome.cpu_micros =
      (ProcessCpuSeconds() - cpu_before) * 1e6 / static_cast<double>(rows * kWritesPerRow);
  outcome.write_factor =
      static_cast<double>(WrittenBytes() - written_before) / static_cast<double>(data_bytes);
  return outcome;
}

}  // namespace

void RunStyles(Bench& bench) {
  if (!bench.Wanted("compaction styles")) return;
  for (const char* style : {"LEVELED", "UNIVERSAL"}) {
    StyleOutcome outcome = RunStyle(bench, style);
    PrintStyle(outcome);
    bench.Note(std::move(outcome));
  }
}

}  // namespace basalt::bench
