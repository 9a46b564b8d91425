#include "server/major_compaction_times.h"

#include <vector>

#include "store/store.h"
#include "wire/big_endian.h"

namespace basalt::server {
namespace {

// A key is this prefix, the region's encoded name, which has a fixed length, and the family.
constexpr BytesView kMajorPrefix = "major/";
constexpr size_t kEncodedNameLength = 32;

}  // namespace

Status MajorCompactionTimes::Load(const std::function<bool(const std::string& region)>& known) {
  std::map<Key, Major> majors;
  std::vector<store::Store::RecordChange> forgotten;
  BASALT_RETURN_IF_ERROR(
      store_.ForEachRecord(kMajorPrefix, [&](BytesView key, BytesView value) -> Status {
        BytesView rest = key.substr(kMajorPrefix.size());
        const std::string region(rest.substr(0, kEncodedNameLength));
        rest.remove_prefix(region.size());
        Major major;
        int64_t sequence = 0;
        if (!wire::TakeBigEndian(value, major.ended_ms) || !wire::TakeBigEndian(value, sequence)) {
          return {StatusCode::kCorruption, "a record of a major compaction is damaged"};
        }
        major.sequence = static_cast<uint64_t>(sequence);
        if (known(region)) {
          majors[{region, Bytes(rest)}] = major;
        } else {
          forgotten.emplace_back(Bytes(key), std::nullopt);
        }
        return {};
      }));
  if (!forgotten.empty()) BASALT_RETURN_IF_ERROR(store_.WriteRecords(forgotten));
  const std::lock_guard lock(mutex_);
  majors_ = std::move(majors);
  return {};
}

Status MajorCompactionTimes::Note(const std::string& region, const Bytes& family,
                                  const Major& major) {
  {
    const std::lock_guard lock(mutex_);
    majors_[{region, family}] = major;
  }
  Bytes key(kMajorPrefix);
  key.append(region).append(family);
  Bytes value;
  wire::AppendBigEndian(value, major.ended_ms);
  wire::AppendBigEndian(value, static_cast<int64_t>(major.sequence));
  return store_.WriteRecords({{std::move(key), std::move(value)}});
}

MajorCompactionTimes::Major MajorCompactionTimes::Of(const std::string& region,
                                                     const Bytes& family) const {
  const std::lock_guard lock(mutex_);
  const auto found = majors_.find({region, family});
  return found == majors_.end() ? Major() : found->second;
}

}  // namespace basalt::server
