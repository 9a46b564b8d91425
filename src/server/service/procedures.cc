#include "server/service/procedures.h"

namespace basalt::server {

// Ids go on from the clock, so that those of an earlier process are not taken for ours.
ProcedureBook::ProcedureBook(const Clock& clock)
    : clock_(clock), next_id_(static_cast<uint64_t>(clock.NowMs())) {}

uint64_t ProcedureBook::Run(std::string name, uint64_t nonce_group, uint64_t nonce,
                            const std::function<Status()>& work) {
  const std::pair key(nonce_group, nonce);
  uint64_t id;
  {
    const std::lock_guard lock(mutex_);
    if (nonce != 0) {
      if (const auto known = by_nonce_.find(key); known != by_nonce_.end()) return known->second;
    }
    id = next_id_++;
    const int64_t now = clock_.NowMs();
    outcomes_[id] = {std::move(name), now, now, std::nullopt};
    if (nonce != 0) by_nonce_[key] = id;
    order_.emplace_back(id, key);
    if (order_.size() > kMaxKept) {
      outcomes_.erase(order_.front().first);
      by_nonce_.erase(order_.front().second);
      order_.pop_front();
    }
  }
  Status status = work();
  const std::lock_guard lock(mutex_);
  if (const auto entry = outcomes_.find(id); entry != outcomes_.end()) {
    entry->second.status = std::move(status);
    entry->second.updated_ms = clock_.NowMs();
  }
  return id;
}

std::optional<ProcedureBook::Outcome> ProcedureBook::Find(uint64_t id) const {
  const std::lock_guard lock(mutex_);
  const auto found = outcomes_.find(id);
  if (found == outcomes_.end()) return std::nullopt;
  return found->second;
}

std::map<uint64_t, ProcedureBook::Outcome> ProcedureBook::List() const {
  const std::lock_guard lock(mutex_);
  return outcomes_;
}

}  // namespace basalt::server
