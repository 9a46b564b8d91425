#include "cli/line_editor.h"

#include <histedit.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <clocale>
#include <cstdio>
#include <cwchar>

#include "base/check.h"

namespace basalt::cli {

struct LineEditor::State {
  std::string history_file;
  Completer completer;
  LastWord last_word;
  std::string prompt;
  bool interrupted = false;
  EditLine* editor = nullptr;
  History* history = nullptr;
  HistEvent event{};
};

namespace {

constexpr int kHistoryLines = 10000;

// Readable after an interrupt. EINTR alone would not suffice: the signal may arrive just before the
// read, or in another thread.
const int interrupts = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);

bool TakeInterrupt() {
  uint64_t count = 0;
  return read(interrupts, &count, sizeof count) == static_cast<ssize_t>(sizeof count);
}

// Waits for input. False if the user interrupts.
bool AwaitInput() {
  pollfd sources[] = {{STDIN_FILENO, POLLIN, 0}, {interrupts, POLLIN, 0}};
  while (poll(sources, 2, -1) < 0 && errno == EINTR) {
  }
  return !TakeInterrupt();
}

template <typename T>
T* StateOf(EditLine* editor) {
  void* state = nullptr;
  el_get(editor, EL_CLIENTDATA, &state);
  return static_cast<T*>(state);
}

}  // namespace

LineEditor::LineEditor(std::string history_file, Completer completer, LastWord last_word)
    : state_(std::make_unique<State>()) {
  State& state = *state_;
  state.history_file = std::move(history_file);
  state.completer = std::move(completer);
  state.last_word = std::move(last_word);
  std::setlocale(LC_CTYPE, "");
  state.editor = el_init("basalt", stdin, stdout, stderr);
  state.history = history_init();
  el_set(state.editor, EL_CLIENTDATA, &state);
  el_set(
      state.editor, EL_PROMPT,
      +[](EditLine* editor) -> char* { return StateOf<State>(editor)->prompt.data(); });
  el_set(state.editor, EL_EDITOR, "emacs");
  el_set(state.editor, EL_HIST, history, state.history);
  history(state.history, &state.event, H_SETSIZE, kHistoryLines);
  history(state.history, &state.event, H_SETUNIQUE, 1);
  if (!state.history_file.empty()) {
    history(state.history, &state.event, H_LOAD, state.history_file.c_str());
  }
  // libedit continues after a signal; here Ctrl-C must end the line.
  el_set(
      state.editor, EL_GETCFN, +[](EditLine* editor, wchar_t* character) -> int {
        std::mbstate_t partial{};
        while (true) {
          if (!AwaitInput()) {
            StateOf<State>(editor)->interrupted = true;
            return -1;
          }
          char byte = 0;
          const ssize_t got = read(STDIN_FILENO, &byte, 1);
          if (got <= 0) return static_cast<int>(got);
          const size_t length = std::mbrtowc(character, &byte, 1, &partial);
          if (length == static_cast<size_t>(-2)) continue;
          if (length == static_cast<size_t>(-1)) *character = static_cast<unsigned char>(byte);
          return 1;
        }
      });
  el_set(
      state.editor, EL_ADDFN, "basalt-complete", "Complete a word",
      +[](EditLine* editor, int) -> unsigned char {
        State& its = *StateOf<State>(editor);
        const LineInfo* line = el_line(editor);
        const std::string_view text(line->buffer, line->cursor - line->buffer);
        const auto completed = its.completer(text);
        if (!completed) {
          its.interrupted = true;
          return CC_EOF;
        }
        const std::vector<std::string>& words = *completed;
        if (words.empty()) return CC_REFRESH_BEEP;
        const std::string common = CommonPrefix(words);
        const size_t typed = its.last_word(text).size();
        if (common.size() > typed) {
          el_insertstr(editor, common.substr(typed).c_str());
          return CC_REFRESH;
        }
        if (words.size() == 1) return CC_REFRESH;
        std::fputc('\n', stdout);
        for (const std::string& word : words) std::fprintf(stdout, "%s  ", word.c_str());
        std::fputc('\n', stdout);
        return CC_REDISPLAY;
      });
  el_set(state.editor, EL_BIND, "^I", "basalt-complete", nullptr);
  // ^R: incremental search backwards, as in other shells.
  el_set(state.editor, EL_BIND, "^R", "em-inc-search-prev", nullptr);
}

LineEditor::~LineEditor() {
  if (!state_->history_file.empty()) {
    history(state_->history, &state_->event, H_SAVE, state_->history_file.c_str());
  }
  history_end(state_->history);
  el_end(state_->editor);
}

LineEditor::Read LineEditor::ReadLine(const std::string& prompt, std::string& line) {
  State& state = *state_;
  state.prompt = prompt;
  state.interrupted = false;
  TakeInterrupt();  // earlier interrupts were for a command
  int length = 0;
  const char* text = el_gets(state.editor, &length);
  if (text == nullptr || length <= 0) {
    std::fputc('\n', stdout);
    std::fflush(stdout);
    return state.interrupted ? Read::kInterrupted : Read::kEnd;
  }
  line.assign(text, length);
  while (line.ends_with('\n') || line.ends_with('\r')) line.pop_back();
  return Read::kLine;
}

void LineEditor::Remember(const std::string& command) {
  if (command.find_first_not_of(" \t\n") == std::string::npos) return;
  history(state_->history, &state_->event, H_ENTER, JoinLines(command).c_str());
}

void LineEditor::Interrupt() {
  constexpr uint64_t kOne = 1;
  (void)!write(interrupts, &kOne, sizeof kOne);
}

std::string JoinLines(std::string_view lines) {
  std::string joined;
  while (true) {
    const size_t end = lines.find('\n');
    const std::string_view line = lines.substr(0, end);
    joined += line;
    if (end == std::string_view::npos) return joined;
    lines.remove_prefix(end + 1);
    // Elsewhere the end of the line may be inside of a text, or end a comment.
    const size_t last = line.find_last_not_of(" \t");
    const bool open = last != std::string_view::npos &&
                      std::string_view(",([{").find(line[last]) != std::string_view::npos &&
                      line.find('#') == std::string_view::npos;
    if (open) {
      joined.erase(joined.find_last_not_of(" \t") + 1);
      const size_t first = lines.find_first_not_of(" \t");
      lines.remove_prefix(first == std::string_view::npos ? 0 : first);
      if (line[last] == ',') joined += ' ';
    } else {
      joined += '\n';
    }
  }
}

std::string CommonPrefix(const std::vector<std::string>& words) {
  BASALT_CHECK(!words.empty(), "No words have no common prefix.");
  std::string prefix = words.front();
  for (const std::string& word : words) {
    const auto [end, other] = std::ranges::mismatch(prefix, word);
    prefix.erase(end, prefix.end());
  }
  return prefix;
}

}  // namespace basalt::cli
