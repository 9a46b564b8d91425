// A connection's header, and the names in it.
#include "fuzz/target.h"
#include "hbase/rpc.pb.h"
#include "wire/cell_block.h"
#include "wire/compression.h"
#include "wire/frame.h"

namespace basalt::fuzz {

std::vector<std::string> Samples() {
  hbase::pb::ConnectionHeader header;
  header.mutable_user_info()->set_effective_user("user");
  header.set_service_name("ClientService");
  header.set_cell_block_codec_class("org.apache.hadoop.hbase.codec.KeyValueCodec");
  header.set_cell_block_compressor_class("org.apache.hadoop.io.compress.GzipCodec");
  return {header.SerializeAsString()};
}

}  // namespace basalt::fuzz

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace basalt;
  hbase::pb::ConnectionHeader header;
  if (wire::ParseMessage(fuzz::View(data, size), header).ok()) {
    (void)wire::CodecByClassName(header.cell_block_codec_class());
    (void)wire::CompressorByClassName(header.cell_block_compressor_class());
  }
  hbase::pb::RequestHeader request;
  (void)wire::ParseRequestHeader(fuzz::View(data, size), request);
  return 0;
}
