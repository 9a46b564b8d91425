// A catalog in a temporary directory with a clock that stands still, and short ways to ask it.
// Included by *_test.cc files only.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "base/testing.h"
#include "catalog/catalog.h"

namespace basalt::catalog {

inline TableName Name(std::string_view name) { return *TableName::Parse(name); }

inline TableDescriptor Descriptor(std::string_view name) {
  TableDescriptor table(Name(name));
  EXPECT_TRUE(table.AddFamily(FamilyDescriptor("f")).ok());
  return table;
}

class TestCatalog {
 public:
  static constexpr int64_t kStart = 1'700'000'000'000;

  TestCatalog() : clock_(kStart) { Reopen(); }

  Catalog* operator->() { return catalog_.get(); }
  Catalog& operator*() { return *catalog_; }
  base::ManualClock& clock() { return clock_; }
  std::string directory() const { return directory_.Sub("data"); }

  void Close() {
    catalog_.reset();
    store_.reset();
  }
  void OpenStore() {
    store::StoreOptions options;
    options.clock = &clock_;
    options.automatic_compactions = false;
    options.after_records = [this] { return std::exchange(commit_error_, Status()); };
    auto store = store::Store::Open(directory(), options);
    ASSERT_TRUE(store.ok()) << store.status().ToString();
    store_ = std::move(*store);
  }
  void Reopen() {
    Close();
    OpenStore();
    auto catalog = Catalog::Open(store_);
    ASSERT_TRUE(catalog.ok()) << catalog.status().ToString();
    catalog_ = std::move(*catalog);
  }
  // The next change is written, but fails with this error.
  void FailNextCommit(Status error) { commit_error_ = std::move(error); }
  store::Store& store() { return *store_; }
  // For those who must own it; gone before the next Reopen.
  std::shared_ptr<store::Store> ShareStore() { return store_; }

  void Create(std::string_view name, std::vector<Bytes> splits = {}) {
    const Status status = catalog_->tables().Create(Descriptor(name), std::move(splits));
    ASSERT_TRUE(status.ok()) << status.ToString();
  }
  void Put(std::string_view table, const Bytes& row, size_t bytes = 1) {
    const Mutation put = basalt::Put(row).AddColumn("f", "q", 1, Bytes(bytes, 'x'));
    const auto cells = *(*catalog_->tables().Find(Name(table)))->Cells();
    ASSERT_TRUE(cells->MutateRow(row, std::span(&put, 1)).ok());
  }

  // "[start,end) [start,end)" of the table's regions.
  std::string Ranges(std::string_view table) {
    std::string text;
    for (const auto& region : Regions(table)) {
      if (!text.empty()) text += ' ';
      text += "[" + ToStringBinary(region->info().start_key) + "," +
              ToStringBinary(region->info().end_key) + ")";
    }
    return text;
  }
  std::vector<std::shared_ptr<Region>> Regions(std::string_view table) {
    return *catalog_->regions().Of(Name(table));
  }

  // The rows of a catalog table, newest cells only, as "row family:qualifier" -> value.
  std::vector<std::pair<std::string, std::string>> Cells(std::string_view table) {
    std::vector<std::pair<std::string, std::string>> cells;
    const auto scanner = (*(*catalog_->tables().Find(Name(table)))->Cells())->OpenScanner(Scan());
    EXPECT_TRUE(scanner.ok());
    RowResult row;
    while (*(*scanner)->Next(row)) {
      for (const CellView& cell : row) {
        cells.emplace_back(ToStringBinary(row.row()) + " " + Bytes(cell.family) + ":" +
                               ToStringBinary(cell.qualifier),
                           Bytes(cell.value));
      }
    }
    return cells;
  }
  // The cells of one row of meta, without the row.
  std::vector<std::pair<std::string, std::string>> MetaRow(const Bytes& row) {
    std::vector<std::pair<std::string, std::string>> cells;
    const auto meta = *(*catalog_->tables().Find(model::MetaTableName()))->Cells();
    const auto found = meta->Get(Get(row));
    EXPECT_TRUE(found.ok());
    for (const CellView& cell : *found) {
      cells.emplace_back(Bytes(cell.family) + ":" + Bytes(cell.qualifier), Bytes(cell.value));
    }
    return cells;
  }
  // The rows of meta, in its order.
  std::vector<std::string> MetaRows() {
    std::vector<std::string> rows;
    for (const auto& [cell, value] : Cells("hbase:meta")) {
      std::string row = cell.substr(0, cell.find(' '));
      if (rows.empty() || rows.back() != row) rows.push_back(std::move(row));
    }
    return rows;
  }

 private:
  base::TempDir directory_;
  base::ManualClock clock_;
  Status commit_error_;
  std::shared_ptr<store::Store> store_;
  std::unique_ptr<Catalog> catalog_;
};

}  // namespace basalt::catalog
