#include "generator.h"

#include <set>
#include <utility>

#include <fmt/format.h>

#include "rows.h"

namespace basalt::crash {
namespace {

struct Weight {
  Kind kind;
  uint64_t weight;
};

// Maintenance is rare in number but takes most of the time.
constexpr Weight kRowWeights[] = {
    {Kind::kPut, 300},   {Kind::kPutMany, 80},    {Kind::kBatch, 60},  {Kind::kRowMutations, 120},
    {Kind::kDelete, 80}, {Kind::kIncrement, 80},  {Kind::kAppend, 60}, {Kind::kCheckAndPut, 80},
    {Kind::kCount, 120}, {Kind::kFreePut, 80},    {Kind::kScan, 10},   {Kind::kFlush, 6},
    {Kind::kCompact, 3}, {Kind::kMajorCompact, 3}};

Kind PickKind(Random& random) {
  uint64_t sum = 0;
  for (const Weight& weight : kRowWeights) sum += weight.weight;
  uint64_t at = random.Below(sum);
  for (const Weight& weight : kRowWeights) {
    if (at < weight.weight) return weight.kind;
    at -= weight.weight;
  }
  return Kind::kPut;
}

Edit IncrementOf(std::string_view family, int64_t amount) {
  return {Edit::Type::kIncrement, Bytes(family), Bytes(kCounter), "", amount};
}

TableName NameOf(const std::string& table) { return *TableName::Parse(table); }

}  // namespace

std::string RowGenerator::OwnRow() {
  return fmt::format("{}{}/{:02}", kOwnPrefix, thread_, random_.Below(kOwnRows));
}

Bytes RowGenerator::Value() {
  return fmt::format("{}.{}.{}", thread_, ++written_, random_.Letters(random_.Skewed(9)));
}

Bytes RowGenerator::AnyFamily() { return Bytes(1, "abv"[random_.Below(3)]); }

Bytes RowGenerator::AnyQualifier() { return fmt::format("q{}", random_.Below(4)); }

Edit RowGenerator::PutEdit(Bytes family, Bytes qualifier) {
  return {Edit::Type::kPut, std::move(family), std::move(qualifier), Value(), 0};
}

std::vector<Edit> RowGenerator::PutOverFamilies() {
  std::vector<Edit> edits;
  for (const char* family : {"a", "b", "v"}) edits.push_back(PutEdit(family, AnyQualifier()));
  return edits;
}

Durability RowGenerator::Logged() {
  if (random_.OneIn(16)) return Durability::kFsyncWal;
  constexpr Durability kLevels[] = {Durability::kUseDefault, Durability::kAsyncWal,
                                    Durability::kSyncWal};
  return kLevels[random_.Below(3)];
}

Operation RowGenerator::Write(Kind kind, std::string row, std::vector<Edit> edits) {
  Operation operation;
  operation.kind = kind;
  operation.table = kMainTable;
  operation.durability = Logged();
  operation.rows.push_back({std::move(row), std::move(edits)});
  return operation;
}

Operation RowGenerator::Next() {
  const Kind kind = PickKind(random_);
  Operation operation;
  operation.kind = kind;
  operation.table = kMainTable;
  operation.durability = Logged();
  switch (kind) {
    case Kind::kPut:
      return Write(kind, OwnRow(),
                   random_.OneIn(2) ? PutOverFamilies()
                                    : std::vector<Edit>{PutEdit(AnyFamily(), AnyQualifier())});
    case Kind::kPutMany:
    case Kind::kBatch: FillMany(operation); break;
    case Kind::kRowMutations: FillRowMutations(operation); break;
    case Kind::kDelete: FillDelete(operation); break;
    case Kind::kIncrement:
      return Write(
          kind, OwnRow(),
          {IncrementOf("a", random_.Between(-9, 99)), IncrementOf("b", random_.Between(-9, 99))});
    case Kind::kAppend:
      return Write(kind, OwnRow(),
                   {{Edit::Type::kAppend, "a", "q3", random_.Letters(3), 0},
                    {Edit::Type::kAppend, "b", "q3", random_.Letters(3), 0}});
    case Kind::kCheckAndPut: FillCheckAndPut(operation); break;
    case Kind::kCount: {
      const int64_t amount = random_.Between(1, 1000);
      return Write(kind, fmt::format("{}{}", kCountPrefix, random_.Below(kCountRows)),
                   {IncrementOf("a", amount), IncrementOf("b", amount)});
    }
    case Kind::kFreePut: FillFreePut(operation); break;
    default: break;
  }
  return operation;
}

void RowGenerator::FillMany(Operation& operation) {
  std::set<std::string> rows;
  for (uint64_t count = 1 + random_.Below(20); count > 0; --count) rows.insert(OwnRow());
  for (const std::string& row : rows) operation.rows.push_back({row, PutOverFamilies()});
}

void RowGenerator::FillRowMutations(Operation& operation) {
  std::vector<Edit> edits = {PutEdit("a", "q1"),
                             PutEdit("v", "q1"),
                             {Edit::Type::kDeleteColumn, "b", AnyQualifier(), "", 0}};
  if (random_.OneIn(2)) edits.push_back(IncrementOf("b", random_.Between(1, 9)));
  if (random_.OneIn(2)) edits.push_back({Edit::Type::kAppend, "a", "q3", random_.Letters(2), 0});
  operation.rows.push_back({OwnRow(), std::move(edits)});
}

void RowGenerator::FillDelete(Operation& operation) {
  std::vector<Edit> edits;
  switch (random_.Below(4)) {
    case 0: edits = {{Edit::Type::kDeleteRow, "", "", "", 0}}; break;
    case 1: edits = {{Edit::Type::kDeleteFamily, AnyFamily(), "", "", 0}}; break;
    default:
      // Over two families, so that half of it can be told from all of it.
      edits = {{Edit::Type::kDeleteColumn, "a", AnyQualifier(), "", 0},
               {Edit::Type::kDeleteColumn, "b", AnyQualifier(), "", 0}};
  }
  operation.rows.push_back({OwnRow(), std::move(edits)});
}

void RowGenerator::FillCheckAndPut(Operation& operation) {
  const std::string row = OwnRow();
  operation.check_absent = random_.OneIn(3);
  operation.check_value = "something else";
  if (random_.Below(10) < 7) {
    // Mostly a condition that holds: nobody else writes this row.
    const auto table = connection_.GetTable(NameOf(operation.table));
    const auto result = table.ok()
                            ? (*table)->Get(Get(row).AddColumn(kCheckedFamily, kCheckedQualifier))
                            : Result<RowResult>(table.status());
    if (result.ok()) {
      const auto value = result->GetValue(kCheckedFamily, kCheckedQualifier);
      operation.check_absent = !value;
      if (value) operation.check_value = *value;
    }
  }
  operation.rows.push_back({row, {PutEdit("a", "q0"), PutEdit("b", "q0"), PutEdit("v", "q0")}});
}

void RowGenerator::FillFreePut(Operation& operation) {
  if (random_.Below(4) > 0) operation.durability = Durability::kSkipWal;
  const Bytes token = std::to_string(++written_);
  std::vector<Edit> edits;
  for (const char* family : {"a", "b"}) {
    for (const char* qualifier : {"u0", "u1"}) {
      edits.push_back({Edit::Type::kPut, family, qualifier, token, 0});
    }
  }
  operation.rows.push_back(
      {fmt::format("{}{}/{}", kFreePrefix, thread_, random_.Below(kFreeRows)), std::move(edits)});
}

Operation DdlGenerator::OnTable(Kind kind, const std::string& table) {
  Operation operation;
  operation.kind = kind;
  operation.table = table;
  return operation;
}

Operation DdlGenerator::Next() {
  const std::string main(kMainTable);
  if (!*connection_.admin().TableExists(NameOf(main))) return OnTable(Kind::kCreateTable, main);
  if (random_.OneIn(3)) return NextOnMain();
  return NextOnScratch(ScratchTable(static_cast<int>(random_.Below(kScratchTables))));
}

Operation DdlGenerator::PutRow(const std::string& table, const std::string& prefix,
                               const std::vector<Bytes>& families) {
  Operation operation = OnTable(Kind::kPut, table);
  RowEdit row{fmt::format("{}{}", prefix, random_.Below(10)), {}};
  for (const Bytes& family : families) {
    row.edits.push_back({Edit::Type::kPut, family, "q",
                         fmt::format("{}.{}", ++written_, random_.Letters(random_.Skewed(8))), 0});
  }
  operation.rows.push_back(std::move(row));
  return operation;
}

// Adds the family, or drops it when it is there.
Operation DdlGenerator::ChangeFamily(const std::string& table, const Bytes& family) {
  const auto descriptor = connection_.admin().GetDescriptor(NameOf(table));
  const bool there = descriptor.ok() && descriptor->FindFamily(family) != nullptr;
  Operation operation = OnTable(there ? Kind::kDropFamily : Kind::kAddFamily, table);
  operation.family = family;
  return operation;
}

Operation DdlGenerator::NextOnMain() {
  const std::string main(kMainTable);
  const Bytes extra(kExtraFamily);
  const auto descriptor = connection_.admin().GetDescriptor(NameOf(main));
  const bool has_extra = descriptor.ok() && descriptor->FindFamily(extra) != nullptr;
  if (has_extra && random_.Below(4) > 0) return PutRow(main, "x/", {extra});
  if (random_.OneIn(2)) return ChangeFamily(main, extra);
  Operation alter = OnTable(Kind::kAlterFamily, main);
  alter.family = "v";
  alter.versions = static_cast<int32_t>(random_.Between(1, 5));
  return alter;
}

Operation DdlGenerator::NextOnScratch(const std::string& table) {
  const TableName name = NameOf(table);
  if (!*connection_.admin().TableExists(name)) return OnTable(Kind::kCreateTable, table);
  const uint64_t dice = random_.Below(100);
  if (dice < 8) return ChangeFamily(table, "y");
  if (dice < 14) {
    Operation alter = OnTable(Kind::kAlterFamily, table);
    alter.family = "q";
    alter.versions = static_cast<int32_t>(random_.Between(1, 4));
    return alter;
  }
  if (*connection_.admin().IsTableEnabled(name)) {
    if (dice < 20) return OnTable(Kind::kFlush, table);
    if (dice < 23) return OnTable(Kind::kMajorCompact, table);
    if (dice < 35) return OnTable(Kind::kDisableTable, table);
    return PutRow(table, "r", {"p", "q"});
  }
  if (dice < 40) return OnTable(Kind::kEnableTable, table);
  return OnTable(dice < 70 ? Kind::kTruncateTable : Kind::kDropTable, table);
}

}  // namespace basalt::crash
