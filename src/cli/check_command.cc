#include <memory>
#include <string>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "catalog/catalog_check.h"
#include "cli/command.h"
#include "store/scrub.h"
#include "store/store.h"

namespace basalt::cli {
namespace {

struct CheckOptions {
  std::string directory;
  bool repair = false;
  bool data = false;
  bool drop_orphans = false;
  bool json = false;
  bool accept_log_loss = false;
};

void PrintJson(const Environment& env, const catalog::CatalogCheck& check, bool repaired) {
  nlohmann::json findings = nlohmann::json::array();
  for (const catalog::Finding& finding : check.findings()) {
    findings.push_back(
        {{"kind", finding.kind}, {"text", finding.text}, {"repairable", finding.repairable}});
  }
  env.out << nlohmann::json{{"tables", check.tables()},
                            {"regions", check.regions()},
                            {"repaired", repaired},
                            {"findings", std::move(findings)}}
          << '\n';
}

void Print(const Environment& env, const catalog::CatalogCheck& check) {
  for (const catalog::Finding& finding : check.findings()) {
    env.out << fmt::format("{}: {}{}\n", finding.kind, finding.text,
                           finding.repairable ? "" : " (--repair cannot repair this)");
  }
  env.out << fmt::format("{} tables, {} regions, {} problems\n", check.tables(), check.regions(),
                         check.findings().size());
}

Status Check(const CheckOptions& options, const Environment& env) {
  store::StoreOptions store_options;
  store_options.create_if_missing = false;
  store_options.accept_log_loss = options.accept_log_loss;
  store_options.report = [&env](const std::string& line) { env.err << line << '\n'; };
  BASALT_ASSIGN_OR_RETURN(const auto store, store::Store::Open(options.directory, store_options));
  if (options.data) {
    if (!options.json) env.out << "reading every store file" << std::endl;
    BASALT_RETURN_IF_ERROR(store::Scrub(store, 0).Run());
  }
  BASALT_ASSIGN_OR_RETURN(catalog::CatalogCheck check, catalog::CatalogCheck::Run(store));
  const bool repair = (options.repair || options.drop_orphans) && !check.findings().empty();
  if (options.json) {
    PrintJson(env, check, repair);
  } else {
    Print(env, check);
  }
  size_t left = check.findings().size();
  if (repair) {
    if (options.repair) BASALT_RETURN_IF_ERROR(check.Repair());
    if (options.drop_orphans) BASALT_RETURN_IF_ERROR(check.DropOrphans());
    BASALT_ASSIGN_OR_RETURN(const auto again, catalog::CatalogCheck::Run(store));
    left = again.findings().size();
    if (!options.json) {
      env.out << fmt::format("repaired; {} problems left\n", left);
    }
  }
  if (left == 0) return {};
  return {StatusCode::kCorruption,
          fmt::format("the catalog in {} has {} problems{}", options.directory, left,
                      options.repair ? "" : "; --repair repairs what is safe to repair")};
}

}  // namespace

void AddCheckCommand(CLI::App& app, Work& work) {
  auto options = std::make_shared<CheckOptions>();
  CLI::App* command = app.add_subcommand(
      "check",
      "Check a data directory's catalog for holes, overlaps, orphans and invalid states.\n"
      "No server may have the directory open. Exit code 0: no problems, or all are repaired.");
  command->add_option("directory", options->directory, "The data directory")->required();
  command->add_flag("--repair", options->repair,
                    "Repair what can be repaired without changing cells of user tables");
  command->add_flag("--drop-orphans", options->drop_orphans,
                    "Drop stored families that no table has");
  command->add_flag("--data", options->data, "Also read every store file and verify its checksums");
  command->add_flag(
      "--accept-log-loss", options->accept_log_loss,
      "Open the store although synced logs are missing or damaged. Their writes and "
      "all later ones\nthat are only in logs are lost; what is cut off is kept in the "
      "folder cut");
  command->add_flag("--json", options->json, "Print one JSON object");
  command->callback([options, &work] {
    work = [options](const Environment& env) { return Check(*options, env); };
  });
}

}  // namespace basalt::cli
