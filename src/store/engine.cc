#include "store/engine.h"

#include <concepts>

#include "basalt/version.h"
#include "store/naming_env.h"

namespace basalt::store {
namespace {

// Selects the form of DB::Open at compile time.
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

template <typename Db>
rocksdb::Status EnableFileDeletionsAny(Db& db) {
  constexpr bool kForce = false;
  if constexpr (requires { db.EnableFileDeletions(kForce); }) {
    return db.EnableFileDeletions(kForce);
  } else {
    return db.EnableFileDeletions();
  }
}

}  // namespace

rocksdb::Status EnableFileDeletions(rocksdb::DB& db) { return EnableFileDeletionsAny(db); }

rocksdb::Status OpenEngine(const rocksdb::DBOptions& options, const std::string& path,
                           const std::vector<rocksdb::ColumnFamilyDescriptor>& families,
                           std::vector<rocksdb::ColumnFamilyHandle*>* handles,
                           std::unique_ptr<rocksdb::DB>* db) {
  return OpenAny<rocksdb::DB>(options, path, families, handles, db);
}

namespace {

// The error message, with the file name where RocksDB omits it.
std::string Describe(const rocksdb::Status& status) {
  std::string text = status.ToString();
  // For a missing .sst file RocksDB tries the old extension, and reports that.
  constexpr std::string_view kOldExtension = ".ldb";
  if (const size_t at = text.find(kOldExtension); at != std::string::npos) {
    text.replace(at, kOldExtension.size(), ".sst");
  }
  if (!status.IsCorruption()) return text;
  for (const std::string_view name : {".sst", ".blob", ".log", "MANIFEST", "CURRENT"}) {
    if (text.find(name) != std::string::npos) return text;
  }
  const std::string file = LastFileRead();
  return file.empty() ? text : text + std::string(kLastFileRead) + file;
}

}  // namespace

Status FromEngine(const rocksdb::Status& status, std::string_view doing) {
  if (status.ok()) return {};
  StatusCode code = StatusCode::kIoError;
  if (status.IsNoSpace()) {
    code = StatusCode::kNoSpace;
  } else if (status.IsCorruption()) {
    code = StatusCode::kCorruption;
  } else if (status.IsInvalidArgument() || status.IsNotSupported()) {
    code = StatusCode::kInternal;
  } else if (status.IsShutdownInProgress() || status.IsAborted() ||
             status.IsManualCompactionPaused()) {
    code = StatusCode::kCancelled;
  }
  return {code, std::string(doing) + ": " + Describe(status)};
}

}  // namespace basalt::store

namespace basalt {
inline namespace v1 {

std::string EngineVersion() {
  return "RocksDB " + std::to_string(ROCKSDB_MAJOR) + "." + std::to_string(ROCKSDB_MINOR) + "." +
         std::to_string(ROCKSDB_PATCH);
}

}  // namespace v1
}  // namespace basalt
