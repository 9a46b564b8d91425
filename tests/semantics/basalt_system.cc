#include "basalt_system.h"

#include <cstdlib>

#include "basalt_convert.h"
#include "text.h"

namespace basalt::semantics {
namespace {

Outcome FromRow(const Result<RowResult>& result) {
  if (!result.ok()) return FromStatus(result.status());
  return {.rows = {{FromResult(*result)}}};
}

CompareOperator ToOperator(const std::string& op) {
  if (op == "<") return CompareOperator::kLess;
  if (op == "<=") return CompareOperator::kLessOrEqual;
  if (op == "=") return CompareOperator::kEqual;
  if (op == "!=") return CompareOperator::kNotEqual;
  if (op == ">=") return CompareOperator::kGreaterOrEqual;
  if (op == ">") return CompareOperator::kGreater;
  BadScript("not an operator", op);
}

TableName Name(const std::string& table) {
  Result<TableName> name = TableName::Parse(table);
  if (!name.ok()) BadScript("not a table's name", table);
  return *name;
}

Result<basalt::Action> ToAction(const Action& action) {
  if (action.get) {
    BASALT_ASSIGN_OR_RETURN(basalt::Get get, ToGet(*action.get));
    return basalt::Action(std::move(get));
  }
  if (action.row_mutations) {
    BASALT_ASSIGN_OR_RETURN(RowMutations mutations, ToRowMutations(action.row, action.changes));
    return basalt::Action(std::move(mutations));
  }
  const Change& change = action.changes.front();
  switch (change.verb) {
    case Change::Verb::kPut: {
      BASALT_ASSIGN_OR_RETURN(basalt::Put put, ToPut(change));
      return basalt::Action(std::move(put));
    }
    case Change::Verb::kDelete: {
      BASALT_ASSIGN_OR_RETURN(basalt::Delete del, ToDelete(change));
      return basalt::Action(std::move(del));
    }
    case Change::Verb::kIncrement: {
      BASALT_ASSIGN_OR_RETURN(basalt::Increment increment, ToIncrement(change));
      return basalt::Action(std::move(increment));
    }
    case Change::Verb::kAppend: break;
  }
  BASALT_ASSIGN_OR_RETURN(basalt::Append append, ToAppend(change));
  return basalt::Action(std::move(append));
}

}  // namespace

BasaltSystem::BasaltSystem(const std::string& directory)
    : directory_(directory), temporary_(directory.empty()) {
  if (temporary_) {
    std::string pattern = (std::filesystem::temp_directory_path() / "semantics-XXXXXX").string();
    if (mkdtemp(pattern.data()) == nullptr) BadScript("cannot make a directory", pattern);
    directory_ = pattern;
  }
  if (Outcome opened = OpenStore(); !opened.error.empty()) {
    BadScript("cannot open the store", opened.message);
  }
}

BasaltSystem::~BasaltSystem() {
  tables_.clear();
  connection_.reset();
  std::error_code ignored;
  if (temporary_) std::filesystem::remove_all(directory_, ignored);
}

Outcome BasaltSystem::OpenStore() {
  ConnectionOptions options;
  options.clock = &clock_;
  options.automatic_compactions = false;
  auto opened = Connection::Open((directory_ / "store").string(), options);
  if (!opened.ok()) return FromStatus(opened.status());
  connection_ = std::move(opened).value();
  return {};
}

void BasaltSystem::SetClock(int64_t now_ms) {
  const bool set_back = now_ms < clock_.now_ms;
  clock_.now_ms = now_ms;
  if (!set_back || !temporary_) return;
  tables_.clear();
  connection_.reset();
  std::filesystem::remove_all(directory_);
  if (Outcome opened = OpenStore(); !opened.error.empty()) {
    BadScript("cannot open the store", opened.message);
  }
}

Outcome BasaltSystem::Reopen() {
  tables_.clear();
  connection_.reset();
  return OpenStore();
}

Result<Table*> BasaltSystem::Handle(const std::string& table) {
  std::unique_ptr<Table>& handle = tables_[table];
  if (!handle) {
    BASALT_ASSIGN_OR_RETURN(handle, connection_->GetTable(Name(table)));
  }
  return handle.get();
}

Outcome BasaltSystem::Create(const std::string& table, const std::vector<Family>& families) {
  TableDescriptor descriptor(Name(table));
  for (const Family& family : families) {
    Status added = descriptor.AddFamily(ToDescriptor(family));
    if (!added.ok()) return FromStatus(added);
  }
  return FromStatus(connection_->admin().CreateTable(descriptor));
}

Outcome BasaltSystem::Alter(const std::string& table, const std::vector<Family>& families) {
  Result<TableDescriptor> descriptor = connection_->admin().GetDescriptor(Name(table));
  if (!descriptor.ok()) return FromStatus(descriptor.status());
  for (const Family& family : families) {
    Status replaced = descriptor->ReplaceFamily(ToDescriptor(family));
    if (!replaced.ok()) return FromStatus(replaced);
  }
  return FromStatus(connection_->admin().ModifyTable(*descriptor));
}

Outcome BasaltSystem::Drop(const std::string& table) {
  tables_.erase(table);
  Status disabled = connection_->admin().DisableTable(Name(table));
  if (!disabled.ok()) return FromStatus(disabled);
  return FromStatus(connection_->admin().DeleteTable(Name(table)));
}

Outcome BasaltSystem::Flush(const std::string& table) {
  return FromStatus(connection_->admin().Flush(Name(table)));
}

Outcome BasaltSystem::MajorCompact(const std::string& table) {
  return FromStatus(connection_->admin().MajorCompact(Name(table)));
}

Outcome BasaltSystem::Apply(const std::string& table, const Change& change) {
  Result<Table*> handle = Handle(table);
  if (!handle.ok()) return FromStatus(handle.status());
  switch (change.verb) {
    case Change::Verb::kPut: {
      auto put = ToPut(change);
      return FromStatus(put.ok() ? (*handle)->Put(*put) : put.status());
    }
    case Change::Verb::kDelete: {
      auto del = ToDelete(change);
      return FromStatus(del.ok() ? (*handle)->Delete(*del) : del.status());
    }
    case Change::Verb::kIncrement: {
      auto increment = ToIncrement(change);
      return FromRow(increment.ok() ? (*handle)->Increment(*increment) : increment.status());
    }
    case Change::Verb::kAppend: break;
  }
  auto append = ToAppend(change);
  return FromRow(append.ok() ? (*handle)->Append(*append) : append.status());
}

Outcome BasaltSystem::MutateRow(const std::string& table, const std::string& row,
                                const std::vector<Change>& changes) {
  Result<Table*> handle = Handle(table);
  if (!handle.ok()) return FromStatus(handle.status());
  auto mutations = ToRowMutations(row, changes);
  if (!mutations.ok()) return FromStatus(mutations.status());
  return FromRow((*handle)->MutateRow(*mutations));
}

Outcome BasaltSystem::Check(const std::string& table, const std::string& row,
                            const Condition& condition, const std::vector<Change>& changes) {
  Result<Table*> handle = Handle(table);
  if (!handle.ok()) return FromStatus(handle.status());
  CheckAndMutate check(row);
  if (condition.op == "absent") {
    check.IfNotExists(condition.family, condition.qualifier);
  } else if (condition.op == "present") {
    // HBase takes no value and the empty one for the same.
    check.IfMatches(condition.family, condition.qualifier, CompareOperator::kNotEqual, "");
  } else {
    check.IfMatches(condition.family, condition.qualifier, ToOperator(condition.op),
                    condition.value);
  }
  if (condition.range) {
    auto range = ToTimeRange(condition.range);
    if (!range.ok()) return FromStatus(range.status());
    check.SetTimeRange(*range);
  }
  if (changes.size() == 1) {
    auto mutation = ToMutation(changes.front());
    if (!mutation.ok()) return FromStatus(mutation.status());
    check.Then(*mutation);
  } else {
    auto mutations = ToRowMutations(row, changes);
    if (!mutations.ok()) return FromStatus(mutations.status());
    check.Then(*mutations);
  }
  auto result = (*handle)->CheckAndMutate(check);
  if (!result.ok()) return FromStatus(result.status());
  return {.truth = result->success, .rows = {{FromResult(result->result)}}};
}

std::vector<Outcome> BasaltSystem::Batch(const std::string& table,
                                         const std::vector<Action>& actions) {
  Result<Table*> handle = Handle(table);
  if (!handle.ok()) return std::vector<Outcome>(actions.size(), FromStatus(handle.status()));
  std::vector<basalt::Action> converted;
  for (const Action& action : actions) {
    auto one = ToAction(action);
    if (!one.ok()) return std::vector<Outcome>(actions.size(), FromStatus(one.status()));
    converted.push_back(std::move(one).value());
  }
  std::vector<Outcome> outcomes;
  for (const Result<RowResult>& result : (*handle)->Batch(converted)) {
    outcomes.push_back(FromRow(result));
  }
  return outcomes;
}

Outcome BasaltSystem::Get(const std::string& table, const Read& read) {
  Result<Table*> handle = Handle(table);
  if (!handle.ok()) return FromStatus(handle.status());
  auto get = ToGet(read);
  return FromRow(get.ok() ? (*handle)->Get(*get) : get.status());
}

Outcome BasaltSystem::Exists(const std::string& table, const Read& read) {
  Result<Table*> handle = Handle(table);
  if (!handle.ok()) return FromStatus(handle.status());
  auto get = ToGet(read);
  if (!get.ok()) return FromStatus(get.status());
  Result<bool> exists = (*handle)->Exists(*get);
  if (!exists.ok()) return FromStatus(exists.status());
  return {.truth = *exists};
}

Outcome BasaltSystem::Scan(const std::string& table, const Read& read) {
  Result<Table*> handle = Handle(table);
  if (!handle.ok()) return FromStatus(handle.status());
  auto scan = ToScan(read);
  if (!scan.ok()) return FromStatus(scan.status());
  Result<ResultScanner> scanner = (*handle)->GetScanner(*scan);
  if (!scanner.ok()) return FromStatus(scanner.status());
  Outcome outcome{.rows = std::vector<AnswerRow>()};
  for (const RowResult& row : *scanner) outcome.rows->push_back(FromResult(row));
  if (!scanner->status().ok()) return FromStatus(scanner->status());
  return outcome;
}

}  // namespace basalt::semantics
