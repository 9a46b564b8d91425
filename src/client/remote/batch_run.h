// BatchRun: the state of a batch that is sent in rounds. A round groups the unfinished actions by
// server and region and sends to all servers at once; actions with a retryable error remain for the
// next round. The caller does the I/O and the waiting: one round is Plan, a call for each of its
// parts, Take for each answer, and End. One thread at a time.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "basalt/table.h"
#include "client/remote/cluster.h"
#include "hbase/client.pb.h"

namespace basalt::client {

class BatchRun {
 public:
  // The actions of one RegionAction, as indexes into the batch.
  struct Group {
    RegionLocationPtr region;
    bool together = false;
    std::vector<size_t> places;
  };
  // One message to one server.
  struct Part {
    HostPort server;
    std::vector<Group> groups;
  };

  BatchRun(Cluster& cluster, const TableName& table, std::span<const Action> actions,
           const CallOptions& options);

  // Begins a round. Looks up regions, which may make calls to hbase:meta.
  std::vector<Part> Plan();
  void Fill(const Part& part, hbase::pb::MultiRequest& request, Bytes& cells) const;
  void Take(const Part& part, const Result<RpcAnswer>& answer);
  // Ends a round. Returns when the next one may begin; nullopt: every action has its outcome.
  std::optional<Deadline> End();
  const RpcContext& context() const { return attempts_.context(); }

  // The outcomes, after the last round. May make calls, to read results whose answers were lost.
  std::vector<Result<RowResult>> Outcomes();

 private:
  // The encoded form of one action; made once, so that a retry has the same nonces.
  struct Prepared {
    Bytes row;
    bool together = false;  // RowMutations: a region action of its own
    std::vector<hbase::pb::Action> actions;
    std::vector<Bytes> cells;
    std::optional<Get> reread;
  };

  static Result<Prepared> Prepare(Cluster& cluster, const Action& action);
  // An error: the answer as a whole cannot be used.
  Status TakeAnswer(const RpcAnswer& answer, const std::vector<Group>& groups);
  void FailAll(const Group& group, const Status& error);
  void Failed(size_t place, const RegionLocationPtr& region, const Status& error);
  void Note(size_t place, const Status& error);

  Cluster& cluster_;
  const TableName table_;
  const CallOptions options_;
  Attempts attempts_;
  std::vector<Prepared> prepared_;
  std::vector<std::optional<Result<RowResult>>> outcomes_;
  std::vector<size_t> waiting_;
  std::vector<size_t> again_;
  Status last_error_;
};

// How many of the first actions fit into one run: servers refuse requests above a size.
size_t RunLength(std::span<const Action> actions);

}  // namespace basalt::client
