#include "store/log_check.h"

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "base/check.h"
#include "base/crc32c.h"

namespace basalt::store {
namespace {

namespace fs = std::filesystem;

// RocksDB's log format: blocks, filled with records { u32 checksum, u16 length, u8 type, payload }
// that do not cross from one into the next. The checksum is of type and payload, stored rotated and
// shifted.
constexpr size_t kBlockSize = 32768;
constexpr size_t kHeaderSize = 7;
constexpr size_t kTypeAt = 6;

uint32_t Mask(uint32_t crc) { return std::rotr(crc, 15) + 0xa282ead8; }

struct Record {
  uint32_t checksum;
  uint16_t length;
  uint8_t type;

  // REQUIRES: bytes.size() >= kHeaderSize.
  explicit Record(std::string_view bytes) {
    BASALT_CHECK(bytes.size() >= kHeaderSize, "A record has a whole header.");
    type = static_cast<uint8_t>(bytes[kTypeAt]);
    std::memcpy(&checksum, bytes.data(), sizeof(checksum));
    std::memcpy(&length, bytes.data() + sizeof(checksum), sizeof(length));
  }
  bool all_zero() const { return checksum == 0 && length == 0 && type == 0; }
};

// Whether the record at the beginning of `bytes` is valid with that length.
bool Matches(std::string_view bytes, const Record& record, size_t length) {
  return Mask(base::Crc32c(bytes.substr(kTypeAt, 1 + length))) == record.checksum;
}

// Whether the record would be valid with one byte of its length changed: then its length is
// corrupt, and the record is not truncated.
bool HasDamagedLength(std::string_view bytes, const Record& record) {
  const size_t room = bytes.size() - kHeaderSize;
  for (int byte = 0; byte < 2; ++byte) {
    for (uint16_t value = 0; value < 256; ++value) {
      const auto mask = static_cast<uint16_t>(0xFF << (8 * byte));
      const auto length = static_cast<uint16_t>((record.length & ~mask) | (value << (8 * byte)));
      if (length <= room && Matches(bytes, record, length)) return true;
    }
  }
  return false;
}

bool OnlyZeros(std::string_view bytes, std::ifstream& rest) {
  std::vector<char> buffer(bytes.begin(), bytes.end());
  while (true) {
    if (std::any_of(buffer.begin(), buffer.end(), [](char c) { return c != 0; })) return false;
    buffer.resize(kBlockSize);
    rest.read(buffer.data(), static_cast<std::streamsize>(buffer.size()));
    buffer.resize(static_cast<size_t>(rest.gcount()));
    if (buffer.empty()) return true;
  }
}

enum class Finding { kGoOn, kEnd, kDamaged };

// Checks the records of a block. `at`: where the check stopped.
Finding CheckBlock(std::string_view block, std::ifstream& rest, size_t& at) {
  for (at = 0; block.size() - at >= kHeaderSize;) {
    const std::string_view bytes = block.substr(at);
    const Record record(bytes);
    if (record.all_zero()) return OnlyZeros(bytes, rest) ? Finding::kEnd : Finding::kDamaged;
    const size_t end = at + kHeaderSize + record.length;
    if (end > kBlockSize) return Finding::kDamaged;
    if (end > block.size()) {
      return HasDamagedLength(bytes, record) ? Finding::kDamaged : Finding::kEnd;
    }
    if (!Matches(bytes, record, record.length)) return Finding::kDamaged;
    at = end;
  }
  return Finding::kGoOn;
}

}  // namespace

Status CheckLog(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) {
    return {StatusCode::kIoError, fmt::format("cannot open {}: {}", path, std::strerror(errno))};
  }
  std::vector<char> block(kBlockSize);
  for (uint64_t offset = 0;; offset += kBlockSize) {
    file.read(block.data(), kBlockSize);
    const auto length = static_cast<size_t>(file.gcount());
    if (file.bad()) {
      return {StatusCode::kIoError, fmt::format("cannot read {}: {}", path, std::strerror(errno))};
    }
    size_t at = 0;
    const Finding finding = CheckBlock({block.data(), length}, file, at);
    if (finding == Finding::kDamaged) {
      return {StatusCode::kCorruption,
              fmt::format("the log {} is damaged at byte {}", path, offset + at)};
    }
    if (finding == Finding::kEnd || length < kBlockSize) return {};
  }
}

Status CheckLogs(const std::string& directory) {
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(directory, error)) {
    if (entry.path().extension() == ".log") {
      BASALT_RETURN_IF_ERROR(CheckLog(entry.path().string()));
    }
  }
  if (error) {
    return {StatusCode::kIoError, fmt::format("cannot list {}: {}", directory, error.message())};
  }
  return {};
}

}  // namespace basalt::store
