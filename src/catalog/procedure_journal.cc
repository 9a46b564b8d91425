#include "catalog/procedure_journal.h"

#include <algorithm>
#include <cstdlib>
#include <vector>

#include <fmt/format.h>

#include "base/failpoint.h"
#include "base/varint.h"
#include "catalog/record_keys.h"

namespace basalt::catalog {
namespace {

constexpr uint64_t kVersion = 1;

// How far a procedure has come, in its record.
enum State : uint64_t { kRunning = 0, kSucceeded = 1, kFailed = 2 };

Status DamagedProcedure() { return {StatusCode::kCorruption, "a procedure's record is damaged"}; }

// Codes are kept by name: their numbers may change.
StatusCode CodeNamed(BytesView name) {
  for (int code = 0; code <= static_cast<int>(StatusCode::kInternal); ++code) {
    if (StatusCodeName(static_cast<StatusCode>(code)) == name) return static_cast<StatusCode>(code);
  }
  return StatusCode::kIoError;
}

}  // namespace

Bytes ProcedureJournal::Entry::Encode() const {
  Bytes out;
  base::AppendVarint(out, kVersion);
  base::AppendText(out, name);
  base::AppendVarint(out, static_cast<uint64_t>(submitted_ms));
  base::AppendVarint(out, static_cast<uint64_t>(updated_ms));
  base::AppendVarint(out, nonce_group);
  base::AppendVarint(out, nonce);
  const State state = !outcome ? kRunning : outcome->ok() ? kSucceeded : kFailed;
  base::AppendVarint(out, state);
  if (state == kFailed) {
    base::AppendText(out, StatusCodeName(outcome->code()));
    base::AppendText(out, outcome->message());
  }
  return out;
}

Result<ProcedureJournal::Entry> ProcedureJournal::Entry::Decode(BytesView bytes) {
  uint64_t version;
  if (!base::TakeVarint(bytes, version)) return DamagedProcedure();
  if (version > kVersion) {
    return Status(StatusCode::kNewerFormat, "a procedure's record has a newer version");
  }
  Entry entry;
  BytesView name;
  uint64_t submitted;
  uint64_t updated;
  uint64_t state;
  if (!base::TakeText(bytes, name) || !base::TakeVarint(bytes, submitted) ||
      !base::TakeVarint(bytes, updated) || !base::TakeVarint(bytes, entry.nonce_group) ||
      !base::TakeVarint(bytes, entry.nonce) || !base::TakeVarint(bytes, state)) {
    return DamagedProcedure();
  }
  entry.name = name;
  entry.submitted_ms = static_cast<int64_t>(submitted);
  entry.updated_ms = static_cast<int64_t>(updated);
  if (state == kSucceeded) entry.outcome = Status();
  if (state == kFailed) {
    BytesView code;
    BytesView message;
    if (!base::TakeText(bytes, code) || !base::TakeText(bytes, message)) return DamagedProcedure();
    entry.outcome = Status(CodeNamed(code), Bytes(message));
  }
  if (state > kFailed || !bytes.empty()) return DamagedProcedure();
  return entry;
}

ProcedureJournal::ProcedureJournal(store::Store& store) : store_(store) {}

// In the order of the ids.
Bytes ProcedureJournal::KeyOf(uint64_t id) {
  return Bytes(kProcedurePrefix) + fmt::format("{:016x}", id);
}

Status ProcedureJournal::Load() {
  const std::lock_guard lock(mutex_);
  std::vector<store::Store::RecordChange> ended;
  BASALT_RETURN_IF_ERROR(
      store_.ForEachRecord(kProcedurePrefix, [&](BytesView key, BytesView value) -> Status {
        auto decoded = Entry::Decode(value);
        if (decoded.status().code() == StatusCode::kNewerFormat) return decoded.status();
        // The outcome of one procedure is unknown; no reason not to start. `check` reports it.
        if (!decoded.ok()) return {};
        Entry& entry = *decoded;
        const Bytes digits(key.substr(kProcedurePrefix.size()));
        const uint64_t id = std::strtoull(digits.c_str(), nullptr, 16);
        if (!entry.outcome) {
          // A snapshot is made by a rename of its folder, of which the journal cannot know.
          const bool is_snapshot = entry.name.ends_with(".SnapshotProcedure");
          entry.outcome =
              Status(StatusCode::kDoNotRetry,
                     is_snapshot ? "the server stopped while the snapshot was taken; it is there "
                                   "if the list of snapshots has it"
                                 : "the server stopped before this took effect; nothing was "
                                   "changed");
          ended.emplace_back(key, entry.Encode());
        }
        Remember(id, entry);
        next_id_ = std::max(next_id_, id + 1);
        return {};
      }));
  // Ids go on from the clock, so that one that has been forgotten is not taken for ours.
  next_id_ = std::max(next_id_, static_cast<uint64_t>(store_.clock().NowMs()));
  return ended.empty() ? Status() : store_.WriteRecords(ended);
}

uint64_t ProcedureJournal::Run(std::string name, uint64_t nonce_group, uint64_t nonce,
                               const std::function<Status(Procedure&)>& work) {
  uint64_t id;
  Status status;
  {
    const std::lock_guard lock(mutex_);
    if (nonce != 0) {
      const auto known = by_nonce_.find({nonce_group, nonce});
      if (known != by_nonce_.end()) return known->second;
    }
    id = next_id_++;
    Entry entry;
    entry.name = std::move(name);
    entry.submitted_ms = entry.updated_ms = store_.clock().NowMs();
    entry.nonce_group = nonce_group;
    entry.nonce = nonce;
    Remember(id, entry);
    status = Forget();
    if (status.ok()) status = store_.PutRecord(KeyOf(id), entry.Encode());
  }
  base::Failpoint("procedure.begun");
  Procedure procedure(*this, id);
  if (status.ok()) status = work(procedure);
  base::Failpoint("procedure.worked");
  const std::lock_guard lock(mutex_);
  if (const auto found = entries_.find(id); found != entries_.end()) {
    Entry& entry = found->second;
    const bool written = procedure.took_effect_ && status.ok();
    entry.outcome = std::move(status);
    entry.updated_ms = store_.clock().NowMs();
    // If that fails, the next process ends the procedure.
    if (!written) (void)store_.PutRecord(KeyOf(id), entry.Encode()).ok();
  }
  base::Failpoint("procedure.ended");
  return id;
}

store::Store::RecordChange Procedure::TookEffect() {
  took_effect_ = true;
  const std::lock_guard lock(journal_.mutex_);
  ProcedureJournal::Entry entry = journal_.entries_[id_];
  entry.outcome = Status();
  entry.updated_ms = journal_.store_.clock().NowMs();
  return {ProcedureJournal::KeyOf(id_), entry.Encode()};
}

std::optional<ProcedureJournal::Entry> ProcedureJournal::Find(uint64_t id) const {
  const std::lock_guard lock(mutex_);
  const auto found = entries_.find(id);
  if (found == entries_.end()) return std::nullopt;
  return found->second;
}

std::map<uint64_t, ProcedureJournal::Entry> ProcedureJournal::List() const {
  const std::lock_guard lock(mutex_);
  return entries_;
}

void ProcedureJournal::Remember(uint64_t id, const Entry& entry) {
  entries_[id] = entry;
  if (entry.nonce != 0) by_nonce_[{entry.nonce_group, entry.nonce}] = id;
}

Status ProcedureJournal::Forget() {
  while (entries_.size() > kMaxKept && entries_.begin()->second.outcome) {
    const auto oldest = entries_.begin();
    BASALT_RETURN_IF_ERROR(store_.PutRecord(KeyOf(oldest->first), std::nullopt));
    by_nonce_.erase({oldest->second.nonce_group, oldest->second.nonce});
    entries_.erase(oldest);
  }
  return {};
}

}  // namespace basalt::catalog
