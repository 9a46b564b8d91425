#include "script.h"

#include <deque>

#include "text.h"

namespace basalt::semantics {
namespace {

class Words {
 public:
  explicit Words(std::string_view line) : line_(line) {
    while (!line.empty()) {
      size_t end = line.find(' ');
      if (end != 0) words_.push_back(line.substr(0, end));
      if (end == std::string_view::npos) break;
      line.remove_prefix(end + 1);
    }
  }

  bool done() const { return words_.empty(); }
  std::string_view Peek() const { return done() ? std::string_view() : words_.front(); }
  bool AtEndOfPart() const { return done() || Peek() == ";" || Peek() == "|"; }

  std::string_view Word() {
    if (done()) BadScript("the line ends too early", line_);
    std::string_view word = words_.front();
    words_.pop_front();
    return word;
  }
  bool Take(std::string_view expected) {
    if (done() || Peek() != expected) return false;
    words_.pop_front();
    return true;
  }
  // The value of `name=value`, if that is the next word.
  std::optional<std::string_view> Option(std::string_view name) {
    std::string_view next = Peek();
    if (!next.starts_with(name) || next.substr(name.size(), 1) != "=") return std::nullopt;
    words_.pop_front();
    return next.substr(name.size() + 1);
  }
  std::string Bytes() { return ParseBytes(Word()); }

