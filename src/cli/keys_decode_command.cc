// `basalt keys decode` and `basalt keys explain`.
#include <algorithm>
#include <functional>
#include <memory>
#include <string>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/hex.h"
#include "cli/keys_command.h"
#include "cli/keys_input.h"
#include "keys/layout.h"

namespace basalt::cli {
namespace {

using Json = nlohmann::ordered_json;

struct DecodeOptions {
  KeysArguments arguments;
  std::string input;
  bool hex = false;
};

// The decoded value of one field.
struct FieldText {
  std::string name;
  Json value;
};

KeyContext Context(const DecodeOptions& options) {
  return {.dictionary = options.arguments.dictionary(), .salt = {}};
}

uint64_t BigEndian(BytesView bytes) {
  uint64_t number = 0;
  for (const char c : bytes) number = number << 8 | static_cast<unsigned char>(c);
  return number;
}

// Without a dictionary, fields stored as ids are printed as ids.
std::vector<FieldText> Fields(const KeySchema& schema, BytesView key, const KeyRecord& record) {
  const auto pieces = schema.Explain(key);
  std::vector<FieldText> fields;
  for (size_t i = 0; i < record.size(); ++i) {
    const auto& id_part = keys::LayoutOf(schema).fields[i].id_part;
    const std::string& name = schema.fields()[i].name;
    if (std::holds_alternative<uint64_t>(record[i]) &&
        !keys::LayoutOf(schema).fields[i].type.is_time() &&
        keys::LayoutOf(schema).fields[i].type.kind == keys::TypeKind::kUnsigned) {
      fields.push_back({name, std::get<uint64_t>(record[i])});
    } else if (!std::holds_alternative<std::monostate>(record[i])) {
      fields.push_back({name, schema.PrintValue(i, record[i])});
    } else if (id_part) {
      fields.push_back({name, Json{{"id", BigEndian(pieces[*id_part].bytes)}}});
    }
  }
  return fields;
}

Status DecodeKey(const Environment& env, const DecodeOptions& options, const KeySchema& schema,
                 const Bytes& key) {
  BASALT_ASSIGN_OR_RETURN(const KeyRecord record, schema.Decode(key, Context(options)));
  const std::vector<FieldText> fields = Fields(schema, key, record);
  if (options.arguments.json) {
    Json object = Json::object();
    for (const FieldText& field : fields) object[field.name] = field.value;
    env.out << Json{{"key", ToStringBinary(key)}, {"fields", std::move(object)}}.dump(
                   -1, ' ', false, Json::error_handler_t::replace)
            << '\n';
    return {};
  }
  std::string line;
  for (const FieldText& field : fields) {
    const std::string value = field.value.is_string()   ? field.value.get<std::string>()
                              : field.value.is_object() ? "id:" + field.value["id"].dump()
                                                        : field.value.dump();
    line += fmt::format("{}{}={}", line.empty() ? "" : " ", field.name, value);
  }
  env.out << line << '\n';
  return {};
}

Status ExplainKey(const Environment& env, const DecodeOptions& options, const KeySchema& schema,
                  const Bytes& key) {
  const auto pieces = schema.Explain(key, Context(options));
  bool sound = true;
  size_t bytes_width = 5;
  size_t part_width = 4;
  Json list = Json::array();
  for (const KeySchema::Piece& piece : pieces) {
    sound = sound && !piece.meaning.starts_with("WRONG") &&
            !piece.meaning.starts_with("DOES NOT MATCH");
    bytes_width = std::max(bytes_width, ToStringBinary(piece.bytes).size());
    part_width = std::max(part_width, piece.part.size());
    list.push_back({{"offset", piece.offset},
                    {"bytes", ToStringBinary(piece.bytes)},
                    {"hex", base::ToHex(piece.bytes)},
                    {"part", piece.part},
                    {"meaning", piece.meaning}});
  }
  if (options.arguments.json) {
    env.out << Json{{"key", ToStringBinary(key)}, {"sound", sound}, {"pieces", std::move(list)}}
                   .dump(-1, ' ', false, Json::error_handler_t::replace)
            << '\n';
  } else {
    env.out << fmt::format("offset  {:<{}}  {:<{}}  meaning\n", "bytes", bytes_width, "part",
                           part_width);
    for (const KeySchema::Piece& piece : pieces) {
      env.out << fmt::format("{:>6}  {:<{}}  {:<{}}  {}\n", piece.offset,
                             ToStringBinary(piece.bytes), bytes_width, piece.part, part_width,
                             piece.meaning);
    }
  }
  if (sound) return {};
  return {StatusCode::kInvalidArgument,
          fmt::format("the key {} does not match the schema", ToStringBinary(key))};
}

using KeyWork =
    std::function<Status(const Environment&, const DecodeOptions&, const KeySchema&, const Bytes&)>;

// Keys that do not match the schema are reported; the others are processed nevertheless.
Status ForEachKey(const Environment& env, DecodeOptions options, const KeyWork& key_work) {
  BASALT_ASSIGN_OR_RETURN(const KeySchema schema, options.arguments.TakeSchema());
  uint64_t keys = 0;
  uint64_t wrong = 0;
  Status last;
  const auto one = [&](std::string_view text) {
    ++keys;
    const auto key = ParseKey(text, options.hex);
    const Status status = key.ok() ? key_work(env, options, schema, *key) : key.status();
    if (status.ok()) return;
    if (wrong++ > 0) env.err << "basalt: " << last.message() << '\n';
    last = status;
  };
  if (!options.arguments.words.empty()) {
    for (const std::string& word : options.arguments.words) one(word);
  } else {
    BASALT_ASSIGN_OR_RETURN(KeysInput input, KeysInput::Open(env, options.input));
    for (std::string line; std::getline(input.stream(), line);) {
      if (!line.empty() && line.back() == '\r') line.pop_back();
      if (!line.empty()) one(line);
    }
  }
  if (wrong <= 1) return last;
  env.err << "basalt: " << last.message() << '\n';
  return {StatusCode::kInvalidArgument,
          fmt::format("{} of {} keys do not match the schema", wrong, keys)};
}

void AddTo(CLI::App& keys, Work& work, const std::string& name, const std::string& about,
           KeyWork key_work) {
  auto options = std::make_shared<DecodeOptions>();
  CLI::App* command = keys.add_subcommand(name, about);
  options->arguments.AddTo(*command, ", then keys");
  command->add_option("-i,--input", options->input,
                      "File of keys, one per line (default: standard input)");
  command->add_flag("--hex", options->hex, "Keys are hexadecimal digits, not \\xHH text");
  command->callback([options, &work, key_work = std::move(key_work)] {
    work = [options, key_work](const Environment& env) {
      return ForEachKey(env, *options, key_work);
    };
  });
}

}  // namespace

void AddKeysDecode(CLI::App& keys, Work& work) {
  AddTo(keys, work, "decode",
        "Decode the fields of keys. A field stored as an id is printed as id:7.", DecodeKey);
}

void AddKeysExplain(CLI::App& keys, Work& work) {
  AddTo(keys, work, "explain",
        "Explain the parts of a key, byte by byte.\n"
        "Exit code 1: a key does not match the schema, or its hash is wrong.",
        ExplainKey);
}

}  // namespace basalt::cli
