// EmbeddedBulkWriter: BulkWriter on the store in this process. One thread at a time.
#pragma once

#include <memory>
#include <optional>
#include <utility>

#include "basalt/bulk_writer.h"
#include "catalog/catalog.h"
#include "catalog/table_handle.h"
#include "store/bulk_chunk.h"

namespace basalt::embedded {

class EmbeddedBulkWriter : public BulkWriter {
 public:
  EmbeddedBulkWriter(std::shared_ptr<const catalog::Catalog> catalog, TableName name)
      : catalog_(std::move(catalog)), table_(*catalog_, std::move(name)) {}

  // Begins a chunk, if there is none.
  Status Begin();

  Status Add(const Mutation& mutation) override;
  uint64_t buffered_bytes() const override;
  Status Prepare() override;
  Status Commit(const CallOptions& options) override;

 private:
  const std::shared_ptr<const catalog::Catalog> catalog_;
  catalog::TableHandle table_;
  // Of the chunk; both unset between chunks.
  std::optional<catalog::TableAccess> access_;
  std::unique_ptr<store::BulkChunk> chunk_;
  bool prepared_ = false;
};

}  // namespace basalt::embedded
