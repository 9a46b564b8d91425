// How fast KeySchema makes keys of records and reads them back, in one thread, for schemas as
// tables have them. The goal: 5 million keys a second for a binary key of three parts, and not one
// allocation for a key.
//
//   keys_encode_bench [--quick]
#include <time.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>
#include <string>
#include <vector>

#include "basalt/key_schema.h"

namespace {

std::atomic<uint64_t> allocations{0};

}  // namespace

[[gnu::noinline]] void* operator new(size_t size) {
  allocations.fetch_add(1, std::memory_order_relaxed);
  if (void* memory = std::malloc(size)) return memory;
  throw std::bad_alloc();
}
[[gnu::noinline]] void operator delete(void* memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, size_t) noexcept { std::free(memory); }

namespace {

using basalt::Bytes;
using basalt::KeyRecord;
using basalt::KeySchema;

constexpr size_t kRecords = 1024;

// Of this thread, so that others on the machine do not count.
double CpuSeconds() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) / 1e9;
}

struct Subject {
  const char* name;
  const char* schema;
};

constexpr Subject kSubjects[] = {
    {"three parts, binary", "salt(16) event:u32 desc(ts:millis)"},
    {"three numbers, binary", "host:u32 event:u32 desc(ts:millis)"},
    {"hash, text, time", "hash(user:text, 4, xxh3) user:text desc(ts:millis)"},
    {"hash by MD5, text, time", "hash(user:text, 4) user:text desc(ts:millis)"},
    {"digest, as text", "md5(user:text, hex) '_' desc(ts:millis(19))"},
    {"digits", "mod(phone, 10) '_' phone:digits(11) '_' desc(ts:millis(19))"},
};

// A value of each field: small numbers, a time, a short name.
KeyRecord MakeRecord(const KeySchema& schema, uint64_t i) {
  KeyRecord record;
  for (const KeySchema::Field& field : schema.fields()) {
    if (field.type == "text") {
      record.emplace_back("user" + std::to_string(100'000 + i));
    } else if (field.type.starts_with("millis")) {
      record.emplace_back(uint64_t{1'700'000'000'000} + i * 977);
    } else {
      record.emplace_back(uint64_t{18'518'885'160} % (uint64_t{1} << 31) + i * 31);
    }
  }
  return record;
}

void Measure(const Subject& subject, int rounds, uint64_t keys) {
  const auto schema = KeySchema::Parse(subject.schema);
  if (!schema.ok()) {
    std::fprintf(stderr, "%s\n", schema.status().message().c_str());
    std::exit(1);
  }
  std::vector<KeyRecord> records;
  for (uint64_t i = 0; i < kRecords; ++i) records.push_back(MakeRecord(*schema, i));
  std::vector<Bytes> encoded(kRecords);
  std::vector<double> encode;
  std::vector<double> decode;
  uint64_t allocated = 0;
  for (int round = -1; round < rounds; ++round) {  // the first warms up
    const uint64_t before = allocations;
    double start = CpuSeconds();
    for (uint64_t i = 0; i < keys; ++i) {
      if (!schema->Encode(records[i % kRecords], {}, encoded[i % kRecords]).ok()) std::abort();
    }
    const double took = CpuSeconds() - start;
    allocated = allocations - before;
    start = CpuSeconds();
    for (uint64_t i = 0; i < keys / 8; ++i) {
      if (!schema->Decode(encoded[i % kRecords]).ok()) std::abort();
    }
    const double read = CpuSeconds() - start;
    if (round < 0) continue;
    encode.push_back(static_cast<double>(keys) / took / 1e6);
    decode.push_back(static_cast<double>(keys / 8) / read / 1e6);
  }
  std::sort(encode.begin(), encode.end());
  std::sort(decode.begin(), decode.end());
  std::printf("%-24s %-58s %6.2f  %6.2f  %6.2f  %10.4f\n", subject.name, subject.schema,
              encode[encode.size() / 2], encode.front(), decode[decode.size() / 2],
              static_cast<double>(allocated) / static_cast<double>(keys));
}

}  // namespace

int main(int argc, char** argv) {
  const bool quick = argc > 1 && std::strcmp(argv[1], "--quick") == 0;
  std::printf("millions of keys a second of CPU, one thread; median of the rounds\n");
  std::printf("%-24s %-58s %6s  %6s  %6s  %10s\n", "", "schema", "encode", "least", "decode",
              "allocated");
  for (const Subject& subject : kSubjects)
    Measure(subject, quick ? 1 : 9, quick ? 100'000 : 4'000'000);
  return 0;
}
