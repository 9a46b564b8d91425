#include "difference.h"

#include <algorithm>
#include <optional>

#include "script.h"

namespace basalt::semantics {
namespace {

constexpr size_t kExcerpts = 20;
constexpr size_t kExcerptWidth = 300;

std::vector<std::string_view> Lines(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    size_t end = text.find('\n');
    lines.push_back(text.substr(0, end));
    if (end == std::string_view::npos) break;
    text.remove_prefix(end + 1);
  }
  return lines;
}

// A script line and the answers under it.
struct Entry {
  std::string_view line;
  std::vector<std::string_view> answers;
};

std::vector<Entry> Entries(std::string_view transcript) {
  std::vector<Entry> entries;
  for (std::string_view line : Lines(transcript)) {
    if (line.starts_with("  # ") || line == "  #") continue;
    if (line.starts_with("  ") && !entries.empty()) {
      entries.back().answers.push_back(line);
    } else {
      entries.push_back({line, {}});
    }
  }
  return entries;
}

// Common lines as they are, lines of one side only with its sign before them.
std::string Excerpt(const Entry& expected, std::string_view expected_name, const Entry& actual,
                    std::string_view actual_name) {
  std::string text(expected.line);
  text += "\n";
  auto line_in = [](const Entry& entry, std::string_view line) {
    return std::find(entry.answers.begin(), entry.answers.end(), line) != entry.answers.end();
  };
  size_t common = 0;
  auto side = [&](const Entry& mine, const Entry& other, std::string_view name) {
    for (std::string_view line : mine.answers) {
      if (line_in(other, line)) {
        ++common;
        continue;
      }
      text +=
          "  only " + std::string(name) + ":" + std::string(line.substr(0, kExcerptWidth)) + "\n";
    }
  };
  side(expected, actual, expected_name);
  common = 0;
  side(actual, expected, actual_name);
  return text + "  (" + std::to_string(common) + " lines in common)\n";
}

}  // namespace

Comparison Compare(std::string_view expected, std::string_view expected_name,
                   std::string_view actual, std::string_view actual_name) {
  Comparison comparison;
  std::vector<Entry> left = Entries(expected);
  std::vector<Entry> right = Entries(actual);
  for (size_t i = 0; i < std::max(left.size(), right.size()); ++i) {
    Entry a = i < left.size() ? left[i] : Entry{"(missing)", {}};
    Entry b = i < right.size() ? right[i] : Entry{"(missing)", {}};
    comparison.answers += static_cast<int64_t>(a.answers.size());
    if (a.line == b.line && a.answers == b.answers) continue;
    ++comparison.differences;
    auto command = a.line == "(missing)" ? std::nullopt : ParseLine(a.line);
    comparison.sequences.push_back(command ? command->sequence.value_or(-1) : -1);
    if (comparison.excerpts.size() < kExcerpts) {
      comparison.excerpts.push_back(Excerpt(a, expected_name, b, actual_name));
    }
  }
  return comparison;
}

std::string ExtractSequence(std::string_view script, int64_t sequence) {
  std::string out;
  for (std::string_view line : Lines(script)) {
    auto command = ParseLine(line);
    if (command && command->sequence.value_or(sequence) != sequence) continue;
    out += line;
    out += "\n";
  }
  return out;
}

}  // namespace basalt::semantics
