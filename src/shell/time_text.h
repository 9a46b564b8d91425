// Times as the HBase shell shows them, in UTC. Pure functions.
#pragma once

#include <cstdint>
#include <string>

namespace basalt::shell {

// Java's LocalDateTime.toString, as HBase 2.x's shell shows timestamps: 2024-01-01T00:00,
// 2024-01-01T00:00:01, 2024-01-01T00:00:01.500.
std::string FormatTimestamp(int64_t timestamp_ms);
// Ruby's Time.to_s: 2024-01-01 00:00:00 +0000.
std::string FormatRubyTime(int64_t timestamp_ms);

}  // namespace basalt::shell
