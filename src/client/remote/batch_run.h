// BatchRun: a batch on its way to the servers, in rounds: what still waits goes out by server and
// region, all servers at once, and what may work the next time waits on. The caller does the
// waiting: one round is Plan, a call for each of its parts, and as many times Take. One thread at
// a time.
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
  // The actions of one region action, by their places in the batch.
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

  // Begins a round. Looks regions up, which may take calls of its own.
  std::vector<Part> Plan();
  void Fill(const Part& part, hbase::pb::MultiRequest& request, Bytes& cells) const;
  void Take(const Part& part, const Result<RpcAnswer>& answer);
  // Ends a round: when the next may begin; nullopt when there is none.
  std::optional<Deadline> End();
  const RpcContext& context() const { return attempts_.context(); }

  // After the last round. May take calls of its own, to read what lost answers have said.
  std::vector<Result<RowResult>> Outcomes();

 private:
  // One action as it travels; made once, so that a retry has the same nonces.
  struct Prepared {
    Bytes row;
    bool together = false;  // RowMutations: a region action of its own
    std::vector<hbase::pb::Action> actions;
    std::vector<Bytes> cells;
    std::optional<Get> reread;
  };

  static Result<Prepared> Prepare(Cluster& cluster, const Action& action);
  // An error: the answer as a whole is of no use.
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

// How many of the first actions go into one run: servers refuse messages that are too long.
size_t RunLength(std::span<const Action> actions);

}  // namespace basalt::client
