#include "model/exceptions.h"

#include <algorithm>
#include <array>

#include "base/check.h"

namespace basalt::model {
namespace {

#define HBASE "org.apache.hadoop.hbase."

constexpr bool kGiveUp = true;
constexpr bool kRetry = false;

// When a class has several entries, the first one is the code it is mapped back to.
constexpr auto kExceptions = std::to_array<ExceptionInfo>({
    {StatusCode::kDoNotRetry, HBASE "DoNotRetryIOException", kGiveUp, false},
    {StatusCode::kInvalidArgument, HBASE "DoNotRetryIOException", kGiveUp, false},
    {StatusCode::kNotSupported, HBASE "DoNotRetryIOException", kGiveUp, false},
    {StatusCode::kAccessDenied, HBASE "security.AccessDeniedException", kGiveUp, false},
    {StatusCode::kNoSuchColumnFamily, HBASE "regionserver.NoSuchColumnFamilyException", kGiveUp,
     false},
    {StatusCode::kFailedSanityCheck, HBASE "exceptions.FailedSanityCheckException", kGiveUp, false},
    {StatusCode::kTableExists, HBASE "TableExistsException", kGiveUp, false},
    {StatusCode::kTableNotFound, HBASE "TableNotFoundException", kGiveUp, false},
    {StatusCode::kTableNotEnabled, HBASE "TableNotEnabledException", kGiveUp, false},
    {StatusCode::kTableNotDisabled, HBASE "TableNotDisabledException", kGiveUp, false},
    {StatusCode::kInvalidFamilyOperation, HBASE "InvalidFamilyOperationException", kGiveUp, false},
    {StatusCode::kNamespaceExists, HBASE "NamespaceExistException", kGiveUp, false},
    {StatusCode::kNamespaceNotFound, HBASE "NamespaceNotFoundException", kGiveUp, false},
    {StatusCode::kConstraint, HBASE "constraint.ConstraintException", kGiveUp, false},
    {StatusCode::kRowTooBig, HBASE "client.RowTooBigException", kGiveUp, false},
    {StatusCode::kNotServingRegion, HBASE "NotServingRegionException", kRetry, false},
    {StatusCode::kWrongRegion, HBASE "regionserver.WrongRegionException", kRetry, false},
    {StatusCode::kUnknownRegion, HBASE "UnknownRegionException", kGiveUp, false},
    {StatusCode::kRegionState, HBASE "client.DoNotRetryRegionException", kGiveUp, false},
    {StatusCode::kMergeRegion, HBASE "exceptions.MergeRegionException", kGiveUp, false},
    {StatusCode::kUnknownScanner, HBASE "UnknownScannerException", kGiveUp, false},
    {StatusCode::kScannerReset, HBASE "exceptions.ScannerResetException", kGiveUp, false},
    {StatusCode::kOutOfOrderScannerNext, HBASE "exceptions.OutOfOrderScannerNextException", kGiveUp,
     false},
    {StatusCode::kUnknownProtocol, HBASE "exceptions.UnknownProtocolException", kGiveUp, false},
    {StatusCode::kResultTooLarge, HBASE "MultiActionResultTooLarge", kRetry, false},
    {StatusCode::kCallQueueTooBig, HBASE "CallQueueTooBigException", kRetry, true},
    {StatusCode::kRequestTooBig, HBASE "exceptions.RequestTooBigException", kGiveUp, false},
    {StatusCode::kSnapshotExists, HBASE "snapshot.SnapshotExistsException", kGiveUp, false},
    {StatusCode::kSnapshotNotFound, HBASE "snapshot.SnapshotDoesNotExistException", kGiveUp, false},
    {StatusCode::kSnapshotCreation, HBASE "snapshot.SnapshotCreationException", kGiveUp, false},
    {StatusCode::kUnknownSnapshot, HBASE "snapshot.UnknownSnapshotException", kGiveUp, false},
    {StatusCode::kSnapshotExpired, HBASE "snapshot.SnapshotTTLExpiredException", kGiveUp, false},
    {StatusCode::kSnapshotRestore, HBASE "snapshot.RestoreSnapshotException", kGiveUp, false},
    {StatusCode::kPeerNotFound, HBASE "ReplicationPeerNotFoundException", kGiveUp, false},
    {StatusCode::kTimedOut, HBASE "exceptions.TimeoutIOException", kRetry, false},
    {StatusCode::kRegionTooBusy, HBASE "RegionTooBusyException", kRetry, false},
    {StatusCode::kIoError, "java.io.IOException", kRetry, false},
    // What HBase throws for a quota of space: clients do not try again for minutes, but say so.
    {StatusCode::kSpaceLimit, HBASE "quotas.SpaceLimitingException", kGiveUp, false},
    {StatusCode::kThrottled, HBASE "quotas.RpcThrottlingException", kRetry, false},
    {StatusCode::kQuotaExceeded, HBASE "quotas.QuotaExceededException", kGiveUp, false},
    {StatusCode::kNoSpace, HBASE "RegionTooBusyException", kRetry, false},
    {StatusCode::kCorruption, HBASE "DoNotRetryIOException", kGiveUp, false},
    {StatusCode::kLocked, "java.io.IOException", kRetry, false},
    {StatusCode::kNewerFormat, HBASE "DoNotRetryIOException", kGiveUp, false},
    {StatusCode::kCancelled, HBASE "regionserver.RegionServerStoppedException", kRetry, false},
    {StatusCode::kInternal, HBASE "DoNotRetryIOException", kGiveUp, false},
});

// Classes that only an Apache HBase throws, and the codes they are mapped to.
struct Alias {
  std::string_view class_name;
  StatusCode code;
};
constexpr auto kAliases = std::to_array<Alias>({
    {HBASE "exceptions.RegionMovedException", StatusCode::kNotServingRegion},
    {HBASE "exceptions.RegionOpeningException", StatusCode::kNotServingRegion},
    {HBASE "regionserver.RegionServerAbortedException", StatusCode::kCancelled},
    {HBASE "ipc.ServerNotRunningYetException", StatusCode::kCancelled},
    {HBASE "regionserver.LeaseException", StatusCode::kUnknownScanner},
    {HBASE "regionserver.RowTooBigException", StatusCode::kRowTooBig},
    {HBASE "CallDroppedException", StatusCode::kCallQueueTooBig},
    {HBASE "ipc.FatalConnectionException", StatusCode::kDoNotRetry},
    {HBASE "snapshot.CorruptedSnapshotException", StatusCode::kCorruption},
    {HBASE "ConcurrentTableModificationException", StatusCode::kDoNotRetry},
    {"java.lang.IllegalArgumentException", StatusCode::kInvalidArgument},
    {"java.lang.UnsupportedOperationException", StatusCode::kNotSupported},
});

#undef HBASE

}  // namespace

const ExceptionInfo& ExceptionFor(StatusCode code) {
  BASALT_DCHECK(code != StatusCode::kOk, "Success has no exception.");
  const auto found = std::ranges::find(kExceptions, code, &ExceptionInfo::code);
  return found != kExceptions.end() ? *found : kExceptions.front();
}

StatusCode CodeForException(std::string_view class_name) {
  const auto found = std::ranges::find(kExceptions, class_name, &ExceptionInfo::class_name);
  if (found != kExceptions.end()) return found->code;
  const auto alias = std::ranges::find(kAliases, class_name, &Alias::class_name);
  return alias != kAliases.end() ? alias->code : StatusCode::kIoError;
}

}  // namespace basalt::model
