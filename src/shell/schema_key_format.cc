#include "shell/schema_key_format.h"

#include <algorithm>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "basalt/key_table.h"

namespace basalt::shell {
namespace {

class SchemaRenderer : public KeyRenderer {
 public:
  explicit SchemaRenderer(std::unique_ptr<KeyTable> table) : table_(std::move(table)) {}

  std::optional<std::string> Render(BytesView row) const override {
    const KeyContext context = table_->context();
    if (!table_->schema().Decode(row, context).ok()) return std::nullopt;
    return table_->schema().Print(row, context);
  }

 private:
  std::unique_ptr<KeyTable> table_;
};

std::vector<std::string> Lines(const std::string& text) {
  std::vector<std::string> lines;
  size_t begin = 0;
  while (begin < text.size()) {
    const size_t end = std::min(text.find('\n', begin), text.size());
    lines.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return lines;
}

std::vector<std::string> ExplainSchema(const KeySchema& schema) {
  std::vector<std::string> lines = {"key: " + schema.text()};
  for (const KeySchema::Field& field : schema.fields()) {
    lines.push_back(fmt::format("  {:<12} {}{}", field.name, field.type,
                                field.decodable ? "" : ", which keys do not store"));
  }
  return lines;
}

std::vector<std::string> ExplainKey(KeyTable& table, BytesView key) {
  std::vector<std::string> lines;
  for (const KeySchema::Piece& piece : table.schema().Explain(key, table.context())) {
    lines.push_back(fmt::format("  {:>3}  {:<24} {:<20} {}", piece.offset,
                                ToStringBinary(piece.bytes), piece.part, piece.meaning));
  }
  return lines;
}

}  // namespace

std::shared_ptr<const KeyRenderer> SchemaKeyFormat::RendererFor(const TableName& table,
                                                                const CallOptions& options) {
  auto opened = KeyTable::Open(connection_, table, options);
  if (!opened.ok()) return nullptr;
  return std::make_shared<SchemaRenderer>(std::move(*opened));
}

Result<std::vector<std::string>> SchemaKeyFormat::Explain(const TableName& table,
                                                          BytesView question,
                                                          const CallOptions& options) {
  BASALT_ASSIGN_OR_RETURN(const auto opened, KeyTable::Open(connection_, table, options));
  if (question.empty()) return ExplainSchema(opened->schema());
  const auto query = KeyQuery::Parse(opened->schema(), question);
  if (query.ok()) {
    BASALT_ASSIGN_OR_RETURN(const KeyPlan plan, opened->Plan(*query));
    return Lines(plan.ToString());
  }
  const Bytes key(question);
  // Neither a key nor a query: report the error of the likelier one.
  const bool is_key = opened->schema().Decode(key, opened->context()).ok();
  if (!is_key && question.find_first_of("=<>") != BytesView::npos) return query.status();
  return ExplainKey(*opened, key);
}

}  // namespace basalt::shell
