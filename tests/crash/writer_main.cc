// The crash test's writer: works on a store until it is killed, and journals each operation and its
// result. Started by crash_driver.
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <string>
#include <thread>
#include <vector>

#include <CLI/CLI.hpp>

#include "basalt/connection.h"
#include "executor.h"
#include "generator.h"
#include "io_hook.h"
#include "journal.h"
#include "rows.h"

namespace basalt::crash {
namespace {

struct Arguments {
  std::string directory;
  std::string journal;
  uint64_t seed = 1;
  StoreShape shape;
  bool only_open = false;
  // Die at this call that changes a file; 0: no such call.
  uint64_t die_at_io = 0;
};

std::atomic<uint64_t> calls_left{0};

IoDecision DieAtCall(IoCall call, int /*fd*/, size_t bytes) {
  IoDecision decision;
  if (call == IoCall::kRead) return decision;
  if (calls_left.fetch_sub(1) != 1) return decision;
  decision.die = true;
  // Half of a write is the most delicate moment to die in.
  decision.limit = bytes / 2;
  return decision;
}

template <typename Generator>
void Work(int thread, Generator generator, Executor& executor, Journal& journal) {
  while (true) {
    const Operation operation = generator.Next();
    if (!journal.Begin(thread, operation)) return;
    journal.End(thread, executor.Run(operation));
  }
}

int Run(const Arguments& arguments) {
  const auto journal = Journal::Open(arguments.journal);
  if (arguments.die_at_io > 0) {
    calls_left = arguments.die_at_io;
    SetIoHook(DieAtCall);
  }
  auto opened =
      Connection::Open(arguments.directory, OptionsFor(arguments.shape, journal->clock()));
  if (!opened.ok()) {
    journal->Fail(opened.status().ToString());
    return 3;
  }
  Connection& connection = **opened;
  journal->SetReady();
  if (!arguments.only_open) {
    Executor executor(connection, arguments.shape);
    DdlGenerator ddl(connection, arguments.seed);
    // Nobody can write rows before there is a table.
    const Operation first = ddl.Next();
    if (journal->Begin(kDdlThread, first)) journal->End(kDdlThread, executor.Run(first));
    std::vector<std::thread> threads;
    threads.emplace_back([&] { Work(kDdlThread, ddl, executor, *journal); });
    for (int thread = 1; thread < arguments.shape.threads; ++thread) {
      threads.emplace_back([&, thread] {
        const uint64_t seed = arguments.seed * kMaxThreads + static_cast<uint64_t>(thread);
        Work(thread, RowGenerator(connection, thread, seed), executor, *journal);
      });
    }
    for (std::thread& thread : threads) thread.join();
  }
  // The end is never clean: wait for it.
  while (true) ::pause();
}

}  // namespace
}  // namespace basalt::crash

int main(int argc, char** argv) {
  using basalt::crash::Arguments;
  Arguments arguments;
  CLI::App app("Writes to a store until it is killed.");
  int compression = 0;
  app.add_option("--dir", arguments.directory)->required();
  app.add_option("--journal", arguments.journal)->required();
  app.add_option("--seed", arguments.seed);
  app.add_option("--threads", arguments.shape.threads)
      ->check(CLI::Range(2, basalt::crash::kMaxThreads));
  app.add_option("--memstore-bytes", arguments.shape.memstore_bytes);
  app.add_option("--mob-threshold", arguments.shape.mob_threshold);
  app.add_option("--compression", compression);
  app.add_option("--die-at-io", arguments.die_at_io);
  app.add_flag("--only-open", arguments.only_open);
  CLI11_PARSE(app, argc, argv);
  arguments.shape.compression = static_cast<basalt::Compression>(compression);
  return basalt::crash::Run(arguments);
}
