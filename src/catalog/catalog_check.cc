#include "catalog/catalog_check.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "base/varint.h"
#include "catalog/catalog.h"
#include "catalog/procedure_journal.h"
#include "catalog/record_keys.h"
#include "catalog/region_ranges.h"
#include "catalog/snapshot_folder.h"
#include "catalog/system_tables.h"
#include "model/descriptor_codec.h"
#include "model/meta_columns.h"
#include "store/cell_table.h"
#include "store/damage_registry.h"

namespace basalt::catalog {
namespace {

using model::RegionInfo;

std::string RangeText(const RegionInfo& region) {
  return fmt::format("['{}', '{}')", ToStringBinary(region.start_key),
                     ToStringBinary(region.end_key));
}

// Whether rows before `covered` (all rows, if the flag says so) include the region's first.
bool Overlaps(const RegionInfo& region, const Bytes& covered, bool all_covered) {
  return all_covered || region.start_key < covered;
}

}  // namespace

CatalogCheck::~CatalogCheck() = default;

void CatalogCheck::Report(std::string_view kind, bool repairable, std::string text) {
  findings_.push_back({std::string(kind), std::move(text), repairable});
}

Result<CatalogCheck> CatalogCheck::Run(std::shared_ptr<store::Store> store) {
  CatalogCheck check(std::move(store));
  BASALT_RETURN_IF_ERROR(check.ReadRecords());
  BASALT_RETURN_IF_ERROR(check.CheckProcedures());
  BASALT_RETURN_IF_ERROR(check.CheckFamilies());
  check.CheckSnapshots();
  check.CheckIds();
  const auto meta = check.tables_.find(model::MetaTableName());
  const auto namespaces = check.tables_.find(model::NamespaceTableName());
  if (meta == check.tables_.end() || namespaces == check.tables_.end()) {
    // A directory that was never opened, or not since hbase:meta is there, is as it should be.
    const bool neither = meta == namespaces;
    if (!neither) {
      check.Report("no-catalog-table", false,
                   "one of hbase:meta and hbase:namespace is missing; restore a backup");
    }
    return check;
  }
  check.meta_ = check.Open(meta->second);
  check.namespace_table_ = check.Open(namespaces->second);
  if (check.meta_ == nullptr || check.namespace_table_ == nullptr) return check;
  check.change_ = std::make_unique<MetaChange>(*check.meta_, check.store_->clock().NowMs());
  BASALT_RETURN_IF_ERROR(check.CheckSystemTables());
  check.ReportDamage();
  return check;
}

Status CatalogCheck::CheckSystemTables() {
  Status status = CheckNamespaces();
  if (status.ok()) status = ReadMeta();
  if (status.code() == StatusCode::kCorruption) {
    // Both can be derived from what is kept elsewhere.
    rebuild_ = true;
    change_ = std::make_unique<MetaChange>(*meta_, store_->clock().NowMs());
    Report(
        "damaged-meta", true,
        fmt::format("hbase:meta or hbase:namespace cannot be read ({}); opening the directory, or "
                    "--repair, rebuilds it",
                    status.message()));
    return {};
  }
  BASALT_RETURN_IF_ERROR(status);
  for (const auto& [name, table] : tables_) {
    if (name == model::MetaTableName()) continue;
    BASALT_RETURN_IF_ERROR(CheckTableState(table));
    BASALT_RETURN_IF_ERROR(CheckRegions(table));
  }
  return {};
}

void CatalogCheck::ReportDamage() {
  // Families get their owners' names for the messages.
  for (const auto& [name, table] : tables_) (void)Open(table);
  store_->damage().WaitUntilSurveyed();
  for (store::DamagedFile file : store_->damage().List()) {
    if (const auto family = store_->FindFamily(file.label); family != nullptr) {
      const store::FamilyOwner owner = family->control().owner();
      file.owner = owner.text;
      file.row_order = owner.row_order;
      for (const auto& [name, table] : tables_) {
        // Mended with the table.
        if (rebuild_ && IsCatalogTable(name) &&
            owner.text.starts_with("table " + name.ToString())) {
          file.owner.clear();
        }
      }
      if (file.owner.empty()) continue;
    }
    Report("damaged-file", false, file.Describe() + "; basalt repair saves the rest");
  }
}

std::shared_ptr<const store::CellTable> CatalogCheck::Open(const TableRecord& table) const {
  std::vector<std::shared_ptr<store::Family>> families;
  for (const FamilyDescriptor& family : table.descriptor.families()) {
    const auto label = table.labels.find(family.name());
    families.push_back(label == table.labels.end() ? nullptr : store_->FindFamily(label->second));
    if (families.back() == nullptr) return nullptr;  // reported as missing
    if (!store_->ConfigureFamily(*families.back(), family).ok()) return nullptr;
  }
  const bool is_meta = table.descriptor.name() == model::MetaTableName();
  return std::make_shared<store::CellTable>(
      store_, table.id, table.descriptor, std::move(families), nullptr,
      is_meta ? store::RowOrder::kMeta : store::RowOrder::kPlain);
}

Status CatalogCheck::ReadRecords() {
  namespaces_ = ReservedNamespaces();
  BASALT_ASSIGN_OR_RETURN(const auto next_id, store_->GetRecord(kNextIdKey));
  if (next_id) {
    BytesView rest = *next_id;
    if (!base::TakeVarint(rest, next_id_)) {
      next_id_ = 0;
      Report("bad-record", true, "the catalog's id counter is damaged");
    }
  }
  const auto damaged = [this](BytesView key, const Status& status) {
    // What an older program cannot read is not damaged.
    if (status.code() == StatusCode::kNewerFormat) return status;
    Report("bad-record", false,
           fmt::format("the record '{}' is damaged: {}; restore a backup", ToStringBinary(key),
                       status.message()));
    return Status();
  };
  BASALT_RETURN_IF_ERROR(
      store_->ForEachRecord(kNamespacePrefix, [&](BytesView key, BytesView value) -> Status {
        auto ns = model::DecodeNamespaceDescriptor(value);
        if (!ns.ok()) return damaged(key, ns.status());
        const std::string name = ns->name;
        namespaces_[name] = std::move(*ns);
        return {};
      }));
  return store_->ForEachRecord(kTablePrefix, [&](BytesView key, BytesView value) -> Status {
    auto record = TableRecord::Decode(value);
    if (!record.ok()) {
      tables_known_ = false;
      return damaged(key, record.status());
    }
    const TableName name = record->descriptor.name();
    tables_.emplace(name, std::move(*record));
    return {};
  });
}

Status CatalogCheck::CheckProcedures() {
  return store_->ForEachRecord(kProcedurePrefix, [this](BytesView key, BytesView value) -> Status {
    const auto entry = ProcedureJournal::Entry::Decode(value);
    if (entry.ok() || entry.status().code() == StatusCode::kNewerFormat) return entry.status();
    Report("bad-procedure", true,
           fmt::format("the record '{}' of a procedure is damaged", ToStringBinary(key)));
    records_.emplace_back(key, std::nullopt);
    return {};
  });
}

Status CatalogCheck::CheckFamilies() {
  std::map<std::string, std::string> owners;
  for (auto& [name, table] : tables_) {
    for (const FamilyDescriptor& family : table.descriptor.families()) {
      const auto label = table.labels.find(family.name());
      if (label != table.labels.end() && store_->FindFamily(label->second) != nullptr) continue;
      tables_known_ = false;
      Report("missing-family", false,
             fmt::format("table {} has no stored family '{}'; restore a backup or a snapshot",
                         name.ToString(), ToStringBinary(family.name())));
    }
    const size_t labels = table.labels.size();
    std::erase_if(table.labels, [&table = table](const auto& label) {
      return table.descriptor.FindFamily(label.first) == nullptr;
    });
    if (table.labels.size() != labels) {
      Report("extra-label", true,
             fmt::format("table {} has a label for a family it does not have", name.ToString()));
      records_.emplace_back(TableKey(name), table.Encode());
    }
    for (const auto& [family, label] : table.labels) {
      const auto [other, is_first] = owners.emplace(label, name.ToString());
      if (is_first) continue;
      Report("shared-family", false,
             fmt::format("tables {} and {} both claim the stored family {}; clone one of them "
                         "from a snapshot",
                         other->second, name.ToString(), label));
    }
  }
  std::set<std::string> leftovers;
  BASALT_RETURN_IF_ERROR(store_->ForEachRecord(kFamilyPrefix, [&](BytesView key, BytesView) {
    leftovers.emplace(key.substr(kFamilyPrefix.size()));
    return Status();
  }));
  for (const std::string& label : store_->FamilyLabels()) {
    // The next open drops what an interrupted change has left.
    if (owners.contains(label) || leftovers.contains(label)) continue;
    Report("orphan-family", false,
           fmt::format("no table has the stored family {}; --drop-orphans drops it", label));
    if (tables_known_) orphans_.push_back(label);
  }
  return {};
}

void CatalogCheck::CheckSnapshots() {
  const SnapshotFolder folder(store_->path());
  std::vector<Status> damaged;
  for (const SnapshotManifest& snapshot : folder.List(&damaged)) {
    const std::string& name = snapshot.description.name;
    for (const store::FamilyFiles& family : snapshot.families) {
      for (const store::FamilyFile& file : family.files) {
        std::error_code error;
        const auto bytes = std::filesystem::file_size(folder.PathOf(name) + "/" + file.name, error);
        if (!error && bytes == file.bytes) continue;
        Report("bad-snapshot", false,
               fmt::format("the snapshot {} has lost its file {}, or a part of it; import it again "
                           "or delete it",
                           name, file.name));
      }
    }
  }
  for (const Status& status : damaged) Report("bad-snapshot", false, status.message());
}

void CatalogCheck::CheckIds() {
  uint64_t highest = 0;
  std::map<uint64_t, std::string> owners;
  for (const auto& [name, table] : tables_) {
    highest = std::max(highest, table.id);
    const auto [other, is_first] = owners.emplace(table.id, name.ToString());
    if (!is_first) {
      Report("shared-id", false,
             fmt::format("tables {} and {} have the same id {}", other->second, name.ToString(),
                         table.id));
    }
    for (const auto& [family, label] : table.labels) {
      const size_t dot = label.rfind('.');
      uint64_t number = 0;
      if (dot == std::string::npos) continue;
      const char* end = label.data() + label.size();
      if (std::from_chars(label.data() + dot + 1, end, number).ptr == end) {
        highest = std::max(highest, number);
      }
    }
  }
  if (highest == 0 || next_id_ > highest) return;
  Report("low-counter", true,
         fmt::format("the catalog's id counter says {}, but {} is in use", next_id_, highest));
  records_.emplace_back(kNextIdKey, EncodeNumber(highest + 1));
}

Status CatalogCheck::CheckNamespaces() {
  for (const auto& [name, table] : tables_) {
    if (namespaces_.contains(name.ns())) continue;
    Report("missing-namespace", true,
           fmt::format("table {} is in a namespace that does not exist", name.ToString()));
    const NamespaceDescriptor ns{name.ns(), {}};
    namespaces_[ns.name] = ns;
    records_.emplace_back(NamespaceKey(ns.name), model::EncodeNamespaceDescriptor(ns));
  }
  std::set<std::string> seen;
  BASALT_ASSIGN_OR_RETURN(const auto scanner, namespace_table_->OpenScanner(Scan()));
  RowResult row;
  while (true) {
    BASALT_ASSIGN_OR_RETURN(const bool more, scanner->Next(row));
    if (!more) break;
    const auto known = namespaces_.find(row.row());
    const auto value = row.GetValue(model::kInfoFamily, model::kNamespaceColumn);
    if (known == namespaces_.end()) {
      Report("orphan-namespace", true,
             fmt::format("hbase:namespace has a row '{}' without a namespace",
                         ToStringBinary(row.row())));
      BASALT_RETURN_IF_ERROR(change_->cells().EraseRow(*namespace_table_, row.row()));
    } else if (value && *value == model::NamespaceToProtobuf(known->second)) {
      seen.insert(Bytes(row.row()));
    }
  }
  for (const auto& [name, ns] : namespaces_) {
    if (seen.contains(name)) continue;
    Report("bad-namespace", true,
           fmt::format("hbase:namespace does not say what the namespace {} is", name));
    BASALT_RETURN_IF_ERROR(
        MetaChange::PutNamespace(*namespace_table_, ns, store_->clock().NowMs(), change_->cells()));
  }
  return {};
}

Status CatalogCheck::ReadMeta() {
  BASALT_ASSIGN_OR_RETURN(const auto scanner, meta_->OpenScanner(Scan()));
  RowResult row;
  const auto erase = [&](std::string_view kind, bool safe, std::string_view why) {
    Report(kind, safe, fmt::format("hbase:meta's row '{}' {}", ToStringBinary(row.row()), why));
    return safe ? change_->cells().EraseRow(*meta_, row.row()) : Status();
  };
  while (true) {
    BASALT_ASSIGN_OR_RETURN(const bool more, scanner->Next(row));
    if (!more) return {};
    if (const auto state = row.GetValue(model::kTableFamily, model::kTableStateColumn)) {
      const auto table = TableName::Parse(row.row());
      if (table.ok() && tables_.contains(*table)) {
        table_states_[*table] = Bytes(*state);
      } else {
        BASALT_RETURN_IF_ERROR(
            erase("orphan-state", tables_known_, "is the state of a table that does not exist"));
      }
      continue;
    }
    const auto value = row.GetValue(model::kInfoFamily, model::kRegionInfoColumn);
    auto info = RegionInfo::FromCellValue(value.value_or(""));
    if (!info.ok()) {
      BASALT_RETURN_IF_ERROR(erase("bad-row", true, "does not say which region it is about"));
    } else if (info->replica_id != 0) {
      continue;  // other servers' affair
    } else if (info->Name() != row.row()) {
      BASALT_RETURN_IF_ERROR(erase("bad-row", true, "is about a region of another name"));
    } else if (!tables_.contains(info->table)) {
      BASALT_RETURN_IF_ERROR(
          erase("orphan-region", tables_known_, "is a region of a table that does not exist"));
    } else {
      last_region_id_ = std::max(last_region_id_, info->region_id);
      // Split ones are signs for clients with old maps; the next open removes them.
      if (info->offline && info->split) continue;
      const auto state = row.GetValue(model::kInfoFamily, model::kRegionStateColumn);
      region_rows_[info->table].push_back({std::move(*info), Bytes(state.value_or(""))});
      ++region_count_;
    }
  }
}

Status CatalogCheck::CheckTableState(const TableRecord& table) {
  const TableName& name = table.descriptor.name();
  const auto state = table_states_.find(name);
  if (state != table_states_.end() && state->second == TableStateValue(table.enabled)) return {};
  Report("bad-table-state", true,
         fmt::format("hbase:meta does not say that the table {} is {}", name.ToString(),
                     table.enabled ? "enabled" : "disabled"));
  return change_->SetTableState(name, table.enabled);
}

Status CatalogCheck::CheckRegions(const TableRecord& table) {
  const TableName& name = table.descriptor.name();
  std::vector<RegionRow>& rows = region_rows_[name];
  std::ranges::stable_sort(rows, {}, [](const RegionRow& row) { return row.info.start_key; });
  const std::string_view wanted = table.enabled ? kOpenState : kClosedState;
  const auto add = [&](const RegionInfo& region) -> Status {
    BASALT_RETURN_IF_ERROR(change_->AddRegion(region));
    return table.enabled ? Status() : change_->CloseRegion(region);
  };

  // Regions that stay or take the place of others, in order.
  std::vector<RegionInfo> mended;
  for (size_t i = 0; i < rows.size();) {
    RegionInfo joined = rows[i].info;
    bool to_the_end = joined.end_key.empty();
    size_t next = i + 1;
    for (; next < rows.size() && Overlaps(rows[next].info, joined.end_key, to_the_end); ++next) {
      const RegionInfo& other = rows[next].info;
      Report("overlap", true,
             fmt::format("table {}: the regions {} {} and {} {} overlap", name.ToString(),
                         rows[next - 1].info.EncodedName(), RangeText(rows[next - 1].info),
                         other.EncodedName(), RangeText(other)));
      to_the_end = to_the_end || other.end_key.empty();
      joined.end_key = to_the_end ? Bytes() : std::max(joined.end_key, other.end_key);
    }
    if (next > i + 1) {
      for (size_t gone = i; gone < next; ++gone) {
        BASALT_RETURN_IF_ERROR(change_->EraseRegion(rows[gone].info));
      }
      joined.region_id = last_region_id_ + 1;
      BASALT_RETURN_IF_ERROR(add(joined));
    } else if (rows[i].state != wanted && !(table.enabled && rows[i].state == kClosedState)) {
      // A region of an enabled table may be closed: unassign does it.
      Report("bad-region-state", true,
             fmt::format("table {}: the region {} is '{}' and should be {}", name.ToString(),
                         joined.EncodedName(), ToStringBinary(rows[i].state), wanted));
      BASALT_RETURN_IF_ERROR(table.enabled ? change_->OpenRegion(joined)
                                           : change_->CloseRegion(joined));
    }
    mended.push_back(std::move(joined));
    i = next;
  }
  for (const RegionInfo& hole : FillHoles(name, mended, last_region_id_ + 1)) {
    Report("hole", true,
           fmt::format("table {}: no region holds the rows {}", name.ToString(), RangeText(hole)));
    BASALT_RETURN_IF_ERROR(add(hole));
  }
  return {};
}

Status CatalogCheck::Repair() {
  if (!records_.empty() || (change_ != nullptr && !change_->empty())) {
    BASALT_RETURN_IF_ERROR(
        store_->WriteRecords(records_, change_ != nullptr ? change_->Take() : store::CellBatch()));
  }
  if (!rebuild_) return {};
  // Opening a catalog rebuilds them.
  meta_.reset();
  namespace_table_.reset();
  change_.reset();
  return Catalog::Open(store_).status();
}

Status CatalogCheck::DropOrphans() {
  for (const std::string& label : orphans_) BASALT_RETURN_IF_ERROR(store_->DropFamily(label));
  return {};
}

}  // namespace basalt::catalog
