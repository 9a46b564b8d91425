#include "shell/value.h"

#include <algorithm>

#include <fmt/format.h>

#include "shell/string_literal.h"

namespace basalt::shell {

void Hash::Set(Bytes key, Value value) {
  const auto found = std::ranges::find(keys_, key);
  if (found != keys_.end()) {
    values_[found - keys_.begin()] = std::move(value);
    return;
  }
  keys_.push_back(std::move(key));
  values_.push_back(std::move(value));
}

const Value* Hash::Find(std::string_view key) const {
  const auto found = std::ranges::find(keys_, key);
  return found == keys_.end() ? nullptr : &values_[found - keys_.begin()];
}

void Hash::Erase(std::string_view key) {
  const auto found = std::ranges::find(keys_, key);
  if (found == keys_.end()) return;
  values_.erase(values_.begin() + (found - keys_.begin()));
  keys_.erase(found);
}

std::string_view ClassPath::class_name() const {
  const std::string_view text = path;
  const size_t dot = text.rfind('.');
  return dot == std::string_view::npos ? text : text.substr(dot + 1);
}

bool Value::Truthy() const {
  if (is_nil()) return false;
  const bool* value = As<bool>();
  return value == nullptr || *value;
}

std::string Inspect(const Value& value) {
  if (value.is_nil()) return "nil";
  if (const Bytes* text = value.As<Bytes>()) return Inspect(BytesView(*text));
  if (const Array* array = value.As<Array>()) {
    std::vector<std::string> parts;
    for (const Value& item : *array) parts.push_back(Inspect(item));
    return fmt::format("[{}]", fmt::join(parts, ", "));
  }
  if (const Hash* hash = value.As<Hash>()) {
    std::vector<std::string> parts;
    for (size_t i = 0; i < hash->keys().size(); ++i) {
      parts.push_back(
          fmt::format("{}=>{}", Inspect(BytesView(hash->keys()[i])), Inspect(hash->values()[i])));
    }
    return fmt::format("{{{}}}", fmt::join(parts, ", "));
  }
  return ToText(value);
}

Bytes ToText(const Value& value) {
  if (value.is_nil()) return "";
  if (const bool* flag = value.As<bool>()) return *flag ? "true" : "false";
  if (const int64_t* number = value.As<int64_t>()) return fmt::to_string(*number);
  if (const double* real = value.As<double>()) return fmt::format("{}", *real);
  if (const Bytes* text = value.As<Bytes>()) return *text;
  if (const TableHandle* table = value.As<TableHandle>()) return "Hbase::Table - " + table->name;
  if (const auto* region = value.As<std::shared_ptr<const RegionHandle>>()) {
    return fmt::format("#<Java::OrgApacheHadoopHbase::HRegionLocation:0x{:x}>",
                       reinterpret_cast<uintptr_t>(region->get()) & 0xffffffff);
  }
  if (value.As<FilterPtr>() != nullptr) return "#<Filter>";
  if (const ClassPath* path = value.As<ClassPath>()) return path->path;
  return Inspect(value);
}

std::string_view TypeName(const Value& value) {
  static constexpr std::string_view kNames[] = {"NilClass", "Boolean", "Integer", "Float",
                                                "String",   "Array",   "Hash",    "Table",
                                                "Region",   "Filter",  "Class"};
  return kNames[value.data.index()];
}

}  // namespace basalt::shell
