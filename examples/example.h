// What the case studies share: a connection, empty tables, records from text, and plans and rows
// printed. Example is owned by RunExample; one thread at a time.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <basalt/connection.h>
#include <basalt/key_table.h>

namespace example {

// Column and value; columns are in the family "d".
using Columns = std::vector<std::pair<std::string, std::string>>;
// How a study prints the columns of a row.
using Printer = std::function<std::string(const basalt::RowResult&)>;

class Example {
 public:
  explicit Example(basalt::Connection& connection) : connection_(connection) {}

  basalt::Connection& connection() { return connection_; }

  // A table whose keys follow this schema, cut at these keys. All tables of the studies are in the
  // namespace basalt_examples; one that is left from an earlier run is emptied.
  basalt::Result<std::unique_ptr<basalt::KeyTable>> NewTable(
      std::string_view name, std::string_view schema, const std::vector<basalt::Bytes>& splits = {},
      const std::vector<basalt::FamilyDescriptor>& families = {basalt::FamilyDescriptor("d")});

  // Writes a row. The fields are those of the schema, in its order, as people write them.
  static basalt::Status Put(basalt::KeyTable& table, const std::vector<std::string>& fields,
                            const Columns& columns);
  // Prints how a query is answered, then its rows, the first few of them.
  static basalt::Status Ask(basalt::KeyTable& table, std::string_view query, Printer printer = {});
  // Prints the plan alone.
  static basalt::Status Plan(basalt::KeyTable& table, std::string_view query);
  // Prints a record's key, part by part.
  static basalt::Status Explain(basalt::KeyTable& table, const std::vector<std::string>& fields);
  // Prints how many of the rows are in each region.
  basalt::Status Spread(basalt::KeyTable& table);

 private:
  basalt::Connection& connection_;
};

basalt::Result<basalt::KeyRecord> RecordOf(const basalt::KeySchema& schema,
                                           const std::vector<std::string>& fields);
basalt::Result<size_t> CountRows(basalt::Table& table, const basalt::Scan& scan);
// Where to cut a table so that the keys of the schema fall evenly into so many regions.
basalt::Result<std::vector<basalt::Bytes>> Splits(std::string_view schema, int regions);
// "name=Ann city=Paris", and numbers as they are stored.
std::string PrintColumns(const basalt::RowResult& row);

// What main() does. The study runs on the first argument, a directory or an address as
// Connection::Open takes it; without one, on a directory that is removed afterwards.
int RunExample(int argc, char** argv, const std::function<basalt::Status(Example&)>& study);

}  // namespace example
