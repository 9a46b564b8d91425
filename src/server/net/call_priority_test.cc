#include "server/net/call_priority.h"

#include <gtest/gtest.h>

#include "hbase/client.pb.h"

namespace basalt::server {
namespace {

bool Prioritized(const hbase::pb::ScanRequest& scan, uint32_t claimed) {
  const std::string param = scan.SerializeAsString();
  wire::RequestParts request;
  request.header.set_priority(claimed);
  request.param = param;
  return HasMetaPriority(request);
}

hbase::pb::ScanRequest ScanOf(const std::string& region, uint32_t rows) {
  hbase::pb::ScanRequest scan;
  scan.mutable_region()->set_type(hbase::pb::RegionSpecifier::REGION_NAME);
  scan.mutable_region()->set_value(region);
  scan.mutable_scan();
  scan.set_number_of_rows(rows);
  return scan;
}

TEST(CallPriorityTest, AClaimIsNotBelieved) {
  for (const uint32_t claimed : {0U, 100U, 200U, 1000U}) {
    EXPECT_FALSE(Prioritized(ScanOf("t,,1.0123456789abcdef0123456789abcdef.", 1), claimed));
    // Not even by a table whose rows look like meta.
    EXPECT_FALSE(Prioritized(ScanOf("t,hbase:meta,,1,1.0123456789abcdef.", 1), claimed));
  }
}

TEST(CallPriorityTest, ShortReadsOfMetaComeFirstWhateverIsClaimed) {
  EXPECT_TRUE(Prioritized(ScanOf("hbase:meta,,1", 1), 0));
  EXPECT_TRUE(Prioritized(ScanOf("hbase:meta,,1", 100), 200));
  EXPECT_TRUE(Prioritized(ScanOf("1588230740", 5), 0));
}

TEST(CallPriorityTest, LongReadsOfMetaWaitLikeOthers) {
  EXPECT_FALSE(Prioritized(ScanOf("hbase:meta,,1", 1000000), 200));
  auto filtered = ScanOf("hbase:meta,,1", 1);
  filtered.mutable_scan()->mutable_filter()->set_name("any");
  EXPECT_FALSE(Prioritized(filtered, 200));
  // A scanner that is open is not looked up for it.
  hbase::pb::ScanRequest next;
  next.set_scanner_id(1);
  EXPECT_FALSE(Prioritized(next, 200));
}

}  // namespace
}  // namespace basalt::server
