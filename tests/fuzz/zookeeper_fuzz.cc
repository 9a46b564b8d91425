// Input of a ZooKeeper client: session requests and operations.
#include "fuzz/target.h"
#include "wire/zookeeper/constants.h"
#include "wire/zookeeper/jute.h"
#include "wire/zookeeper/request.h"
#include "wire/zookeeper/session_records.h"

namespace basalt::fuzz {

std::vector<std::string> Samples() {
  std::vector<std::string> samples;
  std::string open;
  wire::zookeeper::AppendConnectRequest({0, 0, 30000, 0, std::string(16, '\0'), false, true},
                                        &open);
  samples.push_back(open);
  for (int32_t op = -11; op < 110; ++op) {
    std::string request;
    wire::zookeeper::JuteWriter writer(&request);
    writer(int32_t{1}, op, std::string("/hbase/master"), true);
    samples.push_back(request);
  }
  return samples;
}

}  // namespace basalt::fuzz

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace basalt;
  (void)wire::zookeeper::ParseConnectRequest(fuzz::View(data, size));
  (void)wire::zookeeper::ParseRequest(fuzz::View(data, size));
  return 0;
}
