#include "transfer/new_table.h"

#include <algorithm>
#include <set>
#include <utility>

#include "basalt/key_table.h"
#include "basalt/split_algorithm.h"
#include "transfer/piece_reader.h"
#include "transfer/record_mapper.h"

namespace basalt::transfer {
namespace {

// Of the first file: where its families are looked for.
constexpr size_t kSampleBytes = 4 << 20;

Result<std::set<Bytes>> FamiliesOfRecords(const LoadSpec& spec, const Piece& piece,
                                          const std::optional<Mapping>& mapping,
                                          const KeySchema* schema) {
  MapperContext context;
  context.any_family = true;
  context.schema = schema;
  context.fallback = spec.fallback;
  auto mapper = spec.input.format.format == TextFormat::kJsonLines
                    ? Result<RecordMapper>(RecordMapper::ForMembers(mapping, context))
                    : RecordMapper::ForColumns(*mapping, piece.columns->names, context);
  BASALT_RETURN_IF_ERROR(mapper.status());
  std::set<Bytes> families;
  RecordParser parser(spec.input.format);
  std::vector<Field> fields;
  MappedRecord row;
  for (size_t at = 0; at < piece.text.size();) {
    const auto place = FindRecord(piece.text, at, spec.input.format, true);
    if (!place) break;
    const std::string_view record = std::string_view(piece.text).substr(at, place->end - at);
    at = place->next;
    if (IsSkipped(record, spec.input.format) || !parser.Parse(record, fields).ok()) continue;
    if (!mapper->Map(fields, row).ok()) continue;
    for (const MutationCell& cell : row.cells) families.insert(cell.family);
  }
  return families;
}

Result<std::set<Bytes>> FamiliesOfInput(const LoadSpec& spec, const KeySchema* schema) {
  if (spec.mapping && !spec.mapping->of_cells()) return spec.mapping->Families();
  if (spec.input.files[0] == "-") {
    return Status::InvalidArgument(
        "the families of a new table cannot be read from standard input; give --families");
  }
  InputSpec input = spec.input;
  input.piece_bytes = std::min(input.piece_bytes, kSampleBytes);
  PieceReader reader(input, nullptr);
  Piece piece;
  BASALT_ASSIGN_OR_RETURN(const bool any, reader.Next(piece));
  if (!any) return Status::InvalidArgument("the input is empty; give --families");
  std::optional<Mapping> mapping = spec.mapping;
  if (!mapping && spec.input.format.format != TextFormat::kJsonLines) {
    BASALT_ASSIGN_OR_RETURN(mapping, Mapping::OfNames(piece.columns->names, spec.fallback, schema));
    if (!mapping->of_cells()) return mapping->Families();
  }
  return FamiliesOfRecords(spec, piece, mapping, schema);
}

}  // namespace

Result<TableDescriptor> DescribeNewTable(const LoadSpec& spec, const NewTable& table) {
  TableDescriptor descriptor(spec.table);
  std::optional<KeySchema> schema;
  if (!table.key_schema.empty()) {
    BASALT_ASSIGN_OR_RETURN(schema, KeySchema::Parse(table.key_schema));
    descriptor.SetAttribute(kKeySchemaAttribute, schema->text());
  }
  std::set<Bytes> families(table.families.begin(), table.families.end());
  if (families.empty()) {
    BASALT_ASSIGN_OR_RETURN(families, FamiliesOfInput(spec, schema ? &*schema : nullptr));
  }
  if (families.empty()) {
    return Status::InvalidArgument("no family of the new table is known; give --families");
  }
  for (const Bytes& name : families) {
    FamilyDescriptor family(name);
    if (table.versions > 0) family.SetMaxVersions(table.versions);
    BASALT_RETURN_IF_ERROR(descriptor.AddFamily(family));
  }
  BASALT_RETURN_IF_ERROR(descriptor.Validate());
  return descriptor;
}

Status CreateNewTable(Admin& admin, const TableDescriptor& descriptor, const NewTable& table) {
  const std::string& ns = descriptor.name().ns();
  BASALT_ASSIGN_OR_RETURN(const auto namespaces, admin.ListNamespaces());
  const bool known = std::any_of(namespaces.begin(), namespaces.end(),
                                 [&](const auto& each) { return each.name == ns; });
  if (!known) {
    BASALT_RETURN_IF_ERROR(admin.CreateNamespace({.name = ns, .configuration = {}}));
  }
  if (table.regions > 1) {
    return admin.CreateTable(descriptor, SplitAlgorithm::kUniform, table.regions);
  }
  return admin.CreateTable(descriptor, table.splits);
}

}  // namespace basalt::transfer
