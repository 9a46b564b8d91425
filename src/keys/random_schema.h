// Random schemas and records for property tests.
#pragma once

#include <algorithm>
#include <cctype>
#include <map>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "basalt/key_plan.h"
#include "keys/layout.h"

namespace basalt::keys {

// REQUIRES: a valid text.
inline KeySchema Schema(std::string_view text) {
  auto schema = KeySchema::Parse(text);
  EXPECT_TRUE(schema.ok()) << schema.status().message();
  return *schema;
}

class RandomKeys {
 public:
  explicit RandomKeys(uint64_t seed) : random_(seed) {}

  uint64_t Below(uint64_t end) { return random_() % end; }
  template <typename T>
  const T& One(const std::vector<T>& choices) {
    return choices[Below(choices.size())];
  }

  // Fields a, b, c of random types in random order, after random distributing parts, and a unique
  // random number at the end.
  std::string Schema() {
    const std::vector<std::string> types = {
        "u8",         "u16",     "i8",        "i32",
        "u64",        "bool",    "digits(3)", "text",
        "text(4)",    "bytes",   "date",      "millis",
        "millis(13)", "seconds", "hex(4)",    "enum('1' one, '2' two, '3' three)",
        "double"};
    const std::vector<std::string> divisible = {"u8",        "u16",    "u64",
                                                "digits(3)", "millis", "seconds"};
    std::string text;
    std::vector<std::string> names = {"a", "b", "c"};
    std::shuffle(names.begin(), names.end(), random_);
    std::map<std::string, std::string> chosen;
    for (const std::string& name : names) chosen[name] = One(types);
    switch (Below(8)) {
      case 0: text += "salt(4) "; break;
      case 1: text += "salt('a', 'c', 'x') '-' "; break;
      case 2: text += "hash(" + names[Below(3)] + ", 2) "; break;
      case 3: text += "hash(" + names[0] + ", " + names[1] + ", 1, murmur3, hex) '_' "; break;
      case 4:
        chosen[names[0]] = One(divisible);
        text += "mod(" + names[0] + ", 5) ";
        break;
      case 5:
        chosen[names[0]] = One(divisible);
        text += "window(" + names[0] + ", 7) ";
        if (chosen[names[0]] == "millis" || chosen[names[0]] == "seconds") {
          text.replace(text.size() - 3, 3, "1d) ");
        }
        break;
      default: break;
    }
    for (const std::string& name : names) {
      const std::string field = name + ":" + chosen[name];
      const bool enumerated = chosen[name].starts_with("enum");
      switch (Below(6)) {
        case 0: text += enumerated ? field : "desc(" + field + ")"; break;
        case 1: text += enumerated ? field : "reverse(" + field + ")"; break;
        default: text += field; break;
      }
      text += Below(3) == 0 ? " '|' " : " ";
    }
    return text + "n:u32";
  }

  // A value from a small set, so that conditions match.
  KeyValue Value(const FieldType& type) {
    static const std::vector<Bytes> kTexts = {
        "",      "a",    "ab",      "abc", "b", "b!", "ba", "c", Bytes("a\0", 2), Bytes("a\0b", 3),
        "a\x01", "\xff", "\xff\xff"};
    switch (type.kind) {
      case TypeKind::kUnsigned:
      case TypeKind::kDigits: return uint64_t{Below(2) == 0 ? Below(20) : Below(250)};
      case TypeKind::kSigned: return static_cast<int64_t>(Below(40)) - 20;
      case TypeKind::kFloat:
      case TypeKind::kDouble: return static_cast<double>(Below(40)) / 2 - 10;
      case TypeKind::kBool: return Below(2);
      case TypeKind::kDate: return uint64_t{20231225 + Below(6)};
      case TypeKind::kMillis: return 1'700'000'000'000 + Below(40) * 20'000'000;
      case TypeKind::kSeconds: return 1'700'000'000 + Below(40) * 20'000;
      case TypeKind::kEnum: return Bytes(type.members[Below(type.members.size())].name);
      case TypeKind::kHex: return Bytes(One<Bytes>({"0000", "00ff", "abcd", "FFFF"}));
      case TypeKind::kUuid: return Bytes("00112233-4455-6677-8899-aabbccddeeff");
      case TypeKind::kBytes:
      case TypeKind::kText: break;
    }
    if (type.variable()) return One(kTexts);
    return One<Bytes>({"", "a", "ab", "abcd", "b", "\xff\xff\xff\xff"});
  }

