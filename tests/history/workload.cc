#include "workload.h"

#include <chrono>
#include <cstdio>
#include <thread>
#include <utility>

#include <fmt/format.h>

namespace basalt::history {
namespace {

// One attempt: a put that is repeated by the client may be applied twice, which docs/client.md says
// and which is no violation.
const CallOptions kOnce = {.timeout_ms = 5000, .max_retries = 0};
// Increments carry nonces, so that one that is repeated counts once, over restarts, too.
const CallOptions kRepeated = {.timeout_ms = 20'000};
// How long a client waits to learn that the server its call was lost on has ended.
constexpr int64_t kAwaitEndMs = 4000;

// The server or the client has refused the call; nothing of it was done.
bool NothingHappened(const Status& status) {
  switch (status.code()) {
    case StatusCode::kNotServingRegion:
    case StatusCode::kWrongRegion:
    case StatusCode::kTableNotEnabled:
    case StatusCode::kRegionTooBusy:
    case StatusCode::kCallQueueTooBig: return true;
    default: return false;
  }
}

}  // namespace

TableDescriptor HistoryTable() {
  TableDescriptor table(*TableName::Parse(kTableName));
  for (const char* family : {"f", "g"}) {
    if (!table.AddFamily(FamilyDescriptor(family).SetMaxVersions(3)).ok()) std::abort();
  }
  return table;
}

std::string Rows::Name(int64_t generation, int64_t index) {
  return fmt::format("row-{:04}-{}", generation, index);
}

std::string Rows::Pick(uint64_t number) {
  const int64_t generation = picked_.fetch_add(1) / kOperationsPerGeneration;
  return Name(generation, static_cast<int64_t>(number % kAtOnce));
}

std::vector<std::string> Rows::All() const {
  std::vector<std::string> all;
  const int64_t last = picked_.load() / kOperationsPerGeneration;
  for (int64_t generation = 0; generation <= last; ++generation) {
    for (int64_t index = 0; index < kAtOnce; ++index) all.push_back(Name(generation, index));
  }
  return all;
}

void FillAnswer(const RowResult& result, Event& event) {
  if (const auto value = result.GetValue("f", "v")) event.first = std::string(*value);
  if (const auto value = result.GetValue("g", "v")) event.second = std::string(*value);
  if (const auto value = result.GetValue("f", "n")) event.number = DecodeLong(*value);
}

Client::Client(int number, uint64_t seed, Plant plant, VictimServer& server, Rows& rows,
               Recorder& recorder)
    : number_(number),
      plant_(plant),
      random_(seed),
      server_(server),
      rows_(rows),
      recorder_(recorder) {}

bool Client::Connect() {
  if (table_ != nullptr) return true;
  ConnectionOptions options;
  options.retry_pause_ms = 20;
  auto connection = Connection::Open(server_.url(), options);
  if (!connection.ok()) return false;
  auto table = (*connection)->GetTable(*TableName::Parse(kTableName), kOnce);
  if (!table.ok()) return false;
  connection_ = std::move(*connection);
  table_ = std::move(*table);
  return true;
}

void Client::Run(const std::atomic<bool>& stop) {
  while (!stop) {
    if (!server_.AwaitUp()) return;
    if (Connect()) Step();
  }
}

bool Client::ReadEventually(const std::string& row) {
  const int64_t limit = NowNs() + 60'000'000'000;
  while (NowNs() < limit) {
    if (server_.AwaitUp() && Connect()) {
      Event event = Begin("get", row);
      const auto result = table_->Get(basalt::Get(row), kRepeated);
      if (result.ok()) {
        FillAnswer(*result, event);
        End(std::move(event), {});
        return true;
      }
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  return false;
}

void Client::Step() {
  const std::string row = rows_.Pick(random_());
  switch (random_() % 8) {
    case 0:
    case 1: return Put(row);
    case 2:
    case 3: return Cas(row);
    case 4: return Increment(row);
    default: return Get(row);
  }
}

std::string Client::NewValue() { return fmt::format("{}.{}", number_, ++values_); }

Event Client::Begin(std::string op, const std::string& row) const {
  Event event;
  event.client = number_;
  event.row = row;
  event.op = std::move(op);
  event.call_ns = NowNs();
  return event;
}

void Client::End(Event event, const Status& status) {
  event.return_ns = NowNs();
  if (!status.ok()) {
    // A read that failed says nothing; the same goes for what was refused.
    if (event.op == "get" || NothingHappened(status)) {
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
      return;
    }
    event.known = false;
    event.return_ns = server_.EndOf(server_.life(), kAwaitEndMs);
  }
  recorder_.Write(event);
}

// Three ways to read a row: a get, a get in a batch, a scan.
void Client::Get(const std::string& row) {
  Event event = Begin("get", row);
  basalt::Get get(row);
  if (plant_ == Plant::kStaleRead && OneIn(100)) {
    get.ReadVersions(2);
    const auto result = table_->Get(get, kOnce);
    if (!result.ok()) return End(std::move(event), result.status());
    FillAnswer(*result, event);
    for (const CellView& cell : *result) {  // newest first, so the last one wins
      if (cell.qualifier != "v") continue;
      (cell.family == "f" ? event.first : event.second) = std::string(cell.value);
    }
    return End(std::move(event), {});
  }
  Status status;
  RowResult found;
  switch (random_() % 4) {
    case 0: {
      const std::vector<Action> actions = {get};
      auto results = table_->Batch(actions, kOnce);
      status = results.front().status();
      if (status.ok()) found = std::move(*results.front());
      break;
    }
    case 1: {
      auto scanner =
          table_->GetScanner(Scan().WithStartRow(row).WithStopRow(row, true).SetLimit(1), kOnce);
      status = scanner.status();
      if (!status.ok()) break;
      auto next = scanner->Next(found);
      status = next.status();
      break;
    }
    default: {
      auto result = table_->Get(get, kOnce);
      status = result.status();
      if (status.ok()) found = std::move(*result);
    }
  }
  if (status.ok()) FillAnswer(found, event);
  if (event.first) last_seen_ = *event.first;
  End(std::move(event), status);
}

void Client::Put(const std::string& row) {
  Event event = Begin("put", row);
  event.value = NewValue();
  if (plant_ == Plant::kLostWrite && OneIn(100)) return End(std::move(event), {});
  basalt::Put put(row);
  put.AddColumn("f", "v", event.value).AddColumn("g", "v", event.value);
  if (OneIn(4)) put.SetDurability(Durability::kFsyncWal);
  Status status;
  if (OneIn(2)) {
    status = table_->Put(put, kOnce);
  } else {
    const std::vector<Action> actions = {put};
    status = table_->Batch(actions, kOnce).front().status();
  }
  End(std::move(event), status);
}

void Client::Cas(const std::string& row) {
  Event event = Begin("cas", row);
  event.value = NewValue();
  CheckAndMutate check(row);
  if (last_seen_.empty() || OneIn(16)) {
    check.IfNotExists("f", "v");
  } else {
    event.expected = last_seen_;
    check.IfEquals("f", "v", last_seen_);
  }
  check.Then(basalt::Put(row).AddColumn("f", "v", event.value).AddColumn("g", "v", event.value));
  const auto result = table_->CheckAndMutate(check, kOnce);
  if (result.ok()) event.applied = result->success;
  if (event.applied) last_seen_ = event.value;
  End(std::move(event), result.status());
}

void Client::Increment(const std::string& row) {
  Event event = Begin("increment", row);
  event.amount = static_cast<int64_t>(random_() % 9) + 1;
  // A repeated increment that was done at first answers with the counter as it is by then, which
  // may be later: such an answer says only that it was done, once.
  const bool repeated = OneIn(2);
  basalt::Increment increment(row);
  increment.AddColumn("f", "n", event.amount);
  if (plant_ == Plant::kDoubleIncrement && OneIn(100)) {
    if (!table_->Increment(increment, kOnce).ok()) return;
  }
  const auto result = table_->Increment(increment, repeated ? kRepeated : kOnce);
  if (result.ok() && !repeated) {
    if (const auto value = result->GetValue("f", "n")) event.number = DecodeLong(*value);
  }
  End(std::move(event), result.status());
}

}  // namespace basalt::history
