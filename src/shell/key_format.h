// KeyFormat: the interface by which the shell renders and explains row keys. The shell itself knows
// bytes only; SchemaKeyFormat implements it by key schemas and is passed to the session
// (SessionOptions::keys). Used by the session's thread.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "basalt/descriptor.h"
#include "basalt/status.h"

namespace basalt::shell {

// Renders the row keys of one table as text.
class KeyRenderer {
 public:
  virtual ~KeyRenderer() = default;
  // nullopt if the key does not match the table's schema; its bytes are printed then.
  virtual std::optional<std::string> Render(BytesView row) const = 0;
};

class KeyFormat {
 public:
  virtual ~KeyFormat() = default;
  // nullptr if the table has no key schema.
  virtual std::shared_ptr<const KeyRenderer> RendererFor(const TableName& table) = 0;
  // The output of `explain`, line by line. `question`: a row key, or a query; empty for the schema
  // itself. Only called if there is a renderer.
  virtual Result<std::vector<std::string>> Explain(const TableName& table, BytesView question) = 0;
};

}  // namespace basalt::shell
