// RowCall: one call to the region of one row, ready to be sent. It is made once, so that a retry is
// the same message, with the same nonce. A value, used by one thread at a time.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <google/protobuf/message_lite.h>

#include "basalt/query.h"
#include "basalt/table.h"
#include "client/remote/cluster.h"

namespace basalt::client {

struct RowCall {
  Bytes row;
  std::string method;
  std::unique_ptr<google::protobuf::MessageLite> request;
  hbase::pb::RegionSpecifier* region = nullptr;  // in the request
  Bytes cells;
  // Of a Get, `result` only.
  std::function<Result<CheckAndMutateResult>(const RpcAnswer&)> parse;
  // For an increment or append: a Get of its columns. An HBase that has recovered the nonce from
  // the log recognises the retry but answers without cells; then they are read with this.
  std::optional<Get> reread;
};

// These fail, before anything is sent, on a malformed request.
Result<RowCall> PrepareGet(const Get& get);
// `check` may be null.
Result<RowCall> PrepareMutation(Cluster& cluster, const Mutation& mutation,
                                const CheckAndMutate* check);
// Several mutations of one row, as one atomic request.
Result<RowCall> PrepareTogether(Cluster& cluster, BytesView row,
                                const std::vector<Mutation>& mutations,
                                const CheckAndMutate* check);
Result<RowCall> PrepareCheck(Cluster& cluster, const CheckAndMutate& check);

// Whether the answer to a call that was sent more than once lacks the cells, so that `reread` is
// needed.
bool NeedsReread(const std::optional<Get>& reread, int failures, const RowResult& result);
// The cells that an increment or append returns; nullopt when it returns none.
std::optional<Get> RereadOf(const Mutation& mutation);
// Adds a nonce to a mutation that must not be applied twice.
void FillNonce(Cluster& cluster, const Mutation& mutation, hbase::pb::MutationProto& message);

// Sends the call until it succeeds, the error is final or the deadline has passed.
Result<CheckAndMutateResult> RunRowCall(Cluster& cluster, const TableName& table, RowCall call,
                                        const CallOptions& options);
// Prepares and sends a Get.
Result<RowResult> GetRow(Cluster& cluster, const TableName& table, const Get& get,
                         const CallOptions& options);

}  // namespace basalt::client
