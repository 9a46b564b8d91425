#include "client/async_scan.h"

#include <atomic>
#include <utility>

namespace basalt::client {

// Joins the two events that must both have happened before the next step: the caller has called
// ReadOn, and the caller's TakeRows function, which may do so itself, has returned.
class AsyncScan::Turn {
 public:
  explicit Turn(std::shared_ptr<AsyncScan> scan) : scan_(std::move(scan)) {}
  Turn(const Turn&) = delete;
  Turn& operator=(const Turn&) = delete;
  // All copies of ReadOn were destroyed without a call.
  ~Turn() { Say(false); }

  void Say(bool more) {
    if (said_.exchange(true)) return;
    more_ = more;
    Arrive();
  }
  void Arrive() {
    if (--missing_ > 0) return;
    // A copy of ReadOn that outlives this step does not keep the scan alive.
    AsyncWorkers& workers = scan_->workers_;
    workers.Post([scan = std::move(scan_), more = more_] { scan->GoOn(more); });
  }

 private:
  std::shared_ptr<AsyncScan> scan_;
  std::atomic<bool> said_ = false;
  std::atomic<int> missing_ = 2;
  bool more_ = false;
};

void AsyncScan::Begin() {
  workers_.Begin();
  workers_.Post([self = shared_from_this()] { self->Read(); });
}

void AsyncScan::HandOut(AsyncTable::Rows rows) {
  const auto turn = std::make_shared<Turn>(shared_from_this());
  take_(std::move(rows), [turn](bool more) { turn->Say(more); });
  turn->Arrive();
}

void AsyncScan::GoOn(bool more) {
  if (more) return Read();
  Close();
  Finish({});
}

void AsyncScan::Finish(const Status& status) {
  // The callbacks, and what they capture, are destroyed before the operation ends.
  take_ = nullptr;
  workers_.End([&] { std::exchange(done_, nullptr)(status); });
}

}  // namespace basalt::client
