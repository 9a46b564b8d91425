// Shared text of printed plans. Pure functions.
#pragma once

#include <string>

namespace basalt::keys {

// "about 12% of the key space".
std::string KeySpaceText(double fraction);

}  // namespace basalt::keys
