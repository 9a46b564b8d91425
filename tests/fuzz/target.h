// The interface of a fuzz target: libFuzzer's entry point, and seed samples.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

namespace basalt::fuzz {

// Well-formed inputs.
std::vector<std::string> Samples();

inline std::string_view View(const uint8_t* data, size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

}  // namespace basalt::fuzz
