// The arguments of a filter in the filter language, and their conversion to a FilterSpec. For
// filter_language.cc.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "basalt/filter.h"
#include "basalt/status.h"
#include "filter/spec.h"

namespace basalt::filter {

// As written; a quoted one still has its outer quotes, its inner ones are no longer doubled.
struct FilterArgument {
  std::string text;
  size_t position = 0;
};

// HBase's message, and as a second paragraph the position of the mistake in the text.
Status LanguageError(std::string_view what, size_t position);
// HBase's message for any mistake in the arguments of a filter; `cause`, a LanguageError, becomes
// the second paragraph.
Status ExpressionError(std::string_view expression, const Status& cause);

bool IsLanguageFilter(std::string_view name);

// `position`: of the filter's name, for errors that do not concern an argument.
// REQUIRES: IsLanguageFilter(name).
Result<FilterSpec> SpecFromArguments(std::string_view name, size_t position,
                                     const std::vector<FilterArgument>& arguments);

}  // namespace basalt::filter
