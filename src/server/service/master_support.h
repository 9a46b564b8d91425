// Checks and work that several families of verbs need. Thread safe; functions only.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "basalt/bytes.h"
#include "basalt/descriptor.h"
#include "basalt/status.h"
#include "catalog/procedure_journal.h"
#include "catalog/table_entry.h"
#include "filter/name_pattern.h"
#include "hbase/procedure.pb.h"
#include "hbase/snapshot.pb.h"
#include "server/server_context.h"

namespace basalt::server {

// How long HBase tells clients to wait at most for a procedure or a snapshot.
inline constexpr int64_t kExpectedTimeoutMs = 300'000;

// The class of one of HBase's procedures, by its last word: how clients know a procedure.
std::string ProcedureName(std::string_view word);

// When the caller of a change learns what is wrong with it. HBase answers some calls after their
// checks, and others with an id whose outcome tells.
enum class Errors : uint8_t { kAtOnce, kAsOutcome };

// The outcome of a procedure that has ended; good while it runs.
Status OutcomeOf(const ServerContext& context, uint64_t procedure);

// Runs the work as a procedure. `name`: that of HBase's class.
template <typename Request, typename Response>
Status Submit(ServerContext& context, const std::string& name, const Request& request,
              Response& response, Errors errors,
              const std::function<Status(catalog::Procedure&)>& work) {
  const uint64_t id = context.procedures().Run(name, request.nonce_group(), request.nonce(), work);
  response.set_proc_id(id);
  return errors == Errors::kAtOnce ? OutcomeOf(context, id) : Status();
}

// Stops the server for a client, if server.allow_stop_by_rpc lets clients do that; kAccessDenied.
Status StopByRpc(ServerContext& context, const Call& call, const std::string& reason);

// A procedure as clients list it.
void FillProcedure(uint64_t id, const catalog::ProcedureJournal::Entry& entry,
                   hbase::pb::Procedure& procedure);

// Takes a snapshot as a client describes it, and returns when it is taken.
Status TakeSnapshot(ServerContext& context, const Call& call,
                    const hbase::pb::SnapshotDescription& snapshot);
// False while it is being taken. kUnknownSnapshot.
Result<bool> IsSnapshotTaken(const ServerContext& context,
                             const hbase::pb::SnapshotDescription& snapshot);

// HBase's "tableName=t, state=ENABLED".
std::string StateText(const TableName& name, bool enabled);

// kTableNotFound, kTableNotEnabled.
Result<std::shared_ptr<catalog::TableEntry>> FindEnabledTable(const ServerContext& context,
                                                              const TableName& name);

// "[a, b]": HBase's way to print a list.
std::string ListText(const std::vector<Bytes>& names);
// The error for families a table does not have; good when it has them all.
Status CheckFamilies(const TableDescriptor& table, const std::vector<Bytes>& families);

// Flushes the families, all when none is named, of an enabled table.
Status FlushWholeTable(ServerContext& context, const TableName& name,
                       const std::vector<Bytes>& families);

// Whether a table's name matches. Tables of the namespace default match by either form of it.
Result<bool> MatchesTable(filter::NamePattern& pattern, const TableName& name);

}  // namespace basalt::server
