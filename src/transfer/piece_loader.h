// PieceLoader: turns the records of a piece into mutations and hands them to a RowSink. One per
// thread.
//
// RowSink: where they go: a bulk writer, puts to a server, or nowhere.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "basalt/bulk_writer.h"
#include "basalt/mutation.h"
#include "basalt/status.h"
#include "basalt/table.h"
#include "transfer/load_spec.h"
#include "transfer/piece_reader.h"
#include "transfer/record_mapper.h"

namespace basalt::transfer {

// A record in the text of a piece.
struct SourceRecord {
  std::string_view text;
  uint64_t line = 0;
};

// A mutation that the table does not accept.
struct RefusedRow {
  std::vector<SourceRecord> records;
  Status status;
};

// Whether the error is about what was written, not about the target's state.
bool IsRefusal(const Status& status);

// One thread at a time.
class RowSink {
 public:
  virtual ~RowSink() = default;
  // An error ends the load; refused rows are kept.
  virtual Status Add(Mutation mutation, std::vector<SourceRecord> records) = 0;
  // Ends a piece: everything has been written, or is ready for Commit.
  virtual Status Finish() = 0;
  // What was refused since the last call.
  std::vector<RefusedRow> TakeRefused() { return std::exchange(refused_, {}); }
  // Makes the piece's rows visible, if Finish has not. In the order of pieces, by any thread.
  virtual std::vector<std::unique_ptr<BulkWriter>> TakePrepared() { return {}; }

 protected:
  std::vector<RefusedRow> refused_;
};

// Both borrow the table. `chunk_bytes`: the memory after which files are written.
std::unique_ptr<RowSink> NewBulkSink(Table& table, uint64_t chunk_bytes);
std::unique_ptr<RowSink> NewBatchSink(Table& table);

// What became of a piece.
struct PieceOutcome {
  LoadCounts counts;
  std::vector<Reject> rejects;
  std::string header;
  InputPosition end;
  uint64_t file_bytes = 0;
  // To be committed.
  std::vector<std::unique_ptr<BulkWriter>> prepared;
  std::vector<std::string> preview;
};

class PieceLoader {
 public:
  // `sink` is null for a dry run. Both borrowed, and `spec` too.
  PieceLoader(const LoadSpec& spec, MapperContext context, RowSink* sink);

  // An error ends the load.
  Result<PieceOutcome> Load(const Piece& piece);

 private:
  // Rows of several records that belong together.
  struct Group {
    MappedRecord row;
    std::vector<SourceRecord> records;
  };

  Status UseColumns(const std::shared_ptr<const FileColumns>& columns);
  // Rejects what cannot be a row. False: the record is malformed, and nothing was done.
  Result<bool> LoadRecord(const SourceRecord& record);
  Status LoadText(std::string_view text, uint64_t line);
  Status AddRow(const SourceRecord& record);
  Status EndGroup();
  Status Emit(Group group);
  // Rows that were refused whole are tried record by record.
  Status HandleRefused();
  void AddReject(const SourceRecord& record, const std::string& reason);
  void Preview(const MappedRecord& row);

  const LoadSpec& spec_;
  const MapperContext context_;
  RowSink* const sink_;
  RecordParser parser_;
  std::shared_ptr<const FileColumns> columns_;
  std::optional<RecordMapper> mapper_;
  bool grouping_ = false;
  std::vector<Field> fields_;
  MappedRecord row_;
  std::optional<Group> group_;
  PieceOutcome outcome_;
};

}  // namespace basalt::transfer
