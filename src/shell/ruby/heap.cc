#include "shell/ruby/heap.h"

#include <utility>

#include <fmt/format.h>

#include "shell/ruby/error.h"
#include "shell/ruby/value.h"

namespace basalt::shell::ruby {

HeapObject::HeapObject(Heap& heap) : heap_(heap), next_(heap.first_) {
  if (next_ != nullptr) next_->previous_ = this;
  heap.first_ = this;
}

HeapObject::~HeapObject() {
  heap_.used_bytes_ -= charged_;
  (previous_ == nullptr ? heap_.first_ : previous_->next_) = next_;
  if (next_ != nullptr) next_->previous_ = previous_;
}

void HeapObject::Recharge() {
  const size_t size = Size();
  heap_.used_bytes_ += size - charged_;
  const bool grown = size > charged_;
  charged_ = size;
  if (grown && heap_.used_bytes_ > heap_.limit_bytes_) heap_.FailFull();
}

Heap::~Heap() {
  std::vector<std::shared_ptr<HeapObject>> left;
  for (HeapObject* object = first_; object != nullptr; object = object->next_) {
    left.push_back(object->shared_from_this());
  }
  for (const auto& object : left) object->Clear();
}

void Heap::CheckRoom(uint64_t bytes) const {
  if (bytes > limit_bytes_ || used_bytes_ > limit_bytes_ - bytes) FailFull();
}

void Heap::FailFull() const {
  throw RubyError(
      "NoMemoryError",
      fmt::format("the script's objects would need more than {} MB", limit_bytes_ >> 20),
      "BASALT_SHELL_MAX_MEMORY_MB allows more.");
}

void Heap::Bury(std::vector<Value>&& values) {
  for (Value& value : values) {
    std::visit(
        [&](auto& held) {
          using Held = std::decay_t<decltype(held)>;
          if constexpr (std::is_convertible_v<Held, std::shared_ptr<const void>>) {
            graveyard_.push_back(std::move(held));
          }
        },
        value.data);
  }
  values.clear();
  EmptyGraveyard();
}

void Heap::Bury(std::shared_ptr<const void> object) {
  if (object == nullptr) return;
  graveyard_.push_back(std::move(object));
  EmptyGraveyard();
}

void Heap::EmptyGraveyard() {
  if (burying_) return;
  burying_ = true;
  while (!graveyard_.empty()) {
    const std::shared_ptr<const void> last = std::move(graveyard_.back());
    graveyard_.pop_back();
  }
  burying_ = false;
}

}  // namespace basalt::shell::ruby
