// The cost of KeyHeat per access, and of KeyHeat and InsertOrder per write:
// nanoseconds, in one thread and in several that share one region, beside the atomic
// counter every request has anyway.
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <string>
#include <thread>
#include <vector>

#include "hotspot/insert_order.h"
#include "hotspot/key_heat.h"

namespace {

using basalt::hotspot::InsertOrder;
using basalt::hotspot::KeyHeat;

constexpr int kTouches = 20'000'000;

// Nanoseconds for one call of `touch(i)`, by `threads` threads at once.
template <typename Touch>
double Measure(int threads, Touch touch) {
  const auto start = std::chrono::steady_clock::now();
  std::vector<std::thread> workers;
  for (int t = 0; t < threads; ++t) {
    workers.emplace_back([&touch] {
      for (int i = 0; i < kTouches; ++i) touch(i);
    });
  }
  for (std::thread& worker : workers) worker.join();
  const std::chrono::duration<double, std::nano> took = std::chrono::steady_clock::now() - start;
  return took.count() / kTouches;
}

}  // namespace

int main() {
  std::vector<std::string> rows;
  for (int i = 0; i < 1024; ++i) rows.push_back("user-" + std::to_string(1'000'000 + i * 7919));
  for (const int threads : {1, 2}) {
    std::atomic<uint64_t> counter{0};
    KeyHeat heat(0, 30'000);
    const double counted =
        Measure(threads, [&](int) { counter.fetch_add(1, std::memory_order_relaxed); });
    const double touched = Measure(threads, [&](int i) {
      if (KeyHeat::Due()) heat.Sample(rows[static_cast<size_t>(i) % 1024], i / 100'000);
    });
    InsertOrder order(0, 30'000);
    const double written = Measure(threads, [&](int i) {
      if (!KeyHeat::Due()) return;
      const std::string& row = rows[static_cast<size_t>(i) % 1024];
      heat.Sample(row, i / 100'000);
      order.Sample(row, i / 100'000);
    });
    std::printf("%d threads: atomic counter %.2f ns, touch %.2f ns, write %.2f ns\n", threads,
                counted, touched, written);
  }
  return 0;
}
