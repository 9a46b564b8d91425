#include "disturber.h"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <thread>

#include <fmt/format.h>

namespace basalt::history {
namespace {

// Numbers of these clients in the history.
constexpr int kAdministrator = 1000;
const CallOptions kAdminCall = {.timeout_ms = 10'000};

void Pause(int64_t ms) { std::this_thread::sleep_for(std::chrono::milliseconds(ms)); }

}  // namespace

void Killer::Run(const std::atomic<bool>& stop) {
  while (!stop) {
    Pause(static_cast<int64_t>(200 + random_() % 1300));
    if (stop) return;
    const bool clean = random_() % 8 == 0;
    server_.Restart(clean ? SIGTERM : SIGKILL);
    ++(clean ? clean_stops_ : kills_);
  }
}

bool Administrator::Connect() {
  if (connection_ != nullptr) return true;
  ConnectionOptions options;
  options.retry_pause_ms = 20;
  auto connection = Connection::Open(server_.url(), options);
  if (connection.ok()) connection_ = std::move(*connection);
  return connection.ok();
}

bool Administrator::CreateTable() {
  if (!Connect()) return false;
  const Status status = connection_->admin().CreateTable(HistoryTable(), {}, kAdminCall);
  if (!status.ok()) fmt::print("history: {}\n", status.ToString());
  return status.ok();
}

bool Administrator::Run(const std::atomic<bool>& stop) {
  while (!stop) {
    if (!server_.AwaitUp()) return false;
    if (Connect() && !Step()) return false;
    Pause(static_cast<int64_t>(random_() % 60));
  }
  return Heal();
}

bool Administrator::Step() {
  switch (random_() % 12) {
    case 0:
    case 1:
    case 2: Count("splits", Split()); return true;
    case 3:
    case 4:
    case 5: Count("merges", Merge()); return true;
    case 6: Count("flushes", connection_->admin().Flush(name_, {}, kAdminCall)); return true;
    case 7:
      Count("major compactions", connection_->admin().MajorCompact(name_, {}, kAdminCall));
      return true;
    case 8: return snapshot_.empty() ? TakeSnapshot() : CloneSnapshot();
    default: return snapshot_.empty() ? TakeSnapshot() : RestoreSnapshot();
  }
}

bool Administrator::Heal() {
  const int64_t limit = NowNs() + 60'000'000'000;
  Status last;
  while (NowNs() < limit) {
    if (server_.AwaitUp() && Connect()) {
      auto enabled = connection_->admin().IsTableEnabled(name_, kAdminCall);
      if (enabled.ok() && *enabled) return true;
      last = enabled.ok() ? connection_->admin().EnableTable(name_, kAdminCall) : enabled.status();
    }
    Pause(10);
  }
  fmt::print("history: the table is not enabled a minute after a change: {}\n", last.ToString());
  return false;
}

Status Administrator::Split() {
  return connection_->admin().SplitTable(name_, rows_.Pick(random_()), kAdminCall);
}

Status Administrator::Merge() {
  auto regions = connection_->admin().ListRegions(name_, kAdminCall);
  BASALT_RETURN_IF_ERROR(regions.status());
  if (regions->size() < 2) return {StatusCode::kMergeRegion, "there is one region"};
  const size_t at = random_() % (regions->size() - 1);
  return connection_->admin().MergeRegions({(*regions)[at].name, (*regions)[at + 1].name}, false,
                                           kAdminCall);
}

bool Administrator::TakeSnapshot() {
  const std::string name = fmt::format("snapshot-{}", ++snapshots_);
  Event event;
  event.client = kAdministrator;
  event.row = "*";
  event.op = "snapshot";
  event.snapshot = name;
  event.call_ns = NowNs();
  const Status status = connection_->admin().Snapshot(name, name_, {}, kAdminCall);
  bool taken = status.ok();
  if (!taken) {
    // It is there or it is not; either is right after a kill.
    if (!Heal()) return false;
    const auto list = connection_->admin().ListSnapshots(kAdminCall);
    if (!list.ok()) return true;  // never restored, so it does not matter
    taken =
        std::any_of(list->begin(), list->end(), [&](const auto& one) { return one.name == name; });
  }
  if (!taken) return true;
  event.return_ns = NowNs();
  recorder_.Write(event);
  snapshot_ = name;
  Count("snapshots", status);
  return true;
}

bool Administrator::RestoreSnapshot() {
  Admin& admin = connection_->admin();
  if (!admin.DisableTable(name_, kAdminCall).ok()) return Heal();
  Event event;
  event.client = kAdministrator;
  event.row = "*";
  event.op = "restore";
  event.snapshot = snapshot_;
  event.call_ns = NowNs();
  const Status status = admin.RestoreSnapshot(snapshot_, random_() % 2 == 0, kAdminCall);
  event.known = status.ok();
  const bool healed = Heal();
  // A restore that was interrupted has happened by the time the table is enabled, or never will.
  event.return_ns = NowNs();
  recorder_.Write(event);
  Count("restores", status);
  if (random_() % 2 == 0) {
    if (admin.DeleteSnapshot(snapshot_, kAdminCall).ok()) ++done_["deleted snapshots"];
    snapshot_.clear();
  }
  return healed;
}

// The rows of a clone are those of the snapshot.
bool Administrator::CloneSnapshot() {
  Admin& admin = connection_->admin();
  const TableName clone = *TableName::Parse(fmt::format("clone-{}", ++clones_));
  const Status status = admin.CloneSnapshot(snapshot_, clone, kAdminCall);
  Count("clones", status);
  if (status.ok()) {
    if (auto table = connection_->GetTable(clone, kAdminCall); table.ok()) {
      for (uint64_t i = 0; i < Rows::kAtOnce; ++i) {
        Event event;
        event.client = kAdministrator;
        event.row = rows_.Pick(i);
        event.op = "clone_get";
        event.snapshot = snapshot_;
        event.call_ns = NowNs();
        const auto result = (*table)->Get(Get(event.row), kAdminCall);
        if (!result.ok()) continue;
        FillAnswer(*result, event);
        event.return_ns = NowNs();
        recorder_.Write(event);
      }
    }
  }
  if (admin.DisableTable(clone, kAdminCall).ok()) {
    Count("deleted clones", admin.DeleteTable(clone, kAdminCall));
  }
  return true;
}

}  // namespace basalt::history
