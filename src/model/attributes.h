// The attributes HBase knows of a family and of a table: one table each, with the name, the
// default, how the value is read and printed, and what HBase says about values it refuses. Constant
// data and pure functions.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "basalt/descriptor.h"
#include "basalt/status.h"
#include "model/units.h"

namespace basalt::model {

enum class ValueKind : uint8_t {
  kText,
  kBool,  // "true" in any case is true, all else false; as in Java nothing is refused
  kShort,
  kInt,
  kLong,
  kChoice,       // one of `choices`, in any case
  kExactChoice,  // one of `choices`
};

// How HBase prints the attribute.
enum class Presence : uint8_t {
  kAlways,    // also when it was never set
  kReserved,  // when set
  kOptional,  // when set, inside METADATA => {...}
};

// Checks a value that parses. `owner` is the family's or table's name.
using ValueCheck = Status (*)(std::string_view owner, std::string_view value);

struct AttributeSpec {
  std::string_view name;
  std::string_view default_value;  // empty: HBase has none
  Presence presence = Presence::kOptional;
  ValueKind kind = ValueKind::kText;
  std::span<const std::string_view> choices = {};
  Unit unit = Unit::kNone;
  ValueCheck check = nullptr;
  // `check` is skipped when the table turns sanity checks off.
  bool can_bypass = true;
};

// Nullptr for attributes HBase does not know.
const AttributeSpec* FindFamilyAttribute(std::string_view name);
const AttributeSpec* FindTableAttribute(std::string_view name);
std::span<const AttributeSpec> FamilyAttributes();

// The names of enumerations, in the order of the enum they spell.
extern const std::span<const std::string_view> kCompressionNames;
extern const std::span<const std::string_view> kBloomNames;
extern const std::span<const std::string_view> kBlockEncodingNames;
extern const std::span<const std::string_view> kKeepDeletedNames;
extern const std::span<const std::string_view> kDurabilityNames;

// The value as a number; nullopt when it is not one of the spec's kind.
std::optional<int64_t> ParseNumber(const AttributeSpec& spec, std::string_view value);
// The position in spec.choices; nullopt when it is none of them.
std::optional<size_t> ParseChoice(const AttributeSpec& spec, std::string_view value);
// Java's Boolean.parseBoolean: "true" in any case is true, all else is false, " true" as well.
bool ParseBool(std::string_view value);

// The attribute of a descriptor; a missing or unreadable value gives the default. REQUIRES: the
// spec has one, and is of that kind.
using AttributeMap = std::map<std::string, std::string>;
bool ReadBool(const AttributeMap& attributes, const AttributeSpec& spec);
int64_t ReadNumber(const AttributeMap& attributes, const AttributeSpec& spec);
size_t ReadChoice(const AttributeMap& attributes, const AttributeSpec& spec);

// Settings that descriptors hold and that HBase has no attribute or no default for. The first of
// the places given to the constructor that has the setting counts, even when its value cannot be
// parsed. The descriptors must outlive it.
class DescriptorSettings {
 public:
  explicit DescriptorSettings(const TableDescriptor& table) : maps_{&table.attributes()} {}
  // The family's configuration, its attributes, the table's.
  DescriptorSettings(const FamilyDescriptor& family, const TableDescriptor& table)
      : maps_{&family.configuration(), &family.attributes(), &table.attributes()} {}

  // nullopt: not set.
  std::optional<std::string> Text(std::string_view name) const;
  std::optional<bool> Bool(std::string_view name) const;
  // As Hadoop's Configuration reads numbers: space around them does not count, 0x begins a
  // hexadecimal one. nullopt: not set, not a number, or less than `least`.
  std::optional<int64_t> Number(std::string_view name,
                                int64_t least = std::numeric_limits<int64_t>::min()) const;
  std::optional<double> Real(std::string_view name) const;

 private:
  std::array<const AttributeMap*, 3> maps_;
};

// What SetAttribute stores: values with units become plain numbers, all else stays as it is.
std::string NormalizeValue(const AttributeSpec* spec, std::string value);

// Checks that the value parses, and then the spec's own check.
Status CheckValue(const AttributeSpec& spec, std::string_view owner, std::string_view value,
                  bool sanity_checks);

// An error of HBase's TableDescriptorChecker, with the advice it ends in.
Status SanityError(std::string message);

}  // namespace basalt::model
