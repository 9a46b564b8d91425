// DamageService: scrubs and repairs of a running Basalt server, asked for by its
// BasaltDamageService (proto/basalt/damage.proto). The server does the work; the caller starts it
// and asks how far it is. Thread safe.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "basalt/status.h"
#include "client/remote/master_extension.h"

namespace basalt::client {

class DamageService {
 public:
  struct Progress {
    bool done = false;
    uint64_t files = 0;
    uint64_t total_files = 0;
    uint64_t bytes = 0;
    uint64_t total_bytes = 0;
    uint64_t damaged_files = 0;
    // For people, once it is done.
    std::vector<std::string> lines;
  };

  // `url`: hbase://host:port, as for backups. Does not connect yet.
  static Result<std::unique_ptr<DamageService>> Open(std::string_view url);

  // Start a job and return its number. kLocked while another one runs.
  Result<uint64_t> StartScrub(uint64_t bytes_per_second);
  Result<uint64_t> StartRepair(const std::string& table);
  // A job that failed returns its error.
  Result<Progress> GetProgress(uint64_t job);

 private:
  explicit DamageService(std::unique_ptr<MasterExtension> server) : server_(std::move(server)) {}

  const std::unique_ptr<MasterExtension> server_;
};

}  // namespace basalt::client
