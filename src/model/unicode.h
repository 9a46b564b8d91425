// The parts of Unicode that names and comparisons need: HBase's rules are about Java's characters,
// which are UTF-16 units, while text here is UTF-8. Pure functions.
#pragma once

#include <string>
#include <string_view>

namespace basalt::model {

// Damaged UTF-8 becomes U+FFFD, as Java's decoder does.
std::u16string DecodeUtf8(std::string_view text);

// The same text with damaged parts replaced by U+FFFD; for messages.
std::string CleanUtf8(std::string_view text);

// One unit as UTF-8; half of a surrogate pair becomes '?', as when Java prints it.
std::string UnitToUtf8(char16_t unit);

// Java's Character.isAlphabetic or isDigit.
bool IsLetterOrDigit(char16_t unit);

// Java's String.toLowerCase(Locale.ROOT), which HBase's substring comparator uses, of text whose
// damaged parts are U+FFFD. The result views `text` when there is nothing to change, otherwise
// `scratch`.
std::string_view LowerCase(std::string_view text, std::string& scratch);

}  // namespace basalt::model
