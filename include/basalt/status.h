// Status: the outcome of an operation. Result<T>: a T, or the Status that says why there is none.
// Both are values; a Result never holds an OK status without a T. Different threads may use
// different objects; one object is not synchronised.
//
// An OK Status is one null pointer; an error carries a code for programs (basalt/status_code.h) and
// a message for people. Where HBase has the error, the message is HBase's.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "basalt/export.h"
#include "basalt/status_code.h"

namespace basalt {
inline namespace v1 {

class [[nodiscard]] BASALT_EXPORT Status {
 public:
  // OK, without an allocation.
  Status() = default;
  // An error with a message for people. With kOk the Status is OK and the message is dropped.
  Status(StatusCode code, std::string message);
  // A copy has its own code and message. A Status that was moved from is OK.
  Status(const Status& other);
  Status& operator=(const Status& other);
  Status(Status&&) noexcept = default;
  Status& operator=(Status&&) noexcept = default;
  ~Status() = default;

  // The same as Status(), for a return statement that reads better with a name.
  static Status Ok() { return {}; }
  // kInvalidArgument, the code of malformed input.
  static Status InvalidArgument(std::string message) {
    return {StatusCode::kInvalidArgument, std::move(message)};
  }

  // Whether the operation succeeded.
  bool ok() const { return rep_ == nullptr; }
  // The reason of the failure; kOk when ok().
  StatusCode code() const { return rep_ ? rep_->code : StatusCode::kOk; }
  // Text for people, empty when ok(). Valid until this Status is assigned to or destroyed.
  const std::string& message() const;
  // "OK", or "CODE_NAME: message".
  std::string ToString() const;

  // The same error with "context: " before its message. An OK Status stays OK.
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

// A T, or the error that says why there is none. A value that owns its T; move-only when T is.
//
//   auto row = table->Get(get);
//   if (!row.ok()) return row.status();
//   Use(*row);
template <typename T>
class [[nodiscard]] BASALT_EXPORT Result {
 public:
  // Both implicit, so that `return value;` and `return Status(...);` read as they should.
  Result(T value) : state_(std::move(value)) {}  // NOLINT(google-explicit-constructor)
  // A Result is a value or an error, so an OK status is a mistake of the caller: it becomes
  // kInternal.
  Result(Status status)  // NOLINT(google-explicit-constructor)
      : state_(status.ok() ? internal::OkWithoutValue() : std::move(status)) {}

  // Whether there is a value.
  bool ok() const { return std::holds_alternative<T>(state_); }
  // A copy of the error; OK when there is a value.
  Status status() const { return ok() ? Status() : std::get<Status>(state_); }

  // REQUIRES: ok(). Ends the process with the error's text otherwise. The reference is valid until
  // this Result is assigned to or destroyed.
  T& value() & {
    Check();
    return std::get<T>(state_);
  }
  // The same for a Result that must not change.
  const T& value() const& {
    Check();
    return std::get<T>(state_);
  }
  // The same for a temporary: the value can be moved out.
  T&& value() && {
    Check();
    return std::get<T>(std::move(state_));
  }
  // Short for value(), with the same requirement and lifetime.
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
