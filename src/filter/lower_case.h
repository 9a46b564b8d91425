// Java's String.toLowerCase(Locale.ROOT), which HBase's substring comparator uses. Pure function.
#pragma once

#include <string>
#include <string_view>

namespace basalt::filter {

// `text`, read as UTF-8 with invalid parts replaced by U+FFFD, in lower case. The result views
// `text` when there is nothing to change, otherwise `scratch`.
std::string_view LowerCase(std::string_view text, std::string& scratch);

}  // namespace basalt::filter
