// The opening of a connection: preamble, SASL token, connection header.
#include <utility>

#include <fmt/format.h>

#include "hbase/registry.pb.h"
#include "server/net/rpc_connection.h"
#include "wire/big_endian.h"
#include "wire/frame.h"

namespace basalt::server {
namespace {

constexpr size_t kPreambleBytes = 6;
constexpr BytesView kMagic = "HBas";
constexpr uint8_t kSimpleAuth = 80;
constexpr uint8_t kKerberosAuth = 81;
constexpr uint8_t kDigestAuth = 82;
constexpr size_t kMaxHeaderBytes = 1 << 20;

}  // namespace

RpcConnection::Progress RpcConnection::ConsumePreamble() {
  const BytesView bytes = input_.bytes();
  if (bytes.size() < kPreambleBytes) return Progress::kWait;
  const BytesView preamble = bytes.substr(0, kPreambleBytes);
  input_.Consume(kPreambleBytes);
  if (!preamble.starts_with(kMagic)) return ConsumeSpecialPreamble(preamble);
  const auto version = static_cast<uint8_t>(preamble[4]);
  const auto method = static_cast<uint8_t>(preamble[5]);
  const auto describe = [&](std::string_view name) {
    return fmt::format("serverVersion=0, clientVersion={}, authMethod={}, authName={} from {}",
                       version, method, name, info_.peer);
  };
  const bool known = method >= kSimpleAuth && method <= kDigestAuth;
  if (version != 0) {
    return SayAndClose("org.apache.hadoop.hbase.ipc.WrongVersionException",
                       describe(known ? "SIMPLE" : "unknown"));
  }
  if (!known) {
    return SayAndClose("org.apache.hadoop.hbase.ipc.BadAuthException", describe("unknown"));
  }
  if (method == kKerberosAuth || method == kDigestAuth) {
    // SASL success, then the length that switches the client to simple authentication.
    Bytes& out = output_.Tail();
    wire::AppendBigEndian(out, int32_t{0});
    wire::AppendBigEndian(out, int32_t{-88});
    stage_ = Stage::kSaslToken;
  } else {
    stage_ = Stage::kHeader;
  }
  return Progress::kMore;
}

RpcConnection::Progress RpcConnection::ConsumeSpecialPreamble(BytesView preamble) {
  if (preamble == "Regist") {
    hbase::pb::GetConnectionRegistryResponse response;
    response.set_cluster_id(shared_.cluster_id);
    wire::AppendResponseHead(wire::kConnectionCallId, response, 0, output_.Tail());
    stage_ = Stage::kClosing;
    return Progress::kStop;
  }
  if (preamble == "Securi") {
    hbase::pb::ExceptionResponse exception;
    exception.set_exception_class_name("org.apache.hadoop.hbase.ipc.SecurityNotEnabledException");
    exception.set_stack_trace(
        "org.apache.hadoop.hbase.ipc.SecurityNotEnabledException: security is not enabled");
    exception.set_do_not_retry(false);
    wire::AppendException(wire::kConnectionCallId, exception, output_.Tail());
    return Progress::kMore;
  }
  return SayAndClose("org.apache.hadoop.hbase.ipc.FatalConnectionException",
                     fmt::format("Expected HEADER=HBas but received HEADER={} from {}",
                                 ToStringBinary(preamble.substr(0, kMagic.size())), info_.peer));
}

RpcConnection::Progress RpcConnection::TakeOpeningPart(BytesView& part) {
  BytesView bytes = input_.bytes();
  uint32_t length;
  if (!wire::TakeBigEndian(bytes, length)) return Progress::kWait;
  if (length > kMaxHeaderBytes) {
    Close();
    return Progress::kStop;
  }
  expected_ = 4 + length;
  if (bytes.size() < length) return Progress::kWait;
  part = bytes.substr(0, length);
  input_.Consume(expected_);
  return Progress::kMore;
}

RpcConnection::Progress RpcConnection::ConsumeSaslToken() {
  BytesView token;
  const Progress progress = TakeOpeningPart(token);
  if (progress == Progress::kMore) stage_ = Stage::kHeader;
  return progress;
}

RpcConnection::Progress RpcConnection::ConsumeHeader() {
  BytesView bytes;
  if (const Progress progress = TakeOpeningPart(bytes); progress != Progress::kMore) {
    return progress;
  }
  hbase::pb::ConnectionHeader header;
  const bool parsed = header.ParseFromArray(bytes.data(), static_cast<int>(bytes.size()));
  const auto codec = wire::CodecByClassName(header.cell_block_codec_class());
  // HBase looks at the compressor only when there is a codec.
  const auto compressor = header.cell_block_codec_class().empty()
                              ? wire::Compressor::kNone
                              : wire::CompressorByClassName(header.cell_block_compressor_class());
  // HBase closes without a response, too.
  if (!parsed || !shared_.verbs.HasService(header.service_name()) || !codec || !compressor) {
    Close();
    return Progress::kStop;
  }
  info_.service = header.service_name();
  info_.user = header.user_info().effective_user();
  info_.codec = *codec;
  info_.compressor = *compressor;
  info_.version_major = header.version_info().version_major();
  info_.version_minor = header.version_info().version_minor();
  expected_ = 0;
  stage_ = Stage::kCalls;
  return Progress::kMore;
}

RpcConnection::Progress RpcConnection::SayAndClose(std::string_view exception_class,
                                                   std::string text) {
  hbase::pb::ExceptionResponse exception;
  exception.set_exception_class_name(std::string(exception_class));
  exception.set_stack_trace(fmt::format("{}: {}", exception_class, text));
  exception.set_do_not_retry(true);
  wire::AppendException(wire::kConnectionCallId, exception, output_.Tail());
  stage_ = Stage::kClosing;
  return Progress::kStop;
}

}  // namespace basalt::server
