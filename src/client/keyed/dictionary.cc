// The dictionary of ids. Three kinds of rows: kind 0x00 'n' name -> id, kind 0x00 'i' id -> name,
// kind 0x00 'c' -> the counter.
#include <mutex>
#include <unordered_map>

#include <fmt/format.h>

#include "basalt/key_table.h"

namespace basalt {
inline namespace v1 {
namespace {

constexpr BytesView kFamily = "d";
constexpr BytesView kColumn = "v";
constexpr size_t kMaxCached = 1 << 20;

Bytes RowOf(std::string_view kind, char what, BytesView rest) {
  Bytes row(kind);
  row += '\0';
  row += what;
  row += rest;
  return row;
}

class TableDictionary : public KeyDictionary {
 public:
  TableDictionary(Connection& connection, TableName name, CallOptions options)
      : connection_(connection), name_(std::move(name)), options_(std::move(options)) {}

  Result<std::optional<uint64_t>> IdOf(std::string_view kind, BytesView name,
                                       bool create) override {
    const Bytes row = RowOf(kind, 'n', name);
    {
      const std::lock_guard lock(mutex_);
      const auto found = ids_.find(row);
      if (found != ids_.end()) return std::optional(found->second);
    }
    BASALT_ASSIGN_OR_RETURN(Table* const table, OpenTable(create));
    if (table == nullptr) return std::optional<uint64_t>();
    BASALT_ASSIGN_OR_RETURN(std::optional<uint64_t> id, ReadId(*table, row));
    if (!id && create) {
      BASALT_ASSIGN_OR_RETURN(id, MakeId(*table, kind, name, row));
    }
    if (id) Remember(kind, row, *id, name);
    return id;
  }

  Result<Bytes> NameOf(std::string_view kind, uint64_t id) override {
    const Bytes row = RowOf(kind, 'i', EncodeLong(static_cast<int64_t>(id)));
    {
      const std::lock_guard lock(mutex_);
      const auto found = names_.find(row);
      if (found != names_.end()) return found->second;
    }
    BASALT_ASSIGN_OR_RETURN(Table* const table, OpenTable(false));
    RowResult result;
    if (table != nullptr) {
      BASALT_ASSIGN_OR_RETURN(result, table->Get(Get(row), options_));
    }
    const auto name = result.GetValue(kFamily, kColumn);
    if (!name) {
      return Status(StatusCode::kInvalidArgument, fmt::format("no {} has the id {}", kind, id));
    }
    Remember(kind, RowOf(kind, 'n', *name), id, *name);
    return Bytes(*name);
  }

 private:
  // A reader does not create the table: null when there is none.
  Result<Table*> OpenTable(bool create) {
    const std::lock_guard lock(open_mutex_);
    if (table_ != nullptr) return table_.get();
    auto table = connection_.GetTable(name_, options_);
    if (table.status().code() == StatusCode::kTableNotFound) {
      if (!create) return static_cast<Table*>(nullptr);
      TableDescriptor descriptor(name_);
      BASALT_RETURN_IF_ERROR(descriptor.AddFamily(FamilyDescriptor(Bytes(kFamily))));
      const Status made = connection_.admin().CreateTable(descriptor, {}, options_);
      // Another client may have created it meanwhile.
      if (!made.ok() && made.code() != StatusCode::kTableExists) return made;
      table = connection_.GetTable(name_, options_);
    }
    BASALT_RETURN_IF_ERROR(table.status());
    table_ = std::move(*table);
    return table_.get();
  }

  Result<std::optional<uint64_t>> ReadId(Table& table, const Bytes& row) const {
    BASALT_ASSIGN_OR_RETURN(const RowResult result, table.Get(Get(row), options_));
    const auto value = result.GetValue(kFamily, kColumn);
    if (!value) return std::optional<uint64_t>();
    const auto id = DecodeLong(*value);
    if (!id) {
      return Status(StatusCode::kCorruption,
                    fmt::format("the id in row {} is not a long", ToStringBinary(row)));
    }
    return std::optional(static_cast<uint64_t>(*id));
  }

  // The row id -> name is written first, so that an id that can be found always has a name. The
  // client that loses the race for a name uses the winner's id; its own id stays unused.
  Result<std::optional<uint64_t>> MakeId(Table& table, std::string_view kind, BytesView name,
                                         const Bytes& row) const {
    BASALT_ASSIGN_OR_RETURN(
        const int64_t id,
        table.IncrementColumnValue(RowOf(kind, 'c', ""), kFamily, kColumn, 1, options_));
    const Bytes back = RowOf(kind, 'i', EncodeLong(id));
    BASALT_RETURN_IF_ERROR(table.Put(Put(back).AddColumn(kFamily, kColumn, name), options_));
    CheckAndMutate claim(row);
    claim.IfNotExists(kFamily, kColumn).Then(Put(row).AddColumn(kFamily, kColumn, EncodeLong(id)));
    BASALT_ASSIGN_OR_RETURN(const CheckAndMutateResult claimed,
                            table.CheckAndMutate(claim, options_));
    if (claimed.success) return std::optional(static_cast<uint64_t>(id));
    BASALT_RETURN_IF_ERROR(table.Delete(Delete(back), options_));
    return ReadId(table, row);
  }

  void Remember(std::string_view kind, const Bytes& row, uint64_t id, BytesView name) {
    const std::lock_guard lock(mutex_);
    if (ids_.size() >= kMaxCached) {
      ids_.clear();
      names_.clear();
    }
    ids_[row] = id;
    names_[RowOf(kind, 'i', EncodeLong(static_cast<int64_t>(id)))] = Bytes(name);
  }

  Connection& connection_;
  const TableName name_;
  const CallOptions options_;
  std::mutex open_mutex_;
  std::unique_ptr<Table> table_;             // guarded by open_mutex_; set once
  std::mutex mutex_;                         // guards the caches
  std::unordered_map<Bytes, uint64_t> ids_;  // by row
  std::unordered_map<Bytes, Bytes> names_;   // by row
};

}  // namespace

TableName KeyDictionaryName(const TableName& table) {
  return *TableName::Parse(table.ToString() + "_ids");
}

std::unique_ptr<KeyDictionary> OpenKeyDictionary(Connection& connection, const TableName& name,
                                                 const CallOptions& options) {
  return std::make_unique<TableDictionary>(connection, name, options);
}

}  // namespace v1
}  // namespace basalt
