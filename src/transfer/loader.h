// Loader: loads text files into a table of any connection.
//
// Worker threads read pieces of the input, parse and write them; what they have done is recorded in
// the order of the input, so that the state file says up to which place everything is loaded. One
// run per object. Stop() may be called from any thread and from a signal handler.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <istream>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "basalt/connection.h"
#include "basalt/key_table.h"
#include "transfer/load_spec.h"
#include "transfer/load_state.h"
#include "transfer/piece_loader.h"
#include "transfer/piece_reader.h"

namespace basalt::transfer {

class Loader {
 public:
  // Called about twice a second during a run.
  using Watcher = std::function<void(const LoadProgress& progress)>;

  // REQUIRES: spec.Check() succeeded. The connection, null for a dry run, and the stream, which may
  // be null, must outlive the loader.
  Loader(Connection* connection, LoadSpec spec, std::istream* standard_input, Watcher watcher);

  // The table must exist. After an error or Stop() the state file is kept, and the next run
  // resumes. kFailedSanityCheck when more was rejected than the spec allows.
  Result<LoadReport> Run();
  // The same without writing; `descriptor` is that of a table that may not exist.
  Result<LoadReport> DryRun(const TableDescriptor& descriptor);
  // Run() returns soon, with kCancelled.
  void Stop() { stop_.store(true, std::memory_order_relaxed); }
  // Empty before there is a state.
  const std::string& state_path() const { return state_path_; }
  // What was done and rejected so far, also after an error. Not during a run.
  const LoadReport& report() const { return report_; }

 private:
  Status Prepare(const TableDescriptor& descriptor);
  Status FindState();
  Status RunThreads();
  void Work();
  // Waits until the piece may be taken; false: there is none.
  Result<bool> TakePiece(Piece& piece);
  // Records outcomes in the order of the input.
  Status Record(uint64_t number, PieceOutcome outcome);
  Status RecordNext(PieceOutcome outcome);
  void Fail(const Status& status);
  std::unique_ptr<RowSink> NewSink();

  Connection* const connection_;
  LoadSpec spec_;
  const Watcher watcher_;
  std::unique_ptr<Table> table_;
  std::optional<KeySchema> schema_;
  std::unique_ptr<KeyTable> keys_;
  MapperContext context_;
  PieceReader reader_;
  std::mutex reader_mutex_;  // guards reader_
  std::atomic<bool> stop_{false};
  std::string state_path_;

  std::mutex mutex_;  // guards what follows
  std::condition_variable changed_;
  Status status_;
  int working_ = 0;
  bool recording_ = false;
  uint64_t next_to_record_ = 0;
  std::map<uint64_t, PieceOutcome> waiting_;
  LoadState state_;
  LoadReport report_;
  uint64_t file_bytes_ = 0;
  std::optional<RejectFile> rejects_;
};

}  // namespace basalt::transfer
