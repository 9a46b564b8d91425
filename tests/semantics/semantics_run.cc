// semantics_run: scripts from the command line. Generates them, runs them on the model or on
// Basalt, compares transcripts, and cuts one sequence out of a script to be shrunk by hand.
#include <cstdio>
#include <fstream>
#include <iostream>
#include <iterator>
#include <memory>

#include <CLI/CLI.hpp>

#include "basalt_system.h"
#include "difference.h"
#include "generator.h"
#include "model.h"
#include "script.h"
#include "system.h"

namespace basalt::semantics {
namespace {

constexpr int64_t kSequencesPerTable = 25;

std::string ReadFile(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) {
    std::fprintf(stderr, "cannot read %s\n", path.c_str());
    std::exit(1);
  }
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

struct GenerateArguments {
  uint64_t seed = 1;
  int64_t sequences = 500;
  Dialect dialect;
};

int GenerateScript(const GenerateArguments& arguments) {
  std::cout << "// seed " << arguments.seed << ", " << arguments.sequences << " sequences\n";
  int64_t left = arguments.sequences;
  for (int64_t table = 0; left > 0; ++table) {
    // Every tenth table has one sequence only: some rules look at a whole family.
    int64_t count = std::min(left, table % 10 == 9 ? 1 : kSequencesPerTable);
    std::cout << Generate({.seed = arguments.seed * 1'000'003 + static_cast<uint64_t>(table),
                           .table = "t" + std::to_string(table),
                           .first_sequence = arguments.sequences - left,
                           .sequences = count,
                           .dialect = arguments.dialect});
    left -= count;
  }
  return 0;
}

struct RunArguments {
  std::string on = "basalt";
  std::string script;
  std::string directory;
  Model::Options model;
};

std::unique_ptr<System> MakeSystem(const RunArguments& arguments) {
  if (arguments.on == "model") return std::make_unique<Model>(arguments.model);
  return std::make_unique<BasaltSystem>(arguments.directory);
}

int RunScript(const RunArguments& arguments) {
  std::unique_ptr<System> system = MakeSystem(arguments);
  Runner runner(*system);
  for (const Command& command : ParseScript(ReadFile(arguments.script))) {
    runner.Run(command, std::cout);
  }
  return 0;
}

int CompareFiles(const std::string& expected, const std::string& actual) {
  Comparison comparison = Compare(ReadFile(expected), "expected", ReadFile(actual), "actual");
  for (const std::string& excerpt : comparison.excerpts) std::cout << excerpt;
  std::cout << comparison.answers << " answers compared, " << comparison.differences
            << " differences\n";
  return comparison.differences == 0 ? 0 : 1;
}

int Main(int argc, char** argv) {
  CLI::App app("Runs scripts of table operations; see tests/semantics/README.md");
  app.require_subcommand(1);

  GenerateArguments generate;
  CLI::App* generate_command = app.add_subcommand("generate", "Print a random script");
  generate_command->add_option("--seed", generate.seed, "Same seed, same script");
  generate_command->add_option("--sequences", generate.sequences, "How many sequences");
  generate_command->add_flag("!--spare-hbase", generate.dialect.deletes_of_empty_qualifier,
                             "Leave out what lets HBase's scans run for ever");
  generate_command->add_flag("--new-versions", generate.dialect.only_new_versions,
                             "Tables with NEW_VERSION_BEHAVIOR only");

  RunArguments run;
  CLI::App* run_command = app.add_subcommand("run", "Print a script with its answers");
  run_command->add_option("--on", run.on, "The system")->check(CLI::IsMember({"model", "basalt"}));
  run_command->add_option("--script", run.script, "The script")->required();
  run_command->add_option("--directory", run.directory,
                          "Basalt's store (default: a temporary one)");
  run_command->add_flag("!--overwrite", run.model.keeps_overwritten_cells,
                        "Model: cells written again leave nothing behind");

  std::string expected;
  std::string actual;
  CLI::App* compare_command = app.add_subcommand("compare", "Compare two transcripts");
  compare_command->add_option("expected", expected)->required();
  compare_command->add_option("actual", actual)->required();

  int64_t sequence = 0;
  std::string script;
  CLI::App* extract_command = app.add_subcommand("extract", "Print one sequence of a script");
  extract_command->add_option("--sequence", sequence, "Its number")->required();
  extract_command->add_option("script", script)->required();

  CLI11_PARSE(app, argc, argv);
  if (*generate_command) return GenerateScript(generate);
  if (*run_command) return RunScript(run);
  if (*compare_command) return CompareFiles(expected, actual);
  std::cout << ExtractSequence(ReadFile(script), sequence);
  return 0;
}

}  // namespace
}  // namespace basalt::semantics

int main(int argc, char** argv) { return basalt::semantics::Main(argc, argv); }
