#include "shell/java_classes.h"

#include <fmt/format.h>

#include "basalt/filters.h"
#include "shell/arguments.h"
#include "shell/converters.h"

namespace basalt::shell {
namespace {

Result<Value> AsValue(Result<FilterPtr> filter) {
  if (!filter.ok()) return filter.status();
  return Value(*std::move(filter));
}

Result<Value> MakeFilter(std::string_view name, const std::vector<Value>& arguments) {
  const auto text = [&](size_t i) { return i < arguments.size() ? ToText(arguments[i]) : Bytes(); };
  const auto number = [&](size_t i) {
    return i < arguments.size() ? AsInteger(arguments[i]).value_or(0) : 0;
  };
  if (name == "PrefixFilter") return AsValue(filters::Prefix(text(0)));
  if (name == "ColumnPrefixFilter") return AsValue(filters::ColumnPrefix(text(0)));
  if (name == "InclusiveStopFilter") return AsValue(filters::InclusiveStop(text(0)));
  if (name == "KeyOnlyFilter") return AsValue(filters::KeyOnly());
  if (name == "FirstKeyOnlyFilter") return AsValue(filters::FirstKeyOnly());
  if (name == "PageFilter") return AsValue(filters::Page(number(0)));
  if (name == "ColumnCountGetFilter") {
    return AsValue(filters::ColumnCountGet(static_cast<int32_t>(number(0))));
  }
  if (name == "ColumnPaginationFilter") {
    return AsValue(filters::ColumnPagination(static_cast<int32_t>(number(0)),
                                             static_cast<int32_t>(number(1))));
  }
  if (name == "RandomRowFilter") {
    const double* chance = arguments.empty() ? nullptr : arguments[0].As<double>();
    return AsValue(filters::RandomRow(static_cast<float>(chance != nullptr ? *chance : number(0))));
  }
  return Status(StatusCode::kNotSupported,
                fmt::format("objects of the class {} cannot be made here", name));
}

}  // namespace

Result<Value> CallClass(const ClassPath& path, std::string_view method,
                        const std::vector<Value>& arguments) {
  const std::string_view name = path.class_name();
  if (method == "new") return MakeFilter(name, arguments);
  if (name == "Bytes" && arguments.size() == 1) {
    if (method == "toBytes") {
      if (const int64_t* number = arguments[0].As<int64_t>()) return Value(EncodeLong(*number));
      return Value(ToText(arguments[0]));
    }
    if (method == "toBytesBinary") return Value(FromStringBinary(ToText(arguments[0])));
    if (IsConverter(method)) {
      BASALT_ASSIGN_OR_RETURN(std::string text, Convert(ToText(arguments[0]), method));
      return Value(std::move(text));
    }
  }
  return Status(StatusCode::kNotSupported, fmt::format("{} has no method {} here", name, method));
}

}  // namespace basalt::shell
