#include "constraints/constraint_guard.h"

#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "catalog/table_access.h"
#include "constraints/constraint_parser.h"

namespace basalt::constraints {
namespace {

using GuardPtr = std::shared_ptr<const store::WriteGuard>;

constexpr size_t kShownBytes = 64;

std::string Shorten(BytesView bytes) {
  if (bytes.size() <= kShownBytes) return ToStringBinary(bytes);
  return fmt::format("{}... ({} bytes)", ToStringBinary(bytes.substr(0, kShownBytes)),
                     bytes.size());
}

class ConstraintGuard : public store::WriteGuard {
 public:
  ConstraintGuard(TableName table, std::vector<Constraint> constraints,
                  const catalog::Catalog& catalog)
      : table_(std::move(table)), constraints_(std::move(constraints)), catalog_(catalog) {}

  Status Check(const CellView& put) const override {
    for (const Constraint& constraint : constraints_) {
      if (!constraint.Covers(put)) continue;
      BASALT_ASSIGN_OR_RETURN(const auto breach, FindBreach(constraint.rule, put));
      if (breach) return Refuse(constraint, put, *breach);
    }
    return {};
  }

 private:
  Result<std::optional<std::string>> FindBreach(const Rule& rule, const CellView& put) const {
    return std::visit(
        [&](const auto& kind) -> Result<std::optional<std::string>> {
          if constexpr (std::is_same_v<std::decay_t<decltype(kind)>, ReferenceRule>) {
            return FindBreach(kind, put);
          } else {
            return kind.Breach(put.value);
          }
        },
        rule);
  }

  Result<std::optional<std::string>> FindBreach(const ReferenceRule& rule,
                                                const CellView& put) const {
    using Breach = std::optional<std::string>;
    // A reference to the row being written is satisfied by this write.
    if (rule.table == table_ && put.value == put.row) return Breach();
    const auto entry = catalog_.tables().Find(rule.table);
    if (!entry.ok()) {
      return Breach(fmt::format("the table {} it refers to does not exist", rule.table.ToString()));
    }
    // By the one way into a table, so that the read counts for the region that served it.
    const auto rows = catalog::TableAccess::OfTable(**entry, catalog_.regions().Keep(rule.table));
    if (!rows.ok()) {
      return Breach(fmt::format("the table {} it refers to is disabled", rule.table.ToString()));
    }
    const bool can_be_row = !put.value.empty() && put.value.size() <= kMaxRowLength;
    if (can_be_row) {
      BASALT_ASSIGN_OR_RETURN(const bool found, rows->Exists(Get(Bytes(put.value))));
      if (found) return Breach();
    }
    return Breach(fmt::format("table {} has no such row", rule.table.ToString()));
  }

  Status Refuse(const Constraint& constraint, const CellView& put, std::string_view breach) const {
    return {StatusCode::kDoNotRetry,
            fmt::format("constraint '{}' of table {} ({}) refuses row '{}', column {}:{}, value "
                        "'{}': {}",
                        constraint.name, table_.ToString(), constraint.text, Shorten(put.row),
                        ToStringBinary(put.family), Shorten(put.qualifier), Shorten(put.value),
                        breach)};
  }

  const TableName table_;
  const std::vector<Constraint> constraints_;
  const catalog::Catalog& catalog_;
};

// The guard of a table whose stored declarations this build cannot parse: the other tables stay
// usable, and nothing is written to this one that might violate them.
class ReadOnlyGuard : public store::WriteGuard {
 public:
  ReadOnlyGuard(const TableName& table, const Status& why)
      : status_(StatusCode::kDoNotRetry,
                fmt::format("table {} takes no writes until its constraints are mended: {}",
                            table.ToString(), why.message())) {}

  Status Check(const CellView& /*put*/) const override { return status_; }

 private:
  const Status status_;
};

Status CheckDeclaration(const Constraint& constraint, bool is_new, const TableDescriptor& table,
                        const catalog::Catalog& catalog) {
  const auto refuse = [&](std::string_view why) {
    return Status(StatusCode::kFailedSanityCheck,
                  fmt::format("constraint '{}' ({}): {}", constraint.name, constraint.text, why));
  };
  if (table.FindFamily(constraint.family) == nullptr) {
    return refuse(fmt::format("table {} has no family '{}'", table.name().ToString(),
                              ToStringBinary(constraint.family)));
  }
  const auto* reference = std::get_if<ReferenceRule>(&constraint.rule);
  if (is_new && reference != nullptr && reference->table != table.name() &&
      !catalog.tables().Find(reference->table).ok()) {
    return refuse(fmt::format("there is no table {}", reference->table.ToString()));
  }
  return {};
}

Result<std::vector<Constraint>> ReadConstraints(const TableDescriptor& table,
                                                const TableDescriptor* before,
                                                const catalog::Catalog& catalog) {
  std::vector<Constraint> constraints;
  const auto& attributes = table.attributes();
  for (auto it = attributes.lower_bound(std::string(kConstraintPrefix));
       it != attributes.end() && it->first.starts_with(kConstraintPrefix); ++it) {
    const auto& [key, text] = *it;
    const std::string_view name = std::string_view(key).substr(kConstraintPrefix.size());
    if (name.empty()) {
      return Status(StatusCode::kFailedSanityCheck,
                    fmt::format("a constraint needs a name: {}<name> = {}", key, text));
    }
    BASALT_ASSIGN_OR_RETURN(Constraint constraint, ParseConstraint(name, text));
    const bool is_new = before == nullptr || before->GetAttribute(key) != text;
    BASALT_RETURN_IF_ERROR(CheckDeclaration(constraint, is_new, table, catalog));
    constraints.push_back(std::move(constraint));
  }
  return constraints;
}

}  // namespace

Result<GuardPtr> MakeConstraintGuard(const TableDescriptor& table, const TableDescriptor* before,
                                     const catalog::Catalog& catalog) {
  auto constraints = ReadConstraints(table, before, catalog);
  if (!constraints.ok()) {
    const bool declares_nothing = before != nullptr && *before == table;
    if (!declares_nothing) return constraints.status();
    return GuardPtr(std::make_shared<ReadOnlyGuard>(table.name(), constraints.status()));
  }
  if (constraints->empty()) return GuardPtr();
  return GuardPtr(
      std::make_shared<ConstraintGuard>(table.name(), *std::move(constraints), catalog));
}

}  // namespace basalt::constraints
