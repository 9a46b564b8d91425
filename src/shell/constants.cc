#include "shell/constants.h"

#include <algorithm>
#include <array>

namespace basalt::shell {
namespace {

constexpr auto kConstants = std::to_array<std::string_view>({
    "ALLOW_PARTIAL_RESULTS",
    "ALL_METRICS",
    "ATTRIBUTES",
    "AUTHORIZATIONS",
    "BATCH",
    "BLOCKCACHE",
    "BLOCKSIZE",
    "BLOOMFILTER",
    "CACHE",
    "CACHE_BLOCKS",
    "CACHE_BLOOMS_ON_WRITE",
    "CACHE_DATA_ON_WRITE",
    "CACHE_INDEX_ON_WRITE",
    "CLASSNAME",
    "CLONE_SFT",
    "CLUSTER_KEY",
    "COLUMN",
    "COLUMNS",
    "COMPACTION_ENABLED",
    "COMPRESSION",
    "COMPRESSION_COMPACT",
    "COMPRESSION_COMPACT_MAJOR",
    "COMPRESSION_COMPACT_MINOR",
    "COMPRESS_TAGS",
    "CONFIG",
    "CONFIGURATION",
    "CONSISTENCY",
    "DATA",
    "DATA_BLOCK_ENCODING",
    "DFS_REPLICATION",
    "DURABILITY",
    "ENCODE_ON_DISK",
    "ENCRYPTION",
    "ENCRYPTION_KEY",
    "ENDKEY",
    "ENDPOINT_CLASSNAME",
    "ENDROW",
    "ERASURE_CODING_POLICY",
    "EVICT_BLOCKS_ON_CLOSE",
    "FILTER",
    "FLUSH_POLICY",
    "FOREVER",
    "FORMATTER",
    "FORMATTER_CLASS",
    "INDEX_BLOCK_ENCODING",
    "INTERVAL",
    "IN_MEMORY",
    "IN_MEMORY_COMPACTION",
    "ISOLATION_LEVEL",
    "IS_META",
    "IS_MOB",
    "KEEP_DELETED_CELLS",
    "KEY_SCHEMA",
    "LENGTH",
    "LIMIT",
    "LOCALITY_THRESHOLD",
    "MAXLENGTH",
    "MAX_FILESIZE",
    "MAX_RESULT_SIZE",
    "MEMSTORE_FLUSHSIZE",
    "MERGE_ENABLED",
    "METADATA",
    "METHOD",
    "METRICS",
    "MIN_VERSIONS",
    "MOB_COMPACT_PARTITION_POLICY",
    "MOB_THRESHOLD",
    "NAME",
    "NAMESPACE",
    "NAMESPACES",
    "NEW_VERSION_BEHAVIOR",
    "NONE",
    "NORMALIZATION_ENABLED",
    "NORMALIZER_TARGET_REGION_COUNT",
    "NORMALIZER_TARGET_REGION_SIZE",
    "NORMALIZER_TARGET_REGION_SIZE_MB",
    "NUMREGIONS",
    "OWNER",
    "POLICY",
    "PREFETCH_BLOCKS_ON_OPEN",
    "PRIORITY",
    "RAW",
    "READONLY",
    "READ_TYPE",
    "REGEX",
    "REGIONSERVER",
    "REGION_MEMSTORE_REPLICATION",
    "REGION_REPLICATION",
    "REGION_REPLICA_ID",
    "REOPEN_REGIONS",
    "REPLICATION_SCOPE",
    "RESTORE_ACL",
    "REVERSED",
    "ROWPREFIXFILTER",
    "SERIAL",
    "SERVER_NAME",
    "SKIP_FLUSH",
    "SPLITALGO",
    "SPLITS",
    "SPLITS_FILE",
    "SPLIT_ENABLED",
    "SPLIT_POLICY",
    "STARTKEY",
    "STARTROW",
    "STATE",
    "STOPROW",
    "STORAGE_POLICY",
    "TABLE",
    "TABLE_CFS",
    "TABLE_NAME",
    "TABLE_NAMES",
    "TIMERANGE",
    "TIMESTAMP",
    "TTL",
    "TYPE",
    "USER",
    "VALUE",
    "VERSIONS",
    "VISIBILITY",
});

struct Alias {
  std::string_view name;
  std::string_view value;
};
constexpr auto kAliases = std::to_array<Alias>({
    {"ENDKEY", "STOPROW"},
    {"ENDROW", "STOPROW"},
    {"STARTKEY", "STARTROW"},
});

constexpr auto kClasses = std::to_array<std::string_view>({
    "Bytes",
    "ColumnCountGetFilter",
    "ColumnPaginationFilter",
    "ColumnPrefixFilter",
    "FirstKeyOnlyFilter",
    "InclusiveStopFilter",
    "KeyOnlyFilter",
    "PageFilter",
    "PrefixFilter",
    "RandomRowFilter",
});

}  // namespace

std::span<const std::string_view> Constants() { return kConstants; }

const std::string_view* FindConstant(std::string_view name) {
  const auto alias = std::ranges::find(kAliases, name, &Alias::name);
  if (alias != kAliases.end()) return &alias->value;
  const auto found = std::ranges::find(kConstants, name);
  return found == kConstants.end() ? nullptr : &*found;
}

bool IsKnownClass(std::string_view name) {
  return std::ranges::find(kClasses, name) != kClasses.end();
}

}  // namespace basalt::shell
