// Basalt as a System: an embedded store on a temporary directory, with the script's clock.
#pragma once

#include <atomic>
#include <filesystem>
#include <map>
#include <memory>
#include <string>

#include "basalt/connection.h"
#include "system.h"

namespace basalt::semantics {

// Reopen closes the store and opens it again on the same directory.
class BasaltSystem : public System {
 public:
  // An empty `directory`: a temporary one, removed in the end.
  explicit BasaltSystem(const std::string& directory = "");
  ~BasaltSystem() override;

  // A clock that is set back begins another script: on a new store, if the directory is a temporary
  // one, because a store remembers over a restart how new its markers are (semantics.md, Writes).
  void SetClock(int64_t now_ms) override;
  Outcome Create(const std::string& table, const std::vector<Family>& families) override;
  Outcome Alter(const std::string& table, const std::vector<Family>& families) override;
  Outcome Flush(const std::string& table) override;
  Outcome MajorCompact(const std::string& table) override;
  Outcome Reopen() override;
  Outcome Apply(const std::string& table, const Change& change) override;
  Outcome MutateRow(const std::string& table, const std::string& row,
                    const std::vector<Change>& changes) override;
  Outcome Check(const std::string& table, const std::string& row, const Condition& condition,
                const std::vector<Change>& changes) override;
  std::vector<Outcome> Batch(const std::string& table, const std::vector<Action>& actions) override;
  Outcome Get(const std::string& table, const Read& read) override;
  Outcome Exists(const std::string& table, const Read& read) override;
  Outcome Scan(const std::string& table, const Read& read) override;

  // Removes a table, data and all, so that long runs do not pile up stores.
  Outcome Drop(const std::string& table);

 private:
  struct ScriptClock : Clock {
    int64_t NowMs() const override { return now_ms; }
    std::atomic<int64_t> now_ms = 0;
  };

  Outcome OpenStore();
  // The table's handle, opened once per store.
  Result<Table*> Handle(const std::string& table);

  ScriptClock clock_;
  std::filesystem::path directory_;
  bool temporary_;
  std::unique_ptr<Connection> connection_;
  std::map<std::string, std::unique_ptr<Table>> tables_;
};

}  // namespace basalt::semantics
