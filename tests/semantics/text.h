// The format of bytes and timestamps in scripts and results. Pure functions; any thread.
// tests/oracle's Text.java uses the same format.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace basalt::semantics {

// Scripts start at this time and write times near it as T+n or T-n.
constexpr int64_t kT = 2'000'000'000'000;
constexpr int64_t kLatest = INT64_MAX;

// HBase's toStringBinary, with the characters that have a meaning in scripts escaped as well.
// No bytes at all are written "".
std::string BytesText(std::string_view bytes);

// The reverse. Also `x{40000}`: x forty thousand times.
std::string ParseBytes(std::string_view token);

std::string TimestampText(int64_t timestamp);
int64_t ParseTimestamp(std::string_view token);

// Ends the process with a message: a script that cannot be read is a mistake in the test itself.
[[noreturn]] void BadScript(std::string_view what, std::string_view where);
int64_t ParseNumber(std::string_view token);

}  // namespace basalt::semantics
