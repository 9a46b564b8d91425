// The language of key schemas: docs/keys.md has its grammar.
#include <algorithm>
#include <limits>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "keys/layout.h"
#include "keys/presets.h"
#include "keys/time_values.h"
#include "keys/tokens.h"

namespace basalt::keys {
namespace {

constexpr std::string_view kWhat = "key schema";
constexpr uint64_t kMaxSpread = 65536;
constexpr size_t kMaxKey = 32767;

const std::vector<std::string> kFunctions = {"salt",   "hash", "md5",     "mod", "bucket",
                                             "window", "id",   "reverse", "desc"};
const std::vector<std::string> kTypes = {
    "u8",   "u16",   "u24",  "u32",    "u40", "u48",  "u56",     "u64",    "i8",   "i16",
    "i24",  "i32",   "i40",  "i48",    "i56", "i64",  "float",   "double", "bool", "digits",
    "date", "bytes", "text", "millis", "hex", "uuid", "seconds", "enum"};

// A field as a part names it.
struct Reference {
  std::string name;
  std::optional<FieldType> type;
  size_t offset = 0;
};

class SchemaParser {
 public:
  SchemaParser(std::string_view text, std::vector<Token> tokens)
      : text_(text), tokens_(std::move(tokens)) {}

  Result<Layout> Parse() {
    layout_.text = std::string(text_);
    while (token().kind != TokenKind::kEnd) BASALT_RETURN_IF_ERROR(ParsePart());
    if (layout_.parts.empty()) return Error("an empty key schema: name its parts, as in user:text");
    BASALT_RETURN_IF_ERROR(ResolveTypes());
    ResolveEndings();
    BASALT_RETURN_IF_ERROR(ResolveFormats());
    ResolveWidths();
    return std::move(layout_);
  }

 private:
  // A use of a field by a part, whose type another part may declare.
  struct Use {
    size_t part;
    size_t field;
    size_t offset;
  };

  const Token& token() const { return tokens_[next_]; }
  const Token& Take() { return tokens_[next_++]; }
  Status Error(std::string message) const { return ErrorAt(token().offset, std::move(message)); }
  Status ErrorAt(size_t offset, std::string message) const {
    return keys::ErrorAt(kWhat, text_, offset, std::move(message));
  }
  Status Expect(std::string_view symbol) {
    if (!token().Is(symbol)) return Error(fmt::format("'{}' is missing here", symbol));
    ++next_;
    return Status::Ok();
  }
  bool TakeIf(std::string_view symbol) {
    if (!token().Is(symbol)) return false;
    ++next_;
    return true;
  }
  Result<uint64_t> TakeNumber(std::string_view what, uint64_t least, uint64_t most) {
    const auto number =
        token().kind == TokenKind::kNumber ? ParseUnsigned(token().text) : std::nullopt;
    if (!number || *number < least || *number > most) {
      return Error(fmt::format("{} must be a number from {} to {}", what, least, most));
    }
    ++next_;
    return *number;
  }

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
      BASALT_ASSIGN_OR_RETURN(const FieldType type, ParseType());
      return AddField(std::move(part), {word.text, type, word.offset});
    }
    if (!TakeIf("(")) {
      return ErrorAt(word.offset, fmt::format("'{0}' needs a type, as in {0}:text, or arguments{1}",
                                              word.text, DidYouMean(word.text, kFunctions)));
    }
    BASALT_RETURN_IF_ERROR(ParseFunction(word, part));
    return Expect(")").ok() ? Add(std::move(part)) : Error("')' is missing here");
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
      ++next_;
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
      ++next_;
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
    window_is_duration_[layout_.parts.size()] = millis.has_value();
    part.window = millis ? *millis : *number;
    ++next_;
    while (TakeIf(",")) {
      if (token().IsWord("start")) {
        ++next_;
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
      ++next_;
      BASALT_RETURN_IF_ERROR(Expect("("));
      BASALT_RETURN_IF_ERROR(ParseWindow(part));
      BASALT_RETURN_IF_ERROR(Expect(")"));
    } else {
      part.kind = PartKind::kField;
      BASALT_ASSIGN_OR_RETURN(const Reference field, ParseReference(std::nullopt));
      if (field.type->kind == TypeKind::kEnum) {
        return ErrorAt(field.offset, "an enum cannot be turned round: order its codes instead");
      }
      Declare(part, field);
      if (field_declared_twice_) return FieldTwice(field);
    }
    flag = true;
    return Status::Ok();
  }

