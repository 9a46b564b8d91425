// Common input of the `basalt keys` subcommands: a schema, records, keys. Used by one thread.
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

// The arguments that all of them share.
struct KeysArguments {
  std::vector<std::string> words;  // the schema first, unless it comes from a file or table
  std::string schema_file;
  std::string on;     // directory or server
  std::string table;  // a table there, with the schema and the dictionary
  std::string format;
  bool json = false;

  // Adds --schema-file, --on, --table, --json and the words; `what` describes those after the
  // schema.
  void AddTo(CLI::App& command, const std::string& what);
  void AddFormatTo(CLI::App& command);

  // Removes the schema from the words: a text, @preset, or @path.
  Result<KeySchema> TakeSchema();
  // Opens the connection of --on, if it is not open. Owned by the arguments.
  Result<Connection*> Connect();
  // Like TakeSchema, but nullopt if the words, the file and the table have no schema.
  Result<std::optional<KeySchema>> TakeSchemaIfAny();
  // The table's dictionary; null without a table. Assigns no new ids. Valid after TakeSchema.
  KeyDictionary* dictionary() const { return dictionary_.get(); }
  design::RecordFormat record_format() const;

 private:
  Result<KeySchema> TakeSchemaOfTable();
  Result<KeySchema> TakeWrittenSchema();

  // Shared, as the arguments are copied into the command's work.
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

// Calls `take` for each record of the input, including broken ones, and shows the progress on a
// terminal.
Status ForEachRecord(const Environment& env, design::RecordReader& reader,
                     const std::function<Status(const design::SampleRecord&)>& take);

// A key from its text: with \xHH escapes, or in hexadecimal digits.
Result<Bytes> ParseKey(std::string_view text, bool hex);

}  // namespace basalt::cli
