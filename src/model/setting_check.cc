#include "model/setting_check.h"

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "model/attributes.h"
#include "model/descriptor_check.h"

namespace basalt::model {
namespace {

constexpr std::string_view kPolicyClass = "hbase.hstore.defaultengine.compactionpolicy.class";
constexpr std::string_view kFifoPolicy =
    "org.apache.hadoop.hbase.regionserver.compactions.FIFOCompactionPolicy";
constexpr std::string_view kBlockingFiles = "hbase.hstore.blockingStoreFiles";
constexpr std::string_view kEngineClass = "hbase.hstore.engine.class";
constexpr std::string_view kDateTieredEngine =
    "org.apache.hadoop.hbase.regionserver.DateTieredStoreEngine";
constexpr std::string_view kMaxFileSize = "hbase.hregion.max.filesize";
constexpr std::string_view kFlushSize = "hbase.hregion.memstore.flush.size";

enum class SettingType : uint8_t {
  kInt,
  kPositiveInt,
  kLong,
  kPositiveLong,
  kFloat,
  kDouble,
  kClass
};

struct TypedKey {
  std::string_view key;
  SettingType type;
};
// The keys for which HBase declares a type.
constexpr auto kTypedKeys = std::to_array<TypedKey>({
    {kMaxFileSize, SettingType::kLong},
    {kFlushSize, SettingType::kPositiveLong},
    {kBlockingFiles, SettingType::kInt},
    {kEngineClass, SettingType::kClass},
    {kPolicyClass, SettingType::kClass},
    {"hbase.hstore.defaultengine.storeflusher.class", SettingType::kClass},
    {"hbase.hstore.defaultengine.compactor.class", SettingType::kClass},
    {"hbase.regionserver.memstore.class", SettingType::kClass},
    {"hbase.hregion.majorcompaction", SettingType::kLong},
    {"hbase.hregion.majorcompaction.jitter", SettingType::kFloat},
    {"hbase.hregion.max.filesize.jitter", SettingType::kDouble},
    {"hbase.hregion.memstore.block.multiplier", SettingType::kPositiveInt},
    {"hbase.hstore.open.and.close.threads.max", SettingType::kInt},
    {"hbase.hstore.compaction.kv.max", SettingType::kInt},
    {"hbase.hstore.compaction.scanner.size.limit", SettingType::kLong},
    {"hbase.hstore.compaction.keep.seqId.period", SettingType::kInt},
    {"hbase.hstore.compaction.ratio", SettingType::kFloat},
    {"hbase.hstore.compaction.ratio.offpeak", SettingType::kFloat},
    {"hbase.hstore.compaction.min", SettingType::kInt},
    {"hbase.hstore.compaction.min.size", SettingType::kLong},
    {"hbase.hstore.compaction.max", SettingType::kInt},
    {"hbase.hstore.compaction.max.size", SettingType::kLong},
    {"hbase.hstore.compaction.max.size.offpeak", SettingType::kLong},
    {"hbase.hstore.min.locality.to.skip.major.compact", SettingType::kFloat},
    {"hbase.hstore.compaction.date.tiered.max.storefile.age.millis", SettingType::kLong},
    {"hbase.hstore.compaction.date.tiered.incoming.window.min", SettingType::kInt},
    {"hbase.hstore.compaction.date.tiered.hot.window.age.millis", SettingType::kLong},
    {"hbase.hstore.compaction.date.tiered.warm.window.age.millis", SettingType::kLong},
    {"hbase.offpeak.start.hour", SettingType::kInt},
    {"hbase.offpeak.end.hour", SettingType::kInt},
    {"hbase.regionserver.minibatch.size", SettingType::kInt},
    {"hbase.regionserver.optionalcacheflushinterval", SettingType::kInt},
    {"hbase.server.compactchecker.interval.multiplier", SettingType::kInt},
    {"hbase.server.keyvalue.maxsize", SettingType::kLong},
    {"hbase.cells.scanned.per.heartbeat.check", SettingType::kLong},
    {"hbase.storescanner.pread.max.bytes", SettingType::kLong},
});

Status CheckWhole(const TypedKey& typed, const DescriptorSettings& settings) {
  const bool is_int = typed.type == SettingType::kInt || typed.type == SettingType::kPositiveInt;
  auto number = settings.Number(typed.key);
  if (is_int && number && (*number < INT32_MIN || *number > INT32_MAX)) number.reset();
  if (!number) {
    return SanityError(
        fmt::format("'{}' must be {}.", typed.key, is_int ? "an integer" : "a long"));
  }
  const bool positive =
      typed.type == SettingType::kPositiveInt || typed.type == SettingType::kPositiveLong;
  if (positive && *number <= 0) {
    return SanityError(fmt::format("Invalid value for '{}': {}.", typed.key, *number));
  }
  return {};
}

Status CheckType(const TypedKey& typed, const DescriptorSettings& settings) {
  const auto value = settings.Text(typed.key);
  if (!value) return {};
  const auto must_be = [&](std::string_view what) {
    return SanityError(fmt::format("'{}' must be {}.", typed.key, what));
  };
  switch (typed.type) {
    case SettingType::kFloat: return settings.Real(typed.key) ? Status() : must_be("a float");
    case SettingType::kDouble: return settings.Real(typed.key) ? Status() : must_be("a double");
    case SettingType::kClass:
      // No class but HBase's own is known here.
      return value->starts_with("org.apache.hadoop.hbase.") ? Status() : must_be("a class");
    default: return CheckWhole(typed, settings);
  }
}

Status CheckTypes(const DescriptorSettings& settings) {
  for (const TypedKey& typed : kTypedKeys) BASALT_RETURN_IF_ERROR(CheckType(typed, settings));
  return {};
}

// A table's setting that stands for an attribute which is not set. REQUIRES: its type is checked.
std::optional<std::string> Substitute(const TableDescriptor& table, const char* attribute,
                                      std::string_view key) {
  if (table.attributes().contains(attribute)) return {};
  const auto number = DescriptorSettings(table).Number(key);
  return number ? std::optional(std::to_string(*number)) : std::nullopt;
}

Status CheckFifo(const FamilyDescriptor& family, const DescriptorSettings& settings) {
  if (family.ttl_seconds() == std::numeric_limits<int32_t>::max()) {
    return SanityError("Default TTL is not supported for FIFO compaction");
  }
  if (family.min_versions() > 0) {
    return SanityError("MIN_VERSION > 0 is not supported for FIFO compaction");
  }
  constexpr int64_t kDefaultFiles = 16;
  constexpr int64_t kLeastFiles = 1000;
  const int64_t files = settings.Number(kBlockingFiles).value_or(kDefaultFiles);
  if (files >= kLeastFiles) return {};
  return SanityError(fmt::format(
      "Blocking file count '{}' {} is below recommended minimum of {} for column family {}",
      kBlockingFiles, files, kLeastFiles, family.name()));
}

Status CheckTiering(const DescriptorSettings& settings) {
  if (settings.Text("hbase.hstore.datatiering.type") != "TIME_RANGE") return {};
  if (settings.Text(kEngineClass) == kDateTieredEngine) return {};
  return SanityError("Time Range Data Tiering should be enabled with Date Tiered Compaction.");
}

}  // namespace

Status CheckSettings(const TableDescriptor& table) {
  BASALT_RETURN_IF_ERROR(CheckTypes(DescriptorSettings(table)));
  for (const FamilyDescriptor& family : table.families()) {
    BASALT_RETURN_IF_ERROR(CheckTypes(DescriptorSettings(family, table)));
  }
  const std::string name = table.name().ToString();
  if (const auto size = Substitute(table, "MAX_FILESIZE", kMaxFileSize)) {
    BASALT_RETURN_IF_ERROR(CheckMaxFileSize(name, *size));
  }
  if (const auto size = Substitute(table, "MEMSTORE_FLUSHSIZE", kFlushSize)) {
    BASALT_RETURN_IF_ERROR(CheckFlushSize(name, *size));
  }
  if (table.attributes().contains("ERASURE_CODING_POLICY")) {
    return SanityError(
        "Cannot manage Erasure Coding policy. Erasure Coding is only available on HDFS, but fs is "
        "LocalFileSystem");
  }
  return {};
}

Status CheckCompactionSettings(const TableDescriptor& table) {
  BASALT_RETURN_IF_ERROR(CheckTiering(DescriptorSettings(table)));
  for (const FamilyDescriptor& family : table.families()) {
    const DescriptorSettings settings(family, table);
    if (settings.Text(kPolicyClass) == kFifoPolicy) {
      BASALT_RETURN_IF_ERROR(CheckFifo(family, settings));
    }
    BASALT_RETURN_IF_ERROR(CheckTiering(settings));
  }
  return {};
}

}  // namespace basalt::model
