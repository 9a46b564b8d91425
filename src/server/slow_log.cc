#include "server/slow_log.h"

#include <string>
#include <utility>

namespace basalt::server {
namespace {

using hbase::pb::SlowLogPayload;
using hbase::pb::SlowLogResponseRequest;

// With or without the client's port.
bool IsOfClient(const SlowLogPayload& call, const std::string& client) {
  const std::string& address = call.client_address();
  return address == client || address.substr(0, address.rfind(':')) == client;
}

bool IsSelected(const SlowLogPayload& call, const SlowLogResponseRequest& request) {
  int filters = 0;
  int matches = 0;
  const auto filter = [&](const std::string& wanted, bool matched) {
    if (wanted.empty()) return;
    ++filters;
    matches += matched ? 1 : 0;
  };
  filter(request.region_name(), call.region_name() == request.region_name());
  // HBase's way to tell the table of a region.
  filter(request.table_name(), call.region_name().starts_with(request.table_name()));
  filter(request.client_address(), IsOfClient(call, request.client_address()));
  filter(request.user_name(), call.user_name() == request.user_name());
  if (filters == 0) return true;
  return request.filter_by_operator() == SlowLogResponseRequest::AND ? matches == filters
                                                                     : matches > 0;
}

}  // namespace

void SlowLog::Add(SlowLogPayload call) {
  const std::lock_guard lock(mutex_);
  calls_.push_back(std::move(call));
  while (calls_.size() > options_.entries) calls_.pop_front();
}

hbase::pb::SlowLogResponses SlowLog::Find(const SlowLogResponseRequest& request) const {
  const auto unwanted = request.log_type() == SlowLogResponseRequest::LARGE_LOG
                            ? SlowLogPayload::SLOW_LOG
                            : SlowLogPayload::LARGE_LOG;
  hbase::pb::SlowLogResponses found;
  const std::lock_guard lock(mutex_);
  for (auto call = calls_.rbegin(); call != calls_.rend(); ++call) {
    if (static_cast<uint32_t>(found.slow_log_payloads_size()) >= request.limit()) break;
    if (call->type() == unwanted || !IsSelected(*call, request)) continue;
    *found.add_slow_log_payloads() = *call;
  }
  return found;
}

bool SlowLog::Clear() {
  const std::lock_guard lock(mutex_);
  calls_.clear();
  return options_.entries > 0;
}

}  // namespace basalt::server
