#include "client/keyed/resume_token.h"

#include <charconv>

#include <fmt/format.h>

#include "base/crc32c.h"
#include "base/hex.h"

namespace basalt::client {
namespace {

// A hash of everything that determines the rows of a plan and their order.
uint32_t Fingerprint(const KeyPlan& plan) {
  uint32_t crc = base::Crc32c(plan.schema().text());
  crc = base::ExtendCrc32c(crc, plan.reversed() ? "-" : "+");
  for (const KeyRange& range : plan.ranges()) {
    crc = base::ExtendCrc32c(crc, range.start);
    crc = base::ExtendCrc32c(crc, range.stop);
  }
  return crc;
}

}  // namespace

std::string MakeToken(const KeyPlan& plan, BytesView key, size_t branch_width) {
  return fmt::format("{:08x}{:04x}{}", Fingerprint(plan), branch_width, base::ToHex(key));
}

Status ResumeAfter(const KeyPlan& plan, const std::string& token, std::vector<KeyRange>& ranges) {
  const auto bytes = base::FromHex(token);
  const auto refused = [](std::string message) {
    return Status(StatusCode::kInvalidArgument, std::move(message));
  };
  if (!plan.ordered()) return refused("only rows in an order can be paged: ask for 'order key'");
  if (!bytes || bytes->size() < 6) return refused("this is not a resume token");
  if (token.substr(0, 8) != fmt::format("{:08x}", Fingerprint(plan))) {
    return refused("this resume token is of another query");
  }
  const size_t width =
      static_cast<unsigned char>((*bytes)[4]) * 256U + static_cast<unsigned char>((*bytes)[5]);
  const Bytes key = bytes->substr(6);
  if (key.size() < width) return refused("this is not a resume token");
  const Bytes prefix = key.substr(0, width);
  const Bytes suffix = key.substr(width);
  std::vector<KeyRange> rest;
  for (KeyRange& range : ranges) {
    const Bytes own = range.start.substr(0, range.branch_width);
    // Among rows that are equal in the order, those of earlier branches were returned first.
    const bool given = own <= prefix;
    if (plan.reversed()) {
      const Bytes end = given ? own + suffix : own + suffix + '\0';
      if (range.stop.empty() || end < range.stop) range.stop = end;
    } else {
      const Bytes begin = given ? own + suffix + '\0' : own + suffix;
      if (begin > range.start) range.start = begin;
    }
    if (!range.stop.empty() && range.start >= range.stop) continue;
    rest.push_back(std::move(range));
  }
  ranges = std::move(rest);
  return Status::Ok();
}

}  // namespace basalt::client
