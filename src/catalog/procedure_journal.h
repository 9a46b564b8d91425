// ProcedureJournal: changes of the catalog as clients see them: an id at once, the outcome when
// they ask, also after a restart. The same nonce gets the same procedure.
//
// A procedure is written down before its work begins, and its success in the very batch that makes
// the change. So what an earlier process left open is known for certain: it changed nothing.
// Thread safe; owned by the server's node; the store outlives it.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

#include "basalt/status.h"
#include "store/store.h"

namespace basalt::catalog {

class ProcedureJournal;

// A procedure that runs. The catalog writes TookEffect() with the change itself.
class Procedure {
 public:
  // The record that says so; REQUIRES: it is written with the change.
  store::Store::RecordChange TookEffect();

 private:
  friend class ProcedureJournal;
  Procedure(ProcedureJournal& journal, uint64_t id) : journal_(journal), id_(id) {}

  ProcedureJournal& journal_;
  const uint64_t id_;
  bool took_effect_ = false;
};

class ProcedureJournal {
 public:
  struct Entry {
    // HBase's class for it.
    std::string name;
    int64_t submitted_ms = 0;
    int64_t updated_ms = 0;
    uint64_t nonce_group = 0;
    uint64_t nonce = 0;
    // nullopt while it runs.
    std::optional<Status> outcome;

    Bytes Encode() const;
    static Result<Entry> Decode(BytesView bytes);
  };

  explicit ProcedureJournal(store::Store& store);

  // Reads what earlier processes wrote. Procedures they did not end are failed ones from now on.
  Status Load();

  // Runs the work, unless a procedure with this nonce has been run, and returns its id. Its outcome
  // is in the journal when this returns. Nonce 0 is none.
  uint64_t Run(std::string name, uint64_t nonce_group, uint64_t nonce,
               const std::function<Status(Procedure&)>& work);
  // nullopt: unknown or forgotten.
  std::optional<Entry> Find(uint64_t id) const;
  // All that are kept, by id.
  std::map<uint64_t, Entry> List() const;

 private:
  friend class Procedure;
  using Nonce = std::pair<uint64_t, uint64_t>;

  // What is kept, of procedures that have ended: the newest so many.
  static constexpr size_t kMaxKept = 1000;

  static Bytes KeyOf(uint64_t id);
  // The caller holds mutex_.
  void Remember(uint64_t id, const Entry& entry);
  Status Forget();

  store::Store& store_;
  mutable std::mutex mutex_;
  uint64_t next_id_ = 0;
  std::map<uint64_t, Entry> entries_;
  std::map<Nonce, uint64_t> by_nonce_;
};

}  // namespace basalt::catalog