  KeyRecord Record(const Layout& layout) {
    KeyRecord record;
    for (const LayoutField& field : layout.fields) record.push_back(Value(field.type));
    return record;
  }

  KeyCondition Condition(const Layout& layout, int depth = 0) {
    using Op = KeyCondition::Op;
    KeyCondition condition;
    if (depth < 3 && Below(3) != 0) {
      condition.op = Below(4) == 0 ? Op::kOr : Op::kAnd;
      const uint64_t count = 1 + Below(3);
      for (uint64_t i = 0; i < count; ++i) {
        condition.children.push_back(Condition(layout, depth + 1));
      }
      return condition;
    }
    condition.field = Below(layout.fields.size() - 1);  // not the unique number
    const FieldType& type = layout.fields[condition.field].type;
    condition.op =
        One<Op>({Op::kEqual, Op::kEqual, Op::kEqual, Op::kNotEqual, Op::kLess, Op::kLessOrEqual,
                 Op::kGreater, Op::kGreaterOrEqual, Op::kBetween, Op::kIn, Op::kPrefix});
    if (condition.op == Op::kPrefix && (type.ordinal() || type.kind == TypeKind::kUuid)) {
      condition.op = Op::kEqual;
    }
    const uint64_t values = condition.op == Op::kIn        ? 1 + Below(4)
                            : condition.op == Op::kBetween ? 2
                                                           : 1;
    for (uint64_t i = 0; i < values; ++i) condition.values.push_back(Value(type));
    return condition;
  }

  std::mt19937_64& random() { return random_; }

 private:
  std::mt19937_64 random_;
};

// Reference implementation of conditions: evaluated on the values.
inline bool Holds(const Layout& layout, const KeyCondition& condition, const KeyRecord& record) {
  using Op = KeyCondition::Op;
  if (condition.op == Op::kAnd || condition.op == Op::kOr) {
    bool all = true;
    bool any = false;
    for (const KeyCondition& child : condition.children) {
      const bool holds = Holds(layout, child, record);
      all = all && holds;
      any = any || holds;
    }
    return condition.op == Op::kAnd ? all : any;
  }
  const FieldType& type = layout.fields[condition.field].type;
  // Numbers compare as numbers, names of enums by their codes, everything else by bytes.
  const auto comparable = [&](const KeyValue& value) -> std::variant<double, Bytes> {
    if (type.kind == TypeKind::kEnum) {
      for (const auto& member : type.members) {
        if (member.name == std::get<Bytes>(value)) return member.code;
      }
    }
    if (const auto* number = std::get_if<uint64_t>(&value)) return static_cast<double>(*number);
    if (const auto* number = std::get_if<int64_t>(&value)) return static_cast<double>(*number);
    if (const auto* number = std::get_if<double>(&value)) return *number;
    Bytes text = std::get<Bytes>(value);
    if (type.kind == TypeKind::kHex) {
      for (char& c : text) c = static_cast<char>(std::tolower(c));
    }
    return text;
  };
  const auto own = comparable(record[condition.field]);
  const auto first = comparable(condition.values[0]);
  switch (condition.op) {
    case Op::kEqual: return own == first;
    case Op::kNotEqual: return own != first;
    case Op::kLess: return own < first;
    case Op::kLessOrEqual: return own <= first;
    case Op::kGreater: return own > first;
    case Op::kGreaterOrEqual: return own >= first;
    case Op::kBetween: return own >= first && own <= comparable(condition.values[1]);
    case Op::kPrefix: return std::get<Bytes>(own).starts_with(std::get<Bytes>(first));
    default: break;
  }
  for (const KeyValue& value : condition.values) {
    if (own == comparable(value)) return true;
  }
  return false;
}

}  // namespace basalt::keys
