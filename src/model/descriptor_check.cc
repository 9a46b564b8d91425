#include "model/descriptor_check.h"

#include <algorithm>
#include <limits>
#include <string>

#include <fmt/format.h>

#include "basalt/cell.h"
#include "base/check.h"
#include "model/attributes.h"
#include "model/names.h"
#include "model/setting_check.h"
#include "model/split_policies.h"
#include "model/unicode.h"
#include "model/units.h"

namespace basalt::model {
namespace {

constexpr int64_t kKilobyte = 1024;
constexpr int64_t kMegabyte = 1024 * kKilobyte;

// Of HBase's algorithms, those the store can write.
constexpr std::string_view kAvailableCompressions[] = {"NONE", "GZ", "SNAPPY", "LZ4", "ZSTD"};

// REQUIRES: `value` was checked to be a number.
int64_t Number(std::string_view value) {
  const auto number =
      ParseInteger(value, std::numeric_limits<int64_t>::min(), std::numeric_limits<int64_t>::max());
  BASALT_DCHECK(number, "The form of a value is checked before the value.");
  return number.value_or(0);
}

std::string ToLower(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return lower;
}

constexpr std::string_view kBloomPrefixLength = "RowPrefixBloomFilter.prefix_length";

// A bloom filter over a prefix of the row needs to know how long the prefix is.
Status CheckBloomParameter(const FamilyDescriptor& family) {
  if (family.bloom_type() != BloomType::kRowPrefixFixedLength) return {};
  const std::string_view type = kBloomNames[static_cast<size_t>(family.bloom_type())];
  const auto found = family.configuration().find(std::string(kBloomPrefixLength));
  std::string reason;
  if (found == family.configuration().end()) {
    reason = fmt::format("Bloom filter type is {}, {} not specified.", type, kBloomPrefixLength);
  } else if (!ParseInteger(found->second, INT32_MIN, INT32_MAX)) {
    reason = fmt::format("Number format exception when parsing {} for BloomType {}:{}",
                         kBloomPrefixLength, type, found->second);
  } else if (!ParseInteger(found->second, 1, kMaxRowLength)) {
    reason = fmt::format("Bloom filter type is {}, the value of {} must >=0 and < {}", type,
                         kBloomPrefixLength, kMaxRowLength);
  }
  if (reason.empty()) return {};
  return SanityError("Failed to get bloom filter param: " + reason);
}

Status CheckVersionBounds(const FamilyDescriptor& family, std::string_view name) {
  if (family.min_versions() <= family.max_versions()) return {};
  return SanityError(
      fmt::format("Min versions for column family {} must be less than the Max versions.", name));
}

}  // namespace

Status CheckReplicationScope(std::string_view family, std::string_view value) {
  // Local, global, and serial, which HBase still accepts.
  const int64_t scope = Number(value);
  if (scope >= 0 && scope <= 2) return {};
  return SanityError(
      fmt::format("Replication scope for column family {} is {} which is invalid.", family, scope));
}

Status CheckVersions(std::string_view /*family*/, std::string_view value) {
  if (Number(value) > 0) return {};
  return {StatusCode::kInvalidArgument, "Maximum versions must be positive"};
}

Status CheckMinVersions(std::string_view family, std::string_view value) {
  if (Number(value) >= 0) return {};
  // The two spaces are in HBase's message, here and below.
  return SanityError(fmt::format("Min versions for column family {}  must be positive.", family));
}

Status CheckCompression(std::string_view /*family*/, std::string_view value) {
  const bool available =
      std::any_of(std::begin(kAvailableCompressions), std::end(kAvailableCompressions),
                  [value](std::string_view name) { return EqualsIgnoringCase(name, value); });
  if (available) return {};
  // The first half is HBase's message for an algorithm whose library is missing.
  return {StatusCode::kDoNotRetry,
          fmt::format("Compression algorithm '{}' previously failed test: Basalt does not support "
                      "it. Use one of NONE GZ SNAPPY LZ4 ZSTD",
                      ToLower(value))};
}

Status CheckTtl(std::string_view family, std::string_view value) {
  if (Number(value) > 0) return {};
  return SanityError(fmt::format("TTL for column family {} must be positive.", family));
}

Status CheckBlockSize(std::string_view family, std::string_view value) {
  const int64_t size = Number(value);
  if (size >= kKilobyte && size <= 16 * kMegabyte) return {};
  return SanityError(
      fmt::format("Block size for column family {}  must be between 1K and 16MB.", family));
}

Status CheckEncryption(std::string_view /*family*/, std::string_view value) {
  // Not bypassable: a table must not look encrypted when it is not.
  return {StatusCode::kDoNotRetry,
          fmt::format("Cipher {} failed test: encryption is disabled on the cluster", value)};
}

Status CheckDfsReplication(std::string_view family, std::string_view value) {
  if (Number(value) >= 0) return {};
  return SanityError(
      fmt::format("HFile Replication for column family {}  must be greater than zero.", family));
}

Status CheckMaxFileSize(std::string_view /*table*/, std::string_view value) {
  const int64_t size = Number(value);
  if (size >= 2 * kMegabyte) return {};
  return SanityError(
      fmt::format("MAX_FILESIZE for table descriptor or \"hbase.hregion.max.filesize\" ({}) is too "
                  "small, which might cause over splitting into unmanageable number of regions.",
                  size));
}

Status CheckFlushSize(std::string_view /*table*/, std::string_view value) {
  const int64_t size = Number(value);
  if (size >= kMegabyte) return {};
  return SanityError(
      fmt::format("MEMSTORE_FLUSHSIZE for table descriptor or "
                  "\"hbase.hregion.memstore.flush.size\" ({}) is too small, which might cause very "
                  "frequent flushing.",
                  size));
}

Status CheckSplitPolicy(std::string_view table, std::string_view value) {
  if (ParseSplitPolicy(value)) return {};
  return SanityError(fmt::format(
      "Unable to load configured region split policy '{}' for table '{}'", value, table));
}

Status CheckRegionReplication(std::string_view /*table*/, std::string_view value) {
  if (Number(value) >= 1) return {};
  return SanityError("Table region replication should be at least one.");
}

Status CheckFamily(const FamilyDescriptor& family, bool sanity_checks) {
  BASALT_RETURN_IF_ERROR(CheckFamilyName(family.name()));
  const std::string name = CleanUtf8(family.name());
  for (const auto& [key, value] : family.attributes()) {
    const AttributeSpec* spec = FindFamilyAttribute(key);
    if (spec == nullptr) continue;
    BASALT_RETURN_IF_ERROR(CheckValue(*spec, name, value, sanity_checks));
  }
  if (!sanity_checks) return {};
  BASALT_RETURN_IF_ERROR(CheckBloomParameter(family));
  return CheckVersionBounds(family, name);
}

Status CheckTable(const TableDescriptor& table) {
  const bool sanity_checks = DescriptorSettings(table).Bool(kSanityChecksAttribute).value_or(true);
  const std::string name = table.name().ToString();
  for (const auto& [key, value] : table.attributes()) {
    const AttributeSpec* spec = FindTableAttribute(key);
    if (spec == nullptr) continue;
    BASALT_RETURN_IF_ERROR(CheckValue(*spec, name, value, sanity_checks));
  }
  if (sanity_checks) BASALT_RETURN_IF_ERROR(CheckSettings(table));
  BASALT_RETURN_IF_ERROR(CheckCompactionSettings(table));
  if (sanity_checks && table.families().empty()) {
    return SanityError("Table should have at least one column family.");
  }
  if (table.read_only() && name == kMetaTableName) {
    return SanityError("Meta table can't be set as read only.");
  }
  for (const FamilyDescriptor& family : table.families()) {
    BASALT_RETURN_IF_ERROR(CheckFamily(family, sanity_checks));
  }
  return {};
}

}  // namespace basalt::model
