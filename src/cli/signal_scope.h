// SignalScope: installs a signal handler and restores the previous one at the end. One thread.
#pragma once

#include <csignal>
#include <initializer_list>
#include <utility>
#include <vector>

namespace basalt::cli {

class SignalScope {
 public:
  using Handler = void (*)(int);

  SignalScope(std::initializer_list<int> signals, Handler handler) {
    for (const int signal : signals) before_.emplace_back(signal, std::signal(signal, handler));
  }
  SignalScope(const SignalScope&) = delete;
  SignalScope& operator=(const SignalScope&) = delete;
  ~SignalScope() {
    for (const auto& [signal, handler] : before_) std::signal(signal, handler);
  }

 private:
  std::vector<std::pair<int, Handler>> before_;
};

}  // namespace basalt::cli
