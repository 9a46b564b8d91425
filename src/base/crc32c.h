// CRC-32C (Castagnoli), the checksum RocksDB's files use and so do our own small ones.
#pragma once

#include <cstdint>
#include <string_view>

namespace basalt::base {

// The checksum of what `crc` is of, followed by `data`. 0: of nothing.
uint32_t ExtendCrc32c(uint32_t crc, std::string_view data);

inline uint32_t Crc32c(std::string_view data) { return ExtendCrc32c(0, data); }

}  // namespace basalt::base
