#include "basalt/table.h"

#include <memory>
#include <utility>

#include "basalt/bulk_writer.h"

namespace basalt {
inline namespace v1 {

Result<bool> ResultScanner::Next(RowResult& row) {
  if (source_ == nullptr) return false;
  return source_->Next(row);
}

bool ResultScanner::Advance() {
  Result<bool> more = Next(current_);
  status_ = more.status();
  return more.ok() && *more;
}

Result<int64_t> Table::IncrementColumnValue(BytesView row, BytesView family, BytesView qualifier,
                                            int64_t amount, const CallOptions& options) {
  basalt::Increment increment{Bytes(row)};
  increment.AddColumn(family, qualifier, amount);
  BASALT_ASSIGN_OR_RETURN(const RowResult result, Increment(increment, options));
  const auto value = result.GetValue(family, qualifier);
  const auto number = value ? DecodeLong(*value) : std::nullopt;
  if (!number) return Status(StatusCode::kInternal, "an increment returned no counter");
  return *number;
}

Result<std::unique_ptr<BulkWriter>> Table::OpenBulkWriter(const CallOptions& /*options*/) {
  return Status(StatusCode::kNotSupported, "bulk writes need a directory");
}

}  // namespace v1
}  // namespace basalt
