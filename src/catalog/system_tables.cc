#include "catalog/system_tables.h"

#include <limits>
#include <utility>

#include "model/meta_columns.h"
#include "model/region_info.h"

namespace basalt::catalog {
namespace {

constexpr int32_t kBlockSize = 8 * 1024;
constexpr int32_t kMetaVersions = 3;
constexpr int32_t kNamespaceVersions = 10;

FamilyDescriptor InMemory(BytesView name, int32_t versions) {
  FamilyDescriptor family(name);
  family.SetMaxVersions(versions).SetAttribute("IN_MEMORY", "true");
  return family;
}

FamilyDescriptor MetaFamily(BytesView name, int32_t versions) {
  FamilyDescriptor family = InMemory(name, versions);
  family.SetBloomType(BloomType::kRowCol).SetDataBlockEncoding(DataBlockEncoding::kRowIndexV1);
  return family;
}

TableDescriptor MakeTable(const TableName& name, std::initializer_list<FamilyDescriptor> families) {
  TableDescriptor table(name);
  // Names differ, so this cannot fail.
  for (const FamilyDescriptor& family : families) (void)table.AddFamily(family).ok();
  return table;
}

}  // namespace

TableDescriptor MetaDescriptor() {
  TableDescriptor table =
      MakeTable(model::MetaTableName(),
                {MetaFamily(model::kInfoFamily, kMetaVersions).SetBlockSize(kBlockSize),
                 MetaFamily(model::kTableFamily, kMetaVersions).SetBlockSize(kBlockSize),
                 MetaFamily(model::kBarrierFamily, std::numeric_limits<int32_t>::max())});
  table.SetAttribute("IS_META", "true");
  table.SetAttribute("coprocessor$1",
                     "|org.apache.hadoop.hbase.coprocessor.MultiRowMutationEndpoint|536870911|");
  table.SetAttribute("hbase.store.file-tracker.impl", "DEFAULT");
  return table;
}

TableDescriptor NamespaceTableDescriptor() {
  return MakeTable(model::NamespaceTableName(),
                   {InMemory(model::kInfoFamily, kNamespaceVersions).SetBlockSize(kBlockSize)});
}

bool IsCatalogTable(const TableName& name) {
  return name == model::MetaTableName() || name == model::NamespaceTableName();
}

}  // namespace basalt::catalog
