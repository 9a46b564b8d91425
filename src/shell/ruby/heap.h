// Heap: counts the memory of the language's objects, and frees objects that refer to each other.
// Used by one thread; outlives its objects.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace basalt::shell::ruby {

struct Value;
class Heap;

// An object whose memory is counted. Created by Heap, held by shared_ptr.
class HeapObject : public std::enable_shared_from_this<HeapObject> {
 public:
  explicit HeapObject(Heap& heap);
  HeapObject(const HeapObject&) = delete;
  HeapObject& operator=(const HeapObject&) = delete;
  virtual ~HeapObject();

  // Counts the object's present size. Throws RubyError when there is too much.
  void Recharge();
  Heap& heap() const { return heap_; }

 protected:
  // Bytes of what the object holds.
  virtual size_t Size() const = 0;
  // Drops references to other objects.
  virtual void Clear() {}

 private:
  friend class Heap;
  Heap& heap_;
  size_t charged_ = 0;
  HeapObject* previous_ = nullptr;
  HeapObject* next_ = nullptr;
};

class Heap {
 public:
  explicit Heap(size_t limit_bytes) : limit_bytes_(limit_bytes) {}
  Heap(const Heap&) = delete;
  Heap& operator=(const Heap&) = delete;
  // Frees the objects that are left, which refer to each other.
  ~Heap();

  template <typename T, typename... Arguments>
  std::shared_ptr<T> Make(Arguments&&... arguments) {
    auto object = std::make_shared<T>(*this, std::forward<Arguments>(arguments)...);
    object->Recharge();
    return object;
  }

  // Throws RubyError if so many more bytes would be too many: before a large object is made.
  void CheckRoom(uint64_t bytes) const;
  size_t used_bytes() const { return used_bytes_; }
  // Destroys the values one after the other and not in one another, so that a long chain of objects
  // does not need a deep stack.
  void Bury(std::vector<Value>&& values);
  void Bury(std::shared_ptr<const void> object);

 private:
  friend class HeapObject;
  [[noreturn]] void FailFull() const;
  void EmptyGraveyard();

  const size_t limit_bytes_;
  size_t used_bytes_ = 0;
  HeapObject* first_ = nullptr;
  std::vector<std::shared_ptr<const void>> graveyard_;
  bool burying_ = false;
};

}  // namespace basalt::shell::ruby
