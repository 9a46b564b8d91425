#include "store/memstore_limit.h"

#include <fmt/format.h>

namespace basalt::store {
namespace {

// A memstore is freed shortly after its flush is reported.
constexpr std::chrono::milliseconds kLookAgain{5};

}  // namespace

void MemstoreLimit::NoteFlush() {
  if (memory_ == nullptr) return;
  { const std::lock_guard lock(mutex_); }
  flushed_.notify_all();
}

Status MemstoreLimit::Wait(base::CallBudget* budget) {
  base::CallBudget unlimited;
  base::CallBudget& call = budget == nullptr ? unlimited : *budget;
  BASALT_RETURN_IF_ERROR(call.BeforeWait());
  const auto deadline = call.WaitUntil(kPatience);
  std::unique_lock lock(mutex_);
  while (closed()) {
    if (call.cancelled()) return base::Cancelled();
    if (std::chrono::steady_clock::now() >= deadline) {
      return {StatusCode::kRegionTooBusy,
              fmt::format("Over memstore limit={}: the memory stores hold {} bytes and are not "
                          "flushed fast enough",
                          memory_->buffer_size(), memory_->memory_usage())};
    }
    flushed_.wait_for(lock, kLookAgain);
  }
  return {};
}

}  // namespace basalt::store
