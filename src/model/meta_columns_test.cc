#include "model/meta_columns.h"

#include <gtest/gtest.h>

namespace basalt::model {
namespace {

TEST(MetaColumns, OnlyAddressesAreReplaced) {
  const ServerAddress server{"db.example", 1234, 99};
  CellView cell{"r", "info", "server", 1, CellType::kPut, "localhost:16020", {}};
  EXPECT_EQ(AddressCellValue(cell, server), "db.example:1234");
  cell.qualifier = "serverstartcode";
  EXPECT_EQ(AddressCellValue(cell, server), EncodeLong(99));
  cell.qualifier = "sn";
  EXPECT_EQ(AddressCellValue(cell, server), "db.example,1234,99");
  cell.qualifier = "state";
  EXPECT_EQ(AddressCellValue(cell, server), std::nullopt);
  cell = {"r", "table", "server", 1, CellType::kPut, "x", {}};
  EXPECT_EQ(AddressCellValue(cell, server), std::nullopt);
  cell = {"r", "info", "server", 1, CellType::kDeleteColumn, "", {}};
  EXPECT_EQ(AddressCellValue(cell, server), std::nullopt);
}

// A directory of the first release: table records with their splits and no meta.

}  // namespace
}  // namespace basalt::model
