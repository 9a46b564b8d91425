#include <memory>
#include <string>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/hex.h"
#include "cli/keys_command.h"
#include "cli/keys_input.h"
#include "design/sample/memory_dictionary.h"

namespace basalt::cli {
namespace {

struct EncodeOptions {
  KeysArguments arguments;
  std::string input;
  bool hex = false;
  bool raw = false;
  bool new_ids = false;
  int salt = -1;
};

void Print(const Environment& env, const EncodeOptions& options, const Bytes& key) {
  if (options.arguments.json) {
    env.out
        << nlohmann::ordered_json{{"key", ToStringBinary(key)}, {"hex", base::ToHex(key)}}.dump();
  } else {
    env.out << (options.raw ? key : options.hex ? base::ToHex(key) : ToStringBinary(key));
  }
  env.out << '\n';
}

// Parses name=value words.
Result<KeyRecord> ParseWords(const KeySchema& schema, const std::vector<std::string>& words) {
  KeyRecord record(schema.fields().size());
  for (const std::string& word : words) {
    const size_t equals = word.find('=');
    const auto field = schema.FieldIndex(word.substr(0, equals));
    if (equals == std::string::npos || !field) {
      return Status(StatusCode::kInvalidArgument,
                    fmt::format("'{}' is not name=value with one of the fields {}", word,
                                fmt::join(design::FieldNames(schema), ", ")));
    }
    BASALT_ASSIGN_OR_RETURN(record[*field], schema.ParseValue(*field, word.substr(equals + 1)));
  }
  return record;
}

Status Encode(EncodeOptions options, const Environment& env) {
  BASALT_ASSIGN_OR_RETURN(const KeySchema schema, options.arguments.TakeSchema());
  design::MemoryDictionary dictionary;
  KeyContext context;
  context.dictionary = options.new_ids ? &dictionary : options.arguments.dictionary();
  if (options.salt >= 0) context.salt = static_cast<uint32_t>(options.salt);
  Bytes key;
  if (!options.arguments.words.empty()) {
    BASALT_ASSIGN_OR_RETURN(const KeyRecord record, ParseWords(schema, options.arguments.words));
    BASALT_RETURN_IF_ERROR(schema.Encode(record, context, key));
    Print(env, options, key);
    return {};
  }
  BASALT_ASSIGN_OR_RETURN(KeysInput input, KeysInput::Open(env, options.input));
  design::RecordReader reader(input.stream(), design::FieldNames(schema),
                              options.arguments.record_format());
  return ForEachRecord(env, reader, [&](const design::SampleRecord& record) -> Status {
    BASALT_ASSIGN_OR_RETURN(const KeyRecord values, design::ParseRecord(schema, record));
    const Status status = schema.Encode(values, context, key);
    if (!status.ok()) return status.WithContext(fmt::format("line {}", record.line));
    Print(env, options, key);
    return {};
  });
}

}  // namespace

void AddKeysEncode(CLI::App& keys, Work& work) {
  auto options = std::make_shared<EncodeOptions>();
  CLI::App* command = keys.add_subcommand(
      "encode",
      "Encode records as keys: from name=value words, or from CSV or JSON lines.\n"
      "Stops at the first record that does not fit the schema.");
  options->arguments.AddTo(*command, ", then name=value for each field");
  options->arguments.AddFormatTo(*command);
  command->add_option("-i,--input", options->input, "File of records (default: standard input)");
  command->add_flag("--hex", options->hex, "Print hexadecimal digits, not \\xHH text");
  command->add_flag("--raw", options->raw, "Print the raw bytes");
  command->add_option("--salt", options->salt, "Index of the salt to use (default: random)")
      ->check(CLI::NonNegativeNumber);
  command->add_flag(
      "--new-ids", options->new_ids,
      "Assign ids for id(...) from 1 in order of appearance; a table has its own ids");
  command->callback([options, &work] {
    work = [options](const Environment& env) { return Encode(*options, env); };
  });
}

}  // namespace basalt::cli
