// The properties of characters that Java's regular expressions know by name (\p{..}), as PCRE2
// knows them. Pure function.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace basalt::filter {

// A POSIX class "[:name:]", for use inside of a class, or an escape that stands anywhere. nullopt
// when there is nothing like it.
std::optional<std::string> PropertyForPcre2(std::string_view name, bool negated);

}  // namespace basalt::filter
