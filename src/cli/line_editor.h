// LineEditor: a prompt on a terminal, with keys to edit, a history kept in a file, and completion.
// One thread; one at a time in a process, because a terminal has one.
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
  // The line up to the cursor -> words that may stand in place of its last one; nullopt when the
  // user did not want to wait for them, which ends the line as Ctrl-C does.
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
  // For the handler of Ctrl-C: ends the line that is being read, if one is.
  static void Interrupt();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// The longest text that all words begin with. REQUIRES: !words.empty().
std::string CommonPrefix(const std::vector<std::string>& words);

}  // namespace basalt::cli
