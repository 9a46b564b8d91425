#include <string>
#include <utility>

#include "basalt/descriptor.h"
#include "model/attributes.h"
#include "model/descriptor_check.h"
#include "model/descriptor_print.h"

namespace basalt {
inline namespace v1 {
namespace {

using model::AttributeSpec;

// Reads the attribute with `parse(spec, text)`; a missing or unreadable value gives the default.
template <typename Parse>
auto Read(const FamilyDescriptor& family, std::string_view name, Parse parse) {
  const AttributeSpec& spec = *model::FindFamilyAttribute(name);
  const auto& attributes = family.attributes();
  if (const auto found = attributes.find(std::string(name)); found != attributes.end()) {
    if (const auto value = parse(spec, found->second)) return *value;
  }
  return *parse(spec, spec.default_value);
}

int64_t ReadNumber(const FamilyDescriptor& family, std::string_view name) {
  return Read(family, name, model::ParseNumber);
}

int32_t ReadInt(const FamilyDescriptor& family, std::string_view name) {
  return static_cast<int32_t>(ReadNumber(family, name));
}

bool ReadBool(const FamilyDescriptor& family, std::string_view name) {
  return Read(family, name, [](const AttributeSpec&, std::string_view text) {
    return std::optional(model::ParseBool(text));
  });
}

template <typename Enum>
Enum ReadEnum(const FamilyDescriptor& family, std::string_view name) {
  return static_cast<Enum>(Read(family, name, model::ParseChoice));
}

template <typename Enum>
std::string NameOf(std::span<const std::string_view> names, Enum value) {
  return std::string(names[static_cast<size_t>(value)]);
}

}  // namespace

std::optional<std::string> FamilyDescriptor::GetAttribute(std::string_view key) const {
  if (const auto found = attributes_.find(std::string(key)); found != attributes_.end()) {
    return found->second;
  }
  const AttributeSpec* spec = model::FindFamilyAttribute(key);
  if (spec == nullptr || spec->default_value.empty()) return std::nullopt;
  return std::string(spec->default_value);
}

FamilyDescriptor& FamilyDescriptor::SetAttribute(std::string key, std::string value) {
  if (value.empty()) {
    attributes_.erase(key);
    return *this;
  }
  const AttributeSpec* spec = model::FindFamilyAttribute(key);
  attributes_[std::move(key)] = model::NormalizeValue(spec, std::move(value));
  return *this;
}

FamilyDescriptor& FamilyDescriptor::SetConfiguration(std::string key, std::string value) {
  if (value.empty()) {
    configuration_.erase(key);
  } else {
    configuration_[std::move(key)] = std::move(value);
  }
  return *this;
}

int32_t FamilyDescriptor::max_versions() const { return ReadInt(*this, "VERSIONS"); }

int32_t FamilyDescriptor::min_versions() const { return ReadInt(*this, "MIN_VERSIONS"); }

int32_t FamilyDescriptor::ttl_seconds() const {
  const int32_t ttl = ReadInt(*this, "TTL");
  // HBase's stores read -1, which only a table without sanity checks can have, as "for ever".
  return ttl == -1 ? kForeverTtlSeconds : ttl;
}

KeepDeletedCells FamilyDescriptor::keep_deleted_cells() const {
  return ReadEnum<KeepDeletedCells>(*this, "KEEP_DELETED_CELLS");
}

Compression FamilyDescriptor::compression() const {
  return ReadEnum<Compression>(*this, "COMPRESSION");
}

BloomType FamilyDescriptor::bloom_type() const { return ReadEnum<BloomType>(*this, "BLOOMFILTER"); }

DataBlockEncoding FamilyDescriptor::data_block_encoding() const {
  return ReadEnum<DataBlockEncoding>(*this, "DATA_BLOCK_ENCODING");
}

int32_t FamilyDescriptor::block_size() const { return ReadInt(*this, "BLOCKSIZE"); }

bool FamilyDescriptor::block_cache_enabled() const { return ReadBool(*this, "BLOCKCACHE"); }

bool FamilyDescriptor::in_memory() const { return ReadBool(*this, "IN_MEMORY"); }

bool FamilyDescriptor::mob_enabled() const { return ReadBool(*this, "IS_MOB"); }

int64_t FamilyDescriptor::mob_threshold() const { return ReadNumber(*this, "MOB_THRESHOLD"); }

bool FamilyDescriptor::new_version_behavior() const {
  return ReadBool(*this, "NEW_VERSION_BEHAVIOR");
}

FamilyDescriptor& FamilyDescriptor::SetMaxVersions(int32_t versions) {
  return SetAttribute("VERSIONS", std::to_string(versions));
}

FamilyDescriptor& FamilyDescriptor::SetMinVersions(int32_t versions) {
  return SetAttribute("MIN_VERSIONS", std::to_string(versions));
}

FamilyDescriptor& FamilyDescriptor::SetTtlSeconds(int32_t seconds) {
  return SetAttribute("TTL", std::to_string(seconds));
}

FamilyDescriptor& FamilyDescriptor::SetKeepDeletedCells(KeepDeletedCells keep) {
  return SetAttribute("KEEP_DELETED_CELLS", NameOf(model::kKeepDeletedNames, keep));
}

FamilyDescriptor& FamilyDescriptor::SetCompression(Compression compression) {
  return SetAttribute("COMPRESSION", NameOf(model::kCompressionNames, compression));
}

FamilyDescriptor& FamilyDescriptor::SetBloomType(BloomType bloom) {
  return SetAttribute("BLOOMFILTER", NameOf(model::kBloomNames, bloom));
}

FamilyDescriptor& FamilyDescriptor::SetDataBlockEncoding(DataBlockEncoding encoding) {
  return SetAttribute("DATA_BLOCK_ENCODING", NameOf(model::kBlockEncodingNames, encoding));
}

FamilyDescriptor& FamilyDescriptor::SetBlockSize(int32_t bytes) {
  return SetAttribute("BLOCKSIZE", std::to_string(bytes));
}

FamilyDescriptor& FamilyDescriptor::SetMob(int64_t threshold_bytes) {
  SetAttribute("IS_MOB", "true");
  return SetAttribute("MOB_THRESHOLD", std::to_string(threshold_bytes));
}

Status FamilyDescriptor::Validate() const {
  return model::CheckFamily(*this, /*sanity_checks=*/true);
}

std::string FamilyDescriptor::ToString() const {
  return model::PrintFamily(*this, model::Defaults::kOmit);
}

std::string FamilyDescriptor::ToFullString() const {
  return model::PrintFamily(*this, model::Defaults::kPrint);
}

}  // namespace v1
}  // namespace basalt
