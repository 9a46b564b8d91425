// The changes of the catalog that ddl_kill_test interrupts, and the directory they start from.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "catalog/catalog.h"
#include "catalog/procedure_journal.h"

namespace basalt::crash {

struct DdlProcedure {
  std::string name;
  std::function<Status(catalog::Catalog&, catalog::Procedure&)> run;
};

const std::vector<DdlProcedure>& DdlProcedures();

// A store, its catalog and its journal, as a server opens them.
struct OpenCatalog {
  std::shared_ptr<store::Store> store;
  std::unique_ptr<catalog::Catalog> catalog;
  std::unique_ptr<catalog::ProcedureJournal> journal;

  static Result<OpenCatalog> Open(const std::string& directory);
};

// Tables in several states, with data in files and in the log, namespaces and a snapshot.
Status PrepareDirectory(const std::string& directory);

// Everything a user can see, as text: what must be the old or the new.
Result<std::string> Describe(const OpenCatalog& open);

}  // namespace basalt::crash
