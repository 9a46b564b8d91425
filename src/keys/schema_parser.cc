// Parser of the key schema language; docs/keys.md has its grammar.
#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "keys/layout_draft.h"
#include "keys/presets.h"
#include "keys/time_values.h"
#include "keys/tokens.h"

namespace basalt::keys {
namespace {

constexpr std::string_view kWhat = "key schema";
constexpr uint64_t kMaxSpread = 65536;
constexpr size_t kMaxKeyBytes = 32767;

const std::vector<std::string> kFunctions = {"salt",   "hash", "md5",     "mod", "bucket",
                                             "window", "id",   "reverse", "desc"};

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
    if (in.token().kind != TokenKind::kWord) return in.Error("the member's name is missing here");
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

// A type: "u64", "digits(11)", "enum('1' customer, '2' order)".
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

// A field as a part names it.
struct Reference {
  std::string name;
  std::optional<FieldType> type;
  size_t offset = 0;
};

class SchemaParser : private TokenReader {
 public:
  using TokenReader::TokenReader;

  Result<Layout> Parse() {
    layout_.text = std::string(text());
    while (token().kind != TokenKind::kEnd) BASALT_RETURN_IF_ERROR(ParsePart());
    if (layout_.parts.empty()) return Error("an empty key schema: name its parts, as in user:text");
    return ResolveLayout(kWhat, std::move(draft_));
  }

 private:
  Status ParsePart() {
    Part part;
    part.column = token().offset;
    if (token().kind == TokenKind::kString) {
      if (token().text.empty()) return Error("an empty literal");
      part.literal = Take().text;
      return Add(std::move(part));
    }
    if (token().kind != TokenKind::kWord) {
      return Error("a part is name:type, a function like salt(16), or 'text' in quotes");
    }
    const Token word = Take();
    if (TakeIf(":")) {
      part.kind = PartKind::kField;
      BASALT_ASSIGN_OR_RETURN(const FieldType type, ParseFieldType(*this));
      BASALT_RETURN_IF_ERROR(Declare(part, {word.text, type, word.offset}));
      return Add(std::move(part));
    }
    if (!TakeIf("(")) {
      return ErrorAt(word.offset, fmt::format("'{0}' needs a type, as in {0}:text, or arguments{1}",
                                              word.text, DidYouMean(word.text, kFunctions)));
    }
    BASALT_RETURN_IF_ERROR(ParseFunction(word, part));
    BASALT_RETURN_IF_ERROR(Expect(")"));
    return Add(std::move(part));
  }

  Status ParseFunction(const Token& name, Part& part) {
    if (name.text == "salt") return ParseSalt(part);
    if (name.text == "hash") return ParseHash(part);
    if (name.text == "md5") return ParseMd5(part);
    if (name.text == "mod") return ParseMod(part, TypeKind::kUnsigned);
    if (name.text == "bucket") return ParseMod(part, TypeKind::kMillis);
    if (name.text == "window") return ParseWindow(part);
    if (name.text == "id") return ParseId(part);
    if (name.text == "reverse") return ParseTurned(part, part.reversed);
    if (name.text == "desc") return ParseTurned(part, part.descending);
    return ErrorAt(name.offset, fmt::format("there is no function '{}'{}", name.text,
                                            DidYouMean(name.text, kFunctions)));
  }

  Status ParseSalt(Part& part) {
    part.kind = PartKind::kSalt;
    if (token().kind == TokenKind::kString) {
      do {
        if (token().kind != TokenKind::kString) return Error("a salt's value in quotes");
        if (std::count(part.labels.begin(), part.labels.end(), token().text) > 0) {
          return Error("the same value twice");
        }
        if (!part.labels.empty() && token().text.size() != part.labels[0].size()) {
          return Error("all values of a salt must have the same length");
        }
        part.labels.push_back(Take().text);
      } while (TakeIf(","));
      if (part.labels.size() < 2 || part.labels[0].empty()) {
        return Error("a salt has two values at least");
      }
      std::sort(part.labels.begin(), part.labels.end());
      part.count = part.labels.size();
      return Status::Ok();
    }
    BASALT_ASSIGN_OR_RETURN(part.count, TakeNumber("a salt's number of values", 2, kMaxSpread));
    while (TakeIf(",")) {
      if (token().IsWord("random") || token().IsWord("roundrobin") || token().IsWord("phoenix")) {
        const Bytes rule = Take().text;
        part.rule = rule == "phoenix"      ? SaltRule::kPhoenix
                    : rule == "roundrobin" ? SaltRule::kRoundRobin
                                           : SaltRule::kRandom;
      } else {
        BASALT_RETURN_IF_ERROR(ParseFormat());
      }
    }
    return Status::Ok();
  }

