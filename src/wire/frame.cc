#include "wire/frame.h"

#include <limits>

#include "base/varint.h"
#include "wire/big_endian.h"
#include "wire/exceptions.h"

namespace basalt::wire {
namespace {

Status Malformed(const char* what) { return {StatusCode::kDoNotRetry, what}; }

size_t VarintLength(size_t value) {
  size_t length = 1;
  for (; value >= 0x80; value >>= 7) ++length;
  return length;
}

bool TakeDelimited(BytesView& in, BytesView& out) {
  return base::TakeText(in, out) && out.size() <= std::numeric_limits<int32_t>::max();
}

// A length as HBase reads one: of up to ten bytes the lowest 32 bits count. False: it is cut short,
// has no end, or is negative to Java.
bool TakeLength(BytesView& in, uint32_t& length) {
  uint64_t value = 0;
  for (int shift = 0; shift < 70 && !in.empty(); shift += 7) {
    const auto byte = static_cast<uint8_t>(in.front());
    in.remove_prefix(1);
    if (shift < 32) value |= static_cast<uint64_t>(byte & 0x7F) << shift;
    if (byte >= 0x80) continue;
    length = static_cast<uint32_t>(value);
    return length <= static_cast<uint32_t>(std::numeric_limits<int32_t>::max());
  }
  return false;
}

// The parameter and the cell block of a call, from what follows its header. A parameter that is
// said to be longer than the frame ends with the frame: there are clients that count wrongly.
Status TakeBody(BytesView rest, RequestParts& parts) {
  if (!parts.header.request_param()) return {};
  uint32_t length;
  if (!TakeLength(rest, length)) {
    return Malformed("the length of the parameter is cut short or malformed");
  }
  parts.param = rest.substr(0, length);
  rest.remove_prefix(parts.param.size());
  if (!parts.header.has_cell_block_meta()) return {};
  const size_t cells = parts.header.cell_block_meta().length();
  if (length > parts.param.size() || cells > rest.size()) {
    return Malformed("the cell block is cut short");
  }
  parts.cell_block = rest.substr(0, cells);
  return {};
}

void AppendDelimited(const google::protobuf::MessageLite& message, size_t length, Bytes& out) {
  base::AppendVarint(out, length);
  message.AppendPartialToString(&out);
}

}  // namespace

Status ParseRequest(BytesView frame, RequestParts& parts) {
  uint32_t length;
  if (!TakeLength(frame, length)) return Malformed("Unable to read the header of a call");
  const BytesView header = frame.substr(0, length);
  if (!parts.header.ParseFromArray(header.data(), static_cast<int>(header.size()))) {
    return Malformed("Unable to read the header of a call");
  }
  frame.remove_prefix(header.size());
  parts.param = {};
  parts.cell_block = {};
  parts.unreadable = TakeBody(frame, parts);
  return {};
}

bool ParseRequestHeader(BytesView start, hbase::pb::RequestHeader& header) {
  BytesView bytes;
  return TakeDelimited(start, bytes) &&
         header.ParseFromArray(bytes.data(), static_cast<int>(bytes.size()));
}

Status ParseMessage(BytesView bytes, google::protobuf::MessageLite& message) {
  if (!message.ParsePartialFromArray(bytes.data(), static_cast<int>(bytes.size()))) {
    return Malformed(
        "com.google.protobuf.InvalidProtocolBufferException: While parsing a protocol message, the "
        "input ended unexpectedly or was malformed");
  }
  if (!message.IsInitialized()) {
    return {StatusCode::kDoNotRetry,
            "com.google.protobuf.UninitializedMessageException: Message missing required fields: " +
                message.InitializationErrorString()};
  }
  return {};
}

void AppendResponseHead(uint32_t call_id, const google::protobuf::MessageLite& message,
                        size_t cells_length, Bytes& out) {
  hbase::pb::ResponseHeader header;
  header.set_call_id(call_id);
  if (cells_length > 0) {
    header.mutable_cell_block_meta()->set_length(static_cast<uint32_t>(cells_length));
  }
  const size_t header_length = header.ByteSizeLong();
  const size_t message_length = message.ByteSizeLong();
  AppendBigEndian(
      out, static_cast<uint32_t>(VarintLength(header_length) + header_length +
                                 VarintLength(message_length) + message_length + cells_length));
  AppendDelimited(header, header_length, out);
  AppendDelimited(message, message_length, out);
}

void AppendException(uint32_t call_id, const hbase::pb::ExceptionResponse& exception, Bytes& out) {
  hbase::pb::ResponseHeader header;
  header.set_call_id(call_id);
  *header.mutable_exception() = exception;
  const size_t length = header.ByteSizeLong();
  AppendBigEndian(out, static_cast<uint32_t>(VarintLength(length) + length));
  AppendDelimited(header, length, out);
}

void AppendException(uint32_t call_id, const Status& status, Bytes& out) {
  hbase::pb::ExceptionResponse exception;
  FillException(status, exception);
  AppendException(call_id, exception, out);
}

Bytes Opening(const hbase::pb::ConnectionHeader& header) {
  constexpr BytesView kMagicVersionAndSimple("HBas\0\x50", 6);
  const std::string body = header.SerializeAsString();
  Bytes bytes(kMagicVersionAndSimple);
  AppendBigEndian(bytes, static_cast<uint32_t>(body.size()));
  return bytes + body;
}

void AppendRequest(hbase::pb::RequestHeader header, const google::protobuf::MessageLite& message,
                   BytesView cells, Bytes& out) {
  header.set_request_param(true);
  if (!cells.empty()) {
    header.mutable_cell_block_meta()->set_length(static_cast<uint32_t>(cells.size()));
  }
  const size_t header_length = header.ByteSizeLong();
  const size_t message_length = message.ByteSizeLong();
  AppendBigEndian(
      out, static_cast<uint32_t>(VarintLength(header_length) + header_length +
                                 VarintLength(message_length) + message_length + cells.size()));
  AppendDelimited(header, header_length, out);
  AppendDelimited(message, message_length, out);
  out.append(cells);
}

Status ParseResponse(BytesView frame, ResponseParts& parts) {
  BytesView header;
  if (!TakeDelimited(frame, header) ||
      !parts.header.ParseFromArray(header.data(), static_cast<int>(header.size()))) {
    return Malformed("Unable to read the header of an answer");
  }
  parts.message = {};
  parts.cell_block = {};
  if (parts.header.has_exception()) return {};
  if (!TakeDelimited(frame, parts.message)) return Malformed("Unable to read an answer");
  if (parts.header.has_cell_block_meta()) {
    const size_t length = parts.header.cell_block_meta().length();
    if (length > frame.size()) return Malformed("The cell block of an answer is cut short");
    parts.cell_block = frame.substr(0, length);
  }
  return {};
}

}  // namespace basalt::wire
