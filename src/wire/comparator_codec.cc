#include "wire/comparator_codec.h"

#include <algorithm>
#include <string>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "filter/comparator.h"
#include "filter/spec.h"

namespace basalt::wire {
namespace {

namespace pb = hbase::pb;
using filter::ComparatorSpec;

template <typename Message>
Status ParseBody(const std::string& body, Message& message) {
  return ParseQuietly(body, message) ? Status() : MalformedBody(message);
}

// For messages whose only field is a value.
template <typename Message, typename Spec>
Result<ComparatorSpec> ParseValue(const std::string& body) {
  Message message;
  BASALT_RETURN_IF_ERROR(ParseBody(body, message));
  return ComparatorSpec(Spec{message.comparable().value()});
}

Result<ComparatorSpec> ParseComponent(const std::string& body) {
  pb::BinaryComponentComparator message;
  BASALT_RETURN_IF_ERROR(ParseBody(body, message));
  return ComparatorSpec(filter::BinaryComponentSpec{message.value(), message.offset()});
}

Result<ComparatorSpec> ParseBit(const std::string& body) {
  pb::BitComparator message;
  BASALT_RETURN_IF_ERROR(ParseBody(body, message));
  const int op = message.bitwise_op() - pb::BitComparator::AND;
  return ComparatorSpec(
      filter::BitSpec{message.comparable().value(), static_cast<BitwiseOperator>(op)});
}

Result<ComparatorSpec> ParseLong(const std::string& body) {
  pb::LongComparator message;
  BASALT_RETURN_IF_ERROR(ParseBody(body, message));
  const std::string& bytes = message.comparable().value();
  const auto value = DecodeLong(bytes);
  if (!value) {
    return FromConstructor(Status(StatusCode::kInvalidArgument,
                                  fmt::format("Wrong length: {}, expected 8", bytes.size())));
  }
  return ComparatorSpec(filter::LongSpec{*value});
}

Result<ComparatorSpec> ParseNull(const std::string& body) {
  pb::NullComparator message;
  BASALT_RETURN_IF_ERROR(ParseBody(body, message));
  return ComparatorSpec(filter::NullSpec{});
}

Result<ComparatorSpec> ParseSubstring(const std::string& body) {
  pb::SubstringComparator message;
  BASALT_RETURN_IF_ERROR(ParseBody(body, message));
  return ComparatorSpec(filter::SubstringSpec{message.substr()});
}

// An unknown charset name is an error; text that cannot be a charset name is ignored, as in HBase.
bool IsCharsetName(std::string_view name) {
  return !name.empty() && std::all_of(name.begin(), name.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           std::string_view("-+.:_").find(c) != std::string_view::npos;
  });
}

Result<ComparatorSpec> ParseRegex(const std::string& body) {
  pb::RegexStringComparator message;
  BASALT_RETURN_IF_ERROR(ParseBody(body, message));
  filter::RegexSpec spec{message.pattern(), message.pattern_flags()};
  if (IsCharsetName(message.charset())) spec.charset = message.charset();
  if (message.engine() == "JONI") {
    spec.engine = filter::RegexSpec::Engine::kJoni;
  } else if (message.has_engine() && message.engine() != "JAVA") {
    return FromConstructor(
        Status(StatusCode::kInvalidArgument,
               fmt::format("No enum constant {}RegexStringComparator.EngineType.{}", kFilterPackage,
                           message.engine())));
  }
  return ComparatorSpec(std::move(spec));
}

struct ComparatorClass {
  std::string_view name;
  Result<ComparatorSpec> (*parse)(const std::string& body);
};
constexpr ComparatorClass kComparatorClasses[] = {
    {"BinaryComparator", ParseValue<pb::BinaryComparator, filter::BinarySpec>},
    {"BinaryPrefixComparator", ParseValue<pb::BinaryPrefixComparator, filter::BinaryPrefixSpec>},
    {"BinaryComponentComparator", ParseComponent},
    {"BitComparator", ParseBit},
    {"LongComparator", ParseLong},
    {"BigDecimalComparator", ParseValue<pb::BigDecimalComparator, filter::BigDecimalSpec>},
    {"NullComparator", ParseNull},
    {"SubstringComparator", ParseSubstring},
    {"RegexStringComparator", ParseRegex},
};

// One overload per kind: the class's name, and its message in `body`.
template <typename Message>
std::string_view WriteValue(std::string_view name, const Bytes& value, std::string& body) {
  Message message;
  message.mutable_comparable()->set_value(value);
  message.SerializeToString(&body);
  return name;
}
std::string_view Write(const filter::BinarySpec& spec, std::string& body) {
  return WriteValue<pb::BinaryComparator>("BinaryComparator", spec.value, body);
}
std::string_view Write(const filter::BinaryPrefixSpec& spec, std::string& body) {
  return WriteValue<pb::BinaryPrefixComparator>("BinaryPrefixComparator", spec.value, body);
}
std::string_view Write(const filter::BinaryComponentSpec& spec, std::string& body) {
  pb::BinaryComponentComparator message;
  message.set_value(spec.value);
  message.set_offset(spec.offset);
  message.SerializeToString(&body);
  return "BinaryComponentComparator";
}
std::string_view Write(const filter::BitSpec& spec, std::string& body) {
  pb::BitComparator message;
  message.mutable_comparable()->set_value(spec.value);
  message.set_bitwise_op(static_cast<pb::BitComparator::BitwiseOp>(pb::BitComparator::AND +
                                                                   static_cast<int>(spec.op)));
  message.SerializeToString(&body);
  return "BitComparator";
}
std::string_view Write(const filter::LongSpec& spec, std::string& body) {
  return WriteValue<pb::LongComparator>("LongComparator", EncodeLong(spec.value), body);
}
std::string_view Write(const filter::BigDecimalSpec& spec, std::string& body) {
  return WriteValue<pb::BigDecimalComparator>("BigDecimalComparator", spec.value, body);
}
std::string_view Write(const filter::NullSpec& /*spec*/, std::string& body) {
  body.clear();
  return "NullComparator";
}
std::string_view Write(const filter::SubstringSpec& spec, std::string& body) {
  pb::SubstringComparator message;
  message.set_substr(spec.text);
  message.SerializeToString(&body);
  return "SubstringComparator";
}
std::string_view Write(const filter::RegexSpec& spec, std::string& body) {
  pb::RegexStringComparator message;
  message.set_pattern(spec.pattern);
  message.set_pattern_flags(spec.flags);
  message.set_charset(spec.charset);
  message.set_engine(spec.engine == filter::RegexSpec::Engine::kJoni ? "JONI" : "JAVA");
  message.SerializeToString(&body);
  return "RegexStringComparator";
}

}  // namespace

