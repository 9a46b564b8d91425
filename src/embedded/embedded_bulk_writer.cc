#include "embedded/embedded_bulk_writer.h"

#include "base/call_limits.h"

namespace basalt::embedded {

Status EmbeddedBulkWriter::Begin() {
  if (chunk_ != nullptr) return {};
  BASALT_ASSIGN_OR_RETURN(auto access, table_.Access());
  BASALT_ASSIGN_OR_RETURN(chunk_, access.NewBulkChunk());
  access_.emplace(std::move(access));
  prepared_ = false;
  return {};
}

Status EmbeddedBulkWriter::Add(const Mutation& mutation) {
  if (prepared_) return {StatusCode::kInvalidArgument, "a prepared chunk takes no more mutations"};
  BASALT_RETURN_IF_ERROR(Begin());
  return access_->AddTo(*chunk_, mutation);
}

uint64_t EmbeddedBulkWriter::buffered_bytes() const {
  return chunk_ == nullptr ? 0 : chunk_->bytes();
}

Status EmbeddedBulkWriter::Prepare() {
  if (chunk_ == nullptr || prepared_) return {};
  prepared_ = true;
  return chunk_->WriteFiles();
}

Status EmbeddedBulkWriter::Commit(const CallOptions& options) {
  Status status = base::CallLimits(options).Check();
  if (status.ok()) status = Prepare();
  const auto chunk = std::move(chunk_);
  access_.reset();
  prepared_ = false;
  if (!status.ok() || chunk == nullptr) return status;
  // The table may have changed since the chunk began.
  BASALT_ASSIGN_OR_RETURN(const auto access, table_.Access());
  return access.Ingest(*chunk);
}

}  // namespace basalt::embedded