  Status ParseHash(Part& part) {
    part.kind = PartKind::kHash;
    do {
      BASALT_ASSIGN_OR_RETURN(const Reference field, ParseReference(TextType()));
      Refer(part, field);
      BASALT_RETURN_IF_ERROR(Expect(","));
    } while (token().kind == TokenKind::kWord);
    const size_t width_offset = token().offset;
    BASALT_ASSIGN_OR_RETURN(part.hash_width, TakeNumber("a hash's number of bytes", 1, 16));
    while (TakeIf(",")) {
      const auto kind = ParseHashKind(token().text);
      if (token().IsWord("hex")) {
        part.hash_hex = true;
      } else if (kind) {
        part.hash = *kind;
      } else {
        return Error("after a hash's width may stand md5, murmur3, xxh3 and hex");
      }
      Take();
    }
    if (part.hash_width > HashWidth(part.hash)) {
      return ErrorAt(width_offset, fmt::format("{} has {} bytes only", HashKindName(part.hash),
                                               HashWidth(part.hash)));
    }
    return Status::Ok();
  }

  Status ParseMd5(Part& part) {
    part.kind = PartKind::kHash;
    part.hash_width = 16;
    BASALT_ASSIGN_OR_RETURN(const Reference field, ParseReference(TextType()));
    Refer(part, field);
    if (TakeIf(",")) {
      if (!token().IsWord("hex")) return Error("only hex may stand here");
      Take();
      part.hash_hex = true;
    }
    return Status::Ok();
  }

  Status ParseMod(Part& part, TypeKind implied) {
    part.kind = PartKind::kMod;
    FieldType type;
    type.kind = implied;
    type.width = 8;
    BASALT_ASSIGN_OR_RETURN(const Reference field, ParseReference(type));
    Refer(part, field);
    BASALT_RETURN_IF_ERROR(Expect(","));
    BASALT_ASSIGN_OR_RETURN(part.count, TakeNumber("the number of buckets", 2, kMaxSpread));
    return TakeIf(",") ? ParseFormat() : Status::Ok();
  }

  Status ParseWindow(Part& part) {
    part.kind = PartKind::kWindow;
    FieldType type;
    type.kind = TypeKind::kMillis;
    type.width = 8;
    BASALT_ASSIGN_OR_RETURN(const Reference field, ParseReference(type));
    Refer(part, field);
    BASALT_RETURN_IF_ERROR(Expect(","));
    const auto millis = ParseDuration(token().text);
    const auto number = ParseUnsigned(token().text);
    if (token().kind != TokenKind::kNumber || (!millis && !number) || number == 0) {
      return Error("a window's length is a duration, as in 15m or 1h, or a number");
    }
    draft_.window_is_duration[layout_.parts.size()] = millis.has_value();
    part.window = millis ? *millis : *number;
    Take();
    while (TakeIf(",")) {
      if (token().IsWord("start")) {
        Take();
        part.window_start = true;
      } else {
        BASALT_RETURN_IF_ERROR(ParseFormat());
      }
    }
    return Status::Ok();
  }

  Status ParseId(Part& part) {
    part.kind = PartKind::kId;
    BASALT_ASSIGN_OR_RETURN(const Reference field, ParseReference(TextType()));
    Refer(part, field);
    part.format.width = 8;
    if (TakeIf(",")) {
      BASALT_ASSIGN_OR_RETURN(part.format.width, TakeNumber("an id's number of bytes", 1, 8));
    }
    return Status::Ok();
  }

