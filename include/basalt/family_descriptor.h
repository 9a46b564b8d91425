// FamilyDescriptor: what a column family is declared to be. basalt/descriptor.h includes it and
// says what holds for all descriptors.
#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "basalt/bytes.h"
#include "basalt/export.h"
#include "basalt/status.h"

namespace basalt {
inline namespace v1 {

// Whether deleted cells can still be read at times before their deletion. HBase's
// KEEP_DELETED_CELLS.
enum class KeepDeletedCells : uint8_t {
  kFalse,  // a major compaction removes them
  kTrue,   // they are kept as long as their version is
  kTtl,    // they are kept until they expire
};

// How blocks of a family are compressed. HBase's COMPRESSION. The store writes kNone, kGz, kSnappy,
// kLz4 and kZstd; Validate refuses the others.
enum class Compression : uint8_t { kNone, kGz, kSnappy, kLzo, kLz4, kBzip2, kZstd, kLzma, kBrotli };

// What a family's Bloom filters are made of. HBase's BLOOMFILTER.
enum class BloomType : uint8_t { kNone, kRow, kRowCol, kRowPrefixFixedLength };

// How the store merges a family's files; the attribute COMPACTION, which is Basalt's own.
enum class CompactionStyle : uint8_t {
  kLeveled,    // less space and faster reads
  kUniversal,  // fewer bytes written
};

// How keys are stored in blocks. HBase's DATA_BLOCK_ENCODING: kept and returned, but the store
// always shares key prefixes within a block.
enum class DataBlockEncoding : uint8_t { kNone, kPrefix, kDiff, kFastDiff, kRowIndexV1 };

// The TTL of cells that do not expire.
constexpr int32_t kForeverTtlSeconds = std::numeric_limits<int32_t>::max();

// A column family: its name, HBase's attributes and free-form settings. A value; owns what it
// holds. What a getter returns by reference is valid until the descriptor is changed or destroyed.
class BASALT_EXPORT FamilyDescriptor {
 public:
  // All attributes have HBase's defaults. Validate checks the name.
  explicit FamilyDescriptor(BytesView name) : name_(name) {}

  // 1 to kMaxFamilyLength bytes.
  const Bytes& name() const { return name_; }
  // Only what was set; defaults are not materialised.
  const std::map<std::string, std::string>& attributes() const { return attributes_; }
  // Free-form settings (HBase's CONFIGURATION).
  const std::map<std::string, std::string>& configuration() const { return configuration_; }
  // The attribute as set, else HBase's default, else nullopt.
  std::optional<std::string> GetAttribute(std::string_view key) const;
  // An empty value removes the attribute. A value with a unit ("1 DAY") is stored as a number.
  // Values are not checked: see Validate.
  FamilyDescriptor& SetAttribute(std::string key, std::string value);
  // An empty value removes the setting.
  FamilyDescriptor& SetConfiguration(std::string key, std::string value);

  // Typed access to the attributes. A value that does not parse reads as the default; Validate
  // reports it. Booleans are read as Java reads them: "true" in any case is true, all else is
  // false.

  // VERSIONS: how many versions of a column are kept. Default: 1.
  int32_t max_versions() const;
  // MIN_VERSIONS: how many versions are kept although their TTL has passed. Default: 0.
  int32_t min_versions() const;
  // TTL: the time to live of cells. Default: kForeverTtlSeconds.
  int32_t ttl_seconds() const;
  // KEEP_DELETED_CELLS. Default: kFalse.
  KeepDeletedCells keep_deleted_cells() const;
  // COMPRESSION. Default: kNone.
  Compression compression() const;
  // BLOOMFILTER. Default: kRow.
  BloomType bloom_type() const;
  // DATA_BLOCK_ENCODING. Default: kNone.
  DataBlockEncoding data_block_encoding() const;
  // BLOCKSIZE: the size of a block in bytes, before compression. Default: 65536.
  int32_t block_size() const;
  // BLOCKCACHE: whether blocks that are read are cached. Default: true.
  bool block_cache_enabled() const;
  // IN_MEMORY: whether the family's blocks are the last to leave the block cache. Default: false.
  bool in_memory() const;
  // IS_MOB: whether values above mob_threshold() are kept in files of their own. Default: false.
  bool mob_enabled() const;
  // MOB_THRESHOLD, in bytes. Default: 102400.
  int64_t mob_threshold() const;
  // NEW_VERSION_BEHAVIOR: markers hide only what was written before them. Default: false.
  bool new_version_behavior() const;
  // COMPACTION. Default: kLeveled.
  CompactionStyle compaction_style() const;

  // Attributes that are stored and returned for HBase's clients; the store does not use them.
  // REPLICATION_SCOPE (default 0), DFS_REPLICATION (0), CACHE_DATA_ON_WRITE, CACHE_INDEX_ON_WRITE,
  // CACHE_BLOOMS_ON_WRITE, EVICT_BLOCKS_ON_CLOSE, PREFETCH_BLOCKS_ON_OPEN (all false) and
  // COMPRESS_TAGS (true).
  int32_t replication_scope() const;
  int16_t dfs_replication() const;
  bool cache_data_on_write() const;
  bool cache_indexes_on_write() const;
  bool cache_blooms_on_write() const;
  bool evict_blocks_on_close() const;
  bool prefetch_blocks_on_open() const;
  bool compress_tags() const;

  // Sets VERSIONS; must be positive.
  FamilyDescriptor& SetMaxVersions(int32_t versions);
  // Sets MIN_VERSIONS; must be from 0 to VERSIONS.
  FamilyDescriptor& SetMinVersions(int32_t versions);
  // Sets TTL; must be positive.
  FamilyDescriptor& SetTtlSeconds(int32_t seconds);
  // Sets KEEP_DELETED_CELLS.
  FamilyDescriptor& SetKeepDeletedCells(KeepDeletedCells keep);
  // Sets COMPRESSION; files are rewritten with it as they are compacted.
  FamilyDescriptor& SetCompression(Compression compression);
  // Sets BLOOMFILTER. kRowPrefixFixedLength needs the setting
  // "RowPrefixBloomFilter.prefix_length" in the configuration.
  FamilyDescriptor& SetBloomType(BloomType bloom);
  // Sets DATA_BLOCK_ENCODING.
  FamilyDescriptor& SetDataBlockEncoding(DataBlockEncoding encoding);
  // Sets BLOCKSIZE; must be from 1 KB to 16 MB.
  FamilyDescriptor& SetBlockSize(int32_t bytes);
  // Sets IS_MOB to true, and MOB_THRESHOLD.
  FamilyDescriptor& SetMob(int64_t threshold_bytes);

  // HBase's rules: the name, and each attribute by itself and against the others.
  Status Validate() const;
  // HBase's form: {NAME => 'f', VERSIONS => '3'}, attributes that differ from the default only.
  std::string ToString() const;
  // The same with every attribute, as the shell's `describe` prints it.
  std::string ToFullString() const;
  // The same name, attributes and configuration; a default that was set differs from one that was
  // not.
  friend bool operator==(const FamilyDescriptor&, const FamilyDescriptor&) = default;

 private:
  Bytes name_;
  std::map<std::string, std::string> attributes_;
  std::map<std::string, std::string> configuration_;
};

}  // namespace v1
}  // namespace basalt
