#include "shell/printer.h"

#include <sstream>

#include <gtest/gtest.h>

namespace basalt::shell {
namespace {

struct Printed {
  std::string out;
  std::string notes;
};

Printed PrintTable(Format format, int width = 0) {
  std::ostringstream out;
  std::ostringstream notes;
  Printer printer(out, notes, format, width);
  printer.Header({"ROW", "VALUE"});
  printer.Row({"a", "with \"quotes\", and more"});
  printer.Row({"b", int64_t{5}});
  printer.Footer(printer.row_count());
  printer.Line("a sentence");
  printer.Flush();
  return {out.str(), notes.str()};
}

TEST(PrinterTest, HBasesForm) {
  EXPECT_EQ(PrintTable(Format::kShell).out,
            "ROW                   VALUE\n"
            " a                    with \"quotes\", and more\n"
            " b                    5\n"
            "2 row(s)\n"
            "a sentence\n");
}

TEST(PrinterTest, LinesAreBrokenAtTheTerminalsWidth) {
  EXPECT_EQ(PrintTable(Format::kShell, 24).out,
            "ROW     VALUE\n"
            " a      with \"quotes\", a\n"
            "        nd more\n"
            " b      5\n"
            "2 row(s)\n"
            "a sentence\n");
}

TEST(PrinterTest, FormatsForProgramsKeepSentencesApart) {
  const Printed json = PrintTable(Format::kJson);
  EXPECT_EQ(json.out,
            "{\"ROW\":\"a\",\"VALUE\":\"with \\\"quotes\\\", and more\"}\n"
            "{\"ROW\":\"b\",\"VALUE\":5}\n");
  EXPECT_EQ(json.notes, "a sentence\n");
  EXPECT_EQ(PrintTable(Format::kCsv).out,
            "ROW,VALUE\r\na,\"with \"\"quotes\"\", and more\"\r\nb,5\r\n");
  EXPECT_EQ(PrintTable(Format::kTable).out,
            "+-----+-------------------------+\n"
            "| ROW | VALUE                   |\n"
            "+-----+-------------------------+\n"
            "| a   | with \"quotes\", and more |\n"
            "| b   |                       5 |\n"
            "+-----+-------------------------+\n");
}

}  // namespace
}  // namespace basalt::shell
