// TourSession: runs a sequence of shell commands on a directory. Each call prints the command,
// executes it through the public API and prints the result. Owns the connection; one thread.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "basalt/connection.h"
#include "cli/environment.h"

namespace basalt::cli {

// A manual clock, so that the tour can skip a minute and prints the same timestamps each time.
class TourClock final : public Clock {
 public:
  int64_t NowMs() const override { return now_ms_.load(); }
  void Advance(std::chrono::milliseconds by) { now_ms_ += by.count(); }

 private:
  std::atomic<int64_t> now_ms_{1704067200000};  // 2024-01-01, 00:00 UTC
};

class TourSession {
 public:
  // `pause` is called between chapters. `env` must outlive the session.
  TourSession(const Environment& env, std::string directory, std::function<void()> pause);

  // Connects; a second call closes and connects again.
  Status Open();

  void Chapter(std::string_view title);
  void Say(std::string_view text);

  // Later calls act on this table.
  Status Create(const TableDescriptor& table);
  Status Put(const basalt::Put& put);
  // A put that is expected to be rejected: prints the error. Fails if the put succeeds.
  Status PutRefused(const basalt::Put& put);
  Status Delete(const basalt::Delete& del);
  Status Get(const basalt::Get& get);
  Status Scan(const basalt::Scan& scan);
  Status Increment(const basalt::Increment& increment);
  Status GetCounter(std::string_view row, std::string_view family, std::string_view qualifier);
  Status Append(const basalt::Append& append);
  Status CheckAndMutate(const basalt::CheckAndMutate& check);
  Status Flush();
  Status MajorCompact();

  int64_t NowMs() const { return clock_.NowMs(); }
  void Wait(std::chrono::seconds time);

 private:
  // Prints the command and advances the clock by a second, so that timestamps differ.
  void Show(std::string_view command);

  const Environment& env_;
  std::string directory_;
  std::function<void()> pause_;
  TourClock clock_;
  int chapter_ = 0;
  std::string table_name_;
  std::unique_ptr<Connection> connection_;
  std::unique_ptr<Table> table_;  // of connection_, so declared after it
};

}  // namespace basalt::cli
