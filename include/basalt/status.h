// Status: the outcome of an operation. Result<T>: a T, or the Status that says why there is none.
// Both are values; a Result never holds an OK status without a T.
//
// A good Status is one null pointer; an error carries a code for programs and a message for people.
// Messages that HBase's users know are HBase's own.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "basalt/export.h"

namespace basalt {
inline namespace v1 {

// One code per reaction a caller may have. The comment names HBase's exception where it has one.
enum class StatusCode : uint8_t {
  kOk = 0,
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
  kCallQueueTooBig,         // CallQueueTooBigException: too much work waiting; try again later
  kRequestTooBig,           // RequestTooBigException
  kSnapshotExists,          // SnapshotExistsException
  kSnapshotNotFound,        // SnapshotDoesNotExistException
  kSnapshotCreation,        // SnapshotCreationException
  kUnknownSnapshot,         // UnknownSnapshotException
  kSnapshotExpired,         // SnapshotTTLExpiredException
  kTimedOut,                // CallTimeoutException: the caller no longer waits
  kRegionTooBusy,           // RegionTooBusyException
  kAccessDenied,            // AccessDeniedException: the server's settings do not allow the call
  kNotSupported,            // UnsupportedOperationException
  kIoError,                 // IOException: the operating system refused or failed
  kNoSpace,                 // IOException: no space left for data; works again when there is room
  kSpaceLimit,              // SpaceLimitingException: the disk is nearly full; writes are refused
  kCorruption,              // data on disk is not what was written
  kLocked,                  // the directory is open in another process
  kNewerFormat,             // the directory was written by a newer Basalt
  kCancelled,               // the scanner or store was closed under the operation
  kInternal,                // a broken invariant; a bug
};

// "TABLE_NOT_FOUND" and so on, for logs and JSON.
BASALT_EXPORT std::string_view StatusCodeName(StatusCode code);

class [[nodiscard]] BASALT_EXPORT Status {
 public:
  Status() = default;
  Status(StatusCode code, std::string message);
  Status(const Status& other);
  Status& operator=(const Status& other);
  Status(Status&&) noexcept = default;
  Status& operator=(Status&&) noexcept = default;
  ~Status() = default;

  static Status Ok() { return {}; }
  // The code that most refusals of a user's input have.
  static Status InvalidArgument(std::string message) {
    return {StatusCode::kInvalidArgument, std::move(message)};
  }

  bool ok() const { return rep_ == nullptr; }
  StatusCode code() const { return rep_ ? rep_->code : StatusCode::kOk; }
  // Empty when ok.
  const std::string& message() const;
  // "OK", or "CODE_NAME: message".
  std::string ToString() const;

  // The same error with "context: " before its message. A good Status stays good.
  Status WithContext(std::string_view context) const;

 private:
  struct Rep {
    StatusCode code;
    std::string message;
  };
  std::unique_ptr<Rep> rep_;
};

namespace internal {
BASALT_EXPORT [[noreturn]] void DieOnBadResultAccess(const Status& status);
// The kInternal error in place of an OK status that came without a value.
BASALT_EXPORT Status OkWithoutValue();
}  // namespace internal

template <typename T>
class [[nodiscard]] BASALT_EXPORT Result {
 public:
  // Both implicit, so that `return value;` and `return Status(...);` read as they should.
  Result(T value) : state_(std::move(value)) {}  // NOLINT(google-explicit-constructor)
  // A Result is a value or an error, so an OK status is a mistake of the caller: it becomes
  // kInternal.
  Result(Status status)  // NOLINT(google-explicit-constructor)
      : state_(status.ok() ? internal::OkWithoutValue() : std::move(status)) {}

  bool ok() const { return std::holds_alternative<T>(state_); }
  Status status() const { return ok() ? Status() : std::get<Status>(state_); }

  // REQUIRES: ok(). Ends the process with the error's text otherwise.
  T& value() & {
    Check();
    return std::get<T>(state_);
  }
  const T& value() const& {
    Check();
    return std::get<T>(state_);
  }
  T&& value() && {
    Check();
    return std::get<T>(std::move(state_));
  }
  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }
  T&& operator*() && { return std::move(*this).value(); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }

 private:
  void Check() const {
    if (!ok()) internal::DieOnBadResultAccess(std::get<Status>(state_));
  }

  std::variant<T, Status> state_;
};

}  // namespace v1
}  // namespace basalt

// Returns from the enclosing function when `expr` (a Status) is an error.
#define BASALT_RETURN_IF_ERROR(expr)                                      \
  do {                                                                    \
    if (::basalt::Status basalt_status_ = (expr); !basalt_status_.ok()) { \
      return basalt_status_;                                              \
    }                                                                     \
  } while (false)

#define BASALT_CONCAT_INNER_(a, b) a##b
#define BASALT_CONCAT_(a, b) BASALT_CONCAT_INNER_(a, b)

// BASALT_ASSIGN_OR_RETURN(auto x, F()): x gets F()'s value, or the function returns its error.
#define BASALT_ASSIGN_OR_RETURN(lhs, expr) \
  BASALT_ASSIGN_OR_RETURN_IMPL_(BASALT_CONCAT_(basalt_result_, __LINE__), lhs, expr)
#define BASALT_ASSIGN_OR_RETURN_IMPL_(result, lhs, expr) \
  auto result = (expr);                                  \
  if (!result.ok()) return result.status();              \
  lhs = std::move(result).value()
