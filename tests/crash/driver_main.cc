// The crash test: kills a writer repeatedly and checks after each kill that the store opens and
// holds every acknowledged write, and no partial one. Prints its seed; the last line is a summary.
//
//   crash_driver --writer path/to/crash_writer --kills 300 --seed 1
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "basalt/connection.h"
#include "checker.h"
#include "executor.h"
#include "expected.h"
#include "journal.h"
#include "random.h"
#include "rows.h"
#include "victim.h"
#include "work_directory.h"

namespace basalt::crash {
namespace {

// A store is given up after at most this many kills, so that new ones are made often enough.
constexpr uint64_t kKillsPerStore = 40;

StoreShape DrawShape(Random& random) {
  StoreShape shape;
  shape.threads = static_cast<int>(random.Between(3, 6));
  shape.memstore_bytes = 16ULL << (10 + random.Below(4));
  if (random.OneIn(2)) shape.mob_threshold = 100;
  if (random.OneIn(2)) shape.compression = Compression::kLz4;
  return shape;
}

class Driver {
 public:
  Driver(std::string writer, uint64_t seed, uint64_t wanted)
      : writer_(std::move(writer)), seed_(seed), wanted_(wanted), random_(seed) {}

  // Whether all was well.
  bool Run() {
    fmt::print("crash: seed {}, {} kills wanted\n", seed_, wanted_);
    while (kills_ < wanted_ && findings_.problems.empty()) RunStore();
    for (size_t i = 0; i < std::min<size_t>(findings_.problems.size(), 20); ++i) {
      fmt::print("  {}\n", findings_.problems[i]);
    }
    if (!findings_.problems.empty()) {
      fmt::print("crash: {} problems at kill {} ({}) with seed {}; the store is in {}\n",
                 findings_.problems.size(), kills_, moment_.ToString(), seed_, directory_);
    }
    fmt::print("crash: unlogged rows whose families stand apart after a kill: {} (allowed)\n",
               findings_.parted_free_rows);
    fmt::print("crash: {} kills, {} operations verified, {} lost, {} half rows\n", kills_,
               findings_.operations, findings_.lost, findings_.half_rows);
    fmt::print("proof: kill-store {} kills\nproof: kill-store {} operations verified\n", kills_,
               findings_.operations);
    return findings_.problems.empty();
  }

 private:
  void RunStore() {
    shape_ = DrawShape(random_);
    expected_ = Expected();
    directory_ = work_.Sub(fmt::format("store{}", kills_));
    journal_path_ = directory_ + ".journal";
    const uint64_t last = std::min(wanted_, kills_ + 5 + random_.Below(kKillsPerStore));
    while (kills_ < last && findings_.problems.empty()) RunOnce();
    if (findings_.problems.empty()) {
      std::filesystem::remove_all(directory_);
      std::filesystem::remove(journal_path_);
    } else {
      work_.Keep();
    }
  }

  void RunOnce() {
    const auto journal = Journal::Create(journal_path_, clock_ms_);
    moment_ = Moment::Draw(random_);
    Kill(*journal, Command({}));
    // A store that was not closed is opened, and that is not the end of it either.
    for (uint64_t again = random_.OneIn(4) ? 1 + random_.Below(3) : 0; again > 0; --again) {
      moment_ = Moment::DrawWhileOpening(random_);
      Kill(*journal, Command({"--only-open"}));
    }
    expected_.Replay(*journal, findings_.problems);
    Check(*journal);
    clock_ms_ = journal->clock_ms() + 1;
  }

  std::vector<std::string> Command(const std::vector<std::string>& more) {
    std::vector<std::string> command = {
        writer_,
        "--dir=" + directory_,
        "--journal=" + journal_path_,
        fmt::format("--seed={}", random_.Below(1ULL << 20)),
        fmt::format("--threads={}", shape_.threads),
        fmt::format("--memstore-bytes={}", shape_.memstore_bytes),
        fmt::format("--mob-threshold={}", shape_.mob_threshold),
        fmt::format("--compression={}", static_cast<int>(shape_.compression))};
    command.insert(command.end(), more.begin(), more.end());
    return command;
  }

  void Kill(const Journal& journal, const std::vector<std::string>& command) {
    const std::string trouble = RunAndKill(command, moment_, journal, shape_.threads);
    ++kills_;
    if (!trouble.empty()) {
      findings_.problems.push_back(fmt::format("{}: {}", trouble, journal.failure()));
    }
  }

  void Check(const Journal& journal) {
    auto opened = Connection::Open(directory_, OptionsFor(shape_, journal.clock()));
    if (!opened.ok()) {
      findings_.problems.push_back("the store does not open: " + opened.status().ToString());
      return;
    }
    Connection& connection = **opened;
    Checker(connection, expected_, findings_).Check();
    if (random_.OneIn(4) && expected_.tables.contains(std::string(kMainTable))) {
      const Status status =
          connection.admin().MajorCompact(*TableName::Parse(std::string(kMainTable)));
      if (!status.ok()) findings_.problems.push_back("major compaction: " + status.ToString());
      Checker(connection, expected_, findings_).Check();
    }
  }

  const std::string writer_;
  const uint64_t seed_;
  const uint64_t wanted_;
  Random random_;
  WorkDirectory work_;
  StoreShape shape_;
  Expected expected_;
  std::string directory_;
  std::string journal_path_;
  Moment moment_;
  Findings findings_;
  uint64_t kills_ = 0;
  int64_t clock_ms_ = 1'000'000;
};

}  // namespace
}  // namespace basalt::crash

int main(int argc, char** argv) {
  CLI::App app("Kills a writer at random moments and checks what its store holds.");
  std::string writer;
  uint64_t kills = 300;
  uint64_t seed = 1;
  app.add_option("--writer", writer, "The program crash_writer")->required();
  app.add_option("--kills", kills, "How often to kill");
  app.add_option("--seed", seed, "What random choices depend on");
  CLI11_PARSE(app, argc, argv);
  return basalt::crash::Driver(writer, seed, kills).Run() ? 0 : 1;
}
