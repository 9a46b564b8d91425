// Descriptors: what a namespace, table or family is declared to be.
//
// A descriptor is HBase's map of attributes, text to text, kept whole: attributes Basalt does not
// know are stored and returned unchanged. Typed accessors read and write the ones it does know.
#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "basalt/bytes.h"
#include "basalt/export.h"
#include "basalt/mutation.h"
#include "basalt/status.h"

namespace basalt {
inline namespace v1 {

// Whether deleted cells can still be read at times before their deletion. HBase's
// KEEP_DELETED_CELLS.
enum class KeepDeletedCells : uint8_t { kFalse, kTrue, kTtl };

// How blocks of a family are compressed. HBase's COMPRESSION.
enum class Compression : uint8_t { kNone, kGz, kSnappy, kLzo, kLz4, kBzip2, kZstd, kLzma, kBrotli };

// What a family's Bloom filters are made of. HBase's BLOOMFILTER.
enum class BloomType : uint8_t { kNone, kRow, kRowCol, kRowPrefixFixedLength };

// How keys are stored in blocks. HBase's DATA_BLOCK_ENCODING.
enum class DataBlockEncoding : uint8_t { kNone, kPrefix, kDiff, kFastDiff, kRowIndexV1 };

// The TTL of cells that do not expire.
constexpr int32_t kForeverTtlSeconds = std::numeric_limits<int32_t>::max();

// "ns:qualifier"; the namespace "default" is left out when printed.
class BASALT_EXPORT TableName {
 public:
  // Accepts "table" and "namespace:table". Errors carry HBase's messages.
  static Result<TableName> Parse(std::string_view name);
  const std::string& ns() const { return namespace_; }
  const std::string& qualifier() const { return qualifier_; }
  std::string ToString() const;
  friend bool operator==(const TableName&, const TableName&) = default;
  // NOLINTNEXTLINE(modernize-use-nullptr): clang-tidy 14 misreads the generated comparison.
  friend auto operator<=>(const TableName&, const TableName&) = default;

 private:
  TableName(std::string ns, std::string qualifier)
      : namespace_(std::move(ns)), qualifier_(std::move(qualifier)) {}
  std::string namespace_;
  std::string qualifier_;
};

// A column family: its name, HBase's attributes and free-form settings. A value.
class BASALT_EXPORT FamilyDescriptor {
 public:
  explicit FamilyDescriptor(BytesView name) : name_(name) {}

  const Bytes& name() const { return name_; }
  // Only what was set; defaults are not materialised.
  const std::map<std::string, std::string>& attributes() const { return attributes_; }
  // Free-form settings (HBase's CONFIGURATION).
  const std::map<std::string, std::string>& configuration() const { return configuration_; }
  // The attribute as set, else HBase's default, else nullopt.
  std::optional<std::string> GetAttribute(std::string_view key) const;
  // An empty value removes the attribute. No check: see Validate.
  FamilyDescriptor& SetAttribute(std::string key, std::string value);
  FamilyDescriptor& SetConfiguration(std::string key, std::string value);

  // Typed views. A value that does not parse reads as the default; Validate reports it.
  int32_t max_versions() const;
  int32_t min_versions() const;
  int32_t ttl_seconds() const;
  KeepDeletedCells keep_deleted_cells() const;
  Compression compression() const;
  BloomType bloom_type() const;
  DataBlockEncoding data_block_encoding() const;
  int32_t block_size() const;
  bool block_cache_enabled() const;
  bool in_memory() const;
  bool mob_enabled() const;
  int64_t mob_threshold() const;
  bool new_version_behavior() const;

  FamilyDescriptor& SetMaxVersions(int32_t versions);
  FamilyDescriptor& SetMinVersions(int32_t versions);
  FamilyDescriptor& SetTtlSeconds(int32_t seconds);
  FamilyDescriptor& SetKeepDeletedCells(KeepDeletedCells keep);
  FamilyDescriptor& SetCompression(Compression compression);
  FamilyDescriptor& SetBloomType(BloomType bloom);
  FamilyDescriptor& SetDataBlockEncoding(DataBlockEncoding encoding);
  FamilyDescriptor& SetBlockSize(int32_t bytes);
  FamilyDescriptor& SetMob(int64_t threshold_bytes);

  // HBase's rules: the name, and each attribute by itself and against the others.
  Status Validate() const;
  // HBase's form: {NAME => 'f', VERSIONS => '3'}, attributes that differ from the default only.
  std::string ToString() const;
  // The same with every attribute, as the shell's `describe` prints it.
  std::string ToFullString() const;
  friend bool operator==(const FamilyDescriptor&, const FamilyDescriptor&) = default;

 private:
  Bytes name_;
  std::map<std::string, std::string> attributes_;
  std::map<std::string, std::string> configuration_;
};

// A table: its name, HBase's attributes and its families. A value.
class BASALT_EXPORT TableDescriptor {
 public:
  explicit TableDescriptor(TableName name) : name_(std::move(name)) {}

  const TableName& name() const { return name_; }
  const std::map<std::string, std::string>& attributes() const { return attributes_; }
  std::optional<std::string> GetAttribute(std::string_view key) const;
  TableDescriptor& SetAttribute(std::string key, std::string value);

  // In the order of their names.
  const std::vector<FamilyDescriptor>& families() const { return families_; }
  const FamilyDescriptor* FindFamily(BytesView name) const;
  // Fails when a family of that name is there already.
  Status AddFamily(FamilyDescriptor family);
  // Fails when no family of that name is there.
  Status ReplaceFamily(FamilyDescriptor family);
  Status RemoveFamily(BytesView name);

  bool read_only() const;
  Durability durability() const;
  int64_t max_file_size() const;

  // HBase's TableDescriptorChecker: at least one family, every family valid, attributes in range.
  Status Validate() const;
  // HBase's form: 'ns:t', {TABLE_ATTRIBUTES => {...}}, {NAME => 'f', ...}.
  std::string ToString() const;
  friend bool operator==(const TableDescriptor&, const TableDescriptor&) = default;

 private:
  TableName name_;
  std::map<std::string, std::string> attributes_;
  std::vector<FamilyDescriptor> families_;
};

// A namespace and its settings.
struct BASALT_EXPORT NamespaceDescriptor {
  std::string name;
  std::map<std::string, std::string> configuration;
  // HBase's TableName.isLegalNamespaceName.
  Status Validate() const;
};

}  // namespace v1
}  // namespace basalt
