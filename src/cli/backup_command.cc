// basalt backup: create (of a running server, or of a directory that no server has open), list,
// verify, restore, delete.
#include <chrono>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <thread>

#include <CLI/CLI.hpp>
#include <fmt/chrono.h>
#include <fmt/format.h>

#include "cli/command.h"
#include "client/remote/backup_service.h"
#include "store/backup.h"
#include "store/store.h"

namespace basalt::cli {
namespace {

constexpr std::chrono::milliseconds kPollPeriod{200};

struct Options {
  std::string source = "hbase://localhost:16000";
  std::string directory;
  std::string target;
  uint32_t id = 0;
  bool full = false;
  uint64_t bytes_per_second = 0;
};

std::string SizeText(uint64_t bytes) {
  if (bytes < 1 << 20) return fmt::format("{} B", bytes);
  return fmt::format("{:.1f} MB", static_cast<double>(bytes) / (1 << 20));
}

std::string TimeText(int64_t ms) {
  return fmt::format("{:%Y-%m-%d %H:%M:%S}", fmt::gmtime(static_cast<std::time_t>(ms / 1000)));
}

bool IsServer(std::string_view source) {
  return source.starts_with(client::BackupService::kScheme);
}

void ShowProgress(const Environment& env, uint64_t copied) {
  if (env.out_is_terminal) env.out << "\r" << SizeText(copied) << " copied" << std::flush;
}

void Announce(const Environment& env, const Options& options, const store::BackupInfo& made) {
  if (env.out_is_terminal) env.out << "\r";
  env.out << fmt::format("backup {} in {}: {} in {} files, {} of them new\n", made.id,
                         options.directory, SizeText(made.bytes), made.files,
                         SizeText(made.own_bytes));
}

Result<store::BackupInfo> CreateOnServer(const Options& options, const Environment& env) {
  BASALT_ASSIGN_OR_RETURN(const auto service, client::BackupService::Open(options.source));
  BASALT_ASSIGN_OR_RETURN(
      const uint64_t job,
      service->Start(
          {.directory = std::filesystem::absolute(options.directory).lexically_normal().string(),
           .full = options.full,
           .bytes_per_second = options.bytes_per_second}));
  while (true) {
    BASALT_ASSIGN_OR_RETURN(const auto progress, service->GetProgress(job));
    if (progress.done) {
      return store::BackupInfo{.id = progress.backup_id,
                               .bytes = progress.bytes,
                               .own_bytes = progress.own_bytes,
                               .files = progress.files};
    }
    ShowProgress(env, progress.copied_bytes);
    std::this_thread::sleep_for(kPollPeriod);
  }
}

Result<store::BackupInfo> CreateFromDirectory(const Options& options) {
  store::StoreOptions store_options;
  store_options.create_if_missing = false;
  store_options.automatic_compactions = false;
  auto opened = store::Store::Open(options.source, store_options);
  if (opened.status().code() == StatusCode::kLocked) {
    return Status(StatusCode::kLocked,
                  opened.status().message() +
                      "; to back up a running server give its address: hbase://localhost:16000");
  }
  BASALT_RETURN_IF_ERROR(opened.status());
  BASALT_ASSIGN_OR_RETURN(const auto writer,
                          store::BackupWriter::Open({.directory = options.directory,
                                                     .full = options.full,
                                                     .bytes_per_second = options.bytes_per_second},
                                                    **opened));
  return writer->Create();
}

Status Create(const Options& options, const Environment& env) {
  BASALT_ASSIGN_OR_RETURN(const store::BackupInfo made, IsServer(options.source)
                                                            ? CreateOnServer(options, env)
                                                            : CreateFromDirectory(options));
  Announce(env, options, made);
  return {};
}

Status List(const Options& options, const Environment& env) {
  BASALT_ASSIGN_OR_RETURN(const auto backups, store::ListBackups(options.directory));
  env.out << fmt::format("{:>6}  {:<19}  {:<11}  {:>12}  {:>12}  {:>6}\n", "ID", "STARTED (UTC)",
                         "KIND", "SIZE", "NOT SHARED", "FILES");
  for (const store::BackupInfo& backup : backups) {
    env.out << fmt::format("{:>6}  {:<19}  {:<11}  {:>12}  {:>12}  {:>6}\n", backup.id,
                           TimeText(backup.begun_ms), backup.full ? "full" : "incremental",
                           SizeText(backup.bytes), SizeText(backup.own_bytes), backup.files);
  }
  return {};
}

Status Verify(const Options& options, const Environment& env) {
  BASALT_RETURN_IF_ERROR(store::VerifyBackup(options.directory, options.id));
  if (options.id != 0) {
    env.out << fmt::format("backup {} is intact\n", options.id);
    return {};
  }
  BASALT_ASSIGN_OR_RETURN(const auto backups, store::ListBackups(options.directory));
  env.out << fmt::format("{} backups are intact\n", backups.size());
  return {};
}

Status Restore(const Options& options, const Environment& env) {
  BASALT_ASSIGN_OR_RETURN(
      const store::BackupInfo restored,
      store::RestoreBackup(options.directory, options.target,
                           {.id = options.id, .bytes_per_second = options.bytes_per_second}));
  env.out << fmt::format("backup {} of {} UTC is restored to {}\n", restored.id,
                         TimeText(restored.begun_ms), options.target);
  return {};
}

Status Remove(const Options& options, const Environment& env) {
  BASALT_RETURN_IF_ERROR(store::DeleteBackup(options.directory, options.id));
  env.out << fmt::format("backup {} is deleted\n", options.id);
  return {};
}

}  // namespace

void AddBackupCommand(CLI::App& app, Work& work) {
  auto options = std::make_shared<Options>();
  CLI::App* backup = app.add_subcommand("backup", "Create, verify and restore backups");
  backup->require_subcommand(1);
  using Body = Status (*)(const Options&, const Environment&);
  const auto add = [&](const char* name, const char* meaning, Body body) {
    CLI::App* command = backup->add_subcommand(name, meaning);
    command->callback([options, &work, body] {
      work = [options, body](const Environment& env) { return body(*options, env); };
    });
    return command;
  };
  const auto add_rate = [&](CLI::App* command) {
    command->add_option("--rate-limit", options->bytes_per_second,
                        "Maximum write rate in bytes per second (default: unlimited)");
  };

  CLI::App* create = add("create", "Back up a running server or a data directory", Create);
  create->add_option("SOURCE", options->source,
                     "hbase://HOST:PORT of a server, or a data directory that no server has open\n"
                     "(default: hbase://localhost:16000)");
  create
      ->add_option("--to", options->directory,
                   "Backup directory on the server's machine; created if it does not exist")
      ->required();
  create->add_flag("--full", options->full, "Do not share files with earlier backups");
  add_rate(create);

  CLI::App* list = add("list", "List the backups in a directory", List);
  list->add_option("DIRECTORY", options->directory, "Backup directory")->required();

  CLI::App* verify = add("verify", "Read every file and compare its checksum", Verify);
  verify->add_option("DIRECTORY", options->directory, "Backup directory")->required();
  verify->add_option("--backup", options->id, "Id of the backup (default: all)");

  CLI::App* restore = add("restore", "Create a data directory from a backup", Restore);
  restore->add_option("DIRECTORY", options->directory, "Backup directory")->required();
  restore
      ->add_option("--to", options->target, "The new data directory; must not exist, or be empty")
      ->required();
  restore->add_option("--backup", options->id, "Id of the backup (default: the latest)");
  add_rate(restore);

  CLI::App* remove = add("delete", "Delete a backup", Remove);
  remove->add_option("DIRECTORY", options->directory, "Backup directory")->required();
  remove->add_option("--backup", options->id, "Id of the backup")->required();
}

}  // namespace basalt::cli
