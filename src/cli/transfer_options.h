// Options that `basalt load` and `basalt unload` share: the format of the text. Used by one thread.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "basalt/status.h"
#include "transfer/compression.h"
#include "transfer/mapping.h"
#include "transfer/record_format.h"

namespace CLI {
class App;
}

namespace basalt::cli {

struct TransferOptions {
  std::string format;
  std::string delimiter;
  std::string compression;
  std::string map;
  std::string map_file;
  std::string type;
  bool no_header = false;
  std::string columns;

  void AddTo(CLI::App& command);

  // From the options, the mapping file and the file's name, in this order; CSV otherwise.
  Result<transfer::RecordFormat> Format(const std::string& file);
  // Unset: by the file.
  Result<std::optional<transfer::FileCompression>> Compression() const;
  // `fallback`: the type of what has none.
  Result<std::optional<transfer::Mapping>> Mapping(const transfer::ValueType& fallback);
  // nullopt if none is given.
  Result<std::optional<transfer::ValueType>> Type();
  // The names of --columns.
  std::vector<std::string> ColumnNames() const;
  // Reads --map-file; the options take precedence.
  Status ReadMapFile();

 private:
  std::optional<transfer::Mapping> file_mapping_;
  std::vector<std::string> file_columns_;
  std::string comment_;
};

}  // namespace basalt::cli
