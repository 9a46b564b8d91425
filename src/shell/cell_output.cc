#include "shell/cell_output.h"

#include <fmt/format.h>

#include "basalt/bytes.h"
#include "shell/commands/read_options.h"
#include "shell/printer.h"

namespace basalt::shell {

void PrintGet(std::ostream& out, const RowResult& row) {
  Printer printer(out, out, Format::kShell, 0);
  printer.Header({"COLUMN", "CELL"});
  for (const CellView cell : row) {
    // Cannot fail: without a converter any bytes can be printed.
    printer.Row({*ColumnText(cell, {}), *CellText(cell, {})});
  }
  printer.Footer(row.empty() ? 0 : 1);
}

Status PrintScan(std::ostream& out, ResultScanner scanner) {
  Printer printer(out, out, Format::kShell, 0);
  printer.Header({"ROW", "COLUMN+CELL"});
  int64_t rows = 0;
  for (const RowResult& row : scanner) {
    for (const CellView cell : row) {
      printer.Row({ToStringBinary(cell.row),
                   fmt::format("column={}, {}", *ColumnText(cell, {}), *CellText(cell, {}))});
    }
    ++rows;
  }
  BASALT_RETURN_IF_ERROR(scanner.status());
  printer.Footer(rows);
  return Status::Ok();
}

}  // namespace basalt::shell
