#include "model/descriptor_check.h"

#include <fmt/format.h>

#include "basalt/cell.h"
#include "model/attributes.h"
#include "model/names.h"
#include "model/unicode.h"
#include "model/units.h"

namespace basalt::model {
namespace {

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
