#include "ddl_procedures.h"

#include <algorithm>
#include <span>

#include <fmt/format.h>

#include "store/cell_table.h"

namespace basalt::crash {
namespace {

using catalog::Catalog;
using catalog::Procedure;

TableName Name(std::string_view name) { return *TableName::Parse(name); }

TableDescriptor Descriptor(std::string_view name, const std::vector<std::string>& families) {
  TableDescriptor table(Name(name));
  for (const std::string& family : families) {
    (void)table.AddFamily(FamilyDescriptor(family)).ok();
  }
  return table;
}

Result<TableDescriptor> Current(const Catalog& catalog, std::string_view name) {
  BASALT_ASSIGN_OR_RETURN(const auto entry, catalog.tables().Find(Name(name)));
  return entry->record().descriptor;
}

Bytes RegionName(const Catalog& catalog, std::string_view table, size_t index) {
  const auto regions = catalog.regions().Of(Name(table));
  return regions.ok() && index < regions->size() ? regions->at(index)->name() : Bytes("gone");
}

Status ModifyMuch(Catalog& catalog, Procedure& procedure) {
  BASALT_ASSIGN_OR_RETURN(TableDescriptor table, Current(catalog, "t"));
  table.SetAttribute("MAX_FILESIZE", "1000000000");
  BASALT_RETURN_IF_ERROR(table.RemoveFamily("g"));
  BASALT_RETURN_IF_ERROR(table.AddFamily(FamilyDescriptor("h")));
  return catalog.tables().Modify(table, &procedure);
}

Status ModifyFamily(Catalog& catalog, Procedure& procedure) {
  FamilyDescriptor family("f");
  family.SetAttribute("VERSIONS", "5").SetAttribute("COMPRESSION", "LZ4");
  return catalog.tables().ModifyFamily(Name("t"), family, &procedure);
}

Status PutRows(const Catalog& catalog, std::string_view name, std::string_view value) {
  BASALT_ASSIGN_OR_RETURN(const auto entry, catalog.tables().Find(Name(name)));
  const auto cells = entry->CellsInAnyState();
  for (const std::string row : {"a", "k", "x"}) {
    Put put(row);
    for (const auto& family : cells->descriptor().families()) {
      put.AddColumn(family.name(), "q", 1, Bytes(value) + row);
    }
    const Mutation mutation = put;
    BASALT_RETURN_IF_ERROR(cells->MutateRow(row, std::span(&mutation, 1)).status());
  }
  return {};
}

Status AppendCells(const store::CellTable& table, std::string& text) {
  BASALT_ASSIGN_OR_RETURN(const auto scanner, table.OpenScanner(Scan()));
  RowResult row;
  while (true) {
    BASALT_ASSIGN_OR_RETURN(const bool more, scanner->Next(row));
    if (!more) return {};
    for (const CellView& cell : row) {
      text += fmt::format("  {} {}:{} {} {}\n", row.row(), cell.family, cell.qualifier,
                          cell.timestamp, cell.value);
    }
  }
}

}  // namespace

const std::vector<DdlProcedure>& DdlProcedures() {
  static const std::vector<DdlProcedure> procedures = {
      {"create_table",
       [](Catalog& catalog, Procedure& procedure) {
         return catalog.tables().Create(Descriptor("ns:new", {"f", "g", "h"}), {"c", "m"},
                                        &procedure);
       }},
      {"delete_table",
       [](Catalog& catalog, Procedure& procedure) {
         return catalog.tables().Delete(Name("d"), &procedure);
       }},
      {"truncate_table",
       [](Catalog& catalog, Procedure& procedure) {
         return catalog.tables().Truncate(Name("d"), false, &procedure);
       }},
      {"truncate_preserve",
       [](Catalog& catalog, Procedure& procedure) {
         return catalog.tables().Truncate(Name("d"), true, &procedure);
       }},
      {"enable_table",
       [](Catalog& catalog, Procedure& procedure) {
         return catalog.tables().SetEnabled(Name("d"), true, &procedure);
       }},
      {"disable_table",
       [](Catalog& catalog, Procedure& procedure) {
         return catalog.tables().SetEnabled(Name("t"), false, &procedure);
       }},
      {"rename_table",
       [](Catalog& catalog, Procedure& procedure) {
         return catalog.tables().Rename(Name("d"), Name("ns:renamed"), &procedure);
       }},
      {"modify_table", ModifyMuch},
      {"add_family",
       [](Catalog& catalog, Procedure& procedure) {
         return catalog.tables().AddFamily(Name("t"), FamilyDescriptor("h"), &procedure);
       }},
      {"modify_family", ModifyFamily},
      {"delete_family",
       [](Catalog& catalog, Procedure& procedure) {
         return catalog.tables().DeleteFamily(Name("t"), "g", &procedure);
       }},
      {"create_namespace",
       [](Catalog& catalog, Procedure& procedure) {
         return catalog.namespaces().Create({"fresh", {{"k", "v"}}}, &procedure);
       }},
      {"modify_namespace",
       [](Catalog& catalog, Procedure& procedure) {
         return catalog.namespaces().Modify({"empty", {{"k", "v"}}}, &procedure);
       }},
      {"delete_namespace",
       [](Catalog& catalog, Procedure& procedure) {
         return catalog.namespaces().Delete("empty", &procedure);
       }},
      {"split_region",
       [](Catalog& catalog, Procedure& procedure) {
         return catalog.regions().Split(RegionName(catalog, "t", 0), "c", &procedure).status();
       }},
      {"merge_regions",
       [](Catalog& catalog, Procedure& procedure) {
         return catalog.regions()
             .Merge({RegionName(catalog, "t", 0), RegionName(catalog, "t", 1)}, false, &procedure)
             .status();
       }},
      {"truncate_region",
       [](Catalog& catalog, Procedure& procedure) {
         return catalog.regions().Truncate(RegionName(catalog, "t", 1), &procedure);
       }},
      {"add_peer",
       [](Catalog& catalog, Procedure& procedure) {
         return catalog.peers().Add({"1", true, "somewhere"}, &procedure);
       }},
      {"clone_snapshot",
       [](Catalog& catalog, Procedure& procedure) {
         return catalog.snapshots().Clone("snap", Name("ns:clone"), &procedure);
       }},
      {"restore_snapshot",
       [](Catalog& catalog, Procedure& procedure) {
         return catalog.snapshots().Restore("snap", &procedure);
       }},
  };
  return procedures;
}

Result<OpenCatalog> OpenCatalog::Open(const std::string& directory) {
  OpenCatalog open;
  BASALT_ASSIGN_OR_RETURN(open.store, store::Store::Open(directory, store::StoreOptions()));
  BASALT_ASSIGN_OR_RETURN(open.catalog, Catalog::Open(open.store));
  open.journal = std::make_unique<catalog::ProcedureJournal>(*open.store);
  BASALT_RETURN_IF_ERROR(open.journal->Load());
  return open;
}

Status PrepareDirectory(const std::string& directory) {
  BASALT_ASSIGN_OR_RETURN(const OpenCatalog open, OpenCatalog::Open(directory));
  Catalog& catalog = *open.catalog;
  BASALT_RETURN_IF_ERROR(catalog.namespaces().Create({"ns", {}}));
  BASALT_RETURN_IF_ERROR(catalog.namespaces().Create({"empty", {}}));
  for (const std::string_view name : {"t", "d"}) {
    BASALT_RETURN_IF_ERROR(catalog.tables().Create(Descriptor(name, {"f", "g"}), {"h", "p"}));
    BASALT_RETURN_IF_ERROR(PutRows(catalog, name, "filed "));
    BASALT_ASSIGN_OR_RETURN(const auto entry, catalog.tables().Find(Name(name)));
    BASALT_RETURN_IF_ERROR(entry->CellsInAnyState()->Flush({}));
    BASALT_RETURN_IF_ERROR(PutRows(catalog, name, "logged "));
  }
  // A snapshot of a table that has changed in every way since.
  BASALT_RETURN_IF_ERROR(catalog.snapshots().Take("snap", Name("d"), {}));
  BASALT_RETURN_IF_ERROR(catalog.tables().DeleteFamily(Name("d"), "g"));
  BASALT_RETURN_IF_ERROR(catalog.tables().AddFamily(Name("d"), FamilyDescriptor("h")));
  BASALT_RETURN_IF_ERROR(catalog.regions().Split(RegionName(catalog, "d", 0), "c").status());
  BASALT_RETURN_IF_ERROR(PutRows(catalog, "d", "later "));
  return catalog.tables().SetEnabled(Name("d"), false);
}

Result<std::string> Describe(const OpenCatalog& open) {
  std::string text;
  for (const auto& peer : open.catalog->peers().List()) {
    text += fmt::format("peer {} {} {}\n", peer.id, peer.enabled, peer.config);
  }
  for (const auto& ns : open.catalog->namespaces().List()) {
    text += "namespace " + ns.name;
    for (const auto& [key, value] : ns.configuration) text += fmt::format(" {}={}", key, value);
    text += "\n";
  }
  std::vector<std::string> labels;
  for (const auto& record : open.catalog->tables().List(true)) {
    for (const auto& [family, label] : record.labels) labels.push_back(label);
    const TableName& name = record.descriptor.name();
    if (name == model::MetaTableName() || name == model::NamespaceTableName()) continue;
    text += fmt::format("table {} {}\n", record.descriptor.ToString(),
                        record.enabled ? "enabled" : "disabled");
    BASALT_ASSIGN_OR_RETURN(const auto regions, open.catalog->regions().Of(name));
    for (const auto& region : regions) {
      text += fmt::format("  ['{}', '{}') {}\n", region->info().start_key, region->info().end_key,
                          region->online() ? "online" : "offline");
    }
    BASALT_ASSIGN_OR_RETURN(const auto entry, open.catalog->tables().Find(name));
    BASALT_RETURN_IF_ERROR(AppendCells(*entry->CellsInAnyState(), text));
  }
  for (const auto& snapshot : open.catalog->snapshots().folder().List()) {
    text += fmt::format("snapshot {} of {}\n", snapshot.description.name,
                        snapshot.description.table.ToString());
  }
  // Nothing is left over: the families of the tables are all there are.
  std::ranges::sort(labels);
  auto stored = open.store->FamilyLabels();
  std::ranges::sort(stored);
  if (labels != stored) {
    text += fmt::format("left over: {} families of tables, {} in the store\n", labels.size(),
                        stored.size());
  }
  return text;
}

}  // namespace basalt::crash
