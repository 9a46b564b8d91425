// A major compaction's sweep concurrent with unlogged writes: cells hidden by such a write must not
// be deleted durably before the write itself is durable.
#include "store/sweep.h"

#include <filesystem>
#include <memory>
#include <span>
#include <string>

#include <gtest/gtest.h>

#include "basalt/connection.h"
#include "store/cell_codec.h"
#include "store/cell_table.h"
#include "store/maintenance.h"
#include "store/store.h"
#include "test_store.h"

namespace basalt::crash {
namespace {

std::unique_ptr<store::CellTable> MakeTable(const std::string& directory) {
  const auto store = MustGet(store::Store::Open(directory, store::StoreOptions()));
  const FamilyDescriptor family("f");
  TableDescriptor descriptor(TestStore::name());
  MustBeOk(descriptor.AddFamily(family));
  auto handle = store->FindFamily("1.f");
  if (handle == nullptr) handle = MustGet(store->CreateFamily("1.f", family));
  MustBeOk(store->ConfigureFamily(*handle, family));
  return std::make_unique<store::CellTable>(store, 1, descriptor, std::vector{handle});
}

void Write(const store::CellTable& table, const Mutation& mutation) {
  MustBeOk(table.MutateRow(mutation.row(), std::span(&mutation, 1)).status());
}

TEST(SweepCrash, OldValueStaysWhenTheUnloggedOneThatHidItIsLost) {
  const WorkDirectory work;
  const auto table = MakeTable(work.Sub("data"));
  store::Store& store = *table->store();
  store::Family& family = *table->FindFamily("f")->family;
  Write(*table, Put("r").AddColumn("f", "q", 100, "durable"));
  MustBeOk(store::FlushFamily(store, family));

  Write(*table, Put("r").AddColumn("f", "q", 200, "unlogged").SetDurability(Durability::kSkipWal));
  store::Sweep sweep(store, table->id(), family, 0);
  MustBeOk(sweep.Run(store::EncodeRow("r"), store::AfterPrefix(store::EncodeRow("r"))));
  ASSERT_EQ(sweep.cells_dropped(), 1U) << "the older version is hidden and should be swept";

  // What a process that takes over after a kill finds.
  std::filesystem::copy(work.Sub("data"), work.Sub("copy"),
                        std::filesystem::copy_options::recursive);
  const auto after_kill = MakeTable(work.Sub("copy"));
  const RowResult row = MustGet(after_kill->Get(Get("r")));
  ASSERT_TRUE(row.GetValue("f", "q")) << "both versions are lost";
  EXPECT_EQ(*row.GetValue("f", "q"), "durable");
}

}  // namespace
}  // namespace basalt::crash
