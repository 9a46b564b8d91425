// Encoding of keys does not allocate: this program counts the allocations of each thread.
#include <cstdlib>
#include <new>
#include <string_view>

#include <gtest/gtest.h>

#include "basalt/key_schema.h"
#include "keys/layout.h"
#include "keys/random_schema.h"

namespace {

thread_local uint64_t allocations = 0;

}  // namespace

[[gnu::noinline]] void* operator new(size_t size) {
  ++allocations;
  if (void* memory = std::malloc(size)) return memory;
  throw std::bad_alloc();
}
[[gnu::noinline]] void operator delete(void* memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, size_t /*size*/) noexcept {
  std::free(memory);
}

namespace basalt {
namespace {

TEST(KeySchema, EncodesWithoutAllocations) {
  for (const std::string_view text :
       {"salt(16) event:u32 desc(ts:millis)", "hash(user, 4) user:text desc(ts:millis)",
        "md5(user, hex) '_' user:text", "mod(phone, 10) '_' phone:digits(11) '_' user:text",
        "id:uuid desc(name:text) reverse(code:text(40))", "window(ts, 15m) x:hex(4) y:double",
        "salt(8, phoenix) k:bytes", "hash(x:hex(4), d:date, 8, xxh3, hex) d:date x:hex(4)"}) {
    SCOPED_TRACE(text);
    const KeySchema schema = *KeySchema::Parse(text);
    keys::RandomKeys random(3);
    std::vector<KeyRecord> records;
    for (int i = 0; i < 100; ++i) records.push_back(random.Record(keys::LayoutOf(schema)));
    Bytes key;
    uint64_t made = 0;
    const auto encode_all = [&] {
      made = 0;
      for (const KeyRecord& record : records) made += schema.Encode(record, {}, key).ok() ? 1 : 0;
    };
    encode_all();  // buffers grow to their size
    const uint64_t refused = records.size() - made;
    ASSERT_EQ(refused, 0U);
    const uint64_t before = allocations;
    encode_all();
    EXPECT_EQ(allocations - before, 0U);
  }
  const uint64_t before = allocations;
  const KeySchema schema = *KeySchema::Parse("a:text");
  EXPECT_GT(allocations, before) << "the counter does not count";
}

}  // namespace
}  // namespace basalt
