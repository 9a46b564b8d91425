#include "operation.h"

#include <cstring>

#include <fmt/format.h>

namespace basalt::crash {
namespace {

constexpr std::string_view kNames[kKinds] = {
    "none",         "put",         "put many",       "batch",         "row mutations",
    "delete",       "increment",   "append",         "check and put", "count",
    "free put",     "scan",        "flush",          "compact",       "major compact",
    "create table", "drop table",  "truncate table", "enable table",  "disable table",
    "add family",   "drop family", "alter family"};

class Encoder {
 public:
  void Number(int64_t number) { bytes_.append(reinterpret_cast<const char*>(&number), 8); }
  void Text(std::string_view text) {
    Number(static_cast<int64_t>(text.size()));
    bytes_.append(text);
  }
  std::string Take() { return std::move(bytes_); }

 private:
  std::string bytes_;
};

class Decoder {
 public:
  explicit Decoder(std::string_view bytes) : bytes_(bytes) {}
  int64_t Number() {
    int64_t number;
    std::memcpy(&number, bytes_.data(), 8);
    bytes_.remove_prefix(8);
    return number;
  }
  template <typename T>
  T As() {
    return static_cast<T>(Number());
  }
  std::string Text() {
    const auto size = As<size_t>();
    std::string text(bytes_.substr(0, size));
    bytes_.remove_prefix(size);
    return text;
  }

 private:
  std::string_view bytes_;
};

std::string Describe(const Edit& edit) {
  const std::string column = edit.family + ":" + edit.qualifier;
  switch (edit.type) {
    case Edit::Type::kPut: return fmt::format("{}={:.24}", column, ToStringBinary(edit.value));
    case Edit::Type::kDeleteColumn: return fmt::format("-{}", column);
    case Edit::Type::kDeleteFamily: return fmt::format("-{}", edit.family);
    case Edit::Type::kDeleteRow: return "-row";
    case Edit::Type::kIncrement: return fmt::format("{}+={}", column, edit.amount);
    case Edit::Type::kAppend: return fmt::format("{}..{}", column, edit.value);
  }
  return "?";
}

}  // namespace

std::string_view KindName(Kind kind) { return kNames[static_cast<size_t>(kind)]; }

std::string Operation::Encode() const {
  Encoder out;
  out.Number(static_cast<int64_t>(kind));
  out.Number(static_cast<int64_t>(durability));
  out.Text(table);
  out.Number(check_absent ? 1 : 0);
  out.Text(check_value);
  out.Text(family);
  out.Number(versions);
  out.Number(static_cast<int64_t>(rows.size()));
  for (const RowEdit& row : rows) {
    out.Text(row.row);
    out.Number(static_cast<int64_t>(row.edits.size()));
    for (const Edit& edit : row.edits) {
      out.Number(static_cast<int64_t>(edit.type));
      out.Text(edit.family);
      out.Text(edit.qualifier);
      out.Text(edit.value);
      out.Number(edit.amount);
    }
  }
  return out.Take();
}

Operation Operation::Decode(std::string_view bytes) {
  Decoder in(bytes);
  Operation operation;
  operation.kind = in.As<Kind>();
  operation.durability = in.As<Durability>();
  operation.table = in.Text();
  operation.check_absent = in.Number() != 0;
  operation.check_value = in.Text();
  operation.family = in.Text();
  operation.versions = in.As<int32_t>();
  operation.rows.resize(in.As<size_t>());
  for (RowEdit& row : operation.rows) {
    row.row = in.Text();
    row.edits.resize(in.As<size_t>());
    for (Edit& edit : row.edits) {
      edit.type = in.As<Edit::Type>();
      edit.family = in.Text();
      edit.qualifier = in.Text();
      edit.value = in.Text();
      edit.amount = in.Number();
    }
  }
  return operation;
}

std::string Operation::ToString() const {
  std::string text = fmt::format("{} on {}", KindName(kind), table);
  if (!family.empty()) text += fmt::format(" family {} versions {}", family, versions);
  for (const RowEdit& row : rows) {
    text += fmt::format(" [{}:", row.row);
    for (const Edit& edit : row.edits) text += " " + Describe(edit);
    text += "]";
  }
  return text;
}

std::string Outcome::Encode() const {
  Encoder out;
  out.Number(static_cast<int64_t>(status.code()));
  out.Text(status.message());
  out.Number(success ? 1 : 0);
  out.Number(static_cast<int64_t>(values.size()));
  for (const Bytes& value : values) out.Text(value);
  return out.Take();
}

Outcome Outcome::Decode(std::string_view bytes) {
  Decoder in(bytes);
  Outcome outcome;
  const auto code = in.As<StatusCode>();
  const std::string message = in.Text();
  if (code != StatusCode::kOk) outcome.status = Status(code, message);
  outcome.success = in.Number() != 0;
  outcome.values.resize(in.As<size_t>());
  for (Bytes& value : outcome.values) value = in.Text();
  return outcome;
}

}  // namespace basalt::crash
