#include "keys/leading_part.h"

#include <algorithm>

#include <fmt/format.h>

#include "keys/layout.h"

namespace basalt::keys {
namespace {

// The rest of the sentence "the keys begin with <part>, ...".
std::string Advice(const Layout& layout, const Part& part) {
  if (LeadsWithTime(layout)) {
    return "a time; put salt(n) before it, bucket(...) of it, or hash(...) of a field that queries "
           "give";
  }
  switch (part.kind) {
    case PartKind::kSalt:
    case PartKind::kMod:
      return fmt::format(
          "which has {} values, few of which these rows have; use more values, and pre-split the "
          "table between them",
          part.count);
    case PartKind::kHash:
      return "and all these rows have one hash; take it of a field with many values";
    case PartKind::kId:
      return "a number that grows with each new name; put hash(...) of the name before it";
    default: break;
  }
  if (part.reversed)
    return "whose last digits hardly vary; put salt(n) before it, or hash(...) of it";
  if (part.type.kind == TypeKind::kUnsigned || part.type.kind == TypeKind::kSigned ||
      part.type.kind == TypeKind::kDigits) {
    return "a number that grows; write it as reverse(...), or put hash(...) or mod(...) of it, or "
           "salt(n), before it";
  }
  return "whose values only grow; put hash(...) of it, or salt(n), before it";
}

}  // namespace

const Part* LeadingPart(const Layout& layout) {
  const auto first = std::find_if(layout.parts.begin(), layout.parts.end(),
                                  [](const Part& part) { return part.kind != PartKind::kLiteral; });
  return first == layout.parts.end() ? nullptr : &*first;
}

bool LeadsWithTime(const Layout& layout) {
  const Part* first = LeadingPart(layout);
  if (first == nullptr) return false;
  const bool plain = first->kind == PartKind::kField && !first->reversed;
  return (plain || first->kind == PartKind::kWindow) &&
         layout.fields[first->fields[0]].type.is_time();
}

std::string AdviceOnMonotonicKeys(const KeySchema& schema) {
  const Part* first = LeadingPart(keys::LayoutOf(schema));
  if (first == nullptr) return AdviceOnMonotonicKeys();
  return fmt::format("the keys begin with {}, {}", first->text,
                     Advice(keys::LayoutOf(schema), *first));
}

std::string AdviceOnMonotonicKeys() {
  return "put salt(n) before the keys, or hash(...), mod(...) or reverse(...) of a field "
         "that queries give";
}

}  // namespace basalt::keys
