#include "basalt/status.h"

#include <cstdio>

namespace basalt {
inline namespace v1 {

std::string_view StatusCodeName(StatusCode code) {
  switch (code) {
    case StatusCode::kOk: return "OK";
    case StatusCode::kInvalidArgument: return "INVALID_ARGUMENT";
    case StatusCode::kDoNotRetry: return "DO_NOT_RETRY";
    case StatusCode::kNoSuchColumnFamily: return "NO_SUCH_COLUMN_FAMILY";
    case StatusCode::kFailedSanityCheck: return "FAILED_SANITY_CHECK";
    case StatusCode::kTableExists: return "TABLE_EXISTS";
    case StatusCode::kTableNotFound: return "TABLE_NOT_FOUND";
    case StatusCode::kTableNotEnabled: return "TABLE_NOT_ENABLED";
    case StatusCode::kTableNotDisabled: return "TABLE_NOT_DISABLED";
    case StatusCode::kInvalidFamilyOperation: return "INVALID_FAMILY_OPERATION";
    case StatusCode::kNamespaceExists: return "NAMESPACE_EXISTS";
    case StatusCode::kNamespaceNotFound: return "NAMESPACE_NOT_FOUND";
    case StatusCode::kConstraint: return "CONSTRAINT";
    case StatusCode::kRowTooBig: return "ROW_TOO_BIG";
    case StatusCode::kNotServingRegion: return "NOT_SERVING_REGION";
    case StatusCode::kWrongRegion: return "WRONG_REGION";
    case StatusCode::kUnknownRegion: return "UNKNOWN_REGION";
    case StatusCode::kRegionState: return "REGION_STATE";
    case StatusCode::kMergeRegion: return "MERGE_REGION";
    case StatusCode::kUnknownScanner: return "UNKNOWN_SCANNER";
    case StatusCode::kScannerReset: return "SCANNER_RESET";
    case StatusCode::kOutOfOrderScannerNext: return "OUT_OF_ORDER_SCANNER_NEXT";
    case StatusCode::kUnknownProtocol: return "UNKNOWN_PROTOCOL";
    case StatusCode::kResultTooLarge: return "RESULT_TOO_LARGE";
    case StatusCode::kCallQueueTooBig: return "CALL_QUEUE_TOO_BIG";
    case StatusCode::kRequestTooBig: return "REQUEST_TOO_BIG";
    case StatusCode::kSnapshotExists: return "SNAPSHOT_EXISTS";
    case StatusCode::kSnapshotNotFound: return "SNAPSHOT_NOT_FOUND";
    case StatusCode::kSnapshotCreation: return "SNAPSHOT_CREATION";
    case StatusCode::kUnknownSnapshot: return "UNKNOWN_SNAPSHOT";
    case StatusCode::kSnapshotExpired: return "SNAPSHOT_EXPIRED";
    case StatusCode::kSnapshotRestore: return "SNAPSHOT_RESTORE";
    case StatusCode::kPeerNotFound: return "PEER_NOT_FOUND";
    case StatusCode::kTimedOut: return "TIMED_OUT";
    case StatusCode::kRegionTooBusy: return "REGION_TOO_BUSY";
    case StatusCode::kAccessDenied: return "ACCESS_DENIED";
    case StatusCode::kNotSupported: return "NOT_SUPPORTED";
    case StatusCode::kIoError: return "IO_ERROR";
    case StatusCode::kNoSpace: return "NO_SPACE";
    case StatusCode::kSpaceLimit: return "SPACE_LIMIT";
    case StatusCode::kThrottled: return "THROTTLED";
    case StatusCode::kQuotaExceeded: return "QUOTA_EXCEEDED";
    case StatusCode::kCorruption: return "CORRUPTION";
    case StatusCode::kLocked: return "LOCKED";
    case StatusCode::kNewerFormat: return "NEWER_FORMAT";
    case StatusCode::kCancelled: return "CANCELLED";
    case StatusCode::kInternal: return "INTERNAL";
  }
  return "UNKNOWN";
}

Status::Status(StatusCode code, std::string message) {
  if (code != StatusCode::kOk) rep_ = std::make_unique<Rep>(Rep{code, std::move(message)});
}

Status::Status(const Status& other) {
  if (other.rep_) rep_ = std::make_unique<Rep>(*other.rep_);
}

Status& Status::operator=(const Status& other) {
  if (this != &other) rep_ = other.rep_ ? std::make_unique<Rep>(*other.rep_) : nullptr;
  return *this;
}

const std::string& Status::message() const {
  static const std::string empty;
  return rep_ ? rep_->message : empty;
}

std::string Status::ToString() const {
  if (ok()) return "OK";
  return std::string(StatusCodeName(code())) + ": " + message();
}

Status Status::WithContext(std::string_view context) const {
  if (ok()) return {};
  return {code(), std::string(context) + ": " + message()};
}

namespace internal {

void DieOnBadResultAccess(const Status& status) {
  std::fprintf(stderr, "basalt: value() of a Result that holds an error: %s\n",
               status.ToString().c_str());
  std::abort();
}

Status OkWithoutValue() {
  return {StatusCode::kInternal, "a Result was made of an OK status, without a value"};
}

}  // namespace internal
}  // namespace v1
}  // namespace basalt