  // reverse(x:type), desc(x:type), desc(window(...)).
  Status ParseTurned(Part& part, bool& flag) {
    const bool window = token().IsWord("window");
    if (window && &flag == &part.descending) {
      Take();
      BASALT_RETURN_IF_ERROR(Expect("("));
      BASALT_RETURN_IF_ERROR(ParseWindow(part));
      BASALT_RETURN_IF_ERROR(Expect(")"));
    } else {
      part.kind = PartKind::kField;
      BASALT_ASSIGN_OR_RETURN(const Reference field, ParseReference(std::nullopt));
      if (field.type.has_value() && field.type->kind == TypeKind::kEnum) {
        return ErrorAt(field.offset, "an enum cannot be turned round: order its codes instead");
      }
      BASALT_RETURN_IF_ERROR(Declare(part, field));
    }
    flag = true;
    return Status::Ok();
  }

  // name, or name:type. Without a type the declared one is used, or else `implied`.
  Result<Reference> ParseReference(std::optional<FieldType> implied) {
    if (token().kind != TokenKind::kWord) return Error("the name of a field is missing");
    Reference field{token().text, std::nullopt, token().offset};
    Take();
    if (TakeIf(":")) {
      BASALT_ASSIGN_OR_RETURN(field.type, ParseFieldType(*this));
    } else if (!implied) {
      return ErrorAt(field.offset, fmt::format("'{0}' needs a type, as in {0}:u64", field.name));
    }
    if (implied) draft_.implied.emplace(field.name, *implied);
    return field;
  }

  static FieldType TextType() { return FieldType{}; }

  // u32, digits(10), text, binary: the encoding of a part's number.
  Status ParseFormat() {
    NumberFormat format;
    if (token().IsWord("text") || token().IsWord("binary")) {
      format.decimal = Take().text == "text";
      format.width = 0;  // as wide as needed
    } else {
      const size_t offset = token().offset;
      BASALT_ASSIGN_OR_RETURN(const FieldType type, ParseFieldType(*this));
      if (type.kind != TypeKind::kUnsigned && type.kind != TypeKind::kDigits) {
        return ErrorAt(offset, "a number is written as text, binary, u8 to u64 or digits(n)");
      }
      format.width = type.width;
      format.decimal = type.decimal;
    }
    draft_.formats[layout_.parts.size()] = format;
    return Status::Ok();
  }

  size_t FieldNamed(const std::string& name) {
    for (size_t i = 0; i < layout_.fields.size(); ++i) {
      if (layout_.fields[i].name == name) return i;
    }
    layout_.fields.push_back({.name = name, .type = {}, .part = {}, .id_part = {}});
    return layout_.fields.size() - 1;
  }

  void Refer(Part& part, const Reference& reference) {
    const size_t field = FieldNamed(reference.name);
    part.fields.push_back(field);
    if (part.kind == PartKind::kId) layout_.fields[field].id_part = layout_.parts.size();
    draft_.uses.push_back({layout_.parts.size(), field, reference.offset});
    if (reference.type) draft_.types.emplace(field, *reference.type);
  }

  // The part stores the field itself.
  Status Declare(Part& part, const Reference& reference) {
    const size_t field = FieldNamed(reference.name);
    if (layout_.fields[field].part) {
      return ErrorAt(reference.offset,
                     fmt::format("the key has the field '{}' twice", reference.name));
    }
    part.fields.push_back(field);
    part.type = *reference.type;
    layout_.fields[field].part = layout_.parts.size();
    draft_.types.insert_or_assign(field, *reference.type);
    return Status::Ok();
  }

  Status Add(Part part) {
    part.text = std::string(text().substr(part.column, last_end() - part.column));
    layout_.parts.push_back(std::move(part));
    return Status::Ok();
  }

  LayoutDraft draft_;
  Layout& layout_ = draft_.layout;
};

}  // namespace

Result<Layout> ParseLayout(std::string_view text) {
  if (text.starts_with('@')) {
    BASALT_ASSIGN_OR_RETURN(text, PresetSchema(text.substr(1)));
  }
  BASALT_ASSIGN_OR_RETURN(std::vector<Token> tokens, Tokenize(kWhat, text));
  return SchemaParser(kWhat, text, std::move(tokens)).Parse();
}

}  // namespace basalt::keys
