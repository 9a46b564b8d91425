#include "model/descriptor_print.h"

#include <algorithm>
#include <bit>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "model/attributes.h"
#include "model/names.h"
#include "model/unicode.h"
#include "model/units.h"

namespace basalt::model {
namespace {

struct Entry {
  std::string key;
  std::string value;
  const AttributeSpec* spec;
};

// HBase keeps a family's attributes in a Java HashMap and prints them as that map is laid out: by
// the low bits of the keys' hashes. Scripts and eyes are used to that order, so it is kept. The two
// hash functions are those of HBase's Bytes and of Java's String.
uint32_t BytesHash(std::string_view key) {
  uint32_t hash = 1;
  for (const char c : key) hash = 31 * hash + static_cast<uint32_t>(static_cast<int8_t>(c));
  return hash;
}

uint32_t StringHash(std::string_view key) {
  uint32_t hash = 0;
  for (const char16_t unit : DecodeUtf8(key)) hash = 31 * hash + unit;
  return hash;
}

template <typename Hash>
void SortAsHashMap(std::vector<Entry>& entries, Hash hash) {
  // The size Java gives a map that is copied from one with this many entries.
  const auto wanted = static_cast<uint32_t>(static_cast<float>(entries.size()) / 0.75F + 1.0F);
  const uint32_t mask = std::bit_ceil(wanted) - 1;
  const auto bucket = [&](const Entry& entry) {
    const uint32_t value = hash(entry.key);
    return (value ^ value >> 16) & mask;
  };
  std::stable_sort(entries.begin(), entries.end(),
                   [&](const Entry& a, const Entry& b) { return bucket(a) < bucket(b); });
}

std::string PrintValue(const Entry& entry) {
  const Unit unit = entry.spec == nullptr ? Unit::kNone : entry.spec->unit;
  if (unit != Unit::kNone) {
    if (const auto number = ParseNumber(*entry.spec, entry.value)) {
      return FormatWithUnit(*number, unit);
    }
  }
  return entry.value;
}

Presence PresenceOf(const Entry& entry) {
  return entry.spec == nullptr ? Presence::kOptional : entry.spec->presence;
}

bool IsDefault(const Entry& entry) {
  return EqualsIgnoringCase(entry.value, entry.spec->default_value);
}

// A => 'x', B => 'y', with `quote` around each key.
std::string Join(const std::vector<Entry>& entries, std::string_view quote) {
  std::string text;
  for (const Entry& entry : entries) {
    if (!text.empty()) text.append(", ");
    text.append(fmt::format("{0}{1}{0} => '{2}'", quote, CleanUtf8(entry.key), PrintValue(entry)));
  }
  return text;
}

// Every attribute the family has in HBase, where those with Presence::kAlways are never missing.
std::vector<Entry> AttributesInOrder(const FamilyDescriptor& family) {
  std::vector<Entry> entries;
  for (const AttributeSpec& spec : FamilyAttributes()) {
    if (spec.presence != Presence::kAlways) continue;
    entries.push_back(
        {std::string(spec.name), ToStringBinary(*family.GetAttribute(spec.name)), &spec});
  }
  for (const auto& [key, value] : family.attributes()) {
    const AttributeSpec* spec = FindFamilyAttribute(key);
    if (spec != nullptr && spec->presence == Presence::kAlways) continue;
    entries.push_back({key, ToStringBinary(value), spec});
  }
  SortAsHashMap(entries, BytesHash);
  return entries;
}

}  // namespace

std::string PrintFamily(const FamilyDescriptor& family, Defaults defaults) {
  std::vector<Entry> reserved;
  std::vector<Entry> metadata;
  for (Entry& entry : AttributesInOrder(family)) {
    const Presence presence = PresenceOf(entry);
    if (presence == Presence::kOptional) {
      metadata.push_back(std::move(entry));
      continue;
    }
    // Only an attribute that every family has may be left out when it is the default.
    const bool unsaid = presence == Presence::kAlways && IsDefault(entry);
    if (defaults == Defaults::kPrint || !unsaid) reserved.push_back(std::move(entry));
  }
  std::vector<Entry> configuration;
  for (const auto& [key, value] : family.configuration()) {
    configuration.push_back({key, value, FindFamilyAttribute(key)});
  }
  SortAsHashMap(configuration, StringHash);

  std::string text = fmt::format("{{NAME => '{}'", CleanUtf8(family.name()));
  if (!reserved.empty()) text.append(", " + Join(reserved, ""));
  if (!metadata.empty()) text.append(fmt::format(", METADATA => {{{}}}", Join(metadata, "'")));
  if (!configuration.empty()) {
    text.append(fmt::format(", CONFIGURATION => {{{}}}", Join(configuration, "'")));
  }
  text.push_back('}');
  return text;
}

std::string PrintTableAttributes(const TableDescriptor& table, Defaults defaults) {
  auto attributes = table.attributes();
  // In HBase the attribute follows from the name, and is printed only for the catalog itself.
  attributes["IS_META"] = table.name().ToString() == kMetaTableName ? "true" : "false";
  std::vector<Entry> reserved;
  std::vector<Entry> metadata;
  for (const auto& [key, value] : attributes) {
    Entry entry{key, ToStringBinary(value), FindTableAttribute(key)};
    if (PresenceOf(entry) == Presence::kOptional && !key.starts_with("coprocessor$")) {
      metadata.push_back(std::move(entry));
      continue;
    }
    const bool unsaid = entry.spec != nullptr && IsDefault(entry) &&
                        (defaults == Defaults::kOmit || key == "IS_META");
    if (!unsaid) reserved.push_back(std::move(entry));
  }
  if (reserved.empty() && metadata.empty()) return {};
  std::string inner = Join(reserved, "");
  if (!metadata.empty()) {
    if (!inner.empty()) inner.append(", ");
    inner.append(fmt::format("METADATA => {{{}}}", Join(metadata, "'")));
  }
  return fmt::format(", {{TABLE_ATTRIBUTES => {{{}}}}}", inner);
}

std::string PrintTable(const TableDescriptor& table, Defaults defaults) {
  std::string text = fmt::format("'{}'", table.name().ToString());
  text.append(PrintTableAttributes(table, defaults));
  for (const FamilyDescriptor& family : table.families()) {
    text.append(", ").append(PrintFamily(family, defaults));
  }
  return text;
}

}  // namespace basalt::model
