#include "wire/compression.h"

#include <lz4.h>
#include <snappy.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <limits>

#include <fmt/format.h>

#include "wire/big_endian.h"

namespace basalt::wire {
namespace {

struct CompressorName {
  Compressor compressor;
  std::string_view class_name;
};
constexpr auto kNames = std::to_array<CompressorName>({
    {Compressor::kNone, ""},
    {Compressor::kGzip, "org.apache.hadoop.io.compress.GzipCodec"},
    {Compressor::kDeflate, "org.apache.hadoop.io.compress.DefaultCodec"},
    {Compressor::kDeflate, "org.apache.hadoop.io.compress.DeflateCodec"},
    {Compressor::kSnappy, "org.apache.hadoop.io.compress.SnappyCodec"},
    {Compressor::kLz4, "org.apache.hadoop.io.compress.Lz4Codec"},
});

// zlib's window size with the flag for gzip.
constexpr int kGzipWindow = 16 + MAX_WBITS;
constexpr size_t kStepBytes = 64 << 10;
// Hadoop's readers have buffers of this size for one chunk.
constexpr size_t kChunkBytes = 128 << 10;

Status Damaged() { return {StatusCode::kDoNotRetry, "The compressed cell block is damaged"}; }
Status TooLarge(size_t limit) {
  return {StatusCode::kDoNotRetry,
          fmt::format("The cell block grows past {} bytes when decompressed", limit)};
}

// Gives `out` a capacity for `more` bytes.
Status MakeRoom(const GrowthLimit& limit, size_t more, Bytes& out) {
  if (out.capacity() - out.size() >= more || !limit.grow || limit.grow(out, more)) return {};
  return {StatusCode::kCallQueueTooBig, "There is no memory to decompress the cell block now"};
}

Status Deflate(int window, BytesView block, Bytes& out) {
  z_stream stream{};
  if (deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, window, 8, Z_DEFAULT_STRATEGY) !=
      Z_OK) {
    return {StatusCode::kInternal, "zlib could not start"};
  }
  const size_t start = out.size();
  out.resize(start + deflateBound(&stream, block.size()));
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(block.data()));
  stream.avail_in = static_cast<uInt>(block.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data() + start);
  stream.avail_out = static_cast<uInt>(out.size() - start);
  const int outcome = deflate(&stream, Z_FINISH);
  out.resize(start + stream.total_out);
  deflateEnd(&stream);
  return outcome == Z_STREAM_END ? Status() : Status(StatusCode::kInternal, "zlib failed");
}

Status Inflate(int window, BytesView compressed, const GrowthLimit& limit, Bytes& out) {
  z_stream stream{};
  if (inflateInit2(&stream, window) != Z_OK) {
    return {StatusCode::kInternal, "zlib could not start"};
  }
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(compressed.data()));
  stream.avail_in = static_cast<uInt>(compressed.size());
  Status status;
  size_t used = 0;
  for (int outcome = Z_OK; status.ok() && outcome != Z_STREAM_END;) {
    const size_t step = std::min(limit.bytes - used, std::max(kStepBytes, used));
    status = step > 0 ? MakeRoom(limit, step, out) : TooLarge(limit.bytes);
    if (!status.ok()) break;
    out.resize(used + step);
    stream.next_out = reinterpret_cast<Bytef*>(out.data() + used);
    stream.avail_out = static_cast<uInt>(out.size() - used);
    const size_t room = stream.avail_out;
    outcome = inflate(&stream, Z_NO_FLUSH);
    used += room - stream.avail_out;
    if (outcome != Z_OK && outcome != Z_STREAM_END) status = Damaged();
    if (outcome == Z_OK && stream.avail_in == 0 && stream.avail_out > 0) status = Damaged();
  }
  inflateEnd(&stream);
  out.resize(used);
  return status;
}

// Hadoop's block form: the length of what follows, then chunks, each with its compressed length.
template <typename CompressChunk>
void AppendChunks(BytesView block, Bytes& out, CompressChunk compress) {
  for (size_t at = 0; at < block.size(); at += kChunkBytes) {
    const BytesView chunk = block.substr(at, kChunkBytes);
    AppendBigEndian(out, static_cast<uint32_t>(chunk.size()));
    const Bytes compressed = compress(chunk);
    AppendBigEndian(out, static_cast<uint32_t>(compressed.size()));
    out.append(compressed);
  }
}

