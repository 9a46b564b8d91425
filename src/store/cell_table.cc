#include "store/cell_table.h"

#include <utility>

#include <fmt/format.h>

#include "model/attributes.h"
#include "model/mutation_check.h"
#include "model/region_info.h"
#include "store/maintenance.h"
#include "store/mutation_check.h"
#include "store/row_writer.h"

namespace basalt::store {
namespace {

// An invalid number counts as not set, as in HBase's configuration.
int64_t MaxCellBytes(const TableDescriptor& table, const StoreOptions& options) {
  return model::DescriptorSettings(table)
      .Number("hbase.server.keyvalue.maxsize")
      .value_or(options.max_cell_bytes);
}

Status CheckQuery(const Query& query) {
  if (query.max_versions() <= 0) {
    return {StatusCode::kInvalidArgument, "versions must be positive"};
  }
  return {};
}

}  // namespace

CellTable::CellTable(std::shared_ptr<Store> store, uint64_t id, TableDescriptor descriptor,
                     std::vector<std::shared_ptr<Family>> families,
                     std::shared_ptr<const WriteGuard> guard, RowOrder row_order)
    : store_(std::move(store)),
      id_(id),
      row_order_(row_order),
      descriptor_(std::move(descriptor)),
      read_only_(descriptor_.read_only()),
      durability_(descriptor_.durability()),
      max_cell_bytes_(MaxCellBytes(descriptor_, store_->options())),
      guard_(std::move(guard)) {
  families_.reserve(families.size());
  // The catalog writes its own tables without row locks.
  const bool cacheable = !model::IsSystemTable(descriptor_.name());
  for (size_t i = 0; i < families.size(); ++i) {
    const FamilyDescriptor& family = descriptor_.families()[i];
    families[i]->control().set_owner(
        {fmt::format("table {}, family {}", descriptor_.name().ToString(),
                     ToStringBinary(family.name())),
         row_order_});
    families_.push_back(
        {family.name(), FamilyRules::From(family), std::move(families[i]), row_order_, cacheable});
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
                      ToStringBinary(name), descriptor_.name().ToString(), descriptor_.ToString())};
}

Result<std::vector<const FamilyView*>> CellTable::SelectFamilies(const Query& query) const {
  std::vector<const FamilyView*> selected;
  if (query.columns().empty()) {
    for (const FamilyView& view : families_) selected.push_back(&view);
  }
  for (const auto& [name, qualifiers] : query.columns()) {
    const FamilyView* view = FindFamily(name);
    if (view == nullptr) return NoSuchFamily(name);
    selected.push_back(view);
  }
  return selected;
}

Result<RowResult> CellTable::Get(const basalt::Get& get, base::CallBudget* budget) const {
  BASALT_RETURN_IF_ERROR(model::CheckRow(get.row()));
  BASALT_RETURN_IF_ERROR(CheckQuery(get));
  // Nearly all gets read one family; these need no heap allocation.
  const FamilyView* one = families_.data();
  std::vector<const FamilyView*> many;
  std::span<const FamilyView* const> selected(&one, 1);
  if (get.columns().size() == 1) {
    const Bytes& name = get.columns().begin()->first;
    one = FindFamily(name);
    if (one == nullptr) return NoSuchFamily(name);
  } else if (families_.size() != 1 || !get.columns().empty()) {
    BASALT_ASSIGN_OR_RETURN(many, SelectFamilies(get));
    selected = many;
  }
  RowResult row;
  BASALT_ASSIGN_OR_RETURN(const bool found,
                          RowScanner::ReadRow(*store_, selected, get, row, budget));
  if (get.check_existence_only()) {
    RowResult answer;
    answer.set_exists(found);
    return answer;
  }
  return row;
}

