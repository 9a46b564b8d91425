#include "cli/pager.h"

#include <poll.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include <algorithm>

namespace basalt::cli {
namespace {

// The next key, or 'q' when there is none to come or the command is cancelled.
char NextKey(const CancellationToken& cancellation) {
  pollfd sources[] = {{.fd = STDIN_FILENO, .events = POLLIN, .revents = 0},
                      {.fd = cancellation.fd(), .events = POLLIN, .revents = 0}};
  while (!cancellation.cancelled()) {
    if (poll(sources, 2, -1) <= 0 || sources[0].revents == 0) continue;
    char key = 0;
    return read(STDIN_FILENO, &key, 1) == 1 ? key : 'q';
  }
  return 'q';
}

}  // namespace

void Pager::NewPage() {
  lines_ = 0;
  column_ = 0;
  asking_ = true;
  dropping_ = false;
}

int Pager::overflow(int character) {
  if (character != traits_type::eof()) {
    const char one = traits_type::to_char_type(character);
    Write({&one, 1});
  }
  return traits_type::not_eof(character);
}

std::streamsize Pager::xsputn(const char* text, std::streamsize size) {
  Write({text, static_cast<size_t>(size)});
  return size;
}

int Pager::sync() {
  to_.flush();
  return 0;
}

void Pager::Write(std::string_view text) {
  while (!text.empty() && !dropping_) {
    const size_t end = text.find('\n');
    if (end == std::string_view::npos) {
      column_ += static_cast<int>(text.size());
      to_ << text;
      return;
    }
    column_ += static_cast<int>(end);
    to_ << text.substr(0, end + 1);
    text.remove_prefix(end + 1);
    LineEnded();
  }
}

void Pager::LineEnded() {
  const int columns = std::max(1, hooks_.columns());
  // A long line takes several terminal lines.
  lines_ += std::max(1, (column_ + columns - 1) / columns);
  column_ = 0;
  const int rows = hooks_.rows();
  if (!asking_ || rows <= 1 || lines_ < rows - 1) return;
  to_.flush();
  const auto asked = hooks_.now();
  const Answer answer = hooks_.ask();
  waited_ += hooks_.now() - asked;
  switch (answer) {
    case Answer::kPage: lines_ = 0; break;
    case Answer::kLine: lines_ = rows - 2; break;
    case Answer::kAll: asking_ = false; break;
    case Answer::kQuit:
      dropping_ = true;
      hooks_.quit();
      break;
  }
}

Pager::Answer AskForMore(std::ostream& out, const CancellationToken& cancellation) {
  int typed = 0;
  if (ioctl(STDIN_FILENO, FIONREAD, &typed) != 0 || typed > 0) return Pager::Answer::kAll;
  termios before{};
  if (tcgetattr(STDIN_FILENO, &before) != 0) return Pager::Answer::kAll;
  termios raw = before;
  raw.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO);
  raw.c_cc[VMIN] = 1;
  raw.c_cc[VTIME] = 0;
  tcsetattr(STDIN_FILENO, TCSANOW, &raw);
  out << "-- more -- (space: a page, enter: a line, a: all, q: enough)" << std::flush;
  Pager::Answer answer = Pager::Answer::kPage;
  for (bool waiting = true; waiting;) {
    waiting = false;
    switch (NextKey(cancellation)) {
      case ' ': break;
      case '\r':
      case '\n': answer = Pager::Answer::kLine; break;
      case 'a': answer = Pager::Answer::kAll; break;
      case 'q':
      case '\x04': answer = Pager::Answer::kQuit; break;
      default: waiting = true;
    }
  }
  tcsetattr(STDIN_FILENO, TCSANOW, &before);
  out << "\r\x1b[K" << std::flush;
  return answer;
}

}  // namespace basalt::cli
