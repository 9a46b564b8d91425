// LayoutDraft: a key schema as parsed, before types, endings and widths are resolved: a part may
// use a field that a later part declares.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "keys/layout.h"

namespace basalt::keys {

struct LayoutDraft {
  // A reference to a field by a part.
  struct Use {
    size_t part;
    size_t field;
    size_t offset;  // in the text
  };

  Layout layout;
  std::vector<Use> uses;
  std::map<size_t, FieldType> types;          // declared types by field
  std::map<std::string, FieldType> implied;   // default types by name, for undeclared fields
  std::map<size_t, NumberFormat> formats;     // explicit formats by part
  std::map<size_t, bool> window_is_duration;  // by part
};

// `what` names the text in error messages.
Result<Layout> ResolveLayout(std::string_view what, LayoutDraft draft);

}  // namespace basalt::keys
