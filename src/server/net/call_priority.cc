#include "server/net/call_priority.h"

#include "hbase/client.pb.h"

namespace basalt::server {
namespace {

constexpr BytesView kMetaRegion = "hbase:meta,,1";
constexpr BytesView kMetaEncodedName = "1588230740";
// HBase's hbase.meta.scanner.caching: clients that look for a region ask for no more.
constexpr uint32_t kMaxRows = 100;
// The region is the first field of the request.
constexpr size_t kRegionBytes = 40;
constexpr size_t kMaxParamBytes = 4 << 10;

bool Within(uint32_t rows) { return rows > 0 && rows <= kMaxRows; }

}  // namespace

bool HasMetaPriority(const wire::RequestParts& request) {
  if (request.param.size() > kMaxParamBytes) return false;
  const BytesView start = request.param.substr(0, kRegionBytes);
  if (start.find(kMetaRegion) == BytesView::npos &&
      start.find(kMetaEncodedName) == BytesView::npos) {
    return false;
  }
  hbase::pb::ScanRequest scan;
  if (!scan.ParseFromArray(request.param.data(), static_cast<int>(request.param.size()))) {
    return false;
  }
  const BytesView region = scan.region().value();
  if (region != kMetaRegion && region != kMetaEncodedName) return false;
  // Filters may cost more than the rows they let through.
  return !scan.scan().has_filter() &&
         (Within(scan.number_of_rows()) || Within(scan.limit_of_rows()));
}

}  // namespace basalt::server
