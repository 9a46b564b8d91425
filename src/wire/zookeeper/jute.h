// Jute, ZooKeeper's record encoding: big-endian integers, bytes after an int32 length (-1 is null,
// read as empty), vectors after an int32 count. A record names its fields once, in Fields(), and
// JuteReader and JuteWriter both walk that list.
//
// Plain values; not for sharing between threads.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "basalt/bytes.h"
#include "basalt/status.h"

namespace basalt::wire::zookeeper {

// Reads fields from borrowed bytes. The first field that does not fit makes ok() false; from then
// on nothing is read and every field keeps its value.
class JuteReader {
 public:
  // `bytes` must outlive the reader.
  explicit JuteReader(BytesView bytes) : rest_(bytes) {}

  bool ok() const { return ok_; }
  BytesView rest() const { return rest_; }

  template <typename... Fields>
  void operator()(Fields&... fields) {
    (Read(fields), ...);
  }

 private:
  BytesView Take(size_t size);
  void Read(bool& value);
  void Read(int32_t& value);
  void Read(int64_t& value);
  void Read(Bytes& value);
  template <typename Record>
  void Read(std::vector<Record>& values);
  template <typename Record>
  void Read(Record& record) {
    Record::Fields(record, *this);
  }

  BytesView rest_;
  bool ok_ = true;
};

template <typename Record>
void JuteReader::Read(std::vector<Record>& values) {
  int32_t count = 0;
  Read(count);
  // An element takes at least four bytes: an advertised count beyond that must not reserve memory.
  if (!ok_ || count > static_cast<int64_t>(rest_.size() / 4)) {
    ok_ = false;
    return;
  }
  for (int32_t i = 0; i < count && ok_; ++i) {
    Record value{};
    Read(value);
    if (ok_) values.push_back(std::move(value));
  }
}

// Appends fields to a string it does not own.
class JuteWriter {
 public:
  explicit JuteWriter(Bytes* out) : out_(out) {}

  template <typename... Fields>
  void operator()(const Fields&... fields) {
    (Write(fields), ...);
  }

 private:
  void Write(bool value);
  void Write(int32_t value);
  void Write(int64_t value);
  void Write(const Bytes& value);
  template <typename Record>
  void Write(const std::vector<Record>& values) {
    Write(static_cast<int32_t>(values.size()));
    for (const Record& value : values) Write(value);
  }
  template <typename Record>
  void Write(const Record& record) {
    Record::Fields(record, *this);
  }

  Bytes* out_;
};

// The record at the start of `bytes`; trailing bytes are ignored, as in ZooKeeper.
template <typename Record>
Result<Record> ParseRecord(BytesView bytes) {
  JuteReader reader(bytes);
  Record record{};
  reader(record);
  if (!reader.ok()) return Status(StatusCode::kInvalidArgument, "record ends too early");
  return record;
}

template <typename Record>
void AppendRecord(const Record& record, Bytes* out) {
  JuteWriter writer(out);
  writer(record);
}

}  // namespace basalt::wire::zookeeper
