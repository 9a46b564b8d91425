#include "executor.h"

#include <utility>

#include <fmt/format.h>

namespace basalt::crash {
namespace {

Put MakePut(const RowEdit& row, Durability durability) {
  Put put(row.row);
  put.SetDurability(durability);
  for (const Edit& edit : row.edits) put.AddColumn(edit.family, edit.qualifier, edit.value);
  return put;
}

Delete MakeDelete(const RowEdit& row, Durability durability) {
  Delete del(row.row);
  del.SetDurability(durability);
  for (const Edit& edit : row.edits) {
    if (edit.type == Edit::Type::kDeleteColumn) del.AddColumns(edit.family, edit.qualifier);
    if (edit.type == Edit::Type::kDeleteFamily) del.AddFamily(edit.family);
  }
  return del;
}

Increment MakeIncrement(const RowEdit& row, Durability durability) {
  Increment increment(row.row);
  increment.SetDurability(durability);
  for (const Edit& edit : row.edits) {
    increment.AddColumn(edit.family, edit.qualifier, edit.amount);
  }
  return increment;
}

Append MakeAppend(const RowEdit& row, Durability durability) {
  Append append(row.row);
  append.SetDurability(durability);
  for (const Edit& edit : row.edits) append.AddColumn(edit.family, edit.qualifier, edit.value);
  return append;
}

RowMutations MakeRowMutations(const RowEdit& row, Durability durability) {
  RowMutations mutations(row.row);
  for (const Edit& edit : row.edits) {
    const RowEdit one{row.row, {edit}};
    switch (edit.type) {
      case Edit::Type::kPut: mutations.Add(MakePut(one, durability)); break;
      case Edit::Type::kIncrement: mutations.Add(MakeIncrement(one, durability)); break;
      case Edit::Type::kAppend: mutations.Add(MakeAppend(one, durability)); break;
      default: mutations.Add(MakeDelete(one, durability)); break;
    }
  }
  return mutations;
}

Outcome FromResult(const RowEdit& row, const Result<RowResult>& result) {
  Outcome outcome;
  outcome.status = result.status();
  if (!result.ok()) return outcome;
  for (const Edit& edit : row.edits) {
    outcome.values.emplace_back(result->GetValue(edit.family, edit.qualifier).value_or("nothing"));
  }
  return outcome;
}

Status HalfRow(const RowResult& row, std::string_view one, std::string_view other) {
  return {StatusCode::kInternal, fmt::format("a scan saw half of row {}: {} is not {}",
                                             ToStringBinary(row.row()), one, other)};
}

Status CheckSame(const RowResult& row, std::string_view family, std::string_view qualifier,
                 std::string_view other_family, std::string_view other_qualifier) {
  const auto value = row.GetValue(family, qualifier);
  if (value == row.GetValue(other_family, other_qualifier)) return {};
  return HalfRow(row, fmt::format("{}:{}", family, qualifier),
                 fmt::format("{}:{}", other_family, other_qualifier));
}

}  // namespace

ConnectionOptions OptionsFor(const StoreShape& shape, const Clock& clock) {
  ConnectionOptions options;
  options.clock = &clock;
  options.memstore_flush_bytes = shape.memstore_bytes;
  options.block_cache_bytes = 8 << 20;
  return options;
}

Outcome Executor::Run(const Operation& operation) {
  Outcome outcome;
  if (IsMaintenance(operation.kind) || IsDdl(operation.kind)) {
    outcome.status = RunAdmin(operation);
    return outcome;
  }
  auto table = connection_.GetTable(*TableName::Parse(operation.table));
  if (!table.ok()) {
    outcome.status = table.status();
    return outcome;
  }
  if (operation.kind == Kind::kScan) {
    outcome.status = CheckScan(**table);
    return outcome;
  }
  return RunRows(**table, operation);
}

Outcome Executor::RunRows(Table& table, const Operation& operation) {
  const RowEdit& row = operation.rows.front();
  const Durability durability = operation.durability;
  Outcome outcome;
  switch (operation.kind) {
    case Kind::kPut:
    case Kind::kFreePut: outcome.status = table.Put(MakePut(row, durability)); break;
    case Kind::kPutMany: {
      std::vector<Put> puts;
      for (const RowEdit& each : operation.rows) puts.push_back(MakePut(each, durability));
      outcome.status = table.Put(puts);
      break;
    }
    case Kind::kBatch: return RunBatch(table, operation);
    case Kind::kRowMutations:
      outcome.status = table.MutateRow(MakeRowMutations(row, durability)).status();
      break;
    case Kind::kDelete: outcome.status = table.Delete(MakeDelete(row, durability)); break;
    case Kind::kIncrement:
    case Kind::kCount: return FromResult(row, table.Increment(MakeIncrement(row, durability)));
    case Kind::kAppend: return FromResult(row, table.Append(MakeAppend(row, durability)));
    case Kind::kCheckAndPut: {
      CheckAndMutate check(row.row);
      if (operation.check_absent) {
        check.IfNotExists(kCheckedFamily, kCheckedQualifier);
      } else {
        check.IfEquals(kCheckedFamily, kCheckedQualifier, operation.check_value);
      }
      check.Then(MakePut(row, durability));
      const auto result = table.CheckAndMutate(check);
      outcome.status = result.status();
      outcome.success = result.ok() && result->success;
      break;
    }
    default: outcome.status = Status(StatusCode::kInternal, "not an operation on rows");
  }
  return outcome;
}

Outcome Executor::RunBatch(Table& table, const Operation& operation) {
  std::vector<Action> actions;
  for (const RowEdit& row : operation.rows) {
    actions.emplace_back(MakePut(row, operation.durability));
  }
  Outcome outcome;
  for (const auto& result : table.Batch(actions)) {
    if (!result.ok()) outcome.status = result.status();
  }
  return outcome;
}

Status Executor::CheckScan(Table& table) {
  for (const std::string_view prefix : {kCountPrefix, kFreePrefix}) {
    BASALT_ASSIGN_OR_RETURN(auto scanner,
                            table.GetScanner(Scan().SetStartStopRowForPrefixScan(prefix)));
    for (const RowResult& row : scanner) {
      if (prefix == kCountPrefix) {
        BASALT_RETURN_IF_ERROR(CheckSame(row, "a", kCounter, "b", kCounter));
      } else {
        // After a crash the families of a row written without the log may stand apart.
        for (const std::string_view family : {"a", "b"}) {
          BASALT_RETURN_IF_ERROR(CheckSame(row, family, "u0", family, "u1"));
        }
      }
    }
    BASALT_RETURN_IF_ERROR(scanner.status());
  }
  return {};
}

FamilyDescriptor Executor::MakeFamily(const Bytes& name, int32_t versions) const {
  FamilyDescriptor family(name);
  family.SetMaxVersions(versions).SetCompression(shape_.compression);
  if (name == "b" && shape_.mob_threshold >= 0) family.SetMob(shape_.mob_threshold);
  return family;
}

Status Executor::CreateTable(const TableName& name) {
  TableDescriptor descriptor(name);
  for (const auto& [family, versions] : InitialFamilies(name.qualifier())) {
    BASALT_RETURN_IF_ERROR(descriptor.AddFamily(MakeFamily(family, versions)));
  }
  return connection_.admin().CreateTable(descriptor, {"h", "p"});
}

Status Executor::RunAdmin(const Operation& operation) {
  Admin& admin = connection_.admin();
  const TableName name = *TableName::Parse(operation.table);
  switch (operation.kind) {
    case Kind::kFlush: return admin.Flush(name);
    case Kind::kCompact: return admin.Compact(name);
    case Kind::kMajorCompact: return admin.MajorCompact(name);
    case Kind::kCreateTable: return CreateTable(name);
    case Kind::kDropTable: return admin.DeleteTable(name);
    case Kind::kTruncateTable: return admin.TruncateTable(name);
    case Kind::kEnableTable: return admin.EnableTable(name);
    case Kind::kDisableTable: return admin.DisableTable(name);
    case Kind::kAddFamily:
      return admin.AddFamily(name, MakeFamily(operation.family, operation.versions));
    case Kind::kDropFamily: return admin.DeleteFamily(name, operation.family);
    case Kind::kAlterFamily: {
      FamilyDescriptor family = MakeFamily(operation.family, operation.versions);
      // Also an option of the engine, which it writes to a file of its own.
      family.SetBlockSize(4096 * operation.versions);
      return admin.ModifyFamily(name, family);
    }
    default: return {StatusCode::kInternal, "not an operation on tables"};
  }
}

}  // namespace basalt::crash
