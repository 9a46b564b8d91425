// Compression of text files: gzip (RFC 1952, several members) and zstd, streamed with bounded
// memory. One thread at a time.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string_view>

#include "basalt/bytes.h"
#include "basalt/status.h"

namespace basalt::transfer {

enum class FileCompression : uint8_t { kNone, kGzip, kZstd };

// "none", "gz", "zstd" ("gzip" and "zst", too).
std::optional<FileCompression> ParseFileCompression(std::string_view name);
// By the name of a file: .gz, .zst, .zstd.
FileCompression CompressionOfName(std::string_view file);
// By the first bytes of a file.
FileCompression CompressionOfContent(BytesView begin);

class Decompressor {
 public:
  static std::unique_ptr<Decompressor> New(FileCompression compression);
  virtual ~Decompressor() = default;
  // Decompresses from the beginning of `in`, from which it removes what it has used, and appends at
  // most about `limit` bytes to `out`. kCorruption for damaged data.
  virtual Status Step(BytesView& in, size_t limit, Bytes& out) = 0;
  // Whether the data may end here: false in the middle of a member or frame.
  virtual bool complete() const = 0;
};

class Compressor {
 public:
  static std::unique_ptr<Compressor> New(FileCompression compression);
  virtual ~Compressor() = default;
  // Appends to `out`; with `end` everything, so that the data may end here.
  virtual Status Compress(BytesView in, bool end, Bytes& out) = 0;
};

}  // namespace basalt::transfer
