#include "shell/completion.h"

#include <algorithm>
#include <optional>

#include "shell/constants.h"

namespace basalt::shell {
namespace {

bool IsWord(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

// Characters of a string to complete: table names have colons, dots and dashes.
bool IsText(char c) { return IsWord(c) || c == ':' || c == '.' || c == '-'; }

// The position of the quote that is open at the end of the text, if any.
std::optional<size_t> OpenQuote(std::string_view text) {
  std::optional<size_t> open;
  for (size_t i = 0; i < text.size(); ++i) {
    if (open && text[i] == '\\') {
      ++i;
    } else if (open) {
      if (text[i] == text[*open]) open.reset();
    } else if (text[i] == '\'' || text[i] == '"') {
      open = i;
    }
  }
  return open;
}

// The first complete string of the line.
std::optional<std::string> FirstString(std::string_view text) {
  const size_t start = text.find_first_of("'\"");
  if (start == std::string_view::npos) return std::nullopt;
  const size_t end = text.find(text[start], start + 1);
  if (end == std::string_view::npos) return std::nullopt;
  return std::string(text.substr(start + 1, end - start - 1));
}

std::vector<std::string> TableNames(Context& context) {
  std::vector<std::string> names;
  const auto tables = context.admin().ListTables(context.call);
  if (!tables.ok()) return names;
  for (const TableDescriptor& table : *tables) names.push_back(table.name().ToString());
  return names;
}

std::vector<std::string> FamilyNames(Context& context, const std::string& table) {
  std::vector<std::string> names;
  const auto name = TableName::Parse(table);
  if (!name.ok()) return names;
  const auto descriptor = context.admin().GetDescriptor(*name, context.call);
  if (!descriptor.ok()) return names;
  for (const FamilyDescriptor& family : descriptor->families()) {
    names.push_back(ToStringBinary(family.name()));
  }
  return names;
}

}  // namespace

std::string_view LastWord(std::string_view text) {
  const bool quoted = OpenQuote(text).has_value();
  size_t start = text.size();
  while (start > 0 && (quoted ? IsText(text[start - 1]) : IsWord(text[start - 1]))) --start;
  return text.substr(start);
}

std::vector<std::string> CompleteLine(Context& context, const std::vector<std::string>& variables,
                                      std::string_view text) {
  const std::string_view word = LastWord(text);
  const std::string_view before = text.substr(0, text.size() - word.size());
  std::vector<std::string> candidates;
  if (OpenQuote(text)) {
    const auto table = FirstString(text);
    candidates = table ? FamilyNames(context, *table) : TableNames(context);
  } else if (before.ends_with('.')) {
    for (const CommandGroup& group : CommandGroups()) {
      for (const Command& command : group.commands) {
        if (command.on_table) candidates.emplace_back(command.name);
      }
    }
  } else if (before.find_first_not_of(' ') == std::string_view::npos ||
             text.find('=') != std::string_view::npos) {
    for (const CommandGroup& group : CommandGroups()) {
      for (const Command& command : group.commands) candidates.emplace_back(command.name);
    }
    candidates.insert(candidates.end(), variables.begin(), variables.end());
    if (text.find('=') != std::string_view::npos) {
      for (const std::string_view constant : Constants()) candidates.emplace_back(constant);
    }
  } else {
    for (const std::string_view constant : Constants()) candidates.emplace_back(constant);
  }
  std::erase_if(candidates,
                [&](const std::string& candidate) { return !candidate.starts_with(word); });
  std::ranges::sort(candidates);
  candidates.erase(std::ranges::unique(candidates).begin(), candidates.end());
  return candidates;
}

}  // namespace basalt::shell
