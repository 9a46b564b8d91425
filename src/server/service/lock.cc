// LockService: locks on tables and namespaces that clients hold. Not offered.
#include "hbase/procedure.pb.h"
#include "server/service/master_context.h"
#include "server/service/master_verbs.h"

namespace basalt::server {
namespace {

namespace pb = hbase::pb;

Status LockHeartbeat(Control&, const Call&, const pb::LockHeartbeatRequest&,
                     pb::LockHeartbeatResponse& response) {
  response.set_lock_status(pb::LockHeartbeatResponse::UNLOCKED);  // nobody holds one
  return {};
}

}  // namespace

void RegisterLockVerbs(VerbTable& verbs, const std::shared_ptr<Control>& control) {
  Registrar locks(verbs, "LockService", control);
  locks.Add("LockHeartbeat", Lane::kInline, LockHeartbeat);
  locks.Refuse({"RequestLock"});
}

}  // namespace basalt::server
