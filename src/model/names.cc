#include "model/names.h"

#include <fmt/format.h>

#include "basalt/cell.h"
#include "basalt/descriptor.h"
#include "model/unicode.h"

namespace basalt::model {
namespace {

// ZooKeeper keeps this name to itself, so HBase gives it to no table and no namespace.
constexpr std::string_view kForbiddenName = "zookeeper";
constexpr std::string_view kOldRootTable = "-ROOT-";
constexpr std::string_view kOldMetaTable = ".META.";
constexpr std::string_view kRecoveredEdits = "recovered.edits";

Status Invalid(std::string message) { return {StatusCode::kInvalidArgument, std::move(message)}; }

Status CheckNotForbidden(std::string_view name) {
  if (name != kForbiddenName) return {};
  return Invalid(fmt::format("Tables may not be named '{}'", kForbiddenName));
}

}  // namespace

Status CheckNamespaceName(std::string_view name) {
  if (name.empty()) return Invalid("Namespace name must not be empty");
  BASALT_RETURN_IF_ERROR(CheckNotForbidden(name));
  const std::u16string units = DecodeUtf8(name);
  for (size_t i = 0; i < units.size(); ++i) {
    if (IsLetterOrDigit(units[i]) || units[i] == u'_') continue;
    return Invalid(
        fmt::format("Illegal character <{}> at {}. Namespaces may only contain 'alphanumeric "
                    "characters' from any language and digits: {}",
                    UnitToUtf8(units[i]), i, CleanUtf8(name)));
  }
  return {};
}

namespace {

// `what`: HBase's word for the named thing, for messages.
Status CheckQualifier(std::string_view qualifier, std::string_view what) {
  if (qualifier.front() == '.' || qualifier.front() == '-') {
    return Invalid(
        fmt::format("Illegal first character <{}> at 0. {} qualifiers can only start with "
                    "'alphanumeric characters' from any language: {}",
                    static_cast<int>(qualifier.front()), what, CleanUtf8(qualifier)));
  }
  BASALT_RETURN_IF_ERROR(CheckNotForbidden(qualifier));
  const std::u16string units = DecodeUtf8(qualifier);
  for (size_t i = 0; i < units.size(); ++i) {
    const char16_t unit = units[i];
    if (IsLetterOrDigit(unit) || unit == u'_' || unit == u'-' || unit == u'.') continue;
    return Invalid(
        fmt::format("Illegal character code:{}, <{}> at {}. {} qualifiers may only contain "
                    "'alphanumeric characters' and digits: {}",
                    static_cast<int>(unit), UnitToUtf8(unit), i, what, CleanUtf8(qualifier)));
  }
  return {};
}

}  // namespace

Status CheckTableQualifier(std::string_view qualifier) {
  if (qualifier.empty()) return Invalid("Table qualifier must not be empty");
  return CheckQualifier(qualifier, "User-space table");
}

Status CheckSnapshotName(std::string_view name) {
  if (name.empty()) return Invalid("Snapshot qualifier must not be empty");
  BASALT_RETURN_IF_ERROR(CheckQualifier(name, "Snapshot"));
  if (name.size() <= kMaxSnapshotNameLength) return {};
  return Invalid(fmt::format("The snapshot's name has {} bytes; {} are the most it can have",
                             name.size(), kMaxSnapshotNameLength));
}

Status CheckFamilyName(BytesView name) {
  if (name.empty()) return Invalid("Column Family name can not be empty");
  if (name.front() == '.') {
    return Invalid("Column Family names cannot start with a period: " + CleanUtf8(name));
  }
  for (const char c : name) {
    const auto byte = static_cast<unsigned char>(c);
    const bool is_control = byte < 0x20 || byte == 0x7F;
    if (!is_control && c != ':' && c != '\\' && c != '/') continue;
    return Invalid(
        fmt::format("Illegal character <{}>. Column Family names cannot contain control characters "
                    "or colons: {}",
                    byte, CleanUtf8(name)));
  }
  if (name == kRecoveredEdits) {
    return Invalid(fmt::format("Column Family name cannot be: {}", kRecoveredEdits));
  }
  if (name.size() > kMaxFamilyLength) {
    return Invalid(fmt::format("The length of family name is bigger than {}", kMaxFamilyLength));
  }
  return {};
}

}  // namespace basalt::model

namespace basalt {
inline namespace v1 {

Result<TableName> TableName::Parse(std::string_view name) {
  std::string_view ns = model::kDefaultNamespace;
  std::string_view qualifier = name;
  if (const size_t delimiter = name.find(model::kNamespaceDelimiter);
      delimiter != std::string_view::npos) {
    ns = name.substr(0, delimiter);
    qualifier = name.substr(delimiter + 1);
  }
  if (qualifier == model::kOldRootTable) {
    return model::Invalid(fmt::format("{} has been deprecated.", qualifier));
  }
  if (qualifier == model::kOldMetaTable) {
    return model::Invalid(
        fmt::format("{} no longer exists. The table has been renamed to hbase:meta", qualifier));
  }
  BASALT_RETURN_IF_ERROR(model::CheckNamespaceName(ns));
  BASALT_RETURN_IF_ERROR(model::CheckTableQualifier(qualifier));
  return TableName(std::string(ns), std::string(qualifier));
}

std::string TableName::ToString() const {
  if (namespace_ == model::kDefaultNamespace) return qualifier_;
  return namespace_ + model::kNamespaceDelimiter + qualifier_;
}

Status NamespaceDescriptor::Validate() const { return model::CheckNamespaceName(name); }

}  // namespace v1
}  // namespace basalt
