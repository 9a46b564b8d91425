#include "base/failpoint.h"

#include <fcntl.h>
#include <unistd.h>

#include <atomic>
#include <charconv>
#include <csignal>
#include <cstdlib>
#include <string>

namespace basalt::base {
namespace {

// What the environment asks for; read once, at the first failpoint.
class Plan {
 public:
  Plan() {
    if (const char* log = std::getenv("BASALT_FAILPOINT_LOG")) {
      log_fd_ = ::open(log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
    }
    const char* target = std::getenv("BASALT_FAILPOINT");
    if (target == nullptr) return;
    target_ = target;
    const size_t colon = target_.rfind(':');
    if (colon == std::string::npos) return;
    int times = 1;
    const char* end = target_.data() + target_.size();
    if (std::from_chars(target_.data() + colon + 1, end, times).ptr != end) return;
    remaining_ = times;
    target_.resize(colon);
  }

  bool active() const { return log_fd_ >= 0 || !target_.empty(); }

  void Pass(std::string_view name) {
    if (log_fd_ >= 0) {
      const std::string line = std::string(name) + "\n";
      // A line that cannot be written shows as one that is missing.
      [[maybe_unused]] const ssize_t written = ::write(log_fd_, line.data(), line.size());
    }
    if (name == target_ && remaining_.fetch_sub(1) == 1) ::kill(::getpid(), SIGKILL);
  }

 private:
  int log_fd_ = -1;
  std::string target_;
  std::atomic<int> remaining_{1};
};

}  // namespace

void Failpoint(std::string_view name) {
  static Plan plan;
  if (plan.active()) plan.Pass(name);
}

}  // namespace basalt::base
