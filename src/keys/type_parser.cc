#include "keys/type_parser.h"

#include <algorithm>
#include <map>
#include <tuple>

#include <fmt/format.h>

#include "keys/time_values.h"

namespace basalt::keys {
namespace {

const std::vector<std::string> kTypes = {
    "u8",   "u16",   "u24",  "u32",    "u40", "u48",  "u56",     "u64",    "i8",   "i16",
    "i24",  "i32",   "i40",  "i48",    "i56", "i64",  "float",   "double", "bool", "digits",
    "date", "bytes", "text", "millis", "hex", "uuid", "seconds", "enum"};

Result<size_t> ParseWidth(TokenReader& in, std::string_view what, uint64_t most) {
  BASALT_RETURN_IF_ERROR(in.Expect("("));
  BASALT_ASSIGN_OR_RETURN(const uint64_t width,
                          in.TakeNumber(fmt::format("the number of {}", what), 1, most));
  BASALT_RETURN_IF_ERROR(in.Expect(")"));
  return static_cast<size_t>(width);
}

Result<FieldType> ParseEnum(TokenReader& in, const Token& name) {
  FieldType type;
  type.kind = TypeKind::kEnum;
  BASALT_RETURN_IF_ERROR(in.Expect("("));
  do {
    if (in.token().kind != TokenKind::kString || in.token().text.empty()) {
      return in.Error("a member of an enum is its bytes and its name, as in '1' customer");
    }
    const Bytes code = in.Take().text;
    if (in.token().kind != TokenKind::kWord) return in.Error("the member's name is missing");
    for (const FieldType::Member& other : type.members) {
      if (other.code == code || other.name == in.token().text) {
        return in.Error("the same member twice");
      }
    }
    type.members.push_back({code, in.Take().text});
  } while (in.TakeIf(","));
  BASALT_RETURN_IF_ERROR(in.Expect(")"));
  std::sort(type.members.begin(), type.members.end(),
            [](const auto& a, const auto& b) { return a.code < b.code; });
  type.width = type.members[0].code.size();
  for (const FieldType::Member& member : type.members) {
    if (member.code.size() != type.width) {
      return in.ErrorAt(name.offset, "all members of an enum must have the same number of bytes");
    }
  }
  return type;
}

}  // namespace

Result<FieldType> ParseFieldType(TokenReader& in) {
  const Token name = in.token();
  if (name.kind != TokenKind::kWord ||
      std::find(kTypes.begin(), kTypes.end(), name.text) == kTypes.end()) {
    return in.Error(
        fmt::format("there is no type '{}'{}", name.text, DidYouMean(name.text, kTypes)));
  }
  in.Take();
  FieldType type;
  const auto bits = ParseUnsigned(std::string_view(name.text).substr(1));
  if (bits) {
    type.kind = name.text[0] == 'u' ? TypeKind::kUnsigned : TypeKind::kSigned;
    type.width = *bits / 8;
    return type;
  }
  if (name.text == "enum") return ParseEnum(in, name);
  if (name.text == "digits") {
    type.kind = TypeKind::kDigits;
    type.decimal = true;
    BASALT_ASSIGN_OR_RETURN(type.width, ParseWidth(in, "digits", 19));
    return type;
  }
  if (name.text == "millis" || name.text == "seconds") {
    type.kind = name.text == "millis" ? TypeKind::kMillis : TypeKind::kSeconds;
    type.width = name.text == "millis" ? 8 : 4;
    if (in.token().Is("(")) {
      BASALT_ASSIGN_OR_RETURN(type.width, ParseWidth(in, "digits", 19));
      type.decimal = true;
    }
    return type;
  }
  if (name.text == "text" || name.text == "bytes" || name.text == "hex") {
    type.kind = name.text == "text"  ? TypeKind::kText
                : name.text == "hex" ? TypeKind::kHex
                                     : TypeKind::kBytes;
    if (in.token().Is("(")) {
      BASALT_ASSIGN_OR_RETURN(type.width, ParseWidth(in, "bytes", kMaxKeyBytes));
    }
    return type;
  }
  static const std::map<std::string, std::pair<TypeKind, size_t>> kSimple = {
      {"float", {TypeKind::kFloat, 4}},
      {"double", {TypeKind::kDouble, 8}},
      {"bool", {TypeKind::kBool, 1}},
      {"date", {TypeKind::kDate, 8}},
      {"uuid", {TypeKind::kUuid, 16}}};
  std::tie(type.kind, type.width) = kSimple.at(name.text);
  type.decimal = type.kind == TypeKind::kDate;
  return type;
}

}  // namespace basalt::keys
