// SortBuffer: key-value pairs that are collected and then read in key order. Of pairs with the same
// key the last one added is kept. One thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "basalt/bytes.h"

namespace basalt::store {

class SortBuffer {
 public:
  // REQUIRES: Sort has not been called.
  void Add(BytesView key, BytesView value);
  // All memory in use, that for sorting included.
  uint64_t bytes() const { return block_bytes_ + entries_.capacity() * sizeof(Entry); }
  void Sort();

  // Valid as long as the buffer, in the order of addition or, after Sort, of keys.
  size_t size() const { return entries_.size(); }
  BytesView key(size_t index) const { return {entries_[index].data, entries_[index].key_length}; }
  BytesView value(size_t index) const;

 private:
  struct Entry {
    uint64_t prefix;   // set by Sort: the key after what all keys begin with
    const char* data;  // the key, the value's length, the value
    uint32_t key_length;
    uint32_t number;  // in the order of addition
  };
  // How many bytes all keys begin with; `sorted`: whether they are in order and distinct.
  size_t CommonPrefix(bool& sorted) const;
  char* Allocate(size_t bytes);

  std::vector<std::unique_ptr<char[]>> blocks_;
  char* free_ = nullptr;
  size_t free_bytes_ = 0;
  uint64_t block_bytes_ = 0;
  std::vector<Entry> entries_;
};

}  // namespace basalt::store
