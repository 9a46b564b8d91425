// KeyFormat: the interface by which the shell renders and explains row keys. The shell itself knows
// bytes only; SchemaKeyFormat implements it by key schemas and is passed to the session
// (SessionOptions::keys). Used by the session's thread.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "basalt/call_options.h"
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
  // nullptr when nothing is known of the table's keys. The renderer makes its calls with `options`,
  // too.
  virtual std::shared_ptr<const KeyRenderer> RendererFor(const TableName& table,
                                                         const CallOptions& options) = 0;
  // The answer to `explain`, line by line. `question`: a row key, or what else the guide
  // understands; empty for the schema as a whole. Only called when there is a renderer.
  virtual Result<std::vector<std::string>> Explain(const TableName& table, BytesView question,
                                                   const CallOptions& options) = 0;
};

}  // namespace basalt::shell
