// ProcedureBook: changes of the catalog as clients see them: an id at once, the outcome when they
// ask. The same nonce gets the same procedure. Thread safe; owned by the node.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

#include "basalt/clock.h"
#include "basalt/status.h"

namespace basalt::server {

class ProcedureBook {
 public:
  struct Outcome {
    std::string name;
    int64_t submitted_ms = 0;
    int64_t updated_ms = 0;
    // nullopt while it runs.
    std::optional<Status> status;
  };

  explicit ProcedureBook(const Clock& clock);

  // Runs the work, unless a procedure with this nonce has been run, and returns its id. Its outcome
  // is in the book when this returns.
  uint64_t Run(std::string name, uint64_t nonce_group, uint64_t nonce,
               const std::function<Status()>& work);
  // nullopt: unknown or forgotten.
  std::optional<Outcome> Find(uint64_t id) const;
  // All that are kept, by id.
  std::map<uint64_t, Outcome> List() const;

 private:
  static constexpr size_t kMaxKept = 10000;

  const Clock& clock_;
  mutable std::mutex mutex_;
  uint64_t next_id_;
  std::map<uint64_t, Outcome> outcomes_;
  std::map<std::pair<uint64_t, uint64_t>, uint64_t> by_nonce_;
  std::deque<std::pair<uint64_t, std::pair<uint64_t, uint64_t>>> order_;  // oldest first
};

}  // namespace basalt::server