Result<std::unique_ptr<RowScanner>> CellTable::OpenScanner(const Scan& scan) const {
  BASALT_RETURN_IF_ERROR(CheckQuery(scan));
  if (scan.start_row().size() > kMaxRowLength || scan.stop_row().size() > kMaxRowLength) {
    return Status(StatusCode::kInvalidArgument,
                  fmt::format("A scan's start and stop rows must not be longer than {} bytes",
                              kMaxRowLength));
  }
  if (scan.raw()) {
    for (const auto& [family, qualifiers] : scan.columns()) {
      if (!qualifiers.empty()) {
        return Status(StatusCode::kDoNotRetry, "Cannot specify any column for a raw scan");
      }
    }
  }
  BASALT_ASSIGN_OR_RETURN(const auto selected, SelectFamilies(scan));
  std::vector<FamilyView> families;
  families.reserve(selected.size());
  for (const FamilyView* view : selected) families.push_back(*view);
  return RowScanner::OpenScan(store_, std::move(families), scan);
}

Result<RowResult> CellTable::MutateRow(BytesView row, std::span<const Mutation> mutations,
                                       const Store::RecordChange* record,
                                       base::CallBudget* budget) const {
  return RowWriter(*this, budget).WriteRow(row, mutations, record);
}

Status CellTable::MutateRows(std::span<const Mutation* const> mutations,
                             base::CallBudget* budget) const {
  return RowWriter(*this, budget).WriteRows(mutations);
}

std::vector<Status> CellTable::MutateEach(std::span<const Mutation* const> mutations,
                                          base::CallBudget* budget) const {
  return RowWriter(*this, budget).WriteEach(mutations);
}

Result<bool> CellTable::MutateTogether(std::span<const filter::RowCondition> conditions,
                                       std::span<const Mutation> mutations,
                                       const Store::RecordChange* record,
                                       base::CallBudget* budget) const {
  return RowWriter(*this, budget).WriteTogether(conditions, mutations, record);
}

Result<CheckAndMutateResult> CellTable::CheckAndMutate(const basalt::CheckAndMutate& check,
                                                       base::CallBudget* budget) const {
  return RowWriter(*this, budget).CheckAndWrite(check);
}

Result<std::vector<FamilyView>> CellTable::SelectFamilies(const TableRange& range) const {
  if (range.family.empty()) return families_;
  const FamilyView* view = FindFamily(range.family);
  if (view == nullptr) return NoSuchFamily(range.family);
  return std::vector<FamilyView>{*view};
}

Status CellTable::Flush(const TableRange& range, const base::CallLimits& limits) const {
  BASALT_ASSIGN_OR_RETURN(const auto families, SelectFamilies(range));
  for (const FamilyView& view : families) {
    BASALT_RETURN_IF_ERROR(limits.Check());
    BASALT_RETURN_IF_ERROR(FlushFamily(*store_, *view.family));
  }
  return {};
}

Status CellTable::Compact(const TableRange& range, const base::CallLimits& limits) const {
  BASALT_ASSIGN_OR_RETURN(const auto families, SelectFamilies(range));
  for (const FamilyView& view : families) {
    BASALT_RETURN_IF_ERROR(limits.Check());
    BASALT_RETURN_IF_ERROR(CompactFamily(*store_, *view.family,
                                         {range.start_row, range.stop_row, row_order_}, limits));
  }
  return {};
}

Status CellTable::MajorCompact(const TableRange& range, const base::CallLimits& limits) const {
  BASALT_ASSIGN_OR_RETURN(const auto families, SelectFamilies(range));
  for (const FamilyView& view : families) {
    BASALT_RETURN_IF_ERROR(limits.Check());
    BASALT_RETURN_IF_ERROR(MajorCompactFamily(
        *store_, id_, *view.family, {range.start_row, range.stop_row, row_order_}, limits));
  }
  return {};
}

Result<std::vector<std::string>> CellTable::StoreFiles(const TableRange& range) const {
  BASALT_ASSIGN_OR_RETURN(const auto families, SelectFamilies(range));
  std::vector<std::string> files;
  for (const FamilyView& view : families) {
    for (std::string& path :
         FilesWithRows(*store_, *view.family, {range.start_row, range.stop_row, row_order_})) {
      files.push_back(std::move(path));
    }
  }
  return files;
}

}  // namespace basalt::store
