#include "store/log_scan.h"

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <vector>

#include <fmt/format.h>

#include "base/crc32c.h"

namespace basalt::store {
namespace {

// RocksDB's log format: blocks, filled with fragments { u32 checksum, u16 length, u8 type, payload
// } that do not cross from one into the next; fewer than 7 bytes at the end of a block are zeros.
// The checksum is of type and payload, stored rotated and shifted.
constexpr size_t kBlockSize = 32768;
constexpr size_t kHeaderSize = 7;
constexpr size_t kTypeAt = 6;

enum FragmentType : uint8_t { kFull = 1, kFirst = 2, kMiddle = 3, kLast = 4 };

uint32_t Mask(uint32_t crc) { return std::rotr(crc, 15) + 0xa282ead8; }

struct FragmentHeader {
  uint32_t checksum = 0;
  uint16_t length = 0;
  uint8_t type = 0;

  // REQUIRES: bytes.size() >= kHeaderSize.
  explicit FragmentHeader(std::string_view bytes) : type(static_cast<uint8_t>(bytes[kTypeAt])) {
    std::memcpy(&checksum, bytes.data(), sizeof(checksum));
    std::memcpy(&length, bytes.data() + sizeof(checksum), sizeof(length));
  }
  bool Matches(std::string_view bytes, size_t payload) const {
    return Mask(base::Crc32c(bytes.substr(kTypeAt, 1 + payload))) == checksum;
  }
};

// Whether the fragment would be valid with one byte of its length changed: then its length is
// damaged, and the fragment is not torn.
bool HasDamagedLength(std::string_view bytes, const FragmentHeader& header) {
  const size_t room = bytes.size() - kHeaderSize;
  for (int byte = 0; byte < 2; ++byte) {
    for (uint16_t value = 0; value < 256; ++value) {
      const auto mask = static_cast<uint16_t>(0xFF << (8 * byte));
      const auto length = static_cast<uint16_t>((header.length & ~mask) | (value << (8 * byte)));
      if (length <= room && header.Matches(bytes, length)) return true;
    }
  }
  return false;
}

// Whether a valid fragment begins at `bytes`, which ends with its block.
bool IsFragment(std::string_view bytes) {
  if (bytes.size() < kHeaderSize) return false;
  const FragmentHeader header(bytes);
  if (header.type < kFull || header.type > kLast) return false;
  return kHeaderSize + header.length <= bytes.size() && header.Matches(bytes, header.length);
}

bool AllZeros(std::string_view bytes) {
  return std::all_of(bytes.begin(), bytes.end(), [](char c) { return c == 0; });
}

// Reads a file block by block.
class BlockReader {
 public:
  explicit BlockReader(const std::string& path) : file_(path, std::ios::binary) {}
  bool ok() const { return opened_ && !file_.bad(); }
  // Empty at the end.
  std::string_view Next() {
    opened_ = opened_ || file_.is_open();
    buffer_.resize(kBlockSize);
    file_.read(buffer_.data(), kBlockSize);
    buffer_.resize(static_cast<size_t>(file_.gcount()));
    return {buffer_.data(), buffer_.size()};
  }

 private:
  std::ifstream file_;
  bool opened_ = false;
  std::vector<char> buffer_;
};

class LogScanner {
 public:
  explicit LogScanner(const std::function<void(std::string_view)>& visit) : visit_(visit) {}

  Result<LogScan> Run(const std::string& path) {
    BlockReader reader(path);
    bool valid = true;
    while (true) {
      const std::string_view block = reader.Next();
      if (!reader.ok()) {
        return Status(StatusCode::kIoError,
                      fmt::format("cannot read {}: {}", path, std::strerror(errno)));
      }
      if (block.empty()) break;
      if (valid) {
        valid = TakeBlock(block);
      } else {
        LookFurther(block, 0);
      }
      scan_.size += block.size();
    }
    if (scan_.valid_end == scan_.size) scan_.zeros_follow = false;
    return scan_;
  }

 private:
  // False at the first fragment that is not valid.
  bool TakeBlock(std::string_view block) {
    size_t at = 0;
    while (block.size() - at >= kHeaderSize) {
      const std::string_view bytes = block.substr(at);
      if (!TakeFragment(bytes)) {
        scan_.zeros_follow = true;
        LookFurther(block, at);
        return false;
      }
      at += kHeaderSize + FragmentHeader(bytes).length;
    }
    // The filling of a whole block.
    if (block.size() == kBlockSize) {
      if (AllZeros(block.substr(at))) {
        scan_.valid_end = scan_.size + block.size();
        if (!in_record_) scan_.whole_end = scan_.valid_end;
        return true;
      }
      return false;
    }
    return at == block.size();
  }

  bool TakeFragment(std::string_view bytes) {
    const FragmentHeader header(bytes);
    const size_t end = kHeaderSize + header.length;
    if (end > bytes.size() || !header.Matches(bytes, header.length)) {
      NoteTorn(bytes, header);
      return false;
    }
    const std::string_view payload = bytes.substr(kHeaderSize, header.length);
    const bool continues = header.type == kMiddle || header.type == kLast;
    if (continues != in_record_ && header.type <= kLast) {
      // A fragment of the right checksum in the wrong place.
      return false;
    }
    scan_.valid_end += end;
    switch (header.type) {
      case kFull: visit_(payload); break;
      case kFirst: record_.assign(payload); break;
      case kMiddle: record_.append(payload); break;
      case kLast: visit_(record_.append(payload)); break;
      default: break;  // RocksDB's own notes, one fragment each
    }
    in_record_ = header.type == kFirst || header.type == kMiddle;
    if (!in_record_) scan_.whole_end = scan_.valid_end;
    return true;
  }

  // `bytes` ends where its block or the file does.
  void NoteTorn(std::string_view bytes, const FragmentHeader& header) {
    const bool plausible = header.type >= kFull && header.type <= kLast &&
                           scan_.valid_end % kBlockSize + kHeaderSize + header.length <= kBlockSize;
    if (!plausible || HasDamagedLength(bytes, header)) return;
    scan_.torn_end = scan_.valid_end + kHeaderSize + header.length;
  }

  // Looks at what follows the valid part.
  void LookFurther(std::string_view block, size_t at) {
    if (scan_.zeros_follow && !AllZeros(block.substr(at))) scan_.zeros_follow = false;
    if (scan_.zeros_follow || scan_.valid_follows) return;
    // Not the one at `at`, which is not valid in its place.
    for (size_t offset = at + 1; offset + kHeaderSize <= block.size(); ++offset) {
      if (IsFragment(block.substr(offset))) {
        scan_.valid_follows = true;
        return;
      }
    }
    if (at == 0 && IsFragment(block) && scan_.valid_end < scan_.size) scan_.valid_follows = true;
  }

  const std::function<void(std::string_view)>& visit_;
  LogScan scan_;
  bool in_record_ = false;
  std::string record_;
};

}  // namespace

Result<LogScan> ScanLog(const std::string& path,
                        const std::function<void(std::string_view record)>& visit) {
  return LogScanner(visit).Run(path);
}

void LogSequences::Note(std::string_view record) {
  // A write begins with its sequence number and the count of its changes.
  if (record.size() < sizeof(uint64_t) + sizeof(uint32_t)) return;
  uint64_t sequence = 0;
  uint32_t count = 0;
  std::memcpy(&sequence, record.data(), sizeof(sequence));
  std::memcpy(&count, record.data() + sizeof(sequence), sizeof(count));
  if (first == 0) first = sequence;
  next = sequence + count;
}

}  // namespace basalt::store
