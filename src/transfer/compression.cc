#include "transfer/compression.h"

#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <string>

#include <fmt/format.h>

namespace basalt::transfer {
namespace {

constexpr size_t kStepBytes = 64 << 10;
// Of zlib: a gzip header is read or written around the data.
constexpr int kGzipWindow = 15 + 16;
constexpr int kZstdLevel = 3;

class PlainText : public Decompressor, public Compressor {
 public:
  Status Step(BytesView& in, size_t limit, Bytes& out) override {
    out += in.substr(0, limit);
    in.remove_prefix(std::min(limit, in.size()));
    return {};
  }
  bool complete() const override { return true; }
  Status Compress(BytesView in, bool /*end*/, Bytes& out) override {
    out += in;
    return {};
  }
};

Bytef* ZlibInput(BytesView in) {
  // zlib's input is not const, although it is only read.
  return reinterpret_cast<Bytef*>(const_cast<char*>(in.data()));  // NOLINT
}

class GzipReader : public Decompressor {
 public:
  GzipReader() { inflateInit2(&stream_, kGzipWindow); }
  ~GzipReader() override { inflateEnd(&stream_); }
  GzipReader(const GzipReader&) = delete;
  GzipReader& operator=(const GzipReader&) = delete;

  Status Step(BytesView& in, size_t limit, Bytes& out) override {
    const size_t before = out.size();
    while (!in.empty() && out.size() - before < limit) {
      if (complete_) inflateReset(&stream_);
      complete_ = false;
      stream_.next_in = ZlibInput(in);
      stream_.avail_in = static_cast<uInt>(std::min<size_t>(in.size(), kStepBytes));
      const uInt offered = stream_.avail_in;
      const size_t filled = out.size();
      out.resize(filled + kStepBytes);
      stream_.next_out = reinterpret_cast<Bytef*>(out.data() + filled);
      stream_.avail_out = kStepBytes;
      const int code = inflate(&stream_, Z_NO_FLUSH);
      out.resize(out.size() - stream_.avail_out);
      in.remove_prefix(offered - stream_.avail_in);
      if (code == Z_STREAM_END) {
        complete_ = true;
      } else if (code != Z_OK && code != Z_BUF_ERROR) {
        return {StatusCode::kCorruption,
                fmt::format("damaged gzip data ({})", stream_.msg == nullptr ? "" : stream_.msg)};
      }
    }
    return {};
  }
  bool complete() const override { return complete_; }

 private:
  z_stream stream_{};
  bool complete_ = true;
};

class GzipWriter : public Compressor {
 public:
  GzipWriter() {
    deflateInit2(&stream_, Z_DEFAULT_COMPRESSION, Z_DEFLATED, kGzipWindow, 8, Z_DEFAULT_STRATEGY);
  }
  ~GzipWriter() override { deflateEnd(&stream_); }
  GzipWriter(const GzipWriter&) = delete;
  GzipWriter& operator=(const GzipWriter&) = delete;

  Status Compress(BytesView in, bool end, Bytes& out) override {
    stream_.next_in = ZlibInput(in);
    stream_.avail_in = static_cast<uInt>(in.size());
    int code = Z_OK;
    do {
      const size_t filled = out.size();
      out.resize(filled + kStepBytes);
      stream_.next_out = reinterpret_cast<Bytef*>(out.data() + filled);
      stream_.avail_out = kStepBytes;
      code = deflate(&stream_, end ? Z_FINISH : Z_NO_FLUSH);
      out.resize(out.size() - stream_.avail_out);
    } while (stream_.avail_out == 0 && code != Z_STREAM_END);
    return code == Z_STREAM_ERROR ? Status(StatusCode::kInternal, "zlib failed") : Status();
  }

 private:
  z_stream stream_{};
};

Status ZstdError(size_t code) {
  return {StatusCode::kCorruption, fmt::format("damaged zstd data ({})", ZSTD_getErrorName(code))};
}

class ZstdReader : public Decompressor {
 public:
  Status Step(BytesView& in, size_t limit, Bytes& out) override {
    const size_t before = out.size();
    while (out.size() - before < limit) {
      ZSTD_inBuffer input{in.data(), in.size(), 0};
      const size_t filled = out.size();
      out.resize(filled + kStepBytes);
      ZSTD_outBuffer output{out.data() + filled, kStepBytes, 0};
      const size_t left = ZSTD_decompressStream(stream_.get(), &output, &input);
      out.resize(filled + output.pos);
      in.remove_prefix(input.pos);
      if (ZSTD_isError(left) != 0) return ZstdError(left);
      if (input.pos > 0 || output.pos > 0) complete_ = left == 0;
      if (input.pos == 0 && output.pos == 0) break;
    }
    return {};
  }
  bool complete() const override { return complete_; }

 private:
  std::unique_ptr<ZSTD_DStream, decltype(&ZSTD_freeDStream)> stream_{ZSTD_createDStream(),
                                                                     ZSTD_freeDStream};
  bool complete_ = true;
};

class ZstdWriter : public Compressor {
 public:
  ZstdWriter() {
    ZSTD_CCtx_setParameter(stream_.get(), ZSTD_c_compressionLevel, kZstdLevel);
    ZSTD_CCtx_setParameter(stream_.get(), ZSTD_c_checksumFlag, 1);
  }
  Status Compress(BytesView in, bool end, Bytes& out) override {
    ZSTD_inBuffer input{in.data(), in.size(), 0};
    size_t left = 0;
    do {
      const size_t filled = out.size();
      out.resize(filled + kStepBytes);
      ZSTD_outBuffer output{out.data() + filled, kStepBytes, 0};
      left =
          ZSTD_compressStream2(stream_.get(), &output, &input, end ? ZSTD_e_end : ZSTD_e_continue);
      out.resize(filled + output.pos);
      if (ZSTD_isError(left) != 0) return ZstdError(left);
    } while (end ? left != 0 : input.pos < input.size);
    return {};
  }

 private:
  std::unique_ptr<ZSTD_CStream, decltype(&ZSTD_freeCStream)> stream_{ZSTD_createCStream(),
                                                                     ZSTD_freeCStream};
};

}  // namespace

std::optional<FileCompression> ParseFileCompression(std::string_view name) {
  if (name == "none") return FileCompression::kNone;
  if (name == "gz" || name == "gzip") return FileCompression::kGzip;
  if (name == "zstd" || name == "zst") return FileCompression::kZstd;
  return std::nullopt;
}

FileCompression CompressionOfName(std::string_view file) {
  if (file.ends_with(".gz")) return FileCompression::kGzip;
  if (file.ends_with(".zst") || file.ends_with(".zstd")) return FileCompression::kZstd;
  return FileCompression::kNone;
}

FileCompression CompressionOfContent(BytesView begin) {
  if (begin.starts_with("\x1F\x8B")) return FileCompression::kGzip;
  if (begin.starts_with("\x28\xB5\x2F\xFD")) return FileCompression::kZstd;
  return FileCompression::kNone;
}

std::unique_ptr<Decompressor> Decompressor::New(FileCompression compression) {
  if (compression == FileCompression::kGzip) return std::make_unique<GzipReader>();
  if (compression == FileCompression::kZstd) return std::make_unique<ZstdReader>();
  return std::make_unique<PlainText>();
}

std::unique_ptr<Compressor> Compressor::New(FileCompression compression) {
  if (compression == FileCompression::kGzip) return std::make_unique<GzipWriter>();
  if (compression == FileCompression::kZstd) return std::make_unique<ZstdWriter>();
  return std::make_unique<PlainText>();
}

}  // namespace basalt::transfer
