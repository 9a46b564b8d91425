// The kinds of numbers that AggregateService reads from values: HBase's column interpreters. Each
// is a type with static functions; Read gives nullopt for a value that the interpreter skips.
#pragma once

#include <bit>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>

#include "basalt/bytes.h"
#include "basalt/status.h"
#include "filter/decimal.h"
#include "hbase/common.pb.h"

namespace basalt::server {

inline constexpr std::string_view kInterpreterPackage =
    "org.apache.hadoop.hbase.client.coprocessor.";

// LongColumnInterpreter. Java's long: it wraps.
struct LongNumbers {
  static constexpr std::string_view kClass = "LongColumnInterpreter";
  using Value = int64_t;
  static Result<std::optional<Value>> Read(BytesView value) { return DecodeLong(value); }
  static Value Add(Value a, Value b) {
    return static_cast<int64_t>(static_cast<uint64_t>(a) + static_cast<uint64_t>(b));
  }
  static Value Multiply(Value a, Value b) {
    return static_cast<int64_t>(static_cast<uint64_t>(a) * static_cast<uint64_t>(b));
  }
  static bool Less(Value a, Value b) { return a < b; }
  static Value MinValue() { return std::numeric_limits<int64_t>::min(); }
  static Bytes Message(Value value) {
    hbase::pb::LongMsg message;
    message.set_long_msg(value);
    return message.SerializeAsString();
  }
};

// DoubleColumnInterpreter.
struct DoubleNumbers {
  static constexpr std::string_view kClass = "DoubleColumnInterpreter";
  using Value = double;
  static Result<std::optional<Value>> Read(BytesView value) {
    const std::optional<int64_t> bits = DecodeLong(value);
    if (!bits) return std::optional<Value>();
    return std::optional<Value>(std::bit_cast<double>(*bits));
  }
  static Value Add(Value a, Value b) { return a + b; }
  static Value Multiply(Value a, Value b) { return a * b; }
  // The order of Java's Double.compareTo: -0.0 before 0.0, and NaN last.
  static bool Less(Value a, Value b) { return Rank(a) < Rank(b); }
  // Java's Double.MIN_VALUE, which is positive.
  static Value MinValue() { return std::numeric_limits<double>::denorm_min(); }
  static Bytes Message(Value value) {
    hbase::pb::DoubleMsg message;
    message.set_double_msg(value);
    return message.SerializeAsString();
  }

 private:
  static int64_t Rank(Value value) {
    if (value != value) return std::numeric_limits<int64_t>::max();
    const auto bits = std::bit_cast<int64_t>(value);
    return bits >= 0 ? bits : std::numeric_limits<int64_t>::min() - bits - 1;
  }
};

// BigDecimalColumnInterpreter: two digits after the point, halves rounded to even.
struct DecimalNumbers {
  static constexpr std::string_view kClass = "BigDecimalColumnInterpreter";
  static constexpr int64_t kScale = 2;
  using Value = filter::Decimal;
  static Result<std::optional<Value>> Read(BytesView value) {
    std::optional<Value> decimal = filter::DecodeDecimal(value);
    if (decimal) decimal = filter::WithScale(std::move(*decimal), kScale);
    if (!decimal) {
      return Status(StatusCode::kDoNotRetry,
                    "Not a BigDecimal, or too long a one: " + ToStringBinary(value.substr(0, 64)));
    }
    return decimal;
  }
  static Value Add(const Value& a, const Value& b) { return filter::Add(a, b); }
  static Value Multiply(const Value& a, const Value& b) {
    const Value product = filter::Multiply(a, b);
    return filter::WithScale(product, kScale).value_or(product);
  }
  static bool Less(const Value& a, const Value& b) { return filter::Compare(a, b) == -1; }
  // BigDecimal.valueOf(Double.MIN_VALUE): 4.9E-324.
  static Value MinValue() { return {.sign = 1, .scale = 325, .magnitude = {49}}; }
  static Bytes Message(const Value& value) {
    hbase::pb::BigDecimalMsg message;
    message.set_bigdecimal_msg(filter::EncodeDecimal(value));
    return message.SerializeAsString();
  }
};

}  // namespace basalt::server
