// RecordMapper: makes a row's cells from the fields of a record, by a mapping. Immutable but for a
// cache of names, so one per thread.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "basalt/key_table.h"
#include "basalt/mutation.h"
#include "basalt/status.h"
#include "transfer/mapping.h"
#include "transfer/record_format.h"

namespace basalt::transfer {

// What a mapper needs to know of the table. Borrowed.
struct MapperContext {
  const KeySchema* schema = nullptr;  // may be null
  KeyTable* keys = nullptr;           // for ids; may be null
  // Cells of other families are refused.
  std::set<Bytes> families;
  // No family is refused.
  bool any_family = false;
  // Of cells without one.
  int64_t timestamp = kLatestTimestamp;
  ValueType fallback;
};

// A record as a mutation of a row. Reused from record to record.
struct MappedRecord {
  Bytes row;
  std::vector<MutationCell> cells;
  // Deletes, in place of a put; without cells the whole row.
  bool is_delete = false;
  std::optional<int64_t> ttl_ms;
  int64_t timestamp = kLatestTimestamp;  // of the deletion of a whole row

  // Takes the cells.
  Mutation TakeMutation();
};

class RecordMapper {
 public:
  // Of CSV and TSV, with the names of a file's columns. kInvalidArgument if a column is missing.
  static Result<RecordMapper> ForColumns(const Mapping& mapping,
                                         const std::vector<std::string>& names,
                                         const MapperContext& context);
  // Of JSON lines: without a mapping each member's name is a target.
  static RecordMapper ForMembers(const std::optional<Mapping>& mapping,
                                 const MapperContext& context);

  // kInvalidArgument, with a message for people, if the record is no row.
  Status Map(const std::vector<Field>& fields, MappedRecord& record);

 private:
  explicit RecordMapper(MapperContext context);

  // The item of a member; null: it is not mapped.
  Result<const MapItem*> ItemOf(std::string_view name);
  Status Use(const MapItem& item, const Field& field, MappedRecord& record);
  Status UseColumn(const MapItem& item, const Field& field, MappedRecord& record);
  Status UseCellColumn(const MapItem& item, const Field& field);
  Status SetRow(MappedRecord& record);
  Status FinishCells(MappedRecord& record);
  Status FinishDelete(MappedRecord& record);

  MapperContext context_;
  std::vector<std::optional<MapItem>> by_position_;
  size_t wanted_fields_ = 0;  // a record must have as many
  std::unordered_map<std::string, std::optional<MapItem>> by_name_;
  bool named_ = false;
  bool names_are_targets_ = false;

  // Of the current record.
  KeyRecord key_values_;
  std::optional<CellType> type_;
  bool delete_row_ = false;
  std::optional<int64_t> timestamp_;
  std::optional<MutationCell> cell_;
  bool has_row_ = false;
  bool has_key_fields_ = false;
  Bytes scratch_;
};

}  // namespace basalt::transfer
