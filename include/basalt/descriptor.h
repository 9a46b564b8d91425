// Descriptors: what a namespace, table or family is declared to be. Includes TableName and
// FamilyDescriptor.
//
// A descriptor is HBase's map of attributes, text to text, kept whole: attributes Basalt does not
// know are stored and returned unchanged. Typed accessors read and write the ones it does know.
//
// Lifetimes: a descriptor is a value that owns what it holds. It is a copy of what the server or
// directory has: Admin::ModifyTable applies changes of it, and changes made elsewhere do not appear
// in it. What a getter returns by reference or pointer is valid until the descriptor is changed or
// destroyed. Several threads may read one; nothing is synchronised.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "basalt/bytes.h"
#include "basalt/durability.h"
#include "basalt/export.h"
#include "basalt/family_descriptor.h"
#include "basalt/status.h"
#include "basalt/table_name.h"

namespace basalt {
inline namespace v1 {

// A table: its name, HBase's attributes and its families.
class BASALT_EXPORT TableDescriptor {
 public:
  // Without families, of which a table needs at least one; all attributes have HBase's defaults.
  explicit TableDescriptor(TableName name) : name_(std::move(name)) {}

  // The table's name, which cannot be changed here: Admin::RenameTable.
  const TableName& name() const { return name_; }
  // Only what was set; defaults are not materialised.
  const std::map<std::string, std::string>& attributes() const { return attributes_; }
  // The attribute as set, else HBase's default, else nullopt.
  std::optional<std::string> GetAttribute(std::string_view key) const;
  // An empty value removes the attribute. A value with a unit ("10 GB") is stored as a number.
  // Values are not checked: see Validate.
  TableDescriptor& SetAttribute(std::string key, std::string value);

  // In the order of their names.
  const std::vector<FamilyDescriptor>& families() const { return families_; }
  // nullptr when the table has no such family. The descriptor owns it.
  const FamilyDescriptor* FindFamily(BytesView name) const;
  // kInvalidArgument when a family of that name is there already, or when its name is not valid.
  Status AddFamily(FamilyDescriptor family);
  // kInvalidArgument when no family of that name is there.
  Status ReplaceFamily(FamilyDescriptor family);
  // kInvalidFamilyOperation when no family of that name is there.
  Status RemoveFamily(BytesView name);

  // Typed access to the attributes, as that of FamilyDescriptor.

  // READONLY: whether writes are refused. Default: false.
  bool read_only() const;
  // DURABILITY of mutations that have none. Default: kUseDefault, which is kSyncWal.
  Durability durability() const;
  // MAX_FILESIZE: the size in bytes at which the split policy splits a region. Default: 10 GB; a
  // server may have another default for tables without the attribute.
  int64_t max_file_size() const;
  // MEMSTORE_FLUSHSIZE, in bytes. Default: 128 MB. Twice this is the size at which most policies
  // split a table's only region; flushes follow the store's own memory limits.
  int64_t memstore_flush_size() const;
  // COMPACTION_ENABLED: whether scheduled major compactions and those requested from a server run.
  // Default: true. The store's own compactions run regardless.
  bool compaction_enabled() const;
  // SPLIT_ENABLED: whether regions may be split. Default: true.
  bool split_enabled() const;
  // MERGE_ENABLED: whether regions may be merged. Default: true.
  bool merge_enabled() const;
  // NORMALIZATION_ENABLED: whether the region normalizer splits and merges regions. Default: false;
  // a server may have another default for tables without the attribute.
  bool normalization_enabled() const;
  // NORMALIZER_TARGET_REGION_COUNT. -1, the default: not set.
  int32_t normalizer_target_region_count() const;
  // NORMALIZER_TARGET_REGION_SIZE_MB, in megabytes. -1, the default: not set.
  int64_t normalizer_target_region_size_mb() const;

  // Attributes that are stored and returned for HBase's clients; nothing here uses them:
  // REGION_REPLICATION (default 1), PRIORITY (0) and REGION_MEMSTORE_REPLICATION (true).
  int32_t region_replication() const;
  int32_t priority() const;
  bool region_memstore_replication() const;

  // HBase's TableDescriptorChecker: at least one family, every family valid, attributes in range.
  Status Validate() const;
  // HBase's form: 'ns:t', {TABLE_ATTRIBUTES => {...}}, {NAME => 'f', ...}.
  std::string ToString() const;
  // The same name, attributes and families; a default that was set differs from one that was not.
  friend bool operator==(const TableDescriptor&, const TableDescriptor&) = default;

 private:
  TableName name_;
  std::map<std::string, std::string> attributes_;
  std::vector<FamilyDescriptor> families_;
};

// A namespace and its settings. A value.
struct BASALT_EXPORT NamespaceDescriptor {
  // Letters, digits and underscores.
  std::string name;
  // Free-form settings, stored and returned as they are.
  std::map<std::string, std::string> configuration;
  // HBase's TableName.isLegalNamespaceName: kInvalidArgument when the name is not valid.
  Status Validate() const;
};

}  // namespace v1
}  // namespace basalt
