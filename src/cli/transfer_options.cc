#include "cli/transfer_options.h"

#include <algorithm>
#include <utility>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "transfer/mapping_file.h"

namespace basalt::cli {
namespace {

// One byte: a character, "\t", "\x01".
Result<char> ParseDelimiter(const std::string& text) {
  if (text == "\\t" || text == "tab") return '\t';
  const Bytes byte = FromStringBinary(text);
  const bool good =
      byte.size() == 1 && byte[0] != '"' && byte[0] != '\n' && byte[0] != '\r' && byte[0] != '\\';
  if (good) return byte[0];
  return Status::InvalidArgument(fmt::format("--delimiter '{}' is not one character", text));
}

}  // namespace

void TransferOptions::AddTo(CLI::App& command) {
  command.add_option("--format", format,
                     "csv, tsv or jsonl (default: by the file's name, else csv)");
  command.add_option("--delimiter", delimiter,
                     "Between fields: a character, or \\x01 (default: a comma; TSV: a tab)");
  command.add_option("--compression", compression,
                     "none, gz or zstd (default: by the content or the file's name)");
  command.add_option("--map", map,
                     "What the columns are: 'key=id f:name=name f:age:int=age ts=when'\n"
                     "(docs/load.md)");
  command.add_option("--map-file", map_file, "The same, and the format, in a TOML file");
  command.add_option(
      "--type", type,
      "The type of keys and values that have none: text, bytes, escaped, hex,\n"
      "base64, byte, short, int, long, float, double, boolean, or one of key schemas");
  command.add_flag("--no-header", no_header, "The file has no line with the columns' names");
}

Status TransferOptions::ReadMapFile() {
  if (map_file.empty()) return {};
  BASALT_ASSIGN_OR_RETURN(auto file, transfer::ReadMappingFile(map_file));
  if (format.empty() && file.format) format = transfer::TextFormatName(*file.format);
  if (delimiter.empty() && file.delimiter) delimiter = *file.delimiter;
  if (type.empty() && file.type) type = *file.type;
  if (file.header) no_header = no_header || !*file.header;
  if (file.comment) comment_ = *file.comment;
  file_mapping_ = std::move(file.mapping);
  file_columns_ = std::move(file.columns);
  return {};
}

Result<transfer::RecordFormat> TransferOptions::Format(const std::string& file) {
  transfer::RecordFormat result;
  auto kind = format.empty() ? transfer::FormatOfName(file) : transfer::ParseTextFormat(format);
  if (!format.empty() && !kind) {
    return Status::InvalidArgument(fmt::format("--format '{}' is none of csv, tsv, jsonl", format));
  }
  result.format = kind.value_or(transfer::TextFormat::kCsv);
  result.delimiter = result.format == transfer::TextFormat::kTsv ? '\t' : ',';
  result.comment = comment_;
  if (!delimiter.empty()) {
    BASALT_ASSIGN_OR_RETURN(result.delimiter, ParseDelimiter(delimiter));
  }
  return result;
}

Result<std::optional<transfer::FileCompression>> TransferOptions::Compression() const {
  if (compression.empty()) return std::optional<transfer::FileCompression>();
  const auto parsed = transfer::ParseFileCompression(compression);
  if (parsed) return parsed;
  return Status::InvalidArgument(
      fmt::format("--compression '{}' is none of none, gz, zstd", compression));
}

Result<std::optional<transfer::Mapping>> TransferOptions::Mapping(
    const transfer::ValueType& fallback) {
  if (map.empty()) return file_mapping_;
  BASALT_ASSIGN_OR_RETURN(auto mapping, transfer::Mapping::Parse(map, fallback));
  return std::optional(std::move(mapping));
}

Result<std::optional<transfer::ValueType>> TransferOptions::Type() {
  if (type.empty()) return std::optional<transfer::ValueType>();
  BASALT_ASSIGN_OR_RETURN(auto parsed, transfer::ValueType::Parse(type));
  return std::optional(std::move(parsed));
}

std::vector<std::string> TransferOptions::ColumnNames() const {
  if (columns.empty()) return file_columns_;
  std::vector<std::string> names;
  for (size_t begin = 0; begin <= columns.size();) {
    const size_t end = std::min(columns.find(',', begin), columns.size());
    names.push_back(columns.substr(begin, end - begin));
    begin = end + 1;
  }
  return names;
}

}  // namespace basalt::cli
