// A mapping in a TOML file, with the options of the file it is for:
//
//   format = "csv"          delimiter = ";"       header = false      columns = ["id", "name"]
//   type = "text"           comment = "#"
//   key = "id"              timestamp = "when"    ttl = "keep"        cell_type = "op"
//   [key_fields]            user = "uid"
//   [columns]               "f:name" = "name"     "f:age" = { column = "age", type = "int" }
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "basalt/status.h"
#include "transfer/mapping.h"
#include "transfer/record_format.h"

namespace basalt::transfer {

// What the file has; the rest is unset.
struct MappingFile {
  std::optional<TextFormat> format;
  std::optional<std::string> delimiter;
  std::optional<std::string> comment;
  std::optional<std::string> type;
  std::optional<bool> header;
  std::vector<std::string> columns;
  std::optional<Mapping> mapping;
};

// kInvalidArgument with the file's name and what is wrong, an unknown name included.
Result<MappingFile> ReadMappingFile(const std::string& path);

}  // namespace basalt::transfer
