// The two kinds of RowSink: sorted files of a directory, and batches of puts and deletes.

#include <utility>

#include "base/failpoint.h"
#include "transfer/piece_loader.h"

namespace basalt::transfer {
namespace {

// As the batches of `basalt bench`: longer calls leave the server's fast path.
constexpr size_t kBatchRows = 100;
constexpr size_t kBatchBytes = 2 << 20;

size_t MutationBytes(const Mutation& mutation) {
  size_t bytes = mutation.row().size();
  for (const MutationCell& cell : mutation.cells()) {
    bytes += cell.qualifier.size() + cell.value.size() + mutation.row().size();
  }
  return bytes;
}

Action ToAction(Mutation mutation) {
  // The derived classes add no members.
  if (mutation.type() == MutationType::kDelete) {
    Delete del(mutation.row(), mutation.timestamp());
    del.mutable_cells() = std::move(mutation.mutable_cells());
    return del;
  }
  Put put(mutation.row(), mutation.timestamp());
  put.mutable_cells() = std::move(mutation.mutable_cells());
  if (mutation.ttl()) put.SetTtl(*mutation.ttl());
  return put;
}

class BulkSink : public RowSink {
 public:
  BulkSink(Table& table, uint64_t chunk_bytes) : table_(table), chunk_bytes_(chunk_bytes) {}

  Status Add(Mutation mutation, std::vector<SourceRecord> records) override {
    if (writer_ == nullptr) {
      BASALT_ASSIGN_OR_RETURN(writer_, table_.OpenBulkWriter());
    }
    const Status status = writer_->Add(mutation);
    if (IsRefusal(status)) {
      refused_.push_back({std::move(records), status});
      return {};
    }
    BASALT_RETURN_IF_ERROR(status);
    return writer_->buffered_bytes() < chunk_bytes_ ? Status() : EndChunk();
  }
  Status Finish() override { return EndChunk(); }
  std::vector<std::unique_ptr<BulkWriter>> TakePrepared() override {
    return std::exchange(prepared_, {});
  }

 private:
  Status EndChunk() {
    if (writer_ == nullptr) return {};
    BASALT_RETURN_IF_ERROR(writer_->Prepare());
    prepared_.push_back(std::move(writer_));
    writer_.reset();
    return {};
  }

  Table& table_;
  const uint64_t chunk_bytes_;
  std::unique_ptr<BulkWriter> writer_;
  std::vector<std::unique_ptr<BulkWriter>> prepared_;
};

class BatchSink : public RowSink {
 public:
  explicit BatchSink(Table& table) : table_(table) {}

  Status Add(Mutation mutation, std::vector<SourceRecord> records) override {
    bytes_ += MutationBytes(mutation);
    actions_.push_back(ToAction(std::move(mutation)));
    records_.push_back(std::move(records));
    return actions_.size() < kBatchRows && bytes_ < kBatchBytes ? Status() : Finish();
  }
  Status Finish() override {
    if (actions_.empty()) return {};
    const auto outcomes = table_.Batch(actions_);
    base::Failpoint("load.batch_written");
    for (size_t i = 0; i < outcomes.size(); ++i) {
      const Status status = outcomes[i].status();
      if (status.ok()) continue;
      if (!IsRefusal(status)) return status;
      refused_.push_back({std::move(records_[i]), status});
    }
    actions_.clear();
    records_.clear();
    bytes_ = 0;
    return {};
  }

 private:
  Table& table_;
  std::vector<Action> actions_;
  std::vector<std::vector<SourceRecord>> records_;
  size_t bytes_ = 0;
};

}  // namespace

bool IsRefusal(const Status& status) {
  switch (status.code()) {
    case StatusCode::kInvalidArgument:
    case StatusCode::kDoNotRetry:
    case StatusCode::kNoSuchColumnFamily:
    case StatusCode::kFailedSanityCheck: return true;
    default: return false;
  }
}

std::unique_ptr<RowSink> NewBulkSink(Table& table, uint64_t chunk_bytes) {
  return std::make_unique<BulkSink>(table, chunk_bytes);
}

std::unique_ptr<RowSink> NewBatchSink(Table& table) { return std::make_unique<BatchSink>(table); }

}  // namespace basalt::transfer
