#include "copy/copier.h"

#include <algorithm>
#include <chrono>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>

#include <fmt/format.h>

#include "base/check.h"
#include "base/failpoint.h"
#include "copy/range_copy.h"
#include "copy/range_verify.h"
#include "copy/schema.h"

namespace basalt::copy {
namespace {

using SteadyClock = std::chrono::steady_clock;
using TableHandles = std::vector<std::unique_ptr<Table>>;

constexpr auto kTellEvery = std::chrono::milliseconds(500);
constexpr auto kSaveEvery = std::chrono::seconds(1);

double SecondsSince(SteadyClock::time_point start) {
  return std::chrono::duration<double>(SteadyClock::now() - start).count();
}

Counts SumOf(const std::vector<WorkRange>& ranges) {
  Counts sum;
  for (const WorkRange& range : ranges) sum += range.counts;
  return sum;
}

Counts Minus(const Counts& a, const Counts& b) {
  return {.rows = a.rows - b.rows, .cells = a.cells - b.cells, .bytes = a.bytes - b.bytes};
}

Result<TableHandles> OpenTables(Connection& connection,
                                const std::vector<CopyState::CopiedTable>& tables,
                                TableName TablePair::*name) {
  TableHandles handles;
  for (const CopyState::CopiedTable& table : tables) {
    BASALT_ASSIGN_OR_RETURN(auto handle, connection.GetTable(table.pair.*name));
    handles.push_back(std::move(handle));
  }
  return handles;
}

}  // namespace

Copier::Copier(Connection& source, Connection& destination, CopySpec spec, Watcher watcher)
    : source_(source),
      destination_(destination),
      spec_(std::move(spec)),
      watcher_(std::move(watcher)),
      rate_(spec_.rate_bytes_per_second) {
  BASALT_DCHECK(spec_.Check().ok(), "The caller has checked what is to be copied.");
}

Result<CopyReport> Copier::Run() {
  BASALT_RETURN_IF_ERROR(Begin());
  if (spec_.copy) BASALT_RETURN_IF_ERROR(CopyAll());
  if (spec_.verify || spec_.repair) BASALT_RETURN_IF_ERROR(VerifyAll());
  if (!spec_.copy) return report_;
  for (const CopyState::CopiedTable& table : state_.tables) {
    if (!table.made) continue;
    BASALT_RETURN_IF_ERROR(FinishTable(source_.admin(), destination_.admin(), table.pair));
  }
  base::Failpoint("copy.before_state_removed");
  BASALT_RETURN_IF_ERROR(RemoveState(state_path_));
  return report_;
}

Status Copier::Begin() {
  state_.source = NormalTarget(spec_.source);
  state_.destination = NormalTarget(spec_.destination);
  state_.time_range = spec_.time_range;
  BASALT_ASSIGN_OR_RETURN(const auto there, source_.admin().ListTables());
  BASALT_ASSIGN_OR_RETURN(const auto pairs, ChooseTables(spec_.tables, there));
  for (const TablePair& pair : pairs) {
    if (state_.source == state_.destination && pair.source == pair.destination) {
      return {
          StatusCode::kInvalidArgument,
          fmt::format("source and destination of table '{}' are the same", pair.source.ToString())};
    }
    BASALT_RETURN_IF_ERROR(CheckSource(source_.admin(), pair));
    BASALT_ASSIGN_OR_RETURN(const bool exists, destination_.admin().TableExists(pair.destination));
    if (!exists && !spec_.copy) {
      return {StatusCode::kTableNotFound,
              fmt::format("the destination has no table '{}'", pair.destination.ToString())};
    }
    state_.tables.push_back({pair, !exists});
  }
  if (spec_.copy) BASALT_RETURN_IF_ERROR(FindState());
  for (const CopyState::CopiedTable& table : state_.tables) {
    if (spec_.copy) BASALT_RETURN_IF_ERROR(MakeTable(report_.tables.size()));
    report_.tables.push_back({.pair = table.pair, .made = spec_.copy && table.made});
  }
  return {};
}

Status Copier::MakeTable(size_t place) {
  const CopyState::CopiedTable& table = state_.tables[place];
  const bool copied =
      std::all_of(state_.ranges.begin(), state_.ranges.end(),
                  [&](const WorkRange& range) { return range.table != place || range.done; });
  const Status status =
      PrepareTable(source_.admin(), destination_.admin(), table.pair, table.made && copied);
  base::Failpoint("copy.table_made");
  if (status.ok() || report_.continued) return status;
  // Nothing was copied, so there is no state to resume from.
  const Status removed = RemoveState(state_path_);
  state_path_.clear();
  return removed.ok() ? status : removed;
}

Status Copier::FindState() {
  if (spec_.state_path.empty()) {
    BASALT_ASSIGN_OR_RETURN(state_path_, DefaultStatePath(spec_));
  } else {
    state_path_ = spec_.state_path;
  }
  if (spec_.restart) BASALT_RETURN_IF_ERROR(RemoveState(state_path_));
  BASALT_ASSIGN_OR_RETURN(auto found, ReadState(state_path_));
  if (found) {
    BASALT_RETURN_IF_ERROR(CheckSameCopy(*found, state_, state_path_));
    state_ = *std::move(found);
    report_.continued = true;
    return {};
  }
  BASALT_ASSIGN_OR_RETURN(state_.ranges, PlanRanges());
  // Written before tables are created: the state records which did not exist.
  return WriteState(state_path_, state_);
}

Result<std::vector<WorkRange>> Copier::PlanRanges() {
  std::vector<WorkRange> ranges;
  for (size_t i = 0; i < state_.tables.size(); ++i) {
    BASALT_ASSIGN_OR_RETURN(const auto regions,
                            RegionRanges(source_.admin(), state_.tables[i].pair.source));
    for (const KeyRange& range : regions) {
      ranges.push_back({.table = i, .range = range, .last_row = {}, .done = false, .counts = {}});
    }
  }
  return ranges;
}

Result<std::optional<Bytes>> Copier::FindLastRow(size_t table, const KeyRange& range) {
  BASALT_ASSIGN_OR_RETURN(const auto handle, source_.GetTable(state_.tables[table].pair.source));
  Scan scan;
  scan.WithStartRow(range.stop, false).WithStopRow(range.start);
  scan.SetReversed().SetRaw().SetLimit(1);
  BASALT_ASSIGN_OR_RETURN(ResultScanner scanner, handle->GetScanner(scan));
  RowResult row;
  BASALT_ASSIGN_OR_RETURN(const bool found, scanner.Next(row));
  return found ? std::optional(Bytes(row.row())) : std::nullopt;
}

Status Copier::RunThreads(WorkList& work, const char* doing, bool keep_state,
                          const RangeWork& range_work) {
  const auto start = SteadyClock::now();
  const Counts before = SumOf(work.All());
  std::vector<std::thread> threads;
  for (int i = 0; i < spec_.threads; ++i) {
    threads.emplace_back([&] {
      while (const auto place = work.Take()) {
        if (const Status status = range_work(work, *place); !status.ok()) work.Fail(status);
      }
    });
  }
  Status saved;
  auto last_save = start;
  for (bool done = false; !done;) {
    done = work.WaitFor(kTellEvery, spec_.threads);
    if (Stopped() || !work.status().ok()) {
      work.Stop();
      rate_.Stop();
    }
    const auto all = work.All();
    watcher_({.doing = doing,
              .counts = Minus(SumOf(all), before),
              .seconds = SecondsSince(start),
              .ranges_done = static_cast<size_t>(std::count_if(
                  all.begin(), all.end(), [](const WorkRange& range) { return range.done; })),
              .ranges = all.size(),
              .fraction = work.Fraction()});
    if (!keep_state || (!done && SteadyClock::now() - last_save < kSaveEvery)) continue;
    last_save = SteadyClock::now();
    state_.ranges = all;
    saved = WriteState(state_path_, state_);
    if (!saved.ok()) work.Fail(saved);
  }
  for (std::thread& thread : threads) thread.join();
  BASALT_RETURN_IF_ERROR(saved);
  if (Stopped()) return {StatusCode::kCancelled, "stopped"};
  return work.status();
}

Status Copier::CopyAll() {
  BASALT_ASSIGN_OR_RETURN(const auto sources,
                          OpenTables(source_, state_.tables, &TablePair::source));
  BASALT_ASSIGN_OR_RETURN(const auto destinations,
                          OpenTables(destination_, state_.tables, &TablePair::destination));
  const auto start = SteadyClock::now();
  const Counts before = SumOf(state_.ranges);
  WorkList work(state_.ranges, spec_.split_bytes,
                [this](size_t table, const KeyRange& range) { return FindLastRow(table, range); });
  BASALT_RETURN_IF_ERROR(RunThreads(work, "copying", true, [&](WorkList& list, size_t place) {
    const size_t table = list.Get(place).table;
    return CopyRange(spec_, *sources[table], *destinations[table], list, place, rate_, stop_)
        .WithContext("table '" + state_.tables[table].pair.ToString() + "'");
  }));
  report_.copied = true;
  report_.copy_seconds = SecondsSince(start);
  report_.this_run = Minus(SumOf(state_.ranges), before);
  for (const WorkRange& range : state_.ranges) report_.tables[range.table].copied += range.counts;
  return {};
}

Status Copier::VerifyAll() {
  BASALT_ASSIGN_OR_RETURN(const auto sources,
                          OpenTables(source_, state_.tables, &TablePair::source));
  BASALT_ASSIGN_OR_RETURN(const auto destinations,
                          OpenTables(destination_, state_.tables, &TablePair::destination));
  const auto start = SteadyClock::now();
  BASALT_ASSIGN_OR_RETURN(auto ranges, PlanRanges());
  WorkList work(std::move(ranges), spec_.split_bytes,
                [this](size_t table, const KeyRange& range) { return FindLastRow(table, range); });
  std::mutex mutex;
  BASALT_RETURN_IF_ERROR(RunThreads(work, "verifying", false, [&](WorkList& list, size_t place) {
    const size_t table = list.Get(place).table;
    Verified verified;
    const Status status =
        VerifyRange(spec_, *sources[table], *destinations[table], list, place, stop_, verified);
    const std::lock_guard lock(mutex);
    TableReport& report = report_.tables[table];
    report.verified_ranges += verified.ranges;
    report.old_cells_differ += verified.old_cells_differ;
    report.repaired += verified.repaired;
    report.different.insert(report.different.end(), verified.different.begin(),
                            verified.different.end());
    return status.WithContext("table '" + state_.tables[table].pair.ToString() + "'");
  }));
  report_.verified = true;
  report_.verify_seconds = SecondsSince(start);
  for (const WorkRange& range : work.All()) {
    report_.tables[range.table].verified_rows += range.counts.rows;
  }
  for (TableReport& table : report_.tables) {
    std::sort(table.different.begin(), table.different.end(),
              [](const auto& a, const auto& b) { return a.first < b.first; });
  }
  return {};
}

}  // namespace basalt::copy
