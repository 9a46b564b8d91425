// Model: in-memory tables as in HBase: per family a memstore and a list of files, each a plain list
// of cells. The reference implementation that Basalt and HBase are compared with.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "rules.h"
#include "system.h"

namespace basalt::semantics {

class Model : public System {
 public:
  // Behaviour of HBase that a store with one cell per coordinates does not have.
  struct Options {
    // A cell written again at the same coordinates does not remove the older one until both are
    // compacted together; the older one becomes visible if the newer one is dropped first.
    bool keeps_overwritten_cells = true;
  };

  Model() = default;
  explicit Model(const Options& options) : options_(options) {}

  void SetClock(int64_t now_ms) override { now_ = now_ms; }
  Outcome Create(const std::string& table, const std::vector<Family>& families) override;
  Outcome Alter(const std::string& table, const std::vector<Family>& families) override;
  Outcome Flush(const std::string& table) override;
  Outcome MajorCompact(const std::string& table) override;
  Outcome Reopen() override { return {}; }
  Outcome Apply(const std::string& table, const Change& change) override;
  Outcome MutateRow(const std::string& table, const std::string& row,
                    const std::vector<Change>& changes) override;
  Outcome Check(const std::string& table, const std::string& row, const Condition& condition,
                const std::vector<Change>& changes) override;
  std::vector<Outcome> Batch(const std::string& table, const std::vector<Action>& actions) override;
  Outcome Get(const std::string& table, const Read& read) override;
  Outcome Exists(const std::string& table, const Read& read) override;
  Outcome Scan(const std::string& table, const Read& read) override;

 private:
  // Sorted, and by row, only to make the tests fast enough.
  using Cells = std::map<std::string, std::vector<ModelCell>>;
  struct Store {
    std::map<std::string, std::string> attributes;
    Cells memory;
    std::vector<Cells> files;
  };
  using Table = std::map<std::string, Store>;
  // The writes that a change consists of.
  struct Write {
    std::string family;
    ModelCell cell;
  };

  Rules FamilyRules(const Store& store, Purpose purpose) const;
  AnswerRow ReadRow(const Table& table, const std::string& row, const Read& read) const;
  std::vector<ModelCell> ReadColumn(const Store& store, const std::string& row,
                                    const std::string& qualifier, int64_t versions,
                                    const std::optional<Range>& range) const;
  Outcome Validate(const Table& table, const Read& read) const;
  Outcome Validate(const Table& table, const Change& change) const;
  // Turns a change into writes, timestamps included. `oldest_now`: puts without a timestamp get one
  // no older than this.
  Outcome Prepare(const Table& table, const Change& change, int64_t oldest_now,
                  std::vector<Write>& writes, AnswerRow& results) const;
  Outcome PrepareDeltas(const Table& table, const Change& change, std::vector<Write>& writes,
                        AnswerRow& results) const;
  void PrepareDeletes(const Table& table, const Change& change, std::vector<Write>& writes) const;
  Outcome ApplyAll(Table& table, const std::vector<Change>& changes, int64_t oldest_now = 0);
  void Commit(Table& table, const std::vector<Write>& writes);

  Options options_;
  int64_t now_ = 0;
  uint64_t sequence_ = 0;
  std::map<std::string, Table> tables_;
};

}  // namespace basalt::semantics
