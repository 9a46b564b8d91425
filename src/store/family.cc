#include "store/family.h"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>
#include <rocksdb/db.h>

#include "base/crc32c.h"

namespace basalt::store {
namespace {

constexpr std::string_view kChecksum = "checksum=";

std::string ChecksumLine(std::string_view lines) {
  return fmt::format("{}{:08x}\n", kChecksum, base::Crc32c(lines));
}

uint64_t NextFamilyId() {
  static std::atomic<uint64_t> last{0};
  return ++last;
}

}  // namespace

FamilySettings FamilySettings::From(const FamilyDescriptor& family) {
  FamilySettings settings;
  settings.compression = family.compression();
  settings.bloom = family.bloom_type();
  settings.block_size = family.block_size();
  settings.block_cache = family.block_cache_enabled();
  settings.in_memory = family.in_memory();
  settings.universal = family.compaction_style() == CompactionStyle::kUniversal;
  settings.mob_threshold = family.mob_enabled() ? family.mob_threshold() : -1;
  settings.orders_cells = family.new_version_behavior();
  return settings;
}

std::string FamilySettings::Encode() const {
  std::string lines = fmt::format(
      "compression={}\nbloom={}\nblock_size={}\nblock_cache={:d}\nin_memory={:d}\n"
      "universal={:d}\nmob_threshold={}\nhas_cell_ttls={:d}\n",
      static_cast<int>(compression), static_cast<int>(bloom), block_size, block_cache, in_memory,
      universal, mob_threshold, has_cell_ttls);
  if (orders_cells) lines += "orders_cells=1\n";
  return lines + ChecksumLine(lines);
}

FamilySettings FamilySettings::Decode(std::string_view text) {
  FamilySettings settings;
  const size_t checksum_at = std::min(text.rfind(kChecksum), text.size());
  if (text.empty() || text.substr(checksum_at) != ChecksumLine(text.substr(0, checksum_at))) {
    settings.has_cell_ttls = true;
    settings.orders_cells = true;
    return settings;
  }
  text = text.substr(0, checksum_at);
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    const size_t equals = line.find('=');
    int64_t value = 0;
    if (equals == std::string_view::npos ||
        std::from_chars(line.data() + equals + 1, line.data() + line.size(), value).ec !=
            std::errc()) {
      continue;
    }
    const std::string_view key = line.substr(0, equals);
    if (key == "compression") settings.compression = static_cast<Compression>(value);
    if (key == "bloom") settings.bloom = static_cast<BloomType>(value);
    if (key == "block_size") settings.block_size = static_cast<int32_t>(value);
    if (key == "block_cache") settings.block_cache = value != 0;
    if (key == "in_memory") settings.in_memory = value != 0;
    if (key == "universal") settings.universal = value != 0;
    if (key == "mob_threshold") settings.mob_threshold = value;
    if (key == "has_cell_ttls") settings.has_cell_ttls = value != 0;
    if (key == "orders_cells") settings.orders_cells = value != 0;
  }
  return settings;
}

Family::Family(std::string label, std::shared_ptr<FamilyControl> control, rocksdb::DB* db,
               rocksdb::ColumnFamilyHandle* handle)
    : label_(std::move(label)),
      control_(std::move(control)),
      db_(db),
      handle_(handle),
      id_(NextFamilyId()) {}

Family::~Family() { db_->DestroyColumnFamilyHandle(handle_); }

}  // namespace basalt::store
