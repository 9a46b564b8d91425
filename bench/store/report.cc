// What a run prints and writes.
#include <cstdio>
#include <cstdlib>

#include "bench.h"

namespace basalt::bench {
namespace {

constexpr double kMegabyte = 1024.0 * 1024.0;

std::string WithThousands(double number) {
  std::string digits = std::to_string(static_cast<uint64_t>(number + 0.5));
  for (size_t at = digits.size(); at > 3; at -= 3) digits.insert(at - 3, ",");
  return digits;
}

// Names and versions hold neither quotes nor control characters, but a path may.
std::string Quoted(const std::string& text) {
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') quoted.push_back('\\');
    quoted.push_back(c);
  }
  return quoted + "\"";
}

void WriteSide(std::FILE* out, const char* name, const SideOutcome& side) {
  std::fprintf(out, "\"%s\": {\"per_second\": %.1f, \"cpu_micros\": %.4f}", name, side.per_second,
               side.cpu_micros);
}

}  // namespace

void PrintEnvironment(const Bench& bench) {
  const Environment environment = DescribeEnvironment();
  const Settings& settings = bench.settings();
  std::printf("%s, %u cores, %.0f GB, %s; %s\n", environment.processor.c_str(), environment.cores,
              static_cast<double>(environment.memory_bytes) / (kMegabyte * 1024),
              environment.system.c_str(), environment.engine.c_str());
  std::printf("%llu rows of %zu cells of %llu bytes, %d rounds of %d ms a side\n",
              static_cast<unsigned long long>(settings.rows), Data::kColumns,
              static_cast<unsigned long long>(settings.value_bytes), settings.rounds,
              settings.round_ms);
  std::fflush(stdout);
}

void PrintHeader() {
  std::printf("\n| %-41s | %-12s | %12s | %12s | %6s | %9s | %11s | %10s |\n", "workload",
              "operation", "basalt ops/s", "raw ops/s", "ratio", "CPU ratio", "basalt us/op",
              "raw us/op");
  std::printf("|%s|%s|%s:|%s:|%s:|%s:|%s:|%s:|\n", std::string(43, '-').c_str(),
              std::string(14, '-').c_str(), std::string(13, '-').c_str(),
              std::string(13, '-').c_str(), std::string(7, '-').c_str(),
              std::string(10, '-').c_str(), std::string(13, '-').c_str(),
              std::string(11, '-').c_str());
  std::fflush(stdout);
}

void PrintOutcome(const Outcome& outcome) {
  const bool missed = outcome.target > 0 && outcome.ratio < outcome.target;
  std::printf(
      "| %-41s | %-12s | %12s | %12s | %5.0f%%%s| %8.0f%% | %12.3f | %10.3f |\n",
      outcome.name.c_str(), outcome.unit.c_str(), WithThousands(outcome.basalt.per_second).c_str(),
      WithThousands(outcome.raw.per_second).c_str(), outcome.ratio * 100, missed ? "!" : " ",
      outcome.cpu_ratio * 100, outcome.basalt.cpu_micros, outcome.raw.cpu_micros);
  std::fflush(stdout);
}

void PrintMemory(const MemoryOutcome& memory) {
  std::printf(
      "\nmemory of a full scan: %s rows, %.0f MB of cells, block cache %.0f MB;\n"
      "  resident before %.1f MB, at each quarter",
      WithThousands(static_cast<double>(memory.rows)).c_str(),
      static_cast<double>(memory.scanned_bytes) / kMegabyte,
      static_cast<double>(memory.cache_bytes) / kMegabyte,
      static_cast<double>(memory.resident_before) / kMegabyte);
  for (const uint64_t bytes : memory.resident) {
    std::printf(" %.1f", static_cast<double>(bytes) / kMegabyte);
  }
  std::printf(" MB; grew by at most %.1f MB after the first quarter\n",
              static_cast<double>(memory.growth) / kMegabyte);
  std::fflush(stdout);
}

void PrintStyle(const StyleOutcome& style) {
  std::printf("compaction %s: %.2f us CPU a row, %.2f bytes written for each byte of cells\n",
              style.style.c_str(), style.cpu_micros, style.write_factor);
  std::fflush(stdout);
}

void WriteJson(const Bench& bench, const std::string& file) {
  std::FILE* out = std::fopen(file.c_str(), "w");
  if (out == nullptr) {
    std::perror(file.c_str());
    std::exit(1);
  }
  const Environment environment = DescribeEnvironment();
  const Settings& settings = bench.settings();
  std::fprintf(
      out,
      "{\n  \"processor\": %s,\n  \"cores\": %u,\n  \"memory_bytes\": %llu,\n"
      "  \"system\": %s,\n  \"engine\": %s,\n  \"rows\": %llu,\n  \"value_bytes\": %llu,\n"
      "  \"rounds\": %d,\n  \"round_ms\": %d,\n  \"workloads\": [",
      Quoted(environment.processor).c_str(), environment.cores,
      static_cast<unsigned long long>(environment.memory_bytes), Quoted(environment.system).c_str(),
      Quoted(environment.engine).c_str(), static_cast<unsigned long long>(settings.rows),
      static_cast<unsigned long long>(settings.value_bytes), settings.rounds, settings.round_ms);
  const char* separator = "\n";
  for (const Outcome& outcome : bench.outcomes()) {
    std::fprintf(out, "%s    {\"name\": %s, \"operation\": %s, ", separator,
                 Quoted(outcome.name).c_str(), Quoted(outcome.unit).c_str());
    WriteSide(out, "basalt", outcome.basalt);
    std::fprintf(out, ", ");
    WriteSide(out, "raw", outcome.raw);
    std::fprintf(out, ", \"ratio\": %.4f, \"cpu_ratio\": %.4f, \"target\": %.2f}", outcome.ratio,
                 outcome.cpu_ratio, outcome.target);
    separator = ",\n";
  }
  const MemoryOutcome& memory = bench.memory();
  std::fprintf(out,
               "\n  ],\n  \"scan_memory\": {\"rows\": %llu, \"scanned_bytes\": %llu, "
               "\"cache_bytes\": %llu, \"growth_bytes\": %llu},\n  \"compaction_styles\": [",
               static_cast<unsigned long long>(memory.rows),
               static_cast<unsigned long long>(memory.scanned_bytes),
               static_cast<unsigned long long>(memory.cache_bytes),
               static_cast<unsigned long long>(memory.growth));
  separator = "";
  for (const StyleOutcome& style : bench.styles()) {
    std::fprintf(out, "%s{\"style\": %s, \"cpu_micros\": %.4f, \"write_factor\": %.3f}", separator,
                 Quoted(style.style).c_str(), style.cpu_micros, style.write_factor);
    separator = ", ";
  }
  std::fprintf(out, "]\n}\n");
  std::fclose(out);
}

}  // namespace basalt::bench
