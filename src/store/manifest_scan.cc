#include "store/manifest_scan.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string_view>

#include <fmt/format.h>

#include "base/file_ops.h"
#include "base/varint.h"

namespace basalt::store {
namespace {

// RocksDB's VersionEdit: fields { varint tag, value } in any order.
enum EditTag : uint64_t {
  kComparatorTag = 1,
  kLogNumberTag = 2,
  kNextFileNumberTag = 3,
  kLastSequenceTag = 4,
  kCompactCursorTag = 5,
  kDeletedFileTag = 6,
  kNewFileTag = 7,
  kPrevLogNumberTag = 9,
  kMinLogToKeepTag = 10,
  kNewFile2Tag = 100,
  kNewFile3Tag = 102,
  kNewFile4Tag = 103,
  kColumnFamilyTag = 200,
  kColumnFamilyAddTag = 201,
  kColumnFamilyDropTag = 202,
  kMaxColumnFamilyTag = 203,
  kInAtomicGroupTag = 300,
  kBlobFileAdditionTag = 400,
  kBlobFileGarbageTag = 401,
  // Fields with this bit have their length in front, except for a few old ones that RocksDB has not
  // written since version 6.
  kIgnorableMask = 1 << 13,
};
constexpr uint64_t kLastNewFileField = 1;
constexpr uint64_t kLastBlobField = 0;

struct Edit {
  uint64_t family = 0;
  bool adds_family = false;
  bool drops_family = false;
  std::optional<uint64_t> log_number;
  std::optional<uint64_t> min_log_to_keep;
};

class EditReader {
 public:
  explicit EditReader(BytesView in) : in_(in) {}

  std::optional<Edit> Read() {
    Edit edit;
    uint64_t tag = 0;
    while (!in_.empty()) {
      if (!base::TakeVarint(in_, tag) || !Take(tag, edit)) return std::nullopt;
    }
    return edit;
  }

 private:
  bool Take(uint64_t tag, Edit& edit) {
    switch (tag) {
      case kComparatorTag: return Texts(1);
      case kLogNumberTag: return Number(edit.log_number);
      case kMinLogToKeepTag: return Number(edit.min_log_to_keep);
      case kNextFileNumberTag:
      case kLastSequenceTag:
      case kPrevLogNumberTag:
      case kMaxColumnFamilyTag:
      case kInAtomicGroupTag: return Numbers(1);
      case kCompactCursorTag: return Numbers(1) && Texts(1);
      case kDeletedFileTag: return Numbers(2);
      case kNewFileTag: return Numbers(3) && Texts(2);
      case kNewFile2Tag: return Numbers(3) && Texts(2) && Numbers(2);
      case kNewFile3Tag: return Numbers(4) && Texts(2) && Numbers(2);
      case kNewFile4Tag: return Numbers(3) && Texts(2) && Numbers(2) && Fields(kLastNewFileField);
      case kBlobFileAdditionTag: return Numbers(3) && Texts(2) && Fields(kLastBlobField);
      case kBlobFileGarbageTag: return Numbers(3) && Fields(kLastBlobField);
      case kColumnFamilyTag: return base::TakeVarint(in_, edit.family);
      case kColumnFamilyAddTag: edit.adds_family = true; return Texts(1);
      case kColumnFamilyDropTag: edit.drops_family = true; return true;
      default: return (tag & kIgnorableMask) != 0 && Texts(1);
    }
  }
  bool Number(std::optional<uint64_t>& number) {
    number = 0;
    return base::TakeVarint(in_, *number);
  }
  bool Numbers(int count) {
    uint64_t ignored = 0;
    for (int i = 0; i < count; ++i) {
      if (!base::TakeVarint(in_, ignored)) return false;
    }
    return true;
  }
  bool Texts(int count) {
    BytesView ignored;
    for (int i = 0; i < count; ++i) {
      if (!base::TakeText(in_, ignored)) return false;
    }
    return true;
  }
  // Fields { varint tag, text } up to a tag without text.
  bool Fields(uint64_t last) {
    uint64_t tag = 0;
    while (base::TakeVarint(in_, tag)) {
      if (tag == last) return true;
      if (!Texts(1)) return false;
    }
    return false;
  }

  BytesView in_;
};

}  // namespace

Result<ManifestScan> ScanManifest(const std::string& engine_path) {
  ManifestScan scan;
  const std::string current = engine_path + "/CURRENT";
  scan.name = base::ReadFile(current).value_or("");
  if (!scan.name.starts_with("MANIFEST-") || !scan.name.ends_with('\n')) {
    return Status(StatusCode::kCorruption, current + " does not name a MANIFEST");
  }
  scan.name.pop_back();

  std::map<uint64_t, uint64_t> log_numbers;  // by family
  uint64_t min_log_to_keep = 0;
  bool understood = true;
  const std::string path = engine_path + "/" + scan.name;
  BASALT_ASSIGN_OR_RETURN(scan.log, ScanLog(path, [&](std::string_view record) {
                            const auto edit = EditReader(record).Read();
                            if (!edit) {
                              understood = false;
                              return;
                            }
                            if (edit->drops_family) {
                              log_numbers.erase(edit->family);
                            } else if (edit->adds_family || edit->log_number) {
                              uint64_t& number = log_numbers[edit->family];
                              number = std::max(number, edit->log_number.value_or(0));
                            }
                            min_log_to_keep =
                                std::max(min_log_to_keep, edit->min_log_to_keep.value_or(0));
                          }));
  if (!understood) {
    return Status(StatusCode::kCorruption, fmt::format("{} has an unknown entry", path));
  }
  uint64_t lowest = UINT64_MAX;
  for (const auto& [family, number] : log_numbers) lowest = std::min(lowest, number);
  scan.first_log_needed = std::max(min_log_to_keep, log_numbers.empty() ? 0 : lowest);
  return scan;
}

}  // namespace basalt::store
