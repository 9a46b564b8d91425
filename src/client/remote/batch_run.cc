#include "client/remote/batch_run.h"

#include <algorithm>
#include <map>
#include <utility>

#include "base/call_limits.h"
#include "client/action_bytes.h"
#include "client/remote/remote_table.h"
#include "client/remote/row_call.h"
#include "model/mutation_check.h"
#include "wire/exceptions.h"
#include "wire/frame.h"
#include "wire/mutation_codec.h"
#include "wire/query_codec.h"
#include "wire/result_codec.h"

namespace basalt::client {

namespace pb = hbase::pb;

Result<BatchRun::Prepared> BatchRun::Prepare(Cluster& cluster, const Action& action) {
  BASALT_RETURN_IF_ERROR(model::CheckAction(action));
  Prepared prepared;
  const auto add = [&](const Mutation& mutation) {
    pb::MutationProto& message = *prepared.actions.emplace_back().mutable_mutation();
    wire::FillMutation(mutation, kChannelCodec, prepared.cells.emplace_back(), message);
    FillNonce(cluster, mutation, message);
  };
  const Status status = std::visit(
      [&](const auto& value) -> Status {
        using T = std::decay_t<decltype(value)>;
        if constexpr (std::is_same_v<T, Get>) {
          prepared.row = value.row();
          prepared.cells.emplace_back();
          return wire::FillGet(value, *prepared.actions.emplace_back().mutable_get());
        } else if constexpr (std::is_same_v<T, RowMutations>) {
          prepared.row = value.row();
          prepared.together = true;
          for (const Mutation& mutation : value.mutations()) add(mutation);
          return {};
        } else {
          prepared.row = value.row();
          prepared.reread = RereadOf(value);
          add(value);
          return {};
        }
      },
      action);
  if (!status.ok()) return status;
  return prepared;
}

BatchRun::BatchRun(Cluster& cluster, const TableName& table, std::span<const Action> actions,
                   const CallOptions& options)
    : cluster_(cluster), table_(table), options_(options), attempts_(cluster.options(), options) {
  for (const Action& action : actions) {
    auto prepared = Prepare(cluster, action);
    outcomes_.emplace_back();
    if (prepared.ok()) {
      prepared_.push_back(*std::move(prepared));
      waiting_.push_back(prepared_.size() - 1);
    } else {
      prepared_.emplace_back();
      outcomes_.back() = prepared.status();
    }
  }
}

std::vector<BatchRun::Part> BatchRun::Plan() {
  again_.clear();
  last_error_ = Status();
  if (attempts_.cancelled()) {
    for (const size_t place : waiting_) outcomes_[place] = base::Cancelled();
    return {};
  }
  std::map<HostPort, std::vector<Group>> servers;
  std::map<const RegionLocation*, size_t> plain;  // a region's group in its server's list
  for (const size_t place : waiting_) {
    auto region =
        cluster_.Find(table_, prepared_[place].row, Locate::kHolding, attempts_.context());
    if (!region.ok()) {
      Failed(place, nullptr, region.status());
      continue;
    }
    std::vector<Group>& groups = servers[(*region)->server];
    if (prepared_[place].together) {
      groups.push_back({*region, true, {place}});
      continue;
    }
    const auto [entry, is_new] = plain.emplace(region->get(), groups.size());
    if (is_new) groups.push_back({*region, false, {}});
    groups[entry->second].places.push_back(place);
  }
  std::vector<Part> parts;
  for (auto& [server, groups] : servers) parts.push_back({server, std::move(groups)});
  return parts;
}

void BatchRun::Fill(const Part& part, pb::MultiRequest& request, Bytes& cells) const {
  request.set_noncegroup(cluster_.nonce_group());
  for (const Group& group : part.groups) {
    pb::RegionAction& message = *request.add_regionaction();
    FillRegion(*group.region, *message.mutable_region());
    if (group.together) message.set_atomic(true);
    for (const size_t place : group.places) {
      const Prepared& prepared = prepared_[place];
      for (size_t i = 0; i < prepared.actions.size(); ++i) {
        pb::Action& action = *message.add_action();
        action = prepared.actions[i];
        action.set_index(static_cast<uint32_t>(message.action_size() - 1));
        cells += prepared.cells[i];
      }
    }
  }
}

void BatchRun::Take(const Part& part, const Result<RpcAnswer>& answer) {
  const Status status = answer.ok() ? TakeAnswer(*answer, part.groups) : answer.status();
  if (status.ok()) return;
  for (const Group& group : part.groups) FailAll(group, status);
}

std::optional<Deadline> BatchRun::End() {
  waiting_.swap(again_);
  if (waiting_.empty()) return std::nullopt;
  // At the deadline, outcomes_ has the last error of each unfinished action.
  return attempts_.Next(last_error_);
}

std::vector<Result<RowResult>> BatchRun::Outcomes() {
  std::vector<Result<RowResult>> results;
  results.reserve(outcomes_.size());
  for (size_t place = 0; place < outcomes_.size(); ++place) {
    Result<RowResult>& outcome = *outcomes_[place];
    const std::optional<Get>& reread = prepared_[place].reread;
    if (outcome.ok() && NeedsReread(reread, attempts_.failures(), *outcome)) {
      outcome = GetRow(cluster_, table_, *reread, options_);
    }
    results.push_back(std::move(outcome));
  }
  return results;
}

Status BatchRun::TakeAnswer(const RpcAnswer& answer, const std::vector<Group>& groups) {
  pb::MultiResponse response;
  BASALT_RETURN_IF_ERROR(wire::ParseMessage(answer.message, response));
  if (static_cast<size_t>(response.regionactionresult_size()) != groups.size()) {
    return {StatusCode::kInternal, "an answer for another number of regions than asked for"};
  }
  wire::CellBlockReader cells(kChannelCodec, answer.cells);
  for (size_t i = 0; i < groups.size(); ++i) {
    const Group& group = groups[i];
    const pb::RegionActionResult& results = response.regionactionresult(static_cast<int>(i));
    if (results.has_exception()) {
      FailAll(group, wire::StatusFromException(results.exception()));
      continue;
    }
    for (const size_t place : group.places) outcomes_[place].reset();
    for (const pb::ResultOrException& one : results.resultorexception()) {
      const size_t index = group.together ? 0 : one.index();
      if (index >= group.places.size()) {
        return {StatusCode::kInternal, "an answer for an action that was not asked for"};
      }
      const size_t place = group.places[index];
      if (one.has_exception()) {
        Failed(place, group.region, wire::StatusFromException(one.exception()));
        continue;
      }
      RowResult row;
      BASALT_RETURN_IF_ERROR(wire::ParseResult(one.result(), cells, row));
      // The new cells of an atomic group are in the result of its first action.
      if (!outcomes_[place]) outcomes_[place] = std::move(row);
    }
    for (const size_t place : group.places) {
      if (outcomes_[place]) continue;
      outcomes_[place] = Status(StatusCode::kInternal, "an action was left without an answer");
    }
  }
  return {};
}

void BatchRun::FailAll(const Group& group, const Status& error) {
  const Status known = cluster_.NoteFailure(table_, group.region, error, attempts_.context());
  for (const size_t place : group.places) Note(place, known);
}

void BatchRun::Failed(size_t place, const RegionLocationPtr& region, const Status& error) {
  Note(place, wire::IsRetryable(error)
                  ? cluster_.NoteFailure(table_, region, error, attempts_.context())
                  : error);
}

void BatchRun::Note(size_t place, const Status& error) {
  outcomes_[place] = attempts_.Final(error);
  if (attempts_.cancelled() || !wire::IsRetryable(error)) return;
  again_.push_back(place);
  last_error_ = error;
}

size_t RunLength(std::span<const Action> actions) {
  constexpr size_t kMaxActions = 5000;
  constexpr size_t kMaxBytes = 32 << 20;
  size_t count = 0;
  for (size_t bytes = 0; count < std::min(actions.size(), kMaxActions); ++count) {
    bytes += ActionBytes(actions[count]);
    if (bytes > kMaxBytes && count > 0) break;
  }
  return count;
}

}  // namespace basalt::client
