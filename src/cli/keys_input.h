// What the subcommands of `basalt keys` are given: a schema, records, keys. Used by one thread.
#pragma once

#include <fstream>
#include <functional>
#include <istream>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "basalt/connection.h"
#include "basalt/key_schema.h"
#include "cli/environment.h"
#include "design/sample/record_reader.h"

namespace CLI {
class App;
}

namespace basalt::cli {

// The arguments that all of them have.
struct KeysArguments {
  std::vector<std::string> words;  // the schema first, if no file has it
  std::string schema_file;
  std::string on;     // a directory or a server
  std::string table;  // there; it has the schema, and ids for names
  std::string format;
  bool json = false;

  // Adds --schema-file, --on, --table, --json and the words, of which `what` names those after the
  // schema.
  void AddTo(CLI::App& command, const std::string& what);
  void AddFormatTo(CLI::App& command);

  // Takes the schema out of the words: a text, @preset, or @path.
  Result<KeySchema> TakeSchema();
  // Opens what --on says, if it is not open. Owned by the arguments.
  Result<Connection*> Connect();
  // The same schema if there is one: of the words, of a file, or of the table, which may have none.
  Result<std::optional<KeySchema>> TakeSchemaIfAny();
  // The ids of the table; null without one. New names get none. Valid after TakeSchema.
  KeyDictionary* dictionary() const { return dictionary_.get(); }
  design::RecordFormat record_format() const;

 private:
  Result<KeySchema> TakeSchemaOfTable();
  Result<KeySchema> TakeWrittenSchema();

  // Shared: the arguments are copied into their command's work.
  std::shared_ptr<Connection> connection_;
  std::shared_ptr<KeyDictionary> dictionary_;
};

// A file, or standard input.
class KeysInput {
 public:
  // "" and "-" are standard input.
  static Result<KeysInput> Open(const Environment& env, const std::string& path);
  std::istream& stream() { return *stream_; }

 private:
  std::unique_ptr<std::ifstream> file_;
  std::istream* stream_ = nullptr;
};

// Calls `take` for each record of the input, broken ones too, and shows on a terminal how far it
// is.
Status ForEachRecord(const Environment& env, design::RecordReader& reader,
                     const std::function<Status(const design::SampleRecord&)>& take);

// A key from its text: \xHH for what is not text; or hexadecimal digits.
Result<Bytes> ParseKey(std::string_view text, bool hex);

}  // namespace basalt::cli
