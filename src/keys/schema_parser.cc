// Parser of the key schema language; docs/keys.md has its grammar.
#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "keys/layout_draft.h"
#include "keys/presets.h"
#include "keys/time_values.h"
#include "keys/token_reader.h"
#include "keys/type_parser.h"

namespace basalt::keys {
namespace {

constexpr std::string_view kWhat = "key schema";
constexpr uint64_t kMaxSpread = 65536;

const std::vector<std::string> kFunctions = {"salt",   "hash", "md5",     "mod", "bucket",
                                             "window", "id",   "reverse", "desc"};
// A field as referenced by a part.
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
