// StatusCode: why an operation failed, for programs. HBase's exceptions by name, and a few codes of
// a directory.
#pragma once

#include <cstdint>
#include <string_view>

#include "basalt/export.h"

namespace basalt {
inline namespace v1 {

// One code per reaction a caller may have. The comment names HBase's exception where it has one.
// Later versions may add codes, so a switch needs a default; what is stored or sent should be the
// name (StatusCodeName).
enum class StatusCode : uint8_t {
  kOk = 0,                  // success; the only code of a Status that is ok()
  kInvalidArgument,         // IllegalArgumentException
  kDoNotRetry,              // DoNotRetryIOException
  kNoSuchColumnFamily,      // NoSuchColumnFamilyException
  kFailedSanityCheck,       // FailedSanityCheckException
  kTableExists,             // TableExistsException
  kTableNotFound,           // TableNotFoundException
  kTableNotEnabled,         // TableNotEnabledException
  kTableNotDisabled,        // TableNotDisabledException
  kInvalidFamilyOperation,  // InvalidFamilyOperationException
  kNamespaceExists,         // NamespaceExistException
  kNamespaceNotFound,       // NamespaceNotFoundException
  kConstraint,              // ConstraintException
  kRowTooBig,               // RowTooBigException
  kNotServingRegion,        // NotServingRegionException: look the region up again
  kWrongRegion,             // WrongRegionException: the row is not in the region
  kUnknownRegion,           // UnknownRegionException
  kRegionState,             // DoNotRetryRegionException: the region's state does not allow it
  kMergeRegion,             // MergeRegionException
  kUnknownScanner,          // UnknownScannerException
  kScannerReset,            // ScannerResetException: open it again
  kOutOfOrderScannerNext,   // OutOfOrderScannerNextException
  kUnknownProtocol,         // UnknownProtocolException
  kResultTooLarge,          // MultiActionResultTooLarge: ask for the rest again
  kCallQueueTooBig,         // CallQueueTooBigException: the call queue is full; try again later
  kRequestTooBig,           // RequestTooBigException
  kSnapshotExists,          // SnapshotExistsException
  kSnapshotNotFound,        // SnapshotDoesNotExistException
  kSnapshotCreation,        // SnapshotCreationException
  kUnknownSnapshot,         // UnknownSnapshotException
  kSnapshotExpired,         // SnapshotTTLExpiredException
  kSnapshotRestore,         // RestoreSnapshotException
  kPeerNotFound,            // ReplicationPeerNotFoundException
  kTimedOut,                // CallTimeoutException: the deadline of the call has passed
  kRegionTooBusy,           // RegionTooBusyException
  kAccessDenied,            // AccessDeniedException: the server's settings do not allow the call
  kNotSupported,            // UnsupportedOperationException
  kIoError,                 // IOException: the operating system refused or failed
  kNoSpace,                 // IOException: the disk is full; works again when there is room
  kSpaceLimit,              // SpaceLimitingException: a space quota, or a disk that is nearly full
  kThrottled,               // RpcThrottlingException: a quota is used up; the message says how long
  kQuotaExceeded,           // QuotaExceededException: a namespace has as much as it may have
  kCorruption,              // data on disk is not what was written
  kLocked,                  // the directory is open in another process
  kNewerFormat,             // the directory was written by a newer Basalt
  kCancelled,               // cancelled by the caller, or the scanner or store was closed
  kInternal,                // a broken invariant; a bug
};

// The code in upper case, such as "TABLE_NOT_FOUND", for logs and JSON. Static text.
BASALT_EXPORT std::string_view StatusCodeName(StatusCode code);

}  // namespace v1
}  // namespace basalt
