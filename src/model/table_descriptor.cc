#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "basalt/descriptor.h"
#include "model/attributes.h"
#include "model/descriptor_check.h"
#include "model/descriptor_print.h"
#include "model/names.h"
#include "model/unicode.h"

namespace basalt {
inline namespace v1 {
namespace {

// The first family whose name is not before `name`.
template <typename Families>
auto LowerBound(Families& families, BytesView name) {
  return std::lower_bound(families.begin(), families.end(), name,
                          [](const FamilyDescriptor& family, BytesView wanted) {
                            return BytesView(family.name()) < wanted;
                          });
}

}  // namespace

std::optional<std::string> TableDescriptor::GetAttribute(std::string_view key) const {
  if (const auto found = attributes_.find(std::string(key)); found != attributes_.end()) {
    return found->second;
  }
  const model::AttributeSpec* spec = model::FindTableAttribute(key);
  if (spec == nullptr || spec->default_value.empty()) return std::nullopt;
  return std::string(spec->default_value);
}

TableDescriptor& TableDescriptor::SetAttribute(std::string key, std::string value) {
  if (value.empty()) {
    attributes_.erase(key);
    return *this;
  }
  const model::AttributeSpec* spec = model::FindTableAttribute(key);
  attributes_[std::move(key)] = model::NormalizeValue(spec, std::move(value));
  return *this;
}

const FamilyDescriptor* TableDescriptor::FindFamily(BytesView name) const {
  const auto found = LowerBound(families_, name);
  return found != families_.end() && found->name() == name ? &*found : nullptr;
}

Status TableDescriptor::AddFamily(FamilyDescriptor family) {
  BASALT_RETURN_IF_ERROR(model::CheckFamilyName(family.name()));
  const auto place = LowerBound(families_, family.name());
  if (place != families_.end() && place->name() == family.name()) {
    return {StatusCode::kInvalidArgument,
            fmt::format("Family '{}' already exists so cannot be added",
                        model::CleanUtf8(family.name()))};
  }
  families_.insert(place, std::move(family));
  return {};
}

Status TableDescriptor::ReplaceFamily(FamilyDescriptor family) {
  const auto place = LowerBound(families_, family.name());
  if (place == families_.end() || place->name() != family.name()) {
    return {StatusCode::kInvalidArgument,
            fmt::format("Column family '{}' does not exist", model::CleanUtf8(family.name()))};
  }
  *place = std::move(family);
  return {};
}

Status TableDescriptor::RemoveFamily(BytesView name) {
  const auto place = LowerBound(families_, name);
  if (place == families_.end() || place->name() != name) {
    return {
        StatusCode::kInvalidFamilyOperation,
        fmt::format("Family '{}' does not exist, so it cannot be deleted", model::CleanUtf8(name))};
  }
  families_.erase(place);
  return {};
}

bool TableDescriptor::read_only() const { return model::ParseBool(*GetAttribute("READONLY")); }

Durability TableDescriptor::durability() const {
  const auto& spec = *model::FindTableAttribute("DURABILITY");
  const auto choice = model::ParseChoice(spec, *GetAttribute(spec.name));
  return choice ? static_cast<Durability>(*choice) : Durability::kUseDefault;
}

int64_t TableDescriptor::max_file_size() const {
  const auto& spec = *model::FindTableAttribute("MAX_FILESIZE");
  const auto size = model::ParseNumber(spec, *GetAttribute(spec.name));
  return size ? *size : *model::ParseNumber(spec, spec.default_value);
}

Status TableDescriptor::Validate() const { return model::CheckTable(*this); }

std::string TableDescriptor::ToString() const {
  return model::PrintTable(*this, model::Defaults::kOmit);
}

}  // namespace v1
}  // namespace basalt
