// The numbers of ZooKeeper's protocol: operations, errors, events, and the ids of messages that
// answer no numbered request. Values only.
#pragma once

#include <cstddef>
#include <cstdint>

namespace basalt::wire::zookeeper {

// RequestHeader.type.
enum class OpCode : int32_t {
  kCreate = 1,
  kDelete = 2,
  kExists = 3,
  kGetData = 4,
  kSetData = 5,
  kGetAcl = 6,
  kSetAcl = 7,
  kGetChildren = 8,
  kSync = 9,
  kPing = 11,
  kGetChildren2 = 12,
  kCheck = 13,
  kMulti = 14,
  kCreate2 = 15,
  kReconfig = 16,
  kCheckWatches = 17,
  kRemoveWatches = 18,
  kCreateContainer = 19,
  kDeleteContainer = 20,
  kCreateTtl = 21,
  kMultiRead = 22,
  kAuth = 100,
  kSetWatches = 101,
  kSasl = 102,
  kGetEphemerals = 103,
  kGetAllChildrenNumber = 104,
  kSetWatches2 = 105,
  kAddWatch = 106,
  kWhoAmI = 107,
  kCloseSession = -11,
  kError = -1,  // in the results of a multi only
};

// ReplyHeader.err.
enum class ErrorCode : int32_t {
  kOk = 0,
  kSystemError = -1,
  kRuntimeInconsistency = -2,
  kMarshallingError = -5,
  kUnimplemented = -6,
  kBadArguments = -8,
  kNoNode = -101,
  kNoAuth = -102,
  kBadVersion = -103,
  kAuthFailed = -115,
  kNoWatcher = -121,
};

// WatcherEvent.type.
enum class EventType : int32_t {
  kNodeCreated = 1,
  kNodeDeleted = 2,
  kNodeDataChanged = 3,
  kNodeChildrenChanged = 4,
};

// WatcherEvent.state: the only one a server sends with a node's event.
inline constexpr int32_t kStateSyncConnected = 3;

// ReplyHeader.xid of an event. Pings, auth packets and setWatches come with -2, -4 and -8; a reply
// repeats the request's xid.
inline constexpr int32_t kNotificationXid = -1;

// AddWatchRequest.mode.
inline constexpr int32_t kWatchPersistent = 0;
inline constexpr int32_t kWatchPersistentRecursive = 1;

// The type in CheckWatches and RemoveWatches.
enum class WatcherType : int32_t {
  kChildren = 1,
  kData = 2,
  kAny = 3,
  kPersistent = 4,
  kPersistentRecursive = 5
};

// ACL.perms: READ, the only one the façade grants.
inline constexpr int32_t kPermissionRead = 1;

inline constexpr size_t kSessionPasswordSize = 16;

}  // namespace basalt::wire::zookeeper
