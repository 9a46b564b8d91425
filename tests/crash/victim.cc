#include "victim.h"

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>

#include <fmt/format.h>

extern char** environ;

namespace basalt::crash {
namespace {

using Clock = std::chrono::steady_clock;

// A moment that has not come by then never will: the writer is done with its journal, say.
constexpr auto kPatience = std::chrono::seconds(20);

bool AnyChangeUnderWay(const Journal& journal) {
  for (int thread = 0; thread < kMaxThreads; ++thread) {
    const Kind kind = journal.under_way(thread);
    if (IsMaintenance(kind) || IsDdl(kind)) return true;
  }
  return false;
}

// Whether the moment has come; remembers what it has seen from call to call.
class Watcher {
 public:
  Watcher(const Moment& moment, const Journal& journal, int threads)
      : moment_(moment), journal_(journal), threads_(threads), start_(Clock::now()) {}

  bool HasCome() {
    if (Clock::now() - start_ > kPatience || journal_.threads_done() >= threads_) return true;
    switch (moment_.type) {
      case Moment::Type::kEarly: return Clock::now() - start_ >= Micros(moment_.count);
      case Moment::Type::kBusy: return journal_.tickets() >= moment_.count;
      case Moment::Type::kDuring: return HasComeDuring();
      case Moment::Type::kAtIo: return false;
    }
    return true;
  }

 private:
  static std::chrono::microseconds Micros(uint64_t count) {
    return std::chrono::microseconds(static_cast<int64_t>(count));
  }
  bool HasComeDuring() {
    if (passed_ > moment_.count) return Clock::now() - seen_ >= Micros(moment_.extra_us);
    const bool under_way = AnyChangeUnderWay(journal_);
    if (under_way && !was_under_way_) {
      ++passed_;
      seen_ = Clock::now();
    }
    was_under_way_ = under_way;
    return false;
  }

  const Moment& moment_;
  const Journal& journal_;
  const int threads_;
  const Clock::time_point start_;
  Clock::time_point seen_;
  uint64_t passed_ = 0;
  bool was_under_way_ = false;
};

std::string Describe(int state) {
  if (WIFSIGNALED(state) && WTERMSIG(state) == SIGKILL) return "";
  if (WIFSIGNALED(state)) return fmt::format("the writer died by signal {}", WTERMSIG(state));
  return fmt::format("the writer ended with code {}", WEXITSTATUS(state));
}

}  // namespace

Moment Moment::Draw(Random& random) {
  Moment moment;
  switch (random.Below(10)) {
    case 0: return DrawWhileOpening(random);
    case 1:
    case 2:
    case 3: moment = {Type::kBusy, 1 + random.Skewed(12), 0}; break;
    case 4:
    case 5:
    case 6: moment = {Type::kDuring, random.Below(12), random.Skewed(13)}; break;
    default: moment = {Type::kAtIo, 1 + random.Skewed(11), 0}; break;
  }
  return moment;
}

Moment Moment::DrawWhileOpening(Random& random) {
  if (random.OneIn(2)) return {Type::kAtIo, 1 + random.Below(40), 0};
  return {Type::kEarly, random.Below(80'000), 0};
}

std::string Moment::ToString() const {
  switch (type) {
    case Type::kEarly: return fmt::format("{} us after the start", count);
    case Type::kBusy: return fmt::format("after {} tickets", count);
    case Type::kDuring:
      return fmt::format("{} us into maintenance or DDL number {}", extra_us, count + 1);
    case Type::kAtIo: return fmt::format("at change {} of a file", count);
  }
  return "?";
}

std::string RunAndKill(const std::vector<std::string>& command, const Moment& moment,
                       const Journal& journal, int threads) {
  std::vector<std::string> words = command;
  if (moment.type == Moment::Type::kAtIo)
    words.push_back(fmt::format("--die-at-io={}", moment.count));
  std::vector<char*> arguments;
  arguments.reserve(words.size() + 1);
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);

  pid_t pid = -1;
  const int error = ::posix_spawn(&pid, arguments[0], nullptr, nullptr, arguments.data(), environ);
  if (error != 0) return fmt::format("cannot start {}: {}", words[0], std::strerror(error));

  Watcher watcher(moment, journal, threads);
  int state = 0;
  while (::waitpid(pid, &state, WNOHANG) == 0) {
    if (watcher.HasCome()) {
      ::kill(pid, SIGKILL);
      while (::waitpid(pid, &state, 0) < 0 && errno == EINTR) {
      }
      break;
    }
    // Random moments need a watch that does not take the writer's processor.
    const timespec pause{0, 50'000};
    ::nanosleep(&pause, nullptr);
  }
  return Describe(state);
}

}  // namespace basalt::crash
