// SchemaKeyFormat: implements KeyFormat by the tables' key schemas: scan renders keys, and explain
// prints the parts of a key or the plan of a query. Used by the session's thread.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "basalt/connection.h"
#include "shell/key_format.h"

namespace basalt::shell {

class SchemaKeyFormat : public KeyFormat {
 public:
  // `connection` must outlive the object.
  explicit SchemaKeyFormat(Connection& connection) : connection_(connection) {}

  std::shared_ptr<const KeyRenderer> RendererFor(const TableName& table,
                                                 const CallOptions& options) override;
  // A key as \xHH text, or a query such as "user = 'alice' order newest limit 10".
  Result<std::vector<std::string>> Explain(const TableName& table, BytesView question,
                                           const CallOptions& options) override;

 private:
  Connection& connection_;
};

}  // namespace basalt::shell
