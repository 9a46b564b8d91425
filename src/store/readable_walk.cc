#include "store/readable_walk.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <rocksdb/sst_file_reader.h>
#include <rocksdb/table.h>

#include "store/engine.h"
#include "store/naming_env.h"

namespace basalt::store {
namespace {

// Bounds the bisection for very long keys; it ends with a gap that is too wide, never too narrow.
constexpr int kMaxProbes = 4000;

// The middle of two keys as fractions of `length` bytes, rounded down.
Bytes MiddleKey(BytesView low, BytesView high, size_t length) {
  const auto byte_at = [](BytesView key, size_t i) -> unsigned {
    return i < key.size() ? static_cast<uint8_t>(key[i]) : 0;
  };
  std::vector<unsigned> sum(length + 1);  // one carry in front
  unsigned carry = 0;
  for (size_t i = length; i-- > 0;) {
    const unsigned digit = byte_at(low, i) + byte_at(high, i) + carry;
    sum[i + 1] = digit & 0xFF;
    carry = digit >> 8;
  }
  sum[0] = carry;
  Bytes middle(length, '\0');
  for (size_t i = 0; i < length; ++i) {
    middle[i] = static_cast<char>(((sum[i] & 1) << 7) | (sum[i + 1] >> 1));
  }
  return middle;
}

// How a seek to the key fails; empty: it does not.
std::string ProbeKey(const IteratorFactory& make, BytesView key) {
  const auto iterator = make();
  iterator->Seek(ToSlice(key));
  return iterator->Valid() || iterator->status().ok() ? std::string()
                                                      : iterator->status().ToString();
}

// The first key after `low` at which a seek does not fail with `error`; nullopt: none up to `high`.
std::optional<Bytes> KeyBehindDamage(const IteratorFactory& make, Bytes low, Bytes high,
                                     const std::string& error) {
  if (low >= high || ProbeKey(make, high) == error) return std::nullopt;
  const size_t length = std::max(low.size(), high.size()) + 1;
  for (int probe = 0; probe < kMaxProbes; ++probe) {
    Bytes middle = MiddleKey(low, high, length);
    if (middle <= low || middle >= high) break;
    if (ProbeKey(make, middle) == error) {
      low = std::move(middle);
    } else {
      high = std::move(middle);
    }
  }
  return high;
}

rocksdb::Options SurveyOptions() {
  rocksdb::Options options;
  options.env = NamingEnv();
  rocksdb::BlockBasedTableOptions table;
  table.no_block_cache = true;
  options.table_factory.reset(rocksdb::NewBlockBasedTableFactory(table));
  return options;
}

}  // namespace

bool IsDamage(const rocksdb::Status& status) {
  if (status.IsCorruption() || status.IsPathNotFound()) return true;
  if (!status.IsIOError()) return false;
  // Neither a full disk nor a lack of file descriptors is damage.
  const std::string text = status.ToString();
  return text.find("Input/output error") != std::string::npos ||
         text.find("No such file") != std::string::npos;
}

Status ReadableWalk::Run() const {
  Bytes from = first;
  Bytes after;
  while (true) {
    const auto iterator = make();
    for (iterator->Seek(ToSlice(from)); iterator->Valid(); iterator->Next()) {
      const BytesView key = ToView(iterator->key());
      if (key > last) return {};
      BASALT_RETURN_IF_ERROR(visit(*iterator));
      after = key;
      from = after + '\0';
    }
    const rocksdb::Status status = iterator->status();
    if (status.ok()) return {};
    if (!IsDamage(status)) return FromEngine(status, "reading around damage");
    auto behind = KeyBehindDamage(make, from, last, status.ToString());
    LostKeys gap{after, behind.value_or(Bytes())};
    if (!behind) return lost(gap);
    // The gap ends at the first key that can be read, if that is no other damage.
    const auto next = make();
    next->Seek(ToSlice(*behind));
    if (next->Valid()) gap.before = next->key().ToString();
    if (!next->Valid() && next->status().ok()) gap.before.clear();
    BASALT_RETURN_IF_ERROR(lost(gap));
    if (gap.before.empty()) return {};
    after = from = gap.before;
  }
}

Status TryStoreFile(const std::string& path, uint64_t bytes) {
  uint64_t size = 0;
  BASALT_RETURN_IF_ERROR(FromEngine(NamingEnv()->GetFileSize(path, &size), "opening " + path));
  if (size != bytes) {
    return {StatusCode::kCorruption,
            fmt::format("{} has {} bytes and should have {}", path, size, bytes)};
  }
  return FromEngine(rocksdb::SstFileReader(SurveyOptions()).Open(path), "opening " + path);
}

std::vector<LostKeys> SurveyFile(const std::string& path, BytesView smallest, BytesView largest) {
  rocksdb::SstFileReader reader(SurveyOptions());
  if (!reader.Open(path).ok()) return {LostKeys{}};
  rocksdb::ReadOptions read;
  read.total_order_seek = true;
  std::vector<LostKeys> gaps;
  const ReadableWalk walk{
      [&] { return std::unique_ptr<rocksdb::Iterator>(reader.NewIterator(read)); }, Bytes(smallest),
      Bytes(largest), [](const rocksdb::Iterator&) { return Status(); },
      [&gaps](const LostKeys& lost) {
        const bool adjacent = !gaps.empty() && gaps.back().before == lost.after;
        if (adjacent) {
          gaps.back().before = lost.before;
        } else {
          gaps.push_back(lost);
        }
        return Status();
      }};
  if (!walk.Run().ok()) return {LostKeys{}};
  return gaps;
}

}  // namespace basalt::store
