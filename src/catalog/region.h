// Region: a region as the running process knows it: its facts, its table, its counters. Made by the
// catalog when the region comes to be; an object never becomes another region. Thread safe; shared
// by the catalog and by requests under way, which may outlive it there.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "basalt/clock.h"
#include "basalt/mutation.h"
#include "catalog/table_entry.h"
#include "hotspot/insert_order.h"
#include "hotspot/key_heat.h"
#include "model/region_info.h"

namespace basalt::catalog {

class Region {
 public:
  // How long traffic counts as present.
  static constexpr int64_t kHeatWindowMs = 30'000;

  // The clock must outlive it.
  Region(model::RegionInfo info, std::shared_ptr<TableEntry> table, bool online,
         const Clock& clock = *Clock::System())
      : info_(std::move(info)),
        name_(info_.Name()),
        encoded_name_(info_.EncodedName()),
        table_(std::move(table)),
        clock_(clock),
        heat_(clock_.MonotonicMs(), kHeatWindowMs),
        insert_order_(clock_.MonotonicMs(), kHeatWindowMs),
        online_(online) {}

  const model::RegionInfo& info() const { return info_; }
  // The info's names, made once.
  const Bytes& name() const { return name_; }
  const std::string& encoded_name() const { return encoded_name_; }
  const std::shared_ptr<TableEntry>& table() const { return table_; }

  // Another region of the same rows that clients may read (REGION_REPLICATION). It is in the
  // region's present state.
  std::shared_ptr<Region> MakeReplica(int32_t replica_id) const {
    model::RegionInfo info = info_;
    info.replica_id = replica_id;
    return std::make_shared<Region>(std::move(info), table_, online(), clock_);
  }
  // Replicas are read only.
  bool is_replica() const { return info_.replica_id != 0; }

  // False once its table is disabled or dropped, or it has been split or merged away.
  bool online() const { return online_.load(std::memory_order_acquire); }

  // Accounting, for TableAccess. Counts and bytes are exact; of the keys one touch in
  // KeyHeat::kEvery is sampled.
  void RecordRead(BytesView row, uint64_t bytes) {
    reads_.fetch_add(1, std::memory_order_relaxed);
    bytes_read_.fetch_add(bytes, std::memory_order_relaxed);
    if (hotspot::KeyHeat::Due()) heat_.Sample(row, clock_.MonotonicMs());
  }
  // A row that was read and of which the filter let nothing through.
  void RecordFilteredRead() { filtered_reads_.fetch_add(1, std::memory_order_relaxed); }
  void RecordWrite(const Mutation& mutation) {
    uint64_t bytes = 0;
    for (const MutationCell& cell : mutation.cells()) {
      bytes +=
          mutation.row().size() + cell.family.size() + cell.qualifier.size() + cell.value.size();
    }
    writes_.fetch_add(1, std::memory_order_relaxed);
    bytes_written_.fetch_add(bytes, std::memory_order_relaxed);
    if (!hotspot::KeyHeat::Due()) return;
    const int64_t now_ms = clock_.MonotonicMs();
    heat_.Sample(mutation.row(), now_ms);
    // A delete adds no row, so it says nothing about where new rows go.
    if (mutation.type() != MutationType::kDelete) insert_order_.Sample(mutation.row(), now_ms);
  }
  uint64_t reads() const { return reads_.load(std::memory_order_relaxed); }
  uint64_t writes() const { return writes_.load(std::memory_order_relaxed); }
  uint64_t filtered_reads() const { return filtered_reads_.load(std::memory_order_relaxed); }

  uint64_t bytes_read() const { return bytes_read_.load(std::memory_order_relaxed); }
  uint64_t bytes_written() const { return bytes_written_.load(std::memory_order_relaxed); }
  // Their times are of the clock's MonotonicMs.
  hotspot::KeyHeat& heat() { return heat_; }
  hotspot::InsertOrder& insert_order() { return insert_order_; }

  // For the catalog.
  void set_online(bool online) { online_.store(online, std::memory_order_release); }

 private:
  const model::RegionInfo info_;
  const Bytes name_;
  const std::string encoded_name_;
  const std::shared_ptr<TableEntry> table_;
  const Clock& clock_;
  hotspot::KeyHeat heat_;
  hotspot::InsertOrder insert_order_;
  std::atomic<bool> online_;
  std::atomic<uint64_t> reads_{0};
  std::atomic<uint64_t> writes_{0};
  std::atomic<uint64_t> filtered_reads_{0};
  std::atomic<uint64_t> bytes_read_{0};
  std::atomic<uint64_t> bytes_written_{0};
};

}  // namespace basalt::catalog
