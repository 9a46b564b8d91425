// basalt repair: saves what can still be read of damaged tables, in a directory that no server has
// open, or one table of a running server.
#include <memory>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "catalog/catalog.h"
#include "cli/command.h"
#include "cli/damage_commands.h"
#include "store/damage_registry.h"
#include "store/scrub.h"
#include "store/store.h"

namespace basalt::cli {
namespace {

struct RepairOptions {
  std::string directory;
  std::string table;
};

bool IsDamaged(store::Store& store, const catalog::TableRecord& table) {
  for (const auto& [family, label] : table.labels) {
    if (store.damage().Contains(label)) return true;
  }
  return false;
}

Status RepairTable(catalog::Catalog& catalog, const catalog::TableRecord& table,
                   const Environment& env) {
  const TableName& name = table.descriptor.name();
  if (table.enabled) BASALT_RETURN_IF_ERROR(catalog.tables().SetEnabled(name, false));
  const auto repairs = catalog.tables().Repair(name);
  if (table.enabled) BASALT_RETURN_IF_ERROR(catalog.tables().SetEnabled(name, true));
  BASALT_RETURN_IF_ERROR(repairs.status());
  env.out << fmt::format("table {}: {} families repaired\n", name.ToString(), repairs->size());
  for (const store::FamilyRepair& repair : *repairs) {
    for (const std::string& line : repair.ToLines()) env.out << line << "\n";
  }
  return {};
}

Status RunRepair(const RepairOptions& options, const Environment& env) {
  store::StoreOptions store_options;
  store_options.create_if_missing = false;
  store_options.automatic_compactions = false;
  BASALT_ASSIGN_OR_RETURN(const auto store, store::Store::Open(options.directory, store_options));
  // Rebuilds hbase:meta and hbase:namespace if they are damaged.
  BASALT_ASSIGN_OR_RETURN(const auto catalog, catalog::Catalog::Open(store));
  BASALT_RETURN_IF_ERROR(store::Scrub(store, 0).Run());
  int repaired = 0;
  for (const catalog::TableRecord& table : catalog->tables().List()) {
    if (!options.table.empty() && table.descriptor.name().ToString() != options.table) continue;
    if (!IsDamaged(*store, table)) continue;
    BASALT_RETURN_IF_ERROR(RepairTable(*catalog, table, env));
    ++repaired;
  }
  env.out << fmt::format("{} tables repaired\n", repaired);
  if (!options.table.empty()) return {};
  const auto left = store->damage().List();
  for (const store::DamagedFile& file : left) env.out << file.Describe() << "\n";
  if (left.empty()) return {};
  return {StatusCode::kCorruption,
          fmt::format("{} damaged files cannot be repaired; restore a backup", left.size())};
}

Status RepairOnServer(const RepairOptions& options, const Environment& env) {
  if (options.table.empty()) {
    return {StatusCode::kInvalidArgument, "a running server repairs one table: give --table"};
  }
  BASALT_ASSIGN_OR_RETURN(const auto service, client::DamageService::Open(options.directory));
  BASALT_ASSIGN_OR_RETURN(const uint64_t job, service->StartRepair(options.table));
  return AwaitDamageJob(*service, job, env).status();
}

}  // namespace

void AddRepairCommand(CLI::App& app, Work& work) {
  auto options = std::make_shared<RepairOptions>();
  CLI::App* command = app.add_subcommand(
      "repair",
      "Save what can still be read of tables with damaged store files.\n"
      "Reads every store file, says which rows are lost, and keeps the damaged files in the "
      "directory's\nfolder 'damaged'. A running server repairs one table, which is disabled "
      "meanwhile.");
  command
      ->add_option("source", options->directory,
                   "A data directory that no server has open, or hbase://HOST:PORT")
      ->required();
  command->add_option("--table", options->table, "Only this table");
  command->callback([options, &work] {
    work = [options](const Environment& env) {
      return IsServerUrl(options->directory) ? RepairOnServer(*options, env)
                                             : RunRepair(*options, env);
    };
  });
}

}  // namespace basalt::cli
