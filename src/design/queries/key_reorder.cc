#include "design/queries/key_reorder.h"

#include <algorithm>
#include <string>

#include <fmt/format.h>

#include "keys/layout.h"

namespace basalt::design {
namespace {

using keys::Layout;
using keys::Part;
using keys::PartKind;

// Replaces a hash that queries cannot compute: 16 ranges, few enough for a merged scan.
constexpr std::string_view kSalt = "salt(16, phoenix)";

// Parts that must stay together, and the literal after them.
struct Unit {
  std::string text;
  std::string separator;
  std::set<size_t> fields;
  bool spreads = false;  // begins with a hash or mod
};

bool Shares(const Part& a, const Part& b) {
  return std::any_of(a.fields.begin(), a.fields.end(), [&](size_t field) {
    return std::find(b.fields.begin(), b.fields.end(), field) != b.fields.end();
  });
}

// A hash or mod directly before its own field stays there.
bool BelongsToNext(const Layout& layout, size_t index) {
  const Part& part = layout.parts[index];
  if (part.kind != PartKind::kHash && part.kind != PartKind::kMod) return false;
  size_t next = index + 1;
  while (next < layout.parts.size() && layout.parts[next].kind == PartKind::kLiteral) ++next;
  return next < layout.parts.size() && Shares(part, layout.parts[next]);
}

std::vector<Unit> UnitsOf(const Layout& layout, std::string& leading) {
  std::vector<Unit> units;
  bool joins = false;
  for (size_t i = layout.spread_parts; i < layout.parts.size(); ++i) {
    const Part& part = layout.parts[i];
    if (part.kind == PartKind::kLiteral) {
      if (units.empty()) {
        leading += part.text + " ";
      } else if (joins) {
        units.back().text += " " + part.text;
      } else {
        units.back().separator += " " + part.text;
      }
      continue;
    }
    if (joins) {
      units.back().text += " " + part.text;
    } else {
      units.push_back({part.text, "", {}, part.spreads()});
    }
    units.back().fields.insert(part.fields.begin(), part.fields.end());
    joins = BelongsToNext(layout, i);
  }
  return units;
}

std::string HashOf(const Part& hash, const std::string& field) {
  if (hash.text.starts_with("md5")) {
    return fmt::format("md5({}{})", field, hash.hash_hex ? ", hex" : "");
  }
  return fmt::format(
      "hash({}, {}{}{})", field, hash.hash_width,
      hash.hash == keys::HashKind::kMd5 ? "" : fmt::format(", {}", keys::HashKindName(hash.hash)),
      hash.hash_hex ? ", hex" : "");
}

// The distributing parts before the logical key.
std::string LeadingParts(const Layout& layout, const std::vector<size_t>& order,
                         const std::set<size_t>& given) {
  std::string text;
  bool spread = false;   // a part that only distributes keys
  bool dropped = false;  // the last part was dropped; so is the literal after it
  for (size_t i = 0; i < layout.spread_parts; ++i) {
    const Part& part = layout.parts[i];
    if (part.kind == PartKind::kLiteral) {
      if (!dropped) text += part.text + " ";
      continue;
    }
    const bool computed = std::all_of(part.fields.begin(), part.fields.end(),
                                      [&](size_t field) { return given.contains(field); });
    dropped = false;
    if (part.kind != PartKind::kHash || computed) {
      text += part.text + " ";
    } else if (spread) {
      dropped = true;
    } else if (!order.empty() && given.contains(order[0])) {
      text += HashOf(part, layout.fields[order[0]].name) + " ";
    } else {
      text += text.empty() ? fmt::format("{} ", kSalt) : "salt(16) ";
    }
    spread = true;
  }
  return text;
}

bool SameFields(const KeySchema& a, const KeySchema& b) {
  if (a.fields().size() != b.fields().size()) return false;
  return std::all_of(a.fields().begin(), a.fields().end(), [&](const KeySchema::Field& field) {
    const auto index = b.FieldIndex(field.name);
    return index && b.fields()[*index].type == field.type &&
           b.fields()[*index].decodable == field.decodable;
  });
}

}  // namespace

std::vector<size_t> LogicalFields(const KeySchema& schema) {
  const Layout& layout = keys::LayoutOf(schema);
  std::vector<size_t> fields;
  for (size_t i = layout.spread_parts; i < layout.parts.size(); ++i) {
    for (const size_t field : layout.parts[i].fields) {
      if (std::find(fields.begin(), fields.end(), field) == fields.end()) fields.push_back(field);
    }
  }
  return fields;
}

std::optional<KeySchema> Reordered(const KeySchema& schema, const std::vector<size_t>& order,
                                   const std::set<size_t>& given, bool spread_time) {
  const Layout& layout = keys::LayoutOf(schema);
  std::string text = LeadingParts(layout, order, given);
  const bool spread = !text.empty();
  const std::vector<Unit> units = UnitsOf(layout, text);
  if (units.empty()) return std::nullopt;

  std::vector<size_t> places;
  std::set<size_t> known;
  const auto placed = [&](size_t unit) {
    return std::find(places.begin(), places.end(), unit) != places.end();
  };
  for (const size_t field : order) {
    known.insert(field);
    // One part per field leads; other parts of the same field keep their place.
    for (size_t i = 0; i < units.size(); ++i) {
      if (placed(i) || !units[i].fields.contains(field)) continue;
      if (!std::includes(known.begin(), known.end(), units[i].fields.begin(),
                         units[i].fields.end())) {
        continue;
      }
      places.push_back(i);
      break;
    }
  }
  for (size_t i = 0; i < units.size(); ++i) {
    if (!placed(i)) places.push_back(i);
  }

  const auto leads_with_time = [&](const Unit& unit) {
    return !unit.spreads && !unit.fields.empty() &&
           layout.fields[*unit.fields.begin()].type.is_time();
  };
  if (spread_time && !spread && leads_with_time(units[places[0]]) && !leads_with_time(units[0])) {
    text.insert(0, fmt::format("{} ", kSalt));
  }

  const std::string& last_separator = units.back().separator;
  for (size_t i = 0; i < places.size(); ++i) {
    const Unit& unit = units[places[i]];
    const bool last = i + 1 == places.size();
    std::string separator = unit.separator;
    // The unit that was last takes the separator of the one that is last now.
    if (places[i] + 1 == units.size() && !last) separator = units[places.back()].separator;
    if (last) separator = last_separator;
    text += unit.text + separator + (last ? "" : " ");
  }
  auto reordered = KeySchema::Parse(text);
  if (!reordered.ok() || !SameFields(schema, *reordered)) return std::nullopt;
  return *reordered;
}

}  // namespace basalt::design