 private:
  std::string_view line_;
  std::deque<std::string_view> words_;
};

// family[:qualifier][@timestamp][=value]
struct Column {
  std::string family;
  std::optional<std::string> qualifier;
  std::optional<int64_t> timestamp;
  std::string_view value;
};

Column ParseColumn(std::string_view word) {
  Column column;
  if (size_t equals = word.find('='); equals != std::string_view::npos) {
    column.value = word.substr(equals + 1);
    word = word.substr(0, equals);
  }
  if (size_t at = word.find('@'); at != std::string_view::npos) {
    column.timestamp = ParseTimestamp(word.substr(at + 1));
    word = word.substr(0, at);
  }
  if (size_t colon = word.find(':'); colon != std::string_view::npos) {
    column.qualifier = ParseBytes(word.substr(colon + 1));
    word = word.substr(0, colon);
  }
  column.family = ParseBytes(word);
  return column;
}

Range ParseRange(std::string_view text) {
  size_t dots = text.find("..");
  if (dots == std::string_view::npos) BadScript("not a range", text);
  return {ParseTimestamp(text.substr(0, dots)), ParseTimestamp(text.substr(dots + 2))};
}

Type DeleteType(std::string_view word) {
  if (word == "version") return Type::kDelete;
  if (word == "column") return Type::kDeleteColumn;
  if (word == "family") return Type::kDeleteFamily;
  if (word == "familyversion") return Type::kDeleteFamilyVersion;
  BadScript("not a kind of delete", word);
}

std::optional<Change::Verb> ParseVerb(std::string_view word) {
  if (word == "put") return Change::Verb::kPut;
  if (word == "delete") return Change::Verb::kDelete;
  if (word == "incr") return Change::Verb::kIncrement;
  if (word == "append") return Change::Verb::kAppend;
  return std::nullopt;
}

Change ParseChange(std::string_view word, const std::string& row, Words& words) {
  std::optional<Change::Verb> verb = ParseVerb(word);
  if (!verb) BadScript("not a change", word);
  Change change{.verb = *verb, .row = row};
  if (auto ts = words.Option("ts")) change.timestamp = ParseTimestamp(*ts);
  if (auto ttl = words.Option("ttl")) change.ttl_ms = ParseNumber(*ttl);
  if (auto range = words.Option("range")) change.range = ParseRange(*range);
  change.return_results = !words.Take("noreturn");
  while (!words.AtEndOfPart()) {
    Edit edit;
    if (*verb == Change::Verb::kDelete) edit.type = DeleteType(words.Word());
    Column column = ParseColumn(words.Word());
    edit.family = column.family;
    edit.qualifier = column.qualifier.value_or("");
    edit.timestamp = column.timestamp;
    if (*verb == Change::Verb::kIncrement) {
      edit.amount = ParseNumber(column.value);
    } else {
      edit.value = ParseBytes(column.value);
    }
    change.edits.push_back(std::move(edit));
  }
  return change;
}

// `; put … ; delete …`
void ParseChanges(const std::string& row, Words& words, std::vector<Change>& changes) {
  while (words.Take(";")) changes.push_back(ParseChange(words.Word(), row, words));
}

bool ParseScanOption(std::string_view name, std::string_view value, Read& read) {
  if (name == "from" || name == "after") {
    read.start = ParseBytes(value);
    read.include_start = name == "from";
  } else if (name == "to" || name == "upto") {
    read.stop = ParseBytes(value);
    read.include_stop = name == "upto";
  } else if (name == "reverse") {
    read.reverse = true;
  } else if (name == "raw") {
    read.raw = true;
  } else if (name == "batch") {
    read.batch = static_cast<int32_t>(ParseNumber(value));
  } else if (name == "limit") {
    read.limit = static_cast<int32_t>(ParseNumber(value));
  } else {
    return false;
  }
  return true;
}

bool ParseReadOption(std::string_view name, std::string_view value, Read& read) {
  if (name == "versions") {
    read.versions = value == "all" ? INT32_MAX : static_cast<int32_t>(ParseNumber(value));
  } else if (name == "range") {
    read.range = ParseRange(value);
  } else if (name == "frange") {
    size_t comma = value.find(',');
    read.family_ranges[ParseBytes(value.substr(0, comma))] = ParseRange(value.substr(comma + 1));
  } else if (name == "storelimit") {
    read.store_limit = static_cast<int32_t>(ParseNumber(value));
  } else if (name == "storeoffset") {
    read.store_offset = static_cast<int32_t>(ParseNumber(value));
  } else {
    return false;
  }
  return true;
}

Read ParseRead(Words& words, std::optional<std::string> row) {
  Read read;
  bool is_scan = !row.has_value();
  read.row = std::move(row);
  while (!words.AtEndOfPart()) {
    std::string_view word = words.Word();
    size_t equals = word.find('=');
    std::string_view name = word.substr(0, equals);
    std::string_view value =
        equals == std::string_view::npos ? std::string_view() : word.substr(equals + 1);
    if (ParseReadOption(name, value, read)) continue;
    if (is_scan && ParseScanOption(name, value, read)) continue;
    Column column = ParseColumn(word);
    auto& qualifiers = read.columns[column.family];
    if (column.qualifier) qualifiers.push_back(*column.qualifier);
  }
  return read;
}

void ParseFamilies(Words& words, Command& command) {
  while (!words.done()) {
    std::string_view word = words.Word();
    Family family;
    size_t comma = word.find(',');
    family.name = ParseBytes(word.substr(0, comma));
    while (comma != std::string_view::npos) {
      word.remove_prefix(comma + 1);
      comma = word.find(',');
      std::string_view attribute = word.substr(0, comma);
      size_t equals = attribute.find('=');
      if (equals == std::string_view::npos) BadScript("not an attribute", attribute);
      family.attributes[std::string(attribute.substr(0, equals))] = attribute.substr(equals + 1);
    }
    command.families.push_back(std::move(family));
  }
}

void ParseCheck(Words& words, Command& command) {
  command.row = words.Bytes();
  Column column = ParseColumn(words.Word());
  Condition& condition = command.condition;
  condition.family = column.family;
  condition.qualifier = column.qualifier.value_or("");
  condition.op = words.Word();
  if (condition.op != "absent" && condition.op != "present") condition.value = words.Bytes();
  if (auto range = words.Option("range")) condition.range = ParseRange(*range);
  if (!words.Take("then")) BadScript("check without then", command.text);
  command.changes.push_back(ParseChange(words.Word(), command.row, words));
  ParseChanges(command.row, words, command.changes);
}

void ParseBatch(Words& words, Command& command) {
  while (words.Take("|")) {
    Action action;
    std::string_view kind = words.Word();
    action.row = words.Bytes();
    if (kind == "get") {
      action.get = ParseRead(words, action.row);
    } else if (kind == "mutate") {
      action.row_mutations = true;
      ParseChanges(action.row, words, action.changes);
    } else {
      action.changes.push_back(ParseChange(kind, action.row, words));
    }
    command.actions.push_back(std::move(action));
  }
}

void ParseOperation(std::string_view word, Words& words, Command& command) {
  using Kind = Command::Kind;
  if (word == "advance") {
    command.kind = Kind::kAdvance;
    command.millis = ParseNumber(words.Word());
    return;
  }
  if (word == "reopen") {
    command.kind = Kind::kReopen;
    return;
  }
  command.table = words.Word();
  if (word == "create" || word == "alter") {
    command.kind = word == "create" ? Kind::kCreate : Kind::kAlter;
    ParseFamilies(words, command);
  } else if (word == "flush") {
    command.kind = Kind::kFlush;
  } else if (word == "major") {
    command.kind = Kind::kMajor;
  } else if (ParseVerb(word)) {
    command.kind = Kind::kChange;
    command.row = words.Bytes();
    command.changes.push_back(ParseChange(word, command.row, words));
  } else if (word == "mutate") {
    command.kind = Kind::kMutateRow;
    command.row = words.Bytes();
    ParseChanges(command.row, words, command.changes);
  } else if (word == "check") {
    command.kind = Kind::kCheck;
    ParseCheck(words, command);
  } else if (word == "batch") {
    command.kind = Kind::kBatch;
    ParseBatch(words, command);
  } else if (word == "get" || word == "exists") {
    command.kind = word == "get" ? Kind::kGet : Kind::kExists;
    command.read = ParseRead(words, words.Bytes());
  } else if (word == "scan") {
    command.kind = Kind::kScan;
    command.read = ParseRead(words, std::nullopt);
  } else {
    BadScript("unknown command", word);
  }
}

}  // namespace

std::optional<Command> ParseLine(std::string_view line) {
  if (line.empty() || line.starts_with("//")) return std::nullopt;
  Command command;
  command.text = line;
  Words words(line);
  std::string_view word = words.Word();
  if (word.starts_with('@')) {
    command.at = ParseNumber(word.substr(1));
    word = words.Word();
  }
  if (word.starts_with('#')) {
    command.sequence = ParseNumber(word.substr(1));
    word = words.Word();
  }
  ParseOperation(word, words, command);
  if (!words.done()) BadScript("words left over", line);
  return command;
}

std::vector<Command> ParseScript(std::string_view text) {
  std::vector<Command> commands;
  while (!text.empty()) {
    size_t end = text.find('\n');
    if (auto command = ParseLine(text.substr(0, end))) commands.push_back(std::move(*command));
    if (end == std::string_view::npos) break;
    text.remove_prefix(end + 1);
  }
  return commands;
}

}  // namespace basalt::semantics
