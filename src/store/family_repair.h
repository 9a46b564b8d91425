// Repair of a family with damaged files: a new family with every cell that can still be read.
//
// The new family takes in the good files by hard links. The damaged ones are left out; in the range
// of their keys the new family is made equal to the old one, cell by cell, wherever the old one can
// be read. Where it cannot, the cells of the good files remain, so an older version of a cell, or a
// deleted one, may come to light. The cost is that of the damaged files' ranges, not of the family.
// Families with blob files, which RocksDB cannot take in, are rewritten as a whole.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "basalt/descriptor.h"
#include "basalt/status.h"
#include "store/damage.h"

namespace basalt::store {

class Family;
class Store;

struct FamilyRepair {
  // nullptr: no file is damaged, and nothing was done.
  std::shared_ptr<Family> family;
  // What could not be read, file by file.
  std::vector<DamagedFile> files;
  // Cells written to the new family, in place of the damaged files'.
  uint64_t cells_saved = 0;
  // Where the damaged files are kept.
  std::string kept_in;

  // For people: what is lost, and what was saved.
  std::vector<std::string> ToLines() const;
};

// Reads every file of the family. `label`: of the new family. `scratch`: an empty directory on the
// store's file system. Damaged files get a second name in the store's directory `damaged`. The old
// family is not touched; the caller replaces it. REQUIRES: nobody writes to the family meanwhile.
Result<FamilyRepair> RepairFamily(Store& store, Family& damaged, const std::string& label,
                                  const FamilyDescriptor& descriptor, const std::string& scratch);

// Gives the family's known damaged files a second name in the store's directory `damaged`, where
// they stay when the family is dropped.
Status KeepDamagedFiles(Store& store, const std::string& label);

}  // namespace basalt::store
