#include "cli/keys_input.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <sstream>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "basalt/key_table.h"
#include "base/hex.h"
#include "keys/presets.h"

namespace basalt::cli {
namespace {

constexpr uint64_t kProgressLines = 1 << 16;

Result<std::string> ReadSchemaFile(const std::string& path) {
  std::ifstream file(path);
  if (!file || std::filesystem::is_directory(path)) {
    return Status(StatusCode::kIoError, fmt::format("cannot read the schema file {}", path));
  }
  std::string schema;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with('#')) continue;
    if (!line.empty() && line.back() == '\r') line.pop_back();
    if (!schema.empty() && !line.empty()) schema += ' ';
    schema += line;
  }
  return schema;
}

bool IsPreset(std::string_view name) {
  const auto presets = keys::Presets();
  return std::any_of(presets.begin(), presets.end(),
                     [&](const keys::Preset& preset) { return preset.name == name; });
}

// A dictionary that never assigns new ids.
class KnownNames : public KeyDictionary {
 public:
  explicit KnownNames(std::unique_ptr<KeyTable> table) : table_(std::move(table)) {}

  Result<std::optional<uint64_t>> IdOf(std::string_view kind, BytesView name,
                                       bool /*create*/) override {
    return table_->context().dictionary->IdOf(kind, name, false);
  }
  Result<Bytes> NameOf(std::string_view kind, uint64_t id) override {
    return table_->context().dictionary->NameOf(kind, id);
  }

 private:
  std::unique_ptr<KeyTable> table_;
};

}  // namespace

void KeysArguments::AddTo(CLI::App& command, const std::string& what) {
  command.add_option("schema", words, "SCHEMA (a text, @preset or @file)" + what)
      ->option_text("...");
  command.add_option("--schema-file", schema_file, "File with the schema, instead of SCHEMA");
  CLI::Option* at = command.add_option(
      "--on", on, "Directory or server whose --table has the schema, instead of SCHEMA");
  CLI::Option* name =
      command.add_option("--table", table, "Table with the key schema and the names of ids");
  at->needs(name);
  name->needs(at);
  command.add_flag("--json", json, "Print JSON");
}

void KeysArguments::AddFormatTo(CLI::App& command) {
  command.add_option("--format", format, "csv (with a header line) or jsonl (default: detected)")
      ->check(CLI::IsMember({"csv", "jsonl"}));
}

Result<Connection*> KeysArguments::Connect() {
  if (connection_ != nullptr) return connection_.get();
  ConnectionOptions options;
  options.create_if_missing = false;
  BASALT_ASSIGN_OR_RETURN(auto opened, Connection::Open(on, options));
  connection_ = std::move(opened);
  return connection_.get();
}

Result<KeySchema> KeysArguments::TakeSchemaOfTable() {
  BASALT_RETURN_IF_ERROR(Connect().status());
  BASALT_ASSIGN_OR_RETURN(const TableName name, TableName::Parse(table));
  BASALT_ASSIGN_OR_RETURN(auto keyed, KeyTable::Open(*connection_, name));
  const KeySchema schema = keyed->schema();
  if (keyed->context().dictionary != nullptr) {
    dictionary_ = std::make_shared<KnownNames>(std::move(keyed));
  }
  return schema;
}

Result<std::optional<KeySchema>> KeysArguments::TakeSchemaIfAny() {
  if (!words.empty() || !schema_file.empty()) {
    BASALT_ASSIGN_OR_RETURN(KeySchema schema, TakeWrittenSchema());
    return std::optional(std::move(schema));
  }
  BASALT_ASSIGN_OR_RETURN(Connection * connection, Connect());
  BASALT_ASSIGN_OR_RETURN(const TableName name, TableName::Parse(table));
  BASALT_ASSIGN_OR_RETURN(const auto descriptor, connection->admin().GetDescriptor(name));
  if (!descriptor.GetAttribute(kKeySchemaAttribute)) return std::optional<KeySchema>();
  BASALT_ASSIGN_OR_RETURN(KeySchema schema, TakeSchemaOfTable());
  return std::optional(std::move(schema));
}

Result<KeySchema> KeysArguments::TakeSchema() {
  return table.empty() ? TakeWrittenSchema() : TakeSchemaOfTable();
}

Result<KeySchema> KeysArguments::TakeWrittenSchema() {
  std::string text;
  if (!schema_file.empty()) {
    BASALT_ASSIGN_OR_RETURN(text, ReadSchemaFile(schema_file));
    return KeySchema::Parse(text);
  }
  if (words.empty())
    return Status::InvalidArgument("a schema is missing: a text, @preset or @file");
  text = words.front();
  words.erase(words.begin());
  if (text.starts_with('@') && !IsPreset(text.substr(1))) {
    const std::string path = text.substr(1);
    std::error_code error;
    if (std::filesystem::exists(path, error)) {
      BASALT_ASSIGN_OR_RETURN(text, ReadSchemaFile(path));
    }
  }
  return KeySchema::Parse(text);
}

design::RecordFormat KeysArguments::record_format() const {
  return design::ParseRecordFormat(format).value_or(design::RecordFormat::kAny);
}

Result<KeysInput> KeysInput::Open(const Environment& env, const std::string& path) {
  KeysInput input;
  if (path.empty() || path == "-") {
    if (env.in == nullptr) return Status::InvalidArgument("there is no standard input");
    input.stream_ = env.in;
    return input;
  }
  std::error_code error;
  input.file_ = std::make_unique<std::ifstream>(path, std::ios::binary);
  if (!*input.file_ || std::filesystem::is_directory(path, error)) {
    return Status(StatusCode::kIoError, fmt::format("cannot read {}", path));
  }
  input.stream_ = input.file_.get();
  return input;
}

Status ForEachRecord(const Environment& env, design::RecordReader& reader,
                     const std::function<Status(const design::SampleRecord&)>& take) {
  design::SampleRecord record;
  bool shown = false;
  uint64_t count = 0;
  Status status;
  while (status.ok()) {
    const auto more = reader.Next(record);
    if (!more.ok()) status = more.status();
    if (!more.ok() || !*more) break;
    status = take(record);
    if (++count % kProgressLines == 0 && env.out_is_terminal) {
      env.err << fmt::format("\r\x1b[K{} records, {:.0f} MB", count,
                             static_cast<double>(reader.bytes()) / 1e6)
              << std::flush;
      shown = true;
    }
  }
  if (shown) env.err << "\r\x1b[K" << std::flush;
  return status;
}

Result<Bytes> ParseKey(std::string_view text, bool hex) {
  if (!hex) return FromStringBinary(text);
  const auto key = base::FromHex(text);
  if (key && !key->empty()) return *key;
  return Status::InvalidArgument(fmt::format("'{}' is not a key in hexadecimal digits", text));
}

}  // namespace basalt::cli
