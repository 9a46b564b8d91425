#include "store/cell_table.h"

#include <fmt/format.h>

#include <utility>

#include "store/maintenance.h"
#include "store/row_writer.h"

namespace basalt::store {
namespace {

Status CheckReadRow(BytesView row) {
  if (row.empty()) return {StatusCode::kInvalidArgument, "Row length is 0"};
  if (row.size() > kMaxRowLength) {
    return {StatusCode::kInvalidArgument,
            fmt::format("Row length {} is > {}", row.size(), kMaxRowLength)};
  }
  return {};
}

Status CheckQuery(const Query& query) {
  if (query.max_versions <= 0) {
    return {StatusCode::kInvalidArgument, "versions must be positive"};
  }
  return {};
}

}  // namespace

CellTable::CellTable(std::shared_ptr<Store> store, uint64_t id, TableDescriptor descriptor,
                     std::vector<std::shared_ptr<Family>> families,
                     std::shared_ptr<const WriteGuard> guard)
    : store_(std::move(store)),
      id_(id),
      descriptor_(std::move(descriptor)),
      guard_(std::move(guard)) {
  families_.reserve(families.size());
  for (size_t i = 0; i < families.size(); ++i) {
    const FamilyDescriptor& family = descriptor_.families()[i];
    families_.push_back({family.name(), FamilyRules::From(family), std::move(families[i])});
  }
}

const FamilyView* CellTable::FindFamily(BytesView name) const {
  for (const FamilyView& view : families_) {
    if (view.name == name) return &view;
  }
  return nullptr;
}

Status CellTable::NoSuchFamily(BytesView name) const {
  return {StatusCode::kNoSuchColumnFamily,
          fmt::format("Column family {} does not exist in region {} in table {}",
                      ToStringBinary(name), descriptor_.name().ToString(),
                      descriptor_.ToString())};
}

Result<std::vector<FamilyView>> CellTable::SelectFamilies(const Query& query) const {
  if (query.columns.empty()) return families_;
  std::vector<FamilyView> selected;
  for (const auto& [name, qualifiers] : query.columns) {
    const FamilyView* view = FindFamily(name);
    if (view == nullptr) return NoSuchFamily(name);
    selected.push_back(*view);
  }
  return selected;
}

Result<RowResult> CellTable::Get(const basalt::Get& get) const {
  BASALT_RETURN_IF_ERROR(CheckReadRow(get.row));
  BASALT_RETURN_IF_ERROR(CheckQuery(get));
  BASALT_ASSIGN_OR_RETURN(auto families, SelectFamilies(get));
  BASALT_ASSIGN_OR_RETURN(auto scanner, RowScanner::OpenGet(store_, std::move(families), get));
  RowResult row;
  BASALT_ASSIGN_OR_RETURN(const bool found, scanner->Next(row));
  if (get.check_existence_only) {
    RowResult answer;
    answer.set_exists(found);
    return answer;
  }
  return row;
}

Result<std::unique_ptr<RowScanner>> CellTable::OpenScanner(const Scan& scan) const {
  BASALT_RETURN_IF_ERROR(CheckQuery(scan));
  if (scan.start_row.size() > kMaxRowLength || scan.stop_row.size() > kMaxRowLength) {
    return Status(StatusCode::kInvalidArgument,
                  fmt::format("A scan's start and stop rows must not be longer than {} bytes",
                              kMaxRowLength));
  }
  if (scan.raw) {
    for (const auto& [family, qualifiers] : scan.columns) {
      if (!qualifiers.empty()) {
        return Status(StatusCode::kDoNotRetry, "Cannot specify any column for a raw scan");
      }
    }
  }
  BASALT_ASSIGN_OR_RETURN(auto families, SelectFamilies(scan));
  return RowScanner::OpenScan(store_, std::move(families), scan);
}

Result<RowResult> CellTable::MutateRow(BytesView row, std::span<const Mutation> mutations) const {
  return RowWriter(*this).WriteRow(row, mutations);
}

Status CellTable::MutateRows(std::span<const Mutation* const> mutations) const {
  return RowWriter(*this).WriteRows(mutations);
}

Result<CheckAndMutateResult> CellTable::CheckAndMutate(const basalt::CheckAndMutate& check) const {
  return RowWriter(*this).CheckAndWrite(check);
}

Result<std::vector<FamilyView>> CellTable::SelectFamilies(const TableRange& range) const {
  if (range.family.empty()) return families_;
  const FamilyView* view = FindFamily(range.family);
  if (view == nullptr) return NoSuchFamily(range.family);
  return std::vector<FamilyView>{*view};
}

Status CellTable::Flush(const TableRange& range) const {
  BASALT_ASSIGN_OR_RETURN(const auto families, SelectFamilies(range));
  for (const FamilyView& view : families) BASALT_RETURN_IF_ERROR(FlushFamily(*store_, *view.family));
  return {};
}

Status CellTable::Compact(const TableRange& range) const {
  BASALT_ASSIGN_OR_RETURN(const auto families, SelectFamilies(range));
  for (const FamilyView& view : families) {
    BASALT_RETURN_IF_ERROR(
        CompactFamily(*store_, *view.family, {range.start_row, range.stop_row}));
  }
  return {};
}

Status CellTable::MajorCompact(const TableRange& range) const {
  BASALT_ASSIGN_OR_RETURN(const auto families, SelectFamilies(range));
  for (const FamilyView& view : families) {
    BASALT_RETURN_IF_ERROR(
        MajorCompactFamily(*store_, id_, *view.family, {range.start_row, range.stop_row}));
  }
  return {};
}

}  // namespace basalt::store
