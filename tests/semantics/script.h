// Scripts: operations on tables as lines of text, executed alike by the model, by Basalt and by
// Apache HBase. README.md has the language. Plain values; parsed once, then only read.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace basalt::semantics {

// HBase's codes: at one timestamp the higher code sorts first.
enum class Type : uint8_t {
  kPut = 4,
  kDelete = 8,
  kDeleteFamilyVersion = 10,
  kDeleteColumn = 12,
  kDeleteFamily = 14,
};

struct Range {
  int64_t min = 0;
  int64_t max = INT64_MAX;
};

struct Family {
  std::string name;
  std::map<std::string, std::string> attributes;
};

// One cell of a change. `timestamp` absent: the change's.
struct Edit {
  Type type = Type::kPut;
  std::string family;
  std::string qualifier;
  std::optional<int64_t> timestamp;
  std::string value;
  int64_t amount = 0;
};

struct Change {
  enum class Verb : uint8_t { kPut, kDelete, kIncrement, kAppend };
  Verb verb = Verb::kPut;
  std::string row;
  int64_t timestamp = INT64_MAX;
  std::optional<int64_t> ttl_ms;
  std::optional<Range> range;
  bool return_results = true;
  std::vector<Edit> edits;
};

struct Condition {
  std::string family;
  std::string qualifier;
  // "<", "<=", "=", "!=", ">=", ">", "absent" or "present".
  std::string op;
  std::string value;
  std::optional<Range> range;
};

// A get (with `row`) or a scan (without).
struct Read {
  std::optional<std::string> row;
  // Family -> qualifiers; none: the whole family.
  std::map<std::string, std::vector<std::string>> columns;
  int32_t versions = 1;
  std::optional<Range> range;
  std::map<std::string, Range> family_ranges;
  std::optional<int32_t> store_limit;
  int32_t store_offset = 0;
  std::string start;
  bool include_start = true;
  std::string stop;
  bool include_stop = false;
  bool reverse = false;
  bool raw = false;
  std::optional<int32_t> batch;
  std::optional<int32_t> limit;
};

// One entry of a batch: a get, one change, or (row_mutations) several changes of a row.
struct Action {
  std::optional<Read> get;
  bool row_mutations = false;
  std::string row;
  std::vector<Change> changes;
};

struct Command {
  enum class Kind : uint8_t {
    kCreate,
    kAlter,
    kAdvance,
    kFlush,
    kMajor,
    kReopen,
    kChange,
    kMutateRow,
    kCheck,
    kBatch,
    kGet,
    kExists,
    kScan,
  };
  // The line as it was.
  std::string text;
  Kind kind = Kind::kReopen;
  // Milliseconds after T at which it happens; absent: one after the line before.
  std::optional<int64_t> at;
  // The generated sequence it belongs to; absent for what all sequences of a table share.
  std::optional<int64_t> sequence;
  std::string table;
  std::vector<Family> families;
  int64_t millis = 0;
  std::string row;
  std::vector<Change> changes;
  Condition condition;
  std::vector<Action> actions;
  Read read;
};

// nullopt for blank lines and comments. Ends the process on anything unreadable.
std::optional<Command> ParseLine(std::string_view line);
std::vector<Command> ParseScript(std::string_view text);

}  // namespace basalt::semantics
