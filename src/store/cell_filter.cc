#include "store/cell_filter.h"

#include <string>

#include "store/cell_codec.h"
#include "store/engine.h"

namespace basalt::store {
namespace {

// RocksDB declares the callbacks const and calls each filter from one thread; so the filter's state
// is mutable.
class CellFilter : public rocksdb::CompactionFilter {
 public:
  CellFilter(const FamilyRules& rules, int64_t now_ms, bool keys_tell_all, bool drop_silently)
      : visibility_(rules, Purpose::kMinor, now_ms, 0),
        keys_tell_all_(keys_tell_all),
        drop_silently_(drop_silently) {}

  const char* Name() const override { return "basalt.CellFilter"; }

  Decision FilterV2(int /*level*/, const rocksdb::Slice& key, ValueType type,
                    const rocksdb::Slice& value, std::string* /*new_value*/,
                    std::string* skip_until) const override {
    if (type != ValueType::kValue) return Decision::kKeep;
    const BytesView stored = ToView(value);
    return Decide(ToView(key), HasTags(stored) ? CellTtl(stored) : kNoTtl, skip_until);
  }

  Decision FilterBlobByKey(int /*level*/, const rocksdb::Slice& key, std::string* /*new_value*/,
                           std::string* skip_until) const override {
    if (!keys_tell_all_) return Decision::kUndetermined;
    return Decide(ToView(key), kNoTtl, skip_until);
  }

 private:
  Decision Decide(BytesView key, int64_t ttl_ms, std::string* skip_until) const {
    const bool same_row =
        key.size() > row_.size() && !row_.empty() && key.compare(0, row_.size(), row_) == 0;
    const size_t row_end = same_row ? row_.size() : FindEscapedEnd(key, 0);
    if (row_end == BytesView::npos || key.size() < row_end + KeySuffixLength(key)) {
      return Decision::kKeep;  // not a cell's key
    }
    if (!same_row) {
      row_.assign(key.data(), row_end);
      visibility_.StartRow();
    }
    const size_t column_length = key.size() - KeySuffixLength(key);
    const bool same_column =
        same_row && column_length == column_.size() && key.compare(0, column_.size(), column_) == 0;
    if (!same_column) {
      column_.assign(key.data(), column_length);
      column_over_ = false;
    }
    if (!column_over_) {
      const Verdict verdict =
          visibility_.Judge(BytesView(column_).substr(row_.size()), !same_column,
                            DecodeTimestamp(key), DecodeType(key), ttl_ms, DecodeOrder(key));
      if (Keeps(verdict)) return Decision::kKeep;
      column_over_ = verdict == Verdict::kNextColumn;
    }
    // An older value with the same key is hidden by the same rules, unless this cell's own TTL hid
    // it: then a deletion must remain.
    if (!drop_silently_ || ttl_ms != kNoTtl) return Decision::kRemove;
    skip_until->assign(key.data(), key.size());
    skip_until->push_back('\0');
    return Decision::kRemoveAndSkipUntil;
  }

  mutable Visibility visibility_;
  const bool keys_tell_all_;
  const bool drop_silently_;
  mutable Bytes row_;
  mutable Bytes column_;
  mutable bool column_over_ = false;
};

}  // namespace

bool CellFilterFactory::ShouldFilterTableFileCreation(
    rocksdb::TableFileCreationReason reason) const {
  return reason == rocksdb::TableFileCreationReason::kFlush ||
         reason == rocksdb::TableFileCreationReason::kCompaction;
}

std::unique_ptr<rocksdb::CompactionFilter> CellFilterFactory::CreateCompactionFilter(
    const rocksdb::CompactionFilter::Context& context) {
  { const std::unique_lock wait_for_readers(*readers_gate_); }
  if (!family_->has_rules()) return nullptr;
  // In a flush no older version of the key is in the input, so the key can be dropped without a
  // deletion. In a compaction a deletion must remain: a sweep's deletion may lie below the key.
  const bool drop_silently =
      context.reason == rocksdb::TableFileCreationReason::kFlush && family_->sweeps_under_way == 0;
  return std::make_unique<CellFilter>(family_->rules(), clock_->NowMs(),
                                      !family_->settings().has_cell_ttls, drop_silently);
}

}  // namespace basalt::store
