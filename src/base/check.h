// Checks of what the code relies on. A failed check is a bug of the program, never of its input:
// what a user or a peer can get wrong is answered with a Status.
//
//   BASALT_CHECK(condition, "sentence")    in every build
//   BASALT_DCHECK(condition, "sentence")   in development and test builds only; elsewhere the
//                                          condition is compiled, but not evaluated
//
// A failed check prints file, line, condition and sentence to stderr and aborts the process.
#pragma once

#include <string_view>

// Development builds leave NDEBUG undefined; BASALT_DEBUG_CHECKS turns the checks on in others.
#if !defined(NDEBUG) || defined(BASALT_DEBUG_CHECKS)
#define BASALT_DEBUG_CHECKS_ON 1
#else
#define BASALT_DEBUG_CHECKS_ON 0
#endif

namespace basalt::base {

inline constexpr bool kDebugChecks = BASALT_DEBUG_CHECKS_ON != 0;

// Called with the message before the process aborts, on the thread that failed: a program's log. A
// check that fails inside of the hook does not call it again.
using CheckHook = void (*)(std::string_view message);
// nullptr: none. Thread safe.
void SetCheckHook(CheckHook hook);

[[noreturn]] void CheckFailed(const char* file, int line, const char* condition,
                              const char* sentence);

}  // namespace basalt::base

#define BASALT_CHECK(condition, sentence)               \
  (__builtin_expect(static_cast<bool>(condition), true) \
       ? static_cast<void>(0)                           \
       : ::basalt::base::CheckFailed(__FILE__, __LINE__, #condition, sentence))

#if BASALT_DEBUG_CHECKS_ON
#define BASALT_DCHECK(condition, sentence) BASALT_CHECK(condition, sentence)
#else
#define BASALT_DCHECK(condition, sentence) static_cast<void>(true || static_cast<bool>(condition))
#endif
