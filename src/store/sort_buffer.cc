#include "store/sort_buffer.h"

#include <algorithm>
#include <cstring>

namespace basalt::store {
namespace {

constexpr size_t kBlockBytes = 1 << 20;

size_t SharedLength(BytesView a, BytesView b) {
  const size_t limit = std::min(a.size(), b.size());
  size_t length = 0;
  while (length < limit && a[length] == b[length]) ++length;
  return length;
}

// Up to eight bytes as a number that compares as they do.
uint64_t PrefixNumber(BytesView bytes) {
  uint64_t number = 0;
  std::memcpy(&number, bytes.data(), std::min(bytes.size(), sizeof(number)));
  return __builtin_bswap64(number);
}

}  // namespace

char* SortBuffer::Allocate(size_t bytes) {
  if (bytes > free_bytes_) {
    const size_t block = std::max(bytes, kBlockBytes);
    blocks_.push_back(std::make_unique_for_overwrite<char[]>(block));
    free_ = blocks_.back().get();
    free_bytes_ = block;
    block_bytes_ += block;
  }
  char* result = free_;
  free_ += bytes;
  free_bytes_ -= bytes;
  return result;
}

void SortBuffer::Add(BytesView key, BytesView value) {
  const auto value_length = static_cast<uint32_t>(value.size());
  char* data = Allocate(key.size() + sizeof(value_length) + value.size());
  std::memcpy(data, key.data(), key.size());
  std::memcpy(data + key.size(), &value_length, sizeof(value_length));
  std::memcpy(data + key.size() + sizeof(value_length), value.data(), value.size());
  entries_.push_back(
      {0, data, static_cast<uint32_t>(key.size()), static_cast<uint32_t>(entries_.size())});
}

BytesView SortBuffer::value(size_t index) const {
  const Entry& entry = entries_[index];
  uint32_t length;
  std::memcpy(&length, entry.data + entry.key_length, sizeof(length));
  return {entry.data + entry.key_length + sizeof(length), length};
}

size_t SortBuffer::CommonPrefix(bool& sorted) const {
  sorted = true;
  size_t common = entries_.front().key_length;
  for (size_t i = 1; i < entries_.size(); ++i) {
    common = std::min(common, SharedLength(key(0), key(i)));
    if (sorted && key(i - 1) >= key(i)) sorted = false;
  }
  return common;
}

void SortBuffer::Sort() {
  if (entries_.empty()) return;
  bool sorted = false;
  const size_t common = CommonPrefix(sorted);
  if (sorted) return;
  for (size_t i = 0; i < entries_.size(); ++i) {
    entries_[i].prefix = PrefixNumber(key(i).substr(common));
  }
  std::sort(entries_.begin(), entries_.end(), [](const Entry& a, const Entry& b) {
    if (a.prefix != b.prefix) return a.prefix < b.prefix;
    const int order = BytesView(a.data, a.key_length).compare(BytesView(b.data, b.key_length));
    return order != 0 ? order < 0 : a.number < b.number;
  });
  // Of equal keys the last one stays.
  size_t kept = 0;
  for (size_t i = 0; i < entries_.size(); ++i) {
    const bool superseded = i + 1 < entries_.size() && key(i) == key(i + 1);
    if (!superseded) entries_[kept++] = entries_[i];
  }
  entries_.resize(kept);
}

}  // namespace basalt::store
