// TableName: a table's name with its namespace.
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "basalt/export.h"
#include "basalt/status.h"

namespace basalt {
inline namespace v1 {

// A value that was checked by HBase's rules, ordered by namespace and then by qualifier. What a
// getter returns by reference is valid until the name is assigned to or destroyed.
class BASALT_EXPORT TableName {
 public:
  // Accepts "table", which is in the namespace "default", and "namespace:table". kInvalidArgument
  // with HBase's message.
  static Result<TableName> Parse(std::string_view name);
  // The namespace; "default" where none was given.
  const std::string& ns() const { return namespace_; }
  // The name within the namespace.
  const std::string& qualifier() const { return qualifier_; }
  // "namespace:table", or "table" in the namespace "default".
  std::string ToString() const;
  // Ordered by namespace, then by qualifier, as bytes.
  friend bool operator==(const TableName&, const TableName&) = default;
  // NOLINTNEXTLINE(modernize-use-nullptr): clang-tidy 14 misreads the generated comparison.
  friend auto operator<=>(const TableName&, const TableName&) = default;

 private:
  TableName(std::string ns, std::string qualifier)
      : namespace_(std::move(ns)), qualifier_(std::move(qualifier)) {}
  std::string namespace_;
  std::string qualifier_;
};

}  // namespace v1
}  // namespace basalt
