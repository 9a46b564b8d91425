// A shell on a fresh directory or at an address, for tests. Included by *_test.cc files only.
#pragma once

#include <atomic>
#include <deque>
#include <filesystem>
#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <thread>

#include <gtest/gtest.h>

#include "basalt/connection.h"
#include "shell/session.h"

namespace basalt::shell {

// A clock that advances by a second per command, as if a person typed: commands that change a
// counter more than once in a millisecond give it timestamps ahead of the clock, which a delete
// does not cover.
class SteppingClock final : public Clock {
 public:
  int64_t NowMs() const override { return now_ms_.load(); }
  void Step() { now_ms_ += 1000; }

 private:
  std::atomic<int64_t> now_ms_{1704067200000};  // 2024-01-01, 00:00 UTC
};

class TestShell {
 public:
  // `url`: empty for a temporary directory.
  explicit TestShell(SessionOptions options = {}, const std::string& url = {})
      : remote_(!url.empty()) {
    std::string name = (std::filesystem::temp_directory_path() / "basalt-shell-XXXXXX").string();
    directory_ = mkdtemp(name.data());
    ConnectionOptions connection_options;
    connection_options.clock = &clock_;
    auto connection =
        Connection::Open(url.empty() ? directory_ + "/data" : url, connection_options);
    EXPECT_TRUE(connection.ok()) << connection.status().message();
    connection_ = *std::move(connection);
    options.target = "test";
    options.read_answer = [this]() -> std::optional<std::string> {
      if (answers.empty()) return std::nullopt;
      std::string answer = answers.front();
      answers.pop_front();
      return answer;
    };
    session_ = std::make_unique<Session>(*connection_, out_, err_, std::move(options));
  }
  ~TestShell() {
    session_.reset();
    connection_.reset();
    std::filesystem::remove_all(directory_);
  }

  // The output of the line, including errors.
  std::string Run(const std::string& line) {
    const std::string out = Output(line);
    return out + err_.str();
  }
  // Without what goes to the stream for errors and hints.
  std::string Output(const std::string& line) {
    out_.str("");
    err_.str("");
    PassTime();
    last = session_->Feed(line);
    return out_.str();
  }

  Session& session() { return *session_; }
  Connection& connection() { return *connection_; }

  std::deque<std::string> answers;
  Session::Fed last = Session::Fed::kDone;

 private:
  // A server has its own clock, which must have advanced.
  void PassTime() {
    clock_.Step();
    if (!remote_) return;
    const int64_t before = Clock::System()->NowMs();
    while (Clock::System()->NowMs() < before + 2) std::this_thread::yield();
  }

  const bool remote_;
  std::string directory_;
  SteppingClock clock_;
  std::unique_ptr<Connection> connection_;
  std::ostringstream out_;
  std::ostringstream err_;
  std::unique_ptr<Session> session_;
};

}  // namespace basalt::shell
