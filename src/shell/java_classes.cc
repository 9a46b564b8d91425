#include "shell/java_classes.h"

#include <bit>
#include <chrono>
#include <limits>
#include <optional>
#include <random>

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

// The range of a class of numbers.
template <typename Number>
std::optional<Value> LimitOf(std::string_view constant) {
  if (constant == "MAX_VALUE") return Value(int64_t{std::numeric_limits<Number>::max()});
  if (constant == "MIN_VALUE") return Value(int64_t{std::numeric_limits<Number>::min()});
  return std::nullopt;
}

std::optional<Value> NumberClass(std::string_view name, std::string_view constant) {
  if (name == "Long") return LimitOf<int64_t>(constant);
  if (name == "Integer") return LimitOf<int32_t>(constant);
  if (name == "Short") return LimitOf<int16_t>(constant);
  if (name == "Byte") return LimitOf<int8_t>(constant);
  return std::nullopt;
}

std::string RandomUuid() {
  std::random_device random;
  const auto part = [&](uint32_t mask, uint32_t set) { return (random() & mask) | set; };
  return fmt::format("{:08x}-{:04x}-{:04x}-{:04x}-{:08x}{:04x}", part(0xFFFFFFFF, 0),
                     part(0xFFFF, 0), part(0x0FFF, 0x4000), part(0x3FFF, 0x8000),
                     part(0xFFFFFFFF, 0), part(0xFFFF, 0));
}

Value ToBytes(const Value& value) {
  if (const int64_t* number = value.As<int64_t>()) return EncodeLong(*number);
  if (const double* real = value.As<double>()) return EncodeLong(std::bit_cast<int64_t>(*real));
  if (const bool* flag = value.As<bool>()) return Bytes(1, *flag ? '\xFF' : '\0');
  return ToText(value);
}

// toLong and the others that give numbers; the shell's converters give their text.
Result<Value> Decoded(BytesView bytes, std::string_view method) {
  BASALT_ASSIGN_OR_RETURN(std::string text, Convert(bytes, method));
  if (method == "toBoolean") return Value(text == "true");
  if (method == "toLong" || method == "toInt" || method == "toShort") {
    return Value(AsInteger(Value(text)).value_or(0));
  }
  if (method == "toDouble" || method == "toFloat") return Value(std::strtod(text.c_str(), nullptr));
  return Value(std::move(text));
}

Result<Value> CallBytes(std::string_view method, const Value& argument) {
  if (method == "toBytes") return ToBytes(argument);
  if (method == "toBytesBinary") return Value(FromStringBinary(ToText(argument)));
  if (IsConverter(method)) return Decoded(ToText(argument), method);
  return Status(StatusCode::kNotSupported, fmt::format("Bytes has no method {} here", method));
}

}  // namespace

Result<Value> CallClass(const ClassPath& path, std::string_view method,
                        const std::vector<Value>& arguments) {
  const std::string_view name = path.class_name();
  if (method == "new") return MakeFilter(name, arguments);
  if (name == "Bytes" && arguments.size() == 1) return CallBytes(method, arguments[0]);
  if (const auto limit = NumberClass(name, method)) return *limit;
  using std::chrono::duration_cast;
  if (name == "System" && method == "currentTimeMillis") {
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    return Value(int64_t{duration_cast<std::chrono::milliseconds>(now).count()});
  }
  if (name == "System" && method == "nanoTime") {
    const auto now = std::chrono::steady_clock::now().time_since_epoch();
    return Value(int64_t{duration_cast<std::chrono::nanoseconds>(now).count()});
  }
  if (name == "UUID" && method == "randomUUID") return Value(Bytes(RandomUuid()));
  return Status(StatusCode::kNotSupported, fmt::format("{} has no method {} here", name, method));
}

}  // namespace basalt::shell
