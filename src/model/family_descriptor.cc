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

bool Bool(const FamilyDescriptor& family, std::string_view name) {
  return model::ReadBool(family.attributes(), *model::FindFamilyAttribute(name));
}

template <typename Number>
Number NumberOf(const FamilyDescriptor& family, std::string_view name) {
  return static_cast<Number>(
      model::ReadNumber(family.attributes(), *model::FindFamilyAttribute(name)));
}

template <typename Enum>
Enum EnumOf(const FamilyDescriptor& family, std::string_view name) {
  return static_cast<Enum>(
      model::ReadChoice(family.attributes(), *model::FindFamilyAttribute(name)));
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

int32_t FamilyDescriptor::max_versions() const { return NumberOf<int32_t>(*this, "VERSIONS"); }

int32_t FamilyDescriptor::min_versions() const { return NumberOf<int32_t>(*this, "MIN_VERSIONS"); }

int32_t FamilyDescriptor::ttl_seconds() const {
  const int32_t ttl = NumberOf<int32_t>(*this, "TTL");
  // HBase's stores read -1, which only a table without sanity checks can have, as "for ever".
  return ttl == -1 ? kForeverTtlSeconds : ttl;
}

KeepDeletedCells FamilyDescriptor::keep_deleted_cells() const {
  return EnumOf<KeepDeletedCells>(*this, "KEEP_DELETED_CELLS");
}

Compression FamilyDescriptor::compression() const {
  return EnumOf<Compression>(*this, "COMPRESSION");
}

BloomType FamilyDescriptor::bloom_type() const { return EnumOf<BloomType>(*this, "BLOOMFILTER"); }

DataBlockEncoding FamilyDescriptor::data_block_encoding() const {
  return EnumOf<DataBlockEncoding>(*this, "DATA_BLOCK_ENCODING");
}

int32_t FamilyDescriptor::block_size() const { return NumberOf<int32_t>(*this, "BLOCKSIZE"); }

bool FamilyDescriptor::block_cache_enabled() const { return Bool(*this, "BLOCKCACHE"); }

bool FamilyDescriptor::in_memory() const { return Bool(*this, "IN_MEMORY"); }

bool FamilyDescriptor::mob_enabled() const { return Bool(*this, "IS_MOB"); }

int64_t FamilyDescriptor::mob_threshold() const {
  return NumberOf<int64_t>(*this, "MOB_THRESHOLD");
}

bool FamilyDescriptor::new_version_behavior() const { return Bool(*this, "NEW_VERSION_BEHAVIOR"); }

int32_t FamilyDescriptor::replication_scope() const {
  return NumberOf<int32_t>(*this, "REPLICATION_SCOPE");
}

int16_t FamilyDescriptor::dfs_replication() const {
  return NumberOf<int16_t>(*this, "DFS_REPLICATION");
}

bool FamilyDescriptor::cache_data_on_write() const { return Bool(*this, "CACHE_DATA_ON_WRITE"); }

bool FamilyDescriptor::cache_indexes_on_write() const {
  return Bool(*this, "CACHE_INDEX_ON_WRITE");
}

bool FamilyDescriptor::cache_blooms_on_write() const {
  return Bool(*this, "CACHE_BLOOMS_ON_WRITE");
}

bool FamilyDescriptor::evict_blocks_on_close() const {
  return Bool(*this, "EVICT_BLOCKS_ON_CLOSE");
}

bool FamilyDescriptor::prefetch_blocks_on_open() const {
  return Bool(*this, "PREFETCH_BLOCKS_ON_OPEN");
}

bool FamilyDescriptor::compress_tags() const { return Bool(*this, "COMPRESS_TAGS"); }

CompactionStyle FamilyDescriptor::compaction_style() const {
  return EnumOf<CompactionStyle>(*this, "COMPACTION");
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