Status ClassNotFound(std::string_view name) {
  return {StatusCode::kDoNotRetry, fmt::format("java.lang.ClassNotFoundException: {}", name)};
}

Status MalformedBody(const google::protobuf::MessageLite& message) {
  // The parser has stopped at invalid data, or read everything and missed a field.
  const std::string cause =
      message.IsInitialized()
          ? "While parsing a protocol message, the input ended unexpectedly in the middle of a "
            "field.  This could mean either that the input has been truncated or that an embedded "
            "message misreported its own length."
          : "Message missing required fields";
  return {StatusCode::kDoNotRetry,
          fmt::format("org.apache.hadoop.hbase.exceptions.DeserializationException: "
                      "org.apache.hbase.thirdparty.com.google.protobuf."
                      "InvalidProtocolBufferException: {}",
                      cause)};
}

bool ParseQuietly(const std::string& body, google::protobuf::MessageLite& message) {
  return message.ParsePartialFromString(body) && message.IsInitialized();
}

Status FromConstructor(const Status& refusal) {
  const std::string& message = refusal.message();
  // Some messages already begin with their exception class.
  return {StatusCode::kDoNotRetry,
          message.starts_with("java.")
              ? message
              : fmt::format("java.lang.IllegalArgumentException: {}", message)};
}

Result<ComparatorPtr> ParseComparator(const pb::Comparator& comparator) {
  std::string_view name = comparator.name();
  if (!name.starts_with(kFilterPackage)) return ClassNotFound(name);
  name.remove_prefix(kFilterPackage.size());
  for (const ComparatorClass& known : kComparatorClasses) {
    if (known.name != name) continue;
    BASALT_ASSIGN_OR_RETURN(auto spec, known.parse(comparator.serialized_comparator()));
    auto made = filter::MakeComparator(std::move(spec));
    if (!made.ok()) return FromConstructor(made.status());
    return ComparatorPtr(std::move(made).value());
  }
  return ClassNotFound(comparator.name());
}

pb::Comparator SerializeComparator(const filter::Comparator& comparator) {
  pb::Comparator message;
  const std::string_view name = std::visit(
      [&](const auto& spec) { return Write(spec, *message.mutable_serialized_comparator()); },
      comparator.Describe());
  message.set_name(fmt::format("{}{}", kFilterPackage, name));
  return message;
}

}  // namespace basalt::wire
