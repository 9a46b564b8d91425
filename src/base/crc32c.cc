#include "base/crc32c.h"

#include <array>
#include <bit>
#include <cstring>

namespace basalt::base {
namespace {

constexpr uint32_t kPolynomial = 0x82F63B78;  // bits reversed
constexpr size_t kSlices = 8;

using Table = std::array<std::array<uint32_t, 256>, kSlices>;

// Entry [k][b]: what byte b, followed by k zero bytes, adds to the checksum.
constexpr Table MakeTable() {
  Table table{};
  for (uint32_t byte = 0; byte < 256; ++byte) {
    uint32_t crc = byte;
    for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1) ^ ((crc & 1) != 0 ? kPolynomial : 0);
    table[0][byte] = crc;
  }
  for (size_t slice = 1; slice < kSlices; ++slice) {
    for (size_t byte = 0; byte < 256; ++byte) {
      const uint32_t before = table[slice - 1][byte];
      table[slice][byte] = (before >> 8) ^ table[0][before & 0xFF];
    }
  }
  return table;
}

constexpr Table kTable = MakeTable();

}  // namespace

uint32_t ExtendCrc32c(uint32_t crc, std::string_view data) {
  static_assert(std::endian::native == std::endian::little);
  crc = ~crc;
  while (data.size() >= kSlices) {
    uint64_t word;
    std::memcpy(&word, data.data(), sizeof(word));
    word ^= crc;
    crc = 0;
    for (size_t i = 0; i < kSlices; ++i) {
      crc ^= kTable[kSlices - 1 - i][(word >> (8 * i)) & 0xFF];
    }
    data.remove_prefix(kSlices);
  }
  for (const char c : data) {
    crc = (crc >> 8) ^ kTable[0][(crc ^ static_cast<uint8_t>(c)) & 0xFF];
  }
  return ~crc;
}

}  // namespace basalt::base
