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

bool Bool(const TableDescriptor& table, std::string_view name) {
  return model::ReadBool(table.attributes(), *model::FindTableAttribute(name));
}

template <typename Number>
Number NumberOf(const TableDescriptor& table, std::string_view name) {
  return static_cast<Number>(
      model::ReadNumber(table.attributes(), *model::FindTableAttribute(name)));
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

bool TableDescriptor::read_only() const { return Bool(*this, "READONLY"); }

Durability TableDescriptor::durability() const {
  return static_cast<Durability>(
      model::ReadChoice(attributes_, *model::FindTableAttribute("DURABILITY")));
}

int64_t TableDescriptor::max_file_size() const { return NumberOf<int64_t>(*this, "MAX_FILESIZE"); }

int64_t TableDescriptor::memstore_flush_size() const {
  return NumberOf<int64_t>(*this, "MEMSTORE_FLUSHSIZE");
}

int32_t TableDescriptor::region_replication() const {
  return NumberOf<int32_t>(*this, "REGION_REPLICATION");
}

int32_t TableDescriptor::priority() const { return NumberOf<int32_t>(*this, "PRIORITY"); }

bool TableDescriptor::region_memstore_replication() const {
  return Bool(*this, "REGION_MEMSTORE_REPLICATION");
}

bool TableDescriptor::compaction_enabled() const { return Bool(*this, "COMPACTION_ENABLED"); }

bool TableDescriptor::split_enabled() const { return Bool(*this, "SPLIT_ENABLED"); }

bool TableDescriptor::merge_enabled() const { return Bool(*this, "MERGE_ENABLED"); }

bool TableDescriptor::normalization_enabled() const { return Bool(*this, "NORMALIZATION_ENABLED"); }

int32_t TableDescriptor::normalizer_target_region_count() const {
  return NumberOf<int32_t>(*this, "NORMALIZER_TARGET_REGION_COUNT");
}

int64_t TableDescriptor::normalizer_target_region_size_mb() const {
  const auto size = NumberOf<int64_t>(*this, "NORMALIZER_TARGET_REGION_SIZE_MB");
  // HBase's earlier name of the attribute.
  return size > 0 ? size : NumberOf<int64_t>(*this, "NORMALIZER_TARGET_REGION_SIZE");
}

Status TableDescriptor::Validate() const { return model::CheckTable(*this); }

std::string TableDescriptor::ToString() const {
  return model::PrintTable(*this, model::Defaults::kOmit);
}

}  // namespace v1
}  // namespace basalt
