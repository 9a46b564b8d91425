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
  // The new cells of an increment or append. An HBase that has replayed the log knows that it has
  // done it, but answers with nothing; then this tells what is there.
  std::optional<Get> reread;
};

// Errors: what is refused before anything is sent.
Result<RowCall> PrepareGet(const Get& get);
// `check` may be null.
Result<RowCall> PrepareMutation(Cluster& cluster, const Mutation& mutation,
                                const CheckAndMutate* check);
// Several of one row, which happen together.
Result<RowCall> PrepareTogether(Cluster& cluster, BytesView row,
                                const std::vector<Mutation>& mutations,
                                const CheckAndMutate* check);
Result<RowCall> PrepareCheck(Cluster& cluster, const CheckAndMutate& check);

// Whether the answer to what was sent more than once lacks what `reread` will tell.
bool NeedsReread(const std::optional<Get>& reread, int failures, const RowResult& result);
// The cells that an increment or append returns; nullopt when it returns none.
std::optional<Get> RereadOf(const Mutation& mutation);
// Adds a nonce where a repeated mutation would count twice.
void FillNonce(Cluster& cluster, const Mutation& mutation, hbase::pb::MutationProto& message);

// Sends it until it works, the error is final or time is up.
Result<CheckAndMutateResult> RunRowCall(Cluster& cluster, const TableName& table, RowCall call,
                                        const CallOptions& options);
// A Get, prepared and sent.
Result<RowResult> GetRow(Cluster& cluster, const TableName& table, const Get& get,
                         const CallOptions& options);

}  // namespace basalt::client
