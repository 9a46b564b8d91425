// Unloader: writes the rows of a table to text files. One run per object. Stop() may be called from
// any thread and from a signal handler.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <ostream>
#include <string>
#include <vector>

#include "basalt/connection.h"
#include "basalt/key_table.h"
#include "basalt/query.h"
#include "basalt/status.h"
#include "transfer/compression.h"
#include "transfer/row_formatter.h"

namespace basalt::transfer {

struct UnloadSpec {
  std::string target;
  TableName table = TableName::Parse("t").value();
  RowFormat format;
  // Which rows and cells; its rows are the range.
  Scan scan;
  // "-": the stream that is given. With `per_region` a folder, which is created.
  std::string output = "-";
  FileCompression compression = FileCompression::kNone;
  // A file for each region, part-00000 and so on.
  bool per_region = false;
  // Replace files that exist.
  bool force = false;
  // Of regions that are written at the same time.
  int threads = 2;
};

struct UnloadCounts {
  uint64_t rows = 0;
  uint64_t cells = 0;
  uint64_t text_bytes = 0;
  uint64_t files = 0;
};

class Unloader {
 public:
  // Called about twice a second.
  using Watcher = std::function<void(const UnloadCounts& counts, double seconds)>;

  // The connection and the stream must outlive it.
  Unloader(Connection& connection, UnloadSpec spec, std::ostream& out, Watcher watcher);

  // A file is complete or does not exist: its name has the ending .partial until it is complete.
  Result<UnloadCounts> Run();
  // Run() returns soon, with kCancelled.
  void Stop() { stop_.store(true, std::memory_order_relaxed); }

 private:
  struct Part {
    Scan scan;
    std::string path;  // empty: the stream
  };
  Result<std::vector<Part>> PlanParts();
  Status RunParts(const std::vector<Part>& parts);
  Status WritePart(const Part& part);

  Connection& connection_;
  const UnloadSpec spec_;
  std::ostream& out_;
  const Watcher watcher_;
  std::unique_ptr<Table> table_;
  std::unique_ptr<KeyTable> keys_;
  std::atomic<bool> stop_{false};
  std::mutex mutex_;  // guards what follows
  UnloadCounts counts_;
  Status status_;
};

}  // namespace basalt::transfer
