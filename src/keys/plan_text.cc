#include "keys/plan_text.h"

#include <fmt/format.h>

namespace basalt::keys {

std::string KeySpaceText(double fraction) {
  const double percent = fraction * 100;
  return percent >= 10 ? fmt::format("about {:.0f}% of the key space", percent)
                       : fmt::format("about {:.2g}% of the key space", percent);
}

}  // namespace basalt::keys
