// LineEditor: a prompt on a terminal with line editing, a history file, and completion. One thread;
// one instance per process, as there is one terminal.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace basalt::cli {

class LineEditor {
 public:
  // Maps the line up to the cursor to candidates for its last word; nullopt if the user
  // interrupted, which ends the line like Ctrl-C.
  using Completer = std::function<std::optional<std::vector<std::string>>(std::string_view)>;
  // The part of the line that a completion replaces.
  using LastWord = std::function<std::string_view(std::string_view)>;

  // `history_file`: read now, written by the destructor; empty: none.
  LineEditor(std::string history_file, Completer completer, LastWord last_word);
  LineEditor(const LineEditor&) = delete;
  LineEditor& operator=(const LineEditor&) = delete;
  ~LineEditor();

  enum class Read : unsigned char { kLine, kInterrupted, kEnd };
  // An interrupt at the prompt is kInterrupted, Ctrl-D on an empty line kEnd.
  Read ReadLine(const std::string& prompt, std::string& line);
  // Adds a command to the history. It may have several lines.
  void Remember(const std::string& command);
  // For the SIGINT handler: ends the current ReadLine, if any.
  static void Interrupt();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// The lines of a command as one line where that is the same command; otherwise a line break stays.
std::string JoinLines(std::string_view lines);
// The longest text that all words begin with. REQUIRES: !words.empty().
std::string CommonPrefix(const std::vector<std::string>& words);

}  // namespace basalt::cli
