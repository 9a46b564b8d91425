// Differences between the supported RocksDB releases (7.8 to 11.8), in one place, and the
// conversion of rocksdb::Status.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <rocksdb/db.h>
#include <rocksdb/version.h>

#include "basalt/bytes.h"
#include "basalt/status.h"

namespace basalt::store {

inline rocksdb::Slice ToSlice(BytesView bytes) { return {bytes.data(), bytes.size()}; }
inline BytesView ToView(const rocksdb::Slice& slice) { return {slice.data(), slice.size()}; }

// DB::Open fills a raw pointer up to RocksDB 9 and a unique_ptr later.
rocksdb::Status OpenEngine(const rocksdb::DBOptions& options, const std::string& path,
                           const std::vector<rocksdb::ColumnFamilyDescriptor>& families,
                           std::vector<rocksdb::ColumnFamilyHandle*>* handles,
                           std::unique_ptr<rocksdb::DB>* db);

// Ends one DisableFileDeletions and no other's: EnableFileDeletions had an argument for that up to
// RocksDB 8.
rocksdb::Status EnableFileDeletions(rocksdb::DB& db);

// Ignores failures to write the OPTIONS file; since RocksDB 8 this is an option.
template <typename Options>
concept GoesOnWithoutOptionsFile = requires(Options& options) {
  options.fail_if_options_file_error = false;
};
inline constexpr bool kOptionsFileNeeded = !GoesOnWithoutOptionsFile<rocksdb::DBOptions>;
template <typename Options>
void GoOnWithoutOptionsFile(Options& options) {
  if constexpr (GoesOnWithoutOptionsFile<Options>) options.fail_if_options_file_error = false;
}

// Out of space and corruption have their own codes: callers react differently to them.
Status FromEngine(const rocksdb::Status& status, std::string_view doing);

// Stands in a message before the name of a file that RocksDB did not name: a guess.
inline constexpr std::string_view kLastFileRead = "; the last file read was ";

}  // namespace basalt::store
