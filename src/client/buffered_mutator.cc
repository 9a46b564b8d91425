#include "basalt/buffered_mutator.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <utility>

#include <fmt/format.h>

#include "base/call_limits.h"
#include "base/limits_watch.h"
#include "client/action_bytes.h"
#include "model/mutation_check.h"

namespace basalt {
inline namespace v1 {
namespace {

using SteadyTime = std::chrono::steady_clock::time_point;

class Mutator : public BufferedMutator {
 public:
  Mutator(std::unique_ptr<Table> table, BufferedMutatorOptions options)
      : options_(std::move(options)), table_(std::move(table)), writer_([this] { Write(); }) {}
  ~Mutator() override {
    (void)Close({});  // as the header says
    writer_.join();
  }

  Status Mutate(Action mutation, const CallOptions& options) override {
    const base::CallLimits limits(options);
    if (std::holds_alternative<Get>(mutation)) {
      return {StatusCode::kInvalidArgument, "a Get is not a mutation"};
    }
    BASALT_RETURN_IF_ERROR(model::CheckAction(mutation));
    const size_t bytes = client::ActionBytes(mutation);
    std::unique_lock lock(mutex_);
    const auto fits = [&] {
      const uint64_t held = waiting_bytes_ + writing_bytes_;
      // A mutation that is larger than the limit is buffered alone.
      return closed_ || held == 0 || held + bytes <= options_.limit_bytes;
    };
    if (std::this_thread::get_id() != writer_.get_id()) {
      BASALT_RETURN_IF_ERROR(WaitFor(lock, limits, [&] {
        if (fits()) return true;
        // Writes now what would otherwise linger in the buffer, as it makes room.
        AskFor(given_);
        return false;
      }));
    }
    if (closed_) return {StatusCode::kDoNotRetry, "the buffered mutator is closed"};
    Status earlier = std::exchange(error_, Status());
    if (waiting_.empty()) oldest_ = std::chrono::steady_clock::now();
    waiting_.push_back(std::move(mutation));
    waiting_bytes_ += bytes;
    ++given_;
    // Wakes the writer for a full buffer, and for the first mutation, whose linger begins.
    if (waiting_bytes_ >= options_.buffer_bytes || waiting_.size() == 1) changed_.notify_all();
    return earlier;
  }

  Status Flush(const CallOptions& options) override {
    const base::CallLimits limits(options);
    std::unique_lock lock(mutex_);
    const uint64_t until = given_;
    AskFor(until);
    BASALT_RETURN_IF_ERROR(WaitFor(lock, limits, [&] { return written_ >= until; }));
    return std::exchange(error_, Status());
  }

  Status Close(const CallOptions& options) override {
    {
      const std::lock_guard lock(mutex_);
      closed_ = true;
      changed_.notify_all();
    }
    return Flush(options);
  }

 private:
  // Waits, with mutex_, until `done` or until the call has to end.
  template <typename Done>
  Status WaitFor(std::unique_lock<std::mutex>& lock, const base::CallLimits& limits, Done done) {
    if (limits.unlimited()) {
      changed_.wait(lock, done);
      return {};
    }
    while (!done()) {
      BASALT_RETURN_IF_ERROR(limits.Check());
      // The watch begins and ends without the lock, which its function takes.
      lock.unlock();
      {
        const base::LimitsWatch watch(limits, [this] {
          const std::lock_guard guard(mutex_);
          changed_.notify_all();
        });
        lock.lock();
        changed_.wait(lock, [&] { return done() || !limits.Check().ok(); });
        lock.unlock();
      }
      lock.lock();
    }
    return {};
  }

  // Makes the writer write the first `count` mutations soon. REQUIRES: mutex_ is held.
  void AskFor(uint64_t count) {
    if (count <= flush_until_) return;
    flush_until_ = count;
    changed_.notify_all();
  }
  // Whether the buffer should be written now. REQUIRES: mutex_ is held.
  bool Due() const {
    if (waiting_.empty()) return false;
    if (closed_ || flush_until_ > written_ || waiting_bytes_ >= options_.buffer_bytes) return true;
    return options_.flush_interval_ms > 0 && std::chrono::steady_clock::now() >= LingerEnd();
  }
  SteadyTime LingerEnd() const {
    return oldest_ + std::chrono::milliseconds(options_.flush_interval_ms);
  }

  void Write() {
    std::unique_lock lock(mutex_);
    for (;;) {
      while (!Due()) {
        if (closed_) return;
        if (waiting_.empty() || options_.flush_interval_ms <= 0) {
          changed_.wait(lock);
        } else {
          changed_.wait_until(lock, LingerEnd());
        }
      }
      std::vector<Action> writing;
      writing.swap(waiting_);
      writing_bytes_ = std::exchange(waiting_bytes_, 0);
      lock.unlock();
      Status error = WriteAll(writing);
      lock.lock();
      if (error_.ok()) error_ = std::move(error);
      writing_bytes_ = 0;
      written_ += writing.size();
      changed_.notify_all();
    }
  }

  // Writes one batch. Returns the error that the callback was not told of, since there is none.
  Status WriteAll(std::vector<Action>& actions) {
    const std::vector<Result<RowResult>> outcomes = table_->Batch(actions, options_.call);
    std::vector<FailedMutation> failed;
    for (size_t i = 0; i < actions.size(); ++i) {
      if (outcomes[i].ok()) continue;
      failed.push_back({std::move(actions[i]), outcomes[i].status()});
    }
    if (failed.empty()) return {};
    if (options_.on_error) {
      options_.on_error(std::move(failed));
      return {};
    }
    const Status& first = failed.front().error;
    return first.WithContext(
        fmt::format("{} of {} mutations failed, the first", failed.size(), actions.size()));
  }

  const BufferedMutatorOptions options_;
  const std::unique_ptr<Table> table_;
  std::mutex mutex_;  // guards what follows, except for the thread
  std::condition_variable changed_;
  std::vector<Action> waiting_;
  SteadyTime oldest_;  // when the first of them was buffered
  uint64_t waiting_bytes_ = 0;
  uint64_t writing_bytes_ = 0;
  uint64_t given_ = 0;        // mutations that were taken
  uint64_t written_ = 0;      // those of them that were written or have failed
  uint64_t flush_until_ = 0;  // how many a Flush, or a full buffer, waits for
  Status error_;
  bool closed_ = false;
  std::thread writer_;
};

}  // namespace

Result<std::unique_ptr<BufferedMutator>> BufferedMutator::Open(Connection& connection,
                                                               const TableName& name,
                                                               BufferedMutatorOptions options,
                                                               const CallOptions& call) {
  BASALT_ASSIGN_OR_RETURN(auto table, connection.GetTable(name, call));
  return std::unique_ptr<BufferedMutator>(
      std::make_unique<Mutator>(std::move(table), std::move(options)));
}

}  // namespace v1
}  // namespace basalt
