// LayoutDraft: a key schema as it was written, before types, endings and widths are worked out: a
// part may use a field that a later part declares.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "keys/layout.h"

namespace basalt::keys {

struct LayoutDraft {
  // A use of a field by a part.
  struct Use {
    size_t part;
    size_t field;
    size_t offset;  // in the text
  };

  Layout layout;
  std::vector<Use> uses;
  std::map<size_t, FieldType> types;          // by field: as declared
  std::map<std::string, FieldType> implied;   // by name: for want of a declaration
  std::map<size_t, NumberFormat> formats;     // by part: as asked for
  std::map<size_t, bool> window_is_duration;  // by part
};

// `what` is the text's name in errors.
Result<Layout> ResolveLayout(std::string_view what, LayoutDraft draft);

}  // namespace basalt::keys
