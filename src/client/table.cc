#include "basalt/table.h"

#include <utility>

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
                                            int64_t amount) {
  basalt::Increment increment{Bytes(row)};
  increment.AddColumn(family, qualifier, amount);
  BASALT_ASSIGN_OR_RETURN(const RowResult result, Increment(increment));
  const auto value = result.GetValue(family, qualifier);
  const auto number = value ? DecodeLong(*value) : std::nullopt;
  if (!number) return Status(StatusCode::kInternal, "an increment returned no counter");
  return *number;
}

}  // namespace v1
}  // namespace basalt
