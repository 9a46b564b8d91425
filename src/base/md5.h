// MD5 (RFC 1321). Not for secrets: HBase names regions by it. Pure functions.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "basalt/bytes.h"

namespace basalt::base {

std::array<uint8_t, 16> Md5(BytesView input);
// As 32 lower-case hexadecimal digits.
std::string Md5Hex(BytesView input);

}  // namespace basalt::base
