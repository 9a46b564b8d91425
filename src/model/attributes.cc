#include "model/attributes.h"

#include <algorithm>
#include <charconv>
#include <limits>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "basalt/descriptor.h"
#include "base/check.h"
#include "model/descriptor_check.h"

namespace basalt::model {
namespace {

constexpr std::string_view kCompression[] = {"NONE",  "GZ",   "SNAPPY", "LZO",   "LZ4",
                                             "BZIP2", "ZSTD", "LZMA",   "BROTLI"};
constexpr std::string_view kBloom[] = {"NONE", "ROW", "ROWCOL", "ROWPREFIX_FIXED_LENGTH"};
constexpr std::string_view kBlockEncoding[] = {"NONE", "PREFIX", "DIFF", "FAST_DIFF",
                                               "ROW_INDEX_V1"};
constexpr std::string_view kIndexEncoding[] = {"NONE", "PREFIX_TREE"};
constexpr std::string_view kKeepDeleted[] = {"FALSE", "TRUE", "TTL"};
constexpr std::string_view kMemoryCompaction[] = {"NONE", "BASIC", "EAGER", "ADAPTIVE"};
constexpr std::string_view kMobPartition[] = {"DAILY", "WEEKLY", "MONTHLY"};
// Basalt's own: how the family's files are merged.
constexpr std::string_view kCompaction[] = {"LEVELED", "UNIVERSAL"};
constexpr std::string_view kDurability[] = {"USE_DEFAULT", "SKIP_WAL", "ASYNC_WAL", "SYNC_WAL",
                                            "FSYNC_WAL"};

// The typed accessors turn an enum into a position in these lists and back.
static_assert(kCompression[static_cast<size_t>(Compression::kBrotli)] == "BROTLI");
static_assert(kBloom[static_cast<size_t>(BloomType::kRowPrefixFixedLength)] ==
              "ROWPREFIX_FIXED_LENGTH");
static_assert(kBlockEncoding[static_cast<size_t>(DataBlockEncoding::kRowIndexV1)] ==
              "ROW_INDEX_V1");
static_assert(kCompaction[static_cast<size_t>(CompactionStyle::kUniversal)] == "UNIVERSAL");
static_assert(kKeepDeleted[static_cast<size_t>(KeepDeletedCells::kTtl)] == "TTL");
static_assert(kDurability[static_cast<size_t>(Durability::kFsyncWal)] == "FSYNC_WAL");

constexpr auto kAlways = Presence::kAlways;
constexpr auto kReserved = Presence::kReserved;
constexpr auto kOptional = Presence::kOptional;
constexpr auto kText = ValueKind::kText;
constexpr auto kBool = ValueKind::kBool;
constexpr auto kShort = ValueKind::kShort;
constexpr auto kInt = ValueKind::kInt;
constexpr auto kLong = ValueKind::kLong;
constexpr auto kChoice = ValueKind::kChoice;
constexpr auto kExactChoice = ValueKind::kExactChoice;

// clang-format off
constexpr AttributeSpec kFamilyAttributes[] = {
    {"BLOOMFILTER", "ROW", kAlways, kChoice, kBloom},
    {"REPLICATION_SCOPE", "0", kAlways, kInt, {}, Unit::kNone, CheckReplicationScope},
    {"VERSIONS", "1", kAlways, kInt, {}, Unit::kNone, CheckVersions, false},
    {"MIN_VERSIONS", "0", kAlways, kInt, {}, Unit::kNone, CheckMinVersions},
    {"COMPRESSION", "NONE", kAlways, kChoice, kCompression, Unit::kNone, CheckCompression, false},
    {"TTL", "2147483647", kAlways, kInt, {}, Unit::kSeconds, CheckTtl},
    {"BLOCKSIZE", "65536", kAlways, kInt, {}, Unit::kBytes, CheckBlockSize},
    {"IN_MEMORY", "false", kAlways, kBool},
    {"BLOCKCACHE", "true", kAlways, kBool},
    {"KEEP_DELETED_CELLS", "FALSE", kAlways, kChoice, kKeepDeleted},
    {"DATA_BLOCK_ENCODING", "NONE", kAlways, kChoice, kBlockEncoding},
    {"INDEX_BLOCK_ENCODING", "NONE", kAlways, kChoice, kIndexEncoding},
    {"ENCRYPTION", "", kReserved, kText, {}, Unit::kNone, CheckEncryption, false},
    {"ENCRYPTION_KEY", "", kReserved, kText},
    {"IS_MOB", "false", kReserved, kBool},
    {"MOB_THRESHOLD", "102400", kReserved, kLong},
    {"MOB_COMPACT_PARTITION_POLICY", "DAILY", kReserved, kChoice, kMobPartition},
    {"IN_MEMORY_COMPACTION", "NONE", kOptional, kChoice, kMemoryCompaction},
    {"COMPRESSION_COMPACT", "", kOptional, kChoice, kCompression,
     Unit::kNone, CheckCompression, false},
    {"COMPRESSION_COMPACT_MAJOR", "", kOptional, kChoice, kCompression,
     Unit::kNone, CheckCompression, false},
    {"COMPRESSION_COMPACT_MINOR", "", kOptional, kChoice, kCompression,
     Unit::kNone, CheckCompression, false},
    {"CACHE_DATA_ON_WRITE", "false", kOptional, kBool},
    {"CACHE_INDEX_ON_WRITE", "false", kOptional, kBool},
    {"CACHE_BLOOMS_ON_WRITE", "false", kOptional, kBool},
    {"EVICT_BLOCKS_ON_CLOSE", "false", kOptional, kBool},
    {"PREFETCH_BLOCKS_ON_OPEN", "false", kOptional, kBool},
    {"COMPRESS_TAGS", "true", kOptional, kBool},
    {"DFS_REPLICATION", "0", kOptional, kShort, {}, Unit::kNone, CheckDfsReplication},
    {"STORAGE_POLICY", "", kOptional, kText},
    {"NEW_VERSION_BEHAVIOR", "false", kOptional, kBool},
    {"COMPACTION", "LEVELED", kOptional, kExactChoice, kCompaction},
};

constexpr AttributeSpec kTableAttributes[] = {
    {"MAX_FILESIZE", "10737418240", kReserved, kLong, {}, Unit::kBytes, CheckMaxFileSize},
    {"READONLY", "false", kReserved, kBool},
    {"MEMSTORE_FLUSHSIZE", "134217728", kReserved, kLong, {}, Unit::kBytes, CheckFlushSize},
    {"DURABILITY", "USE_DEFAULT", kReserved, kExactChoice, kDurability},
    {"REGION_REPLICATION", "1", kReserved, kInt, {}, Unit::kNone, CheckRegionReplication},
    {"PRIORITY", "0", kReserved, kInt},
    {"ERASURE_CODING_POLICY", "", kReserved, kText},
    {"IS_META", "false", kReserved, kBool},
    {"REGION_MEMSTORE_REPLICATION", "true", kOptional, kBool},
    {"COMPACTION_ENABLED", "true", kOptional, kBool},
    {"SPLIT_ENABLED", "true", kOptional, kBool},
    {"MERGE_ENABLED", "true", kOptional, kBool},
    {"NORMALIZATION_ENABLED", "false", kOptional, kBool},
    {"NORMALIZER_TARGET_REGION_COUNT", "-1", kOptional, kInt},
    {"NORMALIZER_TARGET_REGION_SIZE_MB", "-1", kOptional, kLong},
    {"NORMALIZER_TARGET_REGION_SIZE", "-1", kOptional, kLong},
    {"SPLIT_POLICY", "", kOptional, kText, {}, Unit::kNone, CheckSplitPolicy},
    {"FLUSH_POLICY", "", kOptional, kText},
    {"OWNER", "", kOptional, kText},
};
// clang-format on

const AttributeSpec* Find(std::span<const AttributeSpec> specs, std::string_view name) {
  const auto found = std::find_if(specs.begin(), specs.end(),
                                  [name](const AttributeSpec& spec) { return spec.name == name; });
  return found == specs.end() ? nullptr : &*found;
}

bool IsNumber(ValueKind kind) {
  return kind == ValueKind::kShort || kind == ValueKind::kInt || kind == ValueKind::kLong;
}

bool IsChoice(ValueKind kind) {
  return kind == ValueKind::kChoice || kind == ValueKind::kExactChoice;
}

template <typename Number>
std::optional<int64_t> ParseAs(std::string_view value) {
  return ParseInteger(value, std::numeric_limits<Number>::min(),
                      std::numeric_limits<Number>::max());
}

// Reads the attribute with `parse(spec, text)`; a missing or unreadable value gives the default.
template <typename Parse>
auto Read(const AttributeMap& attributes, const AttributeSpec& spec, Parse parse) {
  if (const auto found = attributes.find(std::string(spec.name)); found != attributes.end()) {
    if (const auto value = parse(spec, found->second)) return *value;
  }
  const auto value = parse(spec, spec.default_value);
  BASALT_CHECK(value, "The attribute has a default of its kind.");
  return *value;
}

// Java's String.trim.
std::string_view Trimmed(std::string_view text) {
  const auto is_space = [](char c) { return static_cast<unsigned char>(c) <= ' '; };
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

// Parses all of the text as a number; `base` is for integers only.
template <typename Number, typename... Base>
std::optional<Number> ParseWhole(std::string_view text, Base... base) {
  Number number{};
  const char* const end = text.data() + text.size();
  const auto parsed = std::from_chars(text.data(), end, number, base...);
  if (parsed.ec != std::errc() || parsed.ptr != end) return std::nullopt;
  return number;
}

Status CheckForm(const AttributeSpec& spec, std::string_view value) {
  if (IsNumber(spec.kind) && !ParseNumber(spec, value)) {
    // A number out of range, or text with units that makes no sense.
    const auto parsed = ParseWithUnit(value, spec.unit);
    return parsed.ok() ? NotANumber(value) : parsed.status();
  }
  if (IsChoice(spec.kind) && !ParseChoice(spec, value)) {
    return {StatusCode::kInvalidArgument,
            fmt::format("{} is not supported. Use one of {}", value, fmt::join(spec.choices, " "))};
  }
  return {};
}

}  // namespace

const std::span<const std::string_view> kCompressionNames = kCompression;
const std::span<const std::string_view> kBloomNames = kBloom;
const std::span<const std::string_view> kBlockEncodingNames = kBlockEncoding;
const std::span<const std::string_view> kKeepDeletedNames = kKeepDeleted;
const std::span<const std::string_view> kDurabilityNames = kDurability;

const AttributeSpec* FindFamilyAttribute(std::string_view name) {
  return Find(kFamilyAttributes, name);
}

const AttributeSpec* FindTableAttribute(std::string_view name) {
  return Find(kTableAttributes, name);
}

std::span<const AttributeSpec> FamilyAttributes() { return kFamilyAttributes; }

std::optional<int64_t> ParseNumber(const AttributeSpec& spec, std::string_view value) {
  switch (spec.kind) {
    case ValueKind::kShort: return ParseAs<int16_t>(value);
    case ValueKind::kInt: return ParseAs<int32_t>(value);
    case ValueKind::kLong: return ParseAs<int64_t>(value);
    default: return std::nullopt;
  }
}

std::optional<size_t> ParseChoice(const AttributeSpec& spec, std::string_view value) {
  for (size_t i = 0; i < spec.choices.size(); ++i) {
    const bool same = spec.kind == ValueKind::kExactChoice
                          ? spec.choices[i] == value
                          : EqualsIgnoringCase(spec.choices[i], value);
    if (same) return i;
  }
  return std::nullopt;
}

bool ParseBool(std::string_view value) { return EqualsIgnoringCase(value, "true"); }

bool ReadBool(const AttributeMap& attributes, const AttributeSpec& spec) {
  return Read(attributes, spec, [](const AttributeSpec&, std::string_view text) {
    return std::optional(ParseBool(text));
  });
}

int64_t ReadNumber(const AttributeMap& attributes, const AttributeSpec& spec) {
  return Read(attributes, spec, ParseNumber);
}

size_t ReadChoice(const AttributeMap& attributes, const AttributeSpec& spec) {
  return Read(attributes, spec, ParseChoice);
}

std::optional<std::string> DescriptorSettings::Text(std::string_view name) const {
  const std::string key(name);
  for (const AttributeMap* map : maps_) {
    if (map == nullptr) continue;
    if (const auto found = map->find(key); found != map->end()) return found->second;
  }
  return std::nullopt;
}

std::optional<bool> DescriptorSettings::Bool(std::string_view name) const {
  const auto text = Text(name);
  if (!text) return std::nullopt;
  return ParseBool(*text);
}

std::optional<int64_t> DescriptorSettings::Number(std::string_view name, int64_t least) const {
  const auto text = Text(name);
  if (!text) return std::nullopt;
  const std::string_view trimmed = Trimmed(*text);
  auto number = ParseAs<int64_t>(trimmed);
  if (!number && (trimmed.starts_with("0x") || trimmed.starts_with("0X"))) {
    number = ParseWhole<int64_t>(trimmed.substr(2), 16);
  }
  return number && *number >= least ? number : std::nullopt;
}

std::optional<double> DescriptorSettings::Real(std::string_view name) const {
  const auto text = Text(name);
  return text ? ParseWhole<double>(Trimmed(*text)) : std::nullopt;
}

std::string NormalizeValue(const AttributeSpec* spec, std::string value) {
  if (spec == nullptr || spec->unit == Unit::kNone || ParseNumber(*spec, value)) return value;
  const auto number = ParseWithUnit(value, spec->unit);
  return number.ok() ? std::to_string(*number) : value;
}

Status CheckValue(const AttributeSpec& spec, std::string_view owner, std::string_view value,
                  bool sanity_checks) {
  if (const Status status = CheckForm(spec, value); !status.ok()) {
    return status.WithContext(fmt::format("{} of {}", spec.name, owner));
  }
  if (spec.check == nullptr || (spec.can_bypass && !sanity_checks)) return {};
  return spec.check(owner, value);
}

Status SanityError(std::string message) {
  message.append(
      " Set hbase.table.sanity.checks to false at conf or table descriptor if you want to bypass "
      "sanity checks");
  return {StatusCode::kDoNotRetry, std::move(message)};
}

}  // namespace basalt::model
