#include "transfer/text_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <utility>

#include <fmt/format.h>

#include "base/file_ops.h"

namespace basalt::transfer {
namespace {

constexpr size_t kFileBlock = 1 << 20;

Status SyncFile(const std::string& path) {
  const base::File file(path, O_RDONLY);
  if (file.fd() < 0 || ::fsync(file.fd()) != 0) return base::FileError("sync", path, errno);
  return {};
}

}  // namespace

Result<std::unique_ptr<TextSource>> TextSource::Open(const std::string& path,
                                                     std::optional<FileCompression> compression) {
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) {
    return Status::InvalidArgument(path + " is a directory");
  }
  errno = 0;
  auto file = std::make_unique<std::ifstream>(path, std::ios::binary);
  if (!*file) return base::FileError("open", path, errno == 0 ? EIO : errno);
  auto source = std::make_unique<TextSource>(path, *file, compression);
  source->file_ = std::move(file);
  return source;
}

TextSource::TextSource(std::string name, std::istream& in,
                       std::optional<FileCompression> compression)
    : name_(std::move(name)), in_(&in), compression_(compression) {}

Status TextSource::Read(size_t limit, Bytes& text) {
  const size_t wanted = text.size() + limit;
  while (!at_end_ && text.size() < wanted) {
    if (rest_.empty()) {
      input_.resize(kFileBlock);
      in_->read(input_.data(), kFileBlock);
      if (in_->bad()) return base::FileError("read", name_, errno == 0 ? EIO : errno);
      input_.resize(static_cast<size_t>(in_->gcount()));
      file_bytes_ += input_.size();
      rest_ = input_;
      if (decompressor_ == nullptr) {
        decompressor_ = Decompressor::New(compression_.value_or(CompressionOfContent(input_)));
      }
    }
    const bool ended = rest_.empty();
    const size_t before = text.size();
    BASALT_RETURN_IF_ERROR(decompressor_->Step(rest_, wanted - text.size(), text));
    if (!ended || text.size() > before) continue;
    at_end_ = true;
    if (!decompressor_->complete()) {
      return {StatusCode::kCorruption, "the compressed data ends too early"};
    }
  }
  return {};
}

Result<std::unique_ptr<TextSink>> TextSink::Create(const std::string& path,
                                                   FileCompression compression, bool replace) {
  const base::File made(path, O_WRONLY | O_CREAT | (replace ? O_TRUNC : O_EXCL));
  if (made.fd() < 0) {
    if (errno == EEXIST) {
      return Status(StatusCode::kInvalidArgument,
                    fmt::format("{} exists; --force replaces it", path));
    }
    return base::FileError("create", path, errno);
  }
  auto file = std::make_unique<std::ofstream>(path, std::ios::binary);
  if (!*file) return base::FileError("create", path, errno == 0 ? EIO : errno);
  auto sink = std::make_unique<TextSink>(path, *file, compression);
  sink->file_ = std::move(file);
  sink->path_ = path;
  return sink;
}

TextSink::TextSink(std::string name, std::ostream& out, FileCompression compression)
    : name_(std::move(name)), out_(&out), compressor_(Compressor::New(compression)) {}

Status TextSink::Write(BytesView text) {
  text_ += text;
  return text_.size() < kFileBlock ? Status() : Flush(false);
}

Status TextSink::Flush(bool end) {
  compressed_.clear();
  BASALT_RETURN_IF_ERROR(compressor_->Compress(text_, end, compressed_));
  text_.clear();
  errno = 0;
  out_->write(compressed_.data(), static_cast<std::streamsize>(compressed_.size()));
  if (end) out_->flush();
  return *out_ ? Status() : base::FileError("write", name_, errno == 0 ? EIO : errno);
}

Status TextSink::Finish() {
  BASALT_RETURN_IF_ERROR(Flush(true));
  return path_.empty() ? Status() : SyncFile(path_);
}

}  // namespace basalt::transfer
