#include "wire/zookeeper/jute.h"

#include "wire/big_endian.h"

namespace basalt::wire::zookeeper {
BytesView JuteReader::Take(size_t size) {
  if (!ok_ || size > rest_.size()) {
    ok_ = false;
    return {};
  }
  BytesView taken = rest_.substr(0, size);
  rest_.remove_prefix(size);
  return taken;
}

void JuteReader::Read(bool& value) {
  BytesView byte = Take(1);
  if (ok_) value = byte[0] != 0;
}

void JuteReader::Read(int32_t& value) {
  BytesView bytes = Take(4);
  if (ok_) value = GetBigEndian<int32_t>(bytes.data());
}

void JuteReader::Read(int64_t& value) {
  BytesView bytes = Take(8);
  if (ok_) value = GetBigEndian<int64_t>(bytes.data());
}

void JuteReader::Read(Bytes& value) {
  int32_t size = 0;
  Read(size);
  if (!ok_) return;
  if (size < -1) {
    ok_ = false;
    return;
  }
  BytesView bytes = Take(size < 0 ? 0 : static_cast<size_t>(size));
  if (ok_) value = bytes;
}

void JuteWriter::Write(bool value) { out_->push_back(value ? 1 : 0); }

void JuteWriter::Write(int32_t value) { AppendBigEndian(*out_, value); }

void JuteWriter::Write(int64_t value) { AppendBigEndian(*out_, value); }

void JuteWriter::Write(const Bytes& value) {
  Write(static_cast<int32_t>(value.size()));
  out_->append(value);
}

}  // namespace basalt::wire::zookeeper
