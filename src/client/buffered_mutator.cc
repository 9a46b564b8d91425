#include "basalt/buffered_mutator.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <utility>

#include <fmt/format.h>

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
    (void)Close();  // as the header says
    writer_.join();
  }

  Status Mutate(Action mutation) override {
    if (std::holds_alternative<Get>(mutation)) {
      return {StatusCode::kInvalidArgument, "a Get is not a mutation"};
    }
    BASALT_RETURN_IF_ERROR(model::CheckAction(mutation));
    const size_t bytes = client::ActionBytes(mutation);
    std::unique_lock lock(mutex_);
    const auto fits = [&] {
      const uint64_t held = waiting_bytes_ + writing_bytes_;
      // One that is larger than the limit goes alone.
      return closed_ || held == 0 || held + bytes <= options_.limit_bytes;
    };
    while (std::this_thread::get_id() != writer_.get_id() && !fits()) {
      // Nothing more may come: what waits is not to wait for it.
      AskFor(given_);
      changed_.wait(lock);
    }
    if (closed_) return {StatusCode::kDoNotRetry, "the buffered mutator is closed"};
    Status earlier = std::exchange(error_, Status());
    if (waiting_.empty()) oldest_ = std::chrono::steady_clock::now();
    waiting_.push_back(std::move(mutation));
    waiting_bytes_ += bytes;
    ++given_;
    // A full buffer and the first of a timed one are news to the writer.
    if (waiting_bytes_ >= options_.buffer_bytes || waiting_.size() == 1) changed_.notify_all();
    return earlier;
  }

  Status Flush() override {
    std::unique_lock lock(mutex_);
    const uint64_t until = given_;
    AskFor(until);
    changed_.wait(lock, [&] { return written_ >= until; });
    return std::exchange(error_, Status());
  }

  Status Close() override {
    {
      const std::lock_guard lock(mutex_);
      closed_ = true;
      changed_.notify_all();
    }
    return Flush();
  }

 private:
  // The first so many are to be written soon. Holds mutex_.
  void AskFor(uint64_t count) {
    if (count <= flush_until_) return;
    flush_until_ = count;
    changed_.notify_all();
  }
  // Whether what waits should be written now. Holds mutex_.
  bool Due() const {
    if (waiting_.empty()) return false;
    if (closed_ || flush_until_ > written_ || waiting_bytes_ >= options_.buffer_bytes) return true;
    return options_.flush_interval_ms > 0 && std::chrono::steady_clock::now() >= Patience();
  }
  SteadyTime Patience() const {
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
          changed_.wait_until(lock, Patience());
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

  // What nobody is told of by the callback is returned.
  Status WriteAll(std::vector<Action>& actions) {
    const std::vector<Result<RowResult>> outcomes = table_->Batch(actions);
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
  std::mutex mutex_;  // guards what follows, but for the thread
  std::condition_variable changed_;
  std::vector<Action> waiting_;
  SteadyTime oldest_;  // since when the first of them waits
  uint64_t waiting_bytes_ = 0;
  uint64_t writing_bytes_ = 0;
  uint64_t given_ = 0;
  uint64_t written_ = 0;      // or failed
  uint64_t flush_until_ = 0;  // the first so many are asked for
  Status error_;
  bool closed_ = false;
  std::thread writer_;
};

}  // namespace

Result<std::unique_ptr<BufferedMutator>> BufferedMutator::Open(Connection& connection,
                                                               const TableName& name,
                                                               BufferedMutatorOptions options) {
  BASALT_ASSIGN_OR_RETURN(auto table, connection.GetTable(name));
  return std::unique_ptr<BufferedMutator>(
      std::make_unique<Mutator>(std::move(table), std::move(options)));
}

}  // namespace v1
}  // namespace basalt