// `expand` appends the decompressed chunk, at most the given number of bytes; false if it is
// corrupt.
template <typename Expand>
Status ReadChunks(BytesView in, const GrowthLimit& limit, Bytes& out, Expand expand) {
  while (!in.empty()) {
    uint32_t expanded;
    if (!TakeBigEndian(in, expanded)) return Damaged();
    if (expanded > limit.bytes - out.size()) return TooLarge(limit.bytes);
    BASALT_RETURN_IF_ERROR(MakeRoom(limit, expanded, out));
    const size_t end = out.size() + expanded;
    while (out.size() < end) {
      uint32_t length;
      if (!TakeBigEndian(in, length) || length > in.size()) return Damaged();
      const size_t before = out.size();
      if (!expand(in.substr(0, length), end - before, out) || out.size() == before) {
        return Damaged();
      }
      in.remove_prefix(length);
    }
  }
  return {};
}

Bytes SnappyChunk(BytesView chunk) {
  Bytes compressed;
  snappy::Compress(chunk.data(), chunk.size(), &compressed);
  return compressed;
}

bool ExpandSnappy(BytesView chunk, size_t room, Bytes& out) {
  size_t length = 0;
  if (!snappy::GetUncompressedLength(chunk.data(), chunk.size(), &length) || length > room) {
    return false;
  }
  const size_t at = out.size();
  out.resize(at + length);
  return snappy::RawUncompress(chunk.data(), chunk.size(), out.data() + at);
}

Bytes Lz4Chunk(BytesView chunk) {
  Bytes compressed(static_cast<size_t>(LZ4_compressBound(static_cast<int>(chunk.size()))), '\0');
  const int length =
      LZ4_compress_default(chunk.data(), compressed.data(), static_cast<int>(chunk.size()),
                           static_cast<int>(compressed.size()));
  compressed.resize(static_cast<size_t>(std::max(length, 0)));
  return compressed;
}

bool ExpandLz4(BytesView chunk, size_t room, Bytes& out) {
  const size_t at = out.size();
  // What LZ4 can make of the chunk at most: a long block of tiny chunks is not cleared for each.
  room = std::min(room, 255 * chunk.size());
  out.resize(at + room);
  const int length = LZ4_decompress_safe(chunk.data(), out.data() + at,
                                         static_cast<int>(chunk.size()), static_cast<int>(room));
  out.resize(at + static_cast<size_t>(std::max(length, 0)));
  return length >= 0;
}

}  // namespace

std::optional<Compressor> CompressorByClassName(std::string_view class_name) {
  for (const CompressorName& name : kNames) {
    if (name.class_name == class_name) return name.compressor;
  }
  return std::nullopt;
}

size_t CompressedBound(size_t block_bytes) {
  // Snappy's bound is the largest: n + n/6 for each chunk, with its lengths.
  return block_bytes + block_bytes / 6 + (block_bytes / kChunkBytes + 1) * 64;
}

Status Compress(Compressor compressor, BytesView block, Bytes& out) {
  switch (compressor) {
    case Compressor::kNone: out.append(block); return {};
    case Compressor::kGzip: return Deflate(kGzipWindow, block, out);
    case Compressor::kDeflate: return Deflate(MAX_WBITS, block, out);
    case Compressor::kSnappy: AppendChunks(block, out, SnappyChunk); return {};
    case Compressor::kLz4: AppendChunks(block, out, Lz4Chunk); return {};
  }
  return Damaged();
}

Status Decompress(Compressor compressor, BytesView compressed, const GrowthLimit& limit,
                  Bytes& out) {
  out.clear();
  switch (compressor) {
    case Compressor::kNone: out.assign(compressed); return {};
    case Compressor::kGzip: return Inflate(kGzipWindow, compressed, limit, out);
    case Compressor::kDeflate: return Inflate(MAX_WBITS, compressed, limit, out);
    case Compressor::kSnappy: return ReadChunks(compressed, limit, out, ExpandSnappy);
    case Compressor::kLz4: return ReadChunks(compressed, limit, out, ExpandLz4);
  }
  return Damaged();
}

}  // namespace basalt::wire
