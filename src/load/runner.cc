#include "load/runner.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <thread>
#include <utility>

#include <fmt/format.h>

#include "base/check.h"
#include "load/worker.h"

namespace basalt::load {
namespace {

using SteadyClock = std::chrono::steady_clock;

SteadyClock::duration Seconds(double seconds) {
  return std::chrono::duration_cast<SteadyClock::duration>(std::chrono::duration<double>(seconds));
}

uint64_t Nanoseconds(SteadyClock::duration duration) {
  return static_cast<uint64_t>(
      std::max<int64_t>(0, std::chrono::duration_cast<std::chrono::nanoseconds>(duration).count()));
}

}  // namespace

metrics::Histogram LoadResult::All() const {
  metrics::Histogram all;
  for (const metrics::Histogram& histogram : latencies) all.Add(histogram);
  return all;
}

Runner::Runner(Connection& connection, LoadSpec spec, Progress progress)
    : connections_{&connection},
      spec_(std::move(spec)),
      progress_(std::move(progress)),
      name_(TableName::Parse(spec_.table).value()) {
  BASALT_DCHECK(spec_.Check().ok(), "The caller has checked the load.");
}

Status Runner::RunThreads(const std::function<Status(int thread)>& work) const {
  std::mutex mutex;
  Status first;
  std::vector<std::thread> threads;
  for (int thread = 0; thread < spec_.threads; ++thread) {
    threads.emplace_back([&, thread] {
      const Status status = work(thread);
      const std::lock_guard lock(mutex);
      if (first.ok()) first = status;
    });
  }
  for (std::thread& thread : threads) thread.join();
  return first;
}

Status Runner::Prepare() {
  Admin& admin = ConnectionOf(0).admin();
  BASALT_ASSIGN_OR_RETURN(const bool exists, admin.TableExists(name_));
  if (!exists) {
    TableDescriptor table(name_);
    for (int family = 0; family < spec_.families; ++family) {
      BASALT_RETURN_IF_ERROR(table.AddFamily(FamilyDescriptor(FamilyName(family))));
    }
    progress_(fmt::format("creating table {} with {} regions", spec_.table, spec_.regions));
    BASALT_RETURN_IF_ERROR(spec_.regions > 1 && !spec_.workload.sequential
                               ? admin.CreateTable(table, SplitAlgorithm::kHexString, spec_.regions)
                               : admin.CreateTable(table));
  }
  BASALT_RETURN_IF_ERROR(Fill());
  rows_ = next_row_ = spec_.rows;
  return {};
}

Status Runner::Fill() {
  std::atomic<uint64_t> filled{0};
  const auto batch = static_cast<uint64_t>(spec_.batch);
  auto last = SteadyClock::now();
  return RunThreads([&](int thread) -> Status {
    BASALT_ASSIGN_OR_RETURN(const auto table, ConnectionOf(thread).GetTable(name_));
    Worker worker(*this, *table, thread);
    while (!stop_.load(std::memory_order_relaxed)) {
      const uint64_t first = next_row_.fetch_add(batch);
      if (first >= spec_.rows) break;
      std::vector<Put> puts;
      for (uint64_t row = first; row < std::min(first + batch, spec_.rows); ++row) {
        puts.push_back(worker.MakePut(row));
      }
      BASALT_RETURN_IF_ERROR(table->Put(puts));
      filled += puts.size();
      if (thread == 0 && SteadyClock::now() - last > std::chrono::seconds(1)) {
        last = SteadyClock::now();
        progress_(fmt::format("loading: {} of {} rows", filled.load(), spec_.rows));
      }
    }
    return {};
  });
}

void Runner::Arrived(uint64_t row) {
  const std::lock_guard lock(arrivals_mutex_);
  arrivals_.insert(row);
  while (!arrivals_.empty() && *arrivals_.begin() == rows_.load(std::memory_order_relaxed)) {
    arrivals_.erase(arrivals_.begin());
    ++rows_;
  }
}

Result<LoadResult> Runner::Run(const std::optional<ProcessMeter>& meter) {
  const auto start = SteadyClock::now();
  const auto measured_from = start + Seconds(spec_.warm_up_s);
  const auto end = measured_from + Seconds(spec_.duration_s);
  std::mutex mutex;
  std::condition_variable finished;
  int running = spec_.threads;
  LoadResult result;
  result.per_second.assign(static_cast<size_t>(std::max(1.0, spec_.duration_s)), 0);

  const auto work = [&](int thread) -> Status {
    const auto table = ConnectionOf(thread).GetTable(name_);
    std::optional<Worker> worker;
    if (table.ok()) worker.emplace(*this, **table, thread);
    for (uint64_t turn = 0; table.ok() && !stop_.load(std::memory_order_relaxed); ++turn) {
      auto due = SteadyClock::now();
      if (spec_.rate > 0) {
        due = start + Seconds((static_cast<double>(turn) * spec_.threads + thread) / spec_.rate);
        if (due >= end) break;
        std::this_thread::sleep_until(due);
      }
      if (due >= end) break;
      Status status;
      const Operation operation = worker->Next(status);
      done_.fetch_add(1, std::memory_order_relaxed);
      if (due < measured_from) continue;
      if (!status.ok()) {
        worker->CountError(status);
        continue;
      }
      ++worker->operations;
      worker->latencies[static_cast<size_t>(operation)].Record(
          Nanoseconds(SteadyClock::now() - due));
    }
    const std::lock_guard lock(mutex);
    if (worker) {
      for (size_t i = 0; i < kOperations; ++i) result.latencies[i].Add(worker->latencies[i]);
      result.operations += worker->operations;
      result.errors += worker->errors;
      for (const auto& [text, count] : worker->error_texts) result.error_texts[text] += count;
    }
    --running;
    finished.notify_all();
    return table.status();
  };

  std::optional<ProcessUse> before;
  Status status;
  std::thread threads([&] { status = RunThreads(work); });
  {
    // Samples the operation count every second.
    std::unique_lock lock(mutex);
    const auto all_done = [&] { return running == 0; };
    finished.wait_until(lock, measured_from, all_done);
    if (meter) before = meter->Read();
    uint64_t last = done_.load(std::memory_order_relaxed);
    for (size_t second = 0; second < result.per_second.size() && running > 0; ++second) {
      finished.wait_until(lock, measured_from + std::chrono::seconds(second + 1), all_done);
      const uint64_t now = done_.load(std::memory_order_relaxed);
      result.per_second[second] = now - last;
      progress_(fmt::format("{} s: {} operations/s", second + 1, now - last));
      last = now;
    }
    finished.wait(lock, all_done);
  }
  threads.join();
  BASALT_RETURN_IF_ERROR(status);
  result.seconds = std::chrono::duration<double>(SteadyClock::now() - measured_from).count();
  if (const auto after = meter ? meter->Read() : std::nullopt; before && after) {
    result.server_cpu_s = after->cpu_s - before->cpu_s;
    result.server_memory_mb = after->memory_mb;
  }
  return result;
}

Result<uint64_t> Runner::Verify() {
  const uint64_t rows = rows_;
  std::atomic<uint64_t> next{0};
  const auto batch = static_cast<uint64_t>(spec_.batch);
  progress_(fmt::format("verifying {} rows", rows));
  BASALT_RETURN_IF_ERROR(RunThreads([&](int thread) -> Status {
    BASALT_ASSIGN_OR_RETURN(const auto table, ConnectionOf(thread).GetTable(name_));
    const Worker worker(*this, *table, thread);
    while (true) {
      const uint64_t first = next.fetch_add(batch);
      if (first >= rows) return {};
      std::vector<Get> gets;
      for (uint64_t row = first; row < std::min(first + batch, rows); ++row) {
        gets.emplace_back(RowKey(spec_.workload, row));
      }
      BASALT_ASSIGN_OR_RETURN(const auto found, table->Get(gets));
      for (size_t i = 0; i < found.size(); ++i) {
        BASALT_RETURN_IF_ERROR(worker.CheckRow(first + i, found[i]));
      }
    }
  }));
  return rows;
}

}  // namespace basalt::load
