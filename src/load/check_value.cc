#include "load/check_value.h"

#include <algorithm>
#include <cstring>

#include "load/key_chooser.h"

namespace basalt::load {
namespace {

void PutNumber(Bytes& value, size_t offset, uint64_t number) {
  if (offset >= value.size()) return;
  std::memcpy(value.data() + offset, &number, std::min(sizeof(number), value.size() - offset));
}

}  // namespace

void MakeValue(uint64_t row, uint64_t column, uint64_t nonce, size_t length, Bytes& value) {
  value.resize(length);
  PutNumber(value, 0, Scatter(row * 1009 + column + 1));
  PutNumber(value, 8, nonce);
  // A cheap pseudo-random sequence that does not compress well.
  uint64_t state = Scatter(nonce + 1) | 1;
  for (size_t offset = 16; offset < length; offset += 8) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    PutNumber(value, offset, state);
  }
}

bool IsValueOf(uint64_t row, uint64_t column, BytesView value) {
  if (value.size() < 24) return false;
  uint64_t nonce = 0;
  std::memcpy(&nonce, value.data() + 8, sizeof(nonce));
  Bytes expected;
  MakeValue(row, column, nonce, value.size(), expected);
  return value == expected;
}

}  // namespace basalt::load
