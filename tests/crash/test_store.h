// TestStore: a store in a temporary directory with one table, and a clock that never tells the same
// time twice. For the tests of this folder; thread safe where the public API is.
#pragma once

#include <atomic>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "basalt/connection.h"
#include "work_directory.h"

namespace basalt::crash {

class TickingClock : public Clock {
 public:
  int64_t NowMs() const override { return now_ms_.fetch_add(1); }

 private:
  mutable std::atomic<int64_t> now_ms_{1'000'000};
};

// Ends the test when something it needs fails.
inline void MustBeOk(const Status& status) {
  if (!status.ok()) {
    ADD_FAILURE() << status.ToString();
    std::abort();
  }
}

template <typename T>
T MustGet(Result<T> result) {
  MustBeOk(result.status());
  return std::move(result).value();
}

class TestStore {
 public:
  // "row/family:qualifier" -> value.
  using Contents = std::map<std::string, Bytes>;

  explicit TestStore(ConnectionOptions options = {}) : options_(options) {
    options_.clock = &clock_;
  }

  static TableName name() { return *TableName::Parse("t"); }
  const std::string& directory() const { return directory_; }
  void set_directory(std::string directory) { directory_ = std::move(directory); }
  ConnectionOptions& options() { return options_; }

  Status TryOpen() {
    Close();
    auto opened = Connection::Open(directory_, options_);
    if (opened.ok()) connection_ = std::move(*opened);
    return opened.status();
  }
  void Open() { MustBeOk(TryOpen()); }
  void Close() { connection_.reset(); }

  void CreateTable(const std::vector<FamilyDescriptor>& families) {
    TableDescriptor descriptor(name());
    for (const FamilyDescriptor& family : families) MustBeOk(descriptor.AddFamily(family));
    MustBeOk(admin().CreateTable(descriptor));
  }

  Connection& connection() { return *connection_; }
  Admin& admin() { return connection_->admin(); }
  std::unique_ptr<Table> table() { return MustGet(connection_->GetTable(name())); }

  // Everything in the table, read by a scan.
  Result<Contents> Read() {
    BASALT_ASSIGN_OR_RETURN(const auto table, connection_->GetTable(name()));
    BASALT_ASSIGN_OR_RETURN(auto scanner, table->GetScanner(Scan()));
    Contents contents;
    for (const RowResult& row : scanner) {
      for (const CellView& cell : row) {
        contents[std::string(row.row()) + "/" + std::string(cell.family) + ":" +
                 std::string(cell.qualifier)] = Bytes(cell.value);
      }
    }
    BASALT_RETURN_IF_ERROR(scanner.status());
    return contents;
  }

 private:
  WorkDirectory work_;
  std::string directory_ = work_.Sub("data");
  TickingClock clock_;
  ConnectionOptions options_;
  std::unique_ptr<Connection> connection_;
};

}  // namespace basalt::crash
