#include "store/engine.h"

#include <concepts>

#include "basalt/version.h"

namespace basalt::store {
namespace {

// Which of the two forms of Open there is, found out by the compiler.
template <typename Db>
rocksdb::Status OpenAny(const rocksdb::DBOptions& options, const std::string& path,
                        const std::vector<rocksdb::ColumnFamilyDescriptor>& families,
                        std::vector<rocksdb::ColumnFamilyHandle*>* handles,
                        std::unique_ptr<Db>* db) {
  if constexpr (requires { Db::Open(options, path, families, handles, db); }) {
    return Db::Open(options, path, families, handles, db);
  } else {
    Db* raw = nullptr;
    rocksdb::Status status = Db::Open(options, path, families, handles, &raw);
    db->reset(raw);
    return status;
  }
}

}  // namespace

rocksdb::Status OpenEngine(const rocksdb::DBOptions& options, const std::string& path,
                           const std::vector<rocksdb::ColumnFamilyDescriptor>& families,
                           std::vector<rocksdb::ColumnFamilyHandle*>* handles,
                           std::unique_ptr<rocksdb::DB>* db) {
  return OpenAny<rocksdb::DB>(options, path, families, handles, db);
}

Status FromEngine(const rocksdb::Status& status, std::string_view doing) {
  if (status.ok()) return {};
  StatusCode code = StatusCode::kIoError;
  if (status.IsNoSpace()) {
    code = StatusCode::kNoSpace;
  } else if (status.IsCorruption()) {
    code = StatusCode::kCorruption;
  } else if (status.IsInvalidArgument() || status.IsNotSupported()) {
    code = StatusCode::kInternal;
  } else if (status.IsShutdownInProgress() || status.IsAborted()) {
    code = StatusCode::kCancelled;
  }
  return {code, std::string(doing) + ": " + status.ToString()};
}

}  // namespace basalt::store

namespace basalt {

std::string EngineVersion() {
  return "RocksDB " + std::to_string(ROCKSDB_MAJOR) + "." + std::to_string(ROCKSDB_MINOR) + "." +
         std::to_string(ROCKSDB_PATCH);
}

}  // namespace basalt
