#include "filter/big_decimal.h"

#include "filter/decimal.h"

namespace basalt::filter {

bool IsBigDecimal(BytesView bytes) { return DecodeDecimal(bytes).has_value(); }

std::optional<int> CompareBigDecimals(BytesView a, BytesView b) {
  const std::optional<Decimal> left = DecodeDecimal(a);
  const std::optional<Decimal> right = DecodeDecimal(b);
  if (!left || !right) return std::nullopt;
  return Compare(*left, *right);
}

}  // namespace basalt::filter
