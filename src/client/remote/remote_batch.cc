// Batches of a remote table.
#include <utility>

#include "base/call_limits.h"
#include "client/remote/batch_run.h"
#include "client/remote/remote_table.h"

namespace basalt::client {
namespace {

std::vector<Result<RowResult>> RunOne(Cluster& cluster, const TableName& table,
                                      std::span<const Action> actions, const CallOptions& options) {
  BatchRun run(cluster, table, actions, options);
  for (;;) {
    const std::vector<BatchRun::Part> parts = run.Plan();
    std::vector<RpcChannel::Pending> answers;
    for (const BatchRun::Part& part : parts) {
      hbase::pb::MultiRequest request;
      Bytes cells;
      run.Fill(part, request, cells);
      answers.push_back(cluster.channels()
                            .Get(part.server, kClientService)
                            ->Start("Multi", request, cells, run.context()));
    }
    for (size_t i = 0; i < parts.size(); ++i) run.Take(parts[i], answers[i].Wait(run.context()));
    const auto next = run.End();
    if (!next) return run.Outcomes();
    // Cancelled: the next Plan says so of all that still wait.
    run.context().cancellation.WaitUntil(*next);
  }
}

}  // namespace

std::vector<Result<RowResult>> RunBatch(Cluster& cluster, const TableName& table,
                                        std::span<const Action> actions,
                                        const CallOptions& options) {
  const CallOptions call = base::WithDeadline(options);
  std::vector<Result<RowResult>> outcomes;
  outcomes.reserve(actions.size());
  while (!actions.empty()) {
    const size_t count = RunLength(actions);
    for (auto& outcome : RunOne(cluster, table, actions.first(count), call)) {
      outcomes.push_back(std::move(outcome));
    }
    actions = actions.subspan(count);
  }
  return outcomes;
}

}  // namespace basalt::client