  // name, or name:type. Without a type the field's own one is taken, or else `implied`.
  Result<Reference> ParseReference(std::optional<FieldType> implied) {
    if (token().kind != TokenKind::kWord) return Error("the name of a field is missing here");
    Reference field{token().text, std::nullopt, token().offset};
    ++next_;
    if (TakeIf(":")) {
      BASALT_ASSIGN_OR_RETURN(field.type, ParseType());
    } else if (!implied) {
      return ErrorAt(field.offset, fmt::format("'{0}' needs a type, as in {0}:u64", field.name));
    }
    if (implied) implied_.emplace(field.name, *implied);
    return field;
  }

  static FieldType TextType() { return FieldType{}; }

  Result<FieldType> ParseType() {
    const Token name = token();
    if (name.kind != TokenKind::kWord ||
        std::find(kTypes.begin(), kTypes.end(), name.text) == kTypes.end()) {
      return Error(
          fmt::format("there is no type '{}'{}", name.text, DidYouMean(name.text, kTypes)));
    }
    ++next_;
    FieldType type;
    const auto bits = ParseUnsigned(std::string_view(name.text).substr(1));
    if (bits) {
      type.kind = name.text[0] == 'u' ? TypeKind::kUnsigned : TypeKind::kSigned;
      type.width = *bits / 8;
      return type;
    }
    if (name.text == "enum") return ParseEnum(name);
    if (name.text == "digits") {
      type.kind = TypeKind::kDigits;
      type.decimal = true;
      BASALT_ASSIGN_OR_RETURN(type.width, ParseWidth("digits", 19));
      return type;
    }
    if (name.text == "millis" || name.text == "seconds") {
      type.kind = name.text == "millis" ? TypeKind::kMillis : TypeKind::kSeconds;
      type.width = name.text == "millis" ? 8 : 4;
      if (token().Is("(")) {
        BASALT_ASSIGN_OR_RETURN(type.width, ParseWidth("digits", 19));
        type.decimal = true;
      }
      return type;
    }
    if (name.text == "text" || name.text == "bytes" || name.text == "hex") {
      type.kind = name.text == "text"  ? TypeKind::kText
                  : name.text == "hex" ? TypeKind::kHex
                                       : TypeKind::kBytes;
      if (token().Is("(")) {
        BASALT_ASSIGN_OR_RETURN(type.width, ParseWidth("bytes", kMaxKey));
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

  Result<size_t> ParseWidth(std::string_view what, uint64_t most) {
    BASALT_RETURN_IF_ERROR(Expect("("));
    BASALT_ASSIGN_OR_RETURN(const uint64_t width,
                            TakeNumber(fmt::format("the number of {}", what), 1, most));
    BASALT_RETURN_IF_ERROR(Expect(")"));
    return static_cast<size_t>(width);
  }

  Result<FieldType> ParseEnum(const Token& name) {
    FieldType type;
    type.kind = TypeKind::kEnum;
    BASALT_RETURN_IF_ERROR(Expect("("));
    do {
      if (token().kind != TokenKind::kString || token().text.empty()) {
        return Error("a member of an enum is its bytes and its name, as in '1' customer");
      }
      const Bytes code = Take().text;
      if (token().kind != TokenKind::kWord) return Error("the member's name is missing here");
      for (const FieldType::Member& other : type.members) {
        if (other.code == code || other.name == token().text) {
          return Error("the same member twice");
        }
      }
      type.members.push_back({code, Take().text});
    } while (TakeIf(","));
    BASALT_RETURN_IF_ERROR(Expect(")"));
    std::sort(type.members.begin(), type.members.end(),
              [](const auto& a, const auto& b) { return a.code < b.code; });
    type.width = type.members[0].code.size();
    for (const FieldType::Member& member : type.members) {
      if (member.code.size() != type.width) {
        return ErrorAt(name.offset, "all members of an enum must have the same number of bytes");
      }
    }
    return type;
  }

  // u32, digits(10), text, binary: how a part writes its number.
  Status ParseFormat() {
    NumberFormat format;
    if (token().IsWord("text") || token().IsWord("binary")) {
      format.decimal = Take().text == "text";
      format.width = 0;  // as wide as needed
    } else {
      const size_t offset = token().offset;
      BASALT_ASSIGN_OR_RETURN(const FieldType type, ParseType());
      if (type.kind != TypeKind::kUnsigned && type.kind != TypeKind::kDigits) {
        return ErrorAt(offset, "a number is written as text, binary, u8 to u64 or digits(n)");
      }
      format.width = type.width;
      format.decimal = type.decimal;
    }
    formats_[layout_.parts.size()] = format;
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
    uses_.push_back({layout_.parts.size(), field, reference.offset});
    if (reference.type) explicit_.emplace(field, *reference.type);
  }

  void Declare(Part& part, const Reference& reference) {
    const size_t field = FieldNamed(reference.name);
    part.fields.push_back(field);
    part.type = *reference.type;
    field_declared_twice_ = layout_.fields[field].part.has_value();
    layout_.fields[field].part = layout_.parts.size();
    explicit_.insert_or_assign(field, *reference.type);
  }

  Status FieldTwice(const Reference& field) const {
    return ErrorAt(field.offset, fmt::format("the key has the field '{}' twice", field.name));
  }

  Status AddField(Part part, const Reference& field) {
    Declare(part, field);
    if (field_declared_twice_) return FieldTwice(field);
    return Add(std::move(part));
  }

  Status Add(Part part) {
    part.text = std::string(text_.substr(part.column, tokens_[next_ - 1].end - part.column));
    layout_.parts.push_back(std::move(part));
    return Status::Ok();
  }

  Status ResolveTypes() {
    for (size_t i = 0; i < layout_.fields.size(); ++i) {
      LayoutField& field = layout_.fields[i];
      const auto declared = explicit_.find(i);
      field.type = declared != explicit_.end() ? declared->second : implied_.at(field.name);
      layout_.public_fields.push_back({field.name, field.type.ToString(), layout_.Decodable(i)});
    }
    for (const Use& use : uses_) BASALT_RETURN_IF_ERROR(CheckUse(use));
    return Status::Ok();
  }

  Status CheckUse(const Use& use) const {
    const Part& part = layout_.parts[use.part];
    const LayoutField& field = layout_.fields[use.field];
    const TypeKind kind = field.type.kind;
    const bool counts = kind == TypeKind::kUnsigned || kind == TypeKind::kDigits ||
                        kind == TypeKind::kMillis || kind == TypeKind::kSeconds;
    if ((part.kind == PartKind::kMod || part.kind == PartKind::kWindow) && !counts) {
      return ErrorAt(use.offset, fmt::format("'{}' is of type {}, which cannot be divided",
                                             field.name, field.type.ToString()));
    }
    if (part.kind == PartKind::kId && field.type.ordinal()) {
      return ErrorAt(use.offset, fmt::format("'{}' is of type {}; ids stand for texts", field.name,
                                             field.type.ToString()));
    }
    return Status::Ok();
  }

  void ResolveEndings() {
    for (size_t i = 0; i < layout_.parts.size(); ++i) {
      Part& part = layout_.parts[i];
      if (part.kind != PartKind::kField || !part.type.variable()) continue;
      if (part.descending) {
        part.ending = Ending::kEscaped;  // "a" must come after "ab": it needs an end to compare
      } else if (i + 1 == layout_.parts.size()) {
        part.ending = Ending::kLast;
      } else if (layout_.parts[i + 1].kind == PartKind::kLiteral) {
        part.ending = Ending::kSeparator;
        part.separator = layout_.parts[i + 1].literal;
      } else {
        part.ending = Ending::kEscaped;
      }
    }
  }

  Status ResolveFormats() {
    for (size_t i = 0; i < layout_.parts.size(); ++i) {
      Part& part = layout_.parts[i];
      if (part.kind == PartKind::kWindow) {
        BASALT_RETURN_IF_ERROR(ResolveWindow(i));
      }
      if (part.kind != PartKind::kSalt && part.kind != PartKind::kMod) continue;
      const auto given = formats_.find(i);
      if (given != formats_.end()) {
        part.format = given->second;
      } else {
        part.format.decimal =
            part.kind == PartKind::kMod && layout_.fields[part.fields[0]].type.decimal;
        part.format.width = 0;
      }
      const size_t needed = NumberWidth(part.count - 1, part.format.decimal);
      if (part.format.width == 0) part.format.width = needed;
      if (part.format.width < needed) {
        return ErrorAt(part.column,
                       fmt::format("{} values do not fit in {} {}", part.count, part.format.width,
                                   part.format.decimal ? "digits" : "bytes"));
      }
      if (part.rule == SaltRule::kPhoenix && (i > 0 || part.count > 256)) {
        return ErrorAt(part.column, "Phoenix's salt is the first byte of a key");
      }
    }
    return Status::Ok();
  }

  Status ResolveWindow(size_t index) {
    Part& part = layout_.parts[index];
    const FieldType& type = layout_.fields[part.fields[0]].type;
    const bool duration = window_is_duration_.at(index);
    if (duration && !type.is_time()) {
      return ErrorAt(part.column, "a window of something that is no time has a plain number");
    }
    if (duration && type.kind == TypeKind::kSeconds) {
      if (part.window % 1000 != 0) {
        return ErrorAt(part.column, "a window of seconds has whole seconds");
      }
      part.window /= 1000;
    }
    const auto given = formats_.find(index);
    part.format = given != formats_.end() ? given->second : NumberFormat{type.width, type.decimal};
    if (part.format.width == 0) part.format.width = part.format.decimal ? 19 : 8;
    return Status::Ok();
  }

  void ResolveWidths() {
    size_t offset = 0;
    bool fixed = true;
    bool leading = true;
    bool any = false;
    for (size_t i = 0; i < layout_.parts.size(); ++i) {
      const Part& part = layout_.parts[i];
      const bool lost = std::any_of(part.fields.begin(), part.fields.end(),
                                    [&](size_t field) { return !layout_.Decodable(field); });
      leading = leading && (part.kind == PartKind::kLiteral || (part.spreads() && !lost));
      any = any || (leading && part.spreads());
      fixed = fixed && part.width() > 0;
      offset += part.width();
      if (leading && any) {
        layout_.spread_parts = i + 1;
        layout_.spread_width = offset;
      }
    }
    if (fixed) layout_.fixed_width = offset;
  }

  std::string_view text_;
  std::vector<Token> tokens_;
  size_t next_ = 0;
  Layout layout_;
  std::vector<Use> uses_;
  std::map<size_t, FieldType> explicit_;       // by field
  std::map<std::string, FieldType> implied_;   // by name; the first use decides
  std::map<size_t, NumberFormat> formats_;     // by part
  std::map<size_t, bool> window_is_duration_;  // by part
  bool field_declared_twice_ = false;
};

}  // namespace

Result<Layout> ParseLayout(std::string_view text) {
  if (text.starts_with('@')) {
    BASALT_ASSIGN_OR_RETURN(text, PresetSchema(text.substr(1)));
  }
  BASALT_ASSIGN_OR_RETURN(std::vector<Token> tokens, Tokenize(kWhat, text));
  return SchemaParser(text, std::move(tokens)).Parse();
}

}  // namespace basalt::keys
