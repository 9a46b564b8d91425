#include "keys/layout_draft.h"

#include <algorithm>

#include <fmt/format.h>

#include "keys/tokens.h"

namespace basalt::keys {
namespace {

class LayoutResolver {
 public:
  LayoutResolver(std::string_view what, LayoutDraft draft)
      : what_(what), draft_(std::move(draft)), layout_(draft_.layout) {}

  Result<Layout> Resolve() {
    BASALT_RETURN_IF_ERROR(ResolveTypes());
    ResolveEndings();
    BASALT_RETURN_IF_ERROR(ResolveFormats());
    ResolveWidths();
    return std::move(layout_);
  }

 private:
  Status ErrorAt(size_t offset, std::string message) const {
    return keys::ErrorAt(what_, layout_.text, offset, std::move(message));
  }

  Status ResolveTypes() {
    for (size_t i = 0; i < layout_.fields.size(); ++i) {
      LayoutField& field = layout_.fields[i];
      const auto declared = draft_.types.find(i);
      field.type =
          declared != draft_.types.end() ? declared->second : draft_.implied.at(field.name);
      layout_.public_fields.push_back({field.name, field.type.ToString(), layout_.Decodable(i)});
    }
    for (const LayoutDraft::Use& use : draft_.uses) BASALT_RETURN_IF_ERROR(CheckUse(use));
    return Status::Ok();
  }

  Status CheckUse(const LayoutDraft::Use& use) const {
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
      return ErrorAt(use.offset, fmt::format("'{}' is of type {}; only texts can have ids",
                                             field.name, field.type.ToString()));
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
      const auto given = draft_.formats.find(i);
      if (given != draft_.formats.end()) {
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
    const bool duration = draft_.window_is_duration.at(index);
    if (duration && !type.is_time()) {
      return ErrorAt(part.column,
                     "the window of a field that is not a time must be a plain number");
    }
    if (duration && type.kind == TypeKind::kSeconds) {
      if (part.window % 1000 != 0) {
        return ErrorAt(part.column, "the window of a field in seconds must be in whole seconds");
      }
      part.window /= 1000;
    }
    const auto given = draft_.formats.find(index);
    part.format =
        given != draft_.formats.end() ? given->second : NumberFormat{type.width, type.decimal};
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

  std::string_view what_;
  LayoutDraft draft_;
  Layout& layout_;
};

}  // namespace

Result<Layout> ResolveLayout(std::string_view what, LayoutDraft draft) {
  return LayoutResolver(what, std::move(draft)).Resolve();
}

}  // namespace basalt::keys
