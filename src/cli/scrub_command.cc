// basalt scrub: verifies the checksums of all files of a running server, or of a directory that no
// server has open.
#include <chrono>
#include <memory>
#include <string>
#include <thread>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "catalog/catalog.h"
#include "cli/command.h"
#include "cli/damage_commands.h"
#include "client/remote/backup_service.h"
#include "store/damage_registry.h"
#include "store/scrub.h"
#include "store/store.h"

namespace basalt::cli {
namespace {

constexpr std::chrono::milliseconds kDamagePoll{200};

struct ScrubOptions {
  std::string source = "hbase://localhost:16000";
  uint64_t bytes_per_second = 0;
};

void ShowScrub(const Environment& env, uint64_t bytes, uint64_t total, uint64_t damaged) {
  if (!env.out_is_terminal || total == 0) return;
  env.out << fmt::format("\r{} of {} MB, {} damaged files", bytes >> 20, total >> 20, damaged)
          << std::flush;
}

Status FoundDamage(size_t files) {
  if (files == 0) return {};
  return {StatusCode::kCorruption,
          fmt::format("{} damaged files; basalt repair saves what can be read", files)};
}

Status ScrubServer(const ScrubOptions& options, const Environment& env) {
  BASALT_ASSIGN_OR_RETURN(const auto service, client::DamageService::Open(options.source));
  BASALT_ASSIGN_OR_RETURN(const uint64_t job, service->StartScrub(options.bytes_per_second));
  BASALT_ASSIGN_OR_RETURN(const auto progress, AwaitDamageJob(*service, job, env));
  return FoundDamage(progress.damaged_files);
}

Status ScrubDirectory(const ScrubOptions& options, const Environment& env) {
  store::StoreOptions store_options;
  store_options.create_if_missing = false;
  store_options.automatic_compactions = false;
  BASALT_ASSIGN_OR_RETURN(const auto store, store::Store::Open(options.source, store_options));
  // Knows whose the files are.
  BASALT_ASSIGN_OR_RETURN(const auto catalog, catalog::Catalog::Open(store));
  store::Scrub scrub(store, options.bytes_per_second);
  std::atomic<bool> done{false};
  std::thread shower([&] {
    while (!done) {
      const auto progress = scrub.progress();
      ShowScrub(env, progress.bytes, progress.total_bytes, progress.damaged_files);
      std::this_thread::sleep_for(kDamagePoll);
    }
  });
  const Status status = scrub.Run();
  done = true;
  shower.join();
  BASALT_RETURN_IF_ERROR(status);
  const auto progress = scrub.progress();
  env.out << fmt::format("{}{} files, {} bytes read, {} damaged files found\n",
                         env.out_is_terminal ? "\r" : "", progress.files, progress.bytes,
                         progress.damaged_files);
  const auto damaged = store->damage().List();
  for (const store::DamagedFile& file : damaged) env.out << file.Describe() << "\n";
  return FoundDamage(damaged.size());
}

}  // namespace

bool IsServerUrl(std::string_view source) {
  return source.starts_with(client::BackupService::kScheme);
}

Result<client::DamageService::Progress> AwaitDamageJob(client::DamageService& service, uint64_t job,
                                                       const Environment& env) {
  while (true) {
    BASALT_ASSIGN_OR_RETURN(auto progress, service.GetProgress(job));
    if (!progress.done) {
      ShowScrub(env, progress.bytes, progress.total_bytes, progress.damaged_files);
      std::this_thread::sleep_for(kDamagePoll);
      continue;
    }
    if (env.out_is_terminal) env.out << "\r";
    for (const std::string& line : progress.lines) env.out << line << "\n";
    return progress;
  }
}

void AddScrubCommand(CLI::App& app, Work& work) {
  auto options = std::make_shared<ScrubOptions>();
  CLI::App* command = app.add_subcommand(
      "scrub",
      "Read every file of a running server, or of a directory that no server has open,\n"
      "and verify the checksums of its blocks. Exit code 0: nothing is damaged.");
  command->add_option(
      "source", options->source,
      "hbase://HOST:PORT or a data directory (default: the server on this machine)");
  command->add_option("--bytes-per-second", options->bytes_per_second,
                      "Read no faster. 0: by the server's setting; of a directory, no limit");
  command->callback([options, &work] {
    work = [options](const Environment& env) {
      return IsServerUrl(options->source) ? ScrubServer(*options, env)
                                          : ScrubDirectory(*options, env);
    };
  });
}

}  // namespace basalt::cli
