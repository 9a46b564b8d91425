// TextSource: reads a file or standard input, decompressed. TextSink: writes a file or standard
// output, compressed. One thread at a time.
#pragma once

#include <cstdint>
#include <istream>
#include <memory>
#include <optional>
#include <ostream>
#include <string>

#include "basalt/bytes.h"
#include "basalt/status.h"
#include "transfer/compression.h"

namespace basalt::transfer {

class TextSource {
 public:
  // A file. Without `compression` its first bytes decide.
  static Result<std::unique_ptr<TextSource>> Open(const std::string& path,
                                                  std::optional<FileCompression> compression);
  // `in` is borrowed.
  TextSource(std::string name, std::istream& in, std::optional<FileCompression> compression);

  // For messages.
  const std::string& name() const { return name_; }
  // Appends up to about `limit` bytes of text; fewer only at the end. kCorruption for compressed
  // data that is damaged or ends too early; what came before has been appended.
  Status Read(size_t limit, Bytes& text);
  bool at_end() const { return at_end_; }
  // Bytes of the file that have been read, compressed as it is.
  uint64_t file_bytes() const { return file_bytes_; }

 private:
  std::string name_;
  std::unique_ptr<std::istream> file_;
  std::istream* in_;
  std::optional<FileCompression> compression_;
  std::unique_ptr<Decompressor> decompressor_;
  Bytes input_;     // read from the file
  BytesView rest_;  // of input_, not decompressed yet
  uint64_t file_bytes_ = 0;
  bool at_end_ = false;
};

class TextSink {
 public:
  // The file must not exist yet, unless `replace`.
  static Result<std::unique_ptr<TextSink>> Create(const std::string& path,
                                                  FileCompression compression, bool replace);
  // `out` is borrowed.
  TextSink(std::string name, std::ostream& out, FileCompression compression);

  Status Write(BytesView text);
  // Everything is on the disk, as far as it is a file. Call once, at the end.
  Status Finish();

 private:
  Status Flush(bool end);

  std::string name_;
  std::string path_;  // empty: not a file
  std::unique_ptr<std::ostream> file_;
  std::ostream* out_;
  std::unique_ptr<Compressor> compressor_;
  Bytes text_;
  Bytes compressed_;
};

}  // namespace basalt::transfer
