// Java's names of character properties (\p{..}) translated to PCRE2's. Pure function.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace basalt::filter {

// A POSIX class "[:name:]", for use inside of a class, or an escape that stands anywhere. nullopt
// if PCRE2 has no equivalent.
std::optional<std::string> PropertyForPcre2(std::string_view name, bool negated);

}  // namespace basalt::filter
