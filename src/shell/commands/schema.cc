#include "shell/commands/schema.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "basalt/key_table.h"
#include "model/attributes.h"
#include "model/units.h"
#include "shell/command.h"

namespace basalt::shell {
namespace {

constexpr auto kTableAttributes = std::to_array<std::string_view>(
    {"COMPACTION_ENABLED", "DURABILITY", "ERASURE_CODING_POLICY", "FLUSH_POLICY", "MAX_FILESIZE",
     "MEMSTORE_FLUSHSIZE", "MERGE_ENABLED", "NORMALIZATION_ENABLED",
     "NORMALIZER_TARGET_REGION_COUNT", "NORMALIZER_TARGET_REGION_SIZE",
     "NORMALIZER_TARGET_REGION_SIZE_MB", "OWNER", "PRIORITY", "READONLY",
     "REGION_MEMSTORE_REPLICATION", "REGION_REPLICATION", "SPLIT_ENABLED", "SPLIT_POLICY"});

// Attributes of HBase's descriptors without a typed accessor in the model.
constexpr auto kMoreFamilyAttributes = std::to_array<std::string_view>(
    {"COMPRESSION_COMPACT", "COMPRESSION_COMPACT_MAJOR", "COMPRESSION_COMPACT_MINOR",
     "DFS_REPLICATION", "ENCRYPTION", "ENCRYPTION_KEY", "MOB_COMPACT_PARTITION_POLICY",
     "STORAGE_POLICY"});

// Attributes that are enumerations of Java's.
struct EnumAttribute {
  std::string_view key;
  std::string_view java_class;
  bool any_case;
};
constexpr EnumAttribute kEnumAttributes[] = {
    {"DATA_BLOCK_ENCODING", "io.encoding.DataBlockEncoding", false},
    {"KEEP_DELETED_CELLS", "KeepDeletedCells", true},
    {"IN_MEMORY_COMPACTION", "MemoryCompactionPolicy", false},
    {"DURABILITY", "client.Durability", false}};

std::string Upper(std::string text) {
  std::ranges::transform(text, text.begin(), [](char c) {
    return c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c;
  });
  return text;
}

// The value in the descriptor's form, or HBase's error.
Result<std::string> AttributeText(std::string_view key, const model::AttributeSpec* spec,
                                  const Value& value) {
  if (value.As<Hash>() != nullptr || value.As<Array>() != nullptr) {
    return Complaint(fmt::format("{} must be text or a number, not {}", key, Inspect(value)));
  }
  std::string text = ToText(value);
  if (spec == nullptr) return text;
  switch (spec->kind) {
    case model::ValueKind::kBool: return std::string(model::ParseBool(text) ? "true" : "false");
    case model::ValueKind::kChoice:
    case model::ValueKind::kExactChoice: {
      // HBase's shell takes these names in capitals only.
      const EnumAttribute* exact = std::ranges::find(kEnumAttributes, key, &EnumAttribute::key);
      if (exact == std::end(kEnumAttributes) || exact->any_case) text = Upper(std::move(text));
      if (model::ParseChoice(*spec, text) &&
          std::ranges::find(spec->choices, text) != spec->choices.end()) {
        return text;
      }
      if (exact != std::end(kEnumAttributes)) {
        return NoEnumConstant(exact->java_class, text,
                              {spec->choices.begin(), spec->choices.end()});
      }
      if (key == "BLOOMFILTER") {
        return Complaint(fmt::format("BloomFilter type {} is not supported. Use one of {}", text,
                                     fmt::join(spec->choices, " ")));
      }
      if (key.starts_with("COMPRESSION")) {
        return Complaint(fmt::format("Compression {} is not supported. Use one of {}", text,
                                     fmt::join(spec->choices, " ")));
      }
      return Complaint(
          fmt::format("{} must be one of {}, not {}", key, fmt::join(spec->choices, ", "), text));
    }
    case model::ValueKind::kShort:
    case model::ValueKind::kInt:
    case model::ValueKind::kLong: {
      const std::string plain = model::NormalizeValue(spec, text);
      const auto number = model::ParseNumber(*spec, plain);
      // What is no interval is 0 for HBase, and refused by the master.
      if (!number && key == "TTL") return std::string("0");
      if (!number) return model::NotANumber(text);
      if (key == "VERSIONS" && *number <= 0) return Complaint("Maximum versions must be positive");
      return text;
    }
    case model::ValueKind::kText: break;
  }
  return text;
}

}  // namespace

Status ApplyFamilyOptions(Options options, FamilyDescriptor& family, Printer& printer) {
  BASALT_ASSIGN_OR_RETURN(const auto metadata, options.TakeHash("METADATA"));
  BASALT_ASSIGN_OR_RETURN(const auto configuration, options.TakeHash("CONFIGURATION"));
  const Hash attributes = options.rest();
  for (size_t i = 0; i < attributes.keys().size(); ++i) {
    const Bytes& key = attributes.keys()[i];
    const model::AttributeSpec* spec = model::FindFamilyAttribute(key);
    if (spec == nullptr &&
        std::ranges::find(kMoreFamilyAttributes, key) == kMoreFamilyAttributes.end()) {
      printer.Line(fmt::format("Unknown argument ignored for column family {}: {}",
                               ToStringBinary(family.name()), key));
      continue;
    }
    BASALT_ASSIGN_OR_RETURN(std::string text, AttributeText(key, spec, attributes.values()[i]));
    family.SetAttribute(key, std::move(text));
  }
  if (metadata) {
    for (size_t i = 0; i < metadata->keys().size(); ++i) {
      family.SetAttribute(metadata->keys()[i], ToText(metadata->values()[i]));
    }
  }
  if (configuration) {
    for (size_t i = 0; i < configuration->keys().size(); ++i) {
      family.SetConfiguration(configuration->keys()[i], ToText(configuration->values()[i]));
    }
  }
  return {};
}

Status ApplyTableOptions(Options& options, TableDescriptor& table) {
  for (const std::string_view key : kTableAttributes) {
    const auto value = options.Take(key);
    if (!value) continue;
    BASALT_ASSIGN_OR_RETURN(std::string text,
                            AttributeText(key, model::FindTableAttribute(key), *value));
    table.SetAttribute(std::string(key), std::move(text));
  }
  BASALT_ASSIGN_OR_RETURN(const auto keys, options.TakeText(kKeySchemaAttribute));
  if (keys) {
    BASALT_ASSIGN_OR_RETURN(const KeySchema schema, KeySchema::Parse(*keys));
    table.SetAttribute(kKeySchemaAttribute, schema.text());
  }
  // Tables have no separate map for these: HBase keeps both with the attributes.
  for (const std::string_view key : {"METADATA", "CONFIGURATION"}) {
    BASALT_ASSIGN_OR_RETURN(const auto entries, options.TakeHash(key));
    if (!entries) continue;
    for (size_t i = 0; i < entries->keys().size(); ++i) {
      table.SetAttribute(entries->keys()[i], ToText(entries->values()[i]));
    }
  }
  return {};
}

Result<FamilyDescriptor> MakeFamily(const Value& value, const TableDescriptor& table,
                                    Printer& printer) {
  const Hash* hash = value.As<Hash>();
  if (hash == nullptr) return FamilyDescriptor(ToText(value));
  Options options(*hash);
  BASALT_ASSIGN_OR_RETURN(const auto name, options.TakeText("NAME"));
  if (!name) return Complaint(fmt::format("Column family {} must have a name", Inspect(value)));
  const FamilyDescriptor* old = table.FindFamily(*name);
  FamilyDescriptor family = old != nullptr ? *old : FamilyDescriptor(*name);
  BASALT_RETURN_IF_ERROR(ApplyFamilyOptions(std::move(options), family, printer));
  return family;
}

}  // namespace basalt::shell
