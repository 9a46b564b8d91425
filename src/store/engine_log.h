// EngineLog: where RocksDB's warnings go, the file LOG beside its data.
//
// Unlike RocksDB's own log it ignores a full disk: lines that cannot be written are dropped. The
// file is rotated to LOG.old when it is large. Thread safe.
#pragma once

#include <cstdarg>
#include <cstdint>
#include <mutex>
#include <string>

#include <rocksdb/env.h>

namespace basalt::store {

class EngineLog : public rocksdb::Logger {
 public:
  explicit EngineLog(std::string path);
  ~EngineLog() override;

  using rocksdb::Logger::Logv;
  void Logv(const char* format, va_list arguments) override;

 private:
  void StartAnew();

  const std::string path_;
  std::mutex mutex_;
  int fd_ = -1;
  uint64_t length_ = 0;
};

}  // namespace basalt::store
