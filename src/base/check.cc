#include "base/check.h"

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <string>

namespace basalt::base {
namespace {

std::atomic<CheckHook> check_hook = nullptr;

// "store/row_writer.cc" of a path in the source tree or in the build's directory of rooms.
std::string_view PathInTree(std::string_view path) {
  if (const size_t at = path.rfind("/src/"); at != path.npos) return path.substr(at + 5);
  if (const size_t at = path.rfind("/rooms/"); at != path.npos) {
    const std::string_view rest = path.substr(at + 7);
    return rest.substr(rest.find('/') + 1);
  }
  return path;
}

}  // namespace

void SetCheckHook(CheckHook hook) { check_hook = hook; }

void CheckFailed(const char* file, int line, const char* condition, const char* sentence) {
  std::string message(PathInTree(file));
  message += ':';
  message += std::to_string(line);
  message += ": check failed: ";
  message += condition;
  message += ": ";
  message += sentence;
  std::fprintf(stderr, "basalt: %s\n", message.c_str());
  std::fflush(stderr);
  if (const CheckHook hook = check_hook.exchange(nullptr)) hook(message);
  std::abort();
}

}  // namespace basalt::base
